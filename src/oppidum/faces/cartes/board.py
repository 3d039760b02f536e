"""The board of `cartes`: the card on offer, the captures, who has chosen, the last reveal, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from oppidum.faces.cartes import words
from oppidum.faces.scene import Act, Moment, Scene
from oppidum.games.cartes.seen import (
    Bid,
    Captured,
    Card,
    Free,
    Gaul,
    Give,
    Idefix,
    NobodyWins,
    Pirates,
    Player,
    Resolve,
    Revealed,
    Roman,
    Seen,
)
from oppidum.kernel.editions import Edition

ROOMY = 5  # captures that find room on a phone at full size, a set counting twice; more are drawn smaller
DOG: Literal["idefix"] = "idefix"


def symbols(edition: Edition) -> Sequence[str]:
    gauls = [f"p-{gaul['id']}" for gaul in edition.data["gaul"]]
    romans = [f"p-{roman['id']}" for roman in edition.data["roman"]]
    pirates = [f"p-pirate-{pirate['frees']}" for pirate in edition.data["pirate"]]
    return [*gauls, *romans, *pirates, "p-idefix", "bottle", "back-roman", "back-gaul", "laurel", "helmet"]


def present(scene: Scene) -> dict[str, Any]:
    seen: Seen = scene.seen
    players = [player(scene, seat) for seat in order(scene)]
    cards = hand(scene)
    asked = any(card["words"] for card in cards)
    return {
        "phase": seen.phase,
        "reveal": scene.act is not None,
        "hand_title": scene.t.say("Hand %(number)s of %(hands)s", number=seen.hand, hands=seen.hands),
        "deck_left": seen.left,
        "offer": roman_card(scene, seen.offer, seen.place) if seen.offer else None,
        "thickness": 0 if seen.phase == "over" else min(5, (seen.left + 9) // 10),
        "peeked": peeked(scene),
        "others": [each for each in players if not each["mine"]],
        "mine": [each for each in players if each["mine"]],
        "champions": [each for each in players if each["winner"]],
        "hand": cards,
        # The same element whether a card can be played or not: the browser need not draw it anew.
        "hand_of": "label" if scene.confirm or not (scene.live or asked) else "button",
        "picks": asked and scene.confirm,  # a card is chosen first, then played
        "trick": last_trick(scene),
        "question": words.question(scene.t, scene.edition, seen) if scene.choices else "",
        "choices": other_choices(scene),
        "sheet": seen.sheet,
        "sums": [sum(points) for points in zip(*seen.sheet, strict=True)],
        "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
        "sound": sound(scene),
        "chosen": scene.seat >= 0 and seen.players[scene.seat].chosen,
    }


def acts(scene: Scene, before: Seen, moment: Moment) -> list[Act]:
    """The reveal is a moment of its own."""
    revealed = any(isinstance(e, Revealed) for e in moment.told)
    return [Act("reveal", before, moment.told, 1.5, "reveal")] if revealed else []


SOUNDS = {Revealed: "reveal", NobodyWins: "hit", Captured: "card"}


def sound(scene: Scene) -> str:
    """What the latest decision sounds like."""
    if scene.seen.phase == "over":
        return "win"
    kinds = {type(e) for e in scene.recent[-1].told} if scene.recent else set[type]()
    return next((name for kind, name in SOUNDS.items() if kind in kinds), "")


def order(scene: Scene) -> list[int]:
    """The others first, clockwise from the seat that looks; then that seat."""
    players = len(scene.names)
    first = scene.seat + 1 if scene.seat >= 0 else 0
    return [(first + i) % players for i in range(players)]


def roman_card(scene: Scene, card: Card | None, place: int) -> dict[str, Any]:
    """A card of the Roman deck. `id` stays with it wherever it lies, so that it can be seen moving."""
    t, edition = scene.t, scene.edition
    shown = {"id": f"deck-{place}", "pirate": False, "hidden": False, "value": ""}
    match card:
        case None:
            return shown | {"hidden": True, "name": t.say("a hidden card"), "title": t.say("a hidden card")}
        case Roman():
            name = words.rank(t, edition, card.rank)
            title = f"{name} {card.value}"
            return shown | {"name": name, "title": title, "value": card.value, "picture": f"p-{card.rank}"}
        case Pirates():
            frees = words.pirates(t, edition, card.frees)
            picture = f"p-pirate-{card.frees}"
            name = t.say("Pirates")
            pirates = {"pirate": True, "name": name, "title": name, "frees": frees, "picture": picture}
            return shown | pirates


def peeked(scene: Scene) -> dict[str, Any] | None:
    seen: Seen = scene.seen
    if seen.peek is None:
        return None
    card = roman_card(scene, seen.peek.card, seen.place + 1)
    return {"card": card, "by": scene.names[seen.peek.by], "mine": seen.peek.by == scene.seat}


def player(scene: Scene, seat: int) -> dict[str, Any]:
    seen: Seen = scene.seen
    me = seen.players[seat]
    bidding = seen.phase == "bid"
    cards = [*(value in me.gauls for value in range(1, len(me.bottles) + 1)), me.idefix]
    return {
        "seat": seat,
        "name": scene.names[seat],
        "mine": seat == scene.seat,
        "bot": scene.seats[seat].kind == "bot" or scene.seats[seat].stand_in,
        "away": scene.seats[seat].away,
        "deadline": scene.seats[seat].deadline,
        "picture": f"p-{me.character}",
        "character": words.character(scene.t, scene.edition, me.character),
        "asked": seat in scene.waiting,
        "chosen": me.chosen,
        "bid": words.gaul(scene.t, scene.edition, me.bid) if me.bid is not None else "",
        "cards": cards,
        "left": sum(cards),
        "out": bidding and not any(cards) and not me.chosen,
        "sets": sets(scene, me),
        "pirates": pirates(scene, me),
        "crowd": sum(1 + (group.n > 1) for group in me.taken) + len(me.pirates) > ROOMY,
        "worth": me.worth,
        "total": me.total,
        "winner": bool(scene.standing and seat in scene.standing.winners),
    }


def sets(scene: Scene, player: Player) -> list[dict[str, Any]]:
    """Captured Romans by rank, and what each set is worth now."""
    newest = newest_capture(scene, player.seat)
    return [
        {
            "id": f"set-{player.seat}-{group.rank}",
            "newest": f"deck-{scene.seen.place - 1}" if newest == group.rank else "",
            "value": group.value,
            "name": words.rank(scene.t, scene.edition, group.rank),
            "picture": f"p-{group.rank}",
            "n": group.n,
            "copies": group.copies,
            "bonus": group.bonus,
            "worth": group.worth,
            "full": group.n == group.copies and group.n > 1,
        }
        for group in player.taken
    ]


def newest_capture(scene: Scene, seat: int) -> str:
    """The rank of the Roman that this seat has just taken."""
    for e in scene.recent[-1].told if scene.recent else ():
        if isinstance(e, Captured) and e.seat == seat and isinstance(e.card, Roman):
            return e.card.rank
    return ""


def pirates(scene: Scene, player: Player) -> list[dict[str, Any]]:
    return [
        {"picture": f"p-pirate-{frees}", "name": words.pirates(scene.t, scene.edition, frees)}
        for frees in player.pirates
    ]


def hand(scene: Scene) -> list[dict[str, Any]]:
    """One's own Gauls, those already lost included, so that nothing jumps about."""
    if scene.seat < 0:
        return []
    me: Player = scene.seen.players[scene.seat]
    moves: dict[Gaul, str] = {
        (c.value if isinstance(c, Bid) else DOG): c.move for c in scene.choices if isinstance(c, Bid | Idefix)
    }
    turned_up = shown_by(scene, scene.seat)
    cards: list[dict[str, Any]] = []
    whole: list[tuple[Gaul, int]] = [*enumerate(me.bottles, 1), (DOG, 0)]
    for value, bottles in whole:
        dog = value == DOG
        held = (me.idefix if dog else value in me.gauls) and value != turned_up
        chosen = me.bid == value and value != turned_up
        cards.append(
            {
                "id": f"gaul-{scene.seat}-{value}",
                "dog": dog,
                "value": "" if dog else value,
                "bottles": bottles,
                "name": words.gaul(scene.t, scene.edition, value),
                "picture": "p-idefix" if dog else f"p-{me.character}",
                "chosen": chosen,
                "fly": f"bid-{scene.seat}" if chosen else None,
                "gone": not (held or chosen or value in moves),
                "words": moves.get(value, ""),
            }
        )
    return cards


