"""What a seat of `cartes` sees, in the words of the game."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Annotated, Any, Literal

from msgspec import Struct, structs

from oppidum.games.cartes import notation
from oppidum.games.cartes.rules import extra_bottles, legal
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
    POSITION,
    RANKS,
    RESOLVE,
    VALUES,
    Kind,
    Phase,
)
from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import events
from oppidum.kernel.meaning import meaning
from oppidum.kernel.once import Once
from oppidum.kernel.position import unpacking
from oppidum.kernel.seen import SeatNumber

PhaseName = Annotated[
    Literal["bid", "peek", "escapes", "over"],
    meaning(
        "What is decided now: which card to play, what becomes of the card that Idéfix has looked at, whom "
        "the pirates free; or the game is over."
    ),
]
PHASES: dict[int, PhaseName] = {
    Phase.BID: "bid",
    Phase.PEEK: "peek",
    Phase.ESCAPES: "escapes",
    Phase.OVER: "over",
}
RankId = Annotated[str, meaning("A rank of Romans, by its id in the edition.")]
Value = Annotated[int, meaning("Points for one Roman of this rank.")]
CharacterId = Annotated[str, meaning("Whom the player plays, by the id in the edition.")]
Frees = Annotated[str, meaning("Whom pirates free: highest, lowest, any, or the id of a rank.")]
Bottles = Annotated[int, meaning("Bottles on that card: of equal Gauls the one with more of them wins.")]
HandNumber = Annotated[int, meaning("Which hand, from 1.")]

# ---------------------------------------------------------------- cards


class Roman(Struct, frozen=True, tag_field="card", tag="roman"):
    """A Roman of the deck."""

    rank: RankId
    value: Value


class Pirates(Struct, frozen=True, tag_field="card", tag="pirates"):
    """Pirates, who let a Roman escape before the scoring."""

    frees: Frees


Card = Annotated[Roman | Pirates, meaning("A card of the deck.")]
Gaul = Annotated[
    int | Literal["idefix"], meaning("A card of a hand: the value of a Gaul, from 1 to 10, or the dog.")
]


class Taken(Struct, frozen=True):
    """The Romans of one rank that a player has captured in this hand."""

    rank: RankId
    value: Value
    n: Annotated[int, meaning("How many the player has.")]
    copies: Annotated[int, meaning("How many there are in the deck.")]
    bonus: Annotated[int, meaning("Points for having so many of a rank.")]
    worth: Annotated[int, meaning("What they are worth together.")]


# ---------------------------------------------------------------- choices


class Bid(seen.Choice, frozen=True, kw_only=True, tag="bid"):
    """Play a Gaul, face down."""

    value: Annotated[int, meaning("The value of the Gaul, from 1 to 10.")]
    bottles: Bottles


class Idefix(seen.Choice, frozen=True, kw_only=True, tag="idefix"):
    """Play Idéfix."""


class Keep(seen.Choice, frozen=True, kw_only=True, tag="keep"):
    """Keep the card that Idéfix has looked at."""


class Give(seen.Choice, frozen=True, kw_only=True, tag="give"):
    """Give it to somebody."""

    to: Annotated[SeatNumber, meaning("To whom.")]
    character: CharacterId


class Resolve(seen.Choice, frozen=True, kw_only=True, tag="resolve"):
    """These pirates act next."""

    frees: Frees


class Free(seen.Choice, frozen=True, kw_only=True, tag="free"):
    """The pirates who free any Roman free this one."""

    roman: Annotated[Roman, meaning("The Roman who would escape.")]


Choice = Bid | Idefix | Keep | Give | Resolve | Free

# ---------------------------------------------------------------- what happened


class Shuffled(seen.Told, frozen=True, kw_only=True, tag="cartes.shuffled"):
    """A hand begins."""

    hand: HandNumber


class DrawnCharacter(seen.Told, frozen=True, kw_only=True, tag="cartes.drawn_character"):
    """Whom a player plays."""

    seat: SeatNumber
    character: CharacterId


class Offered(seen.Told, frozen=True, kw_only=True, tag="cartes.offered"):
    """A card of the deck is on offer."""

    card: Card


class Revealed(seen.Told, frozen=True, kw_only=True, tag="cartes.revealed"):
    """What a player has played."""

    seat: SeatNumber
    gaul: Gaul
    bottles: Bottles


class Captured(seen.Told, frozen=True, kw_only=True, tag="cartes.captured"):
    """A player gets the card on offer."""

    seat: SeatNumber
    card: Card
    gaul: Annotated[int, meaning("The value of the Gaul that did it.")]


class NobodyWins(seen.Told, frozen=True, kw_only=True, tag="cartes.nobody_wins"):
    """Nobody gets the card on offer."""

    card: Card
    tie: Annotated[bool, meaning("A full tie; otherwise nobody played a Gaul.")]


class Peeks(seen.Told, frozen=True, kw_only=True, tag="cartes.peeks"):
    """A lone Idéfix looks at the next card."""

    seat: SeatNumber


class Sees(seen.Told, frozen=True, kw_only=True, tag="cartes.sees"):
    """Only the seat that looks at the next card is told which it is."""

    seat: SeatNumber
    card: Card


class Kept(seen.Told, frozen=True, kw_only=True, tag="cartes.kept"):
    """A player has kept the card that Idéfix looked at."""

    seat: SeatNumber
    card: Card


class Given(seen.Told, frozen=True, kw_only=True, tag="cartes.given"):
    """A player has given the card that Idéfix looked at to somebody."""

    seat: SeatNumber
    to: Annotated[SeatNumber, meaning("To whom.")]
    card: Card


class IdefixDiscarded(seen.Told, frozen=True, kw_only=True, tag="cartes.idefix_discarded"):
    """A player's Idéfix is out of this hand."""

    seat: SeatNumber


