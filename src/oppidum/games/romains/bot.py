"""A sensible player of `romains`, bluff included.

Estimates every hand from what its seat is certain of and from the cards not located yet. The black die is
fast, and it is bait: whoever calls Exchange! hands over a hand that they like less than the one they expect
in return. So with a bad hand the black die is a trap worth setting, with a good one a risk that has to pay in
steps. Those who know the hand cannot be fooled, and the bot reckons with them too. When another has thrown
the black die it takes that hand for worse than average, and calls only when its own is worse still.
"""

from __future__ import annotations

import numpy as np

from oppidum.games.romains.card_sets import size, worth
from oppidum.games.romains.knowledge import unlocated
from oppidum.games.romains.memory import group_of, reads_of
from oppidum.games.romains.rules import pips_on
from oppidum.games.romains.state import Action, Phase
from oppidum.kernel.compiled import part
from oppidum.kernel.players_luck import roll

# Plain numbers for compiled code.
WHITE, BLACK, PASS, EXCHANGE, JOSTLE = (
    int(action) for action in (Action.WHITE, Action.BLACK, Action.PASS, Action.EXCHANGE, Action.JOSTLE)
)
PICK, RETURN, WALK_ON = int(Action.PICK), int(Action.RETURN), int(Action.WALK_ON)

# Found by playing variants of this bot against each other (bench/romains_tuning.py shows how it plays).
STEP = 0.5  # points that a step towards the village is worth
BANKED = 0.3  # how much more a point is worth banked than in the hand
# By the number of players: points by which a hand behind the black die is thought to be worse than average,
# and points that an exchange has to promise before one calls. With more callers about, only worse hands dare.
SUSPICION = (0.0, 0.0, 1.5, 2.1, 2.7, 3.1, 3.4)
MARGIN = (0.0, 0.0, 0.15, 0.5, 0.95, 1.15, 1.3)
WHIM = 0.5  # points by which both decisions vary from one time to the next: not too easy to read
SPREAD = 1.9  # of the worth of one unknown card
CIRCLES = 200  # throws of each player: a game as long as that goes round in circles


@part
def card_mean(s, seat):
    """What a card not located yet is worth on average."""
    cards = unlocated(s, seat)
    n = size(cards)
    return worth(cards) / n if n > 0 else 0.0


@part
def unknown_cards(s, seat, x):
    """How many cards of a hand are anybody's guess, those that may come from a pool set aside."""
    free = s.holds[x] - size(s.known[seat, x])
    return free - pooled(s, seat, x) * free


@part
def pooled(s, seat, x):
    """Cards of the group's pool for each open place in its hands."""
    g = group_of(s, seat, x)
    if g == 0:
        return 0.0
    room = 0
    for y in range(s.players):
        if group_of(s, seat, y) == g:
            room += s.holds[y] - size(s.known[seat, y])
    return size(s.pool[seat, g - 1]) / room


@part
def estimate(s, seat, x, mean):
    """What the hand of x is worth, as far as this seat can tell."""
    points = worth(s.known[seat, x]) + unknown_cards(s, seat, x) * mean
    g = group_of(s, seat, x)
    if g != 0:
        pool = s.pool[seat, g - 1]
        free = s.holds[x] - size(s.known[seat, x])
        points += worth(pool) / size(pool) * pooled(s, seat, x) * free
    return points


@part
def lateness(s):
    """0 for most of the game, towards 1 as the pile runs out: what is not banked soon will not count."""
    return max(0.0, 1.0 - s.left / (3.0 * s.players))


@part
def call_risk(s, seat, mean, own):
    """If this seat throws the black die: the chance that somebody calls, and what they then hand over."""
    silence = 1.0
    weight = 0.0
    gets = 0.0
    held = s.holds[seat]
    for x in range(s.players):
        if x == seat or s.holds[x] == 0:
            continue
        read = min(1.0, reads_of(s, x, seat) / held)
        bait = read * own + (1.0 - read) * (held * mean - SUSPICION[s.players]) - MARGIN[s.players]
        middle = estimate(s, seat, x, mean)
        reach = 1.7 * SPREAD * np.sqrt(max(0.0, unknown_cards(s, seat, x))) + 0.1
        low = middle - reach
        if bait <= low:
            continue
        chance = min(1.0, (bait - low) / (2.0 * reach))
        silence *= 1.0 - chance
        weight += chance
        gets += chance * (low + min(bait, middle + reach)) / 2.0
    if weight == 0.0:
        return 0.0, 0.0
    return 1.0 - silence, gets / weight


