"""The decision is always on the screen, with the hand and what it is about, and every word is whole.

Sizes are what browsers leave of real screens, and what is left at 200 %. Every game at every number of
players, in moments of every kind, is looked at in a fifth of these sizes, sizes and languages taking
turns; `--long` looks at each in every size and language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from oppidum import games
from oppidum.faces.compagnie.look import wordy
from oppidum.faces.compagnie.powers import constraint_text, printed_text
from oppidum.words import language as language_of

staged = pytest.importorskip("staged")  # scripts/staged.py
pytestmark = pytest.mark.browser

SIZES = ((360, 620), (390, 664), (844, 390), (820, 1080), (1366, 650), (1280, 800), (1440, 780), (1920, 950))
ZOOMED = ((683, 325), (720, 390), (960, 475))  # laptops and a desktop at 200 %
LANGUAGES = ("de", "fr", "cs", "en")
# What has to be in sight: what it is about, the hand (every card of it), and how one decides.
NEEDED = {
    "cartes": ("#middle", ".hand .gaul:not(.gone)", ".others-choices button", ".say.decision", ".say button"),
    "romains": ("#way", ".my-hand", ".options button"),
    "compagnie": ("#circle", ".co .hand .hc", ".options button"),
}
READY = ("cartes", "romains", "compagnie")  # boards that shrink by their container


def players_of(game: str) -> range:
    about = games.load(game).about
    return range(about.min_players, about.max_players + 1)


def moments(game: str) -> list[Any]:
    """Scenes in which somebody decides, and one at each number of players that these leave out."""
    known = [scene for scene in staged.SCENES if scene.game == game and scene.name != "result"]
    missing = set(players_of(game)) - {scene.players for scene in known}
    extra = [staged.Scene(game, f"at-{n}", n, lambda v: staged.late(v, 30), 30 + n) for n in sorted(missing)]
    return [*known, *extra]


HIDDEN = """(selectors) => {
  const found = [], page = document.documentElement;
  const [tall, wide] = [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth];
  if (tall > 1 || wide > 1) found.push('the page scrolls');
  for (const selector of selectors) {
    const parts = [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
    if (!parts.length) continue;
    for (const part of parts) {
      let { left, top, right, bottom } = part.getBoundingClientRect();
      const box = `${selector} ${[left, top, right, bottom].map(Math.round)}`;
      const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      for (let e = part.parentElement; e; e = e.parentElement) {
        if (getComputedStyle(e).overflow === 'visible') continue;
        const edge = e.getBoundingClientRect();
        seen.left = Math.max(seen.left, edge.left); seen.right = Math.min(seen.right, edge.right);
        seen.top = Math.max(seen.top, edge.top); seen.bottom = Math.min(seen.bottom, edge.bottom);
      }
      const out = Math.max(seen.left - left, seen.top - top, right - seen.right, bottom - seen.bottom);
      if (out > 2) found.push(`${box} is cut off by ${Math.round(out)}`);
      if (right - left < 20 || bottom - top < 20) found.push(`${box} is too small to see`);
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const free = at && (part.contains(at) || at.contains(part));
      if (part.matches('button') && !free) found.push(`${box} is covered`);
    }
  }
  return found; }"""


# Words that leave the box that they stand in, and words over words. Names may end in dots (`text-overflow`),
# and what a chosen card would do (`.lit`) lies over the cards on purpose.
UNREADABLE = """() => {
  const found = [], texts = [];
  const walker = document.createTreeWalker(document.querySelector('#board'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement, said = node.data.trim();
    if (!said || parent.closest('.out-of-sight, svg, [popover], .lit, .sum, .tc')) continue;
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    let [ends, frames] = [false, []];
    for (let e = parent; e.id !== 'play'; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') {
        const cut = e.matches('.effect, .title') && e.scrollHeight > e.clientHeight + 8;
        if (cut) found.push(`${said} ends in dots`);
        ends = true;
      }
      if (style.overflow !== 'visible' || style.borderTopWidth !== '0px') frames.push(e);
    }
    if (!boxes.length || ends) continue;
    texts.push({ said, parent, boxes });
    for (const box of boxes) for (const frame of frames) {
      const edge = frame.getBoundingClientRect();
      const slack = 0.2 * box.height; // a line is taller than its letters
      const out = Math.max(edge.left - box.left, box.right - edge.right,
        edge.top - box.top - slack, box.bottom - edge.bottom - slack);
      if (out > 2) found.push(`${said} leaves ${frame.className || frame.id} by ${Math.round(out)}`);
    }
  }
  for (const [i, one] of texts.entries()) for (const other of texts.slice(i + 1)) {
    if (one.parent === other.parent) continue;
    for (const a of one.boxes) for (const b of other.boxes) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const over = wide > 2 && tall > 0.45 * Math.min(a.height, b.height);
      if (over) found.push(`${one.said} over ${other.said}`);
    }
  }
  return [...new Set(found)]; }"""


@pytest.fixture
def page_of(browsers: Any, house: Any) -> Iterator[Callable[..., Any]]:
    with browsers.lend() as lend:

        def open_page(table: Any, language: str) -> Any:
            page = lend(house.address, {"width": 1366, "height": 650})
            staged.enter(page.context, house, table.cookie, motion="off", language=language)
            page.goto(f"/t/{table.code}")
            page.evaluate("document.fonts.ready")
            return page

        yield open_page


@pytest.mark.parametrize(
    "scene", [s for game in READY for s in moments(game)], ids=lambda s: f"{s.game}-{s.name}"
)
def test_the_decision_is_always_on_the_screen(
    page_of: Callable[..., Any], tables: Any, long: bool, scene: Any
) -> None:
    table = tables(scene)
    turn = sum(map(ord, scene.name))
    languages = LANGUAGES if long else (LANGUAGES[turn % 4],)
    found: dict[str, list[str]] = {}
    for language in languages:
        page = page_of(table, language)
        assert page.locator(NEEDED[scene.game][-1]).count(), "nothing to decide here"
        if scene.pick is not None:
            page.locator("label.can").nth(scene.pick).click()
        for width, height in SIZES + ZOOMED if long else (SIZES + ZOOMED)[turn % 5 :: 5]:
            page.set_viewport_size({"width": width, "height": height})
            found[f"{width}x{height} {language}"] = [
                *page.evaluate(HIDDEN, ["#tools", *NEEDED[scene.game]]),
                *page.evaluate(UNREADABLE),
            ]
    assert {where: what for where, what in found.items() if what} == {}


HINTED = {"cartes": "start", "romains": "throw", "compagnie": "start"}


@pytest.mark.parametrize("game", READY)
def test_a_hint_covers_nothing_of_what_it_is_about(
    page_of: Callable[..., Any], house: Any, game: str
) -> None:
    """In German, which needs the most room."""
    table = house.stage(next(s for s in staged.SCENES if (s.game, s.name) == (game, HINTED[game])))
    page = page_of(table, "de")
    page.locator("html[data-live]").wait_for(state="attached")
    page.locator("button:has(use[href='#i-hint'])").first.click()
    hint = page.locator(".ask .hint")
    hint.wait_for()
    assert page.locator(".hinted").count()
    for width, height in SIZES + ZOOMED:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED, list(NEEDED[game])) == [], (width, height)


COVERED = """(selectors) => {
  const said = document.querySelector('.ask .hint').getBoundingClientRect(), found = [];
  if (said.left < 0 || said.right > innerWidth || said.top < 0) found.push('the hint is cut off');
  for (const part of selectors.flatMap((selector) => [...document.querySelectorAll(selector)])) {
    if (!part.checkVisibility()) continue;
    const box = part.getBoundingClientRect();
    const wide = Math.min(said.right, box.right) - Math.max(said.left, box.left);
    const tall = Math.min(said.bottom, box.bottom) - Math.max(said.top, box.top);
    if (wide > 1 && tall > 4) found.push(`${part.id || part.className} by ${Math.round(tall)}`);
  }
  return found; }"""


# Writes the words of every card on a card of the hand, a handful at a time, and tells which are cut off: one
# card lies in every place, because the board is laid out anew for each look.
CUT_OFF = """(cards) => {
  const [card, ...others] = document.querySelectorAll('.hand .hc:has(.text)'), found = [];
  for (const other of others) other.replaceWith(card.cloneNode(true));
  const hand = [...document.querySelectorAll('.hand .hc:has(.text)')];
  const write = (card, { power, constraint, wordy }) => {
    for (const kind of ['wordy', 'wordiest']) card.classList.toggle(kind, wordy.split(' ').includes(kind));
    const text = card.querySelector('.text');
    text.textContent = power;
    if (constraint) text.append(Object.assign(document.createElement('em'), { textContent: constraint }));
  };
  const look = (card, { power, constraint }) => {
    const text = card.querySelector('.text'), range = document.createRange();
    range.selectNodeContents(text);
    const [words, frame] = [range.getBoundingClientRect(), text.getBoundingClientRect()];
    const out = Math.max(frame.top - words.top, words.bottom - card.getBoundingClientRect().bottom);
    if (out > 2) found.push(`${power} ${constraint} by ${Math.round(out)}`);
  };
  while (cards.length) {
    const some = cards.splice(0, hand.length);
    for (const [place, told] of some.entries()) write(hand[place], told);
    for (const [place, told] of some.entries()) look(hand[place], told);
  }
  return found; }"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_does_stands_on_it_in_full(
    page_of: Callable[..., Any], tables: Any, language: str, long: bool
) -> None:
    """Wherever cards of the hand have words, a hand of five has room for those of any character.

    Each language in half of the sizes, unless there is time.
    """
    t, edition = language_of(language), games.load("compagnie").default_edition()
    told: list[dict[str, Any]] = []
    for name in (entry["id"] for entry in edition.data["character"]):
        power, constraint = printed_text(t, edition, name), constraint_text(t, edition, name)
        told.append({"power": power, "constraint": constraint, "wordy": wordy(power + constraint)})
    scene = next(s for s in staged.SCENES if (s.game, s.name) == ("compagnie", "start"))
    page = page_of(tables(scene), language)
    assert page.locator(".hand.h5").count()
    sizes = ((1366, 650), (1440, 780), (1920, 950), (820, 1080))
    for width, height in sizes if long else sizes[LANGUAGES.index(language) % 2 :: 2]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".hand .hc .text").first.is_visible()
        assert page.evaluate(CUT_OFF, told) == [], (width, height)
