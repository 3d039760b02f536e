"""A table owns its box: whatever comes with a later version, it is played on with what it was dealt from."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from alembic import command
from tests.former import restore
from tests.tables.conftest import Gather, OpenHall

from oppidum import games
from oppidum.kernel import record as records
from oppidum.kernel.editions import Edition, EditionFile, content, digest
from oppidum.kernel.errors import BadEdition, BadRecord
from oppidum.tables import (
    Hall,
    host,
    looking,
    migrate,
    open_hall,
    overview,
    playing,
    replay,
    schema,
    seating,
    visitors,
)
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.store import database_url

GAMES = ("cartes", "compagnie", "romains")

# ---------------------------------------------------------------- stores of 0.1.0


def rows(url: str, name: str) -> list[dict[str, object]]:
    engine = sa.create_engine(database_url(url))
    with engine.connect() as connection:
        table = schema.metadata.tables[name]
        there = {column["name"] for column in sa.inspect(connection).get_columns(name)}
        columns = [column for column in table.columns if column.name in there]
        found = connection.execute(sa.select(*columns).order_by(*table.primary_key)).mappings().all()
    engine.dispose()
    return [dict(row) for row in found]


def copy_to_postgres(source: str, url: str) -> None:
    """What a store of 0.1.0 on PostgreSQL held."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    engine = sa.create_engine(database_url(url))
    with engine.begin() as connection:
        migrate.upgrade(connection, "0001")
        known = sa.inspect(connection).get_table_names()
        for table in schema.metadata.sorted_tables:
            if table.name in known and (found := rows(source, table.name)):
                connection.execute(sa.insert(table), found)
        connection.execute(sa.text("SELECT setval('tables_id_seq', (SELECT max(id) FROM tables))"))
    engine.dispose()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def former(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a store as 0.1.0 left it."""
    source = f"sqlite:///{restore(tmp_path / 'former.sqlite3')}"
    if request.param == "sqlite":
        return source
    url = request.getfixturevalue("postgres")
    copy_to_postgres(source, url)
    return url


@pytest.fixture
def old_hall(former: str) -> Iterator[Hall]:
    with opened(former) as hall:
        yield hall


def opened(url: str, **how: object) -> Hall:
    # Long after the games were stored, so that everything is due that bots have to do.
    return open_hall(url, now=lambda: 1.9e9, pace=0.0, work=False, durable=False, **how)  # pyright: ignore[reportArgumentType]


def started(url: str) -> dict[int, dict[str, str]]:
    """How each table names its edition."""
    found = [row for row in rows(url, "events") if row["kind"] == "started"]
    return {row["table_id"]: row["payload"]["edition"] for row in found}  # pyright: ignore[reportIndexIssue, reportReturnType]


def first_edition(game: str) -> Edition:
    """The one that came with 0.1.0."""
    return next(e for e in games.load(game).shipped_editions() if e.file_sha256 == FIRST[game])


FIRST = {
    "cartes": "f38dee0770e66b9d300972bd7c60999f86af4a6c362c7420e9ce9048f155538f",
    "compagnie": "d44b35c080f6632e47ff5bfbca697ebbed4951a427b93205b7a728f6aa4db0b4",
    "romains": "b579644e1a9c96f0b31bf93864bf581a296a6f0cb918721a0dacf8c2a3efec4b",
}


def play_to_end(hall: Hall, code: str) -> None:
    """People choose at random, bots as they are."""
    chance = random.Random(code)
    people = [chair.visitor for chair in hall.look(code).chairs if chair.visitor]
    while looking.view(hall, code).status == "playing":
        work_now(hall)
        for visitor in people:
            for seat in looking.view(hall, code, visitor).my_seats:
                choices = looking.view(hall, code, visitor, as_seat=seat, judge=False).choices
                if choices:
                    playing.move(hall, code, visitor, chance.choice(choices).words, seat=seat)


def test_the_store_of_0_1_0_holds_what_a_house_holds(former: str):
    """Of all three games running and finished ones, decisions taken back, chat, bots that have to move."""
    found = rows(former, "tables")
    for game in GAMES:
        assert {row["status"] for row in found if row["game"] == game} >= {"playing", "over"}
        assert any(row["due"] is not None for row in found if row["game"] == game)
        assert len({str(row["settings"]["options"]) for row in found if row["game"] == game}) > 1  # pyright: ignore[reportIndexIssue]  # fmt: skip
    assert {row["kind"] for row in rows(former, "events")} >= {"said", "taken_back", "over", "rematch"}
    assert {name["sha256"] for name in started(former).values()} == set(FIRST.values())


def test_tables_of_0_1_0_get_their_editions(former: str):
    before = started(former)
    with opened(former) as hall:
        assert host.replay_all(hall) == []
        for line in host.tables(hall):
            view = looking.view(hall, line.code)
            if view.position is not None:
                assert view.edition.sha256 == first_edition(line.game).sha256
    stored = {row["sha256"]: row for row in rows(former, "editions")}
    after = started(former)
    assert after.keys() == before.keys()
    for name in after.values():
        text = stored[name["sha256"]]["content"]
        assert isinstance(text, str)
        assert digest(text) == name["sha256"]


def test_results_of_0_1_0_stay_and_their_records_are_right(old_hall: Hall):
    with old_hall.store.reading() as connection:
        told = {row.table_id: row for row in connection.execute(sa.select(schema.finished))}
    over = [line.code for line in host.tables(old_hall, status="over")]
    assert len(over) == 6
    for code in over:
        table = old_hall.look(code)
        standing = table.game.standing(table.position)
        assert list(standing.points) == told[table.id].points
        assert list(standing.winners) == told[table.id].winners
        records.check(replay.record(old_hall, code), games.load)


@pytest.mark.parametrize("game", GAMES)
def test_running_games_of_0_1_0_are_played_to_their_end(old_hall: Hall, game: str):
    running = [line.code for line in host.tables(old_hall, status="playing") if line.game == game]
    assert len(running) >= 3
    for code in running:
        play_to_end(old_hall, code)
        found = replay.record(old_hall, code)
        assert found.edition == records.name_of(first_edition(game), found.format)
        records.check(found, games.load)


def test_a_migrated_store_can_go_back(former: str):
    before, events = started(former), rows(former, "events")
    opened(former).close()
    assert started(former) != before
    engine = sa.create_engine(database_url(former))
    with engine.begin() as connection:
        command.downgrade(migrate.config(connection), "0001")
        assert migrate.revision(connection) == "0001"
    engine.dispose()
    assert rows(former, "events") == events


def own_edition(game: str, text: str, folder: Path) -> Edition:
    """From a file of one's own."""
    own = folder / "own.toml"
    own.write_text(text, encoding="utf-8")
    return games.load(game).load_edition(str(own))


def running(url: str, game: str) -> sa.Row[Any]:
    """The start of the first game of this kind that is still played."""
    engine = sa.create_engine(database_url(url))
    with engine.connect() as connection:
        row = connection.execute(
            sa.select(schema.events, schema.tables.c.code, schema.tables.c.host)
            .join(schema.tables)
            .where(schema.events.c.kind == "started", schema.tables.c.game == game)
            .where(schema.tables.c.status == "playing")
            .order_by(schema.tables.c.id)
        ).first()
    engine.dispose()
    assert row is not None
    return row


def as_if_dealt_from(url: str, start: sa.Row[Any], mine: Edition) -> None:
    engine = sa.create_engine(database_url(url))
    told = {**start.payload, "edition": {"id": mine.id, "sha256": mine.file_sha256}}
    this = (schema.events.c.table_id == start.table_id) & (schema.events.c.seq == start.seq)
    with engine.begin() as connection:
        connection.execute(sa.update(schema.events).where(this).values(payload=told))
    engine.dispose()


def test_a_table_of_0_1_0_with_a_file_of_its_own(former: str, tmp_path: Path):
    """It cannot be read, says so in one sentence, and harms no other; whoever has the file hands it in."""
    text = shipped_text("cartes").replace("Édition reconstituée", "Ma boîte")
    mine = own_edition("cartes", text, tmp_path)
    row = running(former, "cartes")
    as_if_dealt_from(former, row, mine)
    with opened(former) as hall:
        with pytest.raises(BadRecord, match=r"^The edition [0-9a-f]{12}… of this game is not at hand\.$"):
            looking.view(hall, row.code)
        mine_now = overview.running(hall, row.host)
        assert mine_now
        assert row.code not in {table.code for table in mine_now}
        (problem,) = host.replay_all(hall)
        assert (problem.code, problem.move) == (row.code, 0)
    with opened(former, editions=[mine]) as hall:
        assert looking.view(hall, row.code).edition.title == "Ma boîte"
        play_to_end(hall, row.code)
        records.check(replay.record(hall, row.code), games.load, [mine])


# What 0.1.0 took and no new game may have: a line of a character, and what is said of it.
OUTGROWN = {
    'power = [{ do = "draw", who = "everyone", count = 5 }]': "a chain has room for 18",
    'power = [{ do = "use_power", where = "anywhere", pick = "each" }]': "one power is used, not each",
    "note = 3": ": expected a text",
    'attested = { note = "rulebook" }': "note: expected a key of this entry",
}


def outgrown_text(played: str) -> str:
    """An edition with all that, in characters that are not named among these decisions."""
    before, *characters = shipped_text("compagnie").split("[[character]]\n")
    free = [i for i, text in enumerate(characters) if text.split('"')[1] not in played]
    assert len(free) > 12
    for i, line in zip(free, [*OUTGROWN] * 3, strict=False):
        key = line.split(" = ")[0]
        kept = re.sub(rf"(?ms)^{key} = (\[\n.*?^\]|.*?)\n", "", characters[i])
        characters[i] = f"{line}\n{kept}"
    return "[[character]]\n".join([before, *characters])


def outgrown_power(character: dict[str, Any]) -> str:
    """What the power does, if it is one of those above."""
    return next(
        (
            row["do"]
            for row in character.get("power", ())
            if row.get("count") == 5 or row.get("pick") == "each"
        ),
        "",
    )


def test_a_table_of_0_1_0_whose_edition_new_games_may_not_have(former: str, tmp_path: Path):
    """It is opened, goes on by the rules it began with, and is finished; none is dealt from its box again."""
    start = running(former, "compagnie")
    events = [row for row in rows(former, "events") if row["table_id"] == start.table_id]
    decided = [row["payload"]["words"] for row in events if row["kind"] == "move"]  # pyright: ignore[reportIndexIssue]
    mine = own_edition("compagnie", outgrown_text(" ".join(decided)), tmp_path)
    for what in OUTGROWN.values():
        assert any(what in problem for problem in mine.outgrown)
    as_if_dealt_from(former, start, mine)
    with opened(former, editions=[mine]) as hall:
        assert looking.view(hall, start.code).edition.sha256 == mine.sha256
        play_to_end(hall, start.code)
        written = replay.record(hall, start.code)
        assert records.revision_of(written) == 1
        records.check(written, games.load, [mine])
        for power in ("draw", "use_power"):  # both have been in play
            ids = [entry["id"] for entry in mine.data["character"] if outgrown_power(entry) == power]
            assert any(f" play {name} " in move for name in ids for move in written.moves)
    with opened(former) as hall:  # its box is in the store by now
        me = visitors.arrive(hall, "Bonemine").visitor.id
        another = seating.play_now(hall, me, "compagnie", players=2, level="random", start=False)
        with pytest.raises(BadEdition, match="a chain has room for 18"):
            seating.start(hall, another, me, edition=mine)
        assert looking.view(hall, another).status == "open"


# ---------------------------------------------------------------- a later version brings other files


def shipped_text(game: str) -> str:
    return EditionFile.packaged(f"oppidum.games.{game}", "reconstituee.toml").text


CHANGED = {
    "cartes": ("pair = 20", "pair = 30"),
    "romains": ("village = 15", "village = 16"),
    "compagnie": ("fish = 10", "fish = 9"),
}


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Another file comes with a game from now on."""
    changed: list[str] = []

    def now_with(game: str, old: str, new: str) -> Edition:
        text = shipped_text(game)
        assert old in text
        played = games.load(game)
        edition = played.read_edition(EditionFile.parse("newer.toml", text.replace(old, new, 1)))
        monkeypatch.setitem(played.__dict__, "default_edition", lambda: edition)
        changed.append(game)
        return edition

    yield now_with
    monkeypatch.undo()
    assert all(games.load(game).default_edition().file_sha256 for game in changed)


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_edition_leaves_stored_tables_as_they_were_dealt(game: str, former: str, release):
    with opened(former) as hall:
        before = {line.code: hall.whole(line.code) for line in host.tables(hall) if line.game == game}
    newer = release(game, *CHANGED[game])
    with opened(former) as hall:
        assert host.replay_all(hall) == []
        for code, table in before.items():
            again = hall.whole(code)
            assert [s.tobytes() for s in again.positions] == [s.tobytes() for s in table.positions]
            if table.edition is not None:
                assert looking.view(hall, code).edition.sha256 == table.edition.sha256 != newer.sha256
            if table.status == "over":
                records.check(replay.record(hall, code), games.load, [looking.view(hall, code).edition])
        running = next(code for code, table in before.items() if table.status == "playing")
        play_to_end(hall, running)
        records.check(replay.record(hall, running), games.load, [looking.view(hall, running).edition])


@pytest.mark.parametrize("game", GAMES)
def test_a_new_table_is_dealt_from_the_new_edition(game: str, gather: Gather, open_one: OpenHall, release):
    old = gather(1, 1, game=game)
    waiting = gather(1, 1, game=game, start=False)
    newer = release(game, *CHANGED[game])
    new = gather(1, 1, game=game)
    seating.start(waiting.hall, waiting.code, waiting.people[0])
    later = open_one()
    assert looking.view(later, old.code).edition.sha256 != newer.sha256
    assert looking.view(later, new.code).edition.sha256 == newer.sha256
    assert looking.view(later, waiting.code).edition.sha256 == newer.sha256


@pytest.mark.parametrize("game", GAMES)
def test_a_comment_changes_nothing(game: str, gather: Gather, open_one: OpenHall, release):
    old = gather(1, 1, game=game)
    before = old.view(0)
    newer = release(game, "[edition]", "# by somebody who knows better\n[edition]")
    assert newer.sha256 == before.edition.sha256
    assert newer.file_sha256 != before.edition.file_sha256
    later = open_one()
    assert looking.view(later, old.code, old.people[0]).position.tobytes() == before.position.tobytes()
    gather(1, 1, game=game)
    assert stored_editions(later) == {newer.sha256: content(newer.data)}


def stored_editions(hall: Hall) -> dict[str, str]:
    with hall.store.reading() as connection:
        return {row.sha256: row.content for row in connection.execute(sa.select(schema.editions))}


def test_each_edition_is_stored_once_with_the_first_table_that_is_dealt_from_it(hall: Hall, gather: Gather):
    waiting = gather(1, 1, start=False)
    assert stored_editions(hall) == {}
    seating.start(hall, waiting.code, waiting.people[0])
    cartes = games.load("cartes").default_edition()
    assert stored_editions(hall) == {cartes.sha256: content(cartes.data)}
    seating.play_now(hall, waiting.people[0], "cartes", players=2, level="random")
    assert len(stored_editions(hall)) == 1
    seating.play_now(hall, waiting.people[0], "romains", players=2, level="random")
    assert len(stored_editions(hall)) == 2


def test_a_table_tells_before_its_start_what_it_would_be_dealt_from(gather: Gather):
    assert gather(1, 1, start=False).view().edition is games.load("cartes").default_edition()


def test_damage_in_the_store_is_noticed(gather: Gather, open_one: OpenHall, release):
    party = gather(1, 1)
    release("cartes", *CHANGED["cartes"])
    with party.hall.store.writing() as connection:
        connection.execute(sa.update(schema.editions).values(content="{}"))
    with pytest.raises(BadRecord, match=r"^The edition [0-9a-f]{12}… in the store is damaged\.$"):
        looking.view(open_one(), party.code)


def test_a_host_may_deal_from_a_box_of_their_own(tmp_path: Path):
    """It goes into the store with the table: whoever opens the store later needs no file."""
    text = shipped_text("cartes").replace(*CHANGED["cartes"], 1)
    mine = games.load("cartes").read_edition(EditionFile.parse("mine.toml", text))
    store = f"sqlite:///{tmp_path / 'store.sqlite3'}"
    with opened(store) as hall:
        me = visitors.arrive(hall, "Bonemine").visitor.id
        code = seating.play_now(hall, me, "cartes", players=2, level="random", start=False)
        seating.start(hall, code, me, edition=mine)
        assert looking.view(hall, code).edition.sha256 == mine.sha256
    with opened(store) as hall:
        assert looking.view(hall, code).edition.sha256 == mine.sha256
        play_to_end(hall, code)
        records.check(replay.record(hall, code), games.load, [mine])


def test_a_hall_with_a_seed_deals_the_same_again_and_promises_nothing(tmp_path: Path):
    found: list[records.Record] = []
    for number in range(2):
        with opened(f"sqlite:///{tmp_path / f'{number}.sqlite3'}", seed="again") as hall:
            me = visitors.arrive(hall, "Bonemine").visitor.id
            code = seating.play_now(hall, me, "romains", players=2, level="random")
            play_to_end(hall, code)
            found.append(replay.record(hall, code))
            records.check(found[-1], games.load)
    assert found[0].shuffle == found[1].shuffle
    assert [records.binding(each) for each in found] == ["key", "key"]


def test_the_store_remembers_who_plays_at_a_place(tmp_path: Path):
    with opened(f"sqlite:///{tmp_path / 'store.sqlite3'}") as hall:
        assert visitors.remembered(hall, "here") is None
        first, second = (visitors.arrive(hall, name).visitor for name in ("Bonemine", "Falbala"))
        visitors.remember(hall, "here", first.id)
        visitors.remember(hall, "there", second.id)
        assert (visitors.remembered(hall, "here"), visitors.remembered(hall, "there")) == (first, second)
        visitors.remember(hall, "here", second.id)
        assert visitors.remembered(hall, "here") == second
