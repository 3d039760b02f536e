"""The board of `cartes`: the card on offer, the captures, who has chosen, the last reveal, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from oppidum.faces.cartes import words
from oppidum.faces.cartes.acts import Felt, acts
from oppidum.faces.classes import classes
from oppidum.faces.kept import kept
from oppidum.faces.scene import Moment, Scene
from oppidum.games.cartes.seen import (
    Bid,
    Captured,
    Card,
    DrewLast,
    Escaped,
    Free,
    Gaul,
    Give,
    Given,
    Idefix,
    Kept,
    NobodyWins,
    Pirates,
    Player,
    Resolve,
    Revealed,
    Roman,
    Seen,
)
from oppidum.kernel.editions import Edition
from oppidum.words import Language

__all__ = ["acts", "present", "symbols"]

LONG = 12  # letters of a word that needs a smaller script
WIDEST = 24  # of the rooms that the style sheet knows
SEVERAL, MANY = 4, 6  # more choices than these stand closer together, and closer still
LINES = 4  # of the score sheet that are shown in the account
DOG: Literal["idefix"] = "idefix"


def symbols(edition: Edition) -> Sequence[str]:
    gauls = [f"p-{gaul['id']}" for gaul in edition.data["gaul"]]
    romans = [f"p-{roman['id']}" for roman in edition.data["roman"]]
    pirates = [f"p-pirate-{pirate['frees']}" for pirate in edition.data["pirate"]]
    return [*gauls, *romans, *pirates, "p-idefix", "bottle", "back-roman", "back-gaul", "laurel", "helmet"]


def present(scene: Scene) -> dict[str, Any]:
    seen: Seen = scene.seen
    felt, over = felt_of(scene), seen.phase == "over"
    question = words.question(scene.t, scene.edition, seen) if scene.choices else ""
    players = [player(scene, felt, seat, bool(question)) for seat in order(scene)]
    others = [each for each in players if not each["mine"]]
    last = last_trick(scene)
    cards = hand(scene, felt)
    asked = any(card["words"] for card in cards)
    picks = asked and scene.confirm
    choices, gives = other_choices(scene), any(isinstance(choice, Give) for choice in scene.choices)
    several = len(choices) > SEVERAL and not gives
    act, summing_up = scene.act.name if scene.act else "", account(scene, felt)
    return {
        "kind": classes("cartes-board", act and f"act-{act}", over=over and not act),
        "around": f"others n{len(others)}",
        "middle": classes("middle", accounting=summing_up),
        "felt": f"slots n{len(players)}",
        "over": over,
        "act": act,
        "deck": deck(scene.t, seen),
        "offer": roman_card(scene.t, scene.edition, seen.offer, seen.place) if seen.offer else None,
        "peeked": peeked(scene),
        "only_you": seen.peek is not None and seen.peek.by == scene.seat,
        "scoring": seen.phase == "escapes",
        "others": others,
        "mine": [each for each in players if each["mine"]],
        "champions": [each for each in players if each["winner"]],
        "hand": cards,
        "hand_kind": classes("hand", idle=choices, spent=all(card["gone"] for card in cards)),
        "hand_role": "radiogroup" if picks else "group",
        "hand_label": question or scene.t.say("Your hand"),
        # The same element whether a card can be played or not: the browser need not draw it anew.
        "hand_of": "label" if scene.confirm or not (scene.live or asked) else "button",
        "picks": picks,  # a card is chosen first, then played
        "slots": [slot(scene, felt, seat, last) for seat in order(scene)],
        **told(scene, felt, last),
        "freed": freed(scene, felt),
        "account": summing_up,
        "question": question,
        "script": script(question),
        "choices": choices,
        "choices_kind": classes("others-choices", gives=gives, several=several, many=len(choices) > MANY),
        "sheet": seen.sheet,
        "sums": [sum(points) for points in zip(*seen.sheet, strict=True)],
        "waiting_for": [scene.names[seat] for seat in scene.waiting if seat != scene.seat],
        "sound": sound(scene),
        "chosen": scene.seat >= 0 and seen.players[scene.seat].chosen,
    }


def deck(t: Language, seen: Seen) -> dict[str, Any]:
    return {
        "left": seen.left,
        "thickness": 0 if seen.phase == "over" else min(5, (seen.left + 9) // 10),
        "title": t.say("Hand %(number)s of %(hands)s", number=seen.hand, hands=seen.hands),
        "sheet": bool(seen.sheet),  # leads to it
    }


SOUNDS = {Revealed: "reveal", NobodyWins: "hit", Captured: "card"}


def script(question: str) -> str:
    """How small a question has to be written."""
    return "long longer" if len(question) > 70 else "long" if len(question) > 45 else ""


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


@kept(2000)
def roman_card(t: Language, edition: Edition, card: Card | None, place: int) -> dict[str, Any]:
    """A card of the Roman deck. `id` stays with it wherever it lies, so that it can be seen moving."""
    shown = {"id": f"deck-{place}", "kind": "", "hidden": False, "value": "", "script": "name", "does": ""}
    match card:
        case None:
            return shown | {"hidden": True, "name": t.say("a hidden card"), "title": t.say("a hidden card")}
        case Roman():
            name = words.rank(t, edition, card.rank)
            title = f"{name} {card.value}"
            long = max(map(len, name.replace("-", " ").split())) > LONG
            known = {"name": name, "title": title, "value": card.value, "picture": f"p-{card.rank}"}
            return shown | known | {"script": classes("name", long=long)}
        case Pirates():
            frees = words.pirates(t, edition, card.frees)
            picture = f"p-pirate-{card.frees}"
            name = t.say("Pirates")
            does = t.say("%(whom)s escapes", whom=frees)
            pirates = {"kind": "pirate", "name": name, "title": name, "does": does, "picture": picture}
            return shown | pirates


def peeked(scene: Scene) -> dict[str, Any] | None:
    seen: Seen = scene.seen
    return roman_card(scene.t, scene.edition, seen.peek.card, seen.place + 1) if seen.peek else None


def player(scene: Scene, felt: Felt, seat: int, question: bool) -> dict[str, Any]:
    """`question`: whether the seat that looks is asked something."""
    seen: Seen = scene.seen
    me, sits, mine = seen.players[seat], scene.seats[seat], seat == scene.seat
    newest = newest_capture(scene, seat)
    here = panel(scene.t, scene.edition, me, newest, newest_place(scene) if newest else 0)
    asked, chosen = seat in scene.waiting, me.chosen and not scene.act
    out = seen.phase == "bid" and not scene.act and not here["left"] and not me.chosen
    winner = bool(scene.standing and seat in scene.standing.winners)
    lit = felt.winner == seat or felt.seat == seat
    return here | {
        "kind": classes("mine", asked=question, lit=lit)
        if mine
        else classes("other", winner=winner, asked=asked, chosen=chosen, out=out, lit=lit),
        "portrait": classes("portrait", "" if sits.colour is None else f"colour{sits.colour}"),
        "captures": classes("sets", f"u{here['room']}", counting=felt.counting),
        "name": scene.names[seat],
        "mine": mine,
        "deadline": scene.deadline(seat),
        "asked": asked,
        "chosen": chosen,
        "out": out,
        "winner": winner,
    }


@kept(5000)
def panel(t: Language, edition: Edition, me: Player, newest: str, place: int) -> dict[str, Any]:
    """What a player has, and how it looks; `newest`: the rank of what has just come from that place."""
    return {
        "seat": me.seat,
        "picture": f"p-{me.character}",
        "character": words.character(t, edition, me.character),
        "cards": still_held(me),
        "dog": me.idefix,
        "left": len(me.gauls) + me.idefix,
        "sets": sets(t, edition, me, newest, place),
        "pirates": pirates(t, edition, me),
        "room": room(me),
        "worth": me.worth,
        "total": me.total,
    }


def still_held(me: Player) -> list[tuple[str, bool]]:
    """Each Gaul of a player's hand, and whether it has gone: that leaves a gap."""
    values = range(1, len(me.bottles) + 1)
    return [(str(value), False) if value in me.gauls else ("·", True) for value in values]


