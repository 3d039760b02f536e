"""How templates are drawn: what never changes is worked out once, and what was drawn before is remembered."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, TemplateAssertionError
from markupsafe import Markup, escape

from oppidum import games
from oppidum.faces.kept import kept
from oppidum.kernel.editions import Edition
from oppidum.tables import Hall, HumanSeat, Settings, looking, open_hall, playing, seating, visitors
from oppidum.tables.happenings import Played
from oppidum.tables.table import KEPT
from oppidum.web.direct_calls import Environment, said_in, shown
from oppidum.web.guest import Guest
from oppidum.web.limits import Limits
from oppidum.web.live import Watcher, message
from oppidum.web.remembered_parts import Drawn, Remember, encode
from oppidum.web.render import log_items
from oppidum.web.staging import RECENT, LogLine, Story, stage
from oppidum.words import Language, language
from oppidum.words.you import You


def drawing(texts: dict[str, str], **functions: object) -> Environment:
    env = Environment(loader=DictLoader(texts), autoescape=True, extensions=["jinja2.ext.i18n"])
    t = language("fr")
    env.install_gettext_callables(t.gettext, t.ngettext, newstyle=True)  # pyright: ignore[reportAttributeAccessIssue]
    env.call_directly(**functions, **said_in(t))  # pyright: ignore[reportArgumentType]
    return env


def test_what_never_changes_is_worked_out_when_the_template_is_compiled() -> None:
    asked: list[str] = []

    def mark(name: str, kind: str = "") -> Markup:
        asked.append(name)
        return Markup("<i>%s %s</i>") % (name, kind)

    env = drawing({"a": '{{ mark("eye", kind="small") }} {{ _("Home") }} {{ mark(name) }}'}, mark=mark)
    template = env.get_template("a")
    assert asked == ["eye"]
    assert template.render(name="a<b") == "<i>eye small</i> Accueil <i>a&lt;b </i>"
    assert template.render(name="c") == "<i>eye small</i> Accueil <i>c </i>"
    assert asked == ["eye", "a<b", "c"]


def test_what_is_filled_into_a_translation_is_escaped() -> None:
    env = drawing(
        {
            "a": '{{ _("%(name)s is away.", name=name) }}',
            "n": '{{ ngettext("%(num)s point", "%(num)s points", n) }}',
            "t": "{% trans %}Home{% endtrans %}",
        }
    )
    assert "&lt;b&gt;" in env.get_template("a").render(name="<b>")
    assert env.get_template("n").render(n=1) == "1 point"
    assert env.get_template("n").render(n=3) == "3 points"
    assert env.get_template("t").render() == "Accueil"


PART = "{% remember a, b=other %}<p>{{ note(a) }}{{ b }}</p>{% endremember %}"


def remembering(texts: dict[str, str], most: int = 2000, **functions: object) -> Environment:
    env = drawing(texts, **functions)
    env.add_extension(Remember)
    env.drawn = Drawn(most)
    return env


def test_a_part_is_drawn_once_from_the_same_things() -> None:
    drawn: list[object] = []
    env = remembering({"p": PART}, note=lambda a: drawn.append(a) or a)
    render = env.get_template("p").render
    assert render(a={"x": 1}, other="<") == "<p>{&#39;x&#39;: 1}&lt;</p>"
    assert render(a={"x": 1}, other="<") == render(a={"x": 1}, other="<")
    assert drawn == [{"x": 1}]
    render(a={"x": 2}, other="<")
    assert drawn == [{"x": 1}, {"x": 2}]
    for number in range(200):
        render(a=number, other="")
        render(a={"x": 2}, other="<")
        assert sum(len(key) + len(part) for (_, key), part in kept_by(env.drawn)) <= 2000
    assert drawn.count({"x": 2}) == 1, "what is used stays"
    render(a={"x": 1}, other="<")
    assert drawn[-1] == {"x": 1}, "what has not been used for long has gone"


def kept_by(drawn: Drawn) -> list[tuple[tuple[int, bytes], str]]:
    return [*drawn.newer.items(), *(drawn.older.items() - drawn.newer.items())]


def test_parts_at_different_places_are_different_parts() -> None:
    one, other = "{% remember a %}<i>{{ a }}</i>{% endremember %}", "{% remember a %}{{ a }}{% endremember %}"
    env = remembering({"p": one + other})
    assert env.get_template("p").render(a=1) == env.get_template("p").render(a=1) == "<i>1</i>1"


def test_a_text_is_never_taken_for_the_same_text_as_markup() -> None:
    env = remembering({"p": "{% remember a %}{{ a }}{% endremember %}"})
    assert env.get_template("p").render(a=Markup("<b>")) == "<b>"
    assert env.get_template("p").render(a="<b>") == "&lt;b&gt;"
    env = remembering({"p": "{% remember a %}{{ spoken_to(a) }}{% endremember %}"})
    env.globals["spoken_to"] = lambda name: isinstance(name, You)
    assert [env.get_template("p").render(a=name) for name in ("Ix", You("Ix"))] == ["False", "True"]


def test_a_part_is_drawn_from_plain_things_only() -> None:
    """Whatever carries more than it shows cannot be told apart by what it shows."""
    template = remembering({"p": "{% remember a %}{{ a }}{% endremember %}"}).get_template("p")
    with pytest.raises(TypeError, match="plain things"):
        template.render(a=object())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("{% remember a %}{{ a }}{{ b }}{% endremember %}", "b"),
        ("{% remember a=b.a %}{{ b.c }}{% endremember %}", "b"),
        ("{% macro m(x) %}{{ x }}{{ b }}{% endmacro %}{% remember a %}{{ m(a) }}{% endremember %}", "b"),
        (
            "{% macro n() %}{{ b }}{% endmacro %}{% macro m(x) %}{{ n() }}{% endmacro %}"
            "{% remember a %}{{ m(a) }}{% endremember %}",
            "b",
        ),
        ("{% set shared = b %}{% remember a %}{{ shared }}{% endremember %}", "shared"),
        ("{% if b %}{% set c = 1 %}{% endif %}{% remember a %}{{ c }}{% endremember %}", "c"),
        ("{% for c in b %}{% remember a %}{{ c }}{{ loop.index }}{% endremember %}{% endfor %}", "c|loop"),
        ('{% remember a %}{% include "q" %}{% endremember %}', "another template"),
        ('{% from "q" import m with context %}{% remember a %}{{ m(a) }}{% endremember %}', "m"),
    ],
)
def test_what_may_know_more_than_it_is_given_is_not_compiled(text: str, named: str) -> None:
    env = remembering({"p": text, "q": "{% macro m(x) %}{{ x }}{% endmacro %}"})
    env.globals["shared"] = "the same for everybody"
    with pytest.raises(TemplateAssertionError, match=f"not: ({named})$"):
        env.get_template("p")


def test_what_keeps_to_what_it_is_given_is_compiled() -> None:
    env = remembering(
        {
            "p": '{% from "q" import m %}'
            "{% macro n(x, y=2) %}{% for z in x %}{{ m(z) }}{{ y }}{% endfor %}{% endmacro %}"
            "{% for b in all %}{% remember b, c=loop.last %}{% set d = b %}{{ n(d) }}{{ c }}{{ shared }}"
            "{% endremember %}{% endfor %}",
            "q": "{% macro m(x) %}<{{ x }}>{% endmacro %}",
        }
    )
    env.globals["shared"] = "!"
    assert env.get_template("p").render(all=[[1, 3], [1]]) == "<1>2<3>2False!<1>2True!"


def test_where_a_condition_has_no_otherwise_nothing_is_shown() -> None:
    env = drawing({"a": "<{{ 'x' if a }}>"})
    assert [env.get_template("a").render(a=a) for a in (True, False)] == ["<x>", "<>"]


def test_a_template_sees_what_includes_it_and_names_nothing_there() -> None:
    env = drawing(
        {"a": "{% set b = 1 %}{% include 'p' %}{{ b }}", "p": "{{ b }}{{ c }}{% set b = 2 %}{{ b }}"}
    )
    assert env.get_template("a").render(c="<") == "1&lt;21"


def test_a_message_is_one_line_or_several() -> None:
    """As a browser reads them: a line of a message never begins with anything else than `data: `."""
    assert message("", "7") == b"id: 7\n\n"
    assert message("<p>é</p>", "7-2") == "id: 7-2\ndata: <p>é</p>\n\n".encode()
    assert (
        message("a\n\nb\r\nevent: gone\rc", "7") == b"id: 7\ndata: a\ndata: b\ndata: event: gone\ndata: c\n\n"
    )


def test_a_log_shows_its_newest_line_first_and_stops_at_three() -> None:
    log = [LogLine(0, "sits <down>"), *(LogLine(n, f"line {n}") for n in range(1, 5))]
    shown = log_items(log, "/t/X/replay?as=1")
    assert shown.startswith('<li><a href="/t/X/replay?as=1&step=4">line 4</a></li>')
    assert shown.count(' tabindex="-1"') == 1
    assert shown.endswith("<li>sits &lt;down&gt;</li>")


def test_what_is_kept_is_made_once_for_each_language_and_box() -> None:
    made: list[tuple[object, ...]] = []

    @kept(20)
    def word(t: Language, edition: Edition, name: str, n: int) -> str:
        made.append((t.code, edition.sha256, name, n))
        return f"{name} {n}"

    boxes = [games.load(game).default_edition() for game in ("cartes", "romains")]
    for _ in range(2):
        for code in ("en", "fr"):
            for box in boxes:
                assert word(language(code), box, "a", 1) == "a 1"
                assert word(language(code), box, "a", 2) == "a 2"
    assert len(made) == len(set(made)) == 8
    for n in range(40):
        word(language("en"), boxes[0], "b", n)
        word(language("en"), boxes[0], "often", 0)
    made.clear()
    word(language("en"), boxes[0], "often", 0)
    assert not made, "what is used stays"
    word(language("en"), boxes[0], "b", 0)
    assert len(made) == 1, "not everything is kept for ever"


SHOWN = st.none() | st.booleans() | st.integers() | st.text() | st.builds(Markup, st.text())


@given(st.recursive(SHOWN, st.lists))
def test_what_is_shown_is_what_jinja_itself_would_show(value: object) -> None:
    assert str(shown(value)) == str(escape(value))


class Pair:
    first, items = 1, 2


@pytest.mark.parametrize("thing", [{"first": 1}, {"first": 1, "keys": 2}, Pair(), {}])
def test_entries_and_attributes_are_found(thing: object) -> None:
    env = drawing({"a": "{{ thing.first }} {{ thing.items is defined }} {{ thing.nothing is defined }}"})
    known = "" if thing == {} else "1"
    assert env.get_template("a").render(thing=thing) == f"{known} True False"


def boards(hall: Hall, game: str, seed: int) -> Iterator[str]:
    """A game of three people and a stranger: what each of them gets after every decision."""
    people = [visitors.arrive(hall, f"P{n}").visitor for n in range(3)]
    code = seating.open_table(hall, people[0].id, Settings(game, (HumanSeat(),) * 3, confirm=False))
    for person in people:
        seating.sit(hall, code, person.id)
    seating.start(hall, code, people[0].id)
    watchers = [Watcher(hall, guest(hall, person), code, None, 0, None) for person in (*people, None)]
    luck = random.Random(seed)
    for _ in range(40):
        yield from (watcher.draw()[0] for watcher in watchers)
        table = hall.look(code)
        if not table.questions:
            break
        seat = luck.choice(sorted(table.questions))
        playing.move(hall, code, people[seat].id, luck.choice(table.game.legal(table.position, seat)))


def guest(hall: Hall, visitor: visitors.Visitor | None) -> Guest:
    wishes = {"motion": "off", "confirm": "off"}
    return Guest(hall, Limits(1000), "test", False, visitor, language("en"), wishes, htmx=True)


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_boards_of_remembered_parts_are_the_boards_that_would_be_drawn_anew(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hits = 0

    def compared(self: Drawn, place: int, given: tuple[Any, ...], draw: Callable[..., str]) -> str:
        nonlocal hits
        known = (place, encode(given)) in self.newer
        part, anew = usual(self, place, given, draw), draw(*given)
        assert part == anew
        hits += known
        return part

    usual = Drawn.remembered
    monkeypatch.setattr(Drawn, "remembered", compared)
    with open_hall(tmp_path / "store.sqlite3", work=False, durable=False, seed="boards") as hall:
        for board in boards(hall, game, 5):
            assert 'id="state"' in board
    assert hits > 40


def test_what_may_not_be_there_is_asked_for() -> None:
    asked = "{{ thing.x | default(7) }} {{ thing.x is undefined }} {{ thing.class }}"
    env = drawing({"a": asked})
    assert env.get_template("a").render(thing={"class": "c"}) == "7 True c"
    with pytest.raises(AttributeError):
        drawing({"a": "{{ thing.nothing }}"}).get_template("a").render(thing=Pair())


@pytest.mark.parametrize(
    "text",
    [
        "{% include 'b' without context %}",
        "{% include 'c' ignore missing %}",
        "{% include ['c', 'b'] %}",
        "{% autoescape false %}{{ thing }}{% endautoescape %}",
    ],
)
def test_what_our_templates_do_without_is_not_compiled(text: str) -> None:
    with pytest.raises(TemplateAssertionError):
        drawing({"a": text, "b": "{{ thing }}"}).get_template("a")


@contextmanager
def circles() -> Iterator[list[object]]:
    """What only the collector would find: it is looked for at the end."""
    found: list[object] = []
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found += gc.garbage
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_what_is_over_goes_out_of_memory_at_once(game: str, tmp_path: Path) -> None:
    """Decisions and boards leave no circles: to look for them took a tenth of a busy house's time."""
    with open_hall(tmp_path / "store.sqlite3", work=False, durable=False, seed="boards") as hall:
        drawn = boards(hall, game, 5)
        assert len([*islice(drawn, 20)]) == 20  # templates are compiled meanwhile
        with circles() as found:
            assert len([*islice(drawn, 60)]) == 60
        ours = [
            type(left).__name__ for left in found if type(left).__module__.startswith(("oppidum", "jinja2"))
        ]
        assert ours == []