class DrewLast(seen.Told, frozen=True, kw_only=True, tag="cartes.drew_last"):
    """The last player in has drawn the rest."""

    seat: SeatNumber
    cards: Annotated[int, meaning("How many.")]


class Drew(seen.Told, frozen=True, kw_only=True, tag="cartes.drew"):
    """One of the cards that the last player in has drawn."""

    seat: SeatNumber
    card: Card


class Escaped(seen.Told, frozen=True, kw_only=True, tag="cartes.escaped"):
    """A Roman has escaped from a player."""

    seat: SeatNumber
    frees: Annotated[Frees, meaning("The pirates that did it, by whom they free.")]
    roman: Annotated[Roman, meaning("Who has escaped.")]


class Scored(seen.Told, frozen=True, kw_only=True, tag="cartes.scored"):
    """A hand was scored."""

    hand: HandNumber
    points: Annotated[tuple[int, ...], meaning("The points of each seat in this hand.")]


class Won(seen.Told, frozen=True, kw_only=True, tag="cartes.won"):
    """A player has won the game."""

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
    | Drew
    | Escaped
    | Scored
    | Won
)

# ---------------------------------------------------------------- the whole


class Player(Struct, frozen=True):
    """A player, with hand and captured cards."""

    seat: SeatNumber
    character: CharacterId
    gauls: Annotated[
        tuple[int, ...], meaning("Values of the Gauls in hand; of others also the card that lies face down.")
    ]
    idefix: Annotated[bool, meaning("Idéfix is in hand.")]
    bottles: Annotated[tuple[int, ...], meaning("Bottles on the Gauls of value 1 to 10.")]
    chosen: Annotated[bool, meaning("A card lies face down.")]
    bid: Annotated[Gaul | None, meaning("Which one, where the seat that looks knows it.")]
    owes: Annotated[bool, meaning("The player owes a decision.")]
    taken: Annotated[tuple[Taken, ...], meaning("Romans taken in this hand, the highest rank first.")]
    pirates: Annotated[tuple[str, ...], meaning("The pirates that the player holds, by whom they free.")]
    worth: Annotated[int, meaning("What the Romans taken in this hand are worth, as it stands.")]
    total: Annotated[int, meaning("Points of the hands scored so far.")]


