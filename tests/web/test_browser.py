"""A real browser at a real server: whole games by clicking, friends by link, lost connections, a phone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from oppidum import games

from .conftest import PATIENCE

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}

TOLD = ".felt .caption:not(:empty)"  # what was revealed


@pytest.fixture
def visit(browsers: Any, server: Any) -> Iterator[Callable[..., Any]]:
    with visits(browsers, server) as open_page:
        yield open_page


@pytest.fixture
def visit_with_all(whole_browsers: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """The same in a browser with all that a person has."""
    with visits(whole_browsers, server) as open_page:
        yield open_page


@contextmanager
def visits(browsers: Any, server: Any) -> Iterator[Callable[..., Any]]:
    """A new visitor's page; what goes wrong in its console fails the test."""
    with browsers.lend() as lend:

        def open_page(viewport: dict[str, int] = LAPTOP, locale: str = "en-GB", **more: Any) -> Any:
            page = lend(server.address, viewport, locale=locale, reduced_motion="reduce", **more)
            return wishing(page, server)

        yield open_page
    assert not browsers.complaints


def wishing(page: Any, server: Any, **wishes: str) -> Any:
    """A visitor who has made settings; what moves only to be looked at would cost the tests time."""
    value = "&".join(f"{name}={wish}" for name, wish in {"motion": "off", **wishes}.items())
    page.context.add_cookies([{"name": "oppidum-look", "value": value, "url": server.address}])
    return page


def open_table(
    page: Any, game: str = "cartes", seats: tuple[str, ...] = ("human", "bot:bonemine"), **fields: str
) -> None:
    page.goto(f"/open?game={game}&players={len(seats)}")
    for number, seat in enumerate(seats, 1):
        page.select_option(f"#seat{number}", seat)
    for name, value in fields.items():
        name = name.replace("_", "-")
        if page.locator(f"select[name='{name}']").count():
            page.select_option(f"select[name='{name}']", value)
        else:
            page.locator(f"input[name='{name}'][value='{value}']").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")


def start(page: Any) -> None:
    page.get_by_role("button", name="Start now").click()
    page.locator("#board").wait_for()


def state(page: Any) -> dict[str, str]:
    return page.locator("#state").evaluate("e => ({...e.dataset})")


def wait_for_turn(page: Any) -> bool:
    """True when something is asked, False when the game is over."""
    page.wait_for_function(
        "() => { const now = document.querySelector('#state').dataset;"
        " return now.turn === 'yes' || now.status !== 'playing' }"
    )
    return state(page)["status"] == "playing"


# Clicks what a mouse would meet: the first that is visible, and nothing may cover it.
CLICK = """async (selector) => {
  await new Promise(requestAnimationFrame);
  const found = [...document.querySelectorAll(selector)]
    .find((e) => e.checkVisibility({ visibilityProperty: true }));
  if (!found) return false;
  found.scrollIntoView({ block: 'nearest' });
  const box = found.getBoundingClientRect();
  const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!found.contains(met)) throw new Error(`covered: ${found.outerHTML.slice(0, 100)}`);
  found.click();
  return true; }"""

# Chooses something, if it is still there: others decide at the same moment, and then one looks again.
CHOOSE = f"""async () => {{
  const click = {CLICK};
  return await click('label.can')
    ? await click('#play-it, button.place')
    : await click('#board button[name=move], #board button.choice'); }}"""

# One decision of a game, by whatever is offered first, until the board shows it. All in the page: to ask it
# from here step by step takes twice as much work. Tells how it went, and of which version of the board.
DECIDE = f"""async (patience) => {{
  const now = () => document.querySelector('#state').dataset;
  const choose = {CHOOSE};
  const until = async (happened, words) => {{
    const end = performance.now() + patience;
    while (!happened()) {{
      if (performance.now() > end) throw new Error(`in vain: ${{words}}`);
      await new Promise(requestAnimationFrame);
    }}
  }};
  await until(() => now().turn === 'yes' || now().status !== 'playing', 'a turn');
  const {{ status, version }} = now();
  if (status !== 'playing') return ['over', version];
  if (!(await choose())) return ['somebody else was quicker', version];
  await until(() => now().version !== version || document.querySelector('#ask button.go'), 'a changed board');
  return [now().version === version ? 'asked' : 'done', version]; }}"""


