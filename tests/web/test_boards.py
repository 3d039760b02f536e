"""The boards in a real browser: for everyone (axe, names, keyboard, targets), for small screens, and light.

The tables are those of the gallery: real games from fixed seeds, brought to moments that matter.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.taking_turns import taking_turns

from oppidum.tables import same_deal

staged = pytest.importorskip("staged")  # scripts/staged.py
pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 820, "height": 1180}
LAPTOP, DESKTOP = {"width": 1280, "height": 800}, {"width": 1440, "height": 900}
SCENES = {f"{scene.game}-{scene.name}": scene for scene in staged.SCENES}
GAMES = ("cartes", "romains", "compagnie")
LANGUAGES = ("fr", "en", "cs", "de")
PAGES = (
    *("/", "/open?game=compagnie&players=4", "/settings", "/rules", "/rules/cartes", "/about", "/offline"),
    "/you",
)

Visit = Callable[..., Any]


@pytest.fixture
def visit(browsers: Any, house: Any) -> Iterator[Visit]:
    """A page of one visitor."""
    with browsers.lend() as lend:

        def open_page(
            cookie: str = "", size: dict[str, int] = PHONE, wishes: dict[str, str] | None = None, **more: Any
        ) -> Any:
            page = lend(house.address, size, **more)
            wanted = {"motion": "off", "language": "en", **(wishes or {})}
            staged.enter(page.context, house, cookie, **wanted)
            return page

        yield open_page


SETTLED = """() => fetch('/health').then(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(done))))"""


def settle(page: Any) -> None:
    """A later question has been answered and two frames are drawn: what was under way has happened."""
    page.evaluate(SETTLED)


def other_pages(house: Any, table: Any) -> list[str]:
    """The pages of a table besides its board, and a table that waits for players."""
    person = table.visitors[0]
    seats = (staged.HumanSeat(),) * 3
    code = staged.seating.open_table(house.hall, person, staged.Settings("romains", seats))
    staged.seating.sit(house.hall, code, person, 0)
    link = same_deal.challenge(house.hall, table.code, person)
    return [f"/t/{table.code}/replay?step=40", f"/t/{table.code}/check", f"/t/{code}", f"/c/{link}"]


# ---------------------------------------------------------------- for everyone


def complaints(page: Any, within: str = "html") -> list[str]:
    run = "within => axe.run(within, {resultTypes: ['violations']}).then(r => r.violations)"
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found = page.evaluate(run, within)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"][:3]
    ]


@cache
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: make setup")
    return AXE.read_text("utf-8")


# Every moment in one look, those that are looked at longest in both; the same moment among more or fewer
# players, or in a later hand, when there is time.
BOTH = ("cartes-choosing", "romains-exchange", "compagnie-choosing")
ALIKE = ("cartes-five", "cartes-second-hand", "cartes-late-five", "cartes-peek-four", "cartes-peek-five",
         "cartes-escapes-five", "romains-six", "compagnie-two", "compagnie-three")  # fmt: skip
LOOKS: list[Any] = [
    pytest.param(name, ("light", "dark")[i % 2], marks=[pytest.mark.long] if name in ALIKE else [])
    for i, name in enumerate(SCENES)
    if name not in BOTH
]
LOOKS += [(name, look) for name in BOTH for look in ("light", "dark")]


@pytest.mark.parametrize(("name", "look"), LOOKS)
def test_axe_finds_nothing_on_any_board(visit: Visit, tables: Any, name: str, look: str, long: bool) -> None:
    table = tables(name)
    page = visit(table.cookie, wishes={"look": look})
    page.goto(f"/t/{table.code}")
    page.locator("#board").wait_for()
    if table.scene.pick is not None:
        if long:  # otherwise other moments show what it is like before anything is chosen
            assert complaints(page) == []
        page.locator("label.can").nth(table.scene.pick).click()
    assert complaints(page) == []
    why = page.locator("button.why:visible")
    if why.count():  # the rules that decide now, opened in place
        why.first.click()
        page.locator("#rules-now").wait_for()
        assert complaints(page, "#rules-now") == []


def test_axe_finds_nothing_on_any_page(visit: Visit, house: Any, tables: Any, long: bool) -> None:
    """Light and dark taking turns; with `--long` each page in both."""
    table = tables("cartes-result")
    page = visit(table.cookie)
    for number, path in enumerate((*PAGES, *other_pages(house, table))):
        for look in ("light", "dark") if long else (("light", "dark")[number % 2],):
            staged.enter(page.context, house, table.cookie, motion="off", language="en", look=look)
            page.goto(path)
            assert complaints(page) == [], (path, look)


def test_a_screen_reader_hears_what_happened_and_what_can_be_done(visit: Visit, house: Any) -> None:
    table = house.stage(SCENES["cartes-reveal"])
    page = visit(table.cookie)
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    before = version_on(page)
    house.last_decision(table)
    shows_another(page, before)
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    spoken = {node["nodeId"]: node.get("name", {}).get("value", "") for node in tree}
    live = [
        node for node in tree if node.get("role", {}).get("value") == "status" and not node.get("ignored")
    ]
    heard = " ".join(inside(tree, spoken, node["nodeId"]) for node in live)
    assert "Revealed: Mirabelle" in heard
    assert "captures" in heard
    assert "It is your turn." in heard
    choices = [n for n in tree if n.get("role", {}).get("value") == "radio"]
    assert any(re.search(r"\b7\b", spoken[n["nodeId"]]) for n in choices)  # the card by its name
    assert all(spoken[n["nodeId"]] for n in choices)


def inside(tree: list[dict[str, Any]], spoken: dict[str, str], node: str) -> str:
    children = next((n.get("childIds", []) for n in tree if n["nodeId"] == node), [])
    return spoken.get(node, "") + " ".join(inside(tree, spoken, child) for child in children)


SMALL_TARGETS = """() => [...document.querySelectorAll(
    'button, a.button, select, summary, label.can, input:not([type=hidden]), .log a, nav a, .pick')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.matches('.skip'))
  .map((e) => ({ rect: (e.closest('label') || e).getBoundingClientRect(), what: e.outerHTML.slice(0, 120) }))
  .filter(({ rect }) => rect.width && (rect.width < 43.5 || rect.height < 43.5))
  .map(({ rect, what }) => `${rect.width.toFixed(0)}x${rect.height.toFixed(0)} ${what}`)"""


@pytest.mark.parametrize("name", ["cartes-choosing", "cartes-peek", "romains-exchange", "romains-throw",
                                  "compagnie-target", "compagnie-choosing", "compagnie-result"])  # fmt: skip
def test_targets_are_large_enough_for_a_finger(visit: Visit, tables: Any, name: str) -> None:
    table = tables(name)
    page = visit(table.cookie, has_touch=True, is_mobile=True)
    page.goto(f"/t/{table.code}")
    assert page.evaluate(SMALL_TARGETS) == []


# ---------------------------------------------------------------- small screens and long words

# Text that sticks out of the window or of the control that carries it. What is cut with an ellipsis on
# purpose has its whole text elsewhere; what scrolls may be wide.
TOO_WIDE = """() => {
  const found = [], root = document.documentElement, width = root.clientWidth;
  if (root.scrollWidth > width) found.push(`page ${root.scrollWidth}`);
  const closed = '[popover]:not(:popover-open), option, script, style';
  const elsewhere = `.out-of-sight, .skip, svg, .scroll-x, code, ${closed}`;
  const controls = 'button, .button, .tag, .panel, .notice, .other, .racer, .rival, .mine, .hc, .tc, td, th';
  const cut = (box) => {
    for (let e = box; e && e !== document.body; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return true;
      if (style.clipPath === 'inset(50%)') return true;  // only heard
      if (/auto|scroll/.test(style.overflowX)) return true;
    }
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode, box = node.parentElement, words = node.data.trim().slice(0, 60);
    if (!words || !box.checkVisibility({ visibilityProperty: true })) continue;
    if (box.closest(elsewhere) || cut(box)) continue;
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width && (text.right > width + 1 || text.left < -1)) found.push(`window: ${words}`);
    const control = box.closest(controls), edge = control?.getBoundingClientRect();
    if (edge && text.width && (text.right > edge.right + 1.5 || text.left < edge.left - 1.5))
      found.push(`${control.className || control.tagName}: ${words}`);
  }
  return found;
}"""
LOOKED_AT = ("cartes-choosing", "cartes-peek", "cartes-result", "romains-throw", "romains-exchange",
             "romains-six",
             "compagnie-choosing", "compagnie-target", "compagnie-orient", "compagnie-two")  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_wider_than_its_box(
    visit: Visit, house: Any, tables: Any, language: str, long: bool
) -> None:
    """German, which needs the most room, everywhere; the others each at a sixth, unless there is time."""
    turn, every = LANGUAGES.index(language), 1 if long or language == "de" else 2 * (len(LANGUAGES) - 1)
    table = tables("cartes-result")
    page = visit(table.cookie, wishes={"language": language}, has_touch=True, is_mobile=True)
    found: dict[str, list[str]] = {}
    paths = [*PAGES, *(f"/rules/{game}" for game in GAMES), *other_pages(house, table)]
    for path in paths[turn % every :: every]:
        page.goto(path)
        found[path] = page.evaluate(TOO_WIDE)
    for name in LOOKED_AT[turn % every :: every]:
        at = tables(name)
        staged.enter(page.context, house, at.cookie, motion="off", language=language)
        page.goto(f"/t/{at.code}")
        if at.scene.pick is not None:
            page.locator("label.can").nth(at.scene.pick).click()
        found[name] = page.evaluate(TOO_WIDE)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("size", [LAPTOP, {"width": 1366, "height": 768}], ids=["laptop", "small-laptop"])
def test_the_board_keeps_its_size_while_somebody_else_looks_at_the_next_card(
    visit: Visit, house: Any, size: dict[str, int]
) -> None:
    def others_look(view: Any) -> bool:
        return staged.phase(view, "peek") and 0 not in view.waiting

    table = house.stage(staged.Scene("cartes", "peek-other", 4, others_look, 11))
    page = visit(table.cookie, size, {"language": "de"})
    page.goto(f"/t/{table.code}")
    page.evaluate("document.fonts.ready")
    assert page.locator(".peeked").is_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_board_stands_beside_the_result_or_close_upon_it(
    visit: Visit, tables: Any, game: str
) -> None:
    """Beside it where there is room; on a phone it follows."""
    table = tables(f"{game}-result")
    page = visit(table.cookie, PHONE, {"language": "de"})
    page.goto(f"/t/{table.code}")
    assert page.locator(f"#{game}").bounding_box()["y"] < PHONE["height"] / 2
    for size in (LAPTOP, DESKTOP):
        page.set_viewport_size(size)
        for part in ("#result", f"#{game}"):
            box = page.locator(part).bounding_box()
            assert box["y"] < 100, (size, part)
            assert box["y"] + box["height"] <= size["height"], (size, part, box)


@pytest.mark.parametrize("game", GAMES)
def test_zoomed_to_two_hundred_percent(visit: Visit, house: Any, game: str) -> None:
    """A laptop at 200 %: half as many pixels each way. One can play on, without sideways scrolling."""
    name = {"cartes": "start", "romains": "throw", "compagnie": "start"}[game]
    table = house.stage(SCENES[f"{game}-{name}"])
    page = visit(table.cookie, {"width": 640, "height": 400})
    page.goto(f"/t/{table.code}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    assert page.evaluate(TOO_WIDE) == []
    before = page.locator("#state").get_attribute("data-version")
    card = page.locator("label.can")
    if card.count():
        card.first.click()
    page.locator("#play-it:visible, button.place:visible, .options button:visible").first.click()
    page.wait_for_function("v => document.querySelector('#state').dataset.version !== v", arg=before)


# ---------------------------------------------------------------- one decision at a time

HELD = "() => document.addEventListener('htmx:sse:before:message', (event) => event.preventDefault(), true)"
CHOICES = {"cartes": "#play-it", "romains": ".options button", "compagnie": "button.place:visible"}
COVERED = """() => { const notice = document.querySelector('#notices > *').getBoundingClientRect();
  return [...document.querySelectorAll('#board :is(label.can, [name=move]), #tools button')]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }))
    .filter((e) => { const box = e.getBoundingClientRect();
      return box.width && box.left < notice.right && box.right > notice.left
        && box.top < notice.bottom && box.bottom > notice.top; })
    .map((e) => e.outerHTML.slice(0, 100)); }"""


def at_a_choice(visit: Visit, table: Any, size: dict[str, int]) -> tuple[Any, Any]:
    """A page whose board does not move any more, and the button that decides."""
    page = visit(table.cookie, size)
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    page.evaluate(HELD)
    if page.locator("label.can").count():
        page.locator("label.can").nth(table.scene.pick or 0).click()
    return page, page.locator(CHOICES[table.scene.game]).first


def posts(page: Any) -> list[str]:
    """Where the page sends something, as it goes on."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    return sent


