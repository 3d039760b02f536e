"""The shelf: boxes that visitors have written down, and those of the house.

A box is an edition file, kept as it was written, comments and all. It belongs to who wrote it and is private
unless shared; then whoever knows its code may look at it, play with it, and take a copy. A file that cannot
be read at all is not kept; one that can be read but not played is: nobody writes a box down in one go.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from oppidum import games
from oppidum.kernel.edition_problems import Problem
from oppidum.kernel.editions import (
    LONGEST_TITLE,
    MOST_PROBLEMS,
    Edition,
    EditionFile,
    content,
    digest,
    is_content,
)
from oppidum.kernel.errors import BadEdition, BadOption
from oppidum.tables.errors import NoSuchBox, NotAllowed, NotNow, TooMany
from oppidum.tables.hall import CODE, Hall, new_code
from oppidum.tables.schema import shelf, visitors

LARGEST = 64 * 1024  # bytes of a file
MOST = 20  # boxes of one visitor
EXAMINED = 32  # files that are remembered


@dataclass(frozen=True)
class Examined:
    """What a file says: the game that it is for, what is wrong with it, and the edition where nothing is."""

    game: str
    data: Mapping[str, Any]
    edition: Edition | None
    problems: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    whole: bool = True  # all of it was looked at: whatever nothing is said of is right

    @cached_property
    def sketch(self) -> Edition:
        """To look at, not to deal from: also while something is wrong elsewhere in the file."""
        sha256 = digest(content(self.data))
        return self.edition or Edition("", self.title, sha256, "", self.data, fill=no_deal)

    @property
    def title(self) -> str:
        header = self.data.get("edition")
        title = header.get("title") if isinstance(header, dict) else None
        return " ".join(title.split())[:LONGEST_TITLE] if isinstance(title, str) else ""


@dataclass(frozen=True)
class OwnBox:
    """A box as one visitor may see it."""

    code: str
    game: str
    title: str
    text: str
    version: int
    shared: bool
    mine: bool
    author: str  # "" where it is the house's own
    updated: float

    @property
    def examined(self) -> Examined:
        return examine(self.text)

    @property
    def edition(self) -> Edition:
        """To deal from. Raises BadEdition while something is wrong with it."""
        found = self.examined
        if found.edition is None:
            raise BadEdition(self.title, found.problems)
        return found.edition


@dataclass(frozen=True)
class BoxLine:
    """A box in a list."""

    code: str
    game: str
    title: str
    shared: bool
    playable: bool
    updated: float


# ---------------------------------------------------------------- what a file says


def examine(text: str) -> Examined:
    """Read a file as a stranger's. Raises BadEdition where it cannot be read, BadOption for its size."""
    if len(text.encode("utf-8", "replace")) > LARGEST:
        raise BadOption("A box has at most 64 kB.")
    return examined(text)


@lru_cache(EXAMINED)
def examined(text: str) -> Examined:
    file = EditionFile.parse("box", text)
    game = file.game(games.catalogue())
    if is_content(file.text):
        raise BadOption("A box is a file in TOML.")
    return checked(game, file)


def examine_data(game: str, data: Mapping[str, Any]) -> Examined:
    """The same of a content that is not in a file yet."""
    return checked(game, EditionFile("box", "", dict(data), {}))


def checked(game: str, file: EditionFile) -> Examined:
    try:
        edition = games.load(game).read_edition(file)
    except BadEdition as error:
        problems = tuple(each for each in error.problems if isinstance(each, Problem))
        whole = not file.stopped and len(problems) < MOST_PROBLEMS
        return Examined(game, file.data, None, problems, tuple(file.warnings), whole)
    if edition.outgrown:
        return Examined(game, file.data, None, edition.outgrown, edition.warnings)
    return Examined(game, file.data, edition, (), edition.warnings)


def no_deal(states: Any) -> None:
    raise BadOption("Nothing is dealt from a box with mistakes in it.")


# ---------------------------------------------------------------- the shelf


def put(hall: Hall, visitor: str, text: str) -> str:
    """A new box; returns its code. Raises BadEdition, BadOption, TooMany."""
    found = examine(text)
    code = new_code()
    row = {"code": code, "visitor_id": visitor, "version": 1, "shared": False, **values(hall, text, found)}

    def work(connection: sa.Connection) -> bool:
        mine = sa.select(sa.func.count()).select_from(shelf).where(shelf.c.visitor_id == visitor)
        has_room = connection.execute(mine).scalar_one() < MOST
        if has_room:
            connection.execute(sa.insert(shelf).values(row))
        return has_room

    if not hall.write(work):
        raise TooMany("Your shelf is full: take a box off it first.")
    return code


