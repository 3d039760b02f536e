"""The checks. Each is named after what it promises to whoever builds on a game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from oppidum.kernel import bits, position, record
from oppidum.kernel.errors import BadNotation, IllegalAction
from oppidum.kernel.events import events
from oppidum.kernel.fair import seed_key
from oppidum.kernel.players_luck import luck_from, roll
from oppidum.kernel.record import Seat, Shuffle
from oppidum.kernel.stream import key_words
from oppidum.testing.cases import Case

# What somebody may type, or a broken record say. Digits that `int` takes or chokes on, above all.
NONSENSE = ("", "xyzzy", "7 7 7", "-1", "9" * 40, "9" * 5000, "²", "٣", "½", "1_0", "\u0000", "\ud800")


FORESEEN = 12  # decisions for which two worlds are followed


def same(a: Any, b: Any) -> bool:
    return a.tobytes() == b.tobytes()


def differing_fields(a: Any, b: Any) -> list[str]:
    return [name for name in a.dtype.names if a[name].tobytes() != b[name].tobytes()]


def check_the_game_ends(case: Case) -> None:
    """Every walk ends; only then there are winners; events never overflow their page."""
    game = case.game
    end = case.deal()
    room = end.dtype["events"].shape[0]
    for s, _seat, _action in case.walk():
        assert game.standing(s).winners == (), f"{case}: winners before the end"
        assert s.told < room, f"{case}: {s.told} events, more than fit"
        end = s
    assert not game.waiting(end)
    standing = game.standing(end)
    assert standing.winners, f"{case}: over, and nobody has won"
    assert abs(sum(standing.share(seat) for seat in range(case.players)) - 1) < 1e-9


def check_the_deal_leaves_no_traces(case: Case) -> None:
    """Dealing into a used position gives the same bytes as into a fresh one, and keeps the edition."""
    game = case.game
    fresh = case.deal()
    for s, _seat, _action in case.sample(30):
        used = position.copy(s)
        game.rules.deal(used, case.players, game.options(case.options), key_words(case.key))
        assert same(used, fresh), f"{case}: the deal leaves {differing_fields(used, fresh)} as they were"


def check_nothing_is_lost_or_made_up(case: Case) -> None:
    """Of everything in the box there is always the same number, and nowhere less than none."""
    pieces = case.game.pieces
    if pieces is None:
        return
    whole = {thing: sum(places) for thing, places in pieces(case.deal()).items()}
    for s, _seat, _action in case.walk():
        check_pieces(case, pieces(s), whole)


def check_pieces(case: object, found: Mapping[str, Sequence[int]], whole: Mapping[str, int]) -> None:
    for thing, places in found.items():
        assert min(places) >= 0, f"{case}: {thing} lies {list(places)}, somewhere less than none"
        assert sum(places) == whole[thing], f"{case}: of {thing} there are {sum(places)}, not {whole[thing]}"


def refused(case: Case, s: Any, seat: int, action: int) -> list[str]:
    """What the refusal says was legal."""
    try:
        case.game.act(s, seat, action)
    except IllegalAction as refusal:
        return refusal.legal
    raise AssertionError(f"{case}: seat {seat + 1} was allowed action {action}")


def check_illegal_actions_change_nothing(case: Case) -> None:
    game = case.game
    for s, _seat, _action in case.sample(20):
        before = s.tobytes()
        for seat in range(-1, case.players + 1):
            legal = game.legal(s, seat) if 0 <= seat < case.players else []
            for action in (-1, *range(game.actions), game.actions):
                if action not in legal:
                    said = refused(case, s, seat, action)
                    expected = [game.notation.write(s, seat, a) for a in legal]
                    assert said == expected, f"{case}: the refusal does not say what was legal"
        assert s.tobytes() == before, f"{case}: a refused action changed the position"


def check_the_mask_is_the_count(case: Case) -> None:
    """`legal` returns how many actions it allows, and clears what others left in the mask."""
    game = case.game
    for s, seat, _action in case.sample(10):
        mask = np.ones(game.actions, np.uint8)
        n = int(game.rules.legal(s, seat, mask))
        assert set(mask) <= {0, 1}
        assert n == int(mask.sum()) > 0, f"{case}: {n} actions announced, {int(mask.sum())} in the mask"


def check_a_view_hides_what_is_hidden(case: Case) -> None:
    """Worlds that a seat cannot tell apart redact to the same bytes, observe alike and allow the same."""
    game = case.game
    for number, (s, _seat, _action) in enumerate(case.sample(12)):
        for seat in (-1, *range(case.players)):
            view = game.view(s, seat)
            again = game.view(view, seat)
            assert same(view, again), f"{case}: redacting twice changes {differing_fields(view, again)}"
            assert game.waiting(view) == game.waiting(s)
            if seat < 0:
                continue
            assert game.legal(view, seat) == game.legal(s, seat), f"{case}: the view allows something else"
            seen = game.observation(view, seat)
            assert np.array_equal(game.observation(s, seat), seen), f"{case}: a seat observes what is hidden"
            for world_number in range(2):
                key = seed_key(f"world {case}", 1000 * number + 10 * seat + world_number)
                world = game.imagine(view, seat, key)
                back = game.view(world, seat)
                assert same(back, view), f"{case}: imagining changes {differing_fields(back, view)}"
                assert np.array_equal(game.observation(world, seat), seen)


def check_decisions_show_nothing_else(case: Case) -> None:
    """Two worlds that a seat cannot tell apart stay so while both go on with the same decisions and the same
    luck, until something hidden comes to light before the seat's eyes."""
    game = case.game
    if game.uncovers is None:
        return
    luck = luck_from("through", str(case))
    left: tuple[int, ...] = ()
    for number, (s, mover, _action) in enumerate(case.walk()):
        waiting = game.waiting(s)
        answered = waiting == left  # some have answered in secret already, and may have said anything
        left = tuple(seat for seat in waiting if seat != mover)
        if answered or roll(luck, 6) > 0:
            continue
        for seat in range(case.players):
            world = game.imagine(game.view(s, seat), seat, seed_key(f"through {case}", 10 * number + seat))
            for name in ("stream_at", "stream_key", "stream_block"):
                world[name] = s[name]
            play_on(case, position.copy(s), world, seat, luck)


