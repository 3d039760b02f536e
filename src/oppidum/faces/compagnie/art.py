"""The pictures of `compagnie`. Its portraits and albums depend on the edition."""

from __future__ import annotations

import zlib
from functools import lru_cache

from oppidum.faces.art import drawings

# The sign of what a power does, by the edition's word for it.
POWERS = {
    "knock_out": "do-knock-out", "eliminate": "do-eliminate", "revive": "do-revive", "call": "do-call",
    "draw": "i-draw", "discard": "do-discard", "recover": "do-recover", "take_back": "i-undo",
    "gain_bonus": "do-gain", "gain_helmet": "do-gain", "take_bonus": "do-gain", "take_helmet": "do-gain",
    "lose_bonus": "do-lose", "lose_helmet": "do-lose", "steal": "do-steal", "move": "do-move",
    "give_potion": "do-give-potion", "remove_potion": "do-remove-potion", "shield": "do-shield",
    "strengthen": "do-strengthen", "use_power": "do-use-power", "ban": "do-ban", "require": "do-require",
    "goal": "do-goal", "worth": "do-worth", "grow": "do-strengthen", "give_card": "do-steal",
    "get_card": "do-steal", "swap_hands": "i-swap", "look_at_hand": "do-peek", "look_at_pile": "do-peek",
    "another_turn": "i-next", "skip_turn": "i-hourglass",
}  # fmt: skip

TYPES = ["centurion", "chief", "trickster", "hero", "irreducible", "legionary", "rebel"]
SYMBOLS = [
    *["camp-gaul", "camp-roman", "camp-neutral", "back-gaul", "back-roman"],
    *(f"type-{name}" for name in TYPES),
    *["potion", "fish", "boar", "helmet", "helmet-centurion", "sesterce", "laurel", "ko"],
    *dict.fromkeys(POWERS.values()),
]
TINT = "gaul"  # of the sign on the home page
SIGN = ["p-obelix", "p-cleopatre", "album-serpe", "album-belges", "potion", "sesterce"]  # home: sign.html


@lru_cache(maxsize=1000)
def album(slug: str) -> str:
    """The symbol for an adventure: its own emblem, or one of the others, always the same."""
    emblems = [name for name in drawings() if name.startswith("album-") and name != "album-any"]
    own = [name for name in emblems if name.removeprefix("album-") in slug.split("-")]
    return own[0] if own else emblems[zlib.crc32(slug.encode()) % len(emblems)]