@part
def landing(s, seat, goal, own, mean, late):
    """What it is worth to end a move there."""
    step = STEP + late * own / s.village
    held = s.holds[seat]
    points = (goal - s.at[seat]) * step
    if goal == s.village:
        return points + (BANKED + (1.0 - BANKED) * late) * own
    if held > 0:
        points += brush(s, seat, goal, own / held, mean)
    if (s.menhirs >> goal) & 1:
        if held > 0:
            points -= own / held
    elif (s.bards >> goal) & 1:
        back = max(goal - 3, 0)
        points -= (goal - back) * step
    elif (s.cohorts >> goal) & 1:
        points += mean
    return points


@part
def brush(s, seat, space, card, mean):
    """What a jostle on that space would bring: either side calls it if it suits them."""
    best = 0.0
    n = 0
    for x in range(s.players):
        if x != seat and s.at[x] == space and s.holds[x] > 0 and space > 0:
            gain = estimate(s, seat, x, mean) / s.holds[x] - card
            if n == 0 or gain > best:
                best = gain
            n += 1
    return max(best, 0.0) if n != 1 else (best if best > 0.0 else best / 2.0)


@part
def throw_worth(s, seat, faces, own, mean, late):
    points = 0.0
    for i in range(6):
        goal = min(s.at[seat] + pips_on(faces, i), s.village)
        points += landing(s, seat, goal, own, mean, late) / 6.0
    return points


@part
def choose_die(s, seat, mean, luck):
    if s.left == 0 and s.turns > CIRCLES * s.players:
        return BLACK  # to come home at last: with a card that it does not want it might walk about for ever
    own = float(worth(s.known[seat, seat]))
    late = lateness(s)
    white = throw_worth(s, seat, s.white, own, mean, late)
    black = throw_worth(s, seat, s.black, own, mean, late)
    if s.holds[seat] > 0:
        risk, gets = call_risk(s, seat, mean, own)
        swapped = throw_worth(s, seat, s.black, gets, mean, late) + gets - own
        black += risk * (swapped - black)
    whim = WHIM * (roll(luck, 101) - 50) / 100.0
    return BLACK if black + whim > white else WHITE


@part
def choose_call(s, seat, mean, luck):
    """Call when the hand behind the black die promises more than one's own."""
    roller = s.turn
    held = s.holds[roller]
    unknown = max(0.0, unknown_cards(s, seat, roller))
    expected = estimate(s, seat, roller, mean) - SUSPICION[s.players] * unknown / held
    own = worth(s.known[seat, seat])
    margin = MARGIN[s.players] + WHIM * (roll(luck, 101) - 50) / 50.0
    return EXCHANGE if expected - own > margin else PASS


@part
def jostle_gain(s, seat, x, mean):
    own = worth(s.known[seat, seat]) / s.holds[seat]
    return estimate(s, seat, x, mean) / s.holds[x] - own


@part
def choose_jostle(s, seat, mean):
    for x in range(s.players):
        if x != seat and (s.asked >> x) & 1 and jostle_gain(s, seat, x, mean) > 0.0:
            return JOSTLE
    return PASS


@part
def choose_pick(s, seat, mean):
    best = 0.0
    answer = PASS
    for x in range(s.players):
        if x != seat and s.at[x] == s.at[seat] and s.holds[x] > 0:
            gain = jostle_gain(s, seat, x, mean)
            if gain > best:
                best = gain
                answer = PICK + x
    return answer


@part
def greedy(s, seat, luck, mask):
    mean = card_mean(s, seat)
    if s.phase == Phase.ROLL:
        return choose_die(s, seat, mean, luck)
    if s.phase == Phase.CALL:
        return choose_call(s, seat, mean, luck)
    if s.phase == Phase.JOSTLE:
        return choose_jostle(s, seat, mean)
    if s.phase == Phase.PICK:
        return choose_pick(s, seat, mean)
    return RETURN if mean > 0.0 else WALK_ON