def click_through(page: Any, limit: int = 900) -> None:
    """Play to the end: whatever is offered first is clicked."""
    for _ in range(limit):
        happened, version = page.evaluate(DECIDE, PATIENCE)
        if happened == "over":
            return
        if happened == "asked":  # whether that is really meant
            page.locator("#ask button.go").click()
            page.locator(f"#state:not([data-version='{version}'])").wait_for(state="attached")
    raise AssertionError("the game does not end")


def choose_something(page: Any) -> None:
    cards = page.locator("label.can")
    if cards.count():
        cards.first.click()
        # cartes: then play it; compagnie: then one of the albums that have lit up.
        page.locator("#play-it, button.place:visible").first.click()
    else:
        page.locator("#board button[name=move], #board button.choice").first.click()


def decide(page: Any) -> None:
    """Choose something, and wait until the board shows it."""
    if asked_again(page, lambda: choose_something(page)):
        asked_again(page, lambda: page.locator("#ask button.go").click())


def asked_again(page: Any, act: Callable[[], None]) -> bool:
    """Act, and wait until the board shows it: others may decide at the same moment.

    True: the table asks whether that is really meant.
    """
    with page.expect_response(lambda got: got.request.method == "POST" and "/move" in got.url) as posted:
        act()
    if posted.value.status == 200 and "oppidum-frame" not in posted.value.headers:
        return True
    be_up_to_date(page)
    return False


def be_up_to_date(page: Any) -> None:
    page.wait_for_function(
        "async () => { const now = await (await fetch(location.pathname + '/turn')).json();"
        " return Number(document.querySelector('#state').dataset.version) >= now.version }"
    )


def look_at_the_reveal(page: Any) -> None:
    """Until the board has gone on by itself."""
    page.wait_for_function("() => !document.querySelector('#state').dataset.moment?.endsWith('r')")


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_a_whole_game_by_clicking(visit: Callable[..., Any], game: str) -> None:
    page = visit()
    if game == "cartes":
        open_table(page, game, option_hands="1")
    else:
        open_table(page, game)
    start(page)
    click_through(page)
    assert page.locator("#result").is_visible()
    page.get_by_role("link", name="Was it fair?").click()
    page.get_by_text("Yes. The cards fell as promised.").wait_for()
    assert kept_verdict(page) == ["same"]
    assert page.locator("[data-given]:visible").count() == 1  # what this browser gave to the shuffle
    page.go_back()
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("link", name="One step on").click()
    page.wait_for_url("**step=1**")  # loaded, so that the keys are listened to
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=2**")


def test_two_clicks_to_a_game(visit: Callable[..., Any]) -> None:
    page = visit(locale="fr-FR")
    page.goto("/")  # the first click opens the program, the second is this one
    page.locator("form[action='/play'] button").first.click()
    page.wait_for_url("**/t/*", timeout=120_000)
    assert wait_for_turn(page)
    assert page.locator("html").get_attribute("lang") == "fr"
    assert page.title().startswith("●")


def kept_verdict(page: Any) -> list[str]:
    """What *Was it fair?* says of what this browser has kept."""
    return page.locator("[data-kept] .notice:visible").evaluate_all("all => all.map((e) => e.dataset.if)")


def kept(page: Any) -> dict[str, str]:
    """The promise that this browser saw at the table where it is, and what it gave."""
    found = page.evaluate("JSON.parse(localStorage.getItem('oppidum-kept'))")
    return dict(found)[page.locator("main").get_attribute("data-code")]


def fairness(page: Any) -> Any:
    code = page.locator("main").get_attribute("data-code")
    return page.request.get(f"/api/tables/{code}").json()["fairness"]


