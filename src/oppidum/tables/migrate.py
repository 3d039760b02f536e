"""Bringing a store's schema up to date, on start, once, whoever comes first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from oppidum.tables.errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0010"  # the newest revision in migrations/versions
LOCK = 0x0991D04  # PostgreSQL: one worker migrates, the others wait


def revision(connection: sa.Connection) -> str | None:
    """The revision that the store is at; none for an empty one."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def config(connection: sa.Connection) -> Config:
    """What Alembic's commands take."""
    from alembic.config import Config

    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    found.attributes["connection"] = connection
    return found


def upgrade(connection: sa.Connection, to: str = HEAD) -> None:
    """Apply what is missing, inside the connection's open (writing) transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET LOCAL lock_timeout = 0"))  # as long as it takes …
        connection.execute(sa.text("SET LOCAL statement_timeout = 0"))
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    at = revision(connection)
    if at == to:
        return
    from alembic import command
    from alembic.util.exc import CommandError

    try:
        command.upgrade(config(connection), to)
    except CommandError:
        raise StoreError(
            f"The store was written by a newer Oppidum (revision {at}); this one knows {HEAD}."
        ) from None