def hold(page: Any) -> list[Any]:
    """Decisions stay on their way until they are let go."""
    held: list[Any] = []
    page.route("**/move", lambda route: held.append(route))
    return held


def shows_another(page: Any, version: str) -> None:
    page.wait_for_function("v => document.querySelector('#state').dataset.version !== v", arg=version)


def version_on(page: Any) -> str:
    return page.locator("#state").get_attribute("data-version")


@pytest.mark.parametrize("name", ["cartes-choosing", "romains-throw", "compagnie-choosing"])
def test_a_click_is_answered_by_the_board_and_no_second_one_is_sent_before(
    visit: Visit, house: Any, name: str
) -> None:
    page, button = at_a_choice(visit, house.stage(SCENES[name]), LAPTOP)
    before, sent, held = version_on(page), posts(page), hold(page)
    button.evaluate("button => { button.click(); button.click(); }")
    button.and_(page.locator("[aria-busy=true]")).wait_for()
    button.click()
    assert (len(sent), len(held)) == (1, 1)
    held[0].continue_()
    shows_another(page, before)  # though its stream is held back
    assert page.locator("#board [aria-busy]").count() == 0
    assert page.locator("#notices > *").count() == 0


def test_the_answer_is_shown_though_its_form_is_gone(visit: Visit, house: Any) -> None:
    page, button = at_a_choice(visit, house.stage(SCENES["compagnie-choosing"]), LAPTOP)
    before = version_on(page)
    button.evaluate("button => { button.click(); button.form.remove(); }")
    shows_another(page, before)


