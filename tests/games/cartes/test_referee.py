"""Random games, recorded, before an independent referee: same questions, same choices, same sheet."""

from __future__ import annotations

import os
import random
from collections import Counter
from importlib import resources

import pytest

from oppidum.games import load
from oppidum.kernel import record
from oppidum.kernel.fair import seed_key

from .referee import Box, Protest, Referee
from .table import Table

GAME = load("cartes")
EDITION = GAME.default_edition()
BOX = Box((resources.files("oppidum.games.cartes") / "reconstituee.toml").read_text(encoding="utf-8"))

SLOW = os.environ.get("NUMBA_DISABLE_JIT") == "1"
GAMES = 12 if SLOW else 200
BATCHES = 4


def temper(rng: random.Random) -> dict[str, float]:
    """How a random player leans: fond of dogs, of equal bids, of high cards, or of nothing."""
    return rng.choice([{}, {}, {"idefix": 6.0}, {"bid 9": 4.0, "bid 10": 4.0}, {"bid 1": 4.0, "idefix": 2.0}])


def play(players: int, number: int) -> tuple[record.Record, list[tuple[int, list[str]]]]:
    """A random game: its record, and what was legal for whom before every decision."""
    rng = random.Random(f"{players} {number}")
    options = {"hands": rng.choice([1, 1, 1, 1, 2, 2, 3, 4]), "characters": rng.choice(["seats", "drawn"])}
    key = seed_key(f"referee {players}", number)
    s = GAME.deal(players, key, options)
    seats = [record.Seat(f"player {n + 1}", "random") for n in range(players)]
    written = record.begin(GAME, EDITION, seats, options, record.Shuffle(key.hex()), s)
    tempers = [temper(rng) for _ in range(players)]
    offered: list[tuple[int, list[str]]] = []
    while asked := GAME.waiting(s):
        seat = rng.choice(asked)
        legal = {GAME.notation.write(s, seat, action): action for action in GAME.legal(s, seat)}
        offered.append((seat + 1, list(legal)))
        words = rng.choices(list(legal), [tempers[seat].get(choice, 1.0) for choice in legal])[0]
        GAME.rules.act(s, seat, legal[words])
        record.append(GAME, written, s, seat, words)
    record.close(GAME, written, s)
    return written, offered


def judge(written: record.Record, offered: list[tuple[int, list[str]]]) -> Referee:
    """Read a record to the referee; at every decision both must see the same choices."""
    options = written.options
    referee = Referee(BOX, len(written.seats), int(options["hands"]), options["characters"] == "drawn")
    decisions = iter(offered)
    for move in written.moves:
        if not move.startswith("* "):
            seat, legal = next(decisions)
            assert seat in referee.asked(), move
            assert set(legal) == referee.legal(seat), move
        referee.read(move)
    assert next(decisions, None) is None
    return referee


@pytest.mark.rule("cartes 3.1", "cartes 5.7", "cartes 7.5", "cartes 7.8")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_referee_agrees(players: int, batch: int):
    for number in range(batch, GAMES, BATCHES):
        written, offered = play(players, number)
        referee = judge(written, offered)
        assert referee.over()
        assert written.result is not None
        assert written.result.points == referee.totals()
        assert written.result.winners == referee.winners()
        assert len(referee.sheet) == int(written.options["hands"])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_captures_and_sheet_agree_all_along(players: int):
    for number in range(GAMES, GAMES + 5):
        written, _ = play(players, number)
        referee = Referee(
            BOX, players, int(written.options["hands"]), written.options["characters"] == "drawn"
        )
        moves = iter(written.moves)
        for _seat, _action, s in record.replay(GAME, written, EDITION):
            while referee.shuffling and not referee.over():
                referee.read(next(moves))
            t = Table(s)
            assert t.asked == referee.asked()
            assert t.sheet == referee.sheet
            for player in referee.players if t.asked else []:
                if not referee.settling:  # the engine has let go already whoever escapes unasked
                    assert set(t.hand(player.name).split()) == referee.in_hand(player)
                    romans = [str(value) for value in sorted(player.romans)]
                    pirates = [name for name in BOX.pirates if name in player.pirates]
                    assert t.captures(player.name).split() == romans + pirates
            if t.asked:
                referee.read(next(moves))
        assert next(moves, None) is None


@pytest.mark.parametrize("players", [2, 5])
def test_the_records_pass_our_own_check(players: int):
    for number in range(3):
        record.check(play(players, number)[0], load)


@pytest.mark.skipif(SLOW, reason="too few games are played uncompiled")
def test_random_games_meet_the_rare_rules():
    """The comparison is worth something only if the games go where the rules are awkward."""
    notes: Counter[str] = Counter()
    for players in (2, 3, 4, 5):
        for number in range(30):
            notes += judge(*play(players, number)).notes
    assert set(notes) == {
        "all play Idéfix",
        "full tie on a Roman",
        "full tie on a pirate",
        "given to somebody without cards",
        "last Idéfix discarded",
        "last player draws",
        "nothing to look at",
        "pirate given",
        "pirate kept",
        "pirates asked about",
        "Roman given",
        "Roman kept",
        "same value",
        "several Idéfix",
        "short deck",
    }


def test_the_referee_protests():
    written, _ = play(2, 0)
    deck = next(move for move in written.moves if move.startswith("* deck"))
    referee = Referee(BOX, 2, 1, drawn=False)
    with pytest.raises(Protest, match="not complete"):
        referee.read(deck.rsplit(" ", 1)[0])
    with pytest.raises(Protest, match="chance has no business"):
        referee.read("* character 1 2")
    referee.read(deck)
    with pytest.raises(Protest, match="seat 1 may not keep"):
        referee.read("1: keep")
    referee.read("1: bid 3")
    with pytest.raises(Protest, match="seat 1 may not bid 4"):
        referee.read("1: bid 4")