def values(hall: Hall, text: str, found: Examined) -> dict[str, Any]:
    return {
        "game": found.game,
        "title": found.title,
        "text": text,
        "playable": found.edition is not None,
        "updated": hall.now(),
    }


def change(hall: Hall, code: str, visitor: str, text: str, version: int) -> int:
    """Write a box anew, in the place of this version; returns the new one. Raises NotNow if it is gone."""
    box = own(hall, code, visitor)
    found = examine(text)
    if found.game != box.game:
        raise BadOption("This is the box of another game.")
    newer = sa.update(shelf).where(shelf.c.code == code, shelf.c.version == version)
    written = newer.values(version=version + 1, **values(hall, text, found))
    if not hall.write(lambda connection: connection.execute(written).rowcount):
        raise NotNow("This box has been changed elsewhere meanwhile: load the page again.")
    return version + 1


def share(hall: Hall, code: str, visitor: str, shared: bool) -> None:
    """Whether everybody who knows the code finds the box."""
    own(hall, code, visitor)
    row = sa.update(shelf).where(shelf.c.code == code).values(shared=shared)
    hall.write(lambda connection: connection.execute(row))


def remove(hall: Hall, code: str, visitor: str) -> None:
    """Tables that were opened with it have their own."""
    own(hall, code, visitor)
    row = sa.delete(shelf).where(shelf.c.code == code)
    hall.write(lambda connection: connection.execute(row))


def mine(hall: Hall, visitor: str) -> list[BoxLine]:
    """The boxes of a visitor, the last one touched first."""
    columns = (shelf.c.code, shelf.c.game, shelf.c.title, shelf.c.shared, shelf.c.playable, shelf.c.updated)
    wanted = sa.select(*columns).where(shelf.c.visitor_id == visitor)
    with hall.store.reading() as connection:
        rows = connection.execute(wanted.order_by(shelf.c.updated.desc(), shelf.c.code)).all()
    return [BoxLine(*row) for row in rows]


def find(hall: Hall, code: str, visitor: str | None) -> OwnBox:
    """A box of one's own, a shared one, or one of the house's. Raises NoSuchBox."""
    if not CODE.match(code):
        raise NoSuchBox
    for box in club(hall):
        if box.code == code:
            return box
    wanted = sa.select(shelf, visitors.c.name).join(visitors, visitors.c.id == shelf.c.visitor_id)
    with hall.store.reading() as connection:
        row = connection.execute(wanted.where(shelf.c.code == code)).first()
    if row is None or not (row.shared or row.visitor_id == visitor):
        raise NoSuchBox
    return OwnBox(
        code=row.code,
        game=row.game,
        title=row.title,
        text=row.text,
        version=row.version,
        shared=row.shared,
        mine=row.visitor_id == visitor,
        author=row.name,
        updated=row.updated,
    )


def own(hall: Hall, code: str, visitor: str) -> OwnBox:
    """The same, to be changed. Raises NoSuchBox, NotAllowed."""
    box = find(hall, code, visitor)
    if not box.mine:
        raise NotAllowed("This box is somebody else's: take a copy.")
    return box


# ---------------------------------------------------------------- the house's own


def club(hall: Hall) -> list[OwnBox]:
    return [club_box(file.text) for file in hall.boxes.club]


@lru_cache(EXAMINED)
def club_box(text: str) -> OwnBox:
    found = examine(text)
    assert found.edition is not None
    code = base64.b32encode(bytes.fromhex(found.edition.sha256)[:10]).decode().lower()
    return OwnBox(code, found.game, found.title, text, 1, shared=True, mine=False, author="", updated=0.0)


def club_in(folder: str | Path) -> list[EditionFile]:
    """The edition files in a folder, each checked for new games. Raises BadEdition, BadOption."""
    if not Path(folder).is_dir():
        raise BadOption(f"{folder} is no folder.")
    files = [EditionFile.open(str(path)) for path in sorted(Path(folder).glob("*.toml"))]
    for file in files:
        found = examine(file.text)
        if found.edition is None:
            raise BadEdition(file.source, found.problems)
    return files
