"""The drawn sheets: every SVG element with an id, and what each of them refers to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from xml.etree import ElementTree

from oppidum import faces

SVG = "http://www.w3.org/2000/svg"
PEN = {"stroke": "#231a20", "stroke-width": "3", "stroke-linejoin": "round", "stroke-linecap": "round"}

REFERENCE = re.compile(r'href="#([^"]+)"')
SPACES = re.compile(r"\s*\n\s*")
TRAILING_ZEROS = re.compile(r"(\.\d*?[1-9])0+(?=\D)")


def sheets() -> list[Traversable]:
    """The sheets that all share, and those of each game."""
    folders = [files("oppidum.faces.art"), *(files(package) for package in faces.packages().values())]
    found = [file for folder in folders for file in folder.iterdir() if file.name.endswith(".svg")]
    return sorted(found, key=lambda file: file.name)


@cache
def drawings() -> dict[str, str]:
    """Each top-level element of the sheets as text, by its id. Symbols get the pen that all share."""
    found: dict[str, str] = {}
    ElementTree.register_namespace("", SVG)
    for sheet in sheets():
        for element in ElementTree.fromstring(sheet.read_text("utf-8")):
            if element.tag == f"{{{SVG}}}symbol":
                for attribute, value in PEN.items():
                    element.attrib.setdefault(attribute, value)
            found[element.attrib["id"]] = compact(element)
    return found


def compact(element: ElementTree.Element) -> str:
    element.tail = None
    text = (
        ElementTree.tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "").replace(" />", "/>")
    )
    return TRAILING_ZEROS.sub(r"\1", SPACES.sub("", text))


def references(text: str) -> list[str]:
    return REFERENCE.findall(text)


def needed_by(texts: Iterable[str]) -> Iterator[str]:
    """The shared drawings that these texts use, each once, used ones before their users."""
    sheet, seen = drawings(), set[str]()

    def visit(name: str) -> Iterator[str]:
        if name in seen or name not in sheet:  # an id inside the same drawing
            return
        seen.add(name)
        for inner in references(sheet[name]):
            yield from visit(inner)
        yield sheet[name]

    for text in texts:
        for name in references(text):
            yield from visit(name)
