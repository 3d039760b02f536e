"""7.1, 7.7, 7.8: pirates let Romans escape, in an order and with choices that are their holder's."""

from __future__ import annotations

import random
from functools import cache

import pytest

from oppidum.games.cartes.state import Phase
from oppidum.kernel import position
from oppidum.kernel.errors import IllegalAction

from .arranged import PIRATES, ROMANS, Table, cards, settle


@pytest.mark.rule("cartes 7.8")
def test_an_order_that_changes_nothing_is_not_asked_for():
    """Caesar and the general escape, whoever of them goes first."""
    t = settle({1: "12 14 15 highest pirate-12"})
    assert t.over
    assert t.captures(1) == "14"
    assert t.sheet == [[14, 0]]


@pytest.mark.rule("cartes 7.7")
@pytest.mark.parametrize(
    ("words", "left", "points"),
    [
        (
            "resolve highest",
            "3 3 pirate-12",
            26,
        ),  # the general is the highest: the general's pirate finds nobody
        ("resolve pirate-12", "3", 3),  # he frees the general, the other pirate takes a 3
    ],
)
def test_highest_then_general_or_general_then_highest(words: str, left: str, points: int):
    t = settle({1: "3 3 12 highest pirate-12"})
    assert t.phase == Phase.ESCAPES
    assert t.asked == [1]
    assert t.legal(1) == ["resolve highest", "resolve pirate-12"]
    t.play(1, words)
    assert t.over  # one pirate is left: nothing more to ask
    assert t.captures(1) == left
    assert t.sheet == [[points, 0]]


@pytest.mark.rule("cartes 7.7")
def test_lowest_then_decurion_saves_a_roman():
    t = settle({1: "8 9 lowest pirate-8"})
    assert t.legal(1) == ["resolve lowest", "resolve pirate-8"]
    t.play(1, "resolve lowest")
    assert t.sheet == [[9, 0]]
    t = settle({1: "8 9 lowest pirate-8"})
    t.play(1, "resolve pirate-8")
    assert t.sheet == [[0, 0]]


@pytest.mark.rule("cartes 7.7")
def test_the_roman_of_ones_choice_is_free():
    t = settle({1: "2 5 5 15 any"})
    assert t.legal(1) == ["free 2", "free 5", "free 15"]
    for words in ("free 3", "resolve any", "resolve highest", "bid 2", "keep"):
        with pytest.raises(IllegalAction, match=r"Legal: free 2, free 5, free 15\."):
            t.play(1, words)
    t.play(1, "free 5")
    assert t.captures(1) == "2 5 15"


@pytest.mark.rule("cartes 7.7")
def test_each_pirate_takes_from_what_the_one_before_has_left():
    t = settle({1: "1 8 9 12 highest any pirate-8 pirate-12"})
    resolve = ["resolve highest", "resolve pirate-8", "resolve pirate-12"]
    assert t.legal(1) == [*resolve, "free 1", "free 8", "free 9", "free 12"]
    t.play(1, "resolve highest")  # the general escapes
    assert t.captures(1) == "1 8 9 any pirate-8 pirate-12"
    assert t.legal(1) == ["resolve pirate-8", "free 1", "free 8", "free 9"]
    t.play(1, "free 8")  # the decurion escapes: two pirates have nobody left to free
    assert t.over
    assert t.sheet == [[10, 0]]


@pytest.mark.rule("cartes 7.7")
def test_several_holders_answer_in_any_order():
    for order in ((1, 2), (2, 1)):
        t = settle({1: "2 8 any", 2: "3 3 12 highest pirate-12", 3: "9 pirate-8"}, players=3)
        assert t.asked == [1, 2]
        words = {1: "free 2", 2: "resolve highest"}
        t.play(order[0], words[order[0]])
        assert t.asked == [order[1]]
        t.play(order[1], words[order[1]])
        assert t.sheet == [[8, 26, 9]]


@pytest.mark.rule("cartes 7.8")
@pytest.mark.parametrize(
    "captures",
    [
        "15 any",  # one Roman only
        "7 7 7 any",  # all alike
        "any",
        "9 highest lowest any",  # whoever acts, the 9 is gone
        "5 9 highest lowest",  # both are gone
        "5 9 highest",
        "8 10 12 pirate-8 pirate-10 pirate-12",
        "2 5 5 pirate-8 pirate-10 highest",  # two of them find nobody
        "4 9 13 highest lowest any",  # everybody escapes
    ],
)
def test_no_question_where_the_answer_cannot_matter(captures: str):
    t = settle({1: captures})
    assert t.over
    assert {t.sheet[0][0]} == outcomes(*split(captures))


