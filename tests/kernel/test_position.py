"""Positions: one record, Python integers on the outside, the same meaning compiled and uncompiled."""

from __future__ import annotations

import numpy as np
import pytest

from oppidum import games
from oppidum.kernel.compiled import rule
from oppidum.kernel.fair import seed_key
from oppidum.kernel.position import UNREAD, Cells, blank, copy, layout, unpacking

DTYPE = layout([("one", "i1"), ("wide", "i8"), ("row", "i2", 4), ("grid", "i1", (2, 3))], events=2)


@rule
def stir(s):
    """Arithmetic that eight bits cannot hold, on every kind of field."""
    s.one = 7
    s.wide = 1 << (s.one * 8)
    s.row[1] = 200 + s.one
    s.row[2] |= 1 << s.row[1] // 20
    s.grid[1, 2] = -3
    row = s.grid[1]
    row[0] += s.grid[1, 2] * 2
    s.wide += s.grid[1, 0] << 20


def test_fields_read_as_python_integers():
    s = blank(DTYPE)
    s.one = 100
    assert type(s.one) is int
    assert 1 << s.one == 2**100
    assert s.one * s.one == 10_000  # an int8 would overflow
    assert type(s.row[0]) is int
    assert type(s.grid[1, 2]) is int
    assert [type(x) for x in s.row] == [int] * 4
    assert isinstance(s.grid[0], Cells)
    assert type(s.grid[0][1]) is int


def test_rows_are_windows_on_the_position():
    s = blank(DTYPE)
    row = s.grid[1]
    row[2] = 5
    s.row[1:3] = 9
    assert s.grid.tolist() == [[0, 0, 0], [0, 0, 5]]
    assert s.row.tolist() == [0, 9, 9, 0]


def test_compiled_and_plain_arithmetic_agree():
    s, plain = blank(DTYPE), blank(DTYPE)
    stir(s)
    getattr(stir, "py_func", stir)(plain)
    assert s.tobytes() == plain.tobytes()
    assert (s.wide, s.row.tolist(), s.grid.tolist()) == (
        2**56 - (6 << 20),
        [0, 207, 1024, 0],
        [[0] * 3, [-6, 0, -3]],
    )


def test_a_copy_is_independent():
    s = blank(DTYPE)
    s.one = 1
    t = copy(s)
    t.one, t.row[0] = 2, 3
    assert (s.one, s.row[0], t.one, t.row[0]) == (1, 0, 2, 3)
    assert type(t) is type(s)


def test_compiled_code_finds_a_position_wherever_it_lies():
    """A copy of its own, one of several in the same memory, the first of these, one in an array."""
    expected = blank(DTYPE)
    stir(expected)
    alone = copy(blank(DTYPE))
    stir(alone)
    assert alone.tobytes() == expected.tobytes()
    for number in (0, 2):
        memory = bytearray(3 * DTYPE.itemsize)
        together = np.ndarray(3, DTYPE, memory)
        stir(together[number])
        untouched = bytes(DTYPE.itemsize)
        assert [s.tobytes() for s in together] == [
            expected.tobytes() if n == number else untouched for n in range(3)
        ]
    one_of_many = np.zeros(3, DTYPE)[1]
    stir(one_of_many)
    assert one_of_many.tobytes() == expected.tobytes()


def test_a_position_in_an_array_is_a_window_on_it():
    states = np.zeros(3, DTYPE)
    s = states[1]
    s.wide = 77
    assert states["wide"].tolist() == [0, 77, 0]


def test_bytes_are_the_whole_position():
    s = blank(DTYPE)
    stir(s)
    again = np.frombuffer(s.tobytes(), DTYPE)[0]
    assert again.tobytes() == s.tobytes()
    assert again.row.tolist() == s.row.tolist()


@pytest.mark.parametrize("name", ["players", "told", "events", "stream_at", "stream_key", "stream_block"])
def test_every_position_has_what_all_games_share(name: str):
    assert DTYPE.names is not None
    assert name in DTYPE.names


def nested(value):
    return tuple(nested(each) for each in value) if isinstance(value, list) else value


@pytest.mark.parametrize("game_id", games.catalogue())
def test_unpacking_gives_what_numpy_gives(game_id):
    game = games.load(game_id)
    luck = np.random.default_rng(7)
    s = game.deal(game.about.max_players, seed_key("unpacking"))
    random_bits = np.frombuffer(luck.bytes(game.dtype.itemsize), game.dtype)[0]
    for position in (s, copy(s), game.view(s, 1), random_bits):
        found = vars(unpacking(game.dtype)(position))
        told = {
            name: nested(position[name].tolist()) for name in game.dtype.names or () if name not in UNREAD
        }
        assert found == told
