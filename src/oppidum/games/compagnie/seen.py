"""What a seat of `compagnie` sees, in the words of the game.

Places are the albums around the table: place k lies between seat k and the next one clockwise, and its
number begins where those of seats do. Characters and albums go by their ids in the edition file, cards by
the names that the notation gives them (`idefix.2` is a second copy).
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from oppidum.games.compagnie import notation
from oppidum.games.compagnie.foresight import Outcome, foresee
from oppidum.games.compagnie.language import Verb, back_of, verb_of
from oppidum.games.compagnie.rules import legal
from oppidum.games.compagnie.state import (
    ACTIONS,
    ALBUM,
    ALBUM_WORTH,
    BONUS,
    BONUS_LIMIT,
    CARD,
    DECLINE,
    DISCARD,
    DROP,
    FACE,
    GOAL,
    HAND,
    OWNER,
    PILE,
    PLAY,
    REINFORCE,
    SEAT,
    SEATS,
    TABLE,
    TOKEN,
    USE,
    VICTORY,
    Ending,
    Mark,
    Phase,
)
from oppidum.games.compagnie.state import Told as Kind
from oppidum.games.compagnie.table import strength
from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.events import Event, events
from oppidum.kernel.position import unpack
from oppidum.kernel.seen import SeatNumber

# Numbers of the rules that faces name.
__all__ = ["ALBUM_WORTH", "BONUS_LIMIT", "GOAL", "HAND", "VICTORY"]

Place = Annotated[int, Meta(description="An album's place around the table, counted as seats are.")]
BonusName = Literal["potion", "fish", "boar"]
BONUSES: tuple[BonusName, ...] = ("potion", "fish", "boar")
HelmetName = Literal["legionary", "centurion"]
HELMETS: tuple[HelmetName, ...] = ("legionary", "centurion")
HELMET_WORTH: dict[HelmetName, int] = {"legionary": 1, "centurion": 3}
CampName = Literal["gaul", "roman"]
CAMPS: tuple[CampName, ...] = ("gaul", "roman")
BackName = Literal["blue", "red"]
BACKS: tuple[BackName, ...] = ("blue", "red")
SideName = Literal["left", "right"]
SIDES: tuple[SideName, ...] = ("left", "right")
PhaseName = Literal[
    "over",
    "turn",
    "bonus",
    "boar",
    "reinforce",
    "use",
    "target",
    "destination",
    "player",
    "hand",
    "token",
    "recover",
    "console",
    "orient",
]
PHASES: dict[int, PhaseName] = {phase.value: phase.name.lower() for phase in Phase}  # pyright: ignore
EndingName = Literal["fifty", "stalled", "no_albums", "quiet", "long"]
ENDINGS: dict[int, EndingName] = {ending.value: ending.name.lower() for ending in Ending}  # pyright: ignore
VERBS = {verb.value: verb.name.lower() for verb in Verb}

# ---------------------------------------------------------------- what lies there


class Card(Struct, frozen=True):
    """A character on the table."""

    card: str
    character: str
    strength: int  # as it counts here; 0 while K.O.
    ko: bool
    potion: bool
    owner: SeatNumber
    back: BackName
    last: bool  # the last one placed here: a boar would use its power


class Held(Struct, frozen=True):
    """A card in a hand: everybody sees its back, and some know more."""

    back: BackName
    card: str | None  # none: not known to the seat that looks
    character: str | None


class Camp(Struct, frozen=True):
    camp: CampName
    seat: SeatNumber  # who faces it
    total: int
    cards: tuple[Card, ...]  # in the order in which they came


class Album(Struct, frozen=True):
    place: Place
    album: str
    goal: int  # strength that wins it
    worth: int  # in sesterces
    won: bool  # it has just been won; the next one is about to come
    gaul: Camp
    roman: Camp


class Player(Struct, frozen=True):
    seat: SeatNumber
    sesterces: int
    from_albums: int  # of these
    helmets: dict[HelmetName, int]
    bonuses: dict[BonusName, int]
    hand: tuple[Held, ...]  # the newest first
    albums: tuple[str, ...]  # won


class Pile(Struct, frozen=True):
    cards: int
    back: BackName | None  # of the topmost


class AtWork(Struct, frozen=True):
    """The effect that is running, and about which something is decided."""

    of: Literal["constraint", "power", "bonus", "album"]
    verb: str  # what it does now
    card: str | None  # whose constraint or power
    character: str | None
    album: str | None
    bonus: BonusName | None
    optional: bool  # it may still be declined as a whole
    left: int  # how often it still applies


# ---------------------------------------------------------------- choices


class Change(Struct, frozen=True):
    """The total of a camp, before and after."""

    place: Place
    camp: CampName
    now: int
    then: int


class AlbumWon(Struct, frozen=True):
    seat: SeatNumber
    place: Place


class Would(Struct, frozen=True):
    """What a choice would certainly do, of what lies open: chance and hidden cards are no part of it."""

    totals: tuple[Change, ...] = ()
    wins: tuple[AlbumWon, ...] = ()
    victor: SeatNumber | None = None
    knocked_out: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    verb: str | None = None  # of the power of a character that is played
    targets: tuple[Hit, ...] = ()  # whom it could hit


class Hit(Struct, frozen=True):
    card: str
    would: Would


class Foreseen(seen.Choice, frozen=True, kw_only=True, tag="foreseen"):
    would: Would = Would()


class Play(Foreseen, frozen=True, kw_only=True, tag="play"):
    character: str
    place: Place
    album: str
    side: SideName


class UseBonus(Foreseen, frozen=True, kw_only=True, tag="bonus"):
    """Draw a card and use a bonus."""


class Reinforce(Foreseen, frozen=True, kw_only=True, tag="reinforce"):
    """Discard any number of cards, then draw up to five."""


class Token(Foreseen, frozen=True, kw_only=True, tag="token"):
    """A bonus of this kind: to be used, gained, taken, given back."""

    bonus: BonusName
    held: int  # how many the seat has


class Discard(Foreseen, frozen=True, kw_only=True, tag="discard"):
    character: str


class Target(Foreseen, frozen=True, kw_only=True, tag="target"):
    card: str
    character: str
    verb: str  # what is done to it


class UsePower(Foreseen, frozen=True, kw_only=True, tag="use"):
    power: bool  # false: only a draw that one may leave


class Decline(Foreseen, frozen=True, kw_only=True, tag="pass"):
    what: Literal["power", "rest", "discarding"]  # the whole power, the rest of it, or done with discarding


class ChoosePlayer(Foreseen, frozen=True, kw_only=True, tag="player"):
    seat: SeatNumber


class MoveTo(Foreseen, frozen=True, kw_only=True, tag="album"):
    place: Place
    album: str


class FaceCamp(Foreseen, frozen=True, kw_only=True, tag="face"):
    camp: CampName


Choice = (
    Play
    | UseBonus
    | Reinforce
    | Token
    | Discard
    | Target
    | UsePower
    | Decline
    | ChoosePlayer
    | MoveTo
    | FaceCamp
)

# ---------------------------------------------------------------- what happened


class Dealt(seen.Told, frozen=True, kw_only=True, tag="compagnie.dealt"):
    """The game begins."""


class Starts(seen.Told, frozen=True, kw_only=True, tag="compagnie.starts"):
    seat: SeatNumber


class Played(seen.Told, frozen=True, kw_only=True, tag="compagnie.played"):
    seat: SeatNumber
    card: str
    character: str
    place: Place
    album: str


class UsedPower(seen.Told, frozen=True, kw_only=True, tag="compagnie.used_power"):
    seat: SeatNumber
    character: str


class KnockedOut(seen.Told, frozen=True, kw_only=True, tag="compagnie.knocked_out"):
    card: str
    character: str


class Eliminated(seen.Told, frozen=True, kw_only=True, tag="compagnie.eliminated"):
    card: str
    character: str


class Revived(seen.Told, frozen=True, kw_only=True, tag="compagnie.revived"):
    card: str
    character: str


class Called(seen.Told, frozen=True, kw_only=True, tag="compagnie.called"):
    card: str
    character: str
    seat: SeatNumber  # whom it joins
    place: Place


class Moved(seen.Told, frozen=True, kw_only=True, tag="compagnie.moved"):
    card: str
    character: str
    place: Place
    album: str


class PotionOn(seen.Told, frozen=True, kw_only=True, tag="compagnie.potion_on"):
    card: str
    character: str


class PotionOff(seen.Told, frozen=True, kw_only=True, tag="compagnie.potion_off"):
    card: str
    character: str


class Drew(seen.Told, frozen=True, kw_only=True, tag="compagnie.drew"):
    seat: SeatNumber
    back: BackName


class DrewCard(seen.Told, frozen=True, kw_only=True, tag="compagnie.drew_card"):
    """For that seat alone."""

    seat: SeatNumber
    character: str


class Discarded(seen.Told, frozen=True, kw_only=True, tag="compagnie.discarded"):
    seat: SeatNumber
    character: str


class GainedBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.gained_bonus"):
    seat: SeatNumber
    bonus: BonusName


class LostBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.lost_bonus"):
    seat: SeatNumber
    bonus: BonusName


class TookBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.took_bonus"):
    seat: SeatNumber
    bonus: BonusName
    other: SeatNumber


class GainedHelmet(seen.Told, frozen=True, kw_only=True, tag="compagnie.gained_helmet"):
    seat: SeatNumber
    helmet: HelmetName
    n: int


class LostHelmet(seen.Told, frozen=True, kw_only=True, tag="compagnie.lost_helmet"):
    seat: SeatNumber
    helmet: HelmetName


class TookHelmet(seen.Told, frozen=True, kw_only=True, tag="compagnie.took_helmet"):
    seat: SeatNumber
    helmet: HelmetName
    other: SeatNumber


class Stole(seen.Told, frozen=True, kw_only=True, tag="compagnie.stole"):
    seat: SeatNumber
    back: BackName
    other: SeatNumber


class StoleCard(seen.Told, frozen=True, kw_only=True, tag="compagnie.stole_card"):
    """For these two alone."""

    seat: SeatNumber
    character: str
    other: SeatNumber


class Recovered(seen.Told, frozen=True, kw_only=True, tag="compagnie.recovered"):
    seat: SeatNumber
    character: str


class Returned(seen.Told, frozen=True, kw_only=True, tag="compagnie.returned"):
    seat: SeatNumber
    character: str


class UsedBonus(seen.Told, frozen=True, kw_only=True, tag="compagnie.used_bonus"):
    seat: SeatNumber
    bonus: BonusName


class NoUse(seen.Told, frozen=True, kw_only=True, tag="compagnie.no_use"):
    """The draw has taken away the only use of every bonus: the turn ends with it."""

    seat: SeatNumber


class NextAlbum(seen.Told, frozen=True, kw_only=True, tag="compagnie.next_album"):
    """The cover that now lies on top of the album pile."""

    album: str


class WonAlbum(seen.Told, frozen=True, kw_only=True, tag="compagnie.won_album"):
    seat: SeatNumber
    album: str
    place: Place


class Revealed(seen.Told, frozen=True, kw_only=True, tag="compagnie.revealed"):
    album: str
    place: Place


class Oriented(seen.Told, frozen=True, kw_only=True, tag="compagnie.oriented"):
    seat: SeatNumber
    place: Place
    camp: CampName


class Shuffled(seen.Told, frozen=True, kw_only=True, tag="compagnie.shuffled"):
    cards: int


class Reinforced(seen.Told, frozen=True, kw_only=True, tag="compagnie.reinforced"):
    seat: SeatNumber
    out: int
    new: int


class Ended(seen.Told, frozen=True, kw_only=True, tag="compagnie.ended"):
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

# ---------------------------------------------------------------- the whole


class Seen(seen.Seen, frozen=True, kw_only=True, tag="compagnie"):
    phase: PhaseName
    turn: SeatNumber  # whose turn it is
    decides: SeatNumber | None  # who owes a decision
    albums: tuple[Album, ...]  # by their places
    turning: Place | None  # the new album there waits for its loser to choose a camp
    players: tuple[Player, ...]
    pile: Pile
    discard: tuple[str, ...]  # cards, the newest first
    shelf: int  # albums on the pile of albums
    next_album: str | None  # its topmost cover
    at_work: AtWork | None
    moving: str | None  # the character that is being moved
    choices: tuple[Choice, ...]


# ---------------------------------------------------------------- reading


class Reader:
    """One look at a position: what the words need again and again, found once."""

    def __init__(self, view: Any, edition: Edition, first: int) -> None:
        self.view = view
        self.s: SimpleNamespace = unpack(view)
        self.first = first
        self.characters: list[str] = [entry["id"] for entry in edition.data["character"]]
        self.albums: list[str] = [entry["id"] for entry in edition.data["album"]]
        self.cards = notation.card_names(self.s.edition)

    def character(self, card: int) -> str:
        return self.characters[self.s.kind[card]]

    def back(self, card: int) -> BackName:
        return BACKS[back_of(self.s.character[self.s.kind[card]])]

    def zone(self, zone: int) -> list[int]:
        """The cards of a hand or pile, the newest (or next) first."""
        found: list[int] = []
        card = self.s.head[zone]
        while card >= 0:
            found.append(card)
            card = self.s.after[card]
        return found

    def album_at(self, slot: int) -> str:
        return self.albums[self.s.contested[slot]]


def read(view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
    r = Reader(view, edition, first)
    s = r.s
    over = s.phase == Phase.OVER
    pile = r.zone(PILE)
    return Seen(
        phase=PHASES[s.phase],
        turn=s.turn + first,
        decides=None if over else s.actor + first,
        albums=albums(r),
        turning=s.slot + first if s.phase == Phase.ORIENT else None,
        players=tuple(player(r, other, seat, open_cards) for other in range(s.players)),
        pile=Pile(len(pile), r.back(pile[0]) if pile else None),
        discard=tuple(r.cards[card] for card in r.zone(DISCARD)),
        shelf=s.shelf,
        next_album=r.albums[s.library[s.shelf - 1]] if s.shelf > 0 else None,
        at_work=at_work(r),
        moving=r.character(s.step_target) if s.phase == Phase.DESTINATION else None,
        choices=choices(r, seat),
    )


def albums(r: Reader) -> tuple[Album, ...]:
    s = r.s
    camps: dict[int, list[int]] = {}
    last: dict[int, int] = {}  # the newest one that was placed at each album
    for card in r.zone(TABLE):
        camps.setdefault(s.zone[card] - TABLE, []).append(card)
        if s.mark[card] & (Mark.PLACED | Mark.KO) == Mark.PLACED:
            last.setdefault((s.zone[card] - TABLE) >> 1, card)
    found: list[Album] = []
    for slot in range(s.players):
        gaul = s.gaul_seat[slot]
        seats = (gaul, slot if gaul != slot else (slot + 1) % s.players)
        sides = [
            Camp(
                camp=CAMPS[camp],
                seat=seats[camp] + r.first,
                total=s.total[slot][camp],
                cards=tuple(
                    table_card(r, c, c == last.get(slot)) for c in reversed(camps.get(2 * slot + camp, ()))
                ),
            )
            for camp in (0, 1)
        ]
        number = s.contested[slot]
        found.append(
            Album(
                place=slot + r.first,
                album=r.albums[number],
                goal=s.goal[slot] or GOAL,
                worth=s.worth[slot],
                won=bool(s.trophy[number]),
                gaul=sides[0],
                roman=sides[1],
            )
        )
    return tuple(found)


def table_card(r: Reader, card: int, last: bool) -> Card:
    mark = r.s.mark[card]
    ko = bool(mark & Mark.KO)
    return Card(
        card=r.cards[card],
        character=r.character(card),
        strength=0 if ko else strength(r.s, card),
        ko=ko,
        potion=bool(mark & Mark.POTION),
        owner=((mark >> OWNER) & 3) + r.first,
        back=r.back(card),
        last=last,
    )


def player(r: Reader, seat: int, eyes: int, open_cards: bool) -> Player:
    s = r.s
    bit = eyes if eyes >= 0 else SEATS
    hand: list[Held] = []
    for card in r.zone(seat):
        known = open_cards or (s.known[card] >> bit) & 1
        hand.append(
            Held(
                back=r.back(card),
                card=r.cards[card] if known else None,
                character=r.character(card) if known else None,
            )
        )
    helmets = dict(zip(HELMETS, s.helmet[seat], strict=True))
    from_albums = s.album_points[seat]
    return Player(
        seat=seat + r.first,
        sesterces=from_albums + sum(HELMET_WORTH[helmet] * n for helmet, n in helmets.items()),
        from_albums=from_albums,
        helmets=helmets,
        bonuses=dict(zip(BONUSES, s.bonus[seat], strict=True)),
        hand=tuple(hand),
        albums=tuple(r.albums[i] for i in range(s.albums) if s.trophy[i] == seat + 1),
    )


def at_work(r: Reader) -> AtWork | None:
    s = r.s
    if s.phase == Phase.OVER or not (s.step or s.phase == Phase.BOAR):
        return None
    boar = s.phase == Phase.BOAR
    verb = "" if boar else VERBS[verb_of(s.row[s.step])]
    of = "bonus" if boar else ("constraint", "power", "bonus", "album")[max(0, s.origin - 1)]
    bonus: BonusName | None = None
    if of == "bonus":
        bonus = "boar" if boar else "potion" if verb == "give_potion" else "fish"
    card = s.step_card if of != "album" and not boar else -1
    return AtWork(
        of=of,
        verb=verb,
        card=r.cards[card] if card >= 0 else None,
        character=r.character(card) if card >= 0 else None,
        album=r.album_at(s.step_slot) if of == "album" else None,
        bonus=bonus if card < 0 else None,
        optional=bool(s.asked),
        left=s.left,
    )


# ---------------------------------------------------------------- choices


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
    if action >= CARD:
        card = action - CARD
        return Target(
            move=move, would=would, card=r.cards[card], character=r.character(card), verb=verb_on(s, card)
        )
    if action >= DROP:
        return Discard(move=move, would=would, character=r.characters[action - DROP])
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


def verb_on(s: SimpleNamespace, card: int) -> str:
    """What would be done to a card that may be chosen now."""
    if s.phase == Phase.BOAR:
        return "revive" if s.mark[card] & Mark.KO else "use_power"
    return VERBS[verb_of(s.row[s.step])]


# ---------------------------------------------------------------- what happened


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
        return {"place": slot + first, "album": r.albums[lost.get(slot, r.s.contested[slot])]}

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
