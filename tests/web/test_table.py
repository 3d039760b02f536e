"""Everything that can be done at a table, through its forms."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

import pytest

from oppidum import games
from oppidum.kernel import fair
from oppidum.kernel import record as records
from oppidum.tables import Hall, looking, visitors
from oppidum.web.guest import Guest
from oppidum.web.limits import Limits
from oppidum.web.live import Watcher
from oppidum.words import language

from .conftest import ORIGIN, Person, Time, choices_in, play_on, play_to_the_end, version_in


def test_two_clicks_to_a_game_against_bots(me: Person) -> None:
    code = me.play_now()
    assert choices_in(me.page(f"/t/{code}"))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"move=MOVE&seen=VERSION&confirmed=yes", 200),
        (b"move=nonsense&confirmed=yes&move=MOVE", 200),  # of several fields of a name the last counts
        (b"move=nonsense&seen=VERSION", 400),
        (b"move=MOVE&seen=yesterday", 400),
        (b"", 400),
        (b"move=\xff\xfe", 400),
        (b"&".join([b"move=MOVE"] * 300), 400),
        (b"move=" + b"7" * 70_000, 413),
    ],
)
def test_a_form_is_taken_or_refused_in_one_sentence(me: Person, body: bytes, status: int) -> None:
    code = me.play_now()
    page = me.page(f"/t/{code}")
    body = body.replace(b"MOVE", choices_in(page)[0].replace(" ", "+").encode())
    body = body.replace(b"VERSION", str(version_in(page)).encode())
    headers = {**ORIGIN, "hx-request": "true", "content-type": "application/x-www-form-urlencoded"}
    answer = me.client.post(f"/t/{code}/move", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip" if status == 200 else "notice bad" in answer.text
    assert (version_in(me.page(f"/t/{code}")) > version_in(page)) == (status == 200)


def test_an_address_of_a_form_is_for_forms(me: Person) -> None:
    code = me.play_now()
    assert me.get(f"/t/{code}/move").status_code == 405
    assert me.post(f"/t/{code}/nonsense").status_code == 404
    assert me.post(f"/t/{code}/say/", {"text": "Hello!"}).status_code == 303  # written otherwise
    assert "Hello!" in me.page(f"/t/{code}")


def test_a_whole_game_and_everything_after_it(me: Person, someone: Callable[..., Person]) -> None:
    wanted = {
        "game": "cartes",
        "players": "3",
        "seat2": "bot:greedy",
        "seat3": "bot:random",
        "option-hands": "1",
    }
    code = me.go("/open", wanted).rsplit("/", 1)[1]
    me.do(code, "start")
    me.bots()
    text = play_to_the_end(me, code)
    assert 'id="result"' in text
    assert "Score sheet" in text
    home = me.page("/")
    assert f"/t/{code}/replay" in home
    guest = someone("de")
    for eyes in ("open", "table", "1", "2", "3"):
        for step in (0, 5, 9999):
            guest.page(f"/t/{code}/replay?as={eyes}&step={step}")
    answer = guest.get(f"/t/{code}/record")
    assert "attachment" in answer.headers["content-disposition"]
    records.check(records.decode(answer.text), games.load)
    assert "notice good" in guest.page(f"/t/{code}/check")
    again = me.go(f"/t/{code}/rematch")
    assert again != f"/t/{code}"
    assert again in me.page(f"/t/{code}")


def test_friends_by_link(me: Person, someone: Callable[..., Person], hall: Hall) -> None:
    code = me.go("/open", {"game": "cartes", "players": "3", "seat3": "bot:greedy", "hints": "on"}).rsplit(
        "/", 1
    )[1]
    friend = someone("fr")
    assert f"/t/{code}/sit" in friend.page(f"/t/{code}")
    friend.go(f"/t/{code}/sit", {"seat": "2", "name": "Obélix"})
    assert "Obélix" in me.page(f"/t/{code}")
    friend.do(code, "ready", ready="yes")
    me.do(code, "ready", ready="yes")
    assert looking.view(hall, code).status == "playing"
    me.bots()
    assert choices_in(me.page(f"/t/{code}"))
    assert choices_in(friend.page(f"/t/{code}"))
    assert not choices_in(someone().page(f"/t/{code}"))  # a spectator


def test_the_host_fills_seats_with_bots_and_starts(me: Person, hall: Hall) -> None:
    code = me.go("/open", {"game": "cartes", "players": "3"}).rsplit("/", 1)[1]
    me.do(code, "bot", seat="2", level="random")
    me.do(code, "bot", seat="3", level="greedy")
    me.do(code, "bot", seat="3", level="")
    me.do(code, "bot", seat="3", level="greedy")
    me.do(code, "start")
    assert looking.view(hall, code).status == "playing"


def test_a_table_is_closed_before_it_starts(me: Person) -> None:
    code = me.go("/open", {"game": "cartes", "players": "2"}).rsplit("/", 1)[1]
    assert me.go(f"/t/{code}/close") == "/"
    assert me.get(f"/t/{code}").status_code in (200, 404)
    assert f"/t/{code}" not in me.page("/") or "without a result" in me.page("/")


def test_same_device_hands_the_screen_over(me: Person) -> None:
    code = me.go(
        "/open",
        {
            "game": "cartes",
            "players": "2",
            "where": "here",
            "name1": "Anna",
            "name2": "Bert",
            "confirm": "on",
        },
    ).rsplit("/", 1)[1]
    if 'id="lobby"' in me.page(f"/t/{code}"):
        me.do(code, "start")
    screen = me.page(f"/t/{code}")
    assert 'id="handover"' in screen
    assert not choices_in(screen)
    assert "gaul-0-" not in screen  # nobody's cards
    mine = me.page(f"/t/{code}?as=1")
    assert choices_in(mine)
    assert "gaul-0-" in mine
    me.do(code, "move", move="bid 7", seat="1", seen=version_in(mine), confirmed="yes")
    after = me.page(f"/t/{code}?as=1")  # seat 1 has decided: nothing more to see here
    assert 'id="handover"' in after
    assert "gaul-0-" not in after
    other = me.page(f"/t/{code}?as=2")
    assert "gaul-1-" in other
    assert "bid 7" in other
    me.do(code, "move", move="bid 3", seat="2", seen=version_in(other), confirmed="yes")
    assert "Anna" in me.page(f"/t/{code}")


def test_take_back(me: Person, someone: Callable[..., Person]) -> None:
    code = open_for_two(me, someone)
    text = me.page(f"/t/{code}")
    me.do(code, "move", move="bid 4", seen=version_in(text), confirmed="yes")
    assert f"/t/{code}/take-back" in me.page(f"/t/{code}")
    me.do(code, "take-back", seat="1")
    assert choices_in(me.page(f"/t/{code}"))


def open_for_two(me: Person, someone: Callable[..., Person]) -> str:
    code = me.go("/open", {"game": "cartes", "players": "2", "hints": "on", "confirm": "on"}).rsplit("/", 1)[
        1
    ]
    friend = someone()
    friend.go(f"/t/{code}/sit", {"seat": "2", "name": "Friend"})
    me.do(code, "start")
    me.friend = friend  # pyright: ignore[reportAttributeAccessIssue]
    return code


def test_beyond_that_only_by_consent(me: Person, someone: Callable[..., Person]) -> None:
    code = open_for_two(me, someone)
    friend: Person = me.friend  # pyright: ignore[reportAttributeAccessIssue]
    me.do(code, "move", move="bid 4", confirmed="yes")
    friend.do(code, "move", move="bid 3", confirmed="yes")
    assert me.post(f"/t/{code}/take-back", {"seat": "1"}, hx_request="true").status_code == 409
    me.do(code, "take-back", seat="1", ask="yes")
    assert f"/t/{code}/answer" in friend.page(f"/t/{code}")
    assert f"/t/{code}/withdraw" in me.page(f"/t/{code}")
    friend.do(code, "answer", answer="yes")
    assert "bid 4" in choices_in(me.page(f"/t/{code}"))


def test_confirm_asks_once_more_before_something_is_revealed(
    me: Person, someone: Callable[..., Person]
) -> None:
    code = open_for_two(me, someone)
    friend: Person = me.friend  # pyright: ignore[reportAttributeAccessIssue]
    friend.do(code, "move", move="bid 3", confirmed="yes")
    answer = me.post(f"/t/{code}/move", {"move": "bid 4"}, hx_request="true")
    assert answer.status_code == 200
    assert 'name="confirmed"' in answer.text
    plain = me.post(f"/t/{code}/move", {"move": "bid 4"})  # without JavaScript: a page of its own
    assert 'name="confirmed"' in plain.text
    me.go("/settings/look", {"confirm": "off"})
    assert me.post(f"/t/{code}/move", {"move": "bid 4"}, hx_request="true").status_code == 200


def test_hints_where_the_table_allows_them(me: Person) -> None:
    code = me.play_now()
    answer = me.post(f"/t/{code}/hint", {"seat": "1"}, hx_request="true")
    assert answer.status_code == 200
    assert 'data-light="bid' in answer.text or 'data-light="idefix' in answer.text


def test_chat_phrases_and_muting(me: Person, someone: Callable[..., Person]) -> None:
    code = me.play_now()
    guest = someone("fr")
    guest.do(code, "say", phrase="by_toutatis")
    guest.do(code, "say", text="hm, hm")
    text = me.page(f"/t/{code}")
    assert "By Toutatis" in text
    assert "hm, hm" in text
    line = text.split('id="said-')[1].split('"')[0]
    me.do(code, "mute", line=line)
    assert "hm, hm" not in me.page(f"/t/{code}")
    me.do(code, "unmute")
    assert "hm, hm" in me.page(f"/t/{code}")
    me.do(code, "mute")
    assert "hm, hm" not in me.page(f"/t/{code}")


def test_leaving_a_bot_that_stands_in_and_coming_back(me: Person, someone: Callable[..., Person]) -> None:
    code = open_for_two(me, someone)
    friend: Person = me.friend  # pyright: ignore[reportAttributeAccessIssue]
    assert friend.go(f"/t/{code}/leave") == "/"
    assert f"/t/{code}/take-over" in me.page(f"/t/{code}")
    me.do(code, "take-over", seat="2")
    me.bots()
    me.do(code, "move", move="bid 4", confirmed="yes")
    me.bots()
    assert f"/t/{code}/come-back" in friend.page(f"/t/{code}")
    friend.do(code, "come-back")
    me.do(code, "move", move="bid 5", confirmed="yes")
    me.bots()
    assert choices_in(friend.page(f"/t/{code}"))  # decides again for themselves


def test_who_comes_back_is_told_what_happened(me: Person, someone: Callable[..., Person]) -> None:
    code = open_for_two(me, someone)
    friend: Person = me.friend  # pyright: ignore[reportAttributeAccessIssue]
    friend.page(f"/t/{code}")
    friend.go(f"/t/{code}/leave")
    lines = friend.page("/").count('<p class="small soft">')
    me.do(code, "take-over", seat="2")
    for value in (4, 5, 6):
        me.bots()
        choices = choices_in(me.page(f"/t/{code}"))
        me.do(code, "move", move=f"bid {value}" if f"bid {value}" in choices else choices[0], confirmed="yes")
    assert friend.page("/").count('<p class="small soft">') > lines  # the end of the log
    assert "While you were away" in friend.page(f"/t/{code}")
    assert "While you were away" not in friend.page(f"/t/{code}")  # told once


def test_giving_up_and_calling_off(me: Person, someone: Callable[..., Person], hall: Hall) -> None:
    code = open_for_two(me, someone)
    friend: Person = me.friend  # pyright: ignore[reportAttributeAccessIssue]
    me.do(code, "call-off")
    friend.do(code, "answer", answer="no")
    assert looking.view(hall, code).status == "playing"
    me.do(code, "call-off")
    friend.do(code, "answer", answer="yes")
    assert looking.view(hall, code).status == "abandoned"
    assert "without a result" in me.page(f"/t/{code}")


def test_join_with_a_code_or_a_link(me: Person, someone: Callable[..., Person]) -> None:
    code = me.play_now()
    for typed in (code, f"http://localhost:8000/t/{code}", f" /t/{code}/ "):
        assert someone().go("/join", {"code": typed}) == f"/t/{code}"
    assert someone().post("/join", {"code": "nothing"}).status_code == 404


def test_is_it_my_turn(me: Person, someone: Callable[..., Person]) -> None:
    code = me.play_now()
    assert json.loads(me.page(f"/t/{code}/turn"))["my_turn"] is True
    assert json.loads(someone().page(f"/t/{code}/turn"))["my_turn"] is False


def test_without_javascript_forms_lead_back_to_the_table(me: Person) -> None:
    code = me.play_now()
    text = me.page(f"/t/{code}")
    assert me.go(f"/t/{code}/move", {"move": choices_in(text)[0], "confirmed": "yes"}) == f"/t/{code}"


def opened(me: Person, **more: str) -> str:
    wanted = {"game": "cartes", "players": "2", "seat2": "human", "option-hands": "1", **more}
    return me.go("/open", wanted).rsplit("/", 1)[1]


def test_on_the_same_device_every_seat_gets_its_own_name(me: Person) -> None:
    code = opened(me, where="here")
    assert 'name="called"' in me.page(f"/t/{code}")
    me.go(f"/t/{code}/sit", {"seat": "2", "called": "Bonemine"})
    me.do(code, "start")
    assert "Bonemine" in me.page(f"/t/{code}")


def test_a_silent_seat_can_be_given_to_a_bot(me: Person, someone: Callable[..., Person], time: Time) -> None:
    code = opened(me)
    friend = someone()
    friend.go(f"/t/{code}/sit", {"seat": "2", "name": "Falbala"})
    me.do(code, "start")
    assert "take-over" not in me.page(f"/t/{code}")
    time.now += 24 * 3600 + 1  # two people without a clock: a day
    assert "Falbala is away." in me.page(f"/t/{code}")
    me.do(code, "take-over", seat="2")
    me.bots()
    friend.do(code, "come-back")
    assert choices_in(friend.page(f"/t/{code}")) or "Waiting for" in friend.page(f"/t/{code}")


MINE = "00112233445566778899aabbccddeeff"


def test_what_the_browser_gave_goes_into_the_shuffle(me: Person, hall: Hall) -> None:
    code = opened(me, seat2="bot:greedy")
    found = re.search(r'name="commitment" value="([0-9a-f]{64})"', me.page(f"/t/{code}"))
    assert found
    commitment = found[1]
    assert commitment == looking.view(hall, code).fairness.commitment
    for wrong in (
        {"commitment": "00" * 32},
        {},
        {"commitment": commitment, "contribution": "no hex"},
    ):
        answer = me.post(f"/t/{code}/start", {"contribution": MINE, **wrong})
        assert answer.status_code == 400
        assert "contribution" in answer.text
    me.do(code, "start", contribution=MINE, commitment=commitment)
    fairness = looking.view(hall, code).fairness
    assert (fairness.contributions[0], fairness.house) == (MINE, (1,))
    assert "added to the shuffle on behalf of" in me.page(f"/t/{code}")


def test_play_now_in_two_steps_answers_the_promise(me: Person, hall: Hall) -> None:
    wanted = {"game": "cartes", "level": "random", "players": "2", "promise": "first"}
    promised = me.post("/play", wanted, hx_request="true").json()
    assert looking.view(hall, promised["code"]).status == "open"
    me.do(promised["code"], "ready", contribution=MINE, commitment=promised["commitment"])
    fairness = looking.view(hall, promised["code"]).fairness
    assert (fairness.contributions[0], fairness.house) == (MINE, (1,))
    play_on(hall, promised["code"], 0)
    page = me.page(f"/t/{promised['code']}/check")
    assert "Yes. The cards fell as promised." in page
    assert f'data-given="{MINE}"' in page
    assert page.count("given by the house") == 1
    again = me.post(f"/t/{promised['code']}/rematch", {"promise": "first"}, hx_request="true").json()
    assert looking.view(hall, again["code"]).status == "open"
    me.do(again["code"], "ready", contribution=MINE, commitment=again["commitment"])
    assert looking.view(hall, again["code"]).fairness.house == (0,)


def test_without_a_script_the_seat_is_the_house_s_and_the_check_says_so(me: Person, hall: Hall) -> None:
    code = me.play_now(players="2")
    assert looking.view(hall, code).fairness.house == (0, 1)
    play_on(hall, code, 0)
    page = me.page(f"/t/{code}/check")
    assert "Nobody but the house gave anything to this shuffle." in page
    assert "Yes." not in page
    assert page.count("given by the house") == 2


def test_the_check_page_catches_a_house_that_drew_again(
    me: Person, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same drawing that the tests of the kernel do, at a whole table."""
    monkeypatch.setattr(fair, "house_contribution", lambda secret, seat: bytes([seat] * 32))
    code = me.play_now(players="2")  # `starting` asks this, and the check the real one
    play_on(hall, code, 0)
    page = me.page(f"/t/{code}/check")
    assert "No: something does not fit." in page
    assert "does not follow from its secret" in page
    assert "Yes." not in page


