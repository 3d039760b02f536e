"""Contact sheets: many windows in one picture, to be looked at by whoever changes what people see.

    python scripts/contact_sheets.py OUT                     # a sheet for every moment and for every page
    python scripts/contact_sheets.py OUT --only romains --language cs --look dark
    python scripts/contact_sheets.py OUT --only page-cartes-analysis

A moment of a game is shown in the windows that tests/web/test_fit.py measures; a page of the house on a
phone and on a laptop, in its whole length. Languages and looks take turns unless one is asked for.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from chromium import browser
from PIL import Image, ImageOps
from staged import SCENES, House, Scene, Settings, Staged, enter, house, late, over, seating

from oppidum import bots, games
from oppidum.analysis.course import analyse
from oppidum.tables import (
    HumanSeat,
    analyses,
    bots_at_work,
    looking,
    playing,
    same_deal,
    shelf,
    visitors,
)

# Sheets by name: columns of windows, and how large they are shown.
SHEETS = {
    "small": ([[(360, 620)], [(390, 664)], [(844, 390), (683, 325)]], 0.72),
    "large": ([[(820, 1080)], [(1366, 650), (1440, 780)]], 0.5),
    "wide": ([[(1920, 950)]], 0.6),
}
PAGE_WINDOWS = ((390, 664), (1366, 650))
LANGUAGES = ("de", "fr", "cs", "en")
LOOKS = ("light", "dark")
GAP, TALLEST = 12, 1900  # pixels
PAGE = 0.62  # how large pages are shown
EFFORT = 60  # of an analysis


def moments() -> Iterator[Scene]:
    """Every scene, and one in the middle of a game at each number of players that they leave out."""
    yield from SCENES
    for game in dict.fromkeys(scene.game for scene in SCENES):
        about = games.load(game).about
        known = {scene.players for scene in SCENES if scene.game == game}
        for players in set(range(about.min_players, about.max_players + 1)) - known:
            yield Scene(game, f"at-{players}", players, lambda view: late(view, 30), 30 + players)


# ---------------------------------------------------------------- pages, after much has happened


def pages(at: House) -> dict[str, tuple[str, str]]:
    """By name: who looks (a cookie), and where."""
    found: dict[str, tuple[str, str]] = {
        "home-newcomer": ("", "/"),
        "open": ("", "/open?game=compagnie&players=4"),
        "settings": ("", "/settings"),
        "rules": ("", "/rules"),
        "about": ("", "/about"),
        "offline": ("", "/offline"),
        "error": ("", "/t/nosuchtable"),
    }
    for game in dict.fromkeys(scene.game for scene in SCENES):
        found |= of_a_game(at, game) | of_a_finished_game(at, at.stage(Scene(game, "over", 3, over, 5)))
    me = visitors.arrive(at.hall, "Mirabelle").visitor.id
    for seed in range(6):
        played_by(at, me, "cartes", seed)
    found |= {name: (at.cookie(me), path) for name, path in (("home", "/"), ("you", "/you"))}
    return found | of_boxes(at, me)


def of_a_game(at: House, game: str) -> dict[str, tuple[str, str]]:
    host, guest = (visitors.arrive(at.hall, name).visitor.id for name in ("Mirabelle", "Anselm"))
    code = seating.open_table(at.hall, host, Settings(game, (HumanSeat(),) * 3))
    seating.sit(at.hall, code, host, 0)
    return {
        f"{game}-rules": ("", f"/rules/{game}"),
        f"{game}-aid": ("", f"/rules/{game}/aid"),
        f"{game}-lesson": (at.cookie(guest), f"/learn/{game}/1"),
        f"{game}-lobby": (at.cookie(host), f"/t/{code}"),
        f"{game}-invitation": ("", f"/t/{code}"),
        f"{game}-knock": (at.cookie(guest), f"/t/{code}"),
    }


def of_a_finished_game(at: House, staged: Staged) -> dict[str, tuple[str, str]]:
    game, code, me = staged.scene.game, staged.code, staged.visitors[0]
    analyses.ask(at.hall, code)
    claimed = analyses.claim(at.hall)
    assert claimed is not None
    judged = analyse(analyses.course(at.hall, code), effort=EFFORT)
    analyses.ASKED.note(at.hall, claimed.key, result=msgspec.json.encode(judged), progress=1.0)
    link = same_deal.challenge(at.hall, code, me)
    other = visitors.arrive(at.hall, "Falbala").visitor.id
    again = same_deal.accept(at.hall, link, other)
    play_out(at, again, other, 7)
    places = {
        "replay": f"/t/{code}/replay?step=40",
        "check": f"/t/{code}/check",
        "analysis": f"/t/{code}/analysis",
        "challenge": f"/c/{link}",
        "compare": f"/c/{link}/tries/{again}",
    }
    found = {f"{game}-{name}": (staged.cookie, path) for name, path in places.items()}
    worst = max((d for d in judged.decisions if d.seat == 1), key=lambda decision: decision.cost)
    found[f"{game}-try"] = (staged.cookie, f"/t/{code}/analysis/try?step={worst.step}")
    return found | {f"{game}-challenged": ("", f"/c/{link}")}


def played_by(at: House, me: str, game: str, seed: int) -> None:
    code = seating.play_now(at.hall, me, game, level="greedy", players=2 + seed % 3)
    play_out(at, code, me, seed)


def play_out(at: House, code: str, person: str, seed: int) -> None:
    """A visitor among bots, to the end."""
    table = at.hall.look(code)
    bot = bots.make("greedy" if seed % 2 else "random", games.load(table.settings.game), seed)
    while (view := looking.view(at.hall, code, person)).status == "playing":
        if view.choices:
            playing.move(at.hall, code, person, bot.choose(view.position, view.as_seat), seen=view.version)
        bots_at_work.work_now(at.hall)


def of_boxes(at: House, me: str) -> dict[str, tuple[str, str]]:
    found = {"boxes": (at.cookie(me), "/boxes")}
    parts = {"cartes": "roman/5", "romains": "space/3", "compagnie": "character/6"}
    for game, part in parts.items():
        edition = games.load(game).default_edition()
        code = shelf.put(at.hall, me, edition.text)
        found[f"{game}-box"] = (at.cookie(me), f"/box/{code}")
        found[f"{game}-editor"] = (at.cookie(me), f"/box/{code}/{part}")
    return found


# ---------------------------------------------------------------- pictures


def sheet(columns: list[list[Image.Image]], scale: float) -> Image.Image:
    small = [[ImageOps.scale(shot, scale) for shot in column] for column in columns]
    width = sum(max(s.width for s in column) + GAP for column in small) - GAP
    height = max(sum(s.height + GAP for s in column) - GAP for column in small)
    whole = Image.new("RGB", (width, height), "#808080")
    x = 0
    for column in small:
        y = 0
        for shot in column:
            whole.paste(shot, (x, y))
            y += shot.height + GAP
        x += max(s.width for s in column) + GAP
    return whole


def shot(page: Any, whole: bool = False) -> Image.Image:
    page.wait_for_timeout(150)
    taken = Image.open(io.BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    return taken.crop((0, 0, taken.width, min(taken.height, TALLEST)))


def opened(chromium: Any, at: House, cookie: str, path: str, window: tuple[int, int], **wishes: str) -> Any:
    size = {"width": window[0], "height": window[1]}
    context = chromium.new_context(viewport=size, base_url=at.address, device_scale_factor=1)
    enter(context, at, cookie, motion="off", **wishes)
    page = context.new_page()
    page.goto(path)
    page.evaluate("document.fonts.ready.then(() => true)")
    return page


def moment_sheets(chromium: Any, at: House, scene: Scene, **wishes: str) -> Iterator[tuple[str, Image.Image]]:
    staged = at.stage(scene)
    page = opened(chromium, at, staged.cookie, f"/t/{staged.code}", PAGE_WINDOWS[0], **wishes)
    if scene.pick is not None:
        page.locator("label.can").nth(scene.pick).click()
        page.mouse.move(0, 0)

    def shown(window: tuple[int, int]) -> Image.Image:
        page.set_viewport_size({"width": window[0], "height": window[1]})
        return shot(page)

    for name, (columns, scale) in SHEETS.items():
        yield name, sheet([[shown(window) for window in column] for column in columns], scale)
    page.context.close()


def page_shots(chromium: Any, at: House, cookie: str, path: str, **wishes: str) -> list[Image.Image]:
    shots: list[Image.Image] = []
    for window in PAGE_WINDOWS:
        page = opened(chromium, at, cookie, path, window, **wishes)
        shots.append(shot(page, whole=True))
        page.context.close()
    return shots


def take(out: Path, wanted: Callable[[str], bool], language: str | None, look: str | None) -> None:
    out.mkdir(parents=True, exist_ok=True)

    def wishes(turn: int) -> dict[str, str]:
        return {"language": language or LANGUAGES[turn % 4], "look": look or LOOKS[turn // 2 % 2]}

    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as at, browser() as chromium:
        for turn, scene in enumerate(moments()):
            name = f"{scene.game}-{scene.name}"
            if wanted(name):
                for kind, taken in moment_sheets(chromium, at, scene, **wishes(turn)):
                    taken.save(out / f"{name}-{kind}.png")
        if not wanted("page"):
            return
        for turn, (name, (cookie, path)) in enumerate(pages(at).items()):
            if wanted(f"page-{name}"):
                shots = page_shots(chromium, at, cookie, path, **wishes(turn))
                sheet([[each] for each in shots], PAGE).save(out / f"page-{name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", action="append", default=[], help="sheets whose name begins so")
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--look", choices=LOOKS)
    asked = parser.parse_args()

    def wanted(name: str) -> bool:
        return not asked.only or any(name.startswith(o) or o.startswith(name + "-") for o in asked.only)

    take(asked.out, wanted, asked.language, asked.look)


if __name__ == "__main__":
    main()
