"""The language of powers, constraints and album effects: one effect is one 64-bit word, a *row*.

An edition's effects are chains of rows (`after` names the next one). A row says what is done (`verb`), by
or to which players (`who`), to which characters (camp, colour, type, strength, name, potion, and which
of those that fit: the chosen one, the strongest …), where, how often, and whether it is a cost, may be
left out, or depends on the row before. Words for all of it, as edition files spell them, are below;
`docs/editions/compagnie.md` explains them one by one.
"""

from __future__ import annotations

from enum import IntEnum

from oppidum.kernel.compiled import part


class Verb(IntEnum):
    NOTHING = 0
    # To characters on the table.
    KNOCK_OUT = 1
    ELIMINATE = 2
    REVIVE = 3
    CALL = 4
    MOVE = 5
    GIVE_POTION = 6  # from the reserve
    REMOVE_POTION = 7
    TAKE_BACK = 8  # to its owner's hand
    USE_POWER = 9
    # By or to players.
    DRAW = 10
    DISCARD = 11
    GAIN_BONUS = 12
    TAKE_BONUS = 13
    LOSE_BONUS = 14
    GAIN_HELMET = 15
    TAKE_HELMET = 16
    LOSE_HELMET = 17
    STEAL = 18  # a blind card of a hand
    RECOVER = 19  # from the discard
    GIVE_CARD = 20  # of your choice, to another player
    GET_CARD = 21  # of the giver's choice
    SWAP_HANDS = 22
    LOOK_AT_HAND = 23
    LOOK_AT_PILE = 24
    ANOTHER_TURN = 25
    SKIP_TURN = 26
    # A chain of alternatives is this one row; files have no word for it, but `or` between the alternatives.
    EITHER = 27
    # Conditions.
    REQUIRE = 28
    FORBID = 29
    OWN = 30
    # Standing rules: of a character while it is visible, or of an album while it is contested.
    SHIELD = 31
    GOAL = 32
    STRENGTHEN = 33
    WORTH = 34
    BAN = 35
    GROW = 36  # a character, with others


LAST_TARGET_VERB = 9
FIRST_CONDITION = 27  # alternatives among them: what needs a look before it begins
FIRST_STANDING = 31


class Who(IntEnum):
    YOU = 0
    OPPONENT = 1  # the other player of this album
    BOTH = 2  # the two players of this album
    EVERYONE = 3
    OTHERS = 4
    GAULS = 5  # whoever faces the Gaul camp of this album
    ROMANS = 6
    CHOSEN = 7  # another player of your choice


class Where(IntEnum):
    HERE = 0
    YOURS = 1  # your two albums
    ELSEWHERE = 2  # every album but this one
    ANYWHERE = 3


class To(IntEnum):
    """Where a moved character goes."""

    HERE = 0
    YOURS = 1
    ACROSS = 2  # to the other camp of its album
    ANYWHERE = 3


class Side(IntEnum):
    ANY = 0
    YOURS = 1
    THEIRS = 2
    GAUL = 3
    ROMAN = 4


class Pick(IntEnum):
    CHOSEN = 0
    STRONGEST = 1
    WEAKEST = 2
    LAST = 3
    EACH = 4
    SELF = 5


class Potion(IntEnum):
    EITHER = 0
    WITH = 1
    WITHOUT = 2


class Thing(IntEnum):
    NONE = 0
    POTION = 1
    FISH = 2
    BOAR = 3
    BONUS = 4  # any of the three
    LEGIONARY = 5
    CENTURION = 6
    HELMET = 7  # either: the smaller one is paid, the greater one taken
    KNOCK_OUT = 8
    ELIMINATE = 9
    CALL = 10
    RANDOM = 11


# Where each part of a row stands: first bit, number of bits.
PARTS = {
    "verb": (0, 6),
    "who": (6, 3),
    "to": (6, 2),  # of a move, which speaks of no players
    "where": (9, 2),
    "camp": (11, 3),
    "pick": (14, 3),
    "colours": (17, 3),
    "types": (20, 7),
    "potion": (27, 2),
    "low": (29, 4),
    "high": (33, 4),
    "named": (37, 7),  # kind + 1
    "count": (44, 5),
    "thing": (49, 4),
    "may": (53, 1),
    "cost": (54, 1),
    "then": (55, 1),  # only if the row before did something
    "after": (56, 7),
}
STRENGTHEN_ZERO = 10  # the count of a `strengthen` row that changes nothing
ANY_COLOUR = 7
ANY_TYPE = 127

# The rows that every edition starts with: what bonuses do (4.2 to 4.5).
ROW_POTION = 1
ROW_FISH = 2
ROW_REVIVE = 3
ROW_BOAR_POWER = 4


class Row(IntEnum):
    POTION = ROW_POTION
    FISH = ROW_FISH


FIRST_FREE_ROW = 5


def pack_either(firsts: list[int]) -> int:
    """The row of a chain of alternatives: the first row of each, seven bits after the verb's."""
    return Verb.EITHER | sum(first << 6 + 7 * i for i, first in enumerate(firsts))


@part
def alternative(row, i):
    """The first row of an alternative; 0 where there are not so many."""
    return (row >> (6 + 7 * i)) & 127