@contextmanager
def long_game(folder: Path) -> Iterator[tuple[Hall, str, str]]:
    """A table of three on one device, and who holds it."""
    with open_hall(folder / "store.sqlite3", work=False, durable=False, seed="long") as hall:
        me = visitors.arrive(hall, "P").visitor.id
        wanted = Settings(
            "cartes", (HumanSeat(),) * 3, options={"hands": "8"}, confirm=False, same_device=True
        )
        yield hall, seating.play_now(hall, me, "cartes", settings=wanted), me


def decide(hall: Hall, code: str, person: str) -> None:
    """Of those who are asked, the first takes the first choice."""
    table = hall.look(code)
    seat = min(table.questions)
    playing.move(hall, code, person, table.game.legal(table.position, seat)[0], seat=seat)


def test_a_table_that_goes_on_while_it_is_looked_at_is_told_once(tmp_path: Path) -> None:
    """What came after the look is told at the next one, and nothing twice."""
    with long_game(tmp_path) as (hall, code, me):
        game, edition = games.load("cartes"), looking.view(hall, code).edition
        late, names = Story(hall, code, None, -1), ("A", "B", "C")
        for _ in range(2 * KEPT):
            seen = hall.look(code).version
            decide(hall, code, me)
            late.catch_up(seen)
            late.log(language("en"), game, edition, names)
            seqs = [h.seq for h in late.happenings]
            assert seqs == sorted(set(seqs))
            assert seqs[-1] <= seen
        late.catch_up(hall.look(code).version)
        anew = Story(hall, code, None, -1)
        anew.catch_up(hall.look(code).version)
        told = [story.log(language("en"), game, edition, names) for story in (late, anew)]
        assert told[0] == told[1] != []


def test_a_story_keeps_what_it_shows_and_no_more(tmp_path: Path) -> None:
    """However long the game is: one who was there from the beginning sees what a newcomer sees."""
    with long_game(tmp_path) as (hall, code, me):
        shown = stage(hall, code, None, language("en"))
        for _ in range(2 * KEPT):
            decide(hall, code, me)
            shown = stage(hall, code, None, language("en"), story=shown.story)
        anew = stage(hall, code, None, language("en"))
        assert shown.log == anew.log
        assert [h.seq for h in shown.story.happenings] == [h.seq for h in anew.story.happenings]
        assert len(shown.story.happenings) == KEPT
        assert len(shown.story.told) <= KEPT
        assert len(shown.story.moments) <= RECENT
        assert all(h.position is None for h in shown.story.happenings if isinstance(h, Played))
        assert [m.told for m in shown.scene.recent] == [m.told for m in anew.scene.recent]  # pyright: ignore[reportOptionalMemberAccess]