def test_play_now_sees_the_promise_before_it_gives(visit: Callable[..., Any]) -> None:
    page = visit()
    sent: list[tuple[str, str]] = []
    page.on("request", lambda r: sent.append((r.url, r.post_data)) if r.method == "POST" else None)
    page.goto("/")
    form = page.locator("form[action='/play']").first
    form.locator("summary").click()
    form.locator("select[name=players]").select_option("2")
    form.locator("select[name=level]").select_option("bonemine")
    form.locator("button").click()
    page.wait_for_url("**/t/*", timeout=120_000)
    (asked, wish), (told, gift) = sent
    assert asked.endswith("/play")
    assert "contribution" not in wish
    mine = kept(page)
    assert told.endswith("/ready")
    assert sorted(gift.split("&")) == [f"{name}={value}" for name, value in sorted(mine.items())]
    found = fairness(page)
    assert (found["commitment"], found["house"]) == (mine["commitment"], [2])
    assert found["contributions"][0] == mine["contribution"]


def test_a_start_that_fails_is_no_second_draw(visit: Callable[..., Any]) -> None:
    """The table waits; who starts it then gives the same, however often a house may lose it."""
    page = visit()
    given: list[str] = []
    page.route("**/ready", lambda route: (given.append(route.request.post_data), route.abort()))
    page.goto("/")
    form = page.locator("form[action='/play']").first
    form.locator("summary").click()
    form.locator("select[name=level]").select_option("bonemine")
    form.locator("button").click()
    page.wait_for_url("**/t/*", timeout=120_000)
    page.locator("#lobby").wait_for()
    start(page)
    assert len(given) == 1
    assert f"contribution={fairness(page)['contributions'][0]}" in given[0]


def test_the_check_compares_with_what_the_browser_kept(visit: Callable[..., Any]) -> None:
    """A house that exchanged the promise, or left out what one gave, tells on itself."""
    page = visit()
    open_table(page, option_hands="1")
    start(page)
    code, mine = page.locator("main").get_attribute("data-code"), kept(page)
    click_through(page)
    page.goto(f"/t/{code}/check")
    assert kept_verdict(page) == ["same"]
    assert (
        f"--kept {mine['commitment']} --kept {mine['contribution']}"
        in page.locator("[data-command]").inner_text()
    )
    for changed, verdict in (({"contribution": "00"}, "contribution"), ({"commitment": "00"}, "promise")):
        other = [[code, {**mine, **changed}]]
        page.evaluate("kept => localStorage.setItem('oppidum-kept', JSON.stringify(kept))", other)
        page.reload()
        assert kept_verdict(page) == [verdict]
    page.evaluate("localStorage.clear()")
    page.reload()
    assert kept_verdict(page) == []
    assert page.get_by_text("This browser has kept nothing of this table").is_visible()
    page.goto(f"/t/{code}")
    page.get_by_role("button", name="Once more!").click()
    page.wait_for_url(lambda url: code not in url)
    page.locator("#board").wait_for()
    assert fairness(page)["contributions"][1] == kept(page)["contribution"]  # the seats have moved on by one


def test_friends_by_link(visit: Callable[..., Any]) -> None:
    host, friend = visit(), visit(locale="de-DE")
    open_table(host, seats=("human", "human"), option_hands="1")
    link = host.locator("input[data-absolute]").input_value()
    assert link.startswith("http://")
    friend.goto(link)
    friend.locator("input[name=name]").first.fill("Berta")
    friend.locator("form[action$='/sit'] button").first.click()
    host.locator("text=Berta >> visible=true").first.wait_for()  # arrives by itself
    host.get_by_role("button", name="I am ready").click()
    friend.locator("form[action$='/ready'] button").click()
    for page in (host, friend):
        page.locator("#cartes").wait_for()
        page.wait_for_function("() => document.title.startsWith('●')")
    found = fairness(host)
    assert found["contributions"] == [kept(host)["contribution"], kept(friend)["contribution"]]
    assert found["house"] == []
    choose_something(host)
    friend.locator("#player-0 .status.done").wait_for()  # sees that, not what
    choose_something(friend)
    for page in (host, friend):
        page.locator(TOLD).first.wait_for()
    # A word between friends, escaped and shown to both.
    for page in (host, friend):
        if page.locator("#chat").get_attribute("open") is None:
            page.locator("#chat > summary").click()
    friend.locator("#talk-text").fill("<b>Hallo</b>")
    friend.locator("#talk button").click()
    host.locator("#chat").get_by_text("<b>Hallo</b>").wait_for()
    # The host's stream may be quicker than the answer that empties the field.
    friend.wait_for_function("() => document.querySelector('#talk-text').value === ''")