def test_people_talk_before_the_game_and_who_was_muted_is_heard_again(
    me: Person, someone: Callable[..., Person]
) -> None:
    code = opened(me)
    friend = someone()
    friend.do(code, "say", text="Is there a seat for me?")
    page = me.page(f"/t/{code}")
    assert "Is there a seat for me?" in page
    line = page.split('id="said-')[1].split('"')[0]
    me.do(code, "mute", line=line)
    page = me.page(f"/t/{code}")
    assert "Is there a seat for me?" not in page
    assert "Unmute everybody" in page
    me.do(code, "unmute")
    assert "Is there a seat for me?" in me.page(f"/t/{code}")


@pytest.mark.parametrize("game", ["cartes", "romains", "compagnie"])
def test_the_result_shows_the_whole_score_sheet(me: Person, hall: Hall, game: str) -> None:
    wanted = {"game": game, "players": "2", "seat2": "bot:greedy"}
    if game == "cartes":
        wanted["option-hands"] = "2"
    code = me.go("/open", wanted).rsplit("/", 1)[1]
    me.do(code, "start")
    anything = random.Random(game)  # who always takes the first choice may play for ever
    while (view := looking.view(hall, code, me_id(me, hall, code))).status == "playing":
        me.bots()
        if choices := looking.view(hall, code, me_id(me, hall, code)).choices:
            me.do(code, "move", move=anything.choice(choices).words, confirmed="yes")
    sheet = me.page(f"/t/{code}").split('id="score-sheet"')[1].split("</details>")[0]
    assert view.standing
    totals = re.findall(r"<strong>(-?\d+)</strong>", sheet.split("<tfoot>")[1])
    assert totals == [str(points) for points in view.standing.points]
    counted = re.findall(r'<td class="number">(-?\d+)', sheet.split("<tbody>")[1].split("</tbody>")[0])
    for seat, points in enumerate(view.standing.points):
        assert sum(map(int, counted[seat :: len(totals)])) == points


