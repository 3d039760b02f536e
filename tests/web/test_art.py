"""The pictures: well-formed, harmless under a strict content security policy, light, and stable."""

from __future__ import annotations

import gzip
import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from itertools import combinations
from math import dist
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from oppidum import faces, games
from oppidum.faces import art
from oppidum.faces.art.portraits import COLOURS, SKINS, made_up
from oppidum.faces.art.sheets import PEN, drawings, references
from oppidum.faces.compagnie.art import POWERS, album
from oppidum.faces.romains.landscape import places as places_on
from oppidum.web.pictures import FRAME

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {"svg", "symbol", "g", "path", "circle", "ellipse", "use"}
BUDGET = 35_000  # bytes of one game's sprite, compressed
CAST = sorted(art.cast())
ALBUMS = [name for name in art.symbols() if name.startswith("album-")]
EVERYTHING = art.symbols()
ARTS: dict[str, Any] = {game: faces.part(game, "art") for game in games.catalogue()}
GAMES = {game: [*art.CONTROLS, *own.SYMBOLS] for game, own in ARTS.items()}

NAMED = [
    "asterix", "obelix", "idefix", "panoramix", "abraracourcix", "bonemine", "assurancetourix",
    "agecanonix", "mme-agecanonix", "cetautomatix", "ielosubmarine", "ordralfabetix", "falbala",
    "tragicomix", "jules-cesar", "brutus", "caius-bonus", "tullius-detritus", "tullius-octopus",
    "numerobis", "amonbofis", "cleopatre", "septantesix", "barbe-rouge", "baba", "triple-patte",
    "jolitorax", "soupalognon-y-crouton", "pepe", "aplusbegalix", "grossebaf", "goudurix",
    "ocatarinetabellatchitchix", "alambix", "moralelastix", "epidemais", "saugrenus", "prolix",
    "gracchus-garovirus", "legionnaire", "centurion", "goth", "viking", "gladiator-trainer",
]  # fmt: skip


def parsed(sprite: str) -> ElementTree.Element:
    return ElementTree.fromstring(sprite)


def compressed(sprite: str) -> int:
    return len(gzip.compress(sprite.encode(), 6))


@pytest.fixture(scope="module")
def everything() -> ElementTree.Element:
    return parsed(art.sprite(EVERYTHING))


def test_every_symbol_has_a_grid_and_a_pen(everything: ElementTree.Element) -> None:
    found = {symbol.attrib["id"]: symbol for symbol in everything.iter(f"{SVG}symbol")}
    assert set(EVERYTHING) == set(found)
    for name, symbol in found.items():
        x, y, width, height = map(float, symbol.attrib["viewBox"].split())
        assert (x, y) == (0, 0) or name.startswith("land-"), name  # a country goes on beyond its frame
        assert width > 0, name
        assert height > 0, name
        assert len(symbol), name


def test_only_shapes_and_no_style_script_or_address(everything: ElementTree.Element) -> None:
    for element in everything.iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        for attribute, value in element.attrib.items():
            assert attribute != "style"
            assert not attribute.startswith("on")
            assert "url(" not in value
            assert "//" not in value
            if attribute.endswith("href"):
                assert value.startswith("#")


def test_ids_are_unique_and_every_reference_leads_somewhere() -> None:
    for names in (EVERYTHING, *GAMES.values(), ["p-asterix"], ["album-lauriers", "laurel"]):
        text = art.sprite(names)
        ids = [element.attrib["id"] for element in parsed(text).iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        assert set(references(text)) <= set(ids)


def test_nothing_refers_to_itself() -> None:
    def below(name: str, above: tuple[str, ...]) -> None:
        assert name not in above
        for inner in references(drawings().get(name, "")):
            below(inner, (*above, name))

    for name in drawings():
        below(name, ())


def test_a_sprite_holds_what_was_asked_for_and_no_more() -> None:
    one = parsed(art.sprite(["p-asterix", "fish"]))
    assert [symbol.attrib["id"] for symbol in one.iter(f"{SVG}symbol")] == ["p-asterix", "fish"]
    assert "hat-centurion" not in art.sprite(["p-asterix"])
    with pytest.raises(KeyError):
        art.sprite(["no-such-symbol"])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_is_light(game: str) -> None:
    people = [art.Face(slug) for slug in CAST] if game == "compagnie" else []
    albums = ALBUMS if game == "compagnie" else []
    assert compressed(art.sprite([*GAMES[game], *albums], people)) < BUDGET


# ---------------------------------------------------------------- whose picture it is


ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "src" / "oppidum"
GUEST = ROOT / "examples" / "boars"  # whoever brings a game may use what all share
QUOTED = re.compile(r"""["'#]([a-z0-9]+(?:-[a-z0-9]+)*)["']""")
BEGUN = re.compile(r"""f"([a-z]+-)\{|"([a-z]+-)" ~""")  # a name put together, in Python or a template


def symbols_in(folder: Path) -> set[str]:
    sheets = "".join(sheet.read_text("utf-8") for sheet in folder.glob("*.svg"))
    return set(re.findall(r'<symbol id="([^"]+)"', sheets))


def texts_below(folder: Path, but: Sequence[Path] = ()) -> list[str]:
    left_out = {*but, HERE / "web" / "static" / "vendor"}
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".html", ".js")]
    return [path.read_text("utf-8") for path in files if not left_out & {path, *path.parents}]


