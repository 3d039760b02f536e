"""The store, wake-ups, bots at work in threads, and what the host can do."""

import asyncio
import errno
import os
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from oppidum import games
from oppidum.games import load
from oppidum.kernel import record as records
from oppidum.kernel.errors import BadOption, BadRecord
from oppidum.tables import (
    HumanSeat,
    NoSuchTable,
    Settings,
    StoreError,
    chat,
    facts,
    host,
    looking,
    migrate,
    open_hall,
    playing,
    schema,
    seating,
    signing,
    store,
    takeback,
    visitors,
)
from oppidum.tables.bots_at_work import work_now
from oppidum.tables.store import Store
from oppidum.tables.table import Table

from .conftest import empty_postgres

pytestmark = pytest.mark.every_store


def empty(database, tmp_path):
    """The same kind of database, with nothing in it at all."""
    if database.startswith("sqlite"):
        return f"sqlite:///{tmp_path}/other.sqlite3"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database


def test_migrations_lead_to_the_schema_that_the_code_uses(database, tmp_path):
    store = Store(empty(database, tmp_path))
    with store.reading() as connection:
        assert migrate.revision(connection) == migrate.HEAD
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
    store.close()
    scripts = Config()
    scripts.set_main_option("script_location", "oppidum:tables/migrations")
    assert ScriptDirectory.from_config(scripts).get_heads() == [migrate.HEAD]


