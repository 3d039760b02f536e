"""Sets of cards: how many of each of the six faces, five bits each in one integer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from oppidum.games.romains.state import FACES
from oppidum.kernel.compiled import part

EVEN_FACES = 0x1F | 0x1F << 10 | 0x1F << 20


@part
def one(face):
    return 1 << (5 * face)


@part
def count(cards, face):
    return (cards >> (5 * face)) & 31


@part
def size(cards):
    lanes = (cards & EVEN_FACES) + ((cards >> 5) & EVEN_FACES)
    return (lanes & 1023) + ((lanes >> 10) & 1023) + (lanes >> 20)


@part
def worth_of(face):
    """Helmets count for, penalty points against."""
    return face + 1 if face < 3 else 2 - face


@part
def worth(cards):
    return (
        count(cards, 0)
        + 2 * count(cards, 1)
        + 3 * count(cards, 2)
        - count(cards, 3)
        - 2 * count(cards, 4)
        - 3 * count(cards, 5)
    )


@part
def nth(cards, n):
    """The face of the card number n, in order of faces."""
    face = 0
    upto = 0
    for lower in range(FACES - 1):
        upto += count(cards, lower)
        face += upto <= n
    return face


@part
def without(cards, others):
    """The cards less as many of the others as are among them."""
    rest = 0
    for face in range(FACES):
        more = count(cards, face) - count(others, face)
        if more > 0:
            rest |= more << (5 * face)
    return rest


def pack(faces: Iterable[int]) -> int:
    return sum(1 << (5 * face) for face in faces)


def faces(cards: int) -> Iterator[int]:
    """The faces of a set, in order, one for each card."""
    for face in range(FACES):
        for _ in range((cards >> (5 * face)) & 31):
            yield face
