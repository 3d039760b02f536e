"""Games that began under earlier rules go on as they began; new ones are played by the newest."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from oppidum import games
from oppidum.cli import app
from oppidum.kernel import record
from oppidum.kernel.errors import BadEdition, BadOption, BadRecord
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
    _, _, dealt = next(record.replay(game, again, game.default_edition()))
    assert game.revision_of(dealt) == game.about.revision


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


# ---------------------------------------------------------------- editions that 0.1.0 took

OUTGROWN = {
    "character.power of mesurix: effect 1: pick: one power is used, not each of them": (
        '{ do = "use_power", where = "anywhere", pick = "each" }'
    ),
    "character.power of mesurix: 20 cards may be drawn, stolen or lost by chance; a chain has room for 18": (
        '{ do = "draw", who = "everyone", count = 5 }'
    ),
}


def with_powers(effect: str) -> str:
    """The example, its first three characters with this power."""
    text = (FIXTURES / "compagnie-example.toml").read_text(encoding="utf-8")
    before, *characters = text.split("[[character]]\n")
    for i, character in enumerate(characters[:3]):
        kept = [line for line in character.splitlines() if not line.startswith("power")]
        characters[i] = "\n".join([f"power = [{effect}]", *kept, ""])
    return "[[character]]\n".join([before, *characters])


@pytest.mark.parametrize(("problem", "effect"), OUTGROWN.items(), ids=["each power", "many cards"])
def test_games_with_an_edition_that_new_ones_may_not_have(tmp_path: Path, problem: str, effect: str):
    """They replay, by the rules that they began with; no new game is dealt from such an edition."""
    file, log = tmp_path / "mine.toml", tmp_path / "games.jsonl"
    file.write_text(with_powers(effect), encoding="utf-8")
    mine = COMPAGNIE.load_edition(str(file))
    used = 0
    for number in range(3):
        key = seed_key("outgrown", number)
        s = COMPAGNIE.deal(4, key, edition=mine, revision=1)
        seats = [Seat(name, None) for name in "abcd"]
        told = record.begin(COMPAGNIE, mine, seats, {}, Shuffle(key.hex()), s)
        luck = random.Random(number)
        for _ in range(120):
            if not COMPAGNIE.waiting(s):
                break
            (seat,) = COMPAGNIE.waiting(s)
            choices = {COMPAGNIE.notation.write(s, seat, a): a for a in COMPAGNIE.legal(s, seat)}
            words = "use" if "use" in choices else luck.choice([*choices])
            used += words == "use"
            COMPAGNIE.act(s, seat, choices[words])
            record.append(COMPAGNIE, told, s, seat, words)
        assert record.revision_of(told) == 1
        record.check(told, games.load, [mine])
        with log.open("ab") as out:
            out.write(record.encode(told).encode() + b"\n")
        with pytest.raises(BadEdition, match=problem):
            record.check(msgspec.structs.replace(told, rules=2), games.load, [mine])
    assert used  # otherwise the power was never in play
    verified = CliRunner().invoke(app, ["verify", str(log), "--edition", str(file)])
    assert "3 records are right" in verified.output
    for command in (
        ["edition", "check", str(file)],
        ["simulate", "compagnie", "-n", "1", "--edition", str(file)],
    ):
        refused = CliRunner().invoke(app, command)
        assert isinstance(refused.exception, BadEdition)
        assert problem in str(refused.exception)