class Peek(Struct, frozen=True):
    """A lone Idéfix has looked at the next card."""

    by: Annotated[SeatNumber, meaning("Whose Idéfix.")]
    card: Annotated[Card | None, meaning("Which card it is; none: not for these eyes.")]


class Seen(seen.Seen, frozen=True, kw_only=True, tag="cartes"):
    """A game of `cartes` as one seat may know it."""

    phase: PhaseName
    hand: Annotated[HandNumber, meaning("Which hand is played, from 1.")]
    hands: Annotated[int, meaning("How many are played.")]
    offer: Annotated[Card | None, meaning("The card on offer.")]
    place: Annotated[int, meaning("Which card of the deck that is, from 0.")]
    left: Annotated[int, meaning("Cards in the deck below it.")]
    peek: Annotated[Peek | None, meaning("The look of a lone Idéfix at the next card.")]
    players: Annotated[tuple[Player, ...], meaning("The players, by their seats.")]
    sheet: Annotated[
        tuple[tuple[int, ...], ...], meaning("For each hand scored so far the points of each seat.")
    ]
    choices: Annotated[tuple[Choice, ...], meaning("What the seat that looks may decide now.")]


# ---------------------------------------------------------------- reading

DOWNWARDS = range(RANKS - 1, -1, -1)
unpack = unpacking(POSITION)


