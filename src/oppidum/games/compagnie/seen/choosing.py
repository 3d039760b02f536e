"""What a seat of `compagnie` may choose, and what it would bring about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, Literal

from msgspec import Struct

from oppidum.games.compagnie import notation
from oppidum.games.compagnie.foresight import Outcome, foresee
from oppidum.games.compagnie.power_language import verb_of
from oppidum.games.compagnie.rules import legal
from oppidum.games.compagnie.seen.reader import Reader
from oppidum.games.compagnie.seen.things import (
    BONUSES,
    CAMPS,
    SIDES,
    VERBS,
    AlbumId,
    BonusName,
    CampName,
    CardName,
    CharacterId,
    Place,
    SideName,
    VerbName,
)
from oppidum.games.compagnie.state import (
    ACTIONS,
    ALBUM,
    BONUS,
    CARD,
    DECLINE,
    DROP,
    EITHER,
    FACE,
    GIVE,
    PLAY,
    REINFORCE,
    SEAT,
    TOKEN,
    USE,
    Mark,
    Origin,
    Phase,
)
from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.meaning import meaning
from oppidum.kernel.seen import SeatNumber


class Change(Struct, frozen=True):
    """The total of a camp, before and after."""

    place: Place
    camp: CampName
    now: Annotated[int, meaning("Before.")]
    then: Annotated[int, meaning("After.")]


class AlbumWon(Struct, frozen=True):
    """An album that would be won."""

    seat: Annotated[SeatNumber, meaning("By whom.")]
    place: Place


class Would(Struct, frozen=True):
    """What a choice would certainly do, of what lies open: chance and hidden cards are no part of it."""

    totals: Annotated[tuple[Change, ...], meaning("Camps whose strength would change.")] = ()
    wins: Annotated[tuple[AlbumWon, ...], meaning("Albums that would be won.")] = ()
    victor: Annotated[SeatNumber | None, meaning("Who would have won the game.")] = None
    knocked_out: Annotated[tuple[CardName, ...], meaning("Cards that would be knocked out.")] = ()
    eliminated: Annotated[tuple[CardName, ...], meaning("Cards that would be eliminated.")] = ()
    verb: Annotated[VerbName | None, meaning("What the power of a character that is played does.")] = None
    targets: Annotated[tuple[Hit, ...], meaning("Whom that power could hit.")] = ()


class Hit(Struct, frozen=True):
    """A card that a power could hit."""

    card: CardName
    would: Annotated[Would, meaning("What hitting this card would do.")]


class Foreseen(seen.Choice, frozen=True, kw_only=True, tag="foreseen"):
    """A choice together with what it would do."""

    would: Annotated[Would, meaning("What it would certainly do.")] = Would()


class Play(Foreseen, frozen=True, kw_only=True, tag="play"):
    """Play a character at one of the two albums beside the player."""

    character: CharacterId
    place: Place
    album: AlbumId
    side: SideName


class UseBonus(Foreseen, frozen=True, kw_only=True, tag="bonus"):
    """Draw a card and use a bonus."""


class Reinforce(Foreseen, frozen=True, kw_only=True, tag="reinforce"):
    """Discard any number of cards, then draw up to five."""


class Token(Foreseen, frozen=True, kw_only=True, tag="token"):
    """A bonus of this kind: to be used, gained, taken, given back."""

    bonus: BonusName
    held: Annotated[int, meaning("How many the seat has.")]


class Discard(Foreseen, frozen=True, kw_only=True, tag="discard"):
    """Discard a character from the hand."""

    character: CharacterId


class Give(Foreseen, frozen=True, kw_only=True, tag="give"):
    """Give a character from the hand to another player."""

    character: CharacterId


class Either(Foreseen, frozen=True, kw_only=True, tag="either"):
    """One of the alternatives of a power or of an album's effect."""

    alternative: Annotated[int, meaning("Which one, as the edition lists them, counted from 1.")]
    character: Annotated[CharacterId | None, meaning("Whose power.")]
    album: Annotated[AlbumId | None, meaning("The album whose effect it is.")]


class Target(Foreseen, frozen=True, kw_only=True, tag="target"):
    """Choose a card for an effect."""

    card: CardName
    character: CharacterId
    verb: Annotated[VerbName, meaning("What is done to it.")]


class UsePower(Foreseen, frozen=True, kw_only=True, tag="use"):
    """Use it: a power, or a draw that one may leave."""

    power: Annotated[bool, meaning("It is a power; otherwise only a draw that one may leave.")]


