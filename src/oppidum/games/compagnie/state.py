"""The position of `compagnie`: sizes, numbers and fields.

Cards are numbered copies of characters (`kind`). Every card is in exactly one zone; the cards of a zone
form a chain (`head`, `after`), the newest first, the next to be drawn first on the pile. Cards on the
table also have an owner, marks (K.O., potion, placed last) and stand in a camp of an album, which is
their zone.

Album slot k lies between seat k and the next one clockwise: every seat has slot `seat` on its left and
slot `seat - 1` on its right; in a duel both slots lie between the two.
"""

from __future__ import annotations

from enum import IntEnum

from oppidum.kernel.position import layout

SEATS = 4
CARDS = 96  # the most cards that an edition may have
KINDS = 72  # the most characters
ROWS = 128  # the most effect rows
ALBUMS = 32
ALTERNATIVES = 3  # of a chain
HERO_WORDS = (KINDS + 31) // 32
CARD_WORDS = (CARDS + 31) // 32

GOAL = 15  # 6.1 strength that wins an album
ALBUM_WORTH = 15
VICTORY = 50
HAND = 5
BONUS_LIMIT = 2  # K4
PACE_LIMIT = 2  # 10.3
MOST_STRENGTH = 99  # 10.5
MORE = 16  # of `hop`: this turn is one more
IDLE_ROUNDS = 2  # K11: nobody discards or draws anything
QUIET_ROUNDS = 12  # K11: nobody places a character, wins an album or uses a bonus
MOST_ROUNDS = 400  # K11: whatever happens

# Zones. 0-3 are the hands.
PILE = 4
DISCARD = 5
TABLE = 6  # + slot * 2 + camp, up to 13
ZONES = 7  # chains: four hands, pile, discard, and one for all that lies on the table

EVERYONE_KNOWS = 31  # bits 0-3 the seats, bit 4 spectators


class Zone(IntEnum):
    """For arguments: a plain number would make Numba compile a version of its own for each."""

    PILE = PILE
    DISCARD = DISCARD


class No(IntEnum):
    """Arguments that say nothing."""

    CARD = -1
    SLOT = 0
    SEAT = -1
    AIM = 0
    DETAIL = 0


class Camp(IntEnum):
    GAUL = 0
    ROMAN = 1


class Colour(IntEnum):
    GAUL = 0
    ROMAN = 1
    NEUTRAL = 2


class Back(IntEnum):
    BLUE = 0
    RED = 1


class Type(IntEnum):
    CENTURION = 0
    CHIEF = 1
    TRICKSTER = 2
    HERO = 3
    IRREDUCIBLE = 4
    LEGIONARY = 5
    REBEL = 6


class Bonus(IntEnum):
    POTION = 0
    FISH = 1
    BOAR = 2


class Helmet(IntEnum):
    LEGIONARY = 0
    CENTURION = 1


class Mark(IntEnum):
    """Bits of what lies on, or is true of, a card on the table."""

    KO = 1
    POTION = 2
    PLACED = 4  # played here from a hand (not called or moved): may be the album's last placed


POTION_OR_KO = Mark.KO + Mark.POTION
PLACED_OR_KO = Mark.PLACED + Mark.KO
ANY_MARK = POTION_OR_KO + Mark.PLACED

OWNER = 3  # first bit of the owner


class Phase(IntEnum):
    """What the waiting seat decides."""

    OVER = 0
    TURN = 1  # play, bonus or reinforce
    BONUS = 2  # which bonus to use, after the draw
    BOAR = 3  # whom the boar is for
    REINFORCE = 4  # which cards to discard, one by one
    USE = 5  # use the power, or not
    TARGET = 6
    DESTINATION = 7  # where the moved character goes
    PLAYER = 8  # whom a power is aimed at
    HAND = 9  # which card of the hand to discard
    TOKEN = 10  # which bonus to gain, take or discard
    RECOVER = 11  # which card of the discard to take
    EITHER = 12  # which of the alternatives
    CONSOLE = 13  # the loser's bonus
    ORIENT = 14  # the camp the loser faces on the new album


