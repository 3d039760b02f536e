"""A finished game, analysed, as the terminal shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from oppidum.analysis.report import SIZES, Decision
from oppidum.words.analysis import Teller, parts_of, rating, signed, size_in_words

BARS = "▁▂▃▄▅▆▇█"
WIDTH = 44  # of the graph
STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow", "brilliant": "bold green"}
TOLD = ("brilliant", "inaccuracy", "mistake", "blunder")  # sizes that the list of decisions names


def analysis_report(teller: Teller) -> RenderableType:
    """Graph, account, turning points, and every decision that was not simply fine."""
    parts: list[RenderableType] = [graph(teller), Text(), account(teller), Text()]
    story = teller.story()
    if story:
        parts.append(Text(teller.t.say("What decided the game"), style="bold"))
    for turn in story:
        parts += [Text(f"• {turn.text}"), *(Text(f"  {why}", style="dim") for why in turn.why)]
    parts += [Text(), *decisions(teller), *lessons(teller)]
    return Group(*parts)


def squeeze(values: Sequence[float], width: int) -> list[float]:
    """So many of the values that they fit, the last one among them."""
    if len(values) <= width:
        return list(values)
    return [values[round(i * (len(values) - 1) / (width - 1))] for i in range(width)]


def line(values: Sequence[float]) -> str:
    return "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in squeeze(values, WIDTH))


def graph(teller: Teller) -> RenderableType:
    """Each seat's chance over the whole game, with open cards."""
    t, moments = teller.t, teller.analysis.moments
    table = Table(title=t.say("Chances to win, from the deal to the end"), title_justify="left", box=None)
    for _ in range(3):
        table.add_column()
    for seat, name in enumerate(teller.names):
        chances = [moment.open[seat] for moment in moments]
        table.add_row(name, line(chances), f"{t.percent(chances[0], 0)} → {t.percent(chances[-1], 0)}")
    return table


def account(teller: Teller) -> RenderableType:
    """A column for each seat: the parts of its result, one below the other, and how well it decided."""
    t, accounts = teller.t, teller.analysis.accounts
    table = Table(title=t.say("Luck and skill, apart"), title_justify="left")
    table.add_column("")
    for name in teller.names:
        table.add_column(name, justify="right")
    parts = [parts_of(found) for found in accounts]
    rows = {
        t.say("Fair share"): [t.percent(fair) for _, fair, *_ in parts],
        t.say("Luck"): [signed(t, luck) for _, _, luck, *_ in parts],
        t.say("Own decisions"): [signed(t, own) for *_, own, _ in parts],
        t.say("Others’ decisions"): [signed(t, others) for *_, others in parts],
        t.say("Result"): [t.percent(result) for result, *_ in parts],
        t.say("Accuracy"): [
            "–" if found.accuracy is None else t.percent(found.accuracy, 0) for found in accounts
        ],
        t.say("About as good as"): [rating(t, found) or "–" for found in accounts],
    }
    for heading, cells in rows.items():
        table.add_row(heading, *cells, end_section=heading in (t.say("Others’ decisions"), t.say("Result")))
    return table


def decisions(teller: Teller) -> list[RenderableType]:
    t = teller.t
    judged = [d for d in teller.analysis.decisions if d.size != "forced"]
    parts: list[RenderableType] = [Text(t.say("Decisions"), style="bold"), Text(summary(teller, judged))]
    parts += [entry for d in judged if d.size in TOLD for entry in told(teller, d)]
    return parts


def lessons(teller: Teller) -> list[RenderableType]:
    """Everybody's worst decisions, as questions: one may think again before looking above."""
    t, parts = teller.t, list[RenderableType]()
    for name, account in zip(teller.names, teller.analysis.accounts, strict=True):
        for step in account.learn:
            question = teller.words.question(t, teller.course.edition, teller.seen(step))
            parts.append(Text(f"{step:>4}  {teller.where(step)} · {name}: {question}"))
    return [Text(), Text(t.say("Learn from your mistakes"), style="bold"), *parts] if parts else []


def summary(teller: Teller, judged: Sequence[Decision]) -> str:
    counts = Counter(d.size for d in judged)
    return ", ".join(f"{size_in_words(teller.t, size)}: {counts[size]}" for size in SIZES)


def told(teller: Teller, decision: Decision) -> list[RenderableType]:
    where = teller.where(decision.step)
    who, move = teller.names[decision.seat - 1], teller.move(decision.step, decision.move)
    size = size_in_words(teller.t, decision.size)
    head = Text.assemble(f"{decision.step:>4}  ", (size, STYLES.get(decision.size, "")))
    head.append(f" · {where} · {who}: {move}")
    parts: list[RenderableType] = [head]
    if better := teller.better(decision):
        parts.append(Text(f"      {better}"))
        parts += [Text(f"      {why}", style="dim") for why in teller.why(decision)]
    return parts
