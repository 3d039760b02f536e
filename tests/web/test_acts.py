"""Changes told in acts: in order, at the visitor's pace, giving nothing away, keeping nobody waiting."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs
from tests.taking_turns import taking_turns

from oppidum.faces.cartes.acts import settled
from oppidum.faces.scene import Act, Moment
from oppidum.games.cartes.seen import Captured, Revealed
from oppidum.tables import chat, consent, looking, takeback, visitors
from oppidum.tables.paces import Paces
from oppidum.web.acts import FASTER, LONGEST, MUCH, PACES, Cue, hurried, stands, timely
from oppidum.web.guest import Guest
from oppidum.web.limits import Limits
from oppidum.web.live import Watcher
from oppidum.words import language

staged = pytest.importorskip("staged")  # scripts/staged.py
SCENES = {f"{scene.game}-{scene.name}": scene for scene in staged.SCENES}


@pytest.fixture
def table(house: Any) -> Any:
    """Everybody has chosen but the one who looks: what they decide is revealed."""
    return house.stage(SCENES["cartes-reveal"])


@pytest.fixture
def watch(house: Any) -> Callable[..., Watcher]:
    """Somebody who watches a table, having seen all that has happened there."""

    def watcher(table: Any, seat: int = 0, away: bool = False, still: bool = False, **wishes: str) -> Watcher:
        visitor = visitors.find(house.hall, table.visitors[seat])
        guest = Guest(house.hall, Limits(1000), "test", False, visitor, language("en"), wishes, htmx=True)
        known = looking.view(house.hall, table.code, visitor.id).version
        return Watcher(house.hall, guest, table.code, None, known, known if away else None, still)

    return watcher


def frames(watcher: Watcher) -> list[tuple[str, str]]:
    """All that the page would be shown, one after the other."""
    shown = [watcher.draw()]
    while watcher.cue:
        watcher.go_on()
        shown.append(watcher.drawn())
    return shown


def log_in(page: str) -> str:
    return page.split('id="log"')[1].split("</section>")[0]


def test_a_decision_is_told_in_acts_and_then_the_table_is_shown(house: Any, table: Any, watch: Any) -> None:
    watcher = watch(table)
    house.last_decision(table)
    shown = frames(watcher)
    version = looking.view(house.hall, table.code).version
    assert len(shown) > 1
    assert [name for _, name in shown[:-1]] == [f"{version}-{n}" for n in range(1, len(shown))]
    assert shown[-1][1] == f"{version}"
    for page, name in shown[:-1]:
        assert 'data-act="' in page, name
        assert 'data-turn="no"' in page
        assert 'name="move"' not in page
        assert 'action="/t/' + table.code + '/skip"' in page  # for the keyboard, and for who cannot guess it
    assert 'data-act="' not in shown[-1][0]


def test_no_act_tells_in_words_what_it_does_not_show_yet(house: Any, table: Any, watch: Any) -> None:
    watcher = watch(table)
    before = log_in(watcher.draw()[0])
    house.last_decision(table)
    *acts, (after, _) = frames(watcher)
    captured = re.search(r"(\w+) captures: ", log_in(after).replace(before, ""))
    assert captured
    assert all("captures: " + captured[1] not in page for page, _ in acts)
    assert all(log_in(page) == before for page, _ in acts)


@pytest.mark.parametrize("why", ["away", "still", "motion"])
def test_who_was_away_or_wants_no_motion_sees_the_table_as_it_is(
    house: Any, table: Any, watch: Any, why: str
) -> None:
    watcher = watch(table, motion="off") if why == "motion" else watch(table, **{why: True})
    house.last_decision(table)
    assert [name for _, name in frames(watcher)] == [f"{watcher.version}"]


def test_a_click_skips_to_the_table_as_it_is(house: Any, table: Any, watch: Any) -> None:
    watcher = watch(table)
    house.last_decision(table)
    assert "-1" in watcher.draw()[1]
    watcher.skip()
    page, name = watcher.draw()
    assert name == f"{watcher.version}"
    assert 'name="move"' in page


def test_a_click_does_not_skip_what_waits_for_it() -> None:
    watcher = Watcher.__new__(Watcher)
    show, sum_up, next_hand = cue(1), cue(1, waits=True), cue(2)
    watcher.cue, watcher.coming = show, [show, show, sum_up, next_hand]
    watcher.skip()
    assert watcher.cue is sum_up
    watcher.skip()
    assert watcher.cue is None


def test_an_act_is_drawn_again_with_what_happens_meanwhile(house: Any, table: Any, watch: Any) -> None:
    watcher = watch(table)
    house.last_decision(table)
    _, first = watcher.draw()
    act = watcher.cue
    chat.say(house.hall, table.code, table.visitors[1], text="well played")
    page, second = watcher.draw()
    assert "well played" in page
    assert watcher.cue is act
    assert [int(first.split("-")[0]) + 1, 2] == [int(part) for part in second.split("-")]


def test_what_was_taken_back_is_not_shown_and_is_shown_again_when_it_happens_again(
    house: Any, table: Any, watch: Any
) -> None:
    watcher = watch(table)
    house.last_decision(table)
    told = len(frames(watcher))
    takeback.take_back(house.hall, table.code, table.visitors[0], ask=True)
    for other in table.visitors[1:]:
        consent.answer(house.hall, table.code, other, True)
    assert len(frames(watcher)) == 1
    house.last_decision(table)
    assert len(frames(watcher)) == told


def test_a_take_back_during_an_act_ends_it(house: Any, table: Any, watch: Any) -> None:
    watcher = watch(table)
    house.last_decision(table)
    watcher.draw()
    assert watcher.cue
    takeback.take_back(house.hall, table.code, table.visitors[0], ask=True)
    for other in table.visitors[1:]:
        consent.answer(house.hall, table.code, other, True)
    assert 'data-act="' not in watcher.draw()[0]


def test_a_card_that_was_played_is_where_the_rules_have_put_it(house: Any) -> None:
    """What the acts after a reveal show of one's own hand, against what the rules have made of it."""
    table = house.stage(SCENES["cartes-start"])
    seen: set[bool] = set()
    for _ in range(60):
        make, told = house.ahead(table)
        before = reading(house, table)
        make()
        after = reading(house, table)
        won = next((e for e in told if isinstance(e, Captured)), None)
        mine = next((e.gaul for e in told if isinstance(e, Revealed) and e.seat == 0), None)
        if after.hand != before.hand or won is None or not isinstance(mine, int):
            continue
        held = tuple(value for value in before.players[0].gauls if value != mine)
        played = structs.replace(before.players[0], bid=mine, gauls=held)
        assert settled(played, won).gauls == after.players[0].gauls
        seen.add(mine in after.players[0].gauls)
    assert seen == {True, False}