def named_below(folder: Path, but: Sequence[Path] = ()) -> set[str]:
    """All short texts in quotes there: some of them name pictures."""
    return {name for text in texts_below(folder, but) for name in QUOTED.findall(text)}


def drawn_from(game: str) -> set[str]:
    """What the drawings of a game are put together from."""
    sheets = (HERE / "faces" / game).glob("*.svg")
    return {name for sheet in sheets for name in references(sheet.read_text("utf-8"))}


def shown_by_the_house() -> set[str]:
    """What is only listed, as the controls are, is not shown yet."""
    others = [HERE / "faces" / game for game in ARTS]
    rooms = (HERE / "web", HERE / "words")
    named = named_below(HERE / "faces", [*others, HERE / "faces" / "art"]) | set(FRAME)
    return named.union(*(named_below(room) for room in rooms))


def listed_by(game: str) -> set[str]:
    """What the pages of a game carry: by name, whoever puts a name together, and for its own drawings."""
    return {*ARTS[game].SYMBOLS, *ARTS[game].SIGN} | drawn_from(game)


def test_what_all_share_is_of_the_house_or_of_several_games() -> None:
    house, guest = shown_by_the_house(), named_below(GUEST)
    for name in symbols_in(HERE / "faces" / "art") - house:
        games = [game for game in ARTS if name in listed_by(game)]
        assert len(games) + (name in guest) >= 2, (name, games)


@pytest.mark.parametrize("game", sorted(ARTS))
def test_what_a_game_has_drawn_for_itself_no_other_shows(game: str) -> None:
    own = symbols_in(HERE / "faces" / game)
    for other in ARTS.keys() - {game}:
        assert not own & listed_by(other), other
    assert not own & shown_by_the_house()


@pytest.mark.parametrize("game", sorted(ARTS))
def test_what_a_game_lists_it_shows(game: str) -> None:
    """By name, or by the beginning of a name that is put together."""
    folder = HERE / "faces" / game
    lists = [folder / "art.py"]
    named = named_below(folder, lists) | drawn_from(game) | {*vars(ARTS[game]).get("POWERS", {}).values()}
    begun = {"".join(found) for text in texts_below(folder, lists) for found in BEGUN.findall(text)}
    for name in set(ARTS[game].SYMBOLS) - named:
        assert name.startswith(tuple(begun)), name


def test_the_named_characters_are_drawn() -> None:
    assert set(NAMED) <= set(CAST)
    assert all(slug == slug.lower() and slug.isascii() for slug in CAST)


def editions() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for game in files("oppidum.games").iterdir():
        if game.is_dir() and (edition := game / "reconstituee.toml").is_file():
            found[game.name] = tomllib.loads(edition.read_text("utf-8"))
    return found


@pytest.mark.parametrize("game", sorted(editions()))
def test_everyone_in_our_editions_is_drawn(game: str) -> None:
    edition = editions()[game]
    people = [entry["id"] for kind in ("gaul", "roman", "character") for entry in edition.get(kind, [])]
    people += [f"pirate-{pirate['frees']}" for pirate in edition.get("pirate", [])]
    assert set(people) <= set(CAST)
    albums = [entry["id"] for entry in edition.get("album", [])]
    assert len({album(slug) for slug in albums}) == len(albums)


def test_every_power_of_our_editions_has_a_sign_on_its_page() -> None:
    assert set(POWERS.values()) <= set(GAMES["compagnie"])
    text = str(editions().get("compagnie", {}))
    assert set(re.findall(r"'do': '(\w+)'", text)) <= set(POWERS)


