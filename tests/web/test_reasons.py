"""Reasons of a hint are true: what they claim is checked by playing it out, whatever the others do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from oppidum import games
from oppidum.faces.reasons import Reason, reasons_for, telling
from oppidum.games.cartes.seen import Captured as CapturedRoman
from oppidum.games.cartes.seen import Peeks
from oppidum.games.compagnie.seen import Reinforced, WonAlbum
from oppidum.games.romains.seen import POINTS, Throw, Walked
from oppidum.kernel.fair import seed_key
from oppidum.kernel.position import copy
from oppidum.tables.hint import Hint
from oppidum.words import LANGUAGES, language
from oppidum.words.happenings import hint as in_words

GAMES = 12
PLAIN = {"lowest", "cheap", "few", "set"}  # claims that hold or do not, whatever the others play


def decisions(game_id: str) -> Iterator[tuple[Any, Any, int, Any, Any]]:
    """Of random games: game, position, a seat that decides, its reading, and a source of luck."""
    game = games.load(game_id)
    for number in range(GAMES):
        luck = np.random.default_rng(number)
        about = game.about
        players = about.min_players + number % (about.max_players - about.min_players + 1)
        s = game.deal(players, seed_key("reasons", number))
        for _ in range(160):
            waiting = game.waiting(s)
            if not waiting:
                break
            seat = waiting[int(luck.integers(len(waiting)))]
            seen = game.read(game.view(s, seat), seat, game.default_edition())
            yield game, s, seat, seen, luck
            game.act(s, seat, int(luck.choice(game.legal(s, seat))))


def claims(game: Any, seen: Any, seat: int, choice: Any, code: str = "en") -> list[Reason]:
    names = [f"N{n}" for n in range(6)]
    return reasons_for(game.id, language(code), game.default_edition(), seen, seat, choice, names)


def played(game: Any, s: Any, seat: int, choice: Any, luck: Any) -> tuple[Any, list[Any]]:
    """That choice, and whatever the others then choose at the same time; and what that brought about."""
    world, told = copy(s), []
    before = world.stream_at
    game.act(world, seat, game.notation.read(world, seat, choice.move))
    told += game.told(world, game.default_edition())
    if len(game.waiting(s)) > 1:
        for other in [x for x in game.waiting(s) if x != seat]:
            if other in game.waiting(world):
                game.act(world, other, int(luck.choice(game.legal(world, other))))
                told += game.told(world, game.default_edition())
    assert before <= world.stream_at
    return world, told


def test_what_is_claimed_in_cartes_comes_true() -> None:
    seen_claims: Counter[str] = Counter()
    for game, s, seat, seen, luck in decisions("cartes"):
        if seen.phase != "bid":
            continue
        for choice in seen.choices:
            for reason in claims(game, seen, seat, choice):
                seen_claims[reason.claim] += 1
                mine = seen.players[seat]
                for _ in range(1 if reason.claim in PLAIN else 4):
                    world, told = played(game, s, seat, choice, luck)
                    takers = [e.seat for e in told if isinstance(e, CapturedRoman)]
                    match reason.claim:
                        case "sure" | "takes pirates":
                            assert takers == [seat], reason
                        case "ducks" | "returns":
                            assert seat not in takers, reason
                        case "lowest" | "cheap":
                            assert choice.value == min(mine.gauls)
                        case "few":
                            if len(seen.players) == len(game.waiting(s)) == 2:
                                assert stopped(game, s, seat, choice) == number_in(reason)
                        case "spares":
                            after = game.read(world, seat, game.default_edition())
                            assert after.players[seat].gauls == mine.gauls
                        case "looks":
                            assert any(isinstance(e, Peeks) and e.seat == seat for e in told), reason
                        case "set":
                            owned = {x.rank: x.n for x in mine.taken}
                            assert owned[seen.offer.rank] >= 1
                        case _:
                            raise AssertionError(reason)
    told_of = {"sure", "ducks", "returns", "lowest", "set", "looks", "few", "cheap", "spares"}
    assert told_of <= set(seen_claims), seen_claims


def number_in(reason: Reason) -> int:
    return int(re.findall(r"\d+", reason.text)[0])


def stopped(game: Any, s: Any, seat: int, choice: Any) -> int:
    """How many answers of the only other player keep the bid from winning."""
    (other,) = [x for x in game.waiting(s) if x != seat]
    lost = 0
    for answer in game.legal(s, other):
        world = copy(s)
        game.act(world, seat, game.notation.read(world, seat, choice.move))
        game.act(world, other, int(answer))
        told = game.told(world, game.default_edition())
        lost += not any(isinstance(e, CapturedRoman) and e.seat == seat for e in told)
    return lost


def test_what_is_claimed_in_romains_comes_true() -> None:
    seen_claims: Counter[str] = Counter()
    for game, s, seat, seen, _ in decisions("romains"):
        for choice in seen.choices:
            for reason in claims(game, seen, seat, choice):
                seen_claims[reason.claim] += 1
                mine = seen.players[seat]
                if isinstance(choice, Throw):
                    ends = [walked(game, s, seat, choice, n) for n in range(10)]
                    events = [seen.events.get(space) for space in ends]
                    if reason.claim.startswith("no "):
                        assert reason.claim.removeprefix("no ") not in events, reason
                    if reason.claim == "home" and "Whatever" in reason.text:
                        assert set(ends) == {seen.village}
                elif reason.claim in ("keeps", "rid", "penalties"):
                    worth = sum(POINTS[face] for face in mine.certain)
                    assert len(mine.certain) == mine.cards
                    assert (worth > 0) is (reason.claim == "keeps") or reason.claim == "penalties"
                else:
                    what_an_open_hand_shows(game, s, seat, seen, choice, reason)
    told_of = {"home", "no menhir", "no bard", "far", "near", "keeps", "rid", "more", "fewer", "known"}
    assert told_of | {"draws", "nearer"} <= set(seen_claims), seen_claims


def what_an_open_hand_shows(game: Any, s: Any, seat: int, seen: Any, choice: Any, reason: Reason) -> None:
    mine, thrower = seen.players[seat], seen.turn
    world = copy(s)
    game.act(world, seat, game.notation.read(world, seat, choice.move))
    after = game.read(world, seat, game.default_edition(), open_cards=True)
    match reason.claim:
        case "more" | "fewer":
            there = game.read(s, seat, game.default_edition(), open_cards=True).players[thrower]
            assert (there.cards > mine.cards) is (reason.claim == "more")
            assert number_in(reason) == there.cards
        case "known":
            there = game.read(s, seat, game.default_edition(), open_cards=True).players[thrower]
            assert not Counter(seen.players[thrower].certain) - Counter(there.certain), "what is known is so"
        case "draws":
            assert after.players[seat].cards == number_in(reason)
        case "nearer":
            assert after.players[seat].at == seen.village - number_in(reason)
        case _:
            raise AssertionError(reason)


def walked(game: Any, s: Any, seat: int, choice: Any, number: int) -> int:
    """Where the pawn stops in one world: chance is drawn anew, nobody calls, nobody jostles."""
    world = game.imagine(game.view(s, seat), seat, seed_key("walk", number))
    game.act(world, seat, game.notation.read(world, seat, choice.move))
    for _ in range(40):
        for e in game.told(world, game.default_edition()):
            if isinstance(e, Walked) and e.seat == seat:
                return e.to
        other = game.waiting(world)[0]
        game.act(world, other, game.notation.read(world, other, "pass"))
    raise AssertionError("nobody walks")


def test_what_is_claimed_in_compagnie_comes_true() -> None:
    seen_claims: Counter[str] = Counter()
    for game, s, seat, seen, _ in decisions("compagnie"):
        for choice in seen.choices:
            found = claims(game, seen, seat, choice)
            if not found:
                continue
            world, told = copy(s), []
            game.act(world, seat, game.notation.read(world, seat, choice.move))
            told += game.told(world, game.default_edition())
            for _ in range(4):  # a power that is offered then is left alone
                if seat not in game.waiting(world):
                    break
                after = game.read(game.view(world, seat), seat, game.default_edition())
                if "pass" not in [each.move for each in after.choices] or after.turn != seen.turn:
                    break
                game.act(world, seat, game.notation.read(world, seat, "pass"))
                told += game.told(world, game.default_edition())
            won = [e for e in told if isinstance(e, WonAlbum)]
            for reason in found:
                seen_claims[reason.claim] += 1
                if reason.claim == "album":
                    assert any(e.seat == seat for e in won), (choice, reason)
                if reason.claim == "victory":
                    assert not game.waiting(world)
                    assert seat in game.standing(world).winners
                if reason.claim == "draws":
                    drawn = sum(e.new for e in told if isinstance(e, Reinforced)) or new_cards(
                        seen, world, seat
                    )
                    assert drawn == number_in(reason), (choice, reason)
                if reason.claim == "fits":
                    assert choice.camp in ("gaul", "roman")
    assert {"album", "stronger", "draws", "fits"} <= set(seen_claims), seen_claims


def new_cards(seen: Any, world: Any, seat: int) -> int:
    game = games.load("compagnie")
    after: Any = game.read(game.view(world, seat), seat, game.default_edition())
    return len(after.players[seat].hand) - len(seen.players[seat].hand)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game_id", list(games.catalogue()))
def test_reasons_are_said_in_every_language(game_id: str, code: str) -> None:
    said: set[str] = set()
    for n, (game, _, seat, seen, _) in enumerate(decisions(game_id)):
        if n > 150:
            break
        for choice in seen.choices:
            said |= {reason.text for reason in claims(game, seen, seat, choice, code)}
    assert said
    assert not [text for text in said if "%(" in text]


# ---------------------------------------------------------------- what a hint makes of them


def a_hint(share: float, next_share: float | None, noise: float = 0.02, games: int = 4000) -> Hint:
    other = None if next_share is None else "b"
    return Hint(1, "a", "prolix", games, share, other, next_share, noise)


def test_what_is_true_of_one_alone_comes_before_what_is_true_of_both() -> None:
    one = [Reason("x", "both"), Reason("y", "this one alone")]
    assert telling(one, [Reason("x", "both")]) == ["this one alone"]
    assert telling(one, one) == ["both", "this one alone"]  # what both gain; the hint calls them about equal
    assert telling([], one) == []


def test_a_reason_that_the_search_contradicts_is_not_said() -> None:
    t = language("en")
    _, why = in_words(t, a_hint(0.2, 0.4), "A", "B", ["because"])
    assert "because" not in why
    _, why = in_words(t, a_hint(0.4, 0.2), "A", "B", ["because"])
    assert why == ["because"]


def test_within_the_noise_both_are_about_equal() -> None:
    _, why = in_words(language("en"), a_hint(0.236, 0.235), "A", "B", ["because"])
    assert why[0] == "because"
    assert why[1] == "About as good: B."
    assert not any("%" in line for line in why)


def test_without_a_reason_the_figures_speak() -> None:
    _, why = in_words(language("en"), a_hint(0.5, 0.3), "A", "B", [])
    assert "50%" in why[0]
    assert "30%" in why[0]
