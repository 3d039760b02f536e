"""Many games stepped in one call: the compiled kernels of the vector environment.

`Tables` are the arrays of a batch, one row a game. Every kernel works on rows that it takes from those that
are left (`adapters.sharing`), so that several threads can share the work, and is the same for all games: the
verbs are resolved by the dtype.
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from oppidum.adapters.rewards import write_worth
from oppidum.adapters.sharing import note_done, take_rows, wait_a_little
from oppidum.bots.policies import decide
from oppidum.kernel import bits
from oppidum.kernel.arrival import next_to_answer
from oppidum.kernel.bits import WORD
from oppidum.kernel.compiled import outermost, part, rule, working_part
from oppidum.kernel.players_luck import roll, roll_key
from oppidum.kernel.playout import pick
from oppidum.kernel.verbs import act, deal, first_counts, legal, observe, redact, scores, waiting

EVERY_SEAT = -1

Setting = namedtuple(
    "Setting",
    [
        "players",
        "options",
        "policies",  # of the opponents, one a seat
        "rotate",  # whether the learner changes its seat with every game
    ],
)

Tables = namedtuple(
    "Tables",
    [
        "states",  # the positions
        "seats",  # whose decision it is
        "masks",  # the actions open to that seat
        "open",  # how many they are
        "learners",  # the seat that the environment plays for, or EVERY_SEAT
        "resting",  # whether a game takes no decision in this step
        "deal_luck",  # where each game's next key comes from
        "play_luck",  # the luck of the opponents, and of who answers first
        "rewards",  # of every seat, when a game has just ended
        "acted",  # the reward of the seat that has just acted
        "over",  # whether a game has just ended
        "features",  # what the deciding seat observes (no columns: nobody asked for it)
        "final",  # what the seat that acted last observes at the end of a game
    ],
)


# ---------------------------------------------------------------- without allocations: what every step does


@part
def act_rows(tables, first, last, actions):
    """The decisions themselves; ended games wait to be dealt anew."""
    for i in range(first, last):
        if not tables.resting[i]:
            act(tables.states[i], tables.seats[i], actions[i])


@part
def close_rows(tables, first, last, points):
    """Note which games have ended, and what they are worth."""
    players = len(points)
    for i in range(first, last):
        s = tables.states[i]
        if waiting(s) == 0:
            write_worth(scores(s, points), players, tables.rewards[i])
            tables.acted[i] = tables.rewards[i, tables.seats[i]]
            tables.over[i] = True
        elif tables.over[i]:
            tables.over[i] = False
            tables.acted[i] = 0.0
            for seat in range(players):
                tables.rewards[i, seat] = 0.0


@part
def deal_rows(tables, first, last, wanted, players, options, key):
    for i in range(first, last):
        if wanted[i]:
            roll_key(tables.deal_luck[i], key)
            deal(tables.states[i], players, options, key)


@part
def ask_rows(tables, first, last):
    """Note whose decision it is, and what may be done."""
    for i in range(first, last):
        if tables.resting[i]:
            continue
        s = tables.states[i]
        seat = tables.learners[i]
        if seat == EVERY_SEAT:
            seat = next_to_answer(s, waiting(s), tables.play_luck[i])
        tables.seats[i] = seat
        tables.open[i] = legal(s, seat, tables.masks[i])


@part
def look_rows(tables, first, last):
    """What the deciding seat of each row observes."""
    for i in range(first, last):
        observe(tables.states[i], tables.seats[i], tables.features[i])


@part
def look_back_rows(tables, first, last):
    """What the seat that has just acted observes at the end, where a game has ended."""
    for i in range(first, last):
        if tables.over[i]:
            observe(tables.states[i], tables.seats[i], tables.final[i])


# ---------------------------------------------------------------- the environment plays all seats


@outermost
def begin(tables, taken, own, wanted, setting):
    """Deal the wanted games."""
    rows = len(wanted)
    key = np.empty(8, np.int32)
    first, last = take_rows(taken, own, rows)
    while first < last:
        deal_rows(tables, first, last, wanted, setting.players, setting.options, key)
        for i in range(first, last):
            if wanted[i]:  # elsewhere somebody has been asked already
                ask_rows(tables, i, i + 1)
        if tables.features.shape[1] > 0:
            look_rows(tables, first, last)
        note_done(taken, last - first)
        first, last = take_rows(taken, own, rows)
    wait_a_little(taken, own, rows)


@outermost
def step(tables, taken, own, actions, setting):
    """One decision in each game; one that ends is dealt anew at once."""
    rows = len(actions)
    key = np.empty(8, np.int32)
    points = np.empty(setting.players, np.int64)
    observing = tables.features.shape[1] > 0
    first, last = take_rows(taken, own, rows)
    while first < last:
        act_rows(tables, first, last, actions)
        close_rows(tables, first, last, points)
        if observing:
            look_back_rows(tables, first, last)
        deal_rows(tables, first, last, tables.over, setting.players, setting.options, key)
        ask_rows(tables, first, last)
        if observing:
            look_rows(tables, first, last)
        note_done(taken, last - first)
        first, last = take_rows(taken, own, rows)
    wait_a_little(taken, own, rows)


# ---------------------------------------------------------------- it plays one seat, policies the others
# Apart from the above, so that whoever needs no opponents need not compile them.


@working_part
def play_rows(tables, first, last, policies, views, mask):
    """Let the other seats decide until the learner is asked, or the game is over."""
    for i in range(first, last):
        if tables.resting[i]:
            continue
        s = tables.states[i]
        learner = tables.learners[i]
        seats = waiting(s)
        while seats != 0:
            asked = (seats >> learner) & 1 != 0
            if asked and not first_counts(s):
                break
            seat = next_to_answer(s, seats, tables.play_luck[i])
            if seat == learner:
                break
            views[0] = tables.states[i]
            redact(views[0], seat)
            act(s, seat, decide(views[0], seat, policies[seat], tables.play_luck[i], mask))
            seats = waiting(s)


@working_part
def deal_against(tables, first, last, wanted, setting, views, mask, key):
    """New games, up to where the learner is asked."""
    for i in range(first, last):
        if wanted[i]:
            deal_rows(tables, i, i + 1, wanted, setting.players, setting.options, key)
            play_rows(tables, i, i + 1, setting.policies, views, mask)
            while waiting(tables.states[i]) == 0:  # over before the learner was ever asked
                deal_rows(tables, i, i + 1, wanted, setting.players, setting.options, key)
                play_rows(tables, i, i + 1, setting.policies, views, mask)
    ask_rows(tables, first, last)


@outermost
def begin_against(tables, taken, own, wanted, setting):
    rows = len(wanted)
    views = np.empty_like(tables.states[:1])
    mask = np.empty(tables.masks.shape[1], np.uint8)
    key = np.empty(8, np.int32)
    first, last = take_rows(taken, own, rows)
    while first < last:
        deal_against(tables, first, last, wanted, setting, views, mask, key)
        if tables.features.shape[1] > 0:
            look_rows(tables, first, last)
        note_done(taken, last - first)
        first, last = take_rows(taken, own, rows)
    wait_a_little(taken, own, rows)


@outermost
def step_against(tables, taken, own, actions, setting):
    """A decision of the learner in each game, and of the others until the learner is asked again."""
    rows = len(actions)
    views = np.empty_like(tables.states[:1])
    mask = np.empty(tables.masks.shape[1], np.uint8)
    key = np.empty(8, np.int32)
    points = np.empty(setting.players, np.int64)
    observing = tables.features.shape[1] > 0
    first, last = take_rows(taken, own, rows)
    while first < last:
        act_rows(tables, first, last, actions)
        play_rows(tables, first, last, setting.policies, views, mask)
        close_rows(tables, first, last, points)
        if observing:
            look_back_rows(tables, first, last)
        if setting.rotate:
            for i in range(first, last):
                if tables.over[i]:
                    tables.learners[i] = (tables.learners[i] + 1) % setting.players
        deal_against(tables, first, last, tables.over, setting, views, mask, key)
        if observing:
            look_rows(tables, first, last)
        note_done(taken, last - first)
        first, last = take_rows(taken, own, rows)
    wait_a_little(taken, own, rows)


# ---------------------------------------------------------------- actions


@rule
def first_illegal(tables, actions):
    """The first row whose action is not open to its seat; -1 if all are."""
    bound = tables.masks.shape[1]
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= bound or tables.masks[i, actions[i]] == 0:
            return i
    return -1


@rule
def choose_any(tables, luck, out):
    """A random action open to each row's seat: as many open ones precede it as the luck says."""
    wide = tables.masks.shape[1]
    for i in range(len(out)):
        if wide < WORD:
            out[i] = pick(tables.masks[i], tables.open[i], luck)
        else:
            out[i] = near(tables.masks[i], wide, roll(luck, tables.open[i]))
    if wide >= WORD:  # all rows once more: so LLVM does several at a time
        for i in range(len(out)):
            out[i] = (out[i] >> 40) + bits.nth((out[i] >> 8) & 0xFFFFFFFF, out[i] & 0xFF)


@part
def near(mask, wide, n):
    """The 32 entries of a mask among which is the open one that n others precede: where they begin, the set
    of those open, and how many of them precede it, in one number."""
    first = 0
    found = bits.where(mask, 0, 1, 1)
    inside = bits.count(found)
    while n >= inside:
        n -= inside
        first += WORD
        last = min(first, wide - WORD)  # the last 32, less those that were counted already
        found = bits.where(mask, last, 1, 1) >> (first - last)
        inside = bits.count(found)
    return (first << 40) | (found << 8) | n
