"""A house in this process with tables brought to chosen moments, for pictures and for tests in a browser.

Every game is played from fixed seeds by the plain bot at all seats, until what is wanted lies on the table.
Nothing moves by itself afterwards: no bots, no clocks, and time stands still.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from oppidum import bots, games
from oppidum.kernel import fair
from oppidum.tables import (
    Contribution,
    Hall,
    HumanSeat,
    Settings,
    TableView,
    looking,
    open_hall,
    playing,
    seating,
    visitors,
)
from oppidum.web.app import create_app
from oppidum.web.connection import Server
from oppidum.web.guest import IDENTITY, signer

NOON = 1_800_000_000.0
PEOPLE = ("Mirabelle", "Anselm", "Jarmila", "Odette", "Hubert", "Zdenka")
LONGEST = 2500  # decisions of one game

Wanted = Callable[[TableView], bool]


@dataclass(frozen=True)
class Scene:
    """A moment worth looking at: the first one of some game that `wanted` agrees to."""

    game: str
    name: str
    players: int
    wanted: Wanted
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    pick: int | None = None  # the card of the hand to choose, by its place among those that can be
    last_bid: bool = False  # the last decision is made while one looks


def my_turn(view: TableView) -> bool:
    return bool(view.choices)


def late(view: TableView, moves: int) -> bool:
    return my_turn(view) and view.moves >= moves


def seen(view: TableView) -> Any:
    """What the seat that looks sees."""
    return games.load(view.game).read(view.position, view.as_seat, view.edition)


def phase(view: TableView, wanted: str) -> bool:
    return view.position is not None and seen(view).phase == wanted


def over(view: TableView) -> bool:
    return view.status == "over"


def last_to_bid(view: TableView) -> bool:
    """Everybody else has chosen, and my card will be compared."""
    return my_turn(view) and view.moves >= 16 and phase(view, "bid") and view.waiting == (0,)


def camps(view: TableView) -> list[Any]:
    return [camp for album in seen(view).albums for camp in (album.gaul, album.roman)]


def knocked_out(view: TableView) -> int:
    return sum(card.ko for camp in camps(view) for card in camp.cards)


def in_company(view: TableView, moves: int) -> bool:
    """A turn in the middle of a game, with something of everything on the table."""
    return late(view, moves) and phase(view, "turn") and knocked_out(view) >= 2


def last_cards(view: TableView) -> bool:
    """Hardly anything left of the deck: everybody has captured as much as they ever will."""
    return my_turn(view) and phase(view, "bid") and seen(view).place >= 42


def full_camp(view: TableView) -> bool:
    """A turn with a camp so full that its cards stand in several rows."""
    if not (my_turn(view) and phase(view, "turn")):
        return False
    return max(len(camp.cards) for camp in camps(view)) > 4


SCENES = (
    Scene("cartes", "start", 4, my_turn, 1),
    Scene("cartes", "choosing", 4, lambda v: late(v, 40) and phase(v, "bid"), 2, pick=2),
    Scene("cartes", "reveal", 4, last_to_bid, 6, last_bid=True),
    Scene("cartes", "peek", 3, lambda v: my_turn(v) and phase(v, "peek"), 4),
    Scene("cartes", "five", 5, lambda v: late(v, 60) and phase(v, "bid"), 5),
    Scene("cartes", "second-hand", 4, lambda v: late(v, 50) and seen(v).hand == 3, 6),
    Scene("cartes", "late", 4, last_cards, 8),
    Scene("cartes", "late-five", 5, last_cards, 9),
    Scene("cartes", "escapes", 4, lambda v: my_turn(v) and phase(v, "escapes"), 10),
    Scene("cartes", "peek-four", 4, lambda v: my_turn(v) and phase(v, "peek"), 4),
    Scene("cartes", "peek-five", 5, lambda v: my_turn(v) and phase(v, "peek"), 4),
    Scene("cartes", "escapes-five", 5, lambda v: my_turn(v) and phase(v, "escapes"), 10),
    Scene("cartes", "pirates", 2, lambda v: my_turn(v) and "pirates" in str(seen(v).offer).lower(), 12),
    Scene("cartes", "result", 4, over, 7),
    Scene("romains", "start", 4, my_turn, 1),
    Scene("romains", "throw", 4, lambda v: late(v, 60) and phase(v, "roll"), 2),
    Scene("romains", "exchange", 4, lambda v: late(v, 25) and phase(v, "call"), 3),
    Scene("romains", "jostle", 5, lambda v: late(v, 20) and phase(v, "jostle"), 4),
    Scene("romains", "six", 6, lambda v: late(v, 60) and phase(v, "roll"), 5),
    Scene("romains", "laden", 4, lambda v: my_turn(v) and seen(v).players[0].cards > 3, 7),
    Scene("romains", "result", 3, over, 6),
    Scene("compagnie", "start", 4, my_turn, 1),
    Scene("compagnie", "choosing", 4, lambda v: in_company(v, 60), 2, pick=1),
    Scene("compagnie", "two", 2, lambda v: in_company(v, 40), 3, pick=0),
    Scene("compagnie", "three", 3, lambda v: in_company(v, 50), 4),
    Scene("compagnie", "target", 4, lambda v: late(v, 30) and phase(v, "target"), 5),
    Scene("compagnie", "orient", 3, lambda v: my_turn(v) and phase(v, "orient"), 6),
    Scene("compagnie", "crowd", 4, full_camp, 8),
    Scene("compagnie", "result", 4, over, 7),
)


@dataclass(frozen=True)
class Staged:
    """A table that has been brought to its moment, and who looks at it."""

    scene: Scene
    code: str
    visitors: tuple[str, ...]
    cookie: str  # of the first seat


class House:
    """The web face on a free port of this machine."""

    def __init__(self, folder: Path) -> None:
        self.hall: Hall = open_hall(
            folder / "house.sqlite3", now=lambda: NOON, pace=0.0, work=False, durable=False
        )
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.server = Server(create_app(self.hall, rate=1000))
        self.thread = threading.Thread(target=self.server.run, args=([self.door],), daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)
        self.hall.close()

    def cookie(self, visitor: str) -> str:
        return str(signer(self.hall).dumps(visitor))

    def stage(self, scene: Scene, names: tuple[str, ...] = PEOPLE) -> Staged:
        """Play until the scene is there. Raises LookupError if the game ends before."""
        for attempt in range(40):
            seed = 100 * scene.seed + attempt
            code, people = self.deal(scene, seed, names)
            if self.play(code, people, scene, seed):
                return Staged(scene, code, people, self.cookie(people[0]))
        raise LookupError(f"{scene.game} {scene.name}: no such moment")

    def deal(self, scene: Scene, seed: int, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        people = tuple(visitors.arrive(self.hall, name).visitor.id for name in names[: scene.players])
        seats = (HumanSeat(),) * scene.players
        with patch.object(fair, "new_secret", lambda: seed.to_bytes(32)):
            code = seating.open_table(self.hall, people[0], Settings(scene.game, seats, dict(scene.options)))
        promise = looking.view(self.hall, code).fairness.commitment
        for number, person in enumerate(people):
            given = Contribution(f"{number:02x}", promise)
            seating.sit(self.hall, code, person, number, contribution=given)
        seating.start(self.hall, code, people[0])
        return code, people

    def play(self, code: str, people: tuple[str, ...], scene: Scene, seed: int) -> bool:
        game = games.load(scene.game)
        bot = bots.make("greedy", game, seed)
        for _ in range(LONGEST):
            view = looking.view(self.hall, code, people[0])
            if scene.wanted(view):
                return True
            if view.status != "playing":
                return False
            # The one who looks decides last where all decide at once.
            seat = view.waiting[-1]
            decide(self.hall, code, people[seat], bot, seat)
        return False

    def ahead(self, staged: Staged) -> tuple[Callable[[], Any], Sequence[Any]]:
        """The next decision, which is made when that is called, and what it will tell the one who looks."""
        game = games.load(staged.scene.game)
        table = self.hall.look(staged.code)
        if table.status != "playing":
            raise LookupError(f"{staged.scene.game} {staged.scene.name}: it does not happen")
        seat = looking.view(self.hall, staged.code, staged.visitors[0]).waiting[-1]
        person = staged.visitors[seat]
        seen = looking.view(self.hall, staged.code, person)
        choice = bots.make("greedy", game, table.version).choose(seen.position, seat)
        after = table.position.copy()
        game.rules.act(after, seat, choice)
        make = partial(playing.move, self.hall, staged.code, person, choice, seen=seen.version)
        return make, game.told(game.view(after, 0), seen.edition)

    def on_to(self, scene: Scene, wanted: Callable[[Sequence[Any]], bool], lead: int = 0) -> Staged:
        """The scene, played on until so many decisions before the one that brings about what is wanted."""
        tried = self.stage(scene)
        made = 0
        while True:
            make, told = self.ahead(tried)
            if wanted(told):
                break
            make()
            made += 1
        again = self.stage(scene)  # the same cards and the same decisions
        for _ in range(made - lead):
            self.ahead(again)[0]()
        return again

    def last_decision(self, staged: Staged) -> None:
        game = games.load(staged.scene.game)
        decide(self.hall, staged.code, staged.visitors[0], bots.make("greedy", game, 1), 0)


def decide(hall: Hall, code: str, person: str, bot: bots.Bot, seat: int) -> None:
    seen = looking.view(hall, code, person)
    playing.move(hall, code, person, bot.choose(seen.position, seat), seen=seen.version)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def house(folder: Path) -> Generator[House]:
    opened = House(folder)
    try:
        yield opened
    finally:
        opened.close()


def enter(context: Any, at: House, cookie: str, **preferences: str) -> None:
    """Give a browser the identity and the preferences of a visitor."""
    wishes = "&".join(f"{name}={value}" for name, value in preferences.items())
    context.add_cookies(
        [
            {"name": IDENTITY, "value": cookie, "url": at.address},
            {"name": "oppidum-look", "value": wishes, "url": at.address},
        ]
    )
