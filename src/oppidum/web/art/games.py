"""Which symbols a page of each game needs."""

from __future__ import annotations

CONTROLS = [
    "i-sound", "i-mute", "i-chat", "i-eye", "i-hint", "i-undo", "i-flag", "i-link", "i-clock",
    "i-hourglass", "i-rules", "i-log", "i-sun", "i-moon", "i-settings", "i-close", "i-check",
    "i-wait", "i-menu", "i-person", "i-bot", "i-first", "i-back", "i-next", "i-last", "i-play",
    "i-share", "i-offline", "i-language", "bubble", "trophy", "oppidum",
]  # fmt: skip

ROMANS = [
    "cook", "horn-blower", "recruit", "legionary", "archer", "scout", "standard-bearer", "decurion",
    "optio", "centurion", "general", "prefect", "caius-bonus", "caesar",
]  # fmt: skip
PIRATES = ["highest", "lowest", "any", "decurion", "centurion", "general"]
WALKERS = ["asterix", "obelix", "agecanonix", "cetautomatix", "ordralfabetix", "abraracourcix"]
BIDDERS = ["asterix", "obelix", "abraracourcix", "assurancetourix", "panoramix", "idefix"]

CARTES = [
    *(f"p-{slug}" for slug in BIDDERS + ROMANS),
    *(f"p-pirate-{frees}" for frees in PIRATES),
    *["bottle", "potion", "dog-nose", "do-peek", "back-gaul", "back-roman", "laurel", "helmet"],
]
ROMAINS = [
    *(f"{kind}-{slug}" for kind in ("p", "pawn") for slug in WALKERS),
    *(f"die-white-{face}" for face in range(1, 5)),
    *(f"die-black-{face}" for face in range(3, 7)),
    *[
        "card-helmets-1",
        "card-helmets-2",
        "card-helmets-3",
        "card-sandal",
        "card-shield",
        "card-sword",
        "back-loot",
    ],
    *["menhir", "bard", "lyre", "cohort", "camp-roman-place", "village", "hut", "palisade", "cauldron"],
    *["helmet", "sandal", "shield", "sword", "i-swap", "do-jostle", "do-bank", "p-assurancetourix"],
    *[
        "tree-oak",
        "tree-fir",
        "tree-birch",
        "bush",
        "rock",
        "hill",
        "mountain",
        "cloud",
        "grass",
        "river",
        "bridge",
    ],
    *["space", "standard", "land-wide", "land-tall"],
]
# The sign of what a power does, by the edition's word for it.
POWERS = {
    "knock_out": "do-knock-out", "eliminate": "do-eliminate", "revive": "do-revive", "call": "do-call",
    "draw": "i-draw", "discard": "do-discard", "recover": "do-recover", "take_back": "i-undo",
    "gain_bonus": "do-gain", "gain_helmet": "do-gain", "take_bonus": "do-gain", "take_helmet": "do-gain",
    "lose_bonus": "do-lose", "lose_helmet": "do-lose", "steal": "do-steal", "move": "do-move",
    "give_potion": "do-give-potion", "remove_potion": "do-remove-potion", "shield": "do-shield",
    "strengthen": "do-strengthen", "use_power": "do-use-power", "ban": "do-ban", "require": "do-require",
    "goal": "do-goal", "worth": "do-worth",
}  # fmt: skip

# The portraits and albums of compagnie depend on the edition: pass them as faces and with art.album.
TYPES = ["centurion", "chief", "trickster", "hero", "irreducible", "legionary", "rebel"]
COMPAGNIE = [
    *["camp-gaul", "camp-roman", "camp-neutral", "back-gaul", "back-roman", "back-neutral"],
    *(f"type-{name}" for name in TYPES),
    *["potion", "fish", "boar", "helmet", "helmet-centurion", "sesterce", "sesterces-5", "laurel", "ko"],
    *dict.fromkeys(POWERS.values()),
]

GAMES = {
    "cartes": [*CONTROLS, *CARTES],
    "romains": [*CONTROLS, *ROMAINS],
    "compagnie": [*CONTROLS, *COMPAGNIE],
}