# ---------------------------------------------------------------- an oracle: all orders, all choices


def split(captures: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    names = cards(captures)
    return tuple(sorted(int(n) for n in names if n in ROMANS)), tuple(n for n in names if n in PIRATES)


def points(romans: tuple[int, ...]) -> int:
    bonus = {1: 0, 2: 20, 3: 50, 4: 100}
    return sum(romans) + sum(bonus[romans.count(value)] for value in set(romans))


def freed(romans: tuple[int, ...], pirate: str) -> set[int]:
    """The Romans among whom the holder may choose, when this pirate acts now."""
    if not romans:
        return set()
    if pirate == "highest":
        return {max(romans)}
    if pirate == "lowest":
        return {min(romans)}
    if pirate == "any":
        return set(romans)
    return {int(pirate.removeprefix("pirate-"))} & set(romans)


def without(romans: tuple[int, ...], value: int) -> tuple[int, ...]:
    i = romans.index(value)
    return romans[:i] + romans[i + 1 :]


@cache
def outcomes(romans: tuple[int, ...], pirates: tuple[str, ...]) -> frozenset[int]:
    """What the captures can be worth, over every order of the pirates and every choice."""
    if not pirates:
        return frozenset({points(romans)})
    found: set[int] = set()
    for i, pirate in enumerate(pirates):
        others = pirates[:i] + pirates[i + 1 :]
        targets = freed(romans, pirate)
        if not targets:
            found |= outcomes(romans, others)
        for value in targets:
            found |= outcomes(without(romans, value), others)
    return frozenset(found)


def random_captures(rng: random.Random, most_pirates: int) -> str:
    """Few ranks, often those that pirates name, so that orders and sets matter."""
    pirates = rng.sample(PIRATES, rng.randint(1, most_pirates))
    pool = rng.sample(ROMANS, rng.randint(1, 3)) + rng.sample(["8", "10", "12", "15"], rng.randint(0, 3))
    romans = [
        name for name in sorted(set(pool), key=int) for _ in range(1 if int(name) > 10 else rng.randint(1, 3))
    ]
    return " ".join(romans + pirates)


def expected_legal(t: Table) -> list[str]:
    romans, pirates = split(t.captures(1))
    resolve = [f"resolve {p}" for p in pirates if p != "any" and freed(romans, p)]
    return resolve + [f"free {value}" for value in sorted(set(romans))] * ("any" in pirates)


def all_results(t: Table) -> set[int]:
    """Follow every answer to the end; nobody is asked at any step unless the answer matters."""
    if t.over:
        return {t.sheet[0][0]}
    assert t.asked == [1]
    assert len(outcomes(*split(t.captures(1)))) > 1, t.captures(1)
    assert t.legal(1) == expected_legal(t)
    found: set[int] = set()
    for words in t.legal(1):
        after = Table(position.copy(t.s))
        after.play(1, words)
        found |= all_results(after)
    return found


@pytest.mark.rule("cartes 7.7", "cartes 7.8")
@pytest.mark.parametrize("seed", range(60))
def test_what_the_questions_lead_to_is_what_can_happen(seed: int):
    captures = random_captures(random.Random(seed), most_pirates=3)
    t = settle({1: captures})
    possible = outcomes(*split(captures))
    assert t.over == (len(possible) == 1)
    assert all_results(t) == possible


@pytest.mark.rule("cartes 7.7", "cartes 7.8")
@pytest.mark.parametrize("seed", range(100))
def test_asked_exactly_where_it_matters_with_up_to_six_pirates(seed: int):
    rng = random.Random(f"six {seed}")
    captures = random_captures(rng, most_pirates=6)
    t = settle({1: captures})
    possible = outcomes(*split(captures))
    assert t.over == (len(possible) == 1)
    while not t.over:
        possible = outcomes(*split(t.captures(1)))
        assert len(possible) > 1
        assert t.legal(1) == expected_legal(t)
        t.play(1, rng.choice(t.legal(1)))
    assert t.sheet[0][0] in possible