def reading(house: Any, table: Any) -> Any:
    return staged.seen(looking.view(house.hall, table.code, table.visitors[0]))


# ---------------------------------------------------------------- time


def cue(number: int, seconds: float = 1.0, waits: bool = False) -> Cue:
    return Cue(Moment(number, 0, (), lambda: None), Act("a", None, (), seconds, waits=waits))


def at_the_table(mine: bool = True, left: float | None = None) -> Any:
    seat = SimpleNamespace(mine=mine, deadline=None if left is None else 100.0 + left)
    return SimpleNamespace(seats=[seat], reaction=None, now=100.0, my_seats=(0,) if mine else ())


def test_what_is_old_is_left_out_and_the_newest_is_always_shown() -> None:
    view = at_the_table()
    newest = [cue(9, LONGEST), cue(9, LONGEST)]
    assert timely([cue(7), cue(8), *newest], view) == newest
    parts = [cue(5, LONGEST), cue(6, LONGEST / 4), cue(6, LONGEST / 4), cue(7, LONGEST / 2)]
    assert timely(parts, view) == parts[1:]
    assert timely([], view) == []


def test_what_is_being_told_is_told_to_its_end() -> None:
    on = cue(5)
    rest = [cue(5), cue(5)]
    waiting = [*rest, cue(6, LONGEST), cue(7, LONGEST / 2), cue(8, LONGEST / 4)]
    assert timely(waiting, at_the_table(), on) == [*rest, *waiting[3:]]
    assert timely(waiting, at_the_table()) == waiting[3:]


def test_who_is_far_behind_is_told_everything_faster() -> None:
    view, act = at_the_table(), cue(1, 2.0)
    account = [cue(1, MUCH), cue(1, MUCH)]  # of the same decision: a long scene is no hurry
    assert stands(act, view, "normal", account) == stands(act, view, "normal") == 2.0
    assert stands(act, view, "normal", [cue(2, MUCH), cue(3, 1.0)]) == 2.0 * FASTER < 2.0


