"""The pictures of `romains`: what a page of the game needs, and the landscape, which is composed."""

from __future__ import annotations

from functools import partial

from oppidum.faces.art.portraits import pawn
from oppidum.faces.romains.landscape import SHAPES, landscape

WALKERS = ["asterix", "obelix", "agecanonix", "cetautomatix", "ordralfabetix", "abraracourcix"]
SYMBOLS = [
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
    *["menhir", "bard", "cohort", "camp-roman-place", "village"],
    *["helmet", "sandal", "shield", "sword", "i-swap", "do-jostle", "p-assurancetourix"],
    *["tree-oak", "tree-fir", "tree-birch", "bush", "rock", "grass", "mountain", "cloud"],
    *["space", "land-wide", "land-tall"],
]
TINT = "gold"  # of the sign on the home page
SIGN = SYMBOLS  # on the home page: sign.html
COMPOSED = {
    **{f"land-{shape}": partial(landscape, shape) for shape in SHAPES},
    **{f"pawn-{slug}": partial(pawn, slug) for slug in WALKERS},
}
