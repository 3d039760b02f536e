"""What happened in a game of `compagnie`: every event with the names of its things."""

from __future__ import annotations

from typing import Annotated, Any

from oppidum.games.compagnie.seen.reader import Reader
from oppidum.games.compagnie.seen.things import (
    BACKS,
    BONUSES,
    CAMPS,
    ENDINGS,
    HELMETS,
    AlbumId,
    BackName,
    BonusName,
    CampName,
    CardName,
    CharacterId,
    EndingName,
    HelmetName,
    Place,
)
from oppidum.games.compagnie.state import (
    TABLE,
)
from oppidum.games.compagnie.state import Told as Kind
from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event, events
from oppidum.kernel.meaning import meaning
from oppidum.kernel.seen import SeatNumber


class Dealt(seen.Told, frozen=True, kw_only=True, tag="compagnie.dealt"):
    """The game begins."""


class Starts(seen.Told, frozen=True, kw_only=True, tag="compagnie.starts"):
    """Who has the first turn."""

    seat: SeatNumber


class Played(seen.Told, frozen=True, kw_only=True, tag="compagnie.played"):
    """A character was played."""

    seat: SeatNumber
    card: CardName
    character: CharacterId
    place: Place
    album: AlbumId


class UsedPower(seen.Told, frozen=True, kw_only=True, tag="compagnie.used_power"):
    """The power of a character is used."""

    seat: SeatNumber
    character: CharacterId


class KnockedOut(seen.Told, frozen=True, kw_only=True, tag="compagnie.knocked_out"):
    """A character is K.O."""

    card: CardName
    character: CharacterId


class Eliminated(seen.Told, frozen=True, kw_only=True, tag="compagnie.eliminated"):
    """A character was eliminated."""

    card: CardName
    character: CharacterId


class Revived(seen.Told, frozen=True, kw_only=True, tag="compagnie.revived"):
    """A character is no longer K.O."""

    card: CardName
    character: CharacterId


class Called(seen.Told, frozen=True, kw_only=True, tag="compagnie.called"):
    """A character was called into another camp."""

    card: CardName
    character: CharacterId
    seat: Annotated[SeatNumber, meaning("Whom it joins.")]
    place: Place


class Moved(seen.Told, frozen=True, kw_only=True, tag="compagnie.moved"):
    """A character has gone to another album."""

    card: CardName
    character: CharacterId
    place: Place
    album: AlbumId


class Crossed(seen.Told, frozen=True, kw_only=True, tag="compagnie.crossed"):
    """A character has gone over to the other camp of its album."""

    card: CardName
    character: CharacterId
    place: Place
    album: AlbumId
    camp: Annotated[CampName, meaning("The camp where it stands now.")]


class PotionOn(seen.Told, frozen=True, kw_only=True, tag="compagnie.potion_on"):
    """A character was given a potion."""

    card: CardName
    character: CharacterId


class PotionOff(seen.Told, frozen=True, kw_only=True, tag="compagnie.potion_off"):
    """A character has lost its potion."""

    card: CardName
    character: CharacterId


class Drew(seen.Told, frozen=True, kw_only=True, tag="compagnie.drew"):
    """A card was drawn; others see only its back."""

    seat: SeatNumber
    back: BackName


class DrewCard(seen.Told, frozen=True, kw_only=True, tag="compagnie.drew_card"):
    """Which card was drawn, for that seat alone."""

    seat: SeatNumber
    character: CharacterId


class Discarded(seen.Told, frozen=True, kw_only=True, tag="compagnie.discarded"):
    """A card was discarded from a hand."""

    seat: SeatNumber
    character: CharacterId


class GainedBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.gained_bonus"):
    """A player has gained a bonus."""

    seat: SeatNumber
    bonus: BonusName


class LostBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.lost_bonus"):
    """A player has lost a bonus."""

    seat: SeatNumber
    bonus: BonusName


class TookBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.took_bonus"):
    """A player has taken a bonus from another."""

    seat: SeatNumber
    bonus: BonusName
    other: Annotated[SeatNumber, meaning("From whom.")]


class GainedHelmet(seen.Told, frozen=True, kw_only=True, tag="compagnie.gained_helmet"):
    """A player has gained helmets."""

    seat: SeatNumber
    helmet: HelmetName
    n: Annotated[int, meaning("How many.")]


class LostHelmet(seen.Told, frozen=True, kw_only=True, tag="compagnie.lost_helmet"):
    """A player has lost a helmet."""

    seat: SeatNumber
    helmet: HelmetName


class TookHelmet(seen.Told, frozen=True, kw_only=True, tag="compagnie.took_helmet"):
    """A player has taken a helmet from another."""

    seat: SeatNumber
    helmet: HelmetName
    other: Annotated[SeatNumber, meaning("From whom.")]


class Stole(seen.Told, frozen=True, kw_only=True, tag="compagnie.stole"):
    """A player has stolen a card; others see only its back."""

    seat: SeatNumber
    back: BackName
    other: Annotated[SeatNumber, meaning("From whom.")]