def pack(**parts: int) -> int:
    """A row from its parts; what is not named is 0, except that every colour, type and strength fits."""
    parts = {"colours": ANY_COLOUR, "types": ANY_TYPE, "high": 15, "count": 1} | parts
    word = 0
    for name, value in parts.items():
        first, width = PARTS[name]
        if not 0 <= value < 1 << width:
            raise ValueError(f"{name} = {value} does not fit")
        word |= value << first
    return word


def unpack(word: int) -> dict[str, int]:
    return {name: (word >> first) & ((1 << width) - 1) for name, (first, width) in PARTS.items()}


@part
def verb_of(row):
    return row & 63


@part
def who_of(row):
    return (row >> 6) & 7


@part
def where_of(row):
    return (row >> 9) & 3


@part
def camp_of_row(row):
    return (row >> 11) & 7


@part
def pick_of(row):
    return (row >> 14) & 7


@part
def potion_of(row):
    return (row >> 27) & 3


@part
def least_of(row):
    """The least strength that a row speaks of."""
    return (row >> 29) & 15


@part
def most_of(row):
    return (row >> 33) & 15


@part
def speaks_of(row, colour, kind):
    """1: of this colour and of this type."""
    return (row >> (17 + colour)) & (row >> (20 + kind)) & 1


@part
def named_of(row):
    """Kind + 1; 0: no name."""
    return (row >> 37) & 127


@part
def count_of(row):
    return (row >> 44) & 31


@part
def thing_of(row):
    return (row >> 49) & 15


@part
def may_of(row):
    return (row >> 53) & 1


@part
def cost_of(row):
    return (row >> 54) & 1


@part
def then_of(row):
    return (row >> 55) & 1


@part
def to_of(row):
    return (row >> 6) & 3


@part
def after_of(row):
    return (row >> 56) & 127


# A character in 58 bits: strength 4, colour 2, type 3, lasting 1, power row 7, constraint row 7, shields 4;
# and once more what rows ask of it, a bit for each answer: colour 3, type 7, strength 16, shields 4.
NATURE = 28  # first bit of that
NATURE_OF_STRENGTH = 10
NATURE_OF_SHIELDS = 26


def pack_character(
    strength: int, colour: int, kind: int, lasts: bool, power: int, constraint: int, shields: int
) -> int:
    first = strength | colour << 4 | kind << 6 | lasts << 9
    nature = 1 << colour | 8 << kind | 1 << NATURE_OF_STRENGTH + strength | shields << NATURE_OF_SHIELDS
    return first | power << 10 | constraint << 17 | shields << 24 | nature << NATURE


@part
def nature_of(character):
    return character >> NATURE


@part
def strangers_of(row):
    """The bits of a nature that a row does not speak of: other colours, types and strengths."""
    strengths = max((2 << most_of(row)) - (1 << least_of(row)), 0)  # none, where the least is beyond the most
    natures = ((row >> 17) & 1023) | (strengths << NATURE_OF_STRENGTH)
    return ~natures & ((1 << NATURE_OF_SHIELDS) - 1)


@part
def strength_of(character):
    return character & 15


@part
def colour_of(character):
    return (character >> 4) & 3


@part
def type_of(character):
    return (character >> 6) & 7


@part
def lasts(character):
    """Whether it has effects that last while it is visible: standing rules, after its constraint."""
    return (character >> 9) & 1 == 1


@part
def power_of(character):
    return (character >> 10) & 127


@part
def constraint_of(character):
    return (character >> 17) & 127


@part
def shields_of(character):
    """Bits: 1 no potion, 2 no knock-out, 4 no elimination, 8 no call."""
    return (character >> 24) & 15


@part
def helmet_of(thing):
    """The `Helmet` that a thing names."""
    return thing - Thing.LEGIONARY.value


SHIELD_BITS = {Thing.POTION: 1, Thing.KNOCK_OUT: 2, Thing.ELIMINATE: 4, Thing.CALL: 8}


@part
def shield_bit(thing):
    if thing == Thing.POTION:
        return 1
    if thing == Thing.KNOCK_OUT:
        return 2
    if thing == Thing.ELIMINATE:
        return 4
    if thing == Thing.CALL:
        return 8
    return 0


# How edition files spell it.
VERBS = {verb.name.lower(): verb for verb in Verb if verb not in (Verb.NOTHING, Verb.EITHER)}
WHO = {who.name.lower(): who for who in Who}
WHERE = {where.name.lower(): where for where in Where}
TO = {to.name.lower(): to for to in To}
SIDES = {side.name.lower(): side for side in Side}
PICKS = {pick.name.lower(): pick for pick in Pick}
POTIONS = {potion.name.lower(): potion for potion in Potion}
BONUSES = {"potion": Thing.POTION, "fish": Thing.FISH, "boar": Thing.BOAR, "any": Thing.BONUS}
HELMETS = {"legionary": Thing.LEGIONARY, "centurion": Thing.CENTURION, "any": Thing.HELMET}
SHIELDS = {
    "potion": Thing.POTION,
    "knock_out": Thing.KNOCK_OUT,
    "eliminate": Thing.ELIMINATE,
    "call": Thing.CALL,
}
