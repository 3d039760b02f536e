"""What one reading of a position costs, and what all faces make of it.

    python bench/reading.py [--games cartes romains compagnie] [--positions 40] [--json]
    PYTHONPATH=0.1.0/src python bench/reading.py …     # a checkout of version 0.1.0, whose faces decode bits

At positions of one game of each kind, played at random, for the seat that is asked:

  read      `game.read` and `game.told` (not in 0.1.0: there was no reading)
  board     the presenter of the board in the browser
  terminal  the board and the choices in the terminal, not yet printed
  words     what is asked, every choice and what has happened, in words
  api       what the JSON API sends of the position and of what has happened

Every face is given what is read, so that the sum has the reading once; earlier decisions, which boards look
back to, have been read before, as at a table. Each is the fastest of several tries,
the mean over the positions, in microseconds.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

import oppidum
from oppidum import games
from oppidum.kernel import position
from oppidum.kernel.fair import seed_key
from oppidum.tables import Choice, SeatView
from oppidum.words import language

FORMER = oppidum.__version__ == "0.1.0"
PLAYERS = 4
RECENT = 16
TRIES = 15
NAMES = ["Novix", "Rustix", "Tropix", "Galactix"]
FACES = ("read", "board", "terminal", "words", "api")


def part(name: str) -> Any:
    return importlib.import_module(f"oppidum.{name}")


def moments(game: Any, positions: int) -> list[tuple[int, list[tuple[int, Any]]]]:
    """A game at random: who is asked, and the latest decisions (seat, whole position after it)."""
    luck = random.Random("reading")
    s = game.deal(PLAYERS, seed_key("reading"))
    story: list[tuple[int, Any]] = [(-1, position.copy(s))]
    found: list[tuple[int, list[tuple[int, Any]]]] = []
    while waiting := game.waiting(s):
        seat = luck.choice(waiting)
        found.append((seat, story[-RECENT:]))
        game.act(s, seat, luck.choice(game.legal(s, seat)))
        story.append((seat, position.copy(s)))
    return found[:: max(1, len(found) // positions)][:positions]


def fastest(call: Callable[[], Any]) -> float:
    """Microseconds."""
    best = float("inf")
    for _ in range(TRIES):
        began = time.perf_counter_ns()
        call()
        best = min(best, time.perf_counter_ns() - began)
    return best / 1000


def chairs() -> list[SeatView]:
    return [
        SeatView(
            seat=seat, kind="human", name=name, level=None, ready=True, mine=seat == 0, asked=False,
            away=False, stand_in=False, resigned=False, deadline=None, reserve=None,
        )
        for seat, name in enumerate(NAMES)
    ]  # fmt: skip


def now(game: Any, seat: int, story: list[tuple[int, Any]]) -> dict[str, Callable[[], Any]]:
    scene, speaking, screen = part("faces.scene"), part("faces.speaking"), part("faces.terminal_board")
    t, edition = language("en"), game.default_edition()
    views = [(mover, game.view(s, seat)) for mover, s in story]
    view = views[-1][1]
    read = lambda: (game.read(view, seat, edition), game.told(view, edition))  # noqa: E731
    seen, told = read()
    standing = game.standing(view)
    recent = [scene.moment(game, edition, n, mover, v, seat) for n, (mover, v) in enumerate(views)]
    shown = scene.Scene(
        t=t, game=game, edition=edition, seen=seen, seat=seat, names=NAMES, seats=chairs(),
        waiting=game.waiting(view), choices=seen.choices, recent=recent, standing=standing, confirm=True,
    )  # fmt: skip
    words, board = speaking.words_of(game.id), screen.board_of(game.id)
    return {
        "read": read,
        "board": lambda: scene.board_of(game.id).present(shown),
        "terminal": lambda: (
            board.board(t, edition, seen, seat, NAMES, standing),
            board.choices(t, edition, seen, NAMES),
        ),
        "words": lambda: (
            words.question(t, edition, seen),
            [words.action(t, edition, choice, NAMES) for choice in seen.choices],
            words.lines(t, edition, told, NAMES),
        ),
        "api": lambda: (msgspec.json.encode(seen), msgspec.json.encode(told)),
    }


def formerly(game: Any, seat: int, story: list[tuple[int, Any]]) -> dict[str, Callable[[], Any]]:
    boards, screen, shapes = part("web.boards"), part("terminal.boards"), part("web.api.shapes")
    events = part("kernel.events").events
    t, edition = language("en"), game.default_edition()
    views = [(mover, game.view(s, seat)) for mover, s in story]
    view = views[-1][1]
    legal = game.legal(view, seat)
    choices = [Choice(action, game.notation.write(view, seat, action)) for action in legal]
    recent = [boards.Moment(n, mover, events(v), v) for n, (mover, v) in enumerate(views)]
    shown = boards.Scene(
        t=t, game=game, edition=edition, position=view, seat=seat, names=NAMES, seats=chairs(),
        waiting=game.waiting(view), choices=choices, recent=recent, standing=game.standing(view),
        confirm=True,
    )  # fmt: skip
    words, board = part("words.games").words_of(game.id), screen.board_of(game.id)
    return {
        "board": lambda: boards.board_of(game.id).present(shown),
        "terminal": lambda: (
            board.board(t, game, edition, view, seat, NAMES),
            board.choices(t, game, edition, view, seat, NAMES, game.legal(view, seat)),
        ),
        "words": lambda: (
            words.question(t, game, edition, view, seat),
            [words.action(t, game, edition, view, seat, a, NAMES) for a in game.legal(view, seat)],
            words.lines(t, game, edition, view, events(view), NAMES),
        ),
        "api": lambda: (
            msgspec.json.encode(shapes.position_shape(view)),
            msgspec.json.encode([game.notation.write(view, seat, a) for a in game.legal(view, seat)]),
            msgspec.json.encode([shapes.EventShape(e.kind, e.a, e.b, e.c) for e in events(view)]),
        ),
    }


def measure(game_id: str, positions: int) -> dict[str, float]:
    game = games.load(game_id)
    sums: dict[str, float] = dict.fromkeys(FACES, 0.0)
    found = moments(game, positions)
    for seat, story in found:
        for face, call in (formerly if FORMER else now)(game, seat, story).items():
            sums[face] += fastest(call)
    means = {face: total / len(found) for face, total in sums.items()}
    return {**means, "sum": sum(means.values())}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=list(games.catalogue()))
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    figures = {game_id: measure(game_id, asked.positions) for game_id in asked.games}
    if asked.json:
        print(json.dumps(figures))
        return
    print(f"{oppidum.__version__:<12}" + "".join(f"{face:>10}" for face in (*FACES, "sum")))
    for game_id, means in figures.items():
        print(f"{game_id:<12}" + "".join(f"{mean:>10.0f}" for mean in means.values()))


if __name__ == "__main__":
    main()
