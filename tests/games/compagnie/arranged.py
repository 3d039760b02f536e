"""A table of `compagnie` laid out by hand, for tests: cards by their ids, seats and albums from 1.

t = table(2, hands={1: "asterix idefix", 2: "caius-bonus"})   # seat 1 begins; Gauls on its left, album 1
t.put("caius-bonus", 1, "roman")                              # already there
t.play(1, "play asterix left", "target caius-bonus")
assert t.totals(1) == (6, 0)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oppidum.games import load
from oppidum.games.compagnie.knowledge import knows
from oppidum.games.compagnie.notation import card_names, name_album
from oppidum.games.compagnie.state import CARDS, DISCARD, PILE, TABLE, ZONES, Camp, Mark, Phase
from oppidum.games.compagnie.strength import note_hero, strength_in
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event, events
from oppidum.kernel.fair import seed_key

GAME = load("compagnie")
EXAMPLE = Path(__file__).parents[3] / "docs" / "editions" / "compagnie-example.toml"
BONUSES = ("potion", "fish", "boar")


def example() -> Edition:
    return GAME.load_edition(str(EXAMPLE))


class Table:
    def __init__(self, s: Any) -> None:
        self.s = s
        self.names = card_names(s.edition)

    # ------------------------------------------------------------ laying out

    def card(self, name: str) -> int:
        """The card of this name; of several copies the first that still is in the pile."""
        if name in self.names:
            return self.names.index(name)
        copies = [i for i, known in enumerate(self.names) if known.partition(".")[0] == name]
        assert copies, f"no card {name}"
        return next((card for card in copies if self.s.zone[card] == PILE), copies[0])

    def chain(self, zone: int) -> list[int]:
        found: list[int] = []
        card = self.s.head[min(zone, TABLE)]
        while card >= 0:
            found.append(card)
            card = self.s.after[card]
        return found

    def link(self, zone: int, cards: list[int]) -> None:
        s = self.s
        s.held[zone] = len(cards)
        s.head[zone] = cards[0] if cards else -1
        for card, following in zip(cards, [*cards[1:], -1], strict=False):
            s.after[card] = following

    def shift(self, card: int, zone: int, known: int) -> None:
        """Take a card from where it is and put it on top of a zone."""
        s = self.s
        chain = min(int(s.zone[card]), TABLE)
        self.link(chain, [other for other in self.chain(chain) if other != card])
        self.link(min(zone, TABLE), [card, *self.chain(zone)])
        s.zone[card] = zone
        s.known[card] = known

    def swap(self, one: int, other: int) -> None:
        """Exchange the places of two cards."""
        s = self.s
        trade = {one: other, other: one}
        zones = {min(int(s.zone[one]), TABLE), min(int(s.zone[other]), TABLE)}
        chains = {zone: [trade.get(card, card) for card in self.chain(zone)] for zone in zones}
        for zone, cards in chains.items():
            self.link(zone, cards)
        s.zone[one], s.zone[other] = s.zone[other], s.zone[one]
        s.known[one], s.known[other] = s.known[other], s.known[one]

    def give(self, seat: int, names: str) -> None:
        for name in names.split():
            self.shift(self.card(name), seat - 1, 1 << (seat - 1))

    def put(
        self,
        name: str,
        album: int,
        camp: str,
        *,
        ko: bool = False,
        potion: bool = False,
        owner: int | None = None,
        placed: bool = True,
    ) -> str:
        """Lay a character before an album, newest last."""
        s = self.s
        card = self.card(name)
        side = Camp[camp.upper()]
        gaul = s.gaul_seat[album - 1]
        seat = gaul if side == Camp.GAUL else (album - 1) + album % s.players - gaul
        self.shift(card, TABLE + 2 * (album - 1) + side, 31)
        holder = seat if owner is None else owner - 1
        s.mark[card] = ko * Mark.KO + potion * Mark.POTION + placed * Mark.PLACED + (holder << 3)
        if potion:
            s.reserve[0] -= 1
        self.count()
        return self.names[card]

    def count(self) -> None:
        self.s.total[:] = 0
        self.s.heroes[:] = 0
        for card in self.chain(TABLE):
            place = self.s.zone[card] - TABLE
            if not self.s.mark[card] & Mark.KO:
                self.s.total[place >> 1, place & 1] += int(strength_in(self.s, card, place >> 1))
                note_hero(self.s, card)

    def stack(self, names: str) -> None:
        """Put cards on top of the pile, the first named on top."""
        for name in reversed(names.split()):
            self.shift(self.card(name), PILE, 0)

    def throw(self, names: str) -> None:
        for name in names.split():
            self.shift(self.card(name), DISCARD, 31)

    def throw_pile(self, keep: int = 0) -> None:
        for card in self.chain(PILE)[keep:]:
            self.shift(card, DISCARD, 31)

    def bonuses(self, seat: int, *counts: int) -> None:
        for bonus, n in enumerate(counts):
            self.s.reserve[bonus] += self.s.bonus[seat - 1, bonus] - n
            self.s.bonus[seat - 1, bonus] = n

    def purse(self, seat: int, albums: int = 0, legionaries: int = 0, centurions: int = 0) -> None:
        self.s.album_points[seat - 1] = 15 * albums
        self.s.helmet[seat - 1] = (legionaries, centurions)

    def next_album(self, name: str) -> None:
        """Put an album on top of the album pile."""
        s = self.s
        names = [name_album(s, album) for album in s.library[: s.shelf]]
        at = names.index(name)
        s.library[at], s.library[s.shelf - 1] = s.library[s.shelf - 1], s.library[at]

    def lay(self, album: int, name: str) -> None:
        """Have an album in play from the start, with its standing rules."""
        from oppidum.games.compagnie.albums import lay_album

        s = self.s
        names = [name_album(s, i) for i in range(s.albums)]
        lay_album(s, album - 1, names.index(name))

    # ------------------------------------------------------------ doing

    def play(self, seat: int, *words: str) -> list[Event]:
        """Some decisions in a row; what the last one brought about."""
        for text in words:
            assert seat - 1 in GAME.waiting(self.s), f"seat {seat} is not asked before {text!r}: {self.asked}"
            GAME.act(self.s, seat - 1, GAME.notation.read(self.s, seat - 1, text))
        return events(self.s)

    # ------------------------------------------------------------ looking

    @property
    def asked(self) -> int:
        """The seat that owes a decision; 0 once the game is over."""
        waiting = GAME.waiting(self.s)
        return waiting[0] + 1 if waiting else 0

    @property
    def phase(self) -> Phase:
        return Phase(self.s.phase)

    def legal(self, seat: int | None = None) -> list[str]:
        at = (seat or self.asked) - 1
        return [GAME.notation.write(self.s, at, action) for action in GAME.legal(self.s, at)]

    def totals(self, album: int) -> tuple[int, int]:
        return self.s.total[album - 1, 0], self.s.total[album - 1, 1]

    def hand(self, seat: int) -> list[str]:
        return sorted(self.names[card] for card in self.chain(seat - 1))

    def discard(self) -> list[str]:
        return sorted(self.names[card] for card in self.chain(DISCARD))

    def camp(self, album: int, camp: str) -> list[str]:
        zone = TABLE + 2 * (album - 1) + Camp[camp.upper()]
        return sorted(self.names[card] for card in self.chain(TABLE) if self.s.zone[card] == zone)

    def is_ko(self, name: str) -> bool:
        return bool(self.s.mark[self.names.index(name)] & Mark.KO)

    def has_potion(self, name: str) -> bool:
        return bool(self.s.mark[self.names.index(name)] & Mark.POTION)

    def holds(self, seat: int) -> tuple[int, ...]:
        """Potions, fish, boars."""
        return tuple(int(n) for n in self.s.bonus[seat - 1])

    def helmets(self, seat: int) -> tuple[int, ...]:
        """Legionaries', centurions'."""
        return tuple(int(n) for n in self.s.helmet[seat - 1])

    def sesterces(self, seat: int) -> int:
        return GAME.standing(self.s).points[seat - 1]

    def knows(self, seat: int, name: str) -> bool:
        view = GAME.view(self.s, seat - 1)
        return bool(knows(view, seat - 1, self.names.index(name)))

    def album(self, number: int) -> str:
        return name_album(self.s, self.s.contested[number - 1])


def table(
    players: int = 2,
    hands: Mapping[int, str] | None = None,
    turn: int = 1,
    edition: Edition | None = None,
    **options: str,
) -> Table:
    """A game that has just been dealt, with these hands instead (others empty) and this seat's turn."""
    s = GAME.deal(players, seed_key("table", players), options, edition)
    t = Table(s)
    for zone in range(ZONES):
        t.link(zone, [])
    for card in range(CARDS):
        s.after[card] = -1
    for card in range(s.cards):
        s.zone[card] = PILE
        s.known[card] = 0
        s.mark[card] = 0
    t.link(PILE, list(range(s.cards)))
    for seat, names in (hands or {}).items():
        t.give(seat, names)
    s.turn = s.actor = turn - 1
    return t
