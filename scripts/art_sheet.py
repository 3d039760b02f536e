"""Write a contact sheet of Oppidum's pictures: every symbol at 48, 96 and 160 pixels, light and dark.

    python scripts/art_sheet.py OUT.html [--sizes 48,96] [--only p-] [--png OUT.png]

With --png the page is photographed with the machine's Chromium.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from chromium import browser

from oppidum.faces import art

THEMES = {"light": ("#f6efe0", "#2a2023"), "dark": ("#1e1a22", "#f3ead9")}


def page(names: list[str], sizes: list[int], themes: list[str]) -> str:
    body = str(art.sprite([n for n in names if not n.startswith("stranger-")], strangers(names)))
    for theme in themes:
        for size in sizes:
            cells = "".join(cell(name, size) for name in names)
            body += f'<section class="{theme} s{size}">{cells}</section>'
    css = "body{margin:0;font:9px sans-serif}section{display:flex;flex-wrap:wrap;gap:6px;padding:8px}"
    css += "figure{margin:0;text-align:center;overflow:hidden}figure svg{display:block;border-radius:10%}"
    css += "".join(f".{t}{{background:{back};color:{text}}}" for t, (back, text) in THEMES.items())
    css += "".join(f".s{s} figure{{width:{s}px}}.s{s} svg{{width:{s}px;height:{s}px}}" for s in sizes)
    return f'<!doctype html><meta charset="utf-8"><title>Art</title><style>{css}</style>{body}'


def cell(name: str, size: int) -> str:
    shown = name.removeprefix("p-") if size > 40 else ""
    href = f"p-{name}" if name.startswith("stranger-") else name
    return f'<figure><svg><use href="#{href}"/></svg>{shown}</figure>'


def strangers(names: list[str]) -> list[art.Face]:
    """Characters that nobody has drawn: `stranger-roman-centurion-3`."""
    faces: list[art.Face] = []
    for name in names:
        if name.startswith("stranger-"):
            _, camp, kind, _ = name.split("-")
            faces.append(art.Face(name, camp, kind))
    return faces


def photograph(html: Path, png: Path, width: int, height: int) -> None:
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": width, "height": height})
        page.goto(html.resolve().as_uri())
        page.screenshot(path=png)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("html", type=Path)
    parser.add_argument("--sizes", default="48,96,160")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--only", default="", help="symbols whose name begins so (comma-separated)")
    parser.add_argument("--strangers", type=int, default=0, help="this many made-up faces per camp and type")
    parser.add_argument("--png", type=Path)
    parser.add_argument("--window", default="1440,1800")
    arguments = parser.parse_args()
    begins = tuple(arguments.only.split(","))
    names = [name for name in art.symbols() if name.startswith(begins)]
    kinds = {
        "gaul": ["hero", "chief"],
        "roman": ["centurion", "legionary", "trickster"],
        "neutral": ["rebel"],
    }
    for number in range(arguments.strangers):
        names += [f"stranger-{camp}-{kind}-{number}" for camp in kinds for kind in kinds[camp]]
    sizes = [int(size) for size in arguments.sizes.split(",")]
    arguments.html.write_text(page(names, sizes, arguments.themes.split(",")), "utf-8")
    if arguments.png:
        width, height = map(int, arguments.window.split(","))
        photograph(arguments.html, arguments.png, width, height)


if __name__ == "__main__":
    main()
