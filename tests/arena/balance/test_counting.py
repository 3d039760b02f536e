"""What is counted is what happened: the same games, played one by one and read by the games' own readings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np
import pytest

from oppidum import games
from oppidum.arena.balance import counting
from oppidum.arena.bulk import ORDER, seat_luck
from oppidum.bots.policies import PolicyBot
from oppidum.kernel.errors import BadEdition
from oppidum.kernel.fair import seed_key

SEED, PLAYERS, NUMBER = "counting", 3, 3
Count = Counter[tuple[str, str]]


def replayed(game_id: str, number: int) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """Game `number` of the series: after each decision the position and what is told of it."""
    game = games.load(game_id)
    options = counting.tally_of(game).OPTIONS
    s = game.deal(PLAYERS, seed_key(SEED, number), options)
    bots = [PolicyBot("greedy", game, luck=seat_luck(SEED, number, seat)) for seat in range(PLAYERS)]
    order = seat_luck(SEED, number, ORDER)
    edition = game.default_edition()
    yield s, []
    while (seat := game.next_to_answer(s, order)) is not None:
        game.act(s, seat, bots[seat].choose(game.view(s, seat), seat))
        yield s, msgspec.to_builtins(list(game.told(s, edition)))


def uses_of_cartes(number: int) -> tuple[Count, Count]:
    chances: Count = Counter()
    uses: Count = Counter()
    characters: list[int] = []
    for s, told in replayed("cartes", number):
        characters = [int(character) for character in s["character"][:PLAYERS]]
        for event in told:
            kind = event["what"].removeprefix("cartes.")
            if kind in ("captured", "kept", "given", "drew", "nobody_wins"):
                card = event["card"]
                thing = ("roman", card["rank"]) if card["card"] == "roman" else ("pirate", card["frees"])
                chances[thing] += 1
                uses[thing] += kind != "nobody_wins"
    gauls = games.load("cartes").default_edition().data["gaul"]
    for character in characters:
        thing = ("gaul", gauls[character]["id"])
        chances[thing] += 1
        uses[thing] += 1
    return chances, uses


def uses_of_romains(number: int) -> tuple[Count, Count]:
    chances: Count = Counter()
    uses: Count = Counter()
    data = games.load("romains").default_edition().data
    spaces = {space["at"]: ("space", f"{space['event']} {space['at']}") for space in data["space"]}
    standing: dict[int, int] = {}
    for _s, told in replayed("romains", number):
        for event in told:
            kind = event["what"].removeprefix("romains.")
            if kind == "walked":
                standing[event["seat"]] = event["to"]
                for thing in spaces.values():
                    chances[thing] += 1
            elif kind in ("menhir", "cohort"):
                uses[spaces[standing[event["seat"]]]] += 1
            elif kind == "bard":
                uses[spaces[event["start"]]] += 1
                standing[event["seat"]] = event["to"]
            elif kind == "banked":
                uses["card", event["card"]] += event["n"]
    return chances, uses


def uses_of_compagnie(number: int) -> tuple[Count, Count]:
    chances: Count = Counter()
    uses: Count = Counter()
    albums = games.load("compagnie").default_edition().data["album"]
    contested: set[int] = set()
    for s, told in replayed("compagnie", number):
        contested |= {int(album) for album in s["contested"][:PLAYERS]}
        for event in told:
            kind = event["what"].removeprefix("compagnie.")
            if kind == "played":
                uses["character", event["character"]] += 1
            elif kind == "won_album":
                uses[album_thing(albums, event["album"])] += 1
    for album in contested:
        chances[album_thing(albums, albums[album]["id"])] += 1
    return chances, uses


def album_thing(albums: list[Any], name: str) -> tuple[str, str]:
    entry = next(entry for entry in albums if entry["id"] == name)
    return "starter" if entry.get("starter") else "album", name


@pytest.mark.parametrize(
    ("game_id", "read", "of_chances"),
    [
        ("cartes", uses_of_cartes, {"gaul", "roman", "pirate"}),
        ("romains", uses_of_romains, {"space"}),
        ("compagnie", uses_of_compagnie, {"starter", "album"}),
    ],
)
def test_things_are_counted_as_they_are_told(game_id: str, read: Any, of_chances: set[str]):
    game = games.load(game_id)
    played = counting.play(game, game.default_edition(), PLAYERS, range(NUMBER), SEED)
    for number in range(NUMBER):
        chances, uses = read(number)
        things = list(enumerate((thing.group, thing.id) for thing in played.things))
        assert Counter({t: int(played.uses[number, i]) for i, t in things if played.uses[number, i]}) == +uses
        found = {t: int(played.chances[number, i]) for i, t in things if t[0] in of_chances}
        assert {t: n for t, n in found.items() if n} == {t: n for t, n in chances.items() if n}


@pytest.mark.parametrize("game_id", ["cartes", "romains", "compagnie"])
def test_the_books_add_up(game_id: str):
    game = games.load(game_id)
    played = counting.play(game, game.default_edition(), PLAYERS, range(40), SEED)
    assert np.allclose(played.shares.sum(axis=1), 1)
    assert (played.uses <= played.chances).all()
    assert (played.wins <= played.uses).all()
    assert (played.decisions > 0).all()
    assert len({(thing.group, thing.id) for thing in played.things}) == len(played.things)
    assert {thing.group for thing in played.things} == {group.id for group in played.groups}


def test_some_games_and_then_more_are_all_of_them():
    game = games.load("cartes")
    edition = game.default_edition()
    whole = counting.play(game, edition, PLAYERS, range(60), SEED)
    parts = counting.play(game, edition, PLAYERS, range(20), SEED)
    parts = parts.and_then(counting.play(game, edition, PLAYERS, range(20, 60), SEED))
    for name in ("shares", "decisions", "chances", "uses", "wins", "figures"):
        assert (getattr(whole, name) == getattr(parts, name)).all()


def test_endless_games_are_given_up_with_a_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(counting, "MOST_DECISIONS", 20)
    game = games.load("cartes")
    with pytest.raises(BadEdition, match=r"game 1 is not over after 20 decisions: too long to be measured"):
        counting.play(game, game.default_edition(), PLAYERS, range(3), SEED)
