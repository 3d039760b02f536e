"""What is said at every table, whatever is played: happenings, phrases, levels, clocks."""

from __future__ import annotations

from collections.abc import Sequence

from oppidum.faces.speaking import words_of
from oppidum.kernel.editions import Edition
from oppidum.kernel.game import Game
from oppidum.kernel.seen import Told
from oppidum.tables import SeatView
from oppidum.tables import happenings as happened
from oppidum.tables.happenings import Happening
from oppidum.tables.hint import Hint
from oppidum.words.language import Language
from oppidum.words.levels import bot_name

# Where a bot sits several times at a table its copies are told apart by names of their own: short ones,
# because a long name with a number loses the number first where there is little room.
COPIES = ("Antix", "Basix", "Caustix", "Drastix", "Hectix", "Mystix")


def seat_names(t: Language, seats: Sequence[SeatView]) -> list[str]:
    """A name for each seat, no two alike."""
    levels = [seat.level for seat in seats if seat.kind == "bot"]
    names: list[str] = []
    for seat in seats:
        if seat.kind == "empty":
            name = t.say("Seat %(number)s", number=seat.seat + 1)
        elif seat.kind == "bot":
            alone = levels.count(seat.level) == 1
            name = bot_name(t, seat.level) if alone else COPIES[seat.seat % len(COPIES)]
        else:
            name = seat.name
        names.append(name)
    return [f"{name} {i + 1}" if names.count(name) > 1 else name for i, name in enumerate(names)]


def phrase(t: Language, name: str) -> str:
    return {
        "hello": t.say("Hello!"),
        "good_luck": t.say("Good luck!"),
        "well_played": t.say("Well played!"),
        "thanks": t.say("Thank you!"),
        "your_turn": t.say("It is your turn."),
        "one_moment": t.say("One moment, please."),
        "sorry": t.say("Sorry!"),
        "by_toutatis": t.say("By Toutatis!"),
        "these_romans_are_crazy": t.say("These Romans are crazy!"),
        "good_game": t.say("Good game!"),
        "again": t.say("Once more?"),
        "bye": t.say("Goodbye!"),
    }.get(name, name)


def clock(t: Language, name: str) -> str:
    return {
        "none": t.say("no clock"),
        "relaxed": t.say("relaxed: a minute a decision, ten in reserve"),
        "brisk": t.say("brisk: fifteen seconds a decision, ninety in reserve"),
    }.get(name, name)


def setting(t: Language, name: str) -> str:
    return {
        "look": t.say("Appearance"),
        "motion": t.say("Animations"),
        "pace": t.say("Pace of the game and of the bots"),
        "reveal": t.say("Cards that are revealed together"),
        "sound": t.say("Sounds"),
        "notify": t.say("A notification when it is your turn"),
        "confirm": t.say("Choose first, then confirm"),
    }.get(name, name)


def setting_choice(t: Language, value: str) -> str:
    return {
        "auto": t.say("same as the device"),
        "light": t.say("light"),
        "dark": t.say("dark"),
        "calm": t.word("pace", "calm"),
        "normal": t.word("pace", "normal"),
        "quick": t.word("pace", "quick"),
        "together": t.word("cards", "all together"),
        "one-by-one": t.word("cards", "one by one"),
        "on": t.say("on"),
        "off": t.say("off"),
    }.get(value, value)


def request(t: Language, kind: str, by: str, about: str) -> str:
    return {
        "take_back": t.say("%(name)s would like to take back a decision.", name=by),
        "takeover": t.say(
            "%(name)s suggests that a bot plays for %(other)s meanwhile.", name=by, other=about
        ),
        "call_off": t.say("%(name)s suggests ending the game here, without a result.", name=by),
    }.get(kind, kind)


def happening(
    t: Language,
    game: Game,
    edition: Edition,
    h: Happening,
    names: Sequence[str],
    told: Sequence[Told] | None = None,
) -> list[str]:
    """A line of a table's history, in sentences. Silent decisions (a bid face down) say nothing.

    `told`: what it brought about, for whoever has read that already.
    """
    who = "" if h.seat is None else names[h.seat]
    match h:
        case happened.Played():
            if told is None:
                told = [] if h.position is None else game.told(h.position, edition)
            lines = words_of(game.id).lines(t, edition, told, names)
            if isinstance(h, happened.Moved) and h.by == "clock":
                lines.insert(0, t.say("Time is up for %(name)s: a bot decides.", name=who))
            return lines
        case happened.SatDown():
            return [t.say("%(name)s sits down.", name=who)]
        case happened.LeftSeat(seat=int(seat)):
            return [t.say("Seat %(number)s is free again.", number=seat + 1)]
        case happened.TookBack():
            return [t.say("%(name)s takes back a decision.", name=who)]
        case happened.WentAway():
            return [t.say("%(name)s has left the table for a while.", name=who)]
        case happened.CameBack():
            return [t.say("%(name)s is back.", name=who)]
        case happened.BotTookOver():
            return [t.say("A bot plays for %(name)s meanwhile.", name=who)]
        case happened.Resigned():
            return [t.say("%(name)s gives up the seat; a bot plays on.", name=who)]
        case happened.CalledOff():
            return [t.say("The game is called off.")]
        case happened.Refused():
            return [t.say("%(name)s does not agree.", name=who)]
        case happened.Lapsed():
            return [t.say("The request has lapsed.")]
        case _:  # opened, ready, asked, agreed, over, rematch: shown elsewhere
            return []


def hint(
    t: Language, found: Hint, text: str, next_text: str, reasons: Sequence[str] = ()
) -> tuple[str, list[str]]:
    """What a hint says, and why. `text`, `next_text`: its first and second choice in the game's own words.

    `reasons`: what the game's face knows to speak for the first. Where the search thinks less of it than of
    the second they would be no reasons, and are not said.
    """
    said = t.say("%(level)s would: %(text)s", level=bot_name(t, found.level), text=text)
    if not found.games:
        cold = t.say("A rule of thumb: the house is still warming up and cannot look ahead yet.")
        return said, [*reasons, cold]
    if found.next_words is None:
        return said, [*reasons] or [t.say("There is nothing else to choose.")]
    if found.varied:
        changing = t.say(
            "Worth varying, so that nobody can predict you; just as good: %(text)s.", text=next_text
        )
        return said, [changing]
    if found.alike:
        return said, [*reasons, t.say("About as good: %(text)s.", text=next_text)]
    share, other = found.share, found.next_share or 0.0
    decimals = 0 if round(100 * share) != round(100 * other) else 1  # two that look alike get a decimal
    shares = {"share": t.percent(share, decimals), "other": t.percent(other, decimals), "text": next_text}
    if reasons:
        return said, [*reasons]
    figures = t.say("It wins %(share)s of imagined games, the next best %(other)s: %(text)s.", **shares)
    return said, [figures]
