"""How a small network learns by how much each seat will be ahead at the end of a hand.

The network is that of `oppidum.kernel.network`, for each seat; what counts is the differences between seats,
which is all that the search asks for. What a position is to be worth is learnt as much from the end of the
hand as from what the network says of the positions in between (temporal differences): those have seen less
luck. Sums in a fixed order, compiled without liberties, so that they come out alike on every machine.
"""

from __future__ import annotations

import numba
import numpy as np
from training import HIDDEN

POINTS = 30.0  # in so many the network reckons
BATCH, STEP, LEAST_STEP = 256, 3e-3, 1e-5
FADE, FADE_SQUARES, TINY = 0.1, 0.001, 1e-8  # Adam
TRUST = 0.5  # in what came about, rather than in the next position


@numba.njit
def promise(row, weights, hidden):
    """As the kernel's, in numbers of single width, noting what every unit says."""
    for unit in range(HIDDEN + 1):
        hidden[unit] = 0.0
    for i in range(len(row)):
        if row[i] != 0.0:
            for unit in range(HIDDEN + 1):
                hidden[unit] += row[i] * weights[i, unit]
    worth = hidden[HIDDEN]
    for unit in range(HIDDEN):
        if hidden[unit] > 0.0:
            worth += hidden[unit] * weights[len(row), unit]
    return worth


@numba.njit
def center(numbers):
    """From now on by how much each is above their mean."""
    mean = 0.0
    for number in numbers:
        mean += number
    mean /= len(numbers)
    for i in range(len(numbers)):
        numbers[i] -= mean


@numba.njit
def leads(x, weights, out):
    """What the network says of every position: by how much each seat will be above the mean."""
    hidden = np.empty(HIDDEN + 1, np.float32)
    for k in range(len(x)):
        for seat in range(x.shape[1]):
            out[k, seat] = promise(x[k, seat], weights, hidden)
        center(out[k])


@numba.njit
def blend(said, came, hands, out):
    """What every position should have been worth; positions of one hand stand in a row."""
    for k in range(len(hands) - 1, -1, -1):
        if k == len(hands) - 1 or hands[k + 1] != hands[k]:
            out[k] = came[k]
        else:
            out[k] = TRUST * out[k + 1] + (1.0 - TRUST) * said[k + 1]


@numba.njit
def add_slope(x, wanted, weights, hidden, errors, push, slope):
    """Of the squared errors of one position."""
    seats, features = x.shape
    for seat in range(seats):
        errors[seat] = promise(x[seat], weights, hidden[seat]) - wanted[seat]
    center(errors)
    for seat in range(seats):
        error = errors[seat]
        for unit in range(HIDDEN):
            push[unit] = error * weights[features, unit] if hidden[seat, unit] > 0.0 else 0.0
            slope[features, unit] += error * max(hidden[seat, unit], 0.0)
        push[HIDDEN] = error
        for i in range(features):
            if x[seat, i] != 0.0:
                for unit in range(HIDDEN + 1):
                    slope[i, unit] += x[seat, i] * push[unit]


@numba.njit
def descend(x, wanted, orders, weights):
    """Adam, once through the positions for each order."""
    mean, squares, slope = np.zeros_like(weights), np.zeros_like(weights), np.zeros_like(weights)
    hidden = np.empty((x.shape[1], HIDDEN + 1), np.float32)
    errors, push = np.empty(x.shape[1], np.float32), np.empty(HIDDEN + 1, np.float32)
    batches = orders.shape[1] // BATCH
    step = 0
    for order in orders:
        for batch in range(batches):
            slope[:] = 0.0
            for k in order[batch * BATCH : (batch + 1) * BATCH]:
                add_slope(x[k], wanted[k], weights, hidden, errors, push, slope)
            step += 1
            rate = STEP * (1 - step / (batches * len(orders))) + LEAST_STEP
            first, second = 1 - (1 - FADE) ** step, 1 - (1 - FADE_SQUARES) ** step
            for i in range(weights.shape[0]):
                for unit in range(HIDDEN + 1):
                    g = slope[i, unit] / BATCH
                    mean[i, unit] += FADE * (g - mean[i, unit])
                    squares[i, unit] += FADE_SQUARES * (g * g - squares[i, unit])
                    weights[i, unit] -= (
                        rate * (mean[i, unit] / first) / (np.sqrt(squares[i, unit] / second) + TINY)
                    )
            weights[-1, HIDDEN] = 0.0  # the direct way has no unit


def at_random(features: int) -> np.ndarray:
    """Weights to begin with."""
    rng = np.random.default_rng(0)
    weights = np.zeros((features + 1, HIDDEN + 1), np.float32)
    weights[:features, :HIDDEN] = rng.normal(0, features**-0.5, (features, HIDDEN))
    weights[features, :HIDDEN] = rng.normal(0, 0.1, HIDDEN)
    return weights


def to_points(weights: np.ndarray, points: float = POINTS) -> np.ndarray:
    """Weights whose network says as many times more."""
    weights = weights.copy()
    weights[-1] *= points
    weights[:-1, HIDDEN] *= points
    return weights


def learn(
    x: np.ndarray, scored: np.ndarray, hands: np.ndarray, start: np.ndarray, rounds: int, turns: int
) -> np.ndarray:
    """Weights in points: fitted in so many rounds to what positions are worth by the weights before.

    `x` has a row of features for every position and seat; of each position, what was `scored` in its hand.
    Each round goes so many turns through all of them.
    """
    came = (scored / POINTS).astype(np.float32)
    for row in came:
        center.py_func(row)
    said, wanted = np.empty_like(came), came.copy()
    weights = to_points(start, 1 / POINTS).astype(np.float32)
    rng = np.random.default_rng(0)
    for _ in range(rounds):
        orders = np.array([rng.permutation(len(x)) for _ in range(turns)])
        descend(x, wanted, orders, weights)
        leads(x, weights, said)
        blend(said, came, hands, wanted)
    return to_points(weights)


def told(x: np.ndarray, scored: np.ndarray, weights: np.ndarray) -> float:
    """How the difference between two seats and its estimate go together."""
    said = np.empty(scored.shape, np.float32)
    leads(x, weights.astype(np.float32), said)
    return float(np.corrcoef(said[:, 0] - said[:, 1], scored[:, 0] - scored[:, 1])[0, 1])
