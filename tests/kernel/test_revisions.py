"""Games that began under earlier rules go on as they began; new ones are played by the newest."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from oppidum import games
from oppidum.kernel import record
from oppidum.kernel.errors import BadOption, BadRecord
from oppidum.kernel.fair import seed_key
from oppidum.kernel.record import Seat, Shuffle

FIXTURES = Path(__file__).parents[1] / "fixtures" / "0.1.0"
RECORDS = [record.decode(line) for line in (FIXTURES / "records.jsonl").read_bytes().splitlines()]
COMPAGNIE = games.load("compagnie")


def invented():
    """The example edition as it was then."""
    return COMPAGNIE.load_edition(str(FIXTURES / "compagnie-example.toml"))


def of_game(game_id: str) -> list[record.Record]:
    return [written for written in RECORDS if written.game == game_id]


@pytest.mark.parametrize("game_id", games.catalogue())
def test_records_of_the_first_version_are_right(game_id: str):
    editions = [invented()] if game_id == "compagnie" else []
    about = games.about(game_id)
    assert {len(written.seats) for written in of_game(game_id)} == {
        *range(about.min_players, about.max_players + 1)
    }
    for option in about.options:
        assert len({written.options[option.name] for written in of_game(game_id)}) > 1
    for written in of_game(game_id):
        assert written.rules is msgspec.UNSET
        record.check(written, games.load, editions)


def by_rules(written: record.Record, revision: int) -> record.Record:
    """The same game, as if it had been played by these rules: in the format that names them."""
    edition = record.find_edition(COMPAGNIE, written, [invented()])
    return msgspec.structs.replace(
        written, format=record.FORMAT, edition=record.name_of(edition), rules=revision
    )


def test_some_of_them_would_go_otherwise_now():
    """Otherwise they would not show that the earlier rules are kept."""
    changed = 0
    for written in of_game("compagnie"):
        try:
            record.check(by_rules(written, 2), games.load, [invented()])
        except BadRecord:
            changed += 1
    assert changed >= 15


@pytest.mark.parametrize("game_id", games.catalogue())
def test_new_games_are_played_by_the_newest_rules(game_id: str):
    game = games.load(game_id)
    players = game.about.min_players
    s = game.deal(players, seed_key("newest"))
    assert game.revision_of(s) == game.about.revision
    assert all(game.revision_of(blank) == game.about.revision for blank in game.blanks(3))
    written = record.begin(
        game, game.default_edition(), [Seat("a", None)] * players, {}, Shuffle(seed_key("newest").hex()), s
    )
    assert record.revision_of(written) == game.about.revision
    again = record.decode(record.encode(written))
    assert game.revision_of(record.deal_of(game, again, game.default_edition())) == game.about.revision


def test_a_view_and_an_imagined_world_keep_the_revision():
    for revision in (1, 2):
        s = COMPAGNIE.deal(3, seed_key("kept"), revision=revision)
        view = COMPAGNIE.view(s, 1)
        assert COMPAGNIE.revision_of(view) == revision
        assert COMPAGNIE.revision_of(COMPAGNIE.imagine(view, 1, seed_key("world"))) == revision


@pytest.mark.parametrize("revision", [0, 3])
def test_rules_of_a_revision_that_nobody_knows_are_refused(revision: int):
    with pytest.raises(BadOption, match="revisions 1 to 2 here, not revision"):
        COMPAGNIE.deal(2, bytes(32), revision=revision)
    with pytest.raises(BadOption, match="only revision 1 here"):
        games.load("romains").deal(2, bytes(32), revision=revision)
    written = by_rules(of_game("compagnie")[0], revision)
    with pytest.raises(BadOption, match=f"not revision {revision}"):
        record.check(written, games.load)