def test_who_has_little_time_to_decide_sees_little_show() -> None:
    acts = [cue(1), cue(1), cue(1)]
    assert timely(acts, at_the_table(left=8.0)) == acts[1:]
    assert timely(acts, at_the_table(left=0.5)) == []
    assert timely(acts, at_the_table(mine=False, left=0.5)) == acts  # somebody else's clock


def test_the_pace_is_the_visitor_s() -> None:
    view, act = at_the_table(), cue(1, 2.0)
    quick, normal, calm = (stands(act, view, pace) or 0.0 for pace in ("quick", "normal", "calm"))
    assert 0.0 < quick < normal == 2.0 < calm
    assert set(PACES) == {"calm", "normal", "quick"}


def test_a_scene_that_waits_waits_for_nobody_s_clock() -> None:
    act = cue(1, 2.0, waits=True)
    assert stands(act, at_the_table(), "normal") is None
    assert stands(act, at_the_table(left=30.0), "normal") == 2.0
    assert stands(act, at_the_table(mine=False), "normal") == 2.0  # who only watches goes on with the others
    view = at_the_table()
    view.reaction = SimpleNamespace(seats=(0,), deadline=110.0)
    assert hurried(view) == 10.0


def test_the_stream_waits_as_long_as_an_act_stands(house: Any, table: Any, watch: Any) -> None:
    watcher = watch(table)
    assert watcher.left() == inf
    house.last_decision(table)
    watcher.draw()
    assert watcher.cue
    assert watcher.left() <= watcher.cue.act.seconds
    watcher.since -= 60.0
    assert watcher.left() < 0
    watcher.cue = replace(watcher.cue, act=replace(watcher.cue.act, waits=True))
    assert watcher.left() == inf


# ---------------------------------------------------------------- in a browser

# In the page itself, whenever its board has changed: which act it shows, and where everything lies.
WATCH = """selectors => {
  const place = (s) => {
    const box = document.querySelector(s)?.getBoundingClientRect();
    return box ? [box.x, box.y, box.width, box.height].map(Math.round) : null;
  };
  window.look = () => Object.fromEntries(selectors.map((s) => [s, place(s)]));
  window.acts = [];
  window.astray = [];
  document.addEventListener('htmx:after:swap', () => {
    const { act } = document.querySelector('#state').dataset;
    if (act) window.acts.push([act, look()]);
    for (const set of document.querySelectorAll('.mine .set')) {
      const [own, box] = [set.closest('.mine').getBoundingClientRect(), set.getBoundingClientRect()];
      const upright = box.top > own.top && box.bottom < own.bottom;
      const inside = upright && box.left > own.left && box.right < own.right;
      if (act && !inside) window.astray.push([act, set.title]);
    }
  });
}"""
# What stays where it is in every act: the own hand, the bar in which one decides, the middle, the others.
FIXED = {
    "cartes": (".hand", ".say", "#middle", ".others"),
    "romains": ("#way", ".mine-area", ".racers"),
    "compagnie": (".hand", ".tell", "#circle", ".around"),
}
WATCHED = {
    "cartes reveal": ("cartes", {"Revealed", "Captured"}),
    "cartes account": ("cartes", {"Scored", "Escaped"}),
    "romains banking": ("romains", {"Rolled", "Banked"}),
    "romains exchange": ("romains", {"Exchanged"}),
    "compagnie power": ("compagnie", {"UsedPower", "KnockedOut"}),
    "compagnie album": ("compagnie", {"WonAlbum"}),
}


def theirs(told: Any) -> bool:
    """Whether somebody else has done it: what one does oneself needs less show."""
    done = [e for e in told if type(e).__name__ in ("UsedPower", "Rolled", "Exchanged", "WonAlbum")]
    return not done or done[0].seat != 0


