"""What a seat of `compagnie` sees of the table."""

from __future__ import annotations

from typing import Annotated, Any

from oppidum.games.compagnie.power_language import verb_of
from oppidum.games.compagnie.seen.choosing import (
    Choice,
    choices,
)
from oppidum.games.compagnie.seen.reader import Reader
from oppidum.games.compagnie.seen.things import (
    BONUSES,
    CAMPS,
    HELMET_WORTH,
    HELMETS,
    PHASES,
    VERBS,
    Album,
    AlbumId,
    AtWork,
    BonusName,
    Camp,
    Card,
    CardName,
    CharacterId,
    Held,
    PhaseName,
    Pile,
    Place,
    Player,
)
from oppidum.games.compagnie.state import (
    DISCARD,
    GOAL,
    OWNER,
    PILE,
    SEATS,
    TABLE,
    Mark,
    Phase,
)
from oppidum.games.compagnie.strength import strength
from oppidum.kernel import seen
from oppidum.kernel.editions import Edition
from oppidum.kernel.meaning import meaning
from oppidum.kernel.seen import SeatNumber


class Seen(seen.Seen, frozen=True, kw_only=True, tag="compagnie"):
    """A game of `compagnie` as one seat may know it."""

    phase: PhaseName
    turn: Annotated[SeatNumber, meaning("Whose turn it is.")]
    turns: Annotated[int, meaning("Turns that have begun so far.")]
    decides: Annotated[SeatNumber | None, meaning("Who owes a decision.")]
    albums: Annotated[tuple[Album, ...], meaning("The contested albums, by their places.")]
    turning: Annotated[Place | None, meaning("The new album there waits for its loser to choose a camp.")]
    players: Annotated[tuple[Player, ...], meaning("The players, by their seats.")]
    pile: Annotated[Pile, meaning("The pile that cards are drawn from.")]
    discard: Annotated[tuple[CardName, ...], meaning("Discarded cards, the newest first.")]
    shelf: Annotated[int, meaning("Albums on the pile of albums.")]
    next_album: Annotated[AlbumId | None, meaning("The topmost cover of that pile, where it lies open.")]
    at_work: Annotated[AtWork | None, meaning("The effect about which something is decided.")]
    moving: Annotated[CharacterId | None, meaning("The character that is being moved.")]
    choices: Annotated[tuple[Choice, ...], meaning("What the seat that looks may decide now.")]


def read(view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
    r = Reader(view, edition, first)
    s = r.s
    over = s.phase == Phase.OVER
    pile = r.zone(PILE)
    return Seen(
        phase=PHASES[s.phase],
        turn=s.turn + first,
        turns=s.turns,
        decides=None if over else s.actor + first,
        albums=albums(r),
        turning=s.slot + first if s.phase == Phase.ORIENT else None,
        players=tuple(player(r, other, seat, open_cards) for other in range(s.players)),
        pile=Pile(len(pile), r.back(pile[0]) if pile else None, known_on_top(r, pile, seat, open_cards)),
        discard=tuple(r.cards[card] for card in r.zone(DISCARD)),
        shelf=s.shelf,
        next_album=r.albums[s.library[s.shelf - 1]] if s.shelf > 0 and s.revision > 1 else None,
        at_work=at_work(r),
        moving=r.character(s.step_target) if s.phase == Phase.DESTINATION else None,
        choices=choices(r, seat),
    )


def known_on_top(r: Reader, pile: list[int], eyes: int, open_cards: bool) -> tuple[str, ...]:
    """As many cards of the pile, from the top on, as a seat has looked at."""
    bit = eyes if eyes >= 0 else SEATS
    found: list[str] = []
    for card in pile:
        if open_cards or not (r.s.known[card] >> bit) & 1:
            break
        found.append(r.character(card))
    return tuple(found)


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
        turns=s.pace[seat],
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
