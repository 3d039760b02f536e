"""A game as programs above the rules use it: checked, in Python terms, one position at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from msgspec import Struct

from oppidum.kernel import arrival, bits, position, questions, verbs
from oppidum.kernel.about import About
from oppidum.kernel.editions import Edition, EditionFile
from oppidum.kernel.errors import IllegalAction
from oppidum.kernel.events import Event
from oppidum.kernel.questions import Questions
from oppidum.kernel.seen import Choice, Line, Reading, Seen, Told
from oppidum.kernel.stream import key_words


class Notation(Protocol):
    """How a game's actions, chance and events read. One module in each game's folder."""

    def write(self, s: Any, seat: int, action: int) -> str:
        """An action in readable notation, such as `bid 7`. The same in every position."""
        ...

    def read(self, s: Any, seat: int, text: str) -> int:
        """The action that a text means; raises BadNotation."""
        ...

    def chance(self, s: Any) -> list[str]:
        """The chance outcomes of the last decision (or of the deal), in clear: `roll black 4`."""
        ...


class Standing(Struct, frozen=True):
    """Points per seat and, once the game is over, who has won."""

    points: tuple[int, ...]
    winners: tuple[int, ...]

    def share(self, seat: int) -> float:
        """What the game is worth to a seat: 1 for the winner, divided where several share the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True)
