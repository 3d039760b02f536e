"""The board of `cartes`: the card on offer, the captures, who has chosen, the last reveal, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oppidum.faces.cartes import words as words
from oppidum.faces.scene import Moment, Scene
from oppidum.games.cartes.rules import total, worth_of
from oppidum.games.cartes.state import (
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
from oppidum.kernel.editions import Edition

ROOMY = 5  # captures that find room on a phone at full size, a set counting twice; more are drawn smaller


def symbols(edition: Edition) -> Sequence[str]:
    gauls = [f"p-{gaul['id']}" for gaul in edition.data["gaul"]]
    romans = [f"p-{roman['id']}" for roman in edition.data["roman"]]
    pirates = [f"p-pirate-{pirate['frees']}" for pirate in edition.data["pirate"]]
    return [*gauls, *romans, *pirates, "p-idefix", "bottle", "back-roman", "back-gaul", "laurel", "helmet"]


def bottles_of(s: Any, seat: int, value: int) -> int:
    return 1 + ((s.bottles[s.character[seat]] >> (2 * value)) & 3)


def present(scene: Scene) -> dict[str, Any]:
    s = scene.position
    over = s.phase == Phase.OVER
    return {
        "phase": Phase(s.phase).name.lower(),
        "reveal": scene.interlude,
        "hand_number": min(s.hand_number + 1, s.hands_to_play),
        "hands": s.hands_to_play,
        "deck_left": 0 if over else max(0, DECK - 1 - s.offered),
        "offer": None
        if over or s.phase == Phase.ESCAPES
        else roman_card(scene, s.deck[s.offered], s.offered),
        "thickness": 0 if over else min(5, (DECK + 8 - s.offered) // 10),
        "peeked": peeked(scene),
        "players": [player(scene, seat) for seat in order(scene)],
        "hand": hand(scene),
        "trick": last_trick(scene),
        "question": words.question(scene.t, scene.game, scene.edition, s, scene.seat)
        if scene.choices
        else "",
        "choices": other_choices(scene),
        "sheet": sheet(scene),
        "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
        "sound": sound(scene),
        "chosen": scene.seat >= 0 and s.phase == Phase.BID and s.bids[scene.seat] != NO_BID,
    }


def interlude(moment: Moment) -> float:
    """The reveal is a moment of its own."""
    return 1.5 if any(e.kind == Kind.REVEALED for e in moment.events) else 0.0


SOUNDS = {Kind.REVEALED: "reveal", Kind.NOBODY_WINS: "hit", Kind.CAPTURED: "card"}


def sound(scene: Scene) -> str:
    """What the latest decision sounds like."""
    if scene.position.phase == Phase.OVER:
        return "win"
    kinds = {e.kind for e in scene.recent[-1].events} if scene.recent else set[int]()
    return next((name for kind, name in SOUNDS.items() if kind in kinds), "")


def order(scene: Scene) -> list[int]:
    """The others first, clockwise from the seat that looks; then that seat."""
    players = scene.position.players
    first = scene.seat + 1 if scene.seat >= 0 else 0
    return [(first + i) % players for i in range(players)]


def roman_card(scene: Scene, kind: int, index: int) -> dict[str, Any]:
    """A card of the Roman deck. `id` stays with it wherever it lies, so that it can be seen moving."""
    t, edition = scene.t, scene.edition
    if kind < 0:
        return {
            "id": f"deck-{index}",
            "pirate": False,
            "hidden": True,
            "name": t.say("a hidden card"),
            "value": "",
        }
    if kind < RANKS:
        entry = edition.data["roman"][kind]
        return {
            "id": f"deck-{index}",
            "pirate": False,
            "hidden": False,
            "name": t.name(entry["name"]),
            "value": scene.position.worth[kind],
            "picture": f"p-{entry['id']}",
            "copies": scene.position.copies[kind],
        }
    entry = edition.data["pirate"][kind - RANKS]
    return {
        "id": f"deck-{index}",
        "pirate": True,
        "hidden": False,
        "name": t.say("Pirates"),
        "frees": t.name(entry["name"]),
        "value": "",
        "picture": f"p-pirate-{entry['frees']}",
    }


def peeked(scene: Scene) -> dict[str, Any] | None:
    s = scene.position
    if s.phase != Phase.PEEK:
        return None
    card = roman_card(scene, s.deck[s.offered + 1], s.offered + 1)
    return {"card": card, "by": scene.names[s.peeker], "mine": s.peeker == scene.seat}


def player(scene: Scene, seat: int) -> dict[str, Any]:
    s, t = scene.position, scene.t
    gaul = scene.edition.data["gaul"][s.character[seat]]
    bidding = s.phase == Phase.BID
    return {
        "seat": seat,
        "name": scene.names[seat],
        "mine": seat == scene.seat,
        "bot": scene.seats[seat].kind == "bot" or scene.seats[seat].stand_in,
        "away": scene.seats[seat].away,
        "deadline": scene.seats[seat].deadline,
        "picture": f"p-{gaul['id']}",
        "character": t.name(gaul["name"]),
        "asked": seat in scene.waiting,
        "chosen": bidding and s.bids[seat] != NO_BID,
        "bid": words.bid(t, scene.edition, s.bids[seat])
        if bidding and 0 <= s.bids[seat] < HIDDEN_BID
        else "",
        "cards": [(s.gauls[seat] >> i) & 1 for i in range(IDEFIX + 1)],
        "left": bin(s.gauls[seat]).count("1"),
        "out": bidding and s.gauls[seat] == 0 and s.bids[seat] == NO_BID,
        "sets": (taken := sets(scene, seat)),
        "pirates": (held := pirates(scene, seat)),
        "crowd": sum(1 + (group["n"] > 1) for group in taken) + len(held) > ROOMY,
        "worth": int(worth_of(s, s.captured[seat])),
        "total": int(total(s, seat)),
        "winner": bool(scene.standing and seat in scene.standing.winners),
    }


def sets(scene: Scene, seat: int) -> list[dict[str, Any]]:
    """Captured Romans by rank, and what each set is worth now."""
    s, found = scene.position, list[dict[str, Any]]()
    newest = newest_capture(scene, seat)
    for rank in range(RANKS - 1, -1, -1):
        n = s.captured[seat, rank]
        if n:
            entry = scene.edition.data["roman"][rank]
            found.append(
                {
                    "id": f"set-{seat}-{rank}",
                    "newest": f"deck-{newest[1]}" if newest and newest[0] == rank else "",
                    "value": s.worth[rank],
                    "name": scene.t.name(entry["name"]),
                    "picture": f"p-{entry['id']}",
                    "n": n,
                    "copies": s.copies[rank],
                    "bonus": s.bonus[n],
                    "worth": n * s.worth[rank] + s.bonus[n],
                    "full": n == s.copies[rank] and n > 1,
                }
            )
    return found


def newest_capture(scene: Scene, seat: int) -> tuple[int, int] | None:
    """The card that this seat has just taken, and where it lay in the deck."""
    if not scene.recent:
        return None
    last = scene.recent[-1]
    for event in last.events:
        if event.kind == Kind.CAPTURED and event.a == seat and event.b < RANKS:
            return event.b, scene.position.offered - 1
    return None


def pirates(scene: Scene, seat: int) -> list[dict[str, Any]]:
    held = [pirate for pirate in range(PIRATES) if scene.position.holder[pirate] == seat]
    entries = [scene.edition.data["pirate"][pirate] for pirate in held]
    return [{"picture": f"p-pirate-{e['frees']}", "name": scene.t.name(e["name"])} for e in entries]


def hand(scene: Scene) -> list[dict[str, Any]]:
    """One's own Gauls, those already lost included, so that nothing jumps about."""
    s, seat = scene.position, scene.seat
    if seat < 0:
        return []
    legal = {choice.action: choice.words for choice in scene.choices}
    gaul = scene.edition.data["gaul"][s.character[seat]]
    turned_up = shown_by(scene, seat)
    cards: list[dict[str, Any]] = []
    for value in range(VALUES + 1):
        dog = value == IDEFIX
        cards.append(
            {
                "id": f"gaul-{seat}-{value}",
                "dog": dog,
                "value": "" if dog else value + 1,
                "bottles": 0 if dog else bottles_of(s, seat, value),
                "name": words.bid(scene.t, scene.edition, value),
                "picture": "p-idefix" if dog else f"p-{gaul['id']}",
                "held": bool((s.gauls[seat] >> value) & 1) and value != turned_up,
                "chosen": s.phase == Phase.BID and s.bids[seat] == value and value != turned_up,
                "words": legal.get(BID + value, ""),
            }
        )
    return cards


