"""What a stranger, a bad page or a flood can do: nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from litestar import Litestar

from oppidum.tables import Hall, looking, visitors
from oppidum.web.app import create_app
from oppidum.web.doors import HEADERS, REQUESTS_AT_ONCE
from oppidum.web.guest import signer

from .conftest import ORIGIN, Person, choices_in, parse, play_on, version_in


def test_every_answer_carries_the_security_headers(me: Person) -> None:
    for path in ("/", "/nothing", "/static/oppidum.css", "/api/games", "/api/nothing", "/health"):
        answer = me.get(path)
        for name, value in HEADERS.items():
            assert answer.headers.get(name) == value, (path, name)
    policy = me.get("/").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"referer": "https://evil.example/t/x"},
    ],
)
def test_a_change_from_elsewhere_is_refused(me: Person, hall: Hall, headers: dict[str, str]) -> None:
    code = me.play_now()
    before = looking.view(hall, code).version
    answer = me.client.post(f"/t/{code}/say", data={"text": "hello"}, headers=headers)
    assert answer.status_code == 403
    assert looking.view(hall, code).version == before


def test_every_request_has_a_name_of_its_own_that_says_nothing(me: Person) -> None:
    names = [me.get("/health").headers["x-request-id"] for _ in range(REQUESTS_AT_ONCE + 20)]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[0-9a-f]{12}", name) for name in names)
    assert names != sorted(names)  # no numbers: who counts would learn what others do


def test_a_cookie_without_an_origin_is_refused(me: Person) -> None:
    code = me.play_now()
    assert me.client.post(f"/t/{code}/say", data={"text": "hello"}).status_code == 403


def test_the_cookie_is_signed_and_out_of_reach_for_scripts(me: Person) -> None:
    answer = me.post("/settings/name", {"name": "Falbala"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    value = me.client.cookies["oppidum"]
    me.client.cookies.set("oppidum", value[:-2] + ("aa" if value[-2:] != "aa" else "bb"))
    assert "Falbala" not in me.page("/")


def test_over_https_the_cookie_stays_there(app: Litestar, hall: Hall) -> None:
    person = Person(app, hall)
    person.client.base_url = "https://testserver.local"
    answer = person.post("/settings/name", {"name": "Falbala"})
    assert "Secure" in answer.headers["set-cookie"]


def test_a_private_table_cannot_be_told_from_none(me: Person, someone: Callable[..., Person]) -> None:
    code = me.go("/open", form(found="private")).rsplit("/", 1)[1]
    stranger = someone()
    wrong = code[:-1] + ("a" if code[-1] != "a" else "b")
    assert len(code) * 5 >= 80  # bits: the alphabet has at least 32 letters
    assert f"/t/{code}" not in stranger.page("/")
    assert code not in stranger.get("/api/tables").text
    for path in ("", "/live", "/turn", "/inside", "/replay", "/record", "/check"):
        assert stranger.get(f"/t/{wrong}{path}").status_code == 404
    assert stranger.post(f"/t/{wrong}/sit").status_code == 404
    assert "oppidum" not in stranger.client.cookies  # nobody gets an identity for knocking
    assert stranger.get(f"/t/{wrong}").text == stranger.get("/t/aaaaaaaaaaaaaaaa").text


def test_a_listed_table_is_found(me: Person, someone: Callable[..., Person]) -> None:
    code = me.go("/open", form(found="listed")).rsplit("/", 1)[1]
    assert f"/t/{code}" in someone().page("/")


def form(**more: str) -> dict[str, str]:
    return {"game": "cartes", "players": "2", "seat1": "human", "seat2": "human", "hints": "on", **more}


NASTY = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


def test_whatever_people_type_is_escaped(me: Person, someone: Callable[..., Person]) -> None:
    me.go("/settings/name", {"name": NASTY[:32]})
    code = me.go("/open", form(found="listed")).rsplit("/", 1)[1]
    me.do(code, "say", text=NASTY)
    friend = someone()
    for text in (friend.page("/"), friend.page(f"/t/{code}"), me.page("/settings"), me.page(f"/t/{code}")):
        assert "<script>alert" not in text
        assert not [e for e in parse(text).elements if e.tag == "img"]


def test_bad_input_is_refused_with_a_sentence_and_changes_nothing(me: Person, hall: Hall) -> None:
    code = me.play_now()
    before = looking.view(hall, code).version
    bad: list[tuple[str, dict[str, Any]]] = [
        ("move", {}),
        ("move", {"move": "bid 99"}),
        ("move", {"move": "x" * 5000}),
        ("move", {"move": "bid 1", "seat": "two"}),
        ("move", {"move": "bid 1", "seat": "99999999999999999999"}),
        ("move", {"move": "bid 1", "seat": "2"}),
        ("move", {"move": "bid 1", "seen": "-5"}),
        ("move", {"move": "keep"}),
        ("say", {}),
        ("say", {"text": "x" * 300}),
        ("say", {"phrase": "no such phrase"}),
        ("sit", {"seat": "1"}),
        ("start", {}),
        ("bot", {"seat": "1", "level": "greedy"}),
        ("answer", {"answer": "yes"}),
        ("withdraw", {}),
        ("take-over", {}),
        ("take-over", {"seat": "2"}),
        ("mute", {"line": "abc"}),
        ("nonsense", {}),
    ]
    for deed, data in bad:
        answer = me.post(f"/t/{code}/{deed}", data, hx_request="true")
        assert 400 <= answer.status_code < 500, (deed, data, answer.status_code, answer.text)
        assert answer.text.strip()
        assert looking.view(hall, code).version == before, (deed, data)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"game": "chess"},
        {"game": "cartes", "players": "99"},
        {"game": "cartes", "players": "two"},
        {"game": "cartes", "players": "2", "seat1": "wizard"},
        {"game": "cartes", "players": "2", "seat1": "human", "seat2": "bot:nobody"},
        {"game": "cartes", "players": "2", "option-hands": "77"},
        {"game": "cartes", "players": "2", "clock": "sundial"},
        {"game": "cartes", "players": "2", "countdown": "-7"},
    ],
)
def test_a_table_that_cannot_be_is_not_opened(me: Person, data: dict[str, str]) -> None:
    answer = me.post("/open", data)
    assert answer.status_code == 400
    assert "<h1>" in answer.text


def test_too_much_is_refused(me: Person) -> None:
    code = me.play_now()
    assert me.post(f"/t/{code}/say", {"text": "x" * 100_000}).status_code == 413
    me.client.cookies.clear()
    assert me.client.post("/api/visitors", content=b"x" * 100_000).status_code == 413


def limited(hall: Hall, rate: float) -> Person:
    """Somebody at a house whose limits do not refill, however long the test takes."""
    app = create_app(hall, rate=rate)
    app.state.limits.clock = lambda: 100.0
    return Person(app, hall)


def test_a_flood_is_answered_with_wait(hall: Hall) -> None:
    person = limited(hall, rate=0.1)
    answers = [person.post("/settings/look", {"language": "fr"}) for _ in range(30)]
    assert answers[0].status_code == 303
    refused = [a for a in answers if a.status_code == 429]
    assert refused
    assert refused[0].headers["retry-after"]
    assert "<h1>" in refused[0].text


def test_guessing_recovery_codes_is_slow(hall: Hall) -> None:
    person = limited(hall, rate=1)
    answers = [person.post("/settings/recover", {"code": f"WRONG{i}"}).status_code for i in range(15)]
    assert answers == [404] * 10 + [429] * 5
    code = person.post("/settings/recovery").text.split('class="code big-code">')[1].split("<")[0]
    assert Person(create_app(hall), hall).post("/settings/recover", {"code": code}).status_code == 303
    assert person.post("/settings/recover", {"code": code}).status_code == 429  # too many tries from here
    assert person.post("/join", {"code": "a" * 16}).status_code == 429


def test_hints_are_rationed(hall: Hall) -> None:
    person = limited(hall, rate=0.1)
    code = person.play_now(players="2")
    answers = [person.post(f"/t/{code}/hint", hx_request="true").status_code for _ in range(5)]
    assert answers == [200, 200, 429, 429, 429]


def test_two_at_once_exactly_one_wins(me: Person) -> None:
    code = me.play_now(players="2")
    text = me.page(f"/t/{code}")
    first, second = choices_in(text)[:2]
    seen = version_in(text)
    one = me.post(f"/t/{code}/move", {"move": first, "seen": seen, "confirmed": "yes"}, hx_request="true")
    two = me.post(f"/t/{code}/move", {"move": second, "seen": seen, "confirmed": "yes"}, hx_request="true")
    assert (one.status_code, two.status_code) == (200, 409)
    assert "notice bad" in two.text


def test_unexpected_errors_are_a_sentence_and_tell_no_secret(
    me: Person, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from oppidum.web import logs

    logs.configure()
    monkeypatch.setattr("oppidum.tables.looking.view", explode)
    code = "a" * 16
    answer = me.get(f"/t/{code}/turn")
    assert answer.status_code == 500
    assert "secret deck" not in answer.text
    assert "Traceback" not in answer.text
    logged = capfd.readouterr().err
    assert "ZeroDivisionError" in logged
    assert "secret deck" not in logged
    assert code not in logged


def explode(*_: Any, **__: Any) -> None:
    raise ZeroDivisionError("secret deck 1 2 3")


def test_a_new_recovery_code_ends_all_other_sign_ins(
    me: Person, someone: Callable[..., Person], hall: Hall
) -> None:
    me.go("/settings/name", {"name": "Falbala"})
    thief, former = someone(), someone()
    thief.client.cookies.set("oppidum", me.client.cookies["oppidum"])
    visitor = next(iter(thief.hall.store.engine.connect().exec_driver_sql("SELECT id FROM visitors")))[0]
    former.client.cookies.set("oppidum", signer(hall).dumps(visitor))  # a cookie of 0.1.0
    stolen, mine = visitors.new_token(hall, visitor), visitors.new_token(hall, visitor)
    assert "Falbala" in thief.page("/settings")
    assert "Falbala" in former.page("/settings")
    headers = {"authorization": f"Bearer {mine}"}
    assert someone().client.post("/api/me/recovery-code", headers=headers).status_code == 201
    assert me.get("/api/me", headers=headers).status_code == 200
    assert me.get("/api/me", headers={"authorization": f"Bearer {stolen}"}).status_code == 401
    for other in (thief, former, me):
        assert "Falbala" not in other.page("/settings")
    code = me.client.post("/api/me/recovery-code", headers=headers | {"sec-fetch-site": "none"}).json()
    me.go("/settings/recover", {"code": code["recovery_code"]})
    assert "Falbala" in me.page("/settings")
    me.post("/settings/recovery")
    assert "Falbala" in me.page("/settings")  # where it was asked for one stays


@pytest.mark.parametrize("deed", ["rematch", "what-if"])
def test_tables_that_come_of_other_tables_are_new_ones_too(hall: Hall, deed: str) -> None:
    """Of six beginnings the person and the first table were two."""
    person = limited(hall, rate=0.1)
    code = person.play_now(players="2")
    play_on(hall, code, 0)
    token = visitors.new_token(hall, hall.look(code).host)
    wanted = {"after": 3, "seat": 1} if deed == "what-if" else {}

    def called() -> int:
        robot = {**ORIGIN, "authorization": f"Bearer {token}"}
        return person.client.post(f"/api/tables/{code}/{deed}", json=wanted, headers=robot).status_code

    def pressed() -> int:
        return person.post(f"/t/{code}/{deed}", wanted).status_code

    assert [pressed(), called(), pressed(), called()] == [303, 200, 303, 200]
    assert (pressed(), called()) == (429, 429)
