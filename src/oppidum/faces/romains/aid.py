"""The player aid of `romains`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oppidum.faces.aids import Entry, Section, lines
from oppidum.games.romains.seen import HAND, STEPS_BACK
from oppidum.kernel.editions import Edition
from oppidum.words.language import Language

PICTURES = {
    "h1": "card-helmets-1",
    "h2": "card-helmets-2",
    "h3": "card-helmets-3",
    "p1": "card-sandal",
    "p2": "card-shield",
    "p3": "card-sword",
}


def sections(t: Language, edition: Edition) -> list[Section]:
    data = edition.data
    dice = {die["id"]: " ".join(map(str, die["faces"])) for die in data["die"]}
    removed = {table["players"]: table["removed"] for table in data["table"]}
    return [
        Section(
            t.say("Set-up"),
            lines(
                t.say("Pawns in the Roman camp. Shuffle the cards and remove some unseen:"),
                ", ".join(
                    t.say("%(players)s players: %(cards)s", players=players, cards=cards)
                    for players, cards in sorted(removed.items())
                ),
                t.say("Deal %(n)s cards to everybody; the others are the pile.", n=HAND),
            ),
        ),
        Section(
            t.say("Your turn"),
            (
                Entry(t.say("Throw one die and walk towards the village.")),
                Entry(t.say("White, %(faces)s: slow and safe.", faces=dice["white"]), "die-white-3"),
                Entry(
                    t.say("Black, %(faces)s: fast, but Exchange! can be called.", faces=dice["black"]),
                    "die-black-5",
                ),
                Entry(t.say("Order of what happens: exchange, jostle, event. Each once at most.")),
            ),
        ),
        Section(
            t.say("Exchange!"),
            (
                Entry(
                    t.say(
                        "After a black throw, before the pawn walks, whoever holds cards may call. The "
                        "first call counts: both exchange all their cards."
                    ),
                    "i-swap",
                ),
                Entry(t.say("Nobody can refuse; not with empty hands.")),
            ),
        ),
        Section(
            t.say("Jostle"),
            (
                Entry(
                    t.say("On another pawn's space: if one of the two calls, each draws a blind card."),
                    "do-jostle",
                ),
                Entry(t.say("Several pawns there: the mover picks one, or nobody. Both must hold cards.")),
                Entry(t.say("Never in the camp or in the village.")),
            ),
        ),
        Section(
            t.say("Spaces"),
            (
                Entry(
                    spaces(t, data, "menhir", t.say("Menhir: lose a blind card, under the pile.")), "menhir"
                ),
                Entry(
                    spaces(t, data, "bard", t.say("Bard: %(n)s spaces back, no second event.", n=STEPS_BACK)),
                    "bard",
                ),
                Entry(spaces(t, data, "cohort", t.say("Cohort: draw a card.")), "cohort"),
            ),
        ),
        Section(
            t.say("Village and camp"),
            (
                Entry(
                    t.say(
                        "Reach the village, %(steps)s steps away, exactly or not: bank all your cards, go "
                        "back to the camp and draw %(n)s.",
                        steps=data["board"]["village"],
                        n=HAND,
                    ),
                    "village",
                ),
                Entry(
                    t.say("Lost your last card? Go back and draw %(n)s at once, or walk on.", n=HAND),
                    "camp-roman-place",
                ),
            ),
        ),
        Section(
            t.say("Points"),
            tuple(
                Entry(
                    t.name(card["name"]),
                    PICTURES[card["id"]],
                    f"{'+' if card['kind'] == 'helmets' else '−'}{card['points']} ×{card['copies']}",
                )
                for card in data["card"]
            ),
            dense=True,
        ),
        Section(
            t.say("End"),
            lines(
                t.say("The game ends when somebody has to draw and the pile is empty."),
                t.say("Helmets minus penalties on banked cards; cards in hand count nothing. The most win."),
            ),
        ),
    ]


def spaces(t: Language, data: Mapping[str, Any], event: str, text: str) -> str:
    """The text, and where the spaces with this event are."""
    places = [str(space["at"]) for space in data["space"] if space["event"] == event]
    return t.say("%(text)s (spaces %(places)s)", text=text, places=", ".join(places))