def test_several_workers_start_at_once_on_an_empty_store(database, tmp_path):
    url = empty(database, tmp_path)
    problems = []

    def start():
        try:
            Store(url).close()
        except Exception as problem:
            problems.append(problem)

    workers = [threading.Thread(target=start) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert problems == []


def test_a_store_of_a_newer_version_is_left_alone(database):
    store = Store(database)
    with store.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(StoreError, match="newer Oppidum"):
        Store(database)


@pytest.mark.parametrize(
    "database_url",
    ["mysql://x/y", "://", "postgresql://127.0.0.1:1/none", "sqlite://", "/dev/null/x.sqlite3", __file__],
)
def test_a_store_that_cannot_be_opened_says_so(database_url):
    with pytest.raises(StoreError) as refused:
        open_hall(database_url)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.fixture
def own_data(monkeypatch, tmp_path):
    """A store on PostgreSQL has its key there."""
    monkeypatch.setattr(signing.platformdirs, "user_data_path", lambda *_, **__: tmp_path / "data")


@pytest.mark.usefixtures("own_data")
def test_the_signing_key_is_the_same_for_all_workers(hall, open_one):
    assert hall.signing_key == open_one().signing_key == hall.signing_key
    assert len(hall.signing_key) == 64


@pytest.mark.usefixtures("own_data")
def test_the_signing_key_is_a_file_of_its_own(hall, open_one, monkeypatch):
    key, file = hall.signing_key, signing.key_file(hall.store.url)
    assert file.stat().st_mode & 0o777 == 0o600
    with hall.store.reading() as connection:
        assert key not in [row.value for row in connection.execute(schema.keepsakes.select())]
    signing.new_key(hall.store)
    assert open_one().signing_key not in (key, "")
    monkeypatch.setenv(signing.VARIABLE, "x" * 40)
    assert open_one().signing_key == "x" * 40
    monkeypatch.setenv(signing.VARIABLE, "short")
    with pytest.raises(StoreError, match="fewer than 32"):
        _ = open_one().signing_key


@pytest.mark.usefixtures("own_data")
@pytest.mark.parametrize("damaged", [b"", b"\n", b"0" * 31, b"\0" * 64, b"\xff" * 64, b"x" * 5000])
def test_a_damaged_key_is_refused_and_stays_as_it_was(hall, open_one, damaged):
    _, file = hall.signing_key, signing.key_file(hall.store.url)
    file.write_bytes(damaged)
    with pytest.raises(StoreError, match=r"is damaged .*`oppidum new-key`") as refused:
        _ = open_one().signing_key
    assert "\n" not in str(refused.value)
    assert file.read_bytes() == damaged
    signing.new_key(hall.store)
    assert len(open_one().signing_key) == 64


@pytest.mark.usefixtures("own_data")
def test_a_key_that_others_can_read_is_refused(hall, open_one):
    _, file = hall.signing_key, signing.key_file(hall.store.url)
    file.chmod(0o640)
    with pytest.raises(StoreError, match="chmod 600"):
        _ = open_one().signing_key


@pytest.mark.usefixtures("own_data")
def test_a_key_is_on_the_disk_before_anybody_signs_with_it(hall, monkeypatch):
    """Its text, and then its name."""
    done = []
    for name in ("fsync", "link"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *of, name=name, real=real: (done.append(name), real(*of)))
    _ = hall.signing_key
    assert done == ["fsync", "link", "fsync"]


@pytest.mark.usefixtures("own_data")
def test_a_key_where_no_file_can_have_two_names(hall, open_one, monkeypatch):
    def refuse(*_):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    key, file = hall.signing_key, signing.key_file(hall.store.url)
    assert open_one().signing_key == key
    assert file.stat().st_mode & 0o777 == 0o600
    assert signing.keep(file, "k" * 64) == key  # whoever came first has decided
    assert list(file.parent.glob(f"{file.name}.*")) == []
    file.unlink()
    monkeypatch.setattr(signing, "write", refuse)
    with pytest.raises(StoreError, match="cannot be written"):
        _ = open_one().signing_key


@pytest.mark.usefixtures("own_data")
def test_whoever_comes_second_waits_for_the_key(hall, monkeypatch):
    """Where it has its name before it is in its file."""
    file = signing.key_file(hall.store.url)
    file.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
    monkeypatch.setattr(signing.time, "sleep", lambda _: file.write_text("k" * 64 + "\n"))
    assert signing.keep_without_link(file, "x" * 64) == "k" * 64


@pytest.mark.usefixtures("own_data")
def test_a_store_of_0_1_0_gives_its_key_away(hall, open_one):
    with hall.store.writing() as connection:
        hall.store.upsert(connection, schema.keepsakes, {"name": signing.FORMER}, value="k" * 64)
    assert open_one().signing_key == "k" * 64  # cookies stay good
    assert open_one().signing_key == "k" * 64
    with hall.store.reading() as connection:
        assert "k" * 64 not in [row.value for row in connection.execute(schema.keepsakes.select())]


def test_a_listener_is_woken_by_any_worker(gather, open_one):
    party = gather(2)
    other = open_one()
    with party.hall.subscribe(party.code) as here, other.subscribe(party.code) as there:
        seen = party.view().version
        assert here.wait(seen, within=0) is None
        party.move(0)
        assert here.wait(seen, within=60) == seen + 1
        assert there.wait(seen, within=60) == seen + 1
        playing.move(other, party.code, party.people[1], "bid 3")
        assert here.wait(seen + 1, within=60) == seen + 2
    assert party.hall.hub.count() == 0


def without_reading(hall, monkeypatch):
    def refuse():
        raise AssertionError("read in vain")

    monkeypatch.setattr(hall.store, "reading", refuse)


@pytest.mark.postgres
def test_what_others_did_is_there_when_who_watches_is_woken(postgres, monkeypatch):
    """Read once for all who watch, not by each of them."""
    empty_postgres(postgres)
    with open_hall(postgres, work=False) as here, open_hall(postgres, work=False) as there:
        people = [visitors.arrive(here, name).visitor.id for name in ("Ada", "Ben")]
        codes = [
            seating.open_table(here, people[0], Settings("cartes", (HumanSeat(),) * 2)) for _ in range(3)
        ]
        watched = codes[:2]
        for code in codes:
            seating.sit(here, code, people[0])
            looking.view(there, code)
        with there.subscribe(codes[0]) as first, there.subscribe(codes[1]) as second:
            seen = first.version
            for code in codes:
                seating.sit(here, code, people[1])
            assert first.wait(seen, within=60) == second.wait(seen, within=60) == seen + 1
            without_reading(there, monkeypatch)
            for code in watched:
                assert looking.view(there, code, at_least=seen + 1).seats[1].name == "Ben"
            with pytest.raises(AssertionError, match="in vain"):  # nobody watches that one
                looking.view(there, codes[2], at_least=seen + 1)


@pytest.mark.postgres
def test_a_spoilt_table_keeps_nobody_from_hearing_of_theirs(postgres, monkeypatch):
    empty_postgres(postgres)
    with open_hall(postgres, work=False) as here, open_hall(postgres, work=False) as there:
        me = visitors.arrive(here, "Ada").visitor.id
        spoilt, sound = (
            seating.open_table(here, me, Settings("cartes", (HumanSeat(),) * 2)) for _ in range(2)
        )
        usual = Table.apply

        def apply(table, event):
            if table.code == spoilt and threading.current_thread() is there.ears:
                raise BadRecord("That cannot have happened.")
            usual(table, event)

        with there.subscribe(spoilt) as first, there.subscribe(sound) as second:
            monkeypatch.setattr(Table, "apply", apply)
            for code, subscription in ((spoilt, first), (sound, second)):
                seen = subscription.version
                seating.sit(here, code, me)
                assert subscription.wait(seen, within=60) == seen + 1
            assert there.ears.is_alive()


@pytest.mark.postgres
def test_who_is_woken_knows_what_happened_to_people(postgres, monkeypatch):
    """Both came at once: what is remembered of people is forgotten before anybody looks."""
    empty_postgres(postgres)
    with open_hall(postgres, work=False) as hall:
        happened = []
        monkeypatch.setattr(hall.news, "heard", lambda: iter([(1, 5), None]))
        monkeypatch.setattr(hall.people, "forget", lambda: happened.append("people"))
        monkeypatch.setattr(hall, "heard_of", lambda table, version: happened.append("table"))
        hall.hear()
    assert happened[:2] == ["people", "table"]


@pytest.mark.postgres
def test_a_connection_that_was_forgotten_is_made_anew(postgres, monkeypatch):
    empty_postgres(postgres)
    with open_hall(postgres, work=False) as hall:
        me = visitors.arrive(hall, "Ada").visitor.id
        code = seating.open_table(hall, me, Settings("cartes", (HumanSeat(),) * 2))
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        monkeypatch.setattr(store, "TRUSTED_SECONDS", 0.0)
        assert looking.view(hall, code).version == 1
        seating.sit(hall, code, me)


def test_a_listener_in_an_event_loop(gather, open_one):
    party = gather(2)
    other = open_one()

    async def listen():
        with other.subscribe(party.code) as subscription:
            seen = subscription.version
            assert await subscription.changed(seen, within=0.01) is None
            soon = asyncio.create_task(subscription.changed(seen, within=60))
            await asyncio.sleep(0)
            await asyncio.to_thread(party.move, 0)
            assert await soon == seen + 1
            # A short wait after a long one that ended early is short.
            assert await asyncio.wait_for(subscription.changed(seen + 1, within=0.01), 30) is None
            ending = asyncio.create_task(subscription.changed(seen + 1, within=60))
            await asyncio.sleep(0)
            other.hub.close()
            assert await ending is None
            assert subscription.closed

    # In a thread of its own: where browser tests have run before, this one has a loop already.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, listen()).result()


def test_ears_go_on_listening_after_the_store_was_away(gather, open_one, monkeypatch, eventually):
    party = gather(2)
    failures = [0]
    kind = type(party.hall.news)
    listen = kind.listen

    def flaky(news, stopping, hall):
        if failures[0] == 0:
            failures[0] += 1
            raise StoreError("The store does not answer.")
        listen(news, stopping, hall)

    monkeypatch.setattr(kind, "listen", flaky)
    other = open_one()
    with other.subscribe(party.code) as there:
        seen = there.version
        eventually(lambda: failures[0] == 1)
        party.move(0)
        assert there.wait(seen, within=60) == seen + 1


def test_bots_play_in_threads_of_several_workers_and_never_twice(gather, open_one, eventually):
    """Three workers look after the same tables; one person plays on through all of them."""
    party = gather(1, bots=2, confirm=False)
    more = [gather(1, bots=3, confirm=False) for _ in range(2)]
    workers = [open_one(work=True) for _ in range(3)]
    for each in (party, *more):
        turn = 0
        while each.view().status == "playing":
            eventually(lambda each=each: bool(each.view(0).choices) or each.view().status != "playing")
            if not (choices := each.view(0).choices):
                continue
            playing.move(workers[turn % 3], each.code, each.people[0], choices[0].action)
            turn += 1
        record = next(host.export(each.hall, each.code))
        records.check(record, load)


def test_bots_resume_after_a_restart(gather, open_one, eventually):
    party = gather(1, bots=2)
    assert party.view().waiting == (0, 1, 2)
    later = open_one(work=True)
    eventually(lambda: looking.view(later, party.code).waiting == (0,))


def test_the_watch_survives_a_broken_table(gather, open_one, eventually):
    broken, sound = gather(1, bots=1), gather(1, bots=1)
    with broken.hall.store.writing() as connection:
        table_id = broken.hall.look(broken.code).id
        here = sa.and_(schema.events.c.table_id == table_id, schema.events.c.kind == "started")
        payload = connection.execute(sa.select(schema.events.c.payload).where(here)).scalar_one()
        payload["edition"]["sha256"] = "0" * 64
        connection.execute(sa.update(schema.events).where(here).values(payload=payload))
    later = open_one(work=True)
    eventually(lambda: looking.view(later, sound.code).waiting == (0,))
    assert host.health(later).ok
    (problem,) = host.replay_all(later)
    assert (problem.code, problem.move) == (broken.code, 0)
    assert "edition" in problem.message


def test_after_a_rules_fix_games_that_no_longer_fit_are_reported(gather, monkeypatch):
    party, other = gather(2), gather(2)
    for each in (party, other):
        each.move(0, "bid 7")
        each.move(1, "bid 3")
    other.move(0, "bid 10")
    assert host.replay_all(party.hall) == []
    game = games.load("cartes")

    class Fixed(type(game)):
        def legal(self, s, seat):
            return [a for a in super().legal(s, seat) if a != 9]  # from now on nobody may bid ten

    fixed = Fixed(**{name: getattr(game, name) for name in game.__dataclass_fields__})
    monkeypatch.setattr(games, "load", lambda game_id: fixed)
    (problem,) = host.replay_all(party.hall)
    assert (problem.code, problem.game, problem.move) == (other.code, "cartes", 3)
    assert "bid" not in problem.message


def test_a_new_numbering_of_actions_does_not_matter(gather, open_one):
    party = gather(2)
    party.move(0, "bid 7")
    with party.hall.store.writing() as connection:
        here = schema.events.c.kind == "move"
        connection.execute(
            sa.update(schema.events)
            .where(here)
            .values(payload={"action": 2, "words": "bid 7", "by": "person"})
        )
    assert looking.view(open_one(), party.code, party.people[0]).position.bids[0] == 6


def test_the_host_lists_shows_and_deletes(gather, hours):
    old = gather(2, listed=True)
    hours.pass_by(1000)
    new = gather(1, bots=1)
    new.play_to_end()
    hall = new.hall
    assert [line.code for line in host.tables(hall)] == [new.code, old.code]
    assert [line.code for line in host.tables(hall, status="playing")] == [old.code]
    line = host.show(hall, old.code)
    assert (line.game, line.listed, line.seats, line.status) == (
        "cartes",
        True,
        ("Bonemine", "Falbala"),
        "playing",
    )
    assert [record.game for record in host.export(hall)] == ["cartes"]
    with pytest.raises(BadOption):
        host.delete(hall)
    assert host.delete(hall, older_than=500) == 1
    with pytest.raises(NoSuchTable):
        looking.view(hall, old.code)
    assert host.delete(hall, code=new.code) == 1
    for gone in (host.show, looking.view):
        with pytest.raises(NoSuchTable):
            gone(hall, new.code)
    with pytest.raises(NoSuchTable):
        host.delete(hall, code=new.code)
    assert host.tables(hall) == []


def test_a_backup_while_the_house_is_open_can_be_played_on(gather, tmp_path, hours):
    party = gather(1, bots=1)
    party.bots()
    party.move(0)
    chat.say(party.hall, party.code, party.people[0], text="Par Toutatis !")
    file = tmp_path / "backup.sqlite3"
    host.backup(party.hall, file)
    assert file.stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.sqlite3"]
    with pytest.raises(StoreError, match="exists already"):
        host.backup(party.hall, file)
    with pytest.raises(StoreError, match="could not be written"):
        host.backup(party.hall, tmp_path / "no" / "backup")
    with open_hall(file, durable=False, work=False, pace=0, now=hours) as copy:
        mine, theirs = party.view(0), looking.view(copy, party.code, party.people[0])
        assert theirs.position.tobytes() == mine.position.tobytes()
        assert theirs.chat == mine.chat
        work_now(copy)
        playing.move(
            copy,
            party.code,
            party.people[0],
            looking.view(copy, party.code, party.people[0]).choices[0].words,
        )
        visitors.arrive(copy, "Abraracourcix")
        seating.play_now(copy, party.people[0], "cartes")
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_health_and_metrics(gather, open_one):
    party = gather(2)
    party.move(0)
    health = host.health(party.hall)
    assert (health.ok, health.schema, health.watch) == (True, migrate.HEAD, False)
    values = host.metrics(party.hall)
    assert values['oppidum_tables{status="playing"}'] == 1
    assert values['oppidum_tables{status="over"}'] == 0
    assert values["oppidum_moves_on_record"] == 1
    assert values["oppidum_visitors"] == 2
    watching = open_one(work=True)
    assert host.health(watching).watch
    watching.watch.stop()
    assert not host.health(watching).ok


def test_what_is_taken_back_stays_in_the_store(gather):
    party = gather(2)
    party.move(0, "bid 7")
    takeback.take_back(party.hall, party.code, party.people[0])
    table = party.hall.look(party.code)
    with party.hall.store.reading() as connection:
        events = party.hall.store.events(connection, table.id, 0)
    assert [facts.kind_of(event.fact) for event in events][-2:] == ["move", "taken_back"]
    assert host.show(party.hall, party.code).moves == 0
