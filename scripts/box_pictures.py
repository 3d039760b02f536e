"""Take the pictures of docs/editions/your-own-box.md: a shelf, a box, the card editor.

python scripts/box_pictures.py                     # into docs/editions
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from chromium import browser
from gallery import picture
from staged import House, enter, house

from oppidum import games
from oppidum.tables import shelf, visitors
from oppidum.web.guest import signer

OUT = Path(__file__).resolve().parent.parent / "docs" / "editions"
WIDE, NARROW = {"width": 1100, "height": 760}, {"width": 390, "height": 844}


def stocked(at: House) -> tuple[str, dict[str, str]]:
    """Somebody with two boxes: the cookie, and the code of each box by its game."""
    arrival = visitors.arrive(at.hall, "Mirabelle")
    boxes = {
        "cartes": ("Édition reconstituée", "The one from the attic"),
        "compagnie": ("Édition reconstituée", "Our village, 2009"),
    }
    codes: dict[str, str] = {}
    for game, (old, new) in boxes.items():
        text = games.load(game).default_edition().text.replace(old, new)
        codes[game] = shelf.put(at.hall, arrival.visitor.id, text)
    cookie = signer(at.hall).dumps([arrival.visitor.id, arrival.visitor.stamp])
    return str(cookie), codes


def opened(chromium: Any, at: House, cookie: str, size: dict[str, int], address: str) -> Any:
    context = chromium.new_context(viewport=size, base_url=at.address, device_scale_factor=1)
    enter(context, at, cookie, look="light", motion="off", language="en")
    page = context.new_page()
    page.goto(address)
    page.evaluate("document.fonts.ready")
    return page


def take(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as at, browser() as chromium:
        cookie, codes = stocked(at)
        page = opened(chromium, at, cookie, WIDE, "/boxes")
        picture(page, out / "your-boxes.webp", quality=70)
        page.goto(f"/box/{codes['compagnie']}")
        picture(page, out / "box-cards.webp", quality=70)
        page.goto(f"/box/{codes['compagnie']}/character/6")
        page.locator("[name='power.0.do']").select_option("knock_out")
        page.locator("#in-words", has_text="Knock out").wait_for()
        page.evaluate("document.querySelector('.chain').scrollIntoView()")
        picture(page, out / "box-editor.webp", quality=70)
        page.context.close()
        page = opened(chromium, at, cookie, NARROW, f"/box/{codes['cartes']}/roman/5")
        picture(page, out / "box-editor-phone.webp", quality=70)
        page.context.close()


if __name__ == "__main__":
    take(OUT)
