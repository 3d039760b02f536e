"""Film strips: what happens at a table, act by act, photographed on a real page from a real game.

    python scripts/strips.py OUT [--only cartes] [--size 390x664] [--language fr]

Each strip begins with the board before the decision (or before those that led to it); then comes a picture
of every act, and of the board that it leads to. `gallery.py` takes those of the documentation.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chromium import browser
from staged import House, Scene, Staged, enter, house, late, my_turn

MOST_FRAMES = 9
HEAVIEST = 120_000  # bytes
SETTLE, LONG_SETTLE = 750, 2500  # milliseconds: what moves has arrived; the columns have added up
SHRUNK = 75  # percent
GAP = 8


@dataclass(frozen=True)
class Strip:
    """A decision worth watching, and those that led to it."""

    name: str
    scene: Scene
    wanted: Callable[[Sequence[Any]], bool]  # what it has to bring about
    lead: int = 0  # decisions that led to it
    size: tuple[int, int] = (390, 664)


def tells(*kinds: str, of: str = "") -> Callable[[Sequence[Any]], bool]:
    """Whether all of these are told of a decision, by the names of the game's own events; `of`: the one that
    somebody else than the one who looks has to be named in."""

    def told_all(told: Sequence[Any]) -> bool:
        theirs = [e for e in told if type(e).__name__ == of and e.seat != 0]
        return set(kinds) <= {type(e).__name__ for e in told} and (bool(theirs) or not of)

    return told_all


def begun(view: Any) -> bool:
    return late(view, 20)


STRIPS = (
    Strip("cartes-reveal", Scene("cartes", "strip", 4, begun, 21), tells("Revealed", "Captured")),
    Strip("cartes-account", Scene("cartes", "strip", 3, my_turn, 25), tells("Scored", "Escaped", "Drew")),
    Strip(
        "compagnie-played",
        Scene("compagnie", "strip", 3, begun, 22),
        tells("UsedPower", "KnockedOut", of="UsedPower"),
        lead=1,
    ),
    Strip("compagnie-won", Scene("compagnie", "strip", 4, begun, 23), tells("WonAlbum", of="WonAlbum")),
    Strip("romains-exchange", Scene("romains", "strip", 4, begun, 23), tells("Exchanged"), lead=3),
    Strip("romains-event", Scene("romains", "strip", 4, begun, 24), tells("Rolled", "Menhir")),
    Strip("romains-bank", Scene("romains", "strip", 4, begun, 25), tells("Rolled", "Banked", of="Rolled")),
)


def film(page: Any, at: House, staged: Staged, strip: Strip) -> list[str]:
    """The board before it, every act of it, and the boards that acts lead to."""
    page.goto(f"/t/{staged.code}")
    page.evaluate("document.fonts.ready")
    page.locator("html[data-live]").wait_for(state="attached")
    frames = [photograph(page)]
    for _ in range(strip.lead + 1):
        before = shown(page)
        at.ahead(staged)[0]()
        acts = list(acts_after(page, before))
        if len(acts) > 1:  # a decision that nobody sees is no picture
            frames += acts
    return frames


def acts_after(page: Any, before: str) -> Iterator[str]:
    """A picture of each act of a decision, and of the board that it leads to."""
    while True:
        page.wait_for_function("f => document.querySelector('#state').dataset.frame !== f", arg=before)
        page.wait_for_timeout(SETTLE)
        before = shown(page)
        waits = page.locator("button.go.go-on")
        if page.locator(".moment .sum").count():  # which comes last
            page.wait_for_timeout(SETTLE)
        if waits.count():
            page.wait_for_timeout(LONG_SETTLE)
        yield photograph(page)
        if not page.locator("#state[data-act]").count():
            return
        if waits.count():
            waits.click()


def shown(page: Any) -> str:
    return str(page.locator("#state").get_attribute("data-frame"))


def photograph(page: Any, **kind: Any) -> str:
    session = page.context.new_cdp_session(page)
    return str(session.send("Page.captureScreenshot", kind or {"format": "png"})["data"])


def fewer(frames: Sequence[str], most: int) -> list[str]:
    """The first, the last, and as many evenly between them as find room."""
    if len(frames) <= most:
        return list(frames)
    return [frames[round(i * (len(frames) - 1) / (most - 1))] for i in range(most)]


def in_a_row(chromium: Any, frames: Sequence[str], size: tuple[int, int]) -> bytes:
    """One picture of all of them, as good as it can be without being heavy."""
    width, height = (SHRUNK * side // 100 for side in size)
    row = "".join(f'<img width="{width}" height="{height}" src="data:image/png;base64,{f}">' for f in frames)
    wide = len(frames) * (width + GAP) - GAP
    context = chromium.new_context(viewport={"width": wide, "height": height}, device_scale_factor=1)
    page = context.new_page()
    page.set_content(f'<body style="margin:0;display:flex;gap:{GAP}px;background:#231a20">{row}')
    page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    taken = b""
    for quality in (80, 65, 50, 35, 20):
        taken = base64.b64decode(photograph(page, format="webp", quality=quality))
        if len(taken) <= HEAVIEST:
            break
    context.close()
    return taken


def take(out: Path, only: Sequence[str], size: tuple[int, int] | None = None, language: str = "en") -> None:
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as at, browser() as chromium:
        for strip in STRIPS:
            if only and not any(strip.name.startswith(name) for name in only):
                continue
            staged = at.on_to(strip.scene, strip.wanted, strip.lead)
            width, height = window = size or strip.size
            context = chromium.new_context(
                viewport={"width": width, "height": height}, base_url=at.address, device_scale_factor=1
            )
            enter(context, at, staged.cookie, language=language, pace="calm")
            frames = fewer(film(context.new_page(), at, staged, strip), MOST_FRAMES)
            (out / f"{strip.name}.webp").write_bytes(in_a_row(chromium, frames, window))
            context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--size", help="of the window, such as 1366x650")
    parser.add_argument("--language", default="en")
    wanted = parser.parse_args()
    width, _, height = (wanted.size or "").partition("x")
    take(wanted.out, wanted.only, (int(width), int(height)) if width else None, wanted.language)


if __name__ == "__main__":
    main()