def test_bots_of_one_level_are_told_apart_by_short_names(me: Person) -> None:
    three = {"seat2": "bot:greedy", "seat3": "bot:greedy", "seat4": "bot:random"}
    code = me.go("/open", {"game": "cartes", "players": "4", **three}).rsplit("/", 1)[1]
    me.do(code, "start")
    page = me.page(f"/t/{code}")
    names = re.findall(r'<strong class="name">([^<]+)</strong>', page)
    assert len(set(names)) == 4
    assert "Dreamer" in names  # alone: by the name of its level
    assert "Eager" not in " ".join(names)
    assert all(len(name) <= 10 for name in names[:3])
    assert page.count("– Eager") == 2  # who they are is told all the same


def me_id(person: Person, hall: Hall, code: str) -> str:
    visitor = hall.look(code).chairs[0].visitor
    assert visitor
    return visitor


def test_every_frame_tells_the_time_at_which_it_is_sent(me: Person, hall: Hall, time: Time) -> None:
    """Also the one after an act, so that no countdown runs too long."""
    code = me.play_now()
    guest = Guest(hall, Limits(1000), "test", False, None, language("en"), {}, htmx=True)
    watcher = Watcher(hall, guest, code, None, 0, None)
    watcher.look()
    time.now += 1.5
    assert f'data-now="{time.now}"' in watcher.drawn()[0]