def test_a_decision_that_was_agreed_to_is_sent_once(visit: Visit, house: Any) -> None:
    page, _ = at_a_choice(visit, house.stage(SCENES["cartes-peek"]), LAPTOP)
    before, sent = version_on(page), posts(page)
    page.evaluate("document.querySelectorAll('input[name=confirmed]').forEach((mark) => mark.remove())")
    page.locator("#decide button[name=move]").first.click()
    sure = page.locator("#ask button.go")
    sure.wait_for()
    page.wait_for_function("() => !document.querySelector('#board [aria-busy]')")
    sure.evaluate("button => { button.click(); button.click(); }")
    page.locator("#ask form").wait_for(state="detached")
    shows_another(page, before)
    assert len(sent) == 2  # the decision, and that it is meant


def test_who_decides_last_sees_the_reveal_and_then_what_it_led_to(visit: Visit, house: Any) -> None:
    """The first frame is the answer, the second comes by the stream."""
    table = house.stage(SCENES["cartes-reveal"])
    page = visit(table.cookie, LAPTOP, {"motion": "on"})
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    page.locator("label.can").first.click()
    with page.expect_response("**/move") as answer:
        page.locator("#play-it").click()
    frame, act = answer.value.headers["oppidum-frame"].split("-")
    assert act == "1"
    page.locator("#state[data-act]").wait_for(state="attached")
    page.wait_for_function("f => document.querySelector('#state').dataset.frame === f", arg=frame)
    assert page.locator("#state[data-act]").count() == 0