def room(player: Player) -> int:
    """How many faces wide all captures are, side by side: a set is nearly two, with what it is worth."""
    width = sum(1.75 if group.n > 1 else 1 for group in player.taken) + len(player.pirates)
    return min(ceil(width), WIDEST)


def sets(t: Language, edition: Edition, player: Player, newest: str, place: int) -> list[dict[str, Any]]:
    """Captured Romans by rank, and what each set is worth now."""
    return [
        {
            "id": f"set-{player.seat}-{group.rank}",
            "kind": classes(
                "set",
                f"n{group.n}",
                full=group.n == group.copies and group.n > 1,
                newest=newest == group.rank,
            ),
            "newest": f"deck-{place}" if newest == group.rank else "",
            "value": group.value,
            "name": words.rank(t, edition, group.rank),
            "picture": f"p-{group.rank}",
            "n": group.n,
            "worth": group.worth,
            "several": group.n > 1,
        }
        for group in player.taken
    ]


def newest_capture(scene: Scene, seat: int) -> str:
    """The rank of the Roman that this seat has just taken."""
    if scene.act and scene.act.name not in ("flown", "drawn"):
        return ""
    for e in reversed(scene.recent[-1].told if scene.recent else ()):
        match e:
            case Captured(card=card, seat=owner) | Kept(card=card, seat=owner) | Given(card=card, to=owner):
                return card.rank if owner == seat and isinstance(card, Roman) else ""
            case _:
                pass
    return ""


