"""Boxes: edition files of visitors, and of the house."""

from __future__ import annotations

from typing import Annotated

from litestar import Response
from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from oppidum import games
from oppidum.arena.balance import Report
from oppidum.faces.box_contents import Comparison, comparison
from oppidum.kernel.edition_problems import Problem
from oppidum.kernel.meaning import meaning
from oppidum.tables import errands, looking, measurements, shelf
from oppidum.web.api import calls
from oppidum.web.api.caller import Caller, Calling
from oppidum.web.api.fields import GameId, Time
from oppidum.web.api.shapes import Done
from oppidum.words import language

Code = Annotated[str, PathParameter(max_length=80, description="The code of the box.")]
TableCode = Annotated[str, PathParameter(max_length=80, description="The code of the table.")]
BoxCode = Annotated[str, meaning("The code of the box: who knows it finds a shared one.")]
FileText = Annotated[
    str, Meta(min_length=1, max_length=shelf.LARGEST, description="An edition file, in TOML.")
]
Title = Annotated[str, meaning("What it is called.")]
Shared = Annotated[bool, meaning("Whoever knows the code finds it; otherwise only its author.")]
Playable = Annotated[bool, meaning("Nothing is wrong with it: a table may be opened with it.")]
LARGEST_REQUEST = 6 * shelf.LARGEST  # JSON may spell a letter with six


class NewBox(Struct, forbid_unknown_fields=True):
    """A box that is written down."""

    text: FileText


class BoxFile(Struct, forbid_unknown_fields=True):
    """The whole of a box, anew."""

    text: FileText
    version: Annotated[int, Meta(ge=1, le=2**31 - 1, description="The version that it takes the place of.")]


class Sharing(Struct, forbid_unknown_fields=True):
    """Who may find a box."""

    shared: Shared


class BoxLineShape(Struct):
    """A box on a shelf."""

    code: BoxCode
    game: GameId
    title: Title
    shared: Shared
    playable: Playable
    updated: Time


class ProblemShape(Struct):
    """Something that is wrong in a box, or goes beyond the printed game."""

    line: Annotated[int, meaning("The line in the file.")]
    table: Annotated[str, meaning("The section; empty where it is about the whole file.")]
    entry: Annotated[int, meaning("Which entry of the section, counted from 1.")]
    key: Annotated[str, meaning("The key; empty where it is about the whole entry.")]
    card: Annotated[str, meaning("The id of the card, where it has one.")]
    message: Annotated[str, meaning("One sentence, with its place.")]


class DifferenceShape(Struct):
    """A card that is not as in the box that comes with the game."""

    kind: Annotated[str, meaning("changed, added or removed.")]
    table: Annotated[str, meaning("The section.")]
    name: Annotated[str, meaning("What the card is called.")]
    keys: Annotated[list[str], meaning("The keys in which a changed card differs.")]
    now: Annotated[str, meaning("The card in words; empty where it was removed.")]
    before: Annotated[str, meaning("The card of the game's own box in words; empty where it was added.")]


class BoxShape(Struct):
    """A box, as the caller may see it."""

    code: BoxCode
    game: GameId
    title: Title
    author: Annotated[str, meaning("Who has written it down; empty for a box of the house.")]
    mine: Annotated[bool, meaning("The caller has.")]
    shared: Shared
    playable: Playable
    version: Annotated[int, meaning("Grows with every change.")]
    text: FileText
    problems: Annotated[list[ProblemShape], meaning("What keeps it from being played.")]
    warnings: Annotated[list[ProblemShape], meaning("What goes beyond the printed game.")]
    differences: Annotated[list[DifferenceShape], meaning("Where it differs from the game's own box.")]


class MeasuredShape(Struct):
    """What bots find out about a box by playing with it."""

    state: Annotated[errands.State, meaning("none: nobody has asked; waiting: they are at it.")]
    progress: Annotated[float, meaning("How much of it is done, from 0 to 1.")]
    report: Annotated[Report | None, meaning("What they have found out, once it is done.")]
    problem: Annotated[str, meaning("Why it cannot be measured; empty where it can.")]


def measured_shape(found: measurements.Found) -> MeasuredShape:
    return MeasuredShape(found.state, found.progress, found.report, found.problem)


