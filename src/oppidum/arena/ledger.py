"""The file of a contest that can be resumed: one JSON object a line.

The first line says what is played; every other line is a finished game. A last line that was cut off when
the program was killed is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import IO, Any

import oppidum
from oppidum import games
from oppidum.arena.pairings import Contest, Played
from oppidum.kernel.errors import OppidumError

FORMAT = "oppidum arena 1"


def header(contest: Contest) -> dict[str, Any]:
    """What must be the same when a contest goes on. The number of games may grow."""
    what = {f.name: getattr(contest, f.name) for f in fields(contest) if f.name not in ("games", "limit")}
    what["options"] = dict(contest.options)
    if not contest.adjust:  # as it was before there was anything to adjust
        del what["adjust"]
    if contest.remembering:  # nor do results with guests who had met their deals before
        what["deals"] = "one a game where a guest sits"
    revision = games.about(contest.game).revision
    if revision > 1:  # results by different rules do not add up
        what["rules"] = revision
    return {"format": FORMAT, "version": oppidum.__version__, **what, "bots": list(contest.names)}


class Ledger:
    """The finished games of a contest, on disk."""

    def __init__(self, path: str, contest: Contest) -> None:
        self.path = Path(path)
        self.contest = contest
        self.played: list[Played] = []
        try:
            if self.path.exists() and self.path.stat().st_size > 0:
                self.read()
            else:
                self.path.write_text(json.dumps(header(contest)) + "\n", encoding="utf-8")
            self.file: IO[str] = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise OppidumError(f"{path} cannot be opened: {error.strerror}.") from None

    def read(self) -> None:
        text = self.path.read_text(encoding="utf-8", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        if not lines or load(self.path, 1, lines[0]) != header(self.contest):
            raise OppidumError(f"{self.path} is the file of another contest, or of another version.")
        self.played = list(self.read_games(lines[1:]))
        if whole != text:
            self.path.write_text(whole, encoding="utf-8")

    def read_games(self, lines: Iterable[str]) -> Iterator[Played]:
        for number, line in enumerate(lines, 2):
            found = load(self.path, number, line)
            try:
                played = Played(
                    found["meeting"],
                    found["game"],
                    tuple(found["seats"]),
                    tuple(found["points"]),
                    tuple(seat - 1 for seat in found["winners"]),
                    tuple(tuple(values) for values in found.get("luck", ())),
                    (found["gave_up"]["seat"] - 1, found["gave_up"]["why"]) if "gave_up" in found else None,
                )
                seating = self.contest.seating(played.meeting, played.number)
            except (KeyError, TypeError, IndexError):
                raise OppidumError(f"{self.path}:{number}: this is no game of an arena.") from None
            if played.seats != seating:
                raise OppidumError(f"{self.path}:{number}: the seats are not those of this contest.")
            yield played

    def add(self, games: Iterable[Played]) -> None:
        for played in games:
            line: dict[str, Any] = {
                "meeting": played.meeting,
                "game": played.number,
                "seats": played.seats,
                "points": played.points,
                "winners": [seat + 1 for seat in played.winners],
            }
            if played.luck:
                line["luck"] = played.luck
            if played.gave_up:
                seat, why = played.gave_up
                line["gave_up"] = {"seat": seat + 1, "why": why}
            self.file.write(json.dumps(line) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def load(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        raise OppidumError(f"{path}:{number}: this is not JSON.") from None