def play_on(case: Case, one: Any, other: Any, seat: int, luck: np.ndarray) -> None:
    game = case.game
    for _ in range(FORESEEN):
        waiting = game.waiting(one)
        assert game.waiting(other) == waiting
        if not waiting:
            return
        mover = waiting[int(roll(luck, len(waiting)))]
        common = sorted({*game.legal(one, mover)} & {*game.legal(other, mover)})
        if not common:
            return
        before = game.view(one, seat)
        action = common[int(roll(luck, len(common)))]
        game.rules.act(one, mover, action)
        game.rules.act(other, mover, action)
        if came_to_light(case, before, game.view(one, seat), game.view(other, seat), seat):
            return


def came_to_light(case: Case, before: Any, one: Any, other: Any, seat: int) -> bool:
    """Whether the seat has seen something that was hidden; if not, it must see the same in both worlds."""
    uncovers = case.game.uncovers
    assert uncovers is not None
    for here, there in zip_longest(events(one), events(other)):
        shown = [told is not None and uncovers(before, seat, told) for told in (here, there)]
        if all(shown):
            return True
        assert here == there, f"{case}: seat {seat + 1} can tell two worlds apart by {here} and {there}"
    assert same(one, other), (
        f"{case}: seat {seat + 1} can tell two worlds apart by {differing_fields(one, other)}"
    )
    return False


def check_features_keep_their_bounds(case: Case) -> None:
    """Every feature is written, whatever was there before, and lies where the game says that it does."""
    s = case.deal()
    for s, _seat, _action in case.sample(3):
        check_features(case, s)
    assert not case.game.waiting(s)
    check_features(case, s)


def check_features(case: Case, s: Any) -> None:
    game = case.game
    low, high = game.feature_bounds()
    assert low.shape == high.shape == (game.features,)
    for seat in range(case.players):
        seen = np.full(game.features, np.nan, np.float32)
        game.rules.observe(s, seat, seen)
        outside = np.flatnonzero(~((low <= seen) & (seen <= high)))
        assert not len(outside), f"{case}: feature {outside[0]} is {seen[outside[0]]}"


def check_imagined_worlds_can_be_played(case: Case) -> None:
    """An imagined world is a whole position: it plays to its end."""
    game = case.game
    luck = case.luck()
    for number, (s, seat, _action) in enumerate(case.sample(40)):
        world = game.imagine(game.view(s, seat), seat, seed_key(f"played {case}", number))
        for _ in range(20_000):
            waiting = game.waiting(world)
            if not waiting:
                break
            legal = game.legal(world, waiting[0])
            assert legal, f"{case}: an imagined world is stuck"
            game.rules.act(world, waiting[0], legal[int(roll(luck, len(legal)))])
        assert not game.waiting(world), f"{case}: an imagined world has no end"


