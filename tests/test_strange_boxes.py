"""Boxes of strangers: whatever is in them, they are refused in sentences or played to the end.

Hypothesis writes editions, by the outlines of the games and by damaging ours, and hands them in as a visitor
would. What is taken is drawn, said in four languages, played by greedy bots and by every level, and compiles
nothing anew.
"""

from __future__ import annotations

import gc
import random
import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.taking_turns import examples

from oppidum import bots, games
from oppidum.bots import levels
from oppidum.faces.box_contents import box_words, comparison, in_all_languages, outline_of
from oppidum.kernel import edition_rewriting
from oppidum.kernel.errors import BadOption, OppidumError
from oppidum.kernel.fair import seed_key
from oppidum.kernel.outline import Field, Section
from oppidum.tables import shelf
from oppidum.web import box_display, entry_form
from oppidum.words import LANGUAGES, language

GAMES = ("cartes", "compagnie", "romains")
UNHURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
STRANGE = st.sampled_from(["<b>", "\u202e", "🐗", "x" * 61, "a\nb", "%(n)s", "{{ 7 * 7 }}", "'\"", "é"])


def ours(game: str) -> dict[str, Any]:
    return tomllib.loads(games.load(game).default_edition().text)


# ---------------------------------------------------------------- what Hypothesis writes


def values(field: Field, data: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What a key may be, mostly within its bounds."""
    ids = [str(entry["id"]) for entry in data.get(field.table, ())] if field.table else []
    match field.kind:
        case "number":
            return st.integers(field.low - 1, field.high + 1) | st.integers(field.low, field.high)
        case "numbers":
            return st.lists(st.integers(field.low, field.high), min_size=field.length, max_size=field.length)
        case "span":
            return st.lists(st.integers(0, 15), min_size=2, max_size=2).map(sorted)
        case "choice":
            return st.sampled_from([*field.choices, *ids])
        case "several":
            return st.lists(st.sampled_from(field.choices), min_size=1, max_size=3, unique=True)
        case "flag":
            return st.booleans()
        case "names":
            return st.fixed_dictionaries({"fr": st.text(min_size=1, max_size=20) | STRANGE})
        case "chain":
            return st.lists(effects(field, data), max_size=3)
        case _:
            return STRANGE | st.from_regex(r"[a-z]{1,8}", fullmatch=True)


@st.composite
def effects(draw: st.DrawFn, chain: Field, data: dict[str, Any]) -> dict[str, Any]:
    verb = draw(st.sampled_from(sorted(chain.effects)))
    parts = chain.effects[verb]
    chosen = draw(st.sets(st.sampled_from([each.key for each in parts]), max_size=3)) if parts else set[str]()
    return {
        "do": verb,
        **{
            each.key: draw(values(each, data))
            for each in parts
            if each.key in chosen or not each.may_be_left_out
        },
    }


@st.composite
def editions(draw: st.DrawFn, game: str) -> dict[str, Any]:
    """Ours with some entries changed, taken out and added."""
    data = ours(game)
    sections = [section for section in outline_of(game) if section.table != "edition"]
    for _ in range(draw(st.integers(1, 6))):
        section = draw(st.sampled_from(sections))
        change(draw, data, section)
    return data


def change(draw: st.DrawFn, data: dict[str, Any], section: Section) -> None:
    part = data[section.table]
    entries = part if isinstance(part, list) else [part]
    deed = draw(st.sampled_from(["change", "change", "change", "take out", "add"]))
    at = draw(st.integers(0, len(entries) - 1))
    if deed == "take out" and section.grows and len(entries) > 1:
        del entries[at]
    elif deed == "add" and section.grows:
        entries.append({**entries[at], "id": f"new-{len(entries)}"})
    else:
        field = draw(st.sampled_from(section.fields))
        entries[at][field.key] = draw(values(field, data))


def handed_in(data: dict[str, Any]) -> shelf.Examined:
    return shelf.examine(edition_rewriting.written(data))


def play(game_id: str, edition: Any, seed: int, limit: int = 20_000) -> None:
    game = games.load(game_id)
    players = random.Random(seed).randint(game.about.min_players, game.about.max_players)
    s = game.deal(players, seed_key("strange", seed), edition=edition)
    bot = bots.make("greedy", game, seed=seed)
    for _ in range(limit):
        waiting = game.waiting(s)
        if not waiting:
            return
        seat = waiting[0]
        view = game.view(s, seat)
        game.read(view, seat, edition)
        action = bot.choose(view, seat)
        words = game.notation.write(s, seat, action)
        assert game.notation.read(s, seat, words) == action
        game.act(s, seat, action)
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(8, 100), suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_written_editions_are_refused_in_sentences_or_played(game: str, data: st.DataObject):
    written = data.draw(editions(game))
    try:
        found = handed_in(written)
    except OppidumError:  # in a sentence
        return
    for code in LANGUAGES:
        t = language(code)
        for each in box_display.mistakes(t, game, found):
            assert each.what
            assert "%(" not in each.what.replace("'%(n)s'", "")
        box_display.sections(t, game, found)
    box_display.symbols(game, found)
    if found.edition is not None:
        comparison(game, found.edition).told(language("cs"))
        play(game, found.edition, data.draw(st.integers(0, 10**6)))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(15, 120), suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_whatever_is_damaged_is_told(game: str, data: st.DataObject):
    """A piece of our file cut out, doubled or written over."""
    text = games.load(game).default_edition().text
    first = data.draw(st.integers(0, len(text) - 1))
    last = min(len(text), first + data.draw(st.integers(1, 60)))
    piece = data.draw(
        st.sampled_from(["", text[first:last] * 2, "]", "[[", "= =", '"""', "\x00", "{", "é" * 99])
    )
    try:
        found = shelf.examine(text[:first] + piece + text[last:])
    except OppidumError:  # in a sentence
        return
    assert (found.edition is None) == bool(found.problems)
    for code in ("en", "de"):
        box_display.sections(language(code), game, found)
        box_display.mistakes(language(code), game, found)
    box_display.symbols(game, found)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=examples(15, 120), suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_whatever_is_typed_into_a_form_is_an_entry(game: str, data: st.DataObject):
    """Nothing that a form can send breaks the editor; what it writes is what was meant."""
    section = data.draw(st.sampled_from(outline_of(game)))
    text = games.load(game).default_edition().text
    part = tomllib.loads(text)[section.table]
    old = part[0] if isinstance(part, list) else part
    names = [each.key for each in section.fields if each.kind != "chain"]
    names += [f"{each.key}.{n}.{key}" for each in section.fields if each.kind == "chain"
              for n in (0, 1, 77) for key in ("do", "count", "colour", "named", "who")]  # fmt: skip
    names += [f"name.{code}" for code in LANGUAGES] + [f"bottles.{n}" for n in range(3)]
    typed = STRANGE | st.sampled_from(
        ["", "1", "-1", "999999999999", "draw", "knock_out", "yes", "gaul", "1.5"]
    )
    sent = data.draw(st.dictionaries(st.sampled_from(names), typed | st.lists(typed, max_size=3)))
    try:
        entry = entry_form.entry_in(sent, section, old)
    except BadOption:
        return
    deed = data.draw(st.sampled_from(["", "add.power", "drop.power.0", "up.power.1", "x.y.z"]))
    entry = entry_form.after(entry, section, deed)
    changed = edition_rewriting.with_entry(text, section.table, 0, entry)
    now = tomllib.loads(changed)[section.table]
    assert (now[0] if isinstance(now, list) else now) == entry
    found = shelf.examine(changed)
    form = entry_form.Form(language("fr"), box_words(game), found.sketch, section)
    form.rows(entry, {})