def test_a_slow_answer_never_takes_the_place_of_a_newer_board(visit: Visit, house: Any) -> None:
    table = house.stage(SCENES["cartes-choosing"])
    page = visit(table.cookie, LAPTOP)
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    old = page.request.get(f"/t/{table.code}/inside").text()
    before = page.locator("#state").get_attribute("data-version")
    assert f'data-version="{before}"' in old
    house.last_decision(table)
    page.wait_for_function("v => document.querySelector('#state').dataset.version !== v", arg=before)
    now = page.locator("#state").get_attribute("data-version")
    page.route("**/inside*", lambda route: route.fulfill(body=old, content_type="text/html"))
    with page.expect_response("**/inside*"):
        page.evaluate("() => { window.dispatchEvent(new Event('online')) }")
    settle(page)
    assert page.locator("#state").get_attribute("data-version") == now


@pytest.mark.parametrize(
    ("name", "size"),
    taking_turns(["cartes-choosing", "romains-throw", "compagnie-choosing"], [PHONE, TABLET, DESKTOP]),
)
def test_a_notice_covers_nothing_that_can_be_played(
    visit: Visit, house: Any, name: str, size: dict[str, int]
) -> None:
    table = house.stage(SCENES[name])
    page, button = at_a_choice(visit, table, size)
    house.last_decision(table)  # elsewhere: the decision made here comes too late
    button.click()
    page.locator("#notices > *").wait_for()
    assert page.evaluate(COVERED) == []
    assert button.get_attribute("aria-busy") is None