def test_the_backdrop_is_that_of_the_edition() -> None:
    assert "#backdrop-gaul" in art.portrait("asterix")
    assert "#backdrop-roman" in art.portrait("asterix", "roman")


def test_no_two_people_look_alike() -> None:
    """At least three traits set any two of them apart."""
    people = {recipe: slug for slug, (_, recipe) in art.cast().items()}
    for one, other in combinations(people, 2):
        differing = set(one.split(", ")) ^ set(other.split(", "))
        assert len(differing) >= 6, (people[one], people[other])


def test_a_stranger_always_gets_the_same_face() -> None:
    assert made_up("inconnu", "gaul", "hero") == made_up("inconnu", "gaul", "hero")
    assert art.portrait("inconnu", "gaul", "hero") == art.portrait("inconnu", "gaul", "hero")
    # written down once: a change of these would change the faces of people's own editions
    assert made_up("zerozerosix", "roman", "centurion").endswith("wear lorica steel red")
    assert album("la-serpe-d-or") == "album-serpe"
    assert album("un-titre-inconnu") == album("un-titre-inconnu") != "album-any"


@pytest.mark.parametrize("camp", ["gaul", "roman", "neutral"])
@pytest.mark.parametrize(
    "kind", ["centurion", "chief", "trickster", "hero", "irreducible", "legionary", "rebel", ""]
)
def test_strangers_have_valid_and_different_faces(camp: str, kind: str) -> None:
    faces = [art.Face(f"inconnu-{number}", camp, kind) for number in range(40)]
    sprite = parsed(art.sprite([], faces))
    looks = {ElementTree.tostring(s).split(b">", 1)[1] for s in sprite.iter(f"{SVG}symbol")}
    assert len(looks) >= 36


def test_an_edition_can_bring_its_own_recipe() -> None:
    own = art.Face("asterix", "neutral", recipe="head wide, nose big, hat horned gold bone, wear fur red tan")
    assert 'href="#hat-horned" fill="#e6a522" color="#efe3c8"' in art.sprite([], [own])
    with pytest.raises(ValueError):
        art.sprite([], [art.Face('x"><script>')])
    for wrong in ("head cubic", "hat winged mauve", "skin blue", "shoes red", "head"):
        with pytest.raises(art.RecipeError):
            art.compose("x", "gaul", wrong)


def test_places_lie_apart_on_the_land_and_trees_leave_them_free() -> None:
    for shape, (width, height) in {"wide": (960, 460), "tall": (480, 540)}.items():
        places = places_on(shape)
        assert len(places) == 16
        assert all(0 < x < width and 0 < y < height for x, y in places)
        assert min(dist(a, b) for a, b in combinations(places, 2)) > 60
        land = parsed(art.sprite([f"land-{shape}"])).find(f"{SVG}symbol[@id='land-{shape}']")
        assert land is not None
        for use in land.iter(f"{SVG}use"):
            x, y, w, h = (float(use.attrib[a]) for a in ("x", "y", "width", "height"))
            assert min(dist((x + w / 2, y + h), place) for place in places) > 24


def brightness(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_proposed_themes_have_enough_contrast() -> None:
    readme = files("oppidum.faces.art").joinpath("README.md").read_text("utf-8")
    rows = re.findall(r"^\| `--([a-z-]+)` \| `(#\w{6})` \| `(#\w{6})` \|", readme, re.MULTILINE)
    for theme in (1, 2):
        tone = {row[0]: row[theme] for row in rows}
        for ground in (tone["ground"], tone["surface"]):
            for text in ("text", "text-soft", "accent", "gaul-text", "roman-text", "neutral-text"):
                assert contrast(tone[text], ground) >= 4.5, (theme, text, ground)
            assert contrast(tone["edge"], ground) >= 3, theme
        assert contrast(tone["on-accent"], tone["accent"]) >= 4.5
        for camp in ("gaul", "roman", "neutral"):
            assert contrast("#ffffff", tone[f"camp-{camp}"]) >= 4.5
        assert contrast(PEN["stroke"], tone["card"]) >= 4.5


def test_faces_stand_out_from_the_pen() -> None:
    for face, shade in SKINS.values():
        assert contrast(face, PEN["stroke"]) >= 1.9
        assert brightness(face) > brightness(shade)
    assert all(re.fullmatch(r"#[0-9a-f]{6}", colour) for colour in COLOURS.values())