# ---------------------------------------------------------------- bots and the compiler

# In each game a change that reaches far: other strengths, another way, other values.
FAR = {
    "cartes": [("pair = 20", "pair = 60"), ("value = 15", "value = 30")],
    "romains": [("village = 15", "village = 9"), ("at = 12", "at = 8"), ("at = 14", "at = 3"),
                ("faces = [1, 2, 2, 3, 3, 4]", "faces = [1, 1, 1, 2, 2, 2]")],
    "compagnie": [("strength = 6", "strength = 15"), ("strength = 8", "strength = 1"),
                  ('{ do = "gain_bonus", bonus = "potion" }', '{ do = "draw", who = "both", count = 2 }')],
}  # fmt: skip


def changed(game: str) -> Any:
    text = games.load(game).default_edition().text
    for old, new in FAR[game]:
        assert old in text
        text = text.replace(old, new, 1)
    found = shelf.examine(text)
    assert found.edition is not None, found.problems
    return found.edition


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_every_level_plays_a_changed_box(game_id: str):
    game, edition = games.load(game_id), changed(game_id)
    for level in [level.id for level in levels.levels(game_id)]:
        s = game.deal(game.about.min_players, seed_key(f"level {level}"), edition=edition)
        bot = bots.make(level, game, seed=1)
        for _ in range(3):
            waiting = game.waiting(s)
            if not waiting:
                break
            seat = waiting[0]
            action = bot.choose(game.view(s, seat), seat)
            assert action in game.legal(s, seat)
            game.act(s, seat, action)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_changed_box_compiles_nothing_anew(game_id: str):
    """Editions are data: every compiled function has the forms that it had."""
    game = games.load(game_id)

    def forms() -> dict[str, int]:
        rules = {name: getattr(game.rules, name) for name in game.rules.__dataclass_fields__}
        return {name: len(getattr(rule, "signatures", ())) for name, rule in rules.items()}

    play(game_id, game.default_edition(), 1)
    before = forms()
    play(game_id, changed(game_id), 1)
    assert forms() == before


def test_boxes_that_are_only_looked_at_take_no_room():
    from oppidum.games.compagnie.edition import loaded

    shelf.examined.cache_clear()
    gc.collect()
    before = len(loaded)
    for n in range(60):
        data = ours("compagnie")
        data["edition"]["title"] = f"Box {n}"
        assert shelf.examine_data("compagnie", data).edition is not None
    gc.collect()
    assert len(loaded) <= before


def test_two_boxes_of_the_same_number_are_not_mixed_up(monkeypatch: pytest.MonkeyPatch):
    """The number that a position of compagnie carries is short: a file with the same is refused."""
    from oppidum.games.compagnie import edition

    games.load("compagnie").default_edition()
    real = edition.digest
    shipped = real(edition.content(ours("compagnie")))
    monkeypatch.setattr(edition, "digest", lambda text: shipped)
    data = ours("compagnie")
    data["edition"]["title"] = "Another"
    (problem,) = shelf.examine_data("compagnie", data).problems
    assert "same number" in problem


@pytest.mark.parametrize("game", GAMES)
def test_ours_is_said_in_all_languages_entry_by_entry(game: str):
    edition = games.load(game).default_edition()
    for section in outline_of(game):
        part = edition.data[section.table]
        for entry in part if isinstance(part, list) else [part]:
            said = in_all_languages(game, edition, section.table, entry)
            assert set(said) == set(LANGUAGES)
            assert len({bool(text) for text in said.values()}) == 1