# ---------------------------------------------------------------- light


def bytes_received(page: Any) -> list[float]:
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.dataReceived", lambda event: sizes.append(event["encodedDataLength"]))
    session.on("Network.responseReceived", lambda event: sizes.append(event["response"]["encodedDataLength"]))
    page.held = session  # as long as the page
    return sizes


@pytest.mark.parametrize(
    ("name", "language"),  # Czech needs a second font file
    taking_turns(["cartes-choosing", "romains-throw", "compagnie-choosing"], ["cs", "en"]),
)
def test_a_first_visit_to_a_table_is_light(visit: Visit, tables: Any, name: str, language: str) -> None:
    table = tables(name)
    page = visit(table.cookie, wishes={"language": language}, fresh=True, service_workers="block")
    sizes = bytes_received(page)
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    settle(page)
    assert 20_000 < sum(sizes) <= 150_000, sum(sizes)


@pytest.mark.parametrize("name", ["cartes-choosing", "romains-throw", "compagnie-choosing"])
def test_an_update_is_light(house: Any, name: str) -> None:
    """Bytes on the wire, for a stream whose compressor remembers nothing yet: the heaviest case."""
    table = house.stage(SCENES[name])
    known = staged.looking.view(house.hall, table.code, table.visitors[0]).version
    address = f"{house.address}/t/{table.code}/live?known={known}"
    headers = {
        "accept-encoding": "gzip",
        "cookie": f"{staged.IDENTITY}={table.cookie}; oppidum-look=motion=off",
    }
    with httpx.stream("GET", address, headers=headers, timeout=20) as answer:
        chunks = answer.iter_raw()
        received, unpack = b"", zlib.decompressobj(31)
        assert b"welcome" in unpack.decompress(next(chunks))
        house.last_decision(table)
        text = b""
        while b"</div>\n\n" not in text and not text.endswith(b"\n\n"):
            received += (chunk := next(chunks))
            text += unpack.decompress(chunk)
    assert b'id="board"' in text
    assert len(received) <= 12_000, len(received)


