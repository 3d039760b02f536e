"""Making puzzles: from views alone, the same from the same seed, refused where nothing can be missed."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.test_cli import oppidum, refusal

from oppidum import bots, games, search
from oppidum.analysis.judging import Judge
from oppidum.kernel.errors import BadOption, BadRecord
from oppidum.puzzles import hardness
from oppidum.puzzles.collection import Puzzle, decode, encode, in_order, name_of
from oppidum.puzzles.making import A_GAME, Maker, Quotas, every_option
from oppidum.puzzles.posing import pose

EFFORT = 10_000
COUNT = 3


@pytest.fixture(scope="module")
def made() -> tuple[Puzzle, ...]:
    maker = Maker(games.load("romains"), EFFORT)
    return in_order(maker.heading(), maker.make(COUNT, "making"))


def test_the_same_seed_gives_the_same_puzzles(made: tuple[Puzzle, ...]) -> None:
    maker = Maker(games.load("romains"), EFFORT)
    sources = maker.make(COUNT, "making")
    assert encode(maker.heading(), sources) == encode(made[0].heading, sources)
    assert [puzzle.id for puzzle in in_order(maker.heading(), sources)] == [puzzle.id for puzzle in made]
    assert len(made) == len({puzzle.players for puzzle in made}) == COUNT


def test_they_survive_being_written(made: tuple[Puzzle, ...]) -> None:
    sources = {puzzle.source.key: puzzle.source for puzzle in made}.values()
    again = decode(encode(made[0].heading, list(sources)))
    assert [(p.id, p.number, p.asked) for p in again] == [(p.id, p.number, p.asked) for p in made]
    for puzzle in again:
        assert puzzle.asked.answers[0] in pose(puzzle).moves


def test_a_name_stands_for_a_position(made: tuple[Puzzle, ...]) -> None:
    """Not for a place in a deal: who bids otherwise before it, comes to another puzzle."""
    source = made[0].source
    asked = msgspec.structs.replace(source.puzzles[0], at=2)
    names = {
        name_of(msgspec.structs.replace(source, **other), asked)
        for other in (
            {"moves": "1 bid 7|2 bid 3"},
            {"moves": "1 bid 7|2 bid 4"},
            {"moves": "1 bid 7|2 bid 3", "key": "00" * 32},
            {"moves": "1 bid 7|2 bid 3", "options": {"hands": "1"}},
            {"moves": "1 bid 7|2 bid 3", "bots": (*source.bots, "greedy")},
        )
    }
    assert len(names) == 5
    further = msgspec.structs.replace(source, moves="1 bid 7|2 bid 3|1 bid 1")
    assert name_of(further, asked) in names


def test_more_keeps_what_holds_and_adds_what_lacks(made: tuple[Puzzle, ...]) -> None:
    game = games.load("romains")
    found = made[0]
    spoilt = replace(found, asked=msgspec.structs.replace(found.asked, answers=(found.asked.thumb,)))
    maker = Maker(game, EFFORT)
    again = in_order(maker.heading(), maker.make(COUNT, "more", known=[spoilt, *made[1:]]))
    assert len(again) == COUNT
    kept = {puzzle.id for puzzle in again} & {puzzle.id for puzzle in made}
    assert kept == {puzzle.id for puzzle in made[1:]}
    for puzzle in again:
        assert puzzle.asked.answers[0] in pose(puzzle).moves


def test_every_look_is_at_what_the_seat_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is judged, and whatever the rule of thumb is asked about, is redacted for its seat."""
    looked: list[bool] = []
    game = games.load("cartes")
    whole = Judge.judge

    def judge(self: Judge, view: Any, seat: int, action: int) -> Any:
        looked.append(game.view(view, seat).tobytes() == view.tobytes())
        return whole(self, view, seat, action)

    monkeypatch.setattr(Judge, "judge", judge)
    Maker(game, EFFORT).make(2, "views", [{"hands": "1"}])
    assert len(looked) > 20
    assert all(looked)


def test_a_second_opinion_is_that_of_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every table, also where who decides and who judges think without one."""
    game = games.load("romains")
    asked: list[Any] = []

    def think(*of: Any, knobs: Any) -> Any:
        asked.append(search.think(*of, knobs=knobs))
        return asked[-1]

    monkeypatch.setattr(hardness, "think", think)
    for players in (2, 4):
        s = game.deal(players, bytes(32))
        seat = game.waiting(s)[0]
        hardness.top_of(game, game.view(s, seat), seat, 60, "opinion")
    assert all(thought.nodes > 1 for thought in asked)
    assert len(asked) == 2


def test_a_game_gives_few_and_every_table_its_share() -> None:
    quotas = Quotas(games.load("romains"), 10)
    assert quotas.tables == [2, 3, 4, 5, 6]
    assert quotas.a_table == 2
    for _ in range(2):
        assert quotas.wants(3)
        quotas.taken.update([3])
    assert not quotas.wants(3)
    assert quotas.wants(4)
    assert A_GAME < 10


def test_who_misses_nothing_has_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "default_name", lambda game_id: "random")
    with pytest.raises(BadOption, match="no rule of thumb"):
        Maker(games.load("romains"))


def test_options_take_turns() -> None:
    assert every_option({}) == [{}]
    assert every_option({"a": ["1", "2"], "b": ["x"]}) == [{"a": "1", "b": "x"}, {"a": "2", "b": "x"}]


@pytest.mark.parametrize(
    "text", [b"", b"{}", b'{"format":"other/1","game":"x","edition":"","rules":1,"effort":1}']
)
def test_what_is_no_file_of_puzzles(text: bytes) -> None:
    with pytest.raises(BadRecord):
        decode(text)


def test_the_command_writes_a_file(tmp_path: Path, long: bool) -> None:
    count = "2" if long else "1"
    arguments = ("puzzles", "make", "romains", "--count", count, "--seed", "command", "--effort", "10000")
    plain, packed = tmp_path / "puzzles.jsonl", tmp_path / "puzzles.jsonl.gz"
    for file in (plain, packed):
        done = oppidum(*arguments, "--out", str(file))
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert len(decode(plain.read_bytes())) == int(count)


def test_the_command_refuses_in_one_sentence(tmp_path: Path) -> None:
    assert "no game 'chess'" in refusal("puzzles", "make", "chess")
    assert "NAME=CHOICE" in refusal("puzzles", "make", "cartes", "-o", "hands")
    assert "cannot be written" in refusal(
        "puzzles", "make", "cartes", "--out", str(tmp_path / "no" / "where")
    )