class Origin(IntEnum):
    """What set the running chain of effects off."""

    NOTHING = 0
    CONSTRAINT = 1
    POWER = 2
    BONUS = 3
    ALBUM = 4


class Ending(IntEnum):
    RUNNING = 0
    FIFTY = 1
    STALLED = 2  # K11
    NO_ALBUMS = 3  # K11
    QUIET = 4  # K11 twelve rounds
    LONG = 5  # K11 four hundred rounds


class Told(IntEnum):
    """Kinds of events."""

    STARTS = 1  # seat
    PLAYED = 2  # seat, card, zone
    POWER = 3  # seat, card
    KNOCKED_OUT = 4  # card
    ELIMINATED = 5  # card
    REVIVED = 6  # card
    CALLED = 7  # card, zone, seat
    MOVED = 8  # card, zone
    POTION_ON = 9  # card
    POTION_OFF = 10  # card
    DREW = 11  # seat, back
    DREW_CARD = 12  # seat, card: whispered
    DISCARDED = 13  # seat, card, how (see `Drop`)
    GAINED_BONUS = 14  # seat, bonus
    LOST_BONUS = 15  # seat, bonus
    TOOK_BONUS = 16  # seat, bonus, from seat
    GAINED_HELMET = 17  # seat, helmet, how many
    LOST_HELMET = 18  # seat, helmet
    TOOK_HELMET = 19  # seat, helmet, from seat
    STOLE = 20  # seat, back, from seat
    STOLE_CARD = 21  # seat, card, from seat: whispered, or shown to all (K17)
    RECOVERED = 22  # seat, card
    RETURNED = 23  # seat, card
    USED_BONUS = 24  # seat, bonus
    WON_ALBUM = 25  # seat, album, slot
    REVEALED = 26  # album, slot
    ORIENTED = 27  # seat, slot, camp
    SHUFFLED = 28  # cards
    REINFORCED = 29  # seat, discarded, drawn
    ENDED = 30  # ending
    DEALT = 31
    NO_USE = 32  # seat: the draw has taken away the use of every bonus (K2)
    NEXT_ALBUM = 33  # album: its cover has come to light (K19)
    CROSSED = 34  # card, zone
    GAVE = 35  # seat, back, to seat
    GAVE_CARD = 36  # seat, card, to seat: whispered, or shown to all (K17)
    SWAPPED = 37  # seat, seat
    LOOKED = 38  # seat, whose hand; the pile: its own
    LOOKED_AT = 39  # seat, card, whose hand: whispered, or shown to all (K17)
    ANOTHER = 40  # seat: a turn more
    SKIP = 41  # seat: a turn less
    SKIPPED = 42  # seat


class Drop(IntEnum):
    """How a card was discarded."""

    CHOSEN = 0
    RANDOM = 1
    FORCED = 2  # nothing to choose: the whole hand (before the second revision, one of equal cards too)


# Actions. The same number means the same in every position. What is rare stands last, where masks end.
DECLINE = 0  # decline a power, stop, done
USE = 1
REINFORCE = 2
BONUS = 3
TOKEN = 4  # + bonus
FACE = 7  # + camp
ALBUM = 9  # + slot
SEAT = 13  # + seat
DROP = 17  # + kind: discard from the hand
PLAY = DROP + KINDS  # + 2 * kind + side (0 left, 1 right)
CARD = PLAY + 2 * KINDS  # + card
GIVE = CARD + CARDS  # + kind: from the hand to another player
EITHER = GIVE + KINDS  # + alternative
ACTIONS = EITHER + ALTERNATIVES

# What an option's index means.
BOAR_ANY = 0
BOAR_OWN = 1
CLEOPATRA_OTHER = 0
CLEOPATRA_ANY = 1