def newest_place(scene: Scene) -> int:
    """Where in the deck the card lay that has just been taken."""
    return scene.seen.place - (0 if scene.act else 1)


def pirates(t: Language, edition: Edition, player: Player) -> list[dict[str, Any]]:
    whom = [words.pirates(t, edition, frees) for frees in player.pirates]
    return [
        {"picture": f"p-pirate-{frees}", "does": t.say("At the scoring %(whom)s escapes.", whom=name)}
        for frees, name in zip(player.pirates, whom, strict=True)
    ]


def hand(scene: Scene, felt: Felt) -> list[dict[str, Any]]:
    """One's own Gauls, those already lost included, so that nothing jumps about."""
    if scene.seat < 0:
        return []
    shown = scene.act is not None and scene.seat in felt.played
    moves: list[tuple[Gaul, str]] = [
        (c.value if isinstance(c, Bid) else DOG, c.move) for c in scene.choices if isinstance(c, Bid | Idefix)
    ]
    return cards_of(scene.t, scene.edition, scene.seen.players[scene.seat], tuple(moves), shown)


@kept(2000)
def cards_of(
    t: Language, edition: Edition, me: Player, open_to: tuple[tuple[Gaul, str], ...], shown: bool
) -> list[dict[str, Any]]:
    moves = dict(open_to)
    cards: list[dict[str, Any]] = []
    whole: list[tuple[Gaul, int]] = [*enumerate(me.bottles, 1), (DOG, 0)]
    for value, bottles in whole:
        dog = value == DOG
        held = me.idefix if dog else value in me.gauls
        chosen = me.bid == value
        out = chosen and shown  # it lies face up in the middle
        gone = not (held or chosen or value in moves)
        cards.append(
            {
                "id": f"gaul-{me.seat}-{value}",
                "kind": classes(
                    "gaul", can=value in moves, dog=dog, picked=chosen and not shown, out=out, gone=gone
                ),
                "value": "" if dog else value,
                "bottles": bottles,
                "name": words.gaul(t, edition, value),
                "picture": "p-idefix" if dog else f"p-{me.character}",
                "chosen": chosen and not shown,
                "gone": gone,
                "unseen": "true" if gone else None,
                "words": moves.get(value, ""),
            }
        )
    return cards


# ---------------------------------------------------------------- the felt


