"""What happens at the table of `cartes`, act by act: suspense, reveal, consequence, account.

Cards lie face down, turn over, the winner lights up, and the Roman goes to its owner. At the end of a hand
the last player's free cards arrive, pirates free their Romans one by one, sets count, and the score sheet
adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from oppidum.faces.scene import Act, Moment, Scene
from oppidum.games.cartes.seen import (
    Captured,
    Card,
    Drew,
    Escaped,
    Given,
    Kept,
    NobodyWins,
    Player,
    Revealed,
    Roman,
    Scored,
    Seen,
    Taken,
    Told,
)
from oppidum.kernel.editions import Edition

BACKS, TURNED, ONE_TURNED, WON, FLOWN = 0.7, 1.4, 0.75, 1.5, 0.9  # seconds, at the normal pace
FOUND, DRAWN, FREED, COUNTED, SUMMED = 1.2, 0.7, 1.3, 1.6, 6.0
BRISK = 4  # drawn cards from which on they come faster


@dataclass(frozen=True)
class Felt:
    """What lies in the middle during an act."""

    played: Mapping[int, Revealed] = field(default_factory=dict[int, Revealed])  # face up, by seat
    down: frozenset[int] = frozenset()  # whose card still lies face down
    winner: int | None = None  # lit up
    freed: Roman | None = None  # who is escaping
    by: str = ""  # the pirates that do it, by whom they free
    seat: int | None = None  # to whom it happens
    counting: bool = False
    sheet: Sequence[Sequence[int]] = ()  # of the account, the last line being the newest


def acts(scene: Scene, before: Seen, moment: Moment) -> list[Act]:
    told: Sequence[Told] = moment.told
    table = Table(scene, before)
    revealed = [e for e in told if isinstance(e, Revealed)]
    if revealed:
        table.reveal(revealed)
    for number, e in enumerate(told):
        table.told = [*told[: number + 1]]
        match e:
            case Captured():
                table.capture(e)
            case NobodyWins():
                table.nobody()
            case Kept(seat=seat, card=card) | Given(to=seat, card=card):
                table.found(seat, card)
            case Drew():
                table.draw(e, sum(isinstance(other, Drew) for other in told))
            case Escaped():
                table.escape(e)
            case Scored():
                table.score(e)
            case _:
                pass
    return table.acts


class Table:
    """The table as it lies while a decision is told, and the acts in which that is done."""

    def __init__(self, scene: Scene, before: Seen) -> None:
        self.scene = scene
        self.acts: list[Act] = []
        self.before = before
        self.seen = replace(before, choices=())
        self.told: Sequence[Told] = ()
        self.felt = Felt()

    def show(self, name: str, seconds: float, sound: str = "", waits: bool = False) -> None:
        act = Act(name, self.seen, tuple(self.told), seconds, sound, waits, self.felt)
        self.acts.append(act)

    def reveal(self, revealed: Sequence[Revealed]) -> None:
        """Everybody's card lies there; then they turn over, together or one by one."""
        everybody = frozenset(e.seat for e in revealed)
        for e in revealed:
            self.change(e.seat, lambda player, e=e: choosing(player, e, e.seat == self.scene.seat))
        self.felt = Felt(down=everybody)
        self.show("backs", BACKS, "card")
        steps = [revealed[: i + 1] for i in range(len(revealed))] if self.scene.one_by_one else [revealed]
        for up in steps:
            self.told = list(up)
            played = {e.seat: e for e in up}
            self.felt = Felt(played=played, down=everybody - played.keys())
            self.show("turned", TURNED if up is steps[-1] else ONE_TURNED, "reveal")

    def capture(self, e: Captured) -> None:
        """The winner lights up, and the card goes to them."""
        self.felt = Felt(played=self.felt.played, winner=e.seat)
        self.show("won", WON, "card")
        self.give(e.seat, e.card)
        self.show("flown", FLOWN)
        self.change(self.scene.seat, lambda player: settled(player, e))

    def nobody(self) -> None:
        self.felt = Felt(played=self.felt.played)
        self.show("nobody", WON, "hit")
        self.change(self.scene.seat, lambda player: settled(player, None))

    def found(self, seat: int, card: Card) -> None:
        """The card that the dog has looked at is turned up, and goes to its owner."""
        self.seen = replace(self.seen, phase="bid", peek=None, offer=card, place=self.before.place + 1)
        self.felt = Felt(seat=seat)
        self.show("found", FOUND, "reveal")
        self.give(seat, card)
        self.show("flown", FLOWN, "card")

    def draw(self, e: Drew, cards: int) -> None:
        """A free card of the last player in."""
        seconds = DRAWN if cards < BRISK else DRAWN / 2
        self.felt = Felt(seat=e.seat)
        self.seen = replace(
            self.seen, offer=e.card, place=self.seen.place + 1, left=max(0, self.seen.left - 1)
        )
        self.show("drawn", seconds, "card")
        self.give(e.seat, e.card)

    def escape(self, e: Escaped) -> None:
        """Pirates let somebody go."""
        self.seen = replace(self.seen, phase="escapes", offer=None)
        self.felt = Felt(freed=e.roman, by=e.frees, seat=e.seat)
        self.change(e.seat, lambda player: freed(self.scene.edition, player, e))
        self.show("freed", FREED, "hit")

    def score(self, e: Scored) -> None:
        """Sets count, and the columns add up."""
        self.seen = replace(self.seen, phase="escapes", offer=None, peek=None)
        self.felt = Felt(counting=True, sheet=[*self.before.sheet])
        self.show("counted", COUNTED, "coins")
        for player in self.seen.players:
            total = player.total + e.points[player.seat]
            self.change(player.seat, lambda player, total=total: replace(player, total=total, worth=0))
        self.felt = Felt(sheet=[*self.before.sheet, e.points])
        self.show("summed", SUMMED, "coins", waits=True)

    def give(self, seat: int, card: Card) -> None:
        self.seen = replace(self.seen, offer=None)
        self.change(seat, lambda player: taking(self.scene.edition, player, card))

    def change(self, seat: int, how: Callable[[Player], Player]) -> None:
        players = tuple(how(player) if player.seat == seat else player for player in self.seen.players)
        self.seen = replace(self.seen, players=players)


