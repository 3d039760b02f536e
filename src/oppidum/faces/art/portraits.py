"""Portraits composed from shared parts after a recipe of one line.

A recipe names parts and colours, separated by commas: `head wide, nose big, moustache droop red,
hat winged steel white, wear tunic green gold, size 90`. Parts are drawn in parts.svg; whoever writes an
edition can give a character a recipe of its own with the same words.
"""

from __future__ import annotations

import re
import tomllib
import zlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from oppidum.faces.art.sheets import PEN, drawings

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CAMPS = ("gaul", "roman", "neutral")

# from back to front; "…-back" parts of hair, hats and held things go behind the body
LAYERS = (
    "wear",
    "head",
    "mark",
    "hair",
    "beard",
    "mouth",
    "eyes",
    "brows",
    "moustache",
    "nose",
    "hat",
    "hold",
)
BEHIND = ("hold", "hair", "hat")

COLOURS = {
    "white": "#fffaf0", "cream": "#f7e7c4", "silver": "#d3dbe0", "steel": "#a9b6bf", "iron": "#6f7d88",
    "stone": "#9aa3a8", "grey": "#b9b4ac", "black": "#3a3238", "yellow": "#f9cc3c", "gold": "#e6a522",
    "straw": "#e9c877", "orange": "#e9772b", "ginger": "#d2622a", "red": "#c8322b", "crimson": "#8f1f2a",
    "pink": "#e98a94", "purple": "#7a4aa0", "lilac": "#b795d3", "navy": "#24406e", "blue": "#2f6db5",
    "sky": "#7fbfe0", "teal": "#1f8a8a", "green": "#4c9a4a", "forest": "#2c6b3f", "lime": "#a3c04a",
    "olive": "#7d7a35", "chestnut": "#6b3d22", "brown": "#8a5a34", "tan": "#c99a62", "bone": "#efe3c8",
}  # fmt: skip
SKINS = {  # face, and its shaded side
    "fair": ("#f8cfa8", "#eeb68c"), "rosy": ("#f5b995", "#e89a76"), "olive": ("#e3ae78", "#cf9560"),
    "tan": ("#cf9461", "#b87c4b"), "brown": ("#9a6440", "#83512f"), "dark": ("#74482f", "#5f3823"),
    "pale": ("#f5dcc4", "#e3c2a5"),
}  # fmt: skip


class RecipeError(ValueError):
    """A recipe uses a word that no part, colour or setting has."""


def compose(slug: str, camp: str, recipe: str) -> str:
    """The symbol `p-<slug>`: a bust before the backdrop of its camp."""
    must_be_slug(slug)
    if camp not in CAMPS:
        raise ValueError(f"no portrait for {slug!r} of camp {camp!r}")
    return f'<symbol id="p-{slug}" viewBox="0 0 96 96"><use href="#backdrop-{camp}"/>{bust(recipe)}</symbol>'


def pawn(slug: str) -> str:
    """The symbol `pawn-<slug>`: the same bust on a plinth in the text's colour, for walking on a board."""
    must_be_slug(slug)
    plinth = f'<g {pen()}><use href="#plinth"/></g>'
    recipe = cast()[slug][1] if slug in cast() else made_up(slug, "gaul", "")
    return f'<symbol id="pawn-{slug}" viewBox="0 0 96 118">{bust(recipe)}{plinth}</symbol>'


def must_be_slug(slug: str) -> None:
    if not SLUG.fullmatch(slug):
        raise ValueError(f"no portrait for {slug!r}: slugs are like 'jules-cesar'")


def bust(recipe: str) -> str:
    """The parts of a recipe from back to front."""
    words = read_recipe(recipe)
    skin = words.pop("skin", ["fair"])[0]
    if skin not in SKINS:
        raise RecipeError(f"no skin {skin!r}: one of {', '.join(SKINS)}")
    face, shade = SKINS[skin]
    size = int(words.pop("size", ["100"])[0])
    shift = 48 * (100 - size) / 100
    grow = (
        f' transform="matrix({size / 100:g} 0 0 {size / 100:g} {shift:g} {2 * shift:g})"'
        if size != 100
        else ""
    )

    def part(kind: str, suffix: str = "") -> str:
        shape, *colours = words[kind]
        name = f"{kind}-{shape}{suffix}"
        if name not in drawings():
            if suffix or f"{name}-back" in drawings():
                return ""
            raise RecipeError(f"no {kind} {shape!r}")
        first, second = {"head": (face, shade), "nose": (shade, shade)}.get(kind, ("", ""))
        colours = [face if c == "skin" else colour(c) for c in colours]
        fill = colours[0] if colours else first
        color = colours[1] if len(colours) > 1 else second
        paint = (f' fill="{fill}"' if fill else "") + (f' color="{color}"' if color else "")
        return f'<use href="#{name}"{paint}/>'

    if "figure" in words:
        inside = part("figure")
    else:
        words = {
            "head": ["round"],
            "nose": ["bulb"],
            "eyes": ["dots"],
            "wear": ["tunic", "tan", "brown"],
        } | words
        inside = "".join(part(kind, "-back") for kind in BEHIND if kind in words)
        inside += "".join(part(kind) for kind in LAYERS if kind in words)
    return f"<g {pen()}{grow}>{inside}</g>"


