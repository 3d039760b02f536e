"""What a seat of `cartes` sees, in the words of the game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

from msgspec import Struct

from oppidum.games.cartes import notation
from oppidum.games.cartes.rules import legal
from oppidum.games.cartes.state import (
    ACTIONS,
    BID,
    DECK,
    FREE,
    GIVE,
    HIDDEN_BID,
    IDEFIX,
    KEEP,
    NO_BID,
    PIRATES,
    RANKS,
    RESOLVE,
    VALUES,
    Kind,
    Phase,
)
from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import events
from oppidum.kernel.position import unpack
from oppidum.kernel.seen import SeatNumber

PhaseName = Literal["bid", "peek", "escapes", "over"]
PHASES: dict[int, PhaseName] = {
    Phase.BID: "bid",
    Phase.PEEK: "peek",
    Phase.ESCAPES: "escapes",
    Phase.OVER: "over",
}

# ---------------------------------------------------------------- cards


class Roman(Struct, frozen=True, tag_field="card", tag="roman"):
    """A Roman of the deck."""

    rank: str  # its id in the edition
    value: int


class Pirates(Struct, frozen=True, tag_field="card", tag="pirates"):
    """Pirates, who let a Roman escape before the scoring."""

    frees: str  # highest, lowest, any, or the id of a rank


Card = Roman | Pirates
Gaul = int | Literal["idefix"]  # a card of a hand: the value of a Gaul, or the dog


class Taken(Struct, frozen=True):
    """The Romans of one rank that a player has captured in this hand."""

    rank: str
    value: int
    n: int
    copies: int  # of this rank in the deck
    bonus: int  # for so many of a rank
    worth: int  # together


# ---------------------------------------------------------------- choices


class Bid(seen.Choice, frozen=True, kw_only=True, tag="bid"):
    """Play a Gaul, face down."""

    value: int
    bottles: int  # on that card


class Idefix(seen.Choice, frozen=True, kw_only=True, tag="idefix"):
    """Play Idéfix."""


class Keep(seen.Choice, frozen=True, kw_only=True, tag="keep"):
    """Keep the card that Idéfix has looked at."""


class Give(seen.Choice, frozen=True, kw_only=True, tag="give"):
    """Give it to somebody."""

    to: SeatNumber
    character: str  # whom that seat plays


class Resolve(seen.Choice, frozen=True, kw_only=True, tag="resolve"):
    """These pirates act next."""

    frees: str


class Free(seen.Choice, frozen=True, kw_only=True, tag="free"):
    """The pirates who free any Roman free this one."""

    roman: Roman


Choice = Bid | Idefix | Keep | Give | Resolve | Free

# ---------------------------------------------------------------- what happened


class Shuffled(seen.Told, frozen=True, kw_only=True, tag="cartes.shuffled"):
    """A hand begins."""

    hand: int


class DrawnCharacter(seen.Told, frozen=True, kw_only=True, tag="cartes.drawn_character"):
    seat: SeatNumber
    character: str


class Offered(seen.Told, frozen=True, kw_only=True, tag="cartes.offered"):
    card: Card


class Revealed(seen.Told, frozen=True, kw_only=True, tag="cartes.revealed"):
    seat: SeatNumber
    gaul: Gaul
    bottles: int  # on that card


class Captured(seen.Told, frozen=True, kw_only=True, tag="cartes.captured"):
    seat: SeatNumber
    card: Card
    gaul: int  # the value that did it


class NobodyWins(seen.Told, frozen=True, kw_only=True, tag="cartes.nobody_wins"):
    card: Card
    tie: bool  # a full tie; otherwise nobody played a Gaul


class Peeks(seen.Told, frozen=True, kw_only=True, tag="cartes.peeks"):
    seat: SeatNumber


class Sees(seen.Told, frozen=True, kw_only=True, tag="cartes.sees"):
    """Only the seat that looks at the next card is told which it is."""

    seat: SeatNumber
    card: Card


class Kept(seen.Told, frozen=True, kw_only=True, tag="cartes.kept"):
    seat: SeatNumber
    card: Card


class Given(seen.Told, frozen=True, kw_only=True, tag="cartes.given"):
    seat: SeatNumber
    to: SeatNumber
    card: Card


class IdefixDiscarded(seen.Told, frozen=True, kw_only=True, tag="cartes.idefix_discarded"):
    seat: SeatNumber


class DrewLast(seen.Told, frozen=True, kw_only=True, tag="cartes.drew_last"):
    """The last player in has drawn the rest."""

    seat: SeatNumber
    cards: int


class Escaped(seen.Told, frozen=True, kw_only=True, tag="cartes.escaped"):
    seat: SeatNumber
    frees: str  # the pirates that did it
    roman: Roman


class Scored(seen.Told, frozen=True, kw_only=True, tag="cartes.scored"):
    hand: int
    points: tuple[int, ...]


class Won(seen.Told, frozen=True, kw_only=True, tag="cartes.won"):
    seat: SeatNumber


Told = (
    Shuffled
    | DrawnCharacter
    | Offered
    | Revealed
    | Captured
    | NobodyWins
    | Peeks
    | Sees
    | Kept
    | Given
    | IdefixDiscarded
    | DrewLast
    | Escaped
    | Scored
    | Won
)

# ---------------------------------------------------------------- the whole


class Player(Struct, frozen=True):
    seat: SeatNumber
    character: str
    gauls: tuple[int, ...]  # values in hand; of others also the card that lies face down
    idefix: bool  # in hand
    bottles: tuple[int, ...]  # on the Gauls of value 1 to 10
    chosen: bool  # a card lies face down
    bid: Gaul | None  # which, where the seat that looks knows it
    owes: bool  # a decision
    taken: tuple[Taken, ...]  # in this hand, the highest rank first
    pirates: tuple[str, ...]  # whom the pirates free that the player holds
    worth: int  # of the Romans taken in this hand, as it stands
    total: int  # of the hands scored so far


class Peek(Struct, frozen=True):
    """A lone Idéfix has looked at the next card."""

    by: SeatNumber
    card: Card | None  # none: not for these eyes


class Seen(seen.Seen, frozen=True, kw_only=True, tag="cartes"):
    phase: PhaseName
    hand: int  # which one is played, from 1
    hands: int
    offer: Card | None  # the card on offer
    place: int  # which card of the deck that is, from 0
    left: int  # cards in the deck below it
    peek: Peek | None
    players: tuple[Player, ...]
    sheet: tuple[tuple[int, ...], ...]  # for each hand scored so far the points of each seat
    choices: tuple[Choice, ...]


# ---------------------------------------------------------------- reading


def read(view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
    s, box = unpack(view), edition.data
    over = s.phase == Phase.OVER
    return Seen(
        phase=PHASES[s.phase],
        hand=min(s.hand_number + 1, s.hands_to_play),
        hands=s.hands_to_play,
        offer=card(s, box, s.deck[s.offered]) if s.phase in (Phase.BID, Phase.PEEK) else None,
        place=s.offered,
        left=0 if over else max(0, DECK - 1 - s.offered),
        peek=peek(s, box, seat, first, open_cards) if s.phase == Phase.PEEK else None,
        players=tuple(player(s, box, other, first) for other in range(s.players)),
        sheet=tuple(tuple(s.sheet[hand][: s.players]) for hand in range(s.hand_number)),
        choices=choices(view, s, box, seat, first),
    )


def card(s: SimpleNamespace, box: Any, kind: int) -> Card | None:
    """A card of the deck; none if it is hidden."""
    if kind < 0:
        return None
    return roman(s, box, kind) if kind < RANKS else Pirates(frees(box, kind - RANKS))


def roman(s: SimpleNamespace, box: Any, rank: int) -> Roman:
    return Roman(box["roman"][rank]["id"], s.worth[rank])


def bottles(s: SimpleNamespace, seat: int, value: int) -> int:
    """On one of the ten Gauls of a seat, the lowest being 0."""
    return 1 + ((s.bottles[s.character[seat]] >> (2 * value)) & 3)


def gaul(number: int) -> Gaul:
    return "idefix" if number == IDEFIX else number + 1


def frees(box: Any, pirate: int) -> str:
    return box["pirate"][pirate]["frees"]


def peek(s: SimpleNamespace, box: Any, seat: int, first: int, open_cards: bool) -> Peek:
    mine = open_cards or s.peeker == seat
    return Peek(s.peeker + first, card(s, box, s.deck[s.offered + 1]) if mine else None)


def player(s: SimpleNamespace, box: Any, seat: int, first: int) -> Player:
    gauls, bid = s.gauls[seat], s.bids[seat]
    taken = tuple(
        Taken(
            rank=box["roman"][rank]["id"],
            value=s.worth[rank],
            n=n,
            copies=s.copies[rank],
            bonus=s.bonus[n],
            worth=n * s.worth[rank] + s.bonus[n],
        )
        for rank in range(RANKS - 1, -1, -1)
        if (n := s.captured[seat][rank])
    )
    bidding = s.phase == Phase.BID and bid != NO_BID
    return Player(
        seat=seat + first,
        character=box["gaul"][s.character[seat]]["id"],
        gauls=tuple(value + 1 for value in range(VALUES) if (gauls >> value) & 1),
        idefix=bool((gauls >> IDEFIX) & 1),
        bottles=tuple(bottles(s, seat, value) for value in range(VALUES)),
        chosen=bidding,
        bid=gaul(bid) if bidding and bid != HIDDEN_BID else None,
        owes=owes(s, seat),
        taken=taken,
        pirates=tuple(frees(box, pirate) for pirate in range(PIRATES) if s.holder[pirate] == seat),
        worth=sum(group.worth for group in taken),
        total=sum(row[seat] for row in s.sheet),
    )


def owes(s: SimpleNamespace, seat: int) -> bool:
    if s.phase == Phase.PEEK:
        return s.peeker == seat
    return s.phase != Phase.OVER and bool((s.owing >> seat) & 1)


# ---------------------------------------------------------------- choices


def choices(view: Any, s: SimpleNamespace, box: Any, seat: int, first: int) -> tuple[Choice, ...]:
    if seat < 0 or not owes(s, seat):
        return ()
    actions = seen.open_actions(legal, view, seat, ACTIONS)
    return tuple(choice_of(s, box, seat, action, first) for action in actions)


def choice(view: Any, seat: int, action: int, edition: Edition, first: int = 0) -> Choice:
    return choice_of(unpack(view), edition.data, seat, action, first)


def choice_of(s: SimpleNamespace, box: Any, seat: int, action: int, first: int) -> Choice:
    move = notation.write(s, seat, action)
    if action == IDEFIX:
        return Idefix(move=move)
    if action < IDEFIX:
        value = action - BID
        return Bid(move=move, value=value + 1, bottles=bottles(s, seat, value))
    if action == KEEP:
        return Keep(move=move)
    if action < RESOLVE:
        to = action - GIVE
        return Give(move=move, to=to + first, character=box["gaul"][s.character[to]]["id"])
    if action < FREE:
        return Resolve(move=move, frees=frees(box, action - RESOLVE))
    return Free(move=move, roman=roman(s, box, action - FREE))


# ---------------------------------------------------------------- what happened


def told(view: Any, edition: Edition, first: int = 0) -> list[Told]:
    happened = events(view)
    if not happened:
        return []
    s, box = unpack(view), edition.data
    return [event_of(s, box, e.kind, e.a, e.b, e.c, first) for e in happened]


def event_of(s: SimpleNamespace, box: Any, kind: int, a: int, b: int, c: int, first: int) -> Told:
    def known(number: int) -> Card:
        found = card(s, box, number)
        assert found is not None
        return found

    seat = a + first
    match Kind(kind):
        case Kind.SHUFFLED:
            return Shuffled(hand=a + 1)
        case Kind.DRAWN_CHARACTER:
            return DrawnCharacter(seat=seat, character=box["gaul"][b]["id"])
        case Kind.OFFERED:
            return Offered(card=known(a))
        case Kind.REVEALED:
            return Revealed(seat=seat, gaul=gaul(b), bottles=0 if b == IDEFIX else bottles(s, a, b))
        case Kind.CAPTURED:
            return Captured(seat=seat, card=known(b), gaul=c + 1)
        case Kind.NOBODY_WINS:
            return NobodyWins(card=known(a), tie=bool(b))
        case Kind.PEEKS:
            return Peeks(seat=seat)
        case Kind.SEES:
            return Sees(seat=seat, card=known(b))
        case Kind.KEPT:
            return Kept(seat=seat, card=known(b))
        case Kind.GIVEN:
            return Given(seat=seat, to=b + first, card=known(c))
        case Kind.IDEFIX_DISCARDED:
            return IdefixDiscarded(seat=seat)
        case Kind.DREW_LAST:
            return DrewLast(seat=seat, cards=b)
        case Kind.ESCAPED:
            return Escaped(seat=seat, frees=frees(box, b), roman=roman(s, box, c))
        case Kind.SCORED:
            return Scored(hand=a + 1, points=tuple(s.sheet[a][: s.players]))
        case Kind.WON:
            return Won(seat=seat)
