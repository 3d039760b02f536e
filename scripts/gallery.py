"""Take pictures of every game: on a phone, a tablet and a desktop, in the light and in the dark.

    python scripts/gallery.py                          # what the docs show, into docs/gallery
    python scripts/gallery.py --all OUT [--only cartes] [--size phone] [--look dark] [--language fr]

The games are real ones, played from fixed seeds, so that the pictures stay true to the program.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import strips
from chromium import browser
from staged import SCENES, House, Scene, Staged, enter, house

GALLERY = Path(__file__).resolve().parent.parent / "docs" / "gallery"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "laptop": (1280, 800), "desktop": (1440, 900)}
LOOKS = ("light", "dark")

# What the README shows: the scene, the size and the look of each.
SHOWN = {
    "cartes-desktop": ("cartes", "reveal", "desktop", "light"),
    "cartes-phone": ("cartes", "choosing", "phone", "light"),
    "romains-desktop": ("romains", "exchange", "desktop", "light"),
    "romains-phone": ("romains", "throw", "phone", "dark"),
    "compagnie-desktop": ("compagnie", "choosing", "desktop", "dark"),
    "compagnie-phone": ("compagnie", "target", "phone", "light"),
}


def look_at(chromium: Any, at: House, staged: Staged, size: str, look: str, language: str = "en") -> Any:
    """A page that shows the scene."""
    width, height = SIZES[size]
    touch = {"has_touch": True, "is_mobile": True} if size == "phone" else {}
    context = chromium.new_context(
        viewport={"width": width, "height": height}, base_url=at.address, device_scale_factor=1, **touch
    )
    motion = "on" if staged.scene.last_bid else "off"
    enter(context, at, staged.cookie, look=look, motion=motion, language=language)
    page = context.new_page()
    page.goto(f"/t/{staged.code}")
    page.evaluate("document.fonts.ready")
    scene = staged.scene
    if scene.pick is not None:
        page.locator("label.can").nth(scene.pick).click()
        page.mouse.move(0, 0)
        page.wait_for_timeout(250)
    if scene.last_bid:
        page.locator("html[data-live]").wait_for(state="attached")
        at.last_decision(staged)
        page.locator("#state[data-act=won]").wait_for(state="attached")
        page.wait_for_timeout(600)
    return page


def picture(page: Any, path: Path, kind: str = "webp", quality: int = 82) -> None:
    """What the window shows now, no more: everything has to be visible without scrolling."""
    session = page.context.new_cdp_session(page)
    wanted = {"format": kind} | ({"quality": quality} if kind == "webp" else {})
    path.write_bytes(base64.b64decode(session.send("Page.captureScreenshot", wanted)["data"]))


def scenes(only: Sequence[str]) -> list[Scene]:
    return [
        scene for scene in SCENES if not only or any(f"{scene.game}-{scene.name}".startswith(o) for o in only)
    ]


def take_all(
    out: Path, only: Sequence[str], sizes: Sequence[str], looks: Sequence[str], language: str
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as at, browser() as chromium:
        for scene in scenes(only):
            staged = at.stage(scene)
            for size in sizes:
                for look in looks:
                    if scene.last_bid:  # it is over once it has been looked at
                        staged = at.stage(scene)
                    page = look_at(chromium, at, staged, size, look, language)
                    picture(page, out / f"{scene.game}-{scene.name}-{size}-{look}.png", "png")
                    page.context.close()


def take_shown(out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as at, browser() as chromium:
        for name, (game, moment, size, look) in SHOWN.items():
            scene = next(s for s in SCENES if (s.game, s.name) == (game, moment))
            page = look_at(chromium, at, at.stage(scene), size, look)
            picture(page, out / f"{name}.webp")
            page.context.close()


def take_puzzle(out: Path) -> None:
    """A puzzle that was answered, with what came of it."""
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as at, browser() as chromium:
        width, height = SIZES["desktop"]
        context = chromium.new_context(
            viewport={"width": width, "height": height}, base_url=at.address, device_scale_factor=1
        )
        enter(context, at, "", look="light", motion="off", language="en")
        page = context.new_page()
        page.goto("/puzzles/compagnie/1")
        page.locator("#decide button[name=move]").first.click()
        page.locator(".coach.answered").wait_for()
        page.locator(".worth summary").click()
        page.evaluate("document.fonts.ready")
        picture(page, out / "puzzle.webp")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, metavar="OUT", help="every scene, as PNG, into this folder")
    parser.add_argument("--only", action="append", default=[], help="scenes whose name begins so")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--look", choices=LOOKS, action="append")
    parser.add_argument("--language", default="en")
    wanted = parser.parse_args()
    if wanted.all:
        take_all(wanted.all, wanted.only, wanted.size or list(SIZES), wanted.look or LOOKS, wanted.language)
    else:
        take_shown(GALLERY)
        take_puzzle(GALLERY)
        strips.take(GALLERY, wanted.only)


if __name__ == "__main__":
    main()