def shown_by(scene: Scene, seat: int) -> int:
    """During the reveal: the card of that seat that lies in the middle, and no longer in the hand."""
    if not scene.interlude:
        return -1
    return next((e.b for e in scene.recent[-1].events if e.kind == Kind.REVEALED and e.a == seat), -1)


def last_trick(scene: Scene) -> dict[str, Any] | None:
    """The last reveal: who played what, who took the card, and whether bottles decided."""
    for moment in reversed(scene.recent):
        revealed = [e for e in moment.events if e.kind == Kind.REVEALED]
        if revealed:
            return trick(scene, moment, revealed)
    return None


def trick(scene: Scene, moment: Moment, revealed: Sequence[Any]) -> dict[str, Any]:
    s = scene.position
    captured = next((e for e in moment.events if e.kind == Kind.CAPTURED), None)
    nobody = next((e for e in moment.events if e.kind == Kind.NOBODY_WINS), None)
    winner = captured.a if captured else -1
    card = captured.b if captured else nobody.a if nobody else -1
    best = max((e.b for e in revealed if e.b != IDEFIX), default=-1)
    level = [e for e in revealed if e.b == best and best >= 0]
    latest = bool(scene.recent) and moment is scene.recent[-1]
    return {
        "number": moment.number,
        "latest": latest,
        "card": roman_card(scene, card, -1) | {"id": ""},
        "winner": scene.names[winner] if winner >= 0 else "",
        "by_bottles": winner >= 0 and len(level) > 1,
        "tie": winner < 0 and bool(nobody and nobody.b),
        "dogs": winner < 0 and bool(nobody and not nobody.b),
        "plays": [
            {
                "name": scene.names[e.a],
                "seat": e.a,
                "dog": e.b == IDEFIX,
                "card": words.bid(scene.t, scene.edition, e.b),
                "picture": "p-idefix"
                if e.b == IDEFIX
                else f"p-{scene.edition.data['gaul'][s.character[e.a]]['id']}",
                "bottles": 0 if e.b == IDEFIX else bottles_of(s, e.a, e.b),
                "won": e.a == winner,
                "level": len(level) > 1 and e in level,
            }
            for e in revealed
        ],
    }


def other_choices(scene: Scene) -> list[dict[str, Any]]:
    """Choices that are not a card of one's hand: keep or give, pirates that act, Romans that escape."""
    found: list[dict[str, Any]] = []
    for choice in scene.choices:
        action = choice.action
        if action < KEEP:
            continue
        item = {
            "words": choice.words,
            "text": words.action(
                scene.t, scene.game, scene.edition, scene.position, scene.seat, action, scene.names
            ),
            "picture": "",
        }
        if action >= FREE:
            item["picture"] = f"p-{scene.edition.data['roman'][action - FREE]['id']}"
        elif action >= RESOLVE:
            item["picture"] = f"p-pirate-{scene.edition.data['pirate'][action - RESOLVE]['frees']}"
        elif action >= GIVE:
            gaul = scene.edition.data["gaul"][scene.position.character[action - GIVE]]
            item["picture"] = f"p-{gaul['id']}"
        found.append(item)
    return found


def sheet(scene: Scene) -> list[list[int]]:
    """The score sheet: one row a hand that has been scored."""
    s = scene.position
    return [[s.sheet[hand, seat] for seat in range(s.players)] for hand in range(s.hand_number)]