def test_reload_in_mid_game(visit: Callable[..., Any]) -> None:
    page = visit()
    open_table(page, option_hands="1")
    start(page)
    wait_for_turn(page)
    choose_something(page)
    page.locator(TOLD).first.wait_for()
    wait_for_turn(page)
    before = page.locator("#log").inner_text()
    page.reload()
    assert page.locator("#log").inner_text() == before
    choose_something(page)
    wait_for_turn(page)


def test_a_lost_connection_heals(visit: Callable[..., Any], server: Any) -> None:
    page = visit()
    open_table(page, option_hands="1")
    start(page)
    wait_for_turn(page)
    server.stop()
    page.locator(".offline-sign").wait_for()
    server.start()
    page.locator(".offline-sign").wait_for(state="hidden", timeout=40_000)
    choose_something(page)
    page.locator(TOLD).first.wait_for()


def test_a_stream_that_did_not_open_is_asked_for_again(visit: Callable[..., Any]) -> None:
    page = visit()
    open_table(page, option_hands="1")
    start(page)
    wait_for_turn(page)
    refused: list[str] = []

    def refuse_once(route: Any) -> None:
        refused.append(route.request.url)
        route.abort() if len(refused) == 1 else route.continue_()

    page.route("**/live?*", refuse_once)
    page.reload()
    page.locator("html[data-live]").wait_for(state="attached")
    assert len(refused) == 2
    choose_something(page)
    page.locator(TOLD).first.wait_for()


def test_the_board_moves_while_one_thinks_and_keeps_what_is_chosen(visit: Callable[..., Any]) -> None:
    host, friend = visit(), visit()
    open_table(host, seats=("human", "human"), option_hands="1")
    friend.goto(host.locator("input[data-absolute]").input_value())
    friend.locator("form[action$='/sit'] button").first.click()
    host.get_by_role("button", name="Start now").click()
    host.locator("label.can").nth(4).click()
    friend.locator("label.can").first.wait_for()
    choose_something(friend)
    host.locator("#player-1 .status.done").wait_for()
    assert host.locator("label.can input:checked").count() == 1


def test_a_click_counts_while_the_answer_to_the_last_is_on_its_way(visit: Callable[..., Any]) -> None:
    page = visit()
    open_table(page, option_hands="1")
    start(page)
    wait_for_turn(page)
    held: list[tuple[Any, Any]] = []
    page.route("**/move", lambda route: held.append((route, route.fetch())), times=1)
    choose_something(page)
    page.locator(TOLD).first.wait_for()  # by the stream: the bot has chosen, too
    wait_for_turn(page)
    look_at_the_reveal(page)
    if page.locator("label.can input[value^='bid']").count():  # the bot bids, too: then nothing moves
        page.locator("#player-1 .status.done").wait_for()
    be_up_to_date(page)
    later = int(state(page)["version"])
    choose_something(page)
    page.evaluate(CHOOSE)  # and once more, as impatient people do
    with page.expect_request("**/move") as sent:
        for route, answer in held:
            route.fulfill(response=answer)
    (seen,) = re.findall(r"\bseen=(\d+)", sent.value.post_data)
    assert int(seen) >= later
    page.wait_for_function("v => Number(document.querySelector('#state').dataset.version) > v", arg=int(seen))
    assert not page.locator("#notices .notice").count()


