"""What went wrong, in the visitor's language.

Storeys below speak English. A sentence of theirs that the catalogue knows is translated as it is; of the
others (those that quote something) the kind of error is told in the visitor's language.
"""

from __future__ import annotations

from oppidum.kernel.errors import BadEdition, BadNotation, BadOption, IllegalAction, NoSuchGame, OppidumError
from oppidum.tables import (
    CannotWrite,
    NoSuchBox,
    NoSuchChallenge,
    NoSuchTable,
    NoSuchVisitor,
    NotAllowed,
    NotNow,
    Stale,
    StoreError,
    TooMany,
    Unconfirmed,
)
from oppidum.words.language import DEFAULT, Language


def in_words(t: Language, error: OppidumError) -> str:
    if isinstance(error, StoreError):  # what it says is for the host
        return general(t, error)
    told = str(error)
    if isinstance(error, BadEdition):
        told = told.rstrip(".") + "."  # its problems are parts of a sentence
    if t.code == DEFAULT:
        return told
    known = t.gettext(told) if told else told
    return known if known != told else general(t, error)


def general(t: Language, error: OppidumError) -> str:
    match error:
        case NoSuchChallenge():
            return t.say("There is no challenge at this link.")
        case NoSuchTable():
            return t.say("There is no table with this code.")
        case NoSuchBox():
            return t.say("There is no box with this address.")
        case BadEdition():
            return t.say("Something is wrong with this box.")
        case NoSuchVisitor():
            return t.say("Nobody has this code.")
        case NotAllowed():
            return t.say("This is for somebody else to decide.")
        case Stale():
            return t.say("Somebody was faster: look at the board and decide again.")
        case Unconfirmed():
            return t.say("This reveals something and cannot be taken back: please confirm.")
        case NotNow():
            return t.say("That is not possible now.")
        case TooMany():
            return t.say("That was a lot at once: wait a moment and try again.")
        case CannotWrite():
            return t.say("Nothing can be saved just now: you can watch, but not decide. Try again soon.")
        case StoreError():
            return t.say("The store does not answer; please try again in a moment.")
        case IllegalAction():
            return t.say("The rules do not allow this now.")
        case BadNotation():
            return t.say("That is not a move in this game.")
        case NoSuchGame():
            return t.say("This game is not here, or not any more.")
        case BadOption():
            return t.say("A table cannot be set up like this.")
        case _:
            return t.say("That is not possible.")
