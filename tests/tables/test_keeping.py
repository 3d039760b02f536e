"""What a host relies on: a backup becomes a house again, and so does the store of an earlier version."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import psycopg
import pytest

from oppidum import games
from oppidum.kernel import record as records
from oppidum.tables import StoreError, host, looking, migrate, open_hall
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.hall import store_place

ROOT = Path(__file__).resolve().parents[2]
FORMER = ROOT / "tests" / "fixtures" / "0.1.0" / "store.sql"


def test_a_backup_becomes_a_house_again(gather, tmp_path, hours):
    party = gather(1, bots=1)
    party.bots()
    party.move(0)
    key = party.hall.signing_key
    host.backup(party.hall, tmp_path / "backup")
    saved = (tmp_path / "backup").read_bytes()
    place = tmp_path / "another" / "house.sqlite3"
    assert host.restore(tmp_path / "backup", place) == 1
    assert (tmp_path / "backup").read_bytes() == saved
    assert [path.name for path in place.parent.iterdir()] == ["house.sqlite3"]
    assert place.stat().st_mode & 0o077 == 0
    with open_hall(place, durable=False, work=False, pace=0, now=hours) as hall:
        mine, theirs = party.view(0), looking.view(hall, party.code, party.people[0])
        assert theirs.position.tobytes() == mine.position.tobytes()
        assert hall.signing_key != key  # which is in no backup
        assert host.replay_all(hall) == []


def test_restoring_overwrites_nothing_and_takes_no_other_file(hall, tmp_path):
    host.backup(hall, tmp_path / "backup")
    there = tmp_path / "there.sqlite3"
    there.write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        host.restore(tmp_path / "backup", there)
    assert there.read_text() == "precious"
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE something (n)")
    (tmp_path / "text").write_text("no database")
    for wrong in ("text", "other", "absent"):
        with pytest.raises(StoreError, match=r"is no backup of a store\.$"):
            host.restore(tmp_path / wrong, tmp_path / "new.sqlite3")
    with pytest.raises(StoreError, match="use pg_dump and pg_restore"):
        host.restore(tmp_path / "backup", "postgresql://nobody@127.0.0.1:1/none")
    assert not [*tmp_path.glob("new*"), *tmp_path.glob("*.part*")]


def test_what_a_crash_left_is_not_played_over_a_restored_store(gather, tmp_path, hours):
    party = gather(1, bots=1)
    house = tmp_path / "house.sqlite3"
    host.backup(party.hall, house)
    host.backup(party.hall, tmp_path / "backup")
    names = sorted(path.name for path in tmp_path.iterdir())
    with contextlib.closing(sqlite3.connect(house)) as crashing:
        crashing.execute("PRAGMA wal_autocheckpoint=0")
        crashing.execute("DELETE FROM tables")
        crashing.commit()
        journal = (tmp_path / "house.sqlite3-wal").read_bytes()  # as it would lie there after a crash
    for left in ("-wal", "-shm"):
        place = tmp_path / left / "house.sqlite3"
        place.parent.mkdir()
        beside = place.with_name(place.name + left)
        beside.write_bytes(journal)
        with pytest.raises(StoreError, match=f"{left} exists already; .* move house.sqlite3, .*-wal and "):
            host.restore(tmp_path / "backup", place)
        assert not place.exists()
        assert beside.read_bytes() == journal
        beside.unlink()
        beside.with_name(f"house.sqlite3.part{left}").write_bytes(journal)  # of a crash while restoring
        assert host.restore(tmp_path / "backup", place) == 1
        assert [path.name for path in place.parent.iterdir()] == ["house.sqlite3"]
    assert (
        sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == names
    )  # nor beside the backup


def test_a_backup_of_a_newer_version_is_not_restored(hall, tmp_path):
    host.backup(hall, tmp_path / "backup")
    with contextlib.closing(sqlite3.connect(tmp_path / "backup")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match="newer Oppidum"):
        host.restore(tmp_path / "backup", tmp_path / "new.sqlite3")
    assert not list(tmp_path.glob("new*"))


def test_where_the_store_is(tmp_path):
    assert store_place("postgresql://x/y", None) == "postgresql://x/y"
    assert store_place(None, tmp_path) == tmp_path / "oppidum.sqlite3"


# ---------------------------------------------------------------- PostgreSQL


@pytest.mark.postgres
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_commands_for_postgresql_on_the_page_of_hosts(database, gather, hours, postgres_folder, tmp_path):
    """Those of docs/hosting.md, as they stand there."""
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (commands,) = re.findall(r"```sh\n(pg_dump .*?)```", page, re.DOTALL)
    party = gather(1, bots=1)
    party.bots()
    party.move(0)
    fresh = database.rsplit("/", 1)[0] + "/fresh"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS fresh")
        connection.execute("CREATE DATABASE fresh")
    environment = {**os.environ, "DATABASE": database, "FRESH": fresh}
    environment["PATH"] = f"{postgres_folder}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", "-euc", commands], cwd=tmp_path, env=environment, check=True, capture_output=True)
    with open_hall(fresh, work=False, pace=0, now=hours) as hall:
        mine, theirs = party.view(0), looking.view(hall, party.code, party.people[0])
        assert theirs.position.tobytes() == mine.position.tobytes()


# ---------------------------------------------------------------- an earlier version


def test_an_upgrade_from_the_version_before(tmp_path):
    """Its store is opened in place, as after an update of the package; nothing of it is lost."""
    place = tmp_path / "oppidum.sqlite3"
    with contextlib.closing(sqlite3.connect(place)) as connection:
        connection.executescript(FORMER.read_text(encoding="utf-8"))
        before = dict(connection.execute("SELECT code, version FROM tables"))
        events = connection.execute("SELECT count(*) FROM events").fetchone()
    shutil.copy(place, tmp_path / "before")
    with open_hall(data=tmp_path, work=False, pace=0) as hall:
        assert host.health(hall).schema == migrate.HEAD
        assert host.replay_all(hall) == []
        lines = {line.code: line for line in host.tables(hall)}
        assert set(lines) == set(before)
        finished = list(host.export(hall))
        assert len(finished) == sum(line.status == "over" for line in lines.values()) > 0
        for record in finished:
            records.check(record, games.load)
        assert any(line.status == "playing" for line in lines.values())
        for code in lines:
            looking.view(hall, code, None)
        work_now(hall)  # bots whose turn it is go on
        assert host.replay_all(hall) == []
    with contextlib.closing(sqlite3.connect(place)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() >= events
    assert host.restore(tmp_path / "before", tmp_path / "restored.sqlite3") == len(before)