def pen() -> str:
    return " ".join(f'{attribute}="{value}"' for attribute, value in PEN.items())


def read_recipe(recipe: str) -> dict[str, list[str]]:
    words: dict[str, list[str]] = {}
    for phrase in recipe.split(","):
        kind, *rest = phrase.split()
        if kind not in (*LAYERS, "skin", "size", "figure") or not rest:
            raise RecipeError(f"cannot read {phrase.strip()!r}")
        words[kind] = rest
    return words


def colour(word: str) -> str:
    if word not in COLOURS:
        raise RecipeError(f"no colour {word!r}: one of {', '.join(COLOURS)}")
    return COLOURS[word]


@cache
def cast() -> dict[str, tuple[str, str]]:
    """Everyone we have drawn: slug -> (camp, recipe)."""
    table = tomllib.loads(files("oppidum.faces.art").joinpath("characters.toml").read_text("utf-8"))
    people = {slug: (camp, recipe) for camp in CAMPS for slug, recipe in table[camp].items()}
    return people | {slug: people[other] for slug, other in table["same"].items()}


def portrait(slug: str, camp: str = "", kind: str = "", recipe: str = "") -> str:
    """The portrait of a character: by its own recipe, as we drew it, or else a face made up from its name.

    The backdrop is that of the camp given, because editions may differ from our cast in that.
    """
    ours, drawn = cast().get(slug, ("neutral", ""))
    camp = camp or ours
    return compose(slug, camp, recipe or drawn or made_up(slug, camp, kind))


def made_up(slug: str, camp: str, kind: str) -> str:
    """A recipe that is always the same for the same name, in the manner of its camp and type."""
    number = zlib.crc32(f"{camp}/{slug}".encode())

    def pick(choices: Sequence[str]) -> str:
        nonlocal number
        number, index = divmod(number, len(choices))
        number = number or zlib.crc32(f"{slug}/{index}".encode())
        return choices[index]

    hair = pick(("yellow", "ginger", "chestnut", "black", "grey", "straw", "brown"))
    cloth = pick(("blue", "green", "orange", "purple", "teal", "olive", "crimson", "navy"))
    trim = pick(("gold", "white", "black", "tan"))
    head = pick(("round", "long", "square", "wide", "jaw", "heart", "egg"))
    nose = pick(
        ("bulb", "big", "long", "hook", "button", "potato")
        if camp != "roman"
        else ("roman", "hook", "bulb", "long")
    )
    face = f"head {head}, nose {nose}, eyes {pick(('dots', 'wide', 'sly', 'happy', 'tired'))}"
    mouth = f", mouth {pick(('smile', 'flat', 'smirk', 'grin', 'frown'))}"
    if camp == "roman":
        shell = pick(("iron", "steel", "gold"))
        hat, wear = {
            "centurion": (f"centurion {shell} {pick(('red', 'crimson', 'orange'))}", f"lorica {shell} red"),
            "legionary": (f"{pick(('legion', 'kettle'))} {shell} {trim}", f"lorica steel {cloth}"),
            "chief": (f"plume gold {pick(('red', 'purple', 'white'))}", "cuirass gold crimson"),
            "hero": ("laurel gold", "toga white purple"),
        }.get(kind, (f"{pick(('tail', 'legion', 'quill'))} {shell} {trim}", f"toga white {cloth}"))
        return (
            f"{face}{mouth}, skin olive, brows {pick(('calm', 'angry', 'one'))} black, hat {hat}, wear {wear}"
        )
    beard = pick(
        ("moustache droop", "moustache walrus", "moustache horns", "beard full", "moustache bushy", "none")
    )
    hairs = f", {beard} {hair}" if beard != "none" else ""
    style = pick(("short", "bowl", "part", "curly", "braids", "mane", "sides"))
    if camp == "gaul":
        hat = pick(("", f", hat winged {pick(('steel', 'gold'))} white", f", hat feathers iron {trim}", ""))
        wear = f"{pick(('tunic', 'plaid', 'belted'))} {cloth} {trim}"
        return f"{face}{mouth}, skin rosy, hair {style} {hair} {cloth}{hairs}{hat}, wear {wear}"
    skin = pick(("fair", "olive", "tan", "brown", "dark"))
    hat = pick(
        ("", ", hat turban {0} {1}", ", hat scarf {0} {1}", ", hat spike iron {1}", ", hat cap {0} {1}", "")
    )
    wear = f"{pick(('vest', 'cape', 'robe', 'fur'))} {cloth} {trim}"
    return (
        f"{face}{mouth}, skin {skin}, hair {style} {hair} {trim}{hairs}{hat.format(cloth, trim)}, wear {wear}"
    )