class StoleCard(seen.Told, frozen=True, kw_only=True, tag="compagnie.stole_card"):
    """Which card was stolen: for these two alone, unless everybody saw it."""

    seat: SeatNumber
    character: CharacterId
    other: Annotated[SeatNumber, meaning("From whom.")]


class Gave(seen.Told, frozen=True, kw_only=True, tag="compagnie.gave"):
    """A player has given a card to another; others see only its back."""

    seat: SeatNumber
    back: BackName
    other: Annotated[SeatNumber, meaning("To whom.")]


class GaveCard(seen.Told, frozen=True, kw_only=True, tag="compagnie.gave_card"):
    """Which card was given: for these two alone, unless everybody saw it."""

    seat: SeatNumber
    character: CharacterId
    other: Annotated[SeatNumber, meaning("To whom.")]


class Swapped(seen.Told, frozen=True, kw_only=True, tag="compagnie.swapped"):
    """Two players have exchanged their hands."""

    seat: SeatNumber
    other: Annotated[SeatNumber, meaning("With whom.")]


class Looked(seen.Told, frozen=True, kw_only=True, tag="compagnie.looked"):
    """A player has looked at a hand, or at the top of the pile."""

    seat: SeatNumber
    other: Annotated[SeatNumber | None, meaning("At whose hand; none: at the pile.")]


class LookedAt(seen.Told, frozen=True, kw_only=True, tag="compagnie.looked_at"):
    """Which card was seen there: for that seat alone, unless it was shown to everybody."""

    seat: SeatNumber
    character: CharacterId
    other: Annotated[SeatNumber | None, meaning("In whose hand; none: on the pile.")]


class AnotherTurn(seen.Told, frozen=True, kw_only=True, tag="compagnie.another_turn"):
    """A player will have a turn more."""

    seat: SeatNumber


class SkipTurn(seen.Told, frozen=True, kw_only=True, tag="compagnie.skip_turn"):
    """A player will have to skip a turn."""

    seat: SeatNumber


class Skipped(seen.Told, frozen=True, kw_only=True, tag="compagnie.skipped"):
    """A player has been passed over."""

    seat: SeatNumber


class Recovered(seen.Told, frozen=True, kw_only=True, tag="compagnie.recovered"):
    """A player has taken a card from the discard."""

    seat: SeatNumber
    character: CharacterId


class Returned(seen.Told, frozen=True, kw_only=True, tag="compagnie.returned"):
    """A card has gone back to the hand of its owner."""

    seat: SeatNumber
    character: CharacterId


class UsedBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.used_bonus"):
    """A player has used a bonus."""

    seat: SeatNumber
    bonus: BonusName


class NoUse(seen.Told, frozen=True, kw_only=True, tag="compagnie.no_use"):
    """The draw has taken away the only use of every bonus: the turn ends with it."""

    seat: SeatNumber


class NextAlbum(seen.Told, frozen=True, kw_only=True, tag="compagnie.next_album"):
    """The cover that now lies on top of the album pile."""

    album: AlbumId


class WonAlbum(seen.Told, frozen=True, kw_only=True, tag="compagnie.won_album"):
    """A player has won an album."""

    seat: SeatNumber
    album: AlbumId
    place: Place


class Revealed(seen.Told, frozen=True, kw_only=True, tag="compagnie.revealed"):
    """A new album is contested."""

    album: AlbumId
    place: Place


class Oriented(seen.Told, frozen=True, kw_only=True, tag="compagnie.oriented"):
    """The loser has chosen a camp of the new album."""

    seat: SeatNumber
    place: Place
    camp: CampName


class Shuffled(seen.Told, frozen=True, kw_only=True, tag="compagnie.shuffled"):
    """The discard was shuffled into a new pile."""

    cards: Annotated[int, meaning("How many cards it has.")]


class Reinforced(seen.Told, frozen=True, kw_only=True, tag="compagnie.reinforced"):
    """A player has reinforced the hand."""

    seat: SeatNumber
    out: Annotated[int, meaning("How many cards were discarded.")]
    new: Annotated[int, meaning("How many were drawn.")]


class Ended(seen.Told, frozen=True, kw_only=True, tag="compagnie.ended"):
    """The game is over."""

    by: EndingName


Told = (
    Dealt
    | Starts
    | Played
    | UsedPower
    | KnockedOut
    | Eliminated
    | Revived
    | Called
    | Moved
    | Crossed
    | PotionOn
    | PotionOff
    | Drew
    | DrewCard
    | Discarded
    | GainedBonus
    | LostBonus
    | TookBonus
    | GainedHelmet
    | LostHelmet
    | TookHelmet
    | Stole
    | StoleCard
    | Gave
    | GaveCard
    | Swapped
    | Looked
    | LookedAt
    | AnotherTurn
    | SkipTurn
    | Skipped
    | Recovered
    | Returned
    | UsedBonus
    | NoUse
    | NextAlbum
    | WonAlbum
    | Revealed
    | Oriented
    | Shuffled
    | Reinforced
    | Ended
)


