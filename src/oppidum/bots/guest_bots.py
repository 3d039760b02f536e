"""Bots that others wrote: of another package, of a module of one's own, or a program of any language.

A guest is named by an entry point of the group `oppidum.bots`, by an import path (`package.module:Name`), as
a program (`cmd:./mybot`), or handed over as an object: anything with `choose(view, seat)`, a class of such,
or a function that chooses. Guests see what their seat may see, and nothing else; one that answers nonsense,
takes too long or fails gives its game up, with a sentence that says why (`GaveUp`).
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib
import inspect
import os
import re
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oppidum.kernel.errors import BadNotation, BadOption, OppidumError

if TYPE_CHECKING:
    from types import TracebackType

    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game

GROUP = "oppidum.bots"
PROGRAM = "cmd:"
SECONDS = 60.0  # that a guest may take for a decision
LONGEST_ANSWER = 1000  # characters: no move has as many
A_DAY = 86400.0  # beyond is as good as no limit, and more than some clocks take
PATH = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


class GaveUp(OppidumError):
    """A guest has lost its game by something that is no move."""


class TooLate(BaseException):
    """Raised inside a guest whose time is up."""


class Failed(Exception):
    """A guest has raised something, or wanted to end the program that it plays in; why, in a sentence."""


def is_guest(bot: object) -> bool:
    """Whether this is (the name of) a bot that others wrote, as far as its form tells."""
    if not isinstance(bot, str):
        return True
    return bot.startswith(PROGRAM) or bot in entries() or PATH.fullmatch(bot) is not None


def name_of(bot: object) -> str:
    """What a bot is called in tables: its name or path, an object's `name`, or what its class is called."""
    if isinstance(bot, str):
        return bot
    own = getattr(bot, "name", None)
    if isinstance(own, str):
        return own
    return getattr(bot, "__name__", type(bot).__name__)