def choosing(player: Player, e: Revealed, own: bool) -> Player:
    """A card of that player lies face down; which one, only who has laid it there knows."""
    if not own:
        return replace(player, chosen=True)
    held = tuple(value for value in player.gauls if value != e.gaul)
    return replace(player, chosen=True, bid=e.gaul, gauls=held, idefix=player.idefix and e.gaul != "idefix")


def settled(player: Player, e: Captured | None) -> Player:
    """What has become of the card that one has played: a Roman costs the winner theirs, pirates everybody
    else; otherwise it is in the hand again."""
    bid = player.bid
    if isinstance(bid, int) and (e is None or isinstance(e.card, Roman) == (e.seat != player.seat)):
        return replace(player, bid=None, gauls=tuple(sorted((*player.gauls, bid))))
    return replace(player, bid=None)


def taking(edition: Edition, player: Player, card: Card) -> Player:
    """A player with one more capture."""
    if not isinstance(card, Roman):
        return replace(player, pirates=(*player.pirates, card.frees))
    return with_romans(edition, player, card.rank, +1)


def freed(edition: Edition, player: Player, e: Escaped) -> Player:
    """A player whose pirates have let somebody go, and are gone themselves."""
    pirates = list(player.pirates)
    if e.frees in pirates:
        pirates.remove(e.frees)
    return with_romans(edition, replace(player, pirates=tuple(pirates)), e.roman.rank, -1)


def with_romans(edition: Edition, player: Player, rank: str, more: int) -> Player:
    counts = {group.rank: group.n for group in player.taken}
    counts[rank] = counts.get(rank, 0) + more
    romans = reversed(edition.data["roman"])  # the highest rank first
    taken = tuple(group(edition, roman, counts[roman["id"]]) for roman in romans if counts.get(roman["id"]))
    return replace(player, taken=taken, worth=sum(each.worth for each in taken))


def group(edition: Edition, roman: Mapping[str, Any], n: int) -> Taken:
    """So many Romans of a rank, and what they count."""
    scoring = edition.data["scoring"]
    bonus = (0, 0, scoring["pair"], scoring["three"], scoring["four"])[n]
    value = roman["value"]
    return Taken(
        rank=roman["id"], value=value, n=n, copies=roman["copies"], bonus=bonus, worth=n * value + bonus
    )
