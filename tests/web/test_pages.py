"""Every page is there, in every language, and has the form that a page should have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from oppidum import games
from oppidum.tables import Hall, looking
from oppidum.web.app import create_app
from oppidum.words import LANGUAGES

from .conftest import Person, choices_in, parse, version_in

PUBLIC = ["/", "/open", "/rules", "/settings", "/about", "/offline"]
PER_GAME = [
    "/rules/{game}",
    "/rules/{game}/aid",
    "/learn/{game}/1",
    "/learn/{game}/done",
    "/open?game={game}",
]


def all_pages() -> list[str]:
    return PUBLIC + [page.format(game=game) for page in PER_GAME for game in games.catalogue()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_browsers_language(someone: Callable[..., Person], language: str) -> None:
    person = someone(language)
    for path in all_pages():
        text = person.page(path)
        html = next(e for e in parse(text).elements if e.tag == "html")
        assert html.attributes["lang"] == language, path


def test_a_chosen_language_wins_over_the_browsers(me: Person) -> None:
    assert me.go("/settings/look", {"language": "cs", "back": "/rules"}) == "/rules"
    assert '<html lang="cs"' in me.page("/")


def test_a_change_of_language_stays_where_one_is(me: Person) -> None:
    assert 'name="back" value="/rules/cartes"' in me.page("/rules/cartes")
    code = me.play_now()
    before = me.page(f"/t/{code}")
    assert f'name="back" value="/t/{code}"' in before
    assert me.go("/settings/look", {"language": "fr", "back": f"/t/{code}"}) == f"/t/{code}"
    after = me.page(f"/t/{code}")
    assert '<html lang="fr"' in after
    assert choices_in(after) == choices_in(before)
    assert version_in(after) == version_in(before)


def test_what_a_countdown_is_for_a_game_may_say_itself(me: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Time to call an exchange" in me.page("/open?game=romains")
    other = replace(games.about("cartes"), reactions=True)
    monkeypatch.setitem(games.catalogue(), other.id, other)
    page = me.page("/open?game=cartes")
    assert "Time to react" in page
    assert "exchange" not in page


def test_a_way_back_never_leads_elsewhere(me: Person) -> None:
    for back in ("https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"):
        assert me.go("/settings/look", {"language": "fr", "back": back}) == "/"


def test_pages_have_no_inline_script_or_style(me: Person) -> None:
    code = me.play_now()
    for path in [*all_pages(), f"/t/{code}", f"/t/{code}/replay", f"/t/{code}/inside"]:
        parsed = parse(me.page(path))
        assert not parsed.inline_script, path
        for element in parsed.elements:
            assert not [name for name in element.attributes if name.startswith("on")], (path, element)
            if element.tag not in ("svg", "path", "use", "g", "circle", "symbol"):
                assert "style" not in element.attributes, (path, element)


def test_ids_are_unique_and_labels_lead_somewhere(me: Person) -> None:
    code = me.play_now()
    for path in [*all_pages(), f"/t/{code}", f"/t/{code}/replay"]:
        elements = parse(me.page(path)).elements
        ids = [e.attributes["id"] or "" for e in elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), (path, sorted(i for i in ids if ids.count(i) > 1))
        for element in elements:
            if element.tag == "label" and element.attributes.get("for"):
                assert element.attributes["for"] in ids, (path, element)
            if element.tag == "use":
                assert (element.attributes["href"] or "")[1:] in ids, (path, element)


def test_what_is_not_there_is_one_sentence(me: Person) -> None:
    for path in (
        "/nothing",
        "/t/AAAAAAAAAAAAAAAA",
        "/t/x",
        "/rules/chess",
        "/static/../app.py",
        "/static/nope.css",
    ):
        answer = me.get(path)
        assert answer.status_code in (400, 404), path
        assert "<h1>" in answer.text
        assert "Traceback" not in answer.text


def test_home_tells_of_running_and_finished_games(me: Person) -> None:
    code = me.play_now()
    text = me.page("/")
    assert f"/t/{code}" in text
    assert "your turn" in text


def test_identity_moves_to_another_device(me: Person, someone: Callable[..., Person]) -> None:
    me.go("/settings/name", {"name": "Bonemine"})
    shown = me.post("/settings/recovery")
    code = shown.text.split('class="code big-code">')[1].split("<")[0]
    elsewhere = someone()
    elsewhere.go("/settings/recover", {"code": code.lower().replace("-", " ")})
    assert "Bonemine" in elsewhere.page("/")
    assert someone().post("/settings/recover", {"code": "WRONG"}).status_code == 404


def test_health_and_metrics(me: Person) -> None:
    me.play_now()
    assert me.get("/health").json()["ok"] is True
    text = me.get("/metrics").text
    assert "oppidum_requests_total" in text
    assert "oppidum_tables" in text


def test_app_can_be_installed(me: Person) -> None:
    manifest = me.get("/manifest.webmanifest").json()
    assert manifest["start_url"] == "/"
    assert me.get(manifest["icons"][0]["src"]).headers["content-type"] == "image/svg+xml"
    assert "javascript" in me.get("/worker.js").headers["content-type"]


def test_static_files_are_cached_for_ever_under_a_name_that_changes(me: Person) -> None:
    sheet = next(
        e.attributes["href"] or ""
        for e in parse(me.page("/")).elements
        if e.attributes.get("rel") == "stylesheet"
    )
    assert "?" in sheet
    answer = me.get(sheet)
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


def test_options_start_with_what_suits_a_live_table(me: Person) -> None:
    page = me.page("/open?game=romains")
    assert 'name="option-calls" value="arrival" checked>' in page
    assert 'name="option-calls" value="draw">' in page


def test_an_error_page_has_its_picture_and_the_look_that_was_chosen(me: Person) -> None:
    me.client.cookies.set("oppidum-look", "look=dark")
    page = me.get("/nowhere").text
    assert 'data-look="dark"' in page
    assert 'id="menhir"' in page


def test_a_replay_tells_every_decision_in_the_language_of_the_reader(someone: Callable[..., Person]) -> None:
    reader = someone("de")
    code = reader.play_now("cartes")
    page = reader.page(f"/t/{code}")
    reader.do(code, "move", move="bid 7", seen=version_in(page), confirmed="yes")
    told = [reader.page(f"/t/{code}/replay?step={step}") for step in range(1, 5)]
    assert any("</strong>: 7 spielen" in page for page in told)
    assert not any("bid 7" in page for page in told)


def test_headers_alone(me: Person) -> None:
    whole, head = me.get("/about"), me.client.head("/about")
    assert head.status_code == 200
    assert not head.content
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert me.client.head("/nothing-here").status_code == 404


def test_strangers_do_not_see_how_many_tables_there_are(hall: Hall) -> None:
    client = TestClient(create_app(hall, proxies=1))
    for address, expected in (("8.8.8.8", 404), ("10.0.0.7", 200), ("127.0.0.1", 200)):
        assert client.get("/metrics", headers={"x-forwarded-for": address}).status_code == expected


def test_metrics_are_declared_once(me: Person, hall: Hall) -> None:
    code = me.play_now()
    choice = looking.view(hall, code, hall.look(code).chairs[0].visitor).choices[0]
    me.do(code, "move", move=choice.words, confirmed="yes")
    text = me.get("/metrics").text
    families = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(families) == len(set(families))
    assert 'oppidum_moves_total{by="person",game="cartes"}' in text
    assert "oppidum_moves_on_record" in text


def test_finished_games_go_on_on_the_next_page(me: Person) -> None:
    me.play_now(players="2")
    assert me.get("/?before=1700000000").status_code == 200
    assert me.get("/?before=never").status_code == 400


@pytest.mark.parametrize(
    ("back", "leads"),
    [
        ("/learn", "/learn"),
        ("/t/\u0177", "/"),
        ("/a\tb", "/"),
        ("/a\nb", "/"),
        ("//x", "/"),
        ("/\\x", "/"),
        ("", "/settings"),
    ],
)
def test_a_form_leads_back_to_addresses_of_our_own_only(me: Person, back: str, leads: str) -> None:
    assert me.go("/settings/look", {"look": "dark", "back": back}) == leads
