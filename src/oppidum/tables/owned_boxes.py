"""The boxes that tables were dealt from: each edition is in the store once, by the hash of its content.

A table owns its box. What comes with a later version of a game changes nothing for it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from oppidum.kernel.editions import Edition, EditionFile, digest
from oppidum.kernel.errors import BadRecord
from oppidum.kernel.game import Game
from oppidum.tables.store import Store

MOST_OPENED = 100


class Boxes:
    def __init__(
        self, store: Store, at_hand: Iterable[Edition] = (), club: Iterable[EditionFile] = ()
    ) -> None:
        self.store = store
        self.at_hand = tuple(at_hand)  # for tables of former versions that name an unknown file
        self.club = tuple(club)  # the house's own, for everybody; in order
        self.opened: OrderedDict[str, Edition] = OrderedDict()  # by the hash of their content

    def find(self, game: Game, sha256: str) -> Edition:
        """The edition that a table names. Raises BadRecord if it is nowhere."""
        for shipped in game.shipped_editions():  # records of the first format name the text of their file
            if shipped.sha256 == sha256:
                return shipped
        found = self.opened.get(sha256)
        if found is None:
            found = self.stored(game, sha256) or self.given(sha256)
            self.keep(found)
        return found

    def keep(self, edition: Edition) -> None:
        """Have it at hand, for a table that is about to be dealt from it; the oldest go first.

        Tables hold their own: those that are gone from here are only read again for others.
        """
        self.opened[edition.sha256] = edition
        if len(self.opened) > MOST_OPENED:
            self.opened.popitem(last=False)

    def stored(self, game: Game, sha256: str) -> Edition | None:
        content = self.store.edition(sha256)
        if content is None:
            return None
        if digest(content) != sha256:
            raise BadRecord(f"The edition {sha256[:12]}… in the store is damaged.")
        return game.read_edition(EditionFile.parse(f"edition {sha256[:12]}…", content))

    def given(self, sha256: str) -> Edition:
        for edition in self.at_hand:
            if sha256 in (edition.sha256, edition.file_sha256):
                return edition
        raise BadRecord(f"The edition {sha256[:12]}… of this game is not at hand.")