def check_simultaneous_choices_do_not_leak(case: Case) -> None:
    """While several seats owe a decision, what one of them chooses shows in no other seat's view."""
    game = case.game
    for s, seat, _action in case.sample(8):
        others = [other for other in game.waiting(s) if other != seat]
        if not others:
            continue
        after: dict[tuple[int, ...], dict[int, bytes]] = {}
        for action in game.legal(s, seat):
            tried = position.copy(s)
            game.rules.act(tried, seat, action)
            # A choice that ends the waiting at once (the first call of several) is public by itself: the
            # others are then asked no more, or asked something else.
            views = after.setdefault(game.waiting(tried), {})
            if all(game.legal(tried, other) == game.legal(s, other) for other in others):
                for other in others:
                    view = game.view(tried, other).tobytes()
                    assert views.setdefault(other, view) == view, (
                        f"{case}: seat {other + 1} can tell what seat {seat + 1} has chosen"
                    )


def check_notation_reads_back(case: Case) -> None:
    game = case.game
    for s, seat, _action in case.sample(5):
        view = game.view(s, seat)
        for action in game.legal(s, seat):
            words = game.notation.write(s, seat, action)
            assert words == " ".join(words.split()), f"{case}: {words!r} has stray spaces"
            assert game.notation.read(s, seat, words) == action, f"{case}: {words!r} reads as something else"
            assert game.notation.write(view, seat, action) == words, (
                f"{case}: the view spells {words!r} otherwise"
            )
        for nonsense in NONSENSE:
            try:
                game.notation.read(s, seat, nonsense)
            except BadNotation:
                continue
            raise AssertionError(f"{case}: {nonsense!r} was read as an action")


def written(case: Case) -> record.Record:
    """A whole random game as a record."""
    game = case.game
    edition = case.edition or game.default_edition()
    seats = [Seat(f"player {seat + 1}", None) for seat in range(case.players)]
    s = case.deal()
    told = record.begin(game, edition, seats, case.options, Shuffle(case.key.hex()), s)
    for s, seat, action in case.walk():
        words = game.notation.write(s, seat, action)
        after = position.copy(s)
        game.rules.act(after, seat, action)
        record.append(game, told, after, seat, words)
    record.close(game, told, s)
    return told


def check_records_replay(case: Case) -> None:
    """Record, JSON, record again, replay: nothing is lost, and the check finds nothing wrong."""
    told = written(case)
    line = record.encode(told)
    again = record.decode(line)
    assert record.encode(again) == line
    record.check(again, lambda _id: case.game, [case.edition] if case.edition else [])


def fingerprint(case: Case) -> str:
    """A hash of every position of a walk: compiled and uncompiled play must agree on it."""
    digest = hashlib.sha256()
    for s, seat, action in case.walk():
        digest.update(s.tobytes() + bytes([seat]) + action.to_bytes(2, "little"))
        digest.update(case.game.view(s, seat).tobytes())
    return digest.hexdigest()


def check_waiting_is_public(case: Case) -> None:
    """Who owes a decision is the same in everybody's eyes, and always a seat at the table."""
    game = case.game
    for s, _seat, _action in case.sample(10):
        seats = int(game.rules.waiting(s))
        assert 0 < seats < 1 << case.players
        for seat in range(-1, case.players):
            assert game.waiting(game.view(s, seat)) == bits.members(seats)


def check_several_answers_at_once(case: Case) -> None:
    """What is asked in one call is the same as in several: a decision with what it asks, a view with its
    standing."""
    game = case.game
    for before, seat, action in case.sample(10):
        after, s = position.copy(before), position.copy(before)
        asked = game.answer(after, seat, action)
        game.rules.act(s, seat, action)
        assert same(after, s)
        assert asked == game.questions(s)
        assert (asked.drawn, asked.told) == (s.stream_at, s.told)
        assert tuple(asked.masks) == game.waiting(s)
        for asked_seat, mask in asked.masks.items():
            assert np.flatnonzero(np.frombuffer(mask, np.uint8)).tolist() == game.legal(s, asked_seat)
        for eyes in range(-1, case.players):
            view, standing = game.look(s, eyes)
            assert same(view, game.view(s, eyes))
            assert standing == game.standing(view)


CHECKS: tuple[Callable[[Case], None], ...] = (
    check_the_game_ends,
    check_the_deal_leaves_no_traces,
    check_nothing_is_lost_or_made_up,
    check_illegal_actions_change_nothing,
    check_the_mask_is_the_count,
    check_a_view_hides_what_is_hidden,
    check_decisions_show_nothing_else,
    check_features_keep_their_bounds,
    check_imagined_worlds_can_be_played,
    check_simultaneous_choices_do_not_leak,
    check_notation_reads_back,
    check_records_replay,
    check_waiting_is_public,
    check_several_answers_at_once,
)


def check_all(case: Case) -> None:
    for check in CHECKS:
        check(case)