class Game:
    """A game with its rules. Positions are NumPy records of the type `dtype`; seats count from 0; every
    action is an integer below `actions`, which `notation` writes and reads; `about` says what can be chosen.
    """

    about: About
    dtype: np.dtype[Any]
    actions: int  # every action is an integer below this
    features: int  # how many `observe` writes
    rules: verbs.Rules
    notation: Notation
    default_edition: Callable[[], Edition]
    read_edition: Callable[[EditionFile], Edition]  # raises BadEdition
    earlier_editions: Callable[[], Sequence[Edition]] = tuple  # those that came with former versions
    reading: Reading | None = None  # none: its notation has to do
    # Where everybody asked may react at once, for a while ("Exchange!"): the action by which a seat lets it
    # pass, -1 where it is asked something else. None: the game has no such moments.
    decline: Callable[[Any, int], int] | None = None
    # What the box holds in finite number: of each thing how many lie where. For whoever checks that nothing
    # is lost or made up. None: the game does not tell.
    pieces: Callable[[Any], Mapping[str, Sequence[int]]] | None = None
    # Whether an event brings to light what a seat did not know in the position before it. For whoever checks
    # that nothing else does. None: the game does not tell.
    uncovers: Callable[[Any, int, Event], bool] | None = None
    # The least and the most that each feature can be. None: all lie between 0 and 1.
    bounds: Callable[[], tuple[np.ndarray, np.ndarray]] | None = None

    def __post_init__(self) -> None:
        verbs.implement(self.dtype, self.rules)

    @property
    def id(self) -> str:
        """The game's name in commands, addresses and records."""
        return self.about.id

    @property
    def state_bytes(self) -> int:
        """The size of a position."""
        return self.dtype.itemsize

    def load_edition(self, path: str) -> Edition:
        """An edition from its file, also one that only games of former rules have; raises BadEdition."""
        return self.read_edition(EditionFile.open(path))

    def shipped_editions(self) -> tuple[Edition, ...]:
        """All that ever came with the game, the present one first."""
        return (self.default_edition(), *self.earlier_editions())

    def blanks(self, n: int, edition: Edition | None = None, revision: int | None = None) -> np.ndarray:
        """An array of positions, ready to be dealt: only the edition's tables and the revision are filled in.

        New games are played by the newest revision of the rules; whoever names one deals again what began
        under it. Of the first revision that may have been in 0.1.0, whose editions are all taken.
        """
        edition = edition or self.default_edition()
        newest = self.about.revision
        if revision is None or revision == newest > 1:
            edition.check_for_new_games()
        revision = newest if revision is None else revision
        self.about.check_revision(revision)
        states = np.zeros(n, self.dtype)
        edition.fill(states)
        if "revision" in (self.dtype.names or ()):
            states["revision"] = revision
        return states

    def revision_of(self, s: Any) -> int:
        """The revision of the rules that a game is played by."""
        return s.revision if "revision" in (self.dtype.names or ()) else 1

    def options(self, chosen: Mapping[str, object] | None = None) -> np.ndarray:
        """Options as the array that `deal` takes."""
        numbers = self.about.option_numbers(chosen or {})
        return np.array([*numbers, 0][: max(1, len(numbers))], np.int64)

    def deal(
        self,
        players: int,
        key: bytes,
        options: Mapping[str, object] | None = None,
        edition: Edition | None = None,
        revision: int | None = None,
    ) -> Any:
        """A new game, dealt from a 32-byte key."""
        self.about.check_players(players)
        numbers = self.options(options)
        s = self.blanks(1, edition, revision)[0]
        self.rules.deal(s, players, numbers, key_words(key))
        return s

    def waiting(self, s: Any) -> tuple[int, ...]:
        """The seats that owe a decision now. Nobody: the game is over."""
        return bits.members(int(self.rules.waiting(s)))

    def next_to_answer(self, s: Any, luck: np.ndarray) -> int | None:
        """Whom a table of programs asks next, by lot where the first answer counts; None: it is over."""
        seats = int(self.rules.waiting(s))
        return int(arrival.next_to_answer(s, seats, luck)) if seats else None

    def mask(self, s: Any, seat: int) -> np.ndarray:
        """The same as `legal`: for every action 1 if it is open to the seat, otherwise 0."""
        return self.asked(s, seat) if seat in self.waiting(s) else np.zeros(self.actions, np.uint8)

    def asked(self, s: Any, seat: int) -> np.ndarray:
        """The mask of a seat that owes a decision, as one knows already."""
        out = np.zeros(self.actions, np.uint8)
        self.rules.legal(s, seat, out)
        return out

    def legal(self, s: Any, seat: int) -> list[int]:
        """The actions open to a seat; none when it is not asked."""
        return np.flatnonzero(self.mask(s, seat)).tolist()

    def act(self, s: Any, seat: int, action: int) -> None:
        """One decision. An illegal one raises IllegalAction and changes nothing."""
        legal = self.legal(s, seat)
        if action not in legal:
            raise self.refusal(s, seat, action, legal)
        self.rules.act(s, int(seat), int(action))  # int: one compiled form, whatever integers come in

    def refusal(self, s: Any, seat: int, action: int, legal: list[int]) -> IllegalAction:
        """The error for an action that is not open: one sentence, with what is."""
        words = [self.notation.write(s, seat, a) for a in legal]
        if not 0 <= seat < s.players:
            return IllegalAction(f"There is no seat {seat + 1} at this table.", words)
        if not words:
            return IllegalAction(f"Seat {seat + 1} has nothing to decide now.", words)
        tried = self.notation.write(s, seat, action) if 0 <= action < self.actions else str(action)
        return IllegalAction(f"Seat {seat + 1} may not {tried} now. Legal: {', '.join(words)}.", words)

    def standing(self, s: Any) -> Standing:
        """The points so far and, once the game is over, who has won."""
        points = np.zeros(s.players, np.int64)
        winners = int(self.rules.scores(s, points))
        return Standing(tuple(points.tolist()), bits.members(winners))

    def view(self, s: Any, seat: int) -> Any:
        """What a seat may know: a redacted copy. Seat -1 is a spectator."""
        seen = position.copy(s)
        self.rules.redact(seen, seat)
        return seen

    def look(self, s: Any, seat: int) -> tuple[Any, Standing]:
        """What a seat may know, and the standing as far as it does."""
        seen = position.copy(s)
        points = np.zeros(self.about.max_players, np.int64)
        winners, players = questions.look(seen, seat, points)
        return seen, Standing(tuple(points.tolist()[:players]), bits.members(winners))

    def questions(self, s: Any) -> Questions:
        """Whom a position asks, and what is open to each of them."""
        masks = np.empty((self.about.max_players, self.actions), np.uint8)
        return questions.in_words(questions.ask(s, masks), masks)

    def answer(self, s: Any, seat: int, action: int) -> Questions:
        """A decision that is known to be legal, and what is asked then."""
        masks = np.empty((self.about.max_players, self.actions), np.uint8)
        return questions.in_words(questions.answer(s, seat, action, masks), masks)

    def imagine(self, view: Any, seat: int, key: bytes) -> Any:
        """A whole position that a seat cannot tell from the true one."""
        world = position.copy(view)
        self.rules.imagine(world, seat, key_words(key))
        return world

    def observation(self, s: Any, seat: int) -> np.ndarray:
        """The features of what a seat may know."""
        out = np.empty(self.features, np.float32)
        self.rules.observe(s, seat, out)
        return out

    def read(self, view: Any, seat: int, edition: Edition, first: int = 0, open_cards: bool = False) -> Seen:
        """A redacted position in the game's own words; the seats in it are counted from `first`."""
        if self.reading:
            return self.reading.read(view, seat, edition, first, open_cards)
        return Seen(choices=tuple(self.choice(view, seat, a, edition, first) for a in self.legal(view, seat)))

    def choice(self, view: Any, seat: int, action: int, edition: Edition, first: int = 0) -> Choice:
        """A decision with its parts, legal or not."""
        if self.reading:
            return self.reading.choice(view, seat, action, edition, first)
        return Choice(move=self.notation.write(view, seat, action))

    def told(self, view: Any, edition: Edition, first: int = 0) -> Sequence[Told]:
        """What the last decision brought about, as far as the seat may know for whom `view` is redacted."""
        if self.reading:
            return self.reading.told(view, edition, first)
        return [Line(line=line) for line in self.notation.chance(view)]

    def feature_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the most that each feature can be."""
        low, high = self.bounds() if self.bounds else (np.zeros(self.features), np.ones(self.features))
        return low.astype(np.float32), high.astype(np.float32)