def felt_of(scene: Scene) -> Felt:
    """What lies in the middle: of the act, or in a replay of the reveal that one has come to."""
    if scene.act:
        return scene.act.detail
    told = scene.recent[-1].told if scene.recent and not scene.live else ()
    played = {e.seat: e for e in told if isinstance(e, Revealed)}
    winner = next((e.seat for e in told if isinstance(e, Captured)), None)
    return Felt(played=played, winner=winner if played else None)


def slot(scene: Scene, felt: Felt, seat: int, last: Trick | None) -> dict[str, Any]:
    """The place on the felt for a player's card, from beginning to end."""
    me = scene.seen.players[seat]
    played = felt.played.get(seat)
    best = max((e.gaul for e in felt.played.values() if e.gaul != DOG), default=None)
    level = [e for e in felt.played.values() if e.gaul == best]
    down = seat in felt.down or (not scene.act and me.chosen)
    state = "up" if played else "down" if down else "empty"
    pictures = {"up": f"p-{me.character}", "down": "back-gaul", "empty": ""}
    dog = played is not None and played.gaul == DOG
    equal, won = played is not None and len(level) > 1 and played in level, felt.winner == seat
    lost = felt.winner is not None and not won
    return {
        "seat": seat,
        "kind": classes("slot", state, won=won, lost=lost, level=equal),
        "card_kind": classes("pcard", dog=dog),
        "name": scene.names[seat],
        "up": played is not None,
        "value": played.gaul if played and not dog else "",
        "card": words.gaul(scene.t, scene.edition, played.gaul) if played else "",
        "picture": "p-idefix" if dog else pictures[state],
        "bottles": played.bottles if played else 0,
        "won": won,
        "level": equal,
        "was": None if scene.act or down or felt.played else was_played(last, seat),
    }


def told(scene: Scene, felt: Felt, last: Trick | None) -> dict[str, Any]:
    """What is said above the felt, and whether bottles are drawn beside it."""
    t, seen = scene.t, scene.seen
    if seen.peek is not None:
        name = scene.names[seen.peek.by]
        if seen.peek.by == scene.seat:
            return {"caption": t.say("Only you see this card."), "by_bottles": False}
        return {"caption": t.say("%(name)s looks at the next card.", name=name), "by_bottles": False}
    if seen.phase == "escapes" and not scene.act:
        return {"caption": t.say("Pirates at the scoring"), "by_bottles": False}
    return {"caption": caption(scene, felt, last), "by_bottles": by_bottles(scene, felt, last)}


def caption(scene: Scene, felt: Felt, last: Trick | None) -> str:
    """What has just happened, in a few words: never more than what has been shown."""
    t, told = scene.t, scene.recent[-1].told if scene.recent else ()
    match scene.act.name if scene.act else "":
        case "backs":
            return t.say("All cards are on the table.")
        case "counted":
            return t.say("Whole sets count more.")
        case "summed":
            return t.say("Hand %(number)s is over.", number=len(felt.sheet))
        case "drawn" | "freed":
            said = next(e for e in reversed(told) if isinstance(e, DrewLast | Escaped))
            return words.sentence(t, scene.edition, said, scene.names)
        case "turned":
            return ""
        case "":
            return trick_caption(scene, last)
        case _:
            return next(filter(None, (outcome(scene, e) for e in reversed(told))), "")


def by_bottles(scene: Scene, felt: Felt, last: Trick | None) -> bool:
    """Whether bottles decided between equal Gauls."""
    if scene.act:
        won = felt.played.get(felt.winner) if felt.winner is not None else None
        return won is not None and sum(e.gaul == won.gaul for e in felt.played.values()) > 1
    return last is not None and last.by_bottles


def outcome(scene: Scene, e: Any) -> str:
    """Who gets the card."""
    t = scene.t
    match e:
        case Captured(seat=seat, card=card) | Kept(seat=seat, card=card) | Given(to=seat, card=card):
            title = roman_card(t, scene.edition, card, -1)["title"]
            return t.say("%(name)s took: %(card)s", name=scene.names[seat], card=title)
        case NobodyWins(tie=True):
            return t.say("A full tie: nobody takes the card.")
        case NobodyWins():
            return t.say("Only dogs: nobody takes the card.")
        case _:
            return ""