def shown_by(scene: Scene, seat: int) -> Gaul | None:
    """During the reveal: the card of that seat that lies in the middle, and no longer in the hand."""
    told = scene.recent[-1].told if scene.act else ()
    return next((e.gaul for e in told if isinstance(e, Revealed) and e.seat == seat), None)


def last_trick(scene: Scene) -> dict[str, Any] | None:
    """The last reveal: who played what, who took the card, and whether bottles decided."""
    for moment in reversed(scene.recent):
        revealed = [e for e in moment.told if isinstance(e, Revealed)]
        if revealed:
            return trick(scene, moment, revealed)
    return None


def trick(scene: Scene, moment: Moment, revealed: Sequence[Revealed]) -> dict[str, Any]:
    captured = next((e for e in moment.told if isinstance(e, Captured)), None)
    nobody = next((e for e in moment.told if isinstance(e, NobodyWins)), None)
    card = captured.card if captured else nobody.card if nobody else None
    best = max((e.gaul for e in revealed if e.gaul != DOG), default=None)
    level = [e for e in revealed if e.gaul == best]
    return {
        "number": moment.number,
        "latest": moment is scene.recent[-1],
        "card": roman_card(scene, card, -1) | {"id": ""},
        "winner": scene.names[captured.seat] if captured else "",
        "by_bottles": captured is not None and len(level) > 1,
        "tie": nobody is not None and nobody.tie,
        "dogs": nobody is not None and not nobody.tie,
        "plays": [
            {
                "name": scene.names[e.seat],
                "seat": e.seat,
                "dog": e.gaul == DOG,
                "card": words.gaul(scene.t, scene.edition, e.gaul),
                "picture": "p-idefix" if e.gaul == DOG else f"p-{scene.seen.players[e.seat].character}",
                "bottles": e.bottles,
                "won": captured is not None and e.seat == captured.seat,
                "level": len(level) > 1 and e in level,
            }
            for e in revealed
        ],
    }


def other_choices(scene: Scene) -> list[dict[str, Any]]:
    """Choices that are not a card of one's hand: keep or give, pirates that act, Romans that escape."""
    found: list[dict[str, Any]] = []
    for choice in scene.choices:
        match choice:
            case Bid() | Idefix():
                continue
            case Free(roman=roman):
                picture = f"p-{roman.rank}"
            case Resolve(frees=frees):
                picture = f"p-pirate-{frees}"
            case Give(character=character):
                picture = f"p-{character}"
            case _:
                picture = ""
        text = words.action(scene.t, scene.edition, choice, scene.names)
        found.append({"words": choice.move, "text": text, "picture": picture})
    return found