def test_a_move_is_answered_by_the_board(me: Person) -> None:
    code = me.play_now()
    move = choices_in(me.page(f"/t/{code}"))[0]
    answer = me.post(f"/t/{code}/move", {"move": move, "confirmed": "yes"}, hx_request="true")
    assert answer.headers["hx-retarget"] == "#main"
    assert f'data-frame="{answer.headers["oppidum-frame"]}"' in answer.text
    assert 'id="board"' in answer.text


def test_the_stream_leaves_out_what_its_page_was_answered(me: Person, hall: Hall) -> None:
    code = me.play_now()
    page = me.page(f"/t/{code}")
    before = hall.look(code).version
    visitor = visitors.find(hall, me_id(me, hall, code))
    guest = Guest(hall, Limits(1000), "test", False, visitor, language("en"), {}, htmx=True)
    watcher = Watcher(hall, guest, code, None, before, None)
    other = Watcher(hall, guest, code, None, before, None)
    with watcher.on_page("here"), other.on_page("there"):
        fields = {"move": choices_in(page)[0], "confirmed": "yes"}
        frame = me.post(f"/t/{code}/move", fields, hx_request="true", oppidum_page="here").headers[
            "oppidum-frame"
        ]
        now = hall.look(code).version
        assert watcher.news(now) == f"id: {frame}\n\n".encode()
        assert b'id="board"' in other.news(now)


def test_nobody_is_answered_with_the_eyes_of_somebody_else(
    me: Person, hall: Hall, someone: Callable[..., Person]
) -> None:
    code = me.play_now()
    visitor = visitors.find(hall, me_id(me, hall, code))
    guest = Guest(hall, Limits(1000), "test", False, visitor, language("en"), {}, htmx=True)
    watcher = Watcher(hall, guest, code, None, 0, None)
    with watcher.on_page("mine"):
        stranger = someone("Falbala")
        answer = stranger.post(f"/t/{code}/say", {"text": "hello"}, hx_request="true", oppidum_page="mine")
    assert answer.status_code == 200
    assert 'data-turn="yes"' not in answer.text
    assert not watcher.shown


def test_bots_have_their_names_in_the_list_of_games_too(me: Person) -> None:
    me.go("/open", {"game": "cartes", "players": "2", "seat2": "bot:bonemine"})
    assert "and Impedimenta</span>" in me.page("/")