def told(view: Any, edition: Edition, first: int = 0) -> list[Told]:
    happened = events(view)
    if not happened:
        return []
    r = Reader(view, edition, first)
    # An album may have been won and replaced while these things happened.
    lost: dict[int, int] = {}
    for e in happened:
        if e.kind == Kind.WON_ALBUM:
            lost.setdefault(e.c, e.b)
    return [event_of(r, e, lost) for e in happened]


def event_of(r: Reader, e: Event, lost: dict[int, int]) -> Told:
    def card(number: int) -> dict[str, str]:
        return {"card": r.cards[number], "character": r.character(number)}

    def at(zone: int) -> dict[str, Any]:
        slot = (zone - TABLE) // 2
        album = lost[slot] if slot in lost else r.s.contested[slot]
        return {"place": slot + first, "album": r.albums[album]}

    first = r.first
    seat, other = e.a + first, e.c + first
    match Kind(e.kind):
        case Kind.DEALT:
            return Dealt()
        case Kind.STARTS:
            return Starts(seat=seat)
        case Kind.PLAYED:
            return Played(seat=seat, **card(e.b), **at(e.c))
        case Kind.POWER:
            return UsedPower(seat=seat, character=r.character(e.b))
        case Kind.KNOCKED_OUT:
            return KnockedOut(**card(e.a))
        case Kind.ELIMINATED:
            return Eliminated(**card(e.a))
        case Kind.REVIVED:
            return Revived(**card(e.a))
        case Kind.CALLED:
            return Called(**card(e.a), seat=other, place=at(e.b)["place"])
        case Kind.MOVED:
            return Moved(**card(e.a), **at(e.b))
        case Kind.CROSSED:
            return Crossed(**card(e.a), **at(e.b), camp=CAMPS[(e.b - TABLE) & 1])
        case Kind.GAVE:
            return Gave(seat=seat, back=BACKS[e.b], other=other)
        case Kind.GAVE_CARD:
            return GaveCard(seat=seat, character=r.character(e.b), other=other)
        case Kind.SWAPPED:
            return Swapped(seat=seat, other=e.b + first)
        case Kind.LOOKED:
            return Looked(seat=seat, other=e.b + first if e.b != e.a else None)
        case Kind.LOOKED_AT:
            return LookedAt(seat=seat, character=r.character(e.b), other=other if e.c != e.a else None)
        case Kind.ANOTHER:
            return AnotherTurn(seat=seat)
        case Kind.SKIP:
            return SkipTurn(seat=seat)
        case Kind.SKIPPED:
            return Skipped(seat=seat)
        case Kind.POTION_ON:
            return PotionOn(**card(e.a))
        case Kind.POTION_OFF:
            return PotionOff(**card(e.a))
        case Kind.DREW:
            return Drew(seat=seat, back=BACKS[e.b])
        case Kind.DREW_CARD:
            return DrewCard(seat=seat, character=r.character(e.b))
        case Kind.DISCARDED:
            return Discarded(seat=seat, character=r.character(e.b))
        case Kind.GAINED_BONUS:
            return GainedBonus(seat=seat, bonus=BONUSES[e.b])
        case Kind.LOST_BONUS:
            return LostBonus(seat=seat, bonus=BONUSES[e.b])
        case Kind.TOOK_BONUS:
            return TookBonus(seat=seat, bonus=BONUSES[e.b], other=other)
        case Kind.GAINED_HELMET:
            return GainedHelmet(seat=seat, helmet=HELMETS[e.b], n=e.c)
        case Kind.LOST_HELMET:
            return LostHelmet(seat=seat, helmet=HELMETS[e.b])
        case Kind.TOOK_HELMET:
            return TookHelmet(seat=seat, helmet=HELMETS[e.b], other=other)
        case Kind.STOLE:
            return Stole(seat=seat, back=BACKS[e.b], other=other)
        case Kind.STOLE_CARD:
            return StoleCard(seat=seat, character=r.character(e.b), other=other)
        case Kind.RECOVERED:
            return Recovered(seat=seat, character=r.character(e.b))
        case Kind.RETURNED:
            return Returned(seat=seat, character=r.character(e.b))
        case Kind.USED_BONUS:
            return UsedBonus(seat=seat, bonus=BONUSES[e.b])
        case Kind.NO_USE:
            return NoUse(seat=seat)
        case Kind.NEXT_ALBUM:
            return NextAlbum(album=r.albums[e.a])
        case Kind.WON_ALBUM:
            return WonAlbum(seat=seat, album=r.albums[e.b], place=other)
        case Kind.REVEALED:
            return Revealed(album=r.albums[e.a], place=e.b + first)
        case Kind.ORIENTED:
            return Oriented(seat=seat, place=e.b + first, camp=CAMPS[e.c])
        case Kind.SHUFFLED:
            return Shuffled(cards=e.a)
        case Kind.REINFORCED:
            return Reinforced(seat=seat, out=e.b, new=e.c)
        case Kind.ENDED:
            return Ended(by=ENDINGS[e.a])