SHIFTS = """() => { window.shifts = [];
  const note = (entry) => { if (!entry.hadRecentInput) window.shifts.push(entry.value); };
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.mark.parametrize("name", ["cartes-choosing", "romains-throw", "compagnie-choosing"])
def test_nothing_jumps_about(visit: Visit, house: Any, name: str) -> None:
    table = house.stage(SCENES[name])
    page = visit(table.cookie, fresh=True)  # what comes late is what moves things
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    page.evaluate("document.fonts.ready")
    settle(page)
    assert sum(page.evaluate("shifts")) < 0.02


# The parts of each board that stay where they are, whatever happens.
FIXED = {
    "cartes": (".others", "#middle", "#cartes .mine"),
    "romains": (".racers", "#way", ".mine-area"),
    "compagnie": (".around", "#circle", "#compagnie .mine"),
}
PLACES = """selectors => Object.fromEntries(selectors.map((s) => {
  const box = document.querySelector(s).getBoundingClientRect();
  return [s, [box.x, box.y + scrollY, box.width].map(Math.round)]; }))"""


@pytest.mark.parametrize(
    ("name", "size"),
    taking_turns(["cartes-choosing", "romains-throw", "compagnie-start"], [PHONE, LAPTOP]),
)
def test_the_parts_of_a_board_stay_where_they_are(
    visit: Visit, house: Any, name: str, size: dict[str, int]
) -> None:
    """Over ten decisions of everybody: what one looks for is found where it was."""
    table = house.stage(SCENES[name])
    page = visit(table.cookie, size)
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    page.evaluate("document.fonts.ready")
    fixed = list(FIXED[table.scene.game])
    before = page.evaluate(PLACES, fixed)
    bot = staged.bots.make("greedy", staged.games.load(table.scene.game), 1)
    for _ in range(10):
        view = staged.looking.view(house.hall, table.code, table.visitors[0])
        seat = view.waiting[-1]
        staged.decide(house.hall, table.code, table.visitors[seat], bot, seat)
        version = staged.looking.view(house.hall, table.code, table.visitors[0]).version
        page.locator(f"#state[data-version='{version}']").wait_for(state="attached")
        now = page.evaluate(PLACES, fixed)
        assert all(now[part] == pytest.approx(before[part], abs=2) for part in fixed), (now, before)


# ---------------------------------------------------------------- moments, motion, sounds


def test_a_line_of_the_log_shows_its_moment(visit: Visit, tables: Any) -> None:
    table = tables("cartes-choosing")
    page = visit(table.cookie, LAPTOP)
    page.goto(f"/t/{table.code}")
    line = page.locator("#log a").nth(4)
    words, step = line.inner_text(), re.search(r"step=(\d+)", line.get_attribute("href"))
    assert step
    line.click()
    page.wait_for_url(f"**step={step[1]}**")
    assert words in page.locator(".told").inner_text()
    page.keyboard.press("ArrowLeft")  # step by step, without a new page
    page.wait_for_url(f"**step={int(step[1]) - 1}**")
    page.get_by_role("link", name="One step on").click()
    page.wait_for_url(f"**step={step[1]}**")
    page.locator("#decided summary").click()
    assert page.locator("#decided .rule-number").count() > 0
    page.keyboard.press("Escape")  # and back with one key, as with one click
    page.locator("label.can").first.wait_for()


def test_a_replay_keeps_its_viewpoint_and_its_buttons_in_sight(visit: Visit, tables: Any) -> None:
    table = tables("compagnie-result")
    page = visit(table.cookie, PHONE)
    for step in (40, 41, 42, 43):
        page.goto(f"/t/{table.code}/replay?step={step}")
        assert page.locator("#compagnie .mine .name").first.inner_text() == "Mirabelle"
        assert page.locator(".back.known").count() > 5  # open cards: everybody's
        box = page.get_by_role("link", name="One step on").bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"]


def test_slider_list_and_playing_by_itself(visit: Visit, tables: Any) -> None:
    table = tables("cartes-result")
    page = visit(table.cookie, LAPTOP)
    page.goto(f"/t/{table.code}/replay?step=3")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#moves [aria-current]", has_text=re.compile(r"^\s*4(?!\d)")).wait_for()
    page.locator("#moves a").nth(9).click()
    page.locator("#moves [aria-current]", has_text=re.compile(r"^\s*9(?!\d)")).wait_for()
    assert page.url.endswith("step=9")
    page.locator("#speed").select_option("quick")
    page.locator("[data-player]").click()
    page.locator("#moves [aria-current]", has_text=re.compile(r"^\s*11(?!\d)")).wait_for()
    page.locator("[data-player][aria-pressed=true]").click()
    page.locator("[data-player][aria-pressed=false]").wait_for()


# What moves when a board changes: [name, by a view transition?, milliseconds].
FLIGHTS = """() => { window.flights = []; const real = document.startViewTransition.bind(document);
  document.startViewTransition = (change) => { const flight = real(change);
    flight.ready?.then(() => {
      const flying = document.getAnimations().map(({ constructor, effect }) => {
        const pictured = effect.pseudoElement?.match(/group\\((.*)\\)/)?.[1];
        const gliding = constructor === Animation && effect.target.id;
        return [pictured ?? gliding, !!pictured, effect.getComputedTiming().endTime];
      });
      window.flights.push(flying.filter(([name]) => name)); });
    return flight; }; }"""


@pytest.mark.parametrize("clicked", [True, False], ids=["clicked here", "decided elsewhere"])
def test_cards_fly_to_where_they_go_and_only_they(visit: Visit, house: Any, clicked: bool) -> None:
    """In less than half a second; who clicked does not wait for pictures of the old board."""
    table = house.stage(SCENES["compagnie-start"])
    page = visit(table.cookie, LAPTOP, {"motion": "on"})
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    page.evaluate(FLIGHTS)
    cards = {card.get_attribute("id") for card in page.locator("label.hc").all()}
    if clicked:
        page.locator("label.can").first.click()
        page.locator("button.place:visible").first.click()
    else:
        house.last_decision(table)
    page.wait_for_function("() => flights.length > 0")
    flown = page.evaluate("flights[0]")
    played = cards - {card.get_attribute("id") for card in page.locator("label.hc").all()}
    assert len(played) == 1
    assert played <= {name for name, _, _ in flown}
    assert {pictured for _, pictured, _ in flown} == {not clicked}
    assert len(flown) < 8
    assert max(length for _, _, length in flown) <= 500


def test_pawns_walk_and_stand_still_for_who_wishes_it(visit: Visit, house: Any) -> None:
    walked = """() => new Promise((done) => {
        const pawns = [...document.querySelectorAll('[data-way] [data-at]')];
        const count = () => pawns.filter((pawn) => pawn.getAnimations().length).length;
        const until = performance.now() + SECONDS * 1000; let most = 0;
        const look = () => { most = Math.max(most, count());
            performance.now() < until && !most ? requestAnimationFrame(look) : done(most); }; look(); })"""
    for motion, moves in (("on", True), ("off", False)):
        table = house.stage(SCENES["romains-throw"])
        page = visit(table.cookie, LAPTOP, {"motion": motion})
        page.goto(f"/t/{table.code}")
        page.locator("html[data-live]").wait_for(state="attached")
        seconds = "15" if moves else "3"  # they walk when the throw has been shown
        page.evaluate(f"() => {{ window.walked = ({walked.replace('SECONDS', seconds)})(); }}")
        throw_white(house, table)
        assert bool(page.evaluate("walked")) is moves, motion


def throw_white(house: Any, table: Any) -> None:
    view = staged.looking.view(house.hall, table.code, table.visitors[0])
    white = next(choice.words for choice in view.choices if "white" in choice.words)
    staged.playing.move(house.hall, table.code, table.visitors[0], white)


COUNTED = """() => { window.tones = 0; const Real = window.AudioContext;
  window.AudioContext = class extends Real {
    createGain() { window.tones += 1; return super.createGain(); } }; }"""


@pytest.mark.parametrize("wish", ["off", "on"])
def test_sounds_only_for_who_wants_them(visit: Visit, house: Any, wish: str) -> None:
    table = house.stage(SCENES["cartes-reveal"])
    page = visit(table.cookie, wishes={"sound": wish})
    page.add_init_script(f"({COUNTED})()")
    page.goto(f"/t/{table.code}")
    page.locator("html[data-live]").wait_for(state="attached")
    page.keyboard.press("a")  # no page makes a sound before it has been touched
    before = version_on(page)
    house.last_decision(table)
    shows_another(page, before)
    settle(page)
    assert (page.evaluate("tones") > 0) is (wish == "on")


# ---------------------------------------------------------------- an app


def test_it_can_be_installed_and_says_when_it_is_offline(visit: Visit, house: Any, tables: Any) -> None:
    table = tables("cartes-choosing")
    page = visit(table.cookie, fresh=True)
    page.goto(f"/t/{table.code}")
    manifest = json.loads(page.request.get("/manifest.webmanifest").text())
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/settings")
    assert "You are offline" in page.locator("h1").inner_text()
    page.context.set_offline(False)