def read(view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
    """Before anybody has chosen, all at a table know the same: then what does not depend on whose eyes these
    are is read once for all of them."""
    follows_from = (edition.sha256, first, bytes(view.data))
    found = tables_seen.get(follows_from)
    s, same_for_all = found or tables_seen.put(follows_from, table(unpack(view), edition, first))
    return structs.replace(
        same_for_all,
        peek=peek(s, edition.data, seat, first, open_cards) if s.phase == Phase.PEEK else None,
        choices=choices(view, s, edition, seat, first),
    )


tables_seen = Once[tuple[SimpleNamespace, Seen]](400)


def table(s: SimpleNamespace, edition: Edition, first: int) -> tuple[SimpleNamespace, Seen]:
    """As it looks to somebody who has nothing to decide."""
    totals = list(map(sum, zip(*s.sheet, strict=True)))
    same_for_all = Seen(
        phase=PHASES[s.phase],
        hand=min(s.hand_number + 1, s.hands_to_play),
        hands=s.hands_to_play,
        offer=card(s, edition.data, s.deck[s.offered]) if s.phase in (Phase.BID, Phase.PEEK) else None,
        place=s.offered,
        left=0 if s.phase == Phase.OVER else max(0, DECK - 1 - s.offered),
        peek=None,
        players=tuple([player(s, edition, other, first, totals[other]) for other in range(s.players)]),
        sheet=tuple([tuple(s.sheet[hand][: s.players]) for hand in range(s.hand_number)]),
        choices=(),
    )
    return s, same_for_all


def card(s: SimpleNamespace, box: Any, kind: int) -> Card | None:
    """A card of the deck; none if it is hidden."""
    if kind < 0:
        return None
    return roman(s, box, kind) if kind < RANKS else Pirates(frees(box, kind - RANKS))


def roman(s: SimpleNamespace, box: Any, rank: int) -> Roman:
    return Roman(box["roman"][rank]["id"], s.worth[rank])


def bottles(s: SimpleNamespace, seat: int, value: int) -> int:
    """On one of the ten Gauls of a seat, the lowest being 0."""
    return 1 + extra_bottles(s.bottles[s.character[seat]], value)


# What there is little of, and all boards show again and again, is made once.


@lru_cache(maxsize=100)
def all_bottles(packed: int) -> tuple[int, ...]:
    """On the ten Gauls of a character, the lowest first."""
    return tuple(1 + extra_bottles(packed, value) for value in range(VALUES))


@lru_cache(maxsize=1 << (VALUES + 1))
def values(gauls: int) -> tuple[int, ...]:
    """Of the Gauls in a hand."""
    return tuple(value + 1 for value in range(VALUES) if (gauls >> value) & 1)


@lru_cache(maxsize=1000)
def group(rank: str, value: int, n: int, copies: int, bonus: int) -> Taken:
    return Taken(rank=rank, value=value, n=n, copies=copies, bonus=bonus, worth=n * value + bonus)


def gaul(number: int) -> Gaul:
    return "idefix" if number == IDEFIX else number + 1


def frees(box: Any, pirate: int) -> str:
    return box["pirate"][pirate]["frees"]


def peek(s: SimpleNamespace, box: Any, seat: int, first: int, open_cards: bool) -> Peek:
    mine = open_cards or s.peeker == seat
    return Peek(s.peeker + first, card(s, box, s.deck[s.offered + 1]) if mine else None)


players_seen = Once[Player](20_000)


def player(s: SimpleNamespace, edition: Edition, seat: int, first: int, total: int) -> Player:
    """The same panel is seen by all at a table, and often for a while. What cards are worth, and how many of
    them there are, follows from the edition."""
    bid = s.bids[seat] if s.phase == Phase.BID else NO_BID
    owing = owes(s, seat)
    follows_from = (
        edition.sha256,
        seat,
        first,
        s.character[seat],
        s.gauls[seat],
        s.bottles[s.character[seat]],
        bid,
        owing,
        s.captured[seat],
        s.holder,
        total,
    )
    found = players_seen.get(follows_from)
    if found is None:
        found = players_seen.put(follows_from, new_player(s, edition.data, seat, first, bid, owing, total))
    return found


def new_player(
    s: SimpleNamespace, box: Any, seat: int, first: int, bid: int, owing: bool, total: int
) -> Player:
    gauls = s.gauls[seat]
    captured, romans = s.captured[seat], box["roman"]
    taken = tuple(
        [
            group(romans[rank]["id"], s.worth[rank], n, s.copies[rank], s.bonus[n])
            for rank in DOWNWARDS
            if (n := captured[rank])
        ]
    )
    return Player(
        seat=seat + first,
        character=box["gaul"][s.character[seat]]["id"],
        gauls=values(gauls),
        idefix=bool((gauls >> IDEFIX) & 1),
        bottles=all_bottles(s.bottles[s.character[seat]]),
        chosen=bid != NO_BID,
        bid=gaul(bid) if bid not in (NO_BID, HIDDEN_BID) else None,
        owes=owing,
        taken=taken,
        pirates=tuple([frees(box, pirate) for pirate in range(PIRATES) if s.holder[pirate] == seat]),
        worth=sum([each.worth for each in taken]),
        total=total,
    )


def owes(s: SimpleNamespace, seat: int) -> bool:
    if s.phase == Phase.PEEK:
        return s.peeker == seat
    return s.phase != Phase.OVER and bool((s.owing >> seat) & 1)


# ---------------------------------------------------------------- choices


choices_seen = Once[tuple[Choice, ...]](5_000)


def choices(view: Any, s: SimpleNamespace, edition: Edition, seat: int, first: int) -> tuple[Choice, ...]:
    if seat < 0 or not owes(s, seat):
        return ()
    mask = seen.open_mask(legal, view, seat, ACTIONS)
    follows_from = (edition.sha256, mask, s.character, seat, first)
    found = choices_seen.get(follows_from)
    if found is None:
        box, actions = edition.data, seen.actions_in(mask)
        made = tuple([choice_of(s, box, seat, action, first) for action in actions])
        found = choices_seen.put(follows_from, made)
    return found


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
        case Kind.DREW:
            return Drew(seat=seat, card=known(b))
        case Kind.ESCAPED:
            return Escaped(seat=seat, frees=frees(box, b), roman=roman(s, box, c))
        case Kind.SCORED:
            return Scored(hand=a + 1, points=tuple(s.sheet[a][: s.players]))
        case Kind.WON:
            return Won(seat=seat)
