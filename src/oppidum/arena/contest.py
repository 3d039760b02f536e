"""A contest from beginning to end: hand out the games, gather the results, stop when the answer is clear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from oppidum import bots, games
from oppidum.arena.adjusting import Weights
from oppidum.arena.crews import Crew, alone
from oppidum.arena.figures import deal_mean, figures
from oppidum.arena.ledger import Ledger
from oppidum.arena.pairings import Contest, Job, Played
from oppidum.arena.sprt import Evidence, Sprt
from oppidum.bots import guest_bots
from oppidum.kernel.errors import BadOption

DEALS_OF_POLICIES = 32  # deals in a job among compiled policies; other bots get one at a time


class Course:
    """A contest under way."""

    def __init__(self, contest: Contest, sprt: Sprt | None, already: list[Played]) -> None:
        self.contest = contest
        self.sprt = sprt
        self.found: list[dict[int, Played]] = [{} for _ in contest.meetings]
        self.seen = [Evidence() for _ in contest.meetings]
        self.weights = [Weights(meeting[0]) for meeting in contest.meetings]
        self.settled: dict[int, tuple[str, int]] = {}  # meeting: the answer, and after how many games
        self.note(already)

    def note(self, games: list[Played]) -> None:
        for played in games:
            if played.number < self.contest.games:
                self.found[played.meeting][played.number] = played
        for meeting in {played.meeting for played in games}:
            self.look(meeting)

    def look(self, meeting: int) -> None:
        """Is the answer clear? The deals are looked at in order: whoever plays them, it is the same."""
        if self.sprt is None:
            return
        found, seen, block = self.found[meeting], self.seen[meeting], self.contest.block(meeting)
        while meeting not in self.settled:
            first = seen.deals * block
            numbers = range(first, min(first + block, self.contest.games))
            if not numbers or any(number not in found for number in numbers):
                return
            deal = self.weights[meeting].weigh([found[number] for number in numbers])
            seen.add(deal_mean(self.contest, deal))
            if answer := self.sprt.answer(seen):
                self.settled[meeting] = (answer, numbers.stop)

    def games(self) -> list[Played]:
        """What counts: games that were played after the answer was clear do not."""
        return [
            found[number]
            for meeting, found in enumerate(self.found)
            for number in sorted(found)
            if meeting not in self.settled or number < self.settled[meeting][1]
        ]

    def done(self) -> int:
        """Games that need no more playing."""
        return sum(
            self.contest.games if meeting in self.settled else len(found)
            for meeting, found in enumerate(self.found)
        )

    def jobs(self) -> Iterator[Job]:
        """What is left to play, all meetings in step."""
        fast = all(name in bots.POLICIES for name in self.contest.bots) and not self.contest.adjust
        deals = DEALS_OF_POLICIES if fast else 1
        sizes = [deals * self.contest.block(meeting) for meeting in range(len(self.contest.meetings))]
        for turn in range(-(-self.contest.games // min(sizes))):
            for meeting, size in enumerate(sizes):
                first, last = turn * size, min((turn + 1) * size, self.contest.games)
                if meeting not in self.settled and first < last:
                    yield from self.gaps(meeting, first, last)

    def gaps(self, meeting: int, first: int, last: int) -> Iterator[Job]:
        """The games of a range that have not been played yet, as few jobs as possible."""
        start = None
        for number in range(first, last + 1):
            missing = number < last and number not in self.found[meeting]
            if missing and start is None:
                start = number
            elif not missing and start is not None:
                yield Job(self.contest, meeting, start, number)
                start = None

    def result(self) -> dict[str, Any]:
        found = figures(self.contest, self.games())
        if self.sprt is not None:
            found["sprt"] = [self.verdict(meeting) for meeting in range(len(self.contest.meetings))]
        return found

    def verdict(self, meeting: int) -> dict[str, Any]:
        assert self.sprt is not None
        counted = sum(played.meeting == meeting for played in self.games())
        first, second = self.contest.meetings[meeting]
        answer = self.settled.get(meeting, ("open", 0))[0]
        return {
            "bot": self.contest.names[first],
            "against": self.contest.names[second],
            "low": self.sprt.low,
            "high": self.sprt.high,
            "games": counted,
            "ratio": self.sprt.ratio(self.seen[meeting]),
            "bound": self.sprt.bound,
            "answer": answer,
        }


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, after so many games."""

    def __init__(self, games: int) -> None:
        super().__init__(f"{games} games are done")
        self.games = games


def check(contest: Contest, sprt: Sprt | None) -> Contest:
    """The same contest, with the one name of every bot."""
    about = games.about(contest.game)
    about.check_players(contest.players)
    about.option_numbers(contest.options)
    names = tuple(bots.check_name(name, contest.game) for name in contest.bots)
    contest = replace(contest, bots=names)
    if len(contest.bots) < 2 or len(set(contest.names)) < len(contest.bots):
        raise BadOption("An arena needs two bots or more, each named once.")
    guest_bots.check_limit(contest.limit)
    if contest.games < 1:
        raise BadOption("An arena needs at least one game.")
    if sprt is not None and any(len(meeting) != 2 for meeting in contest.meetings):
        raise BadOption("--sprt compares two bots: give two, or let them meet at tables for two.")
    return contest


def run(
    contest: Contest,
    *,
    crew: Crew = alone,
    sprt: Sprt | None = None,
    resume: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> dict[str, Any]:
    """Play a contest and return its figures; `resume` is the file that remembers finished games."""
    contest = check(contest, sprt)
    ledger = Ledger(resume, contest) if resume else None
    course = Course(contest, sprt, ledger.played if ledger else [])
    try:
        progress(course.done())
        for played in crew(course.jobs()):
            if ledger:
                ledger.add(played)
            course.note(played)
            progress(course.done())
            if len(course.settled) == len(contest.meetings):
                break
        return course.result()
    except KeyboardInterrupt:
        raise Interrupted(sum(len(found) for found in course.found)) from None
    finally:
        if ledger:
            ledger.close()
