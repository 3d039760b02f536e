"""The end of a game: who won, and whether the cards fell as promised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from oppidum import games
from oppidum.kernel.errors import BadRecord
from oppidum.kernel.game import Standing
from oppidum.kernel.record import Record, binding, check, check_kept
from oppidum.tables import Contribution, TableView
from oppidum.words.language import Language


def result(t: Language, standing: Standing, names: Sequence[str]) -> Table:
    table = Table(title=t.say("Result"), title_justify="left")
    table.add_column(t.say("Player"))
    table.add_column(t.say("Points"), justify="right")
    table.add_column("")
    for seat in sorted(range(len(names)), key=lambda seat: -standing.points[seat]):
        won = t.say("wins") if seat in standing.winners else ""
        table.add_row(names[seat], str(standing.points[seat]), Text(won, style="bold green"))
    return table


def proof(t: Language, view: TableView, record: Record, given: Contribution | None) -> Iterator[Text]:
    """The secret, and the whole game played again from it, against what this terminal saw and gave."""
    try:
        check(record, games.load, [view.edition])
        if given is not None:
            check_kept(record, (given.commitment, given.text))
    except BadRecord as error:
        yield Text(t.say("No: something does not fit.") + f" {error}", style="bold red")
        return
    rests_on = binding(record)
    if rests_on == "key":
        return
    yield Text(t.say("The table's secret: %(text)s", text=view.fairness.secret), style="dim")
    if rests_on == "people":
        yield Text(t.say("Yes. The cards fell as promised."), style="green")
    else:
        yield Text(t.say("The cards fell as promised, but the promise does not say much."), style="yellow")
    if given is not None:
        told = t.say("The promise is the one you saw before the game, and what you gave is in the record.")
        yield Text(told, style="green")