def test_same_device(visit: Callable[..., Any]) -> None:
    page = visit()
    open_table(page, seats=("human", "human"), option_hands="1", where="here")
    if page.locator("#lobby").count():
        start(page)
    for _ in range(2):
        page.locator("#handover").wait_for()
        assert page.locator(".gaul").count() == 0
        page.locator("#handover button").first.click()
        page.locator("label.can").first.wait_for()
        choose_something(page)
    page.locator(f"{TOLD}, #handover").first.wait_for()


BOXES = """(selector) => [...document.querySelectorAll(selector)]
    .map((e) => e.getBoundingClientRect())
    .map((box) => ({ width: box.width, height: box.height, bottom: box.bottom }))"""


def test_everything_fits_a_phone_held_upright(visit: Callable[..., Any]) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    open_table(page, seats=("human", "bot:bonemine", "bot:bonemine", "bot:bonemine"), option_hands="1")
    start(page)
    decided = 0
    while wait_for_turn(page) and (decided < 3 or not page.locator("#play-it").count()):
        decide(page)  # a pirate may have to be resolved: then a card is asked for later
        decided += 1
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for selector in ("#middle", ".hand", "#play-it"):
        (box,) = page.evaluate(BOXES, selector)
        assert box["bottom"] <= PHONE["height"], selector
    cards = page.evaluate(BOXES, "label.can")
    assert cards
    for box in cards:
        assert box["width"] >= 44
        assert box["height"] >= 44


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_keyboard_alone_plays_a_whole_game(visit: Callable[..., Any], game: str, long: bool) -> None:
    """Of the longer games the first decisions, unless there is time."""
    whole = long or game == "cartes"
    page = visit()
    page.goto(f"/open?game={game}&players=2")
    page.select_option("#seat2", "bot:bonemine")
    if game == "cartes":
        page.select_option("#option-hands", "1")
    press_until(page, "Open the table")
    page.wait_for_url("**/t/*")
    press_until(page, "Start now")
    page.locator("#board").wait_for()
    lost = 0
    for _ in range(400 if whole else 12):
        if not wait_for_turn(page):
            break
        try:
            decide_by_keyboard(page)
            lost = 0
        except NoWay:  # the board has changed under the fingers: once more
            lost += 1
            if lost == 5:
                raise
    assert page.locator("#result").is_visible() or not whole


def decide_by_keyboard(page: Any) -> None:
    look_at_the_reveal(page)
    if page.locator("label.can").count():
        tab_to(page, ".hand input[type=radio]")
        page.keyboard.press("Space")
        for _ in range(20):  # to a card that can be played
            if page.evaluate("document.activeElement.closest('label')?.classList.contains('can')"):
                break
            page.keyboard.press("ArrowRight")
        if not page.locator("#play-it").count():
            tab_to(page, "button.place", "Shift+Tab")
    else:
        tab_to(page, "#board button[name=move]")
    if asked_again(page, lambda: page.keyboard.press("Enter")):
        page.locator("#ask button.go").wait_for()
        tab_to(page, "#ask button.go")
        asked_again(page, lambda: page.keyboard.press("Enter"))


class NoWay(AssertionError):
    pass


def tab_to(page: Any, wanted: str, key: str = "Tab", presses: int = 120) -> None:
    for _ in range(presses):
        page.keyboard.press(key)
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            return
    raise NoWay(f"no way to {wanted} by keyboard")


def press_until(page: Any, name: str, presses: int = 80) -> None:
    """Tab to a button of that name and press Enter."""
    page.wait_for_load_state()
    for _ in range(presses):
        page.keyboard.press("Tab")
        focused = page.evaluate("document.activeElement.textContent || ''")
        if re.search(name, focused) and page.evaluate("document.activeElement.tagName") == "BUTTON":
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {name} by keyboard")
