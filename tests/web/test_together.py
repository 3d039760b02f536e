"""Being together: invitations, requests, arrivals and chat, in sight wherever one is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.web.conftest import PATIENCE, Person, parse
from tests.web.test_browser import (
    asked_again,
    choose_something,
    open_table,
    start,
    visit,
    visit_with_all,
    wait_for_turn,
)

from oppidum.tables import Hall
from oppidum.web.offers import usual_level

__all__ = ["visit", "visit_with_all"]  # fixtures

SMALL = {"width": 390, "height": 664}
LAPTOP = {"width": 1366, "height": 650}
IN_SIGHT = """e => { const r = e.getBoundingClientRect();
  return r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth && r.height > 0 }"""


def meta(text: str) -> dict[str, str]:
    found = (e.attributes for e in parse(text).elements if e.tag == "meta")
    return {a.get("property") or a.get("name") or "": a.get("content") or "" for a in found}


# ---------------------------------------------------------------- invitations


def opened(host: Person, game: str = "compagnie") -> str:
    fields = {"game": game, "players": "3", "seat1": "human", "seat2": "human", "seat3": "bot:greedy"}
    code = host.go("/open", {**fields, "name": "Bonemine"}).rsplit("/", 1)[1]
    host.go(f"/t/{code}/sit", {"seat": "1", "name": "Bonemine"})
    return code


def test_an_invitation_says_who_invites_to_what_with_one_button(
    me: Person, someone: Callable[..., Person], hall: Hall
) -> None:
    code = opened(me)
    guest = someone("fr")
    text = guest.page(f"/t/{code}")
    assert "Bonemine" in text.split('id="invites"')[1].split("</h1>")[0]
    forms = [e.attributes.get("action") or "" for e in parse(text).elements if e.tag == "form"]
    sits = [action for action in forms if action.endswith("/sit")]
    assert len(sits) == 1
    guest.go(f"/t/{code}/sit", {"name": "Ielosubmarine"})
    assert "Ielosubmarine" in me.page(f"/t/{code}")
    assert 'id="invitation"' not in guest.page(f"/t/{code}")
    assert 'id="invitation"' not in me.page(f"/t/{code}")


def test_an_invitation_names_what_is_not_as_usual(me: Person, someone: Callable[..., Person]) -> None:
    def facts(**options: str) -> list[str]:
        fields = {"game": "cartes", "players": "2", "seat1": "human", "seat2": "human", "name": "Bonemine"}
        code = me.go("/open", {**fields, **{f"option-{name}": x for name, x in options.items()}})
        part = someone().page(code).split('class="facts"')[1].split("</p>")[0]
        return [tag.split("<")[0].strip() for tag in part.split('class="tag">')[1:]]

    assert facts(hands="3")[2:] == ["3 hands"]
    assert facts(hands="4", characters="drawn")[2:] == ["4 hands", "Characters: by a fair draw"]


def test_a_bot_that_is_put_on_a_seat_is_of_the_usual_strength(me: Person) -> None:
    code = me.go(
        "/open", {"game": "cartes", "players": "3", "seat1": "human", "seat2": "human", "seat3": "human"}
    )
    chosen = [
        e.attributes["value"]
        for e in parse(me.page(code)).elements
        if e.tag == "option" and "selected" in e.attributes
    ]
    assert set(chosen) == {usual_level("cartes")}


def test_who_plays_with_bots_alone_is_not_asked_to_be_ready(me: Person) -> None:
    fields = {"game": "cartes", "players": "2", "name": "Bonemine", "seat1": "human"}
    for other, asked in (("bot:greedy", False), ("human", True)):
        code = me.go("/open", {**fields, "seat2": other})
        me.go(f"{code}/sit", {"seat": "1"})
        assert ("not ready yet" in me.page(code)) == asked


def test_a_link_shows_itself_where_it_is_sent(me: Person, someone: Callable[..., Person]) -> None:
    code = opened(me)
    told = meta(someone("de").page(f"/t/{code}"))
    assert "Bonemine" in told["og:title"]
    assert told["og:url"] == f"http://testserver.local/t/{code}"
    assert told["og:image"].startswith("http://testserver.local/static/invitations/compagnie.png")
    assert told["robots"] == "noindex"
    picture = me.get(told["og:image"].removeprefix("http://testserver.local"))
    assert picture.headers["content-type"] == "image/png"


def test_messengers_may_look_and_searchers_may_not(me: Person) -> None:
    rules = me.page("/robots.txt").split("\n\n")
    assert "Disallow: /t/" in rules[0]
    assert "WhatsApp" in rules[1]
    assert "Disallow: /t/" not in rules[1]


def test_who_comes_to_a_full_table_is_not_invited(me: Person, someone: Callable[..., Person]) -> None:
    code = opened(me)
    someone().go(f"/t/{code}/sit", {"name": "Second"})
    assert 'id="invitation"' not in someone().page(f"/t/{code}")


# ---------------------------------------------------------------- names on error pages


def test_an_error_page_knows_who_one_is(me: Person) -> None:
    me.go("/settings/name", {"name": "Pneumatix"})
    for path in ("/nowhere", "/t/aaaaaaaaaaaaaaaa"):
        answer = me.get(path)
        assert answer.status_code == 404
        assert "Pneumatix" in answer.text
        assert "set-cookie" not in answer.headers


def test_an_error_page_without_a_name(me: Person) -> None:
    assert me.get("/nowhere").status_code == 404


# ---------------------------------------------------------------- two at a table, in browsers


def two_at_a_table(visit: Callable[..., Any], size: dict[str, int]) -> tuple[Any, Any]:
    host, friend = visit(size), visit(size)
    open_table(host, "romains", ("human", "human"))
    address = host.url
    if host.get_by_role("button", name="Sit down here").count():
        host.get_by_role("button", name="Sit down here").first.click()
    friend.goto(address)
    friend.get_by_placeholder("Your name").first.fill("Zebigbos")
    friend.locator("#invitation .go").click()
    return host, friend


@pytest.mark.browser
@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_what_people_do_is_in_sight_and_leads_there(visit: Callable[..., Any], size: dict[str, int]) -> None:
    host, friend = two_at_a_table(visit, size)
    host.locator("#calls").get_by_text("Zebigbos").wait_for()  # an arrival
    assert host.locator("#calls > *").first.evaluate(IN_SIGHT)
    start(host)
    friend.locator("#board").wait_for()
    for page in (host, friend):
        if page.locator("#chat").get_attribute("open") is not None:
            page.locator("#chat > summary").click()
    friend.evaluate(
        "() => fetch(`/t/${document.querySelector('main').dataset.code}/say`,"
        " {method: 'POST', body: new URLSearchParams({text: 'Ave!'})})"
    )
    note = host.locator("#calls a.called")
    note.wait_for()
    assert "Ave!" in note.inner_text()
    assert note.evaluate(IN_SIGHT)
    assert host.locator("#chat [data-unread]").inner_text() == "1"
    note.focus()
    host.keyboard.press("Enter")  # by the keyboard, too
    host.locator("#chat[open]").wait_for()
    assert host.locator("#talk-text").evaluate("e => e === document.activeElement")
    assert host.locator("#chat [data-unread]").is_hidden()
    host.reload()
    host.locator("#chat[open]").wait_for(state="attached")  # it stays open; on a phone, in its drawer
    assert host.locator("#chat [data-unread]").is_hidden()


@pytest.mark.browser
def test_what_is_said_below_the_fold_is_told(visit: Callable[..., Any]) -> None:
    """Before the game the chat stands open at the foot of the page: on a phone nobody sees it there."""
    host, friend = two_at_a_table(visit, SMALL)
    host.locator("#calls").get_by_text("Zebigbos").wait_for()  # both are there, and hear of each other
    friend.locator("html[data-live]").wait_for(state="attached")
    friend.locator("#talk-text").fill("Ave!")
    friend.locator("#talk button").click()
    note = host.locator("#calls a.called")
    note.wait_for()
    assert note.evaluate(IN_SIGHT)
    note.click()
    host.wait_for_function(f"() => ({IN_SIGHT})(document.querySelector('#talk-text'))")
    host.locator("#chat-before [data-unread]").wait_for(state="hidden")


@pytest.mark.browser
@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=["phone", "laptop"])
def test_a_request_is_in_sight(visit: Callable[..., Any], size: dict[str, int]) -> None:
    host, friend = two_at_a_table(visit, size)
    start(host)
    friend.locator("#board").wait_for()
    both = (host, friend)
    decided = next(page for page in both if page.locator("#state").get_attribute("data-turn") == "yes")
    other = friend if decided is host else host
    choose_something(decided)
    decided.locator("#tools button").first.wait_for()
    decided.evaluate(
        "() => fetch(`/t/${document.querySelector('main').dataset.code}/call-off`,"
        " {method: 'POST', body: new URLSearchParams({})})"
    )
    other.locator("#request").wait_for()
    assert other.locator("#request").evaluate(IN_SIGHT)
    decided.locator("#request").wait_for()
    assert decided.locator("#request").evaluate(IN_SIGHT)
    other.locator("#request button").last.click()  # no
    decided.locator("#request").wait_for(state="detached")
    decided.locator("#calls").get_by_text("does not agree").wait_for()


@pytest.mark.browser
def test_opening_chat_and_more_leaves_the_log_its_room(visit: Callable[..., Any]) -> None:
    page = visit(LAPTOP)
    open_table(page)
    start(page)
    high = "e => e.getBoundingClientRect().height"
    before = page.locator("#log").evaluate(high)
    for part in ("#chat", "#more"):
        if page.locator(part).get_attribute("open") is None:
            page.locator(f"{part} > summary").click()
        assert page.locator("#log").evaluate(high) == pytest.approx(before, abs=1)


# ---------------------------------------------------------------- by the keyboard


@pytest.mark.browser
def test_digits_choose_and_play_and_focus_stays(visit: Callable[..., Any]) -> None:
    page = visit(LAPTOP)
    open_table(page, option_hands="1")
    start(page)
    wait_for_turn(page)
    page.keyboard.press("7")
    chosen = page.locator("#decide input:checked")
    assert chosen.get_attribute("value") == "bid 7"
    page.keyboard.press("3")
    assert chosen.get_attribute("value") == "bid 3"
    asked_again(page, lambda: page.keyboard.press("3"))
    wait_for_turn(page)
    page.wait_for_function("() => document.querySelector('#decide').contains(document.activeElement)")
    page.locator("#chat > summary").click() if page.locator("#chat").get_attribute("open") is None else None
    page.locator("#talk-text").fill("")
    assert not chosen.count()  # what was played may be in the hand again, but nobody has chosen it
    page.locator("#talk-text").press_sequentially("15")  # in a field digits are digits
    assert page.locator("#talk-text").input_value() == "15"
    assert not chosen.count()


# ---------------------------------------------------------------- called by the house


@pytest.mark.browser
def test_the_browser_shows_a_call_and_asks_for_it_only_when_told(
    visit_with_all: Callable[..., Any], server: Any
) -> None:
    page = visit_with_all(SMALL)
    page.context.grant_permissions(["notifications"])
    page.add_init_script(
        "PushManager.prototype.getSubscription = async () => null;"
        "PushManager.prototype.subscribe = async () => ({toJSON: () => ({"
        "endpoint: 'https://fcm.googleapis.com/fcm/send/test', keys: {auth: 'BTBZMqHH6r4Tts7J_aSIgg', p256dh:"
        "'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'}})});"
    )
    page.goto("/settings")
    page.locator("[data-push-on]").wait_for()
    with page.expect_response("**/push/subscribe") as stored:
        page.locator("[data-push-on]").click()
    assert stored.value.status == 204
    page.locator("[data-push-off]").wait_for()
    session = page.context.new_cdp_session(page)
    gone: dict[str, bool] = {}  # by registration: a browser that was lent before may tell of former ones, too
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda e: gone.update({each["registrationId"]: each["isDeleted"] for each in e["registrations"]}),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function(
        "() => navigator.serviceWorker.ready.then((at) => at.active.state === 'activated')"
    )
    for _ in range(PATIENCE // 50):
        if not all(gone.values()):
            break
        page.wait_for_timeout(50)
    message = {
        "origin": server.address,
        "registrationId": next(each for each, deleted in gone.items() if not deleted),
        "data": '{"title": "Your turn!", "body": "A game", "table": "abc"}',
    }
    shown = "navigator.serviceWorker.ready.then(r => r.getNotifications())"
    shown += ".then(all => all.map(n => [n.title, n.tag]))"
    # What comes before the test's tools have taken hold of the worker is lost by them: it answers first.
    state = page.context.service_workers[-1].evaluate("registration.active.state")
    assert state == "activated"
    session.send("ServiceWorker.deliverPushMessage", message)
    for _ in range(PATIENCE // 100):
        if page.evaluate(shown):
            break
        page.wait_for_timeout(100)
    assert page.evaluate(shown) == [["Your turn!", "abc"]]