@pytest.mark.browser
@pytest.mark.parametrize(("name", "size"), taking_turns(WATCHED, [(390, 664), (844, 390), (1366, 650)]))
def test_the_layout_does_not_move_between_acts(
    browsers: Any, house: Any, name: str, size: tuple[int, int]
) -> None:
    game, kinds = WATCHED[name]
    scene = staged.Scene(game, "watched", 3, staged.my_turn, 25)
    table = house.on_to(scene, lambda told: kinds <= {type(e).__name__ for e in told} and theirs(told))
    with browsers.lend() as lend:
        page = lend(house.address, {"width": size[0], "height": size[1]})
        staged.enter(page.context, house, table.cookie, language="de", pace="quick")
        page.goto(f"/t/{table.code}")
        page.locator("html[data-live]").wait_for(state="attached")
        page.evaluate("document.fonts.ready")
        page.evaluate(WATCH, list(FIXED[game]))
        before = page.evaluate("look()")
        if page.locator(".others-choices").count():  # where the hand makes room for other decisions
            del before[".hand"]
        house.ahead(table)[0]()
        page.wait_for_function("() => acts.length > 0")
        if "Scored" in kinds:  # the account waits for a click
            page.locator("button.go.go-on").click()
        page.locator("#state:not([data-act])").wait_for(state="attached")
        acts = page.evaluate("acts")
        assert page.evaluate("astray") == []  # one's own captures lie in one's own panel
    assert len({act for act, _ in acts}) >= (3 if game == "cartes" else 1)
    for act, places in acts:
        assert {part: places[part] for part in before} == before, act
        assert places == acts[0][1], act


# Where arrows end, and whether what is shown covers that; by the id of what they lead to.
ARROWS = """() => {
  const origin = document.querySelector('#arrows').getBoundingClientRect();
  const drawn = document.querySelector('#arrows .shaft').getAttribute('d') ?? '';
  const shown = document.querySelector('[data-aims]').getBoundingClientRect();
  const within = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return [...drawn.matchAll(/Q\\S+ \\S+ (\\S+) ([^M]+)M/g)].map(([, x, y]) => {
    const tip = [Number(x) + origin.x, Number(y) + origin.y];
    const aimed = [...document.querySelectorAll('.pointed-at')];
    return [aimed.find((e) => within(e.getBoundingClientRect(), ...tip))?.id, within(shown, ...tip)];
  });
}"""


@pytest.mark.browser
@pytest.mark.parametrize(
    "size",
    [
        (360, 620),
        (1366, 650),
        *(pytest.param(size, marks=pytest.mark.long) for size in ((844, 390), (1920, 950))),
    ],
    ids=str,
)
def test_an_arrow_leads_from_what_is_played_to_its_target(
    browsers: Any, house: Any, size: tuple[int, int]
) -> None:
    scene = staged.Scene("compagnie", "watched", 3, staged.my_turn, 25)
    kinds = {"UsedPower", "KnockedOut"}
    table = house.on_to(scene, lambda told: kinds <= {type(e).__name__ for e in told} and theirs(told))
    decide, told = house.ahead(table)
    hit = {f"card-{e.card.replace('.', '_')}" for e in told if type(e).__name__ == "KnockedOut"}
    with browsers.lend() as lend:
        page = lend(house.address, {"width": size[0], "height": size[1]})
        staged.enter(page.context, house, table.cookie, language="fr", pace="calm")
        page.goto(f"/t/{table.code}")
        page.locator("html[data-live]").wait_for(state="attached")
        page.evaluate("document.fonts.ready")
        decide()
        for act in ("deed", "effect"):
            page.locator(f"#state[data-act={act}]").wait_for(state="attached")
            page.locator("#arrows path[d]").first.wait_for(state="attached")
            found = page.evaluate(ARROWS)
            assert {where for where, _ in found} == hit, act
            assert not any(covered for _, covered in found), act


@pytest.mark.browser
@pytest.mark.parametrize("how", ["click", "key", "button"])
def test_whoever_has_seen_enough_goes_on(browsers: Any, house: Any, table: Any, how: str) -> None:
    with browsers.lend() as lend:
        page = lend(house.address, {"width": 390, "height": 664})
        staged.enter(page.context, house, table.cookie, language="en", pace="calm")
        page.goto(f"/t/{table.code}")
        page.locator("html[data-live]").wait_for(state="attached")
        house.last_decision(table)
        page.locator("#state[data-act]").wait_for(state="attached")
        with page.expect_response("**/skip"):
            if how == "click":
                page.locator("#middle").click()
            elif how == "key":
                page.keyboard.press("x")
            else:
                page.locator("button.go-on").click()
        page.locator("#state:not([data-act])").wait_for(state="attached")


def test_bots_play_as_fast_as_those_who_watch_want_it() -> None:
    paces = Paces(2.0)
    with paces.wished("here", "a", PACES["quick"]):
        assert paces.at("here") < 2.0
        with paces.wished("here", "b", PACES["calm"]):
            assert paces.at("here") > 2.0  # the slowest counts
            assert paces.at("elsewhere") == 2.0
    assert paces.at("here") == 2.0
    assert not paces.wishes