class Decline(Foreseen, frozen=True, kw_only=True, tag="pass"):
    """Decline, or stop."""

    what: Annotated[
        Literal["power", "rest", "discarding"],
        meaning("The whole power, the rest of it, or done with discarding."),
    ]


class ChoosePlayer(Foreseen, frozen=True, kw_only=True, tag="player"):
    """Choose a player for an effect."""

    seat: Annotated[SeatNumber, meaning("Whom.")]


class MoveTo(Foreseen, frozen=True, kw_only=True, tag="album"):
    """Move the character to this album."""

    place: Place
    album: AlbumId


class FaceCamp(Foreseen, frozen=True, kw_only=True, tag="face"):
    """Face this camp of the new album."""

    camp: CampName


Choice = (
    Play
    | UseBonus
    | Reinforce
    | Token
    | Discard
    | Give
    | Either
    | Target
    | UsePower
    | Decline
    | ChoosePlayer
    | MoveTo
    | FaceCamp
)


def choices(r: Reader, seat: int) -> tuple[Choice, ...]:
    s = r.s
    if seat < 0 or s.phase == Phase.OVER or s.actor != seat:
        return ()
    actions = seen.open_actions(legal, r.view, seat, ACTIONS)
    outcomes = foresee(r.view, seat, actions)
    return tuple(choice_of(r, seat, action, would(r, outcomes[action])) for action in actions)


def choice(view: Any, seat: int, action: int, edition: Edition, first: int = 0) -> Choice:
    return choice_of(Reader(view, edition, first), seat, action, Would())


def would(r: Reader, outcome: Outcome) -> Would:
    return Would(
        totals=tuple(
            Change(slot + r.first, CAMPS[camp], now, then)
            for (slot, camp), (now, then) in outcome.totals.items()
        ),
        wins=tuple(AlbumWon(seat + r.first, slot + r.first) for seat, slot in outcome.won),
        victor=outcome.victor + r.first if outcome.victor >= 0 else None,
        knocked_out=tuple(r.cards[card] for card in outcome.knocked_out),
        eliminated=tuple(r.cards[card] for card in outcome.eliminated),
        verb=VERBS[outcome.verb] if outcome.verb else None,
        targets=tuple(Hit(r.cards[card], would(r, hit)) for card, hit in outcome.targets),
    )


def choice_of(r: Reader, seat: int, action: int, would: Would) -> Choice:
    s, move = r.s, notation.write(r.s, seat, action)
    if action >= EITHER:
        album = s.origin == Origin.ALBUM
        return Either(
            move=move,
            would=would,
            alternative=action - EITHER + 1,
            character=None if album else r.character(s.step_card),
            album=r.album_at(s.step_slot) if album else None,
        )
    if action >= GIVE:
        return Give(move=move, would=would, character=r.characters[action - GIVE])
    if action >= CARD:
        card = action - CARD
        return Target(
            move=move, would=would, card=r.cards[card], character=r.character(card), verb=verb_on(s, card)
        )
    if action >= PLAY:
        kind, side = divmod(action - PLAY, 2)
        slot = seat if side == 0 else (seat - 1) % s.players
        return Play(
            move=move,
            would=would,
            character=r.characters[kind],
            place=slot + r.first,
            album=r.album_at(slot),
            side=SIDES[side],
        )
    if action >= DROP:
        return Discard(move=move, would=would, character=r.characters[action - DROP])
    if action >= SEAT:
        return ChoosePlayer(move=move, would=would, seat=action - SEAT + r.first)
    if action >= ALBUM:
        slot = action - ALBUM
        return MoveTo(move=move, would=would, place=slot + r.first, album=r.album_at(slot))
    if action >= FACE:
        return FaceCamp(move=move, would=would, camp=CAMPS[action - FACE])
    if action >= TOKEN:
        bonus = action - TOKEN
        return Token(move=move, would=would, bonus=BONUSES[bonus], held=s.bonus[seat][bonus])
    if action == USE:
        return UsePower(move=move, would=would, power=bool(s.asked))
    if action == DECLINE:
        what = "discarding" if s.phase == Phase.REINFORCE else "power" if s.asked else "rest"
        return Decline(move=move, would=would, what=what)
    if action == BONUS:
        return UseBonus(move=move, would=would)
    assert action == REINFORCE
    return Reinforce(move=move, would=would)


def verb_on(s: SimpleNamespace, card: int) -> VerbName:
    """What would be done to a card that may be chosen now."""
    if s.phase == Phase.BOAR:
        return "revive" if s.mark[card] & Mark.KO else "use_power"
    return VERBS[verb_of(s.row[s.step])]