def problem_shape(each: Problem) -> ProblemShape:
    return ProblemShape(each.line, each.table, each.entry + 1, each.key, each.card, str(each))


def difference_shapes(compared: Comparison) -> list[DifferenceShape]:
    t = language("en")
    return [
        DifferenceShape(each.kind, each.table, told.name, list(each.keys), told.now, told.before)
        for each, told in zip(compared.found, compared.told(t), strict=True)
    ]


def box_shape(caller: Caller, code: str) -> BoxShape:
    box = shelf.find(caller.hall, code, caller.id)
    found = box.examined
    return BoxShape(
        code=box.code,
        game=box.game,
        title=box.title,
        author=box.author,
        mine=box.mine,
        shared=box.shared,
        playable=found.edition is not None,
        version=box.version,
        text=box.text,
        problems=[problem_shape(each) for each in found.problems],
        warnings=[problem_shape(each) for each in found.warnings],
        differences=difference_shapes(comparison(box.game, found.edition)) if found.edition else [],
    )


@calls.get("/boxes", summary="My boxes, and those of the house")
def mine(caller: Calling) -> list[BoxLineShape]:
    own = shelf.mine(caller.hall, caller.id) if caller.id else []
    club = [BoxLineShape(b.code, b.game, b.title, True, True, b.updated) for b in shelf.club(caller.hall)]
    return [BoxLineShape(b.code, b.game, b.title, b.shared, b.playable, b.updated) for b in own] + club


@calls.post("/boxes", summary="Put a box on my shelf", request_max_body_size=LARGEST_REQUEST)
def put(caller: Calling, data: JSONBody[NewBox]) -> BoxShape:
    me = caller.me
    caller.write_box()
    return box_shape(caller, shelf.put(caller.hall, me, data.text))


@calls.get("/boxes/{code:str}", summary="A box of mine, a shared one, or one of the house")
def show(caller: Calling, code: Code) -> BoxShape:
    return box_shape(caller, code)


@calls.put("/boxes/{code:str}", summary="Write a box of mine anew", request_max_body_size=LARGEST_REQUEST)
def change(caller: Calling, code: Code, data: JSONBody[BoxFile]) -> BoxShape:
    me = caller.me
    caller.draft()
    shelf.change(caller.hall, code, me, data.text, data.version)
    return box_shape(caller, code)


@calls.patch("/boxes/{code:str}", summary="Share a box of mine, or make it private again")
def share(caller: Calling, code: Code, data: JSONBody[Sharing]) -> BoxShape:
    shelf.share(caller.hall, code, caller.me, data.shared)
    return box_shape(caller, code)


@calls.delete("/boxes/{code:str}", status_code=200, summary="Take a box off my shelf")
def remove(caller: Calling, code: Code) -> Done:
    shelf.remove(caller.hall, code, caller.me)
    return Done()


@calls.get("/boxes/{code:str}/balance", summary="What bots have found out about a box, or how far they are")
def balance(caller: Calling, code: Code) -> MeasuredShape:
    box = shelf.find(caller.hall, code, caller.id)
    return measured_shape(measurements.find(caller.hall, box.edition))


@calls.deed("/boxes/{code:str}/balance", summary="Let bots play with a box, in the background")
def measure(caller: Calling, code: Code) -> MeasuredShape:
    box = shelf.find(caller.hall, code, caller.id)
    caller.think()
    return measured_shape(measurements.ask(caller.hall, box.game, box.edition))


@calls.get("/games/{game:str}/box", summary="The edition file that comes with a game, to begin a copy with")
def shipped(game: Annotated[str, PathParameter(max_length=40, description="A game.")]) -> Response[str]:
    games.about(game)
    return Response(games.load(game).default_edition().text, media_type="text/plain")


@calls.get("/tables/{code:str}/differences", summary="Where the box on a table differs from the game's own")
def on_the_table(caller: Calling, code: TableCode) -> list[DifferenceShape]:
    view = looking.view(caller.hall, code, caller.id, judge=False)
    return difference_shapes(comparison(view.game, view.edition))


handlers = [mine, put, show, change, share, remove, balance, measure, shipped, on_the_table]