POSITION = layout(
    [
        # The edition's tables.
        ("edition", "i4"),  # start of its digest
        ("kinds", "i1"),
        ("cards", "i1"),
        ("albums", "i1"),
        ("lively", "i1"),  # whether characters have effects that last while they are visible
        ("starters", "i1"),  # the first albums of the list
        ("stock", "i1", 3),  # bonus tokens of each kind
        ("helmet_stock", "i2", 2),
        ("kind", "u1", CARDS),
        ("reds", "i8", CARD_WORDS),  # bits: the cards with a red back, 32 to a word
        ("character", "i8", KINDS),  # see `power_language.py`
        ("row", "i8", ROWS),  # see `power_language.py`
        ("effect", "u1", ALBUMS),  # the album's first row
        # Options, and the revision of the rules: 1 for games that began before the second.
        ("revision", "i1"),
        ("boar", "i1"),
        ("cleopatra", "i1"),
        # Cards.
        ("head", "i1", ZONES),
        ("held", "i1", ZONES),  # how many cards
        ("after", "i1", CARDS),
        ("zone", "i1", CARDS),
        ("mark", "i1", CARDS),  # on the table: bits of `Mark`, and from bit 3 the owner
        ("known", "i1", CARDS),  # who knows where the card is: bits 0-3 the seats, bit 4 spectators
        ("batch", "i1", CARDS),  # the shuffle it was last part of
        ("shuffles", "i1"),
        # Albums.
        ("library", "i1", ALBUMS),  # the album pile, next one last
        ("shelf", "i1"),  # how many albums it holds
        ("contested", "i1", SEATS),  # the album in each slot
        ("gaul_seat", "i1", SEATS),  # who faces the Gaul camp there
        ("goal", "i1", SEATS),
        ("worth", "i1", SEATS),
        ("banning", "i1"),  # slots whose album keeps some characters out
        ("shielding", "i1"),  # slots whose album shields some
        ("strengthening", "i1"),  # slots whose album makes some stronger or weaker
        ("total", "i2", (SEATS, 2)),
        ("heroes", "i8", HERO_WORDS),  # bits: the kinds of the heroes that are visible in play, 32 to a word
        ("trophy", "i1", ALBUMS),  # who has won it: seat + 1
        # Players.
        ("bonus", "i1", (SEATS, 3)),
        ("reserve", "i1", 3),
        ("helmet", "i1", (SEATS, 2)),
        ("helmets_left", "i2", 2),
        ("album_points", "i2", SEATS),
        # The turn.
        ("phase", "i1"),
        ("actor", "i1"),
        ("turn", "i1"),
        ("pace", "i1", SEATS),  # turns more (or less, below zero) that are due
        ("hop", "i1"),  # bits: who was passed over when this turn began; `MORE`: it is one more
        ("looked", "i1"),  # cards that somebody has looked at since the turn was decided
        ("opened", "i1"),  # starting albums whose effects have begun
        ("turns", "i2"),
        ("idle", "i1"),  # K11: reinforcements in a row without any card moved
        ("last_deed", "i2"),  # K11: the last turn in which somebody placed, won or used a bonus
        ("dropped", "i1"),  # cards discarded in this reinforcement
        ("last_winner", "i1"),
        ("loser", "i1"),
        ("slot", "i1"),  # the album being replaced
        # The running chain of effects.
        ("origin", "i1"),
        ("step", "u1"),  # its row; 0: none
        ("begun", "i1"),
        ("asked", "i1"),  # the power may still be declined as a whole
        ("did", "i1"),  # the previous row did something
        ("doing", "i1"),  # this row did something
        ("left", "i1"),
        ("receivers", "i1"),
        ("step_seat", "i1"),
        ("step_card", "i1"),
        ("step_slot", "i1"),
        ("step_target", "i1"),
        # The end.
        ("ending", "i1"),
        ("winners", "i1"),
    ],
    events=40,
)