@cache
def entries() -> dict[str, str]:
    """The guests that installed packages bring: import paths, by name."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def find(bot: object) -> Any:
    """The class, function or object behind a name; raises BadOption where there is none."""
    if not isinstance(bot, str):
        return bot
    path = entries().get(bot, bot)
    module, _, inside = path.partition(":")
    here = os.getcwd()  # noqa: PTH109 - as `python` itself puts it there
    if here not in sys.path:  # one's own modules, as with `python -m`
        sys.path.insert(0, here)
    try:
        found: Any = importlib.import_module(module)
        for part in inside.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:  # whatever somebody else's module does when it is loaded
        raise BadOption(f"The bot {bot!r} cannot be loaded: {sentence(error)}") from None
    return found


def check(bot: Any) -> Any:
    """The same bot, if it can be found and asked."""
    if isinstance(bot, str) and bot.startswith(PROGRAM):
        from oppidum.bots.programs import command_of

        command_of(bot)
    elif not callable(found := find(bot)) and not callable(getattr(found, "choose", None)):
        raise BadOption(f"{name_of(bot)!r} is no bot: it has no `choose(view, seat)`.")
    return bot


def check_limit(seconds: Any) -> float:
    """The same number of seconds, if a guest can be given so many for a decision."""
    if not isinstance(seconds, int | float) or not 0 < seconds <= A_DAY:  # nor is NaN
        raise BadOption(f"A limit is a number of seconds above 0 and at most {A_DAY:g}, not {seconds!r}.")
    return float(seconds)


def make(
    bot: object, game: Game, seed: object, edition: Edition | None = None, seconds: float = SECONDS
) -> Guest:
    """A guest at a table, for one seat of one game."""
    if isinstance(bot, str) and bot.startswith(PROGRAM):
        from oppidum.bots.programs import Program

        return Guest(bot, game, Program(bot, game, edition, seconds).choose)
    name, found = name_of(bot), find(bot)
    try:
        return Guest(name, game, within(seconds, bring, found, game, own_seed(seed)), seconds)
    except TooLate:
        why = f"it was not ready within {seconds:g} seconds."
    except Failed as error:
        why = str(error)
    raise GaveUp(f"{name} cannot be brought to the table: {why}")


def own_seed(seed: object) -> int:
    """What a guest may draw its own lots from. The cards follow from `seed`: it is not to be told that.

    A digest says nothing about what it was made of, except to who guesses all of it.
    """
    told = hashlib.blake2b(repr(seed).encode(), digest_size=8, person=b"oppidum guest 1").digest()
    return int.from_bytes(told, "little") >> 1  # as large as most generators take


def bring(found: Any, game: Game, seed: int) -> Callable[[Any, int], Any]:
    """Its `choose`. A class is given the `game` and the `seed` if it asks for them by these names."""
    if not inspect.isclass(found):
        return found.choose if hasattr(found, "choose") else found
    asked = inspect.signature(found).parameters
    offered = {"game": game, "seed": seed}
    bot: Any = found(**{name: given for name, given in offered.items() if name in asked})
    return bot.choose


def left_over(bots: Sequence[object], seat: int) -> tuple[int, ...]:
    """The seats that share the victory where one gives up: those of other bots.

    Another copy of the same bot has not earned it. If all are copies there is nobody else.
    """
    others = tuple(other for other, bot in enumerate(bots) if bot != bots[seat])
    return others or tuple(other for other in range(len(bots)) if other != seat)


class Guest:
    """A bot that others wrote, at a table: what it answers is looked at before it counts."""

    def __init__(
        self, name: str, game: Game, ask: Callable[[Any, int], Any], seconds: float | None = None
    ) -> None:
        self.name = name
        self.game = game
        self.ask = ask
        self.seconds = seconds  # None: it looks at the clock itself

    def choose(self, view: Any, seat: int) -> int:
        """A legal action; raises GaveUp where the guest does not answer with one."""
        open_now = self.game.legal(view, seat)
        shown = self.game.view(view, seat)  # its own copy, and nothing that its seat may not know
        try:
            if self.seconds is None:
                answer = self.answer(shown, seat)
            else:
                answer = within(self.seconds, self.answer, shown, seat)
        except TooLate:
            raise GaveUp(f"{self.name} did not answer within {self.seconds:g} seconds.") from None
        except Failed as error:
            raise GaveUp(f"{self.name} failed: {error}") from None
        return self.accept(answer, view, seat, open_now)

    def answer(self, view: Any, seat: int) -> int | str:
        """What it answers, as plain as numbers and texts are: nothing of its own is left to be run."""
        answer = self.ask(view, seat)
        if isinstance(answer, str):
            return str.__str__(answer)[:LONGEST_ANSWER]
        if hasattr(type(answer), "__index__"):
            return int.__add__(index(answer), 0)
        raise GaveUp(f"{self.name} answered {shorten(answer)}, which is no move.")

    def accept(self, answer: int | str, view: Any, seat: int, open_now: Sequence[int]) -> int:
        """An answer is the number of an action, or its notation."""
        try:
            action = self.game.notation.read(view, seat, answer) if isinstance(answer, str) else answer
        except (BadNotation, ValueError):  # as of a number with thousands of digits
            raise GaveUp(f"{self.name} answered {shorten(answer)}, which is no move.") from None
        if action not in open_now:
            raise GaveUp(f"{self.name} answered {shorten(answer)}, which is not open to it.")
        return action


def within(seconds: float, ask: Callable[..., Any], *given: Any) -> Any:
    """What `ask` returns; TooLate after so many seconds, and then it is told to stop.

    What it raises is put into words while its time runs: these may be of its own making, too.
    """
    told: list[tuple[Any, Exception | None]] = []

    def work() -> None:
        try:
            told.append((ask(*given), None))
        except GaveUp as error:
            told.append((None, error))
        except BaseException as error:  # sys.exit() and the like must not end the contest
            told.append((None, Failed(blame(error))))

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(seconds)
    if worker.is_alive():
        interrupt(worker)
        raise TooLate
    if not told:  # even its words ended the thread
        raise Failed("it left without a word.")
    answer, error = told[0]
    if error is not None:
        raise error
    return answer


def interrupt(worker: threading.Thread) -> None:
    """Raise TooLate in a thread, as soon as it runs Python code: it is not to go on beside later games."""
    if worker.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(TooLate))


def sentence(error: BaseException) -> str:
    """An error of somebody else's code on one line."""
    kind = type(error).__name__
    try:
        text = f"{kind}: {error}"
    except Exception:  # it has no words
        text = kind
    words = " ".join(text.split()).rstrip(".: ")[:200]
    return f"{words.encode(errors='replace').decode()}."


def blame(error: BaseException) -> str:
    """The same, with the last line of the guest's own code that led to it."""
    place = last_own_line(error.__traceback__)
    return f"{sentence(error)[:-1]} ({place})." if place else sentence(error)


def last_own_line(trace: TracebackType | None) -> str:
    """`mybot.py:9`: the deepest line of the package that was called first, below the lines of this file."""
    own, place = None, ""
    while trace is not None:
        frame, line = trace.tb_frame, trace.tb_lineno
        package = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if own is None and frame.f_code.co_filename != __file__:
            own = package
        if own is not None and package == own:
            place = f"{Path(frame.f_code.co_filename).name}:{line}"
        trace = trace.tb_next
    return place


def shorten(answer: object) -> str:
    try:
        text = repr(answer)
    except Exception:  # it has no words, or is a number of thousands of digits
        text = f"something of type {type(answer).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"
