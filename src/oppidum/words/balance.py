"""A balance report in words: sheets of ready cells, for the terminal and for pages, and its verdict."""

from __future__ import annotations

from dataclasses import dataclass

from oppidum import faces
from oppidum.arena.balance.report import FigureRow, Measure, Report, Suggestion
from oppidum.kernel.tally import Edit
from oppidum.words.language import Language

MINUS = "\u2212"


@dataclass(frozen=True)
class Row:
    cells: tuple[str, ...]
    striking: bool = False


@dataclass(frozen=True)
class Sheet:
    """One table of a report."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]


def title(report: Report, t: Language) -> str:
    return t.say(
        "“%(edition)s” (%(game)s): %(games)s games of %(players)s, all seats played by %(bots)s",
        edition=report.title,
        game=report.game,
        games=t.number(report.games),
        players=report.players,
        bots=report.bots,
    )


def sheets(report: Report, t: Language) -> list[Sheet]:
    return [seats(report, t), *things(report, t), figures(report, t)]


def seats(report: Report, t: Language) -> Sheet:
    headings = (t.say("seat, from the first player on"), t.say("victories"), *compared(report, t), "")
    return Sheet(
        t.say("Seats"),
        headings,
        tuple(
            Row(
                (
                    str(row.seat),
                    share_cell(row.share, t),
                    *difference(report, row.share, t),
                    flags(row.flags, t),
                ),
                bool(row.flags),
            )
            for row in report.seats
        ),
    )


def things(report: Report, t: Language) -> list[Sheet]:
    """A sheet for each group, whatever wins most first."""
    face = faces.part(report.game, "balance")
    assert face is not None, "the plain face has one"
    found: list[Sheet] = []
    for group in report.groups:
        rows = sorted(
            (row for row in report.things if row.group == group.id),
            key=lambda row: -(row.won.value if row.won else -1.0),
        )
        above = t.say("victories above the mean") if group.alike else t.say("victories above the fair share")
        found.append(
            Sheet(
                face.group(t, group.id),
                ("", t.say("used"), above, *compared(report, t), ""),
                tuple(
                    Row(
                        (
                            face.thing(t, row.group, row.id, row.name),
                            t.percent(row.rate.value) if row.rate else dash(),
                            points_cell(row.won, t) if row.won else dash(),
                            *difference(report, row.won, t),
                            flags(row.flags, t),
                        ),
                        bool(row.flags),
                    )
                    for row in rows
                ),
            )
        )
    return found


def figures(report: Report, t: Language) -> Sheet:
    face = faces.part(report.game, "balance")
    assert face is not None, "the plain face has one"
    rows = [
        Row((t.say("shared victories"), share_cell(report.ties, t), *difference(report, report.ties, t), "")),
        Row(
            (
                t.say("decisions in a game"),
                number_cell(report.decisions, t),
                *difference(report, report.decisions, t, plain=True),
                "",
            )
        ),
    ]
    for row in report.figures:
        if row.found is None:
            continue
        cell = share_cell(row.found, t) if row.percent else number_cell(row.found, t)
        name = face.figure(t, row.id)
        asked = bounds(row, t)
        rows.append(
            Row(
                (
                    f"{name} ({asked})" if asked else name,
                    cell,
                    *difference(report, row.found, t, plain=not row.percent),
                    flags(row.flags, t),
                ),
                bool(row.flags),
            )
        )
    return Sheet(t.say("The game"), ("", t.say("measured"), *compared(report, t), ""), tuple(rows))


def bounds(row: FigureRow, t: Language) -> str:
    def shown(value: float) -> str:
        return t.percent(value, 1 if 0 < value < 0.01 else 0) if row.percent else t.number(value)

    if row.least is not None and row.most is not None:
        return t.say("should be %(least)s to %(most)s", least=shown(row.least), most=shown(row.most))
    return t.say("should be %(most)s at most", most=shown(row.most)) if row.most is not None else ""


# ---------------------------------------------------------------- cells


def compared(report: Report, t: Language) -> tuple[str, ...]:
    if report.against is None:
        return ()
    return (t.say("against “%(edition)s”", edition=report.against),)


def difference(report: Report, measure: Measure | None, t: Language, plain: bool = False) -> tuple[str, ...]:
    """How it differs from the other edition; nothing is said where chance may have done it."""
    if report.against is None:
        return ()
    if measure is None or measure.difference is None:
        return (dash(),)
    if not measure.differs:
        return ("=",)
    return (signed(measure.difference * (1 if plain else 100), t),)


def dash() -> str:
    return "–"


def signed(value: float, t: Language) -> str:
    text = t.number(abs(value), 1)
    return f"+{text}" if value > 0 else f"{MINUS}{text}" if float(f"{value:.1f}") else text


def share_cell(measure: Measure, t: Language) -> str:
    low, high = t.number(100 * measure.low, 1), t.number(100 * measure.high, 1)
    return f"{t.percent(measure.value)} ({low}–{high})"


def number_cell(measure: Measure, t: Language) -> str:
    return f"{t.number(measure.value, 1)} ({t.number(measure.low, 1)}–{t.number(measure.high, 1)})"


def points_cell(measure: Measure, t: Language) -> str:
    half = t.number(50 * (measure.high - measure.low), 1)
    return f"{signed(100 * measure.value, t)} ± {half}"


def flags(found: tuple[str, ...], t: Language) -> str:
    words = {
        "unseen": t.say("never came up"),
        "never": t.say("never used"),
        "hardly_ever": t.say("hardly ever used"),
        "too_often": t.say("wins too often"),
        "too_seldom": t.say("wins too seldom"),
        "decides_nothing": t.say("decides nothing"),
        "too_low": t.say("too low"),
        "too_high": t.say("too high"),
    }
    return ", ".join(words[flag] for flag in found)


# ---------------------------------------------------------------- sentences


def verdict(report: Report, t: Language) -> list[str]:
    """What to take home from a report."""
    lines = [balance(report, t)]
    face = faces.part(report.game, "balance")
    assert face is not None, "the plain face has one"
    for flag in ("never", "hardly_ever", "unseen", "too_often", "too_seldom", "decides_nothing"):
        names = [face.thing(t, row.group, row.id, row.name) for row in report.things if flag in row.flags]
        if names:
            lines.append(t.say("%(what)s: %(names)s.", what=sentence(flags((flag,), t)), names=t.join(names)))
    if report.suggestion is not None:
        lines.append(advice(report, report.suggestion, t))
    return lines


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def balance(report: Report, t: Language) -> str:
    mine = t.number(report.imbalance, 2)
    if report.against is None or report.imbalance_against is None:
        return t.say(
            "Imbalance: %(mine)s (0: in balance; 1: everything is as far off as is tolerable).", mine=mine
        )
    return t.say(
        "Imbalance: %(mine)s, with “%(edition)s” %(theirs)s "
        "(0: in balance; 1: everything is as far off as is tolerable).",
        mine=mine,
        edition=report.against,
        theirs=t.number(report.imbalance_against, 2),
    )


def advice(report: Report, found: Suggestion, t: Language) -> str:
    if not found.tried:
        return t.say("Nothing to suggest: what is left of the imbalance may be chance, or cannot be changed.")
    if not found.helps or found.taken_off is None:
        return t.many(
            "The one change that was tried does not help measurably.",
            "None of the %(n)s single changes that were tried helps measurably.",
            found.tried,
        )
    return t.say(
        "What helps most, of %(tried)s single changes: %(change)s. It takes %(part)s off the imbalance "
        "(%(low)s to %(high)s, on fresh deals).",
        tried=t.number(found.tried),
        change="; ".join(edit(one) for one in found.edits),
        part=t.percent(found.taken_off.value, 0),
        low=t.percent(found.taken_off.low, 0),
        high=t.percent(min(1.0, found.taken_off.high), 0),
    )


def edit(one: Edit) -> str:
    """A change as it is made in the file, in the file's own words."""
    where = "".join(f".{step}" if isinstance(step, str) else f"[{step + 1}]" for step in one.place)
    entry = f"{one.table} {one.entry}" if one.entry else one.table
    return f"{entry}: {one.key}{where} {one.before} → {one.after}"
