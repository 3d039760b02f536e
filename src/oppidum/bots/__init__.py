"""Programs that choose moves. They only ever get what their seat may know: a redacted position.

`names(game)` lists who can be asked to play, `make(name, game, seed)` brings one to the table. Where programs
play among themselves, bots that others wrote can be asked as well: `oppidum.bots.guest_bots`.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, Protocol

from oppidum import games
from oppidum.bots import guest_bots, levels
from oppidum.kernel.errors import BadOption

if TYPE_CHECKING:
    from oppidum.kernel.editions import Edition
    from oppidum.kernel.game import Game

POLICIES = ("random", "greedy")
THINKERS = ("search", "flat")
MOST_SECONDS = 600.0


class Bot(Protocol):
    """A player, with a `name`."""

    name: str

    def choose(self, view: Any, seat: int) -> int:
        """An action, for a redacted position in which the seat owes a decision."""
        ...


def names(game_id: str) -> list[str]:
    """Every bot that can play this game, weakest first. A game without a `bot` has no `greedy`.

    There is also `search:500` (iterations a decision) and `search:0.2s` (CPU seconds), and `flat:500` and
    `flat:0.2s`: every option tried in so many worlds, and played to the end by the rules of thumb.
    """
    return [*policy_names(game_id), *(level.id for level in levels.levels(game_id))]


def policy_names(game_id: str) -> list[str]:
    """Those of them that do not look ahead."""
    own = games.part(game_id, "bot") is not None
    return [name for name in POLICIES if own or name == "random"]


def default_name(game_id: str) -> str:
    """Who sits down where nobody in particular is asked for."""
    return "greedy" if "greedy" in names(game_id) else "random"


def search_budget(name: str) -> tuple[int | None, float | None] | None:
    """Iterations and CPU seconds of a bot called `search:…` or `flat:…`; None for any other name."""
    word, colon, size = name.partition(":")
    if word not in THINKERS or not colon:
        return None
    try:
        if size.endswith("s"):
            seconds = float(size[:-1])
            return (None, seconds) if 0 < seconds <= MOST_SECONDS else None
        return (int(size), None) if int(size) > 0 else None
    except ValueError:
        return None


def fold(name: str) -> str:
    """`Détritus` is `detritus`."""
    letters = unicodedata.normalize("NFKD", name.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def check_name(name: Any, game_id: str) -> Any:
    """The one name of a bot that may be called by several: `level5`, `Prolix`, `prolix`.

    A guest keeps the name or path that it has, and one that is an object stays that object.
    """
    if not isinstance(name, str):
        return guest_bots.check(name)
    folded = fold(name)
    if level := levels.find(folded, game_id):
        return level.id
    if folded in names(game_id):
        return folded
    if budget := search_budget(folded):
        iterations, seconds = budget
        word = folded.partition(":")[0]
        return f"{word}:{iterations}" if seconds is None else f"{word}:{seconds:g}s"
    if folded.partition(":")[0] not in THINKERS and guest_bots.is_guest(name.strip()):
        return guest_bots.check(name.strip())
    raise BadOption(
        f"There is no bot {name!r}; there are {', '.join(names(game_id))} (the levels also as level1 to "
        "level5), search:ITERATIONS, search:SECONDSs, flat:WORLDS and flat:SECONDSs; your own as "
        "package.module:Name or cmd:PROGRAM."
    )


def make(
    name: Any,
    game: Game,
    seed: object = 0,
    *,
    edition: Edition | None = None,
    seconds: float = guest_bots.SECONDS,
) -> Bot:
    """A bot for one seat of one game. The same name and seed play the same way.

    Instead of a name also an import path (`package.module:Name`), a program (`cmd:./mybot`), an object with
    `choose(view, seat)`, a class of such or a function. `seconds` is how long these may take for a decision;
    the `edition` is that of the game, for programs: they are shown its cards by their names.
    """
    name = check_name(name, game.id)
    if guest_bots.is_guest(name) and name not in names(game.id):
        return guest_bots.make(name, game, seed, edition, seconds)
    budget = search_budget(name)
    if budget is None:
        return ours(name, game, seed)
    from oppidum.bots.lookahead import FlatBot, ThinkingBot
    from oppidum.search import Budget

    iterations, most = budget
    kind = FlatBot if name.startswith("flat") else ThinkingBot
    return kind(name, game, seed, Budget(iterations=iterations, seconds=most))


def ours(name: str, game: Game, seed: object = 0) -> Bot:
    """One of `names(game.id)`, by that very name."""
    if name in POLICIES:
        from oppidum.bots.policies import PolicyBot

        return PolicyBot(name, game, seed)
    level = levels.find(name, game.id)
    if level is None:
        raise BadOption(f"There is no bot {name!r}; there are {', '.join(names(game.id))}.")
    from oppidum.bots.lookahead import LevelBot

    return LevelBot(level, game, seed)