def freed(scene: Scene, felt: Felt) -> dict[str, Any] | None:
    """The Roman who is escaping, and the pirates that let him go."""
    if felt.freed is None:
        return None
    rank = felt.freed.rank
    return roman_card(scene.t, scene.edition, felt.freed, -1) | {
        "id": f"free-{felt.seat}-{rank}",
        "by": f"p-pirate-{felt.by}",
    }


def account(scene: Scene, felt: Felt) -> dict[str, Any] | None:
    """The score sheet at the end of a hand: its last lines, and the totals."""
    if not scene.act or scene.act.name not in ("counted", "summed"):
        return None
    sheet: Sequence[Sequence[int]] = felt.sheet
    first = max(0, len(sheet) - LINES)
    summed = scene.act.name == "summed"
    hand = [player.worth for player in scene.seen.players]
    return {
        "kind": classes("account", summed=summed),
        "names": scene.names,
        "lines": [
            {"hand": number, "points": points, "newest": summed and number == len(sheet)}
            for number, points in enumerate(sheet[first:], first + 1)
        ],
        "coming": None if summed else {"hand": len(sheet) + 1, "points": hand},
        "totals": [sum(points) for points in zip(*sheet, strict=True)] or [0] * len(scene.names),
    }


@dataclass(frozen=True)
class Trick:
    """The last reveal: who played what, who took the card, and whether bottles decided."""

    number: int
    outcome: Any
    plays: dict[int, dict[str, Any]]  # by seat
    by_bottles: bool


def last_trick(scene: Scene) -> Trick | None:
    for moment in reversed(scene.recent):
        revealed = [e for e in moment.told if isinstance(e, Revealed)]
        if revealed:
            return trick(scene, moment, revealed)
    return None


def trick(scene: Scene, moment: Moment, revealed: Sequence[Revealed]) -> Trick:
    outcome = next((e for e in moment.told if isinstance(e, Captured | NobodyWins)), None)
    winner = outcome.seat if isinstance(outcome, Captured) else None
    best = max((e.gaul for e in revealed if e.gaul != DOG), default=None)
    plays: dict[int, dict[str, Any]] = {
        e.seat: {
            "card": words.gaul(scene.t, scene.edition, e.gaul),
            "picture": "p-idefix" if e.gaul == DOG else "",
            "kind": classes("was", won=e.seat == winner),
        }
        for e in revealed
    }
    level = sum(e.gaul == best for e in revealed) > 1
    return Trick(moment.number, outcome, plays, winner is not None and level)


def was_played(last: Trick | None, seat: int) -> dict[str, Any] | None:
    """What a player showed the last time."""
    return last.plays.get(seat) if last else None


def trick_caption(scene: Scene, last: Trick | None) -> str:
    return outcome(scene, last.outcome) if last else ""


def other_choices(scene: Scene) -> list[dict[str, Any]]:
    """Choices that are not a card of one's hand: keep or give, pirates that act, Romans that escape."""
    found: list[dict[str, Any]] = []
    for choice in scene.choices:
        if isinstance(choice, Bid | Idefix):
            continue
        whole = words.action(scene.t, scene.edition, choice, scene.names)
        short = whole
        match choice:
            case Free(roman=roman):
                picture, short = f"p-{roman.rank}", words.card(scene.t, scene.edition, roman)
            case Resolve(frees=frees):
                picture, short = f"p-pirate-{frees}", words.pirates(scene.t, scene.edition, frees)
            case Give(to=to, character=character):
                picture, short = f"p-{character}", scene.names[to]
            case _:
                picture = ""
        spoken = whole if whole != short else ""
        found.append({"words": choice.move, "text": short, "spoken": spoken, "picture": picture})
    return found
