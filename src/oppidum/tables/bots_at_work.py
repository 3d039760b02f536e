"""Bots at the tables, and everything else that happens because time passes."""

from __future__ import annotations

import hashlib
from typing import Any

from oppidum import bots, games
from oppidum.kernel.errors import BadOption
from oppidum.tables import deadlines, facts
from oppidum.tables.ahead import Allowance
from oppidum.tables.facts import By, Fact
from oppidum.tables.hall import Hall
from oppidum.tables.playing import decision
from oppidum.tables.table import Table


def levels(game_id: str) -> list[str]:
    """The names of the bots that can be seated, weakest first. BadOption for an unknown game."""
    games.about(game_id)
    return bots.names(game_id)


def check_level(level: str, game_id: str) -> str:
    """Only the named levels sit down at tables: none of them can be asked to think for ten minutes."""
    if level not in bots.names(game_id):
        raise BadOption(f"There is no bot {level[:40]!r}; there are {', '.join(bots.names(game_id))}.")
    return level


def modest_level(game_id: str) -> str:
    """Who decides for people who are away or too slow: quick, sensible, and no reason to let it play."""
    return bots.default_name(game_id)


def bot(table: Table, seat: int, level: str) -> bots.Bot:
    """The bot that makes the next decision of a seat.

    Its luck follows from the table's secret: nobody can foresee it, and at another table with the same cards
    it is the same, decision by decision. Who has to decide again after a take-back has other luck.
    """
    about = f"bot {seat} {table.decided[seat]}".encode()
    luck = hashlib.blake2b(about, digest_size=16, key=bytes.fromhex(table.secret)).hexdigest()
    return bots.ours(level, table.game, luck)


def work_now(hall: Hall, limit: int = 10_000) -> int:
    """Do everything that is due by now, in this thread; returns how many. For tests and `work=False`."""
    done = 0
    while done < limit and (due := hall.store.due(hall.now(), limit)):
        done += sum(work_on(hall, code, limit=limit) for _, code, _ in due)
    return done


def work_on(hall: Hall, code: str, version: int | None = None, limit: int = 1000) -> int:
    """Do what is due at one table, one thing after the other; returns how many things.

    `version`: only if the table has not been changed since, by somebody who then looks after it.
    """
    done = 0
    while done < limit:
        table = hall.look(code)
        if version is not None and table.version != version:
            return done
        if not act_once(hall, table):
            put_off(hall, table)
            return done
        if version is not None:
            return 1  # what comes next is expected in its turn
        done += 1
    return done


def put_off(hall: Hall, table: Table) -> None:
    """Nothing to do at a table just now: either nothing is due, or a bot has not told its decision yet."""
    due = deadlines.next_due(table, hall.paces.at(table.code))
    if due is None or due > hall.now():
        hall.store.put_off(table.id, table.version, due)
    if hall.watch:
        hall.watch.expect(table, due)


def act_once(hall: Hall, table: Table) -> bool:
    """The first thing that is due; False if there is none."""
    now = hall.now()
    if table.status != "playing":
        return False
    lapse = deadlines.request_due(table)
    if lapse is not None and lapse <= now:
        lapsed = table.request

        def lapse_request(current: Table) -> list[Fact]:
            return [facts.Lapsed(seat=lapsed.by)] if lapsed and current.request == lapsed else []

        hall.change(table.code, lapse_request)
        return True
    due = [(told_at(hall, table, seat), seat) for seat in table.questions]
    ready = [(when, seat) for when, seat in due if when is not None and when <= now]
    if not ready:
        return False
    # Of those that are due at the same time a lot decides: no seat is faster than another (R4).
    _, seat = min(ready, key=lambda who: (who[0], deadlines.spread(table, who[1])))
    decide_for(hall, table, seat, now)
    return True


def told_at(hall: Hall, table: Table, seat: int) -> float | None:
    """When the house decides for a seat. Without a watch nobody thinks ahead."""
    if hall.watch is None:
        return deadlines.seat_due(table, seat, hall.paces.at(table.code))
    return hall.watch.ahead.told_at(table, seat)


def decide_for(hall: Hall, table: Table, seat: int, now: float) -> None:
    """Choose for a seat from what it may know, and store it if the question still stands by then."""
    game = table.game
    view = view_of(table, seat)
    thought = hall.watch.ahead.thought(table, seat) if hall.watch else None
    declined = deadlines.lets_pass(table, seat, now)
    if declined is not None:
        action, by = declined, "countdown"
    elif thought is not None and thought.action is not None:
        action, by = thought.action, thought.by
    else:
        action, by = choose(hall, table, seat, view)
    words = game.notation.write(view, seat, action)
    question, level = table.questions[seat], table.chairs[seat].level

    def plan(current: Table) -> list[Fact]:
        if current.questions.get(seat) != question or current.chairs[seat].level != level:
            return []  # a person, or another worker, was faster
        if not question.mask[action]:
            return []
        return decision(current, seat, action, words, by)

    hall.change(table.code, plan)


def view_of(table: Table, seat: int) -> Any:
    """What a seat knew when it was asked: where several decide at once, it is the same to a bot who of the
    others is quicker."""
    return table.game.view(table.positions[table.asked_after(seat)], seat)


def choose(
    hall: Hall, table: Table, seat: int, view: Any, allowance: Allowance | None = None
) -> tuple[int, By]:
    """What a bot decides for a seat. Where the hall has a seed nobody thinks less, so that it repeats."""
    from oppidum.bots.lookahead import LevelBot

    level = table.chairs[seat].level
    thinker = bot(table, seat, level or modest_level(table.settings.game))
    if allowance is not None and hall.seed is None and isinstance(thinker, LevelBot):
        thinker.allow(*allowance)
    return int(thinker.choose(view, seat)), "bot" if level else "clock"
