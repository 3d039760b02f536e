"""Beat me with my cards: the link, the page for who follows it, and the two games side by side."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from oppidum.tables import Hall
from oppidum.words import LANGUAGES

from .conftest import Person, play_on
from .test_together import meta

GAMES = ("cartes", "romains", "compagnie")


def dare(person: Person, game: str = "cartes") -> tuple[str, str]:
    """A finished game and the link to its challenge."""
    code = person.play_now(game, players="2")
    play_on(person.hall, code, 0)
    assert f"/t/{code}/challenge" in person.page(f"/t/{code}")
    return code, person.go(f"/t/{code}/challenge", {"seat": "1"})


def play_otherwise(person: Person, code: str) -> str:
    """Choose the last thing again and again; the page with the result."""
    play_on(person.hall, code, -1)
    return person.page(f"/t/{code}")


def accepted(person: Person, link: str, name: str = "Falbala") -> str:
    code = person.go(f"{link}/play", {"name": name}).rsplit("/", 1)[1]
    person.bots()
    return code


@pytest.mark.parametrize("game", GAMES)
def test_two_games_side_by_side(me: Person, someone: Callable[..., Person], hall: Hall, game: str) -> None:
    code, link = dare(me, game)
    friend = someone()
    again = accepted(friend, link)
    over = play_otherwise(friend, again)
    compare = f"{link}/tries/{again}"
    assert compare in over
    for person in (me, friend):
        page = person.page(compare)
        assert f"/t/{code}/replay" in page
        assert f"/t/{again}/replay" in page
        assert "Falbala" in page
        foot = page.split("<tfoot>")[1].split("</tfoot>")[0]
        points = [hall.look(table).points[0] for table in (code, again)]
        assert re.findall(r"<strong>(−?-?[\d,]+)</strong>", foot) == [f"{n:,}" for n in points]
        assert page.count('class="parted"') == 1
        assert "was the first that was not the same." in page
        assert "style=" not in page
    mine = me.page(link)
    assert compare in mine
    assert "Falbala" in mine.split('id="tries"')[1]


def test_the_challenged_finds_no_way_to_the_other_game_before_the_end(
    me: Person, someone: Callable[..., Person]
) -> None:
    code, link = dare(me)
    points = re.search(r"(\d+) points", me.page(link))
    assert points
    friend = someone()
    before = friend.page(link)
    assert code not in before
    assert 'id="tries"' not in before
    again = accepted(friend, link)
    for path in (f"/t/{again}", f"/t/{again}/replay", f"/t/{again}/inside", link):
        assert code not in friend.page(path), path
    assert friend.get(f"{link}/tries/{again}").status_code == 409
    assert me.get(f"{link}/tries/{again}").status_code == 409
    play_otherwise(friend, again)
    assert code in friend.page(f"{link}/tries/{again}")
    assert someone().get(f"{link}/tries/{again}").status_code == 403


def test_who_has_tried_goes_on_and_who_knows_the_cards_cannot(
    me: Person, someone: Callable[..., Person]
) -> None:
    _, link = dare(me)
    friend = someone()
    again = accepted(friend, link)
    assert f"/t/{again}" in friend.page(link)
    assert friend.go(f"{link}/play") == f"/t/{again}"
    assert me.post(f"{link}/play").status_code == 403
    play_otherwise(friend, again)
    assert f"{link}/tries/{again}" in friend.page(link)
    assert friend.go(f"{link}/play") == f"/t/{again}"


def test_a_link_shows_itself_where_it_is_sent(me: Person, someone: Callable[..., Person]) -> None:
    me.go("/settings/name", {"name": "Bonemine"})
    _, link = dare(me, "compagnie")
    for code in LANGUAGES:
        told = meta(someone(code).page(link))
        assert "Bonemine" in told["og:title"]
        assert told["og:url"] == f"http://testserver.local{link}"
        assert told["og:image"].startswith("http://testserver.local/static/invitations/compagnie.png")
        assert told["robots"] == "noindex"
    assert "Disallow: /c/" in me.page("/robots.txt").split("\n\n")[0]


def test_looking_makes_nobody(me: Person, someone: Callable[..., Person]) -> None:
    """A messenger that looks at the link gets no identity, and no table."""
    _, link = dare(me)
    stranger = someone()
    assert "set-cookie" not in stranger.get(link).headers
    for wrong in ("/c/aaaaaaaaaaaaaaaa", "/c/nothing", f"{link}/tries/aaaaaaaaaaaaaaaa"):
        assert stranger.get(wrong).status_code == 404
    answer = stranger.post("/c/aaaaaaaaaaaaaaaa/play", {"name": "Nobody"})
    assert answer.status_code == 404
    assert "set-cookie" not in answer.headers


def test_only_games_of_one_s_own_that_are_over(me: Person, someone: Callable[..., Person]) -> None:
    running = me.play_now("cartes", players="2")
    assert "/challenge" not in me.page(f"/t/{running}")
    assert me.post(f"/t/{running}/challenge").status_code == 409
    play_on(me.hall, running, 0)
    stranger = someone()
    assert "/challenge" not in stranger.page(f"/t/{running}")
    assert stranger.post(f"/t/{running}/challenge").status_code == 403


def test_programs_can_do_it_too(me: Person, hall: Hall) -> None:
    def token(name: str) -> dict[str, str]:
        given = me.client.post("/api/visitors", json={"name": name}).json()["token"]
        return {"authorization": f"Bearer {given}"}

    def play(head: dict[str, str], code: str, which: int) -> None:
        for _ in range(600):
            me.bots()
            table = me.client.get(f"/api/tables/{code}", headers=head).json()
            if table["status"] == "over":
                return
            sent = me.client.post(
                f"/api/tables/{code}/moves", json={"move": table["legal"][which]}, headers=head
            )
            assert sent.status_code == 201
        raise AssertionError("the game does not end")

    mine, theirs = token("One"), token("Two")
    code = me.client.post(
        "/api/play", json={"game": "cartes", "players": 2, "level": "random"}, headers=mine
    ).json()["code"]
    play(mine, code, 0)
    link = me.client.post(f"/api/tables/{code}/challenge", json={}, headers=mine).json()["code"]
    shown = me.client.get(f"/api/challenges/{link}", headers=theirs).json()
    assert (shown["name"], shown["levels"], shown["played"], shown["tries"]) == ("One", ["random"], None, [])
    again = me.client.post(f"/api/challenges/{link}/play", headers=theirs).json()["code"]
    table = me.client.get(f"/api/tables/{again}", headers=theirs).json()
    assert (table["challenge"], table["origin"]) == (link, None)
    assert me.client.get(f"/api/challenges/{link}/tries/{again}", headers=theirs).status_code == 409
    play(theirs, again, -1)
    found = me.client.get(f"/api/challenges/{link}/tries/{again}", headers=mine).json()
    assert (found["first"], found["second"], found["seat"]) == (code, again, 1)
    assert found["points"] == [hall.look(each).points[0] for each in (code, again)]
    assert found["parting"]["seat"] == 1
    assert len(found["turns"]) >= 1
    tries = me.client.get(f"/api/challenges/{link}", headers=mine).json()["tries"]
    assert [(each["name"], each["status"], each["code"]) for each in tries] == [("Two", "over", again)]
