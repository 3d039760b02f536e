"""A table owns its box: editions are in the store, by the hash of their content.

Until now tables named the text of an edition's file. Those that came with Oppidum are known; a table that was
dealt from another file keeps its name for it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from oppidum import games
from oppidum.kernel.editions import content

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

tables = sa.table("tables", sa.column("id", sa.Integer), sa.column("game", sa.String))
events = sa.table(
    "events",
    sa.column("table_id", sa.Integer),
    sa.column("seq", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("payload", sa.JSON),
)
editions = sa.table(
    "editions",
    sa.column("sha256", sa.String),
    sa.column("game", sa.String),
    sa.column("content", sa.Text),
)


def upgrade() -> None:
    op.create_table(
        "editions",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    for game in rename("file_sha256", "sha256"):
        rows = {
            edition.sha256: {"sha256": edition.sha256, "game": game, "content": content(edition.data)}
            for edition in games.load(game).shipped_editions()
        }
        op.get_bind().execute(sa.insert(editions), list(rows.values()))


def downgrade() -> None:
    rename("sha256", "file_sha256")
    op.drop_table("editions")


def rename(old: str, new: str) -> set[str]:
    """Call the editions of all tables by another hash; returns the games of these tables."""
    connection = op.get_bind()
    started = connection.execute(
        sa.select(events.c.table_id, events.c.seq, events.c.payload, tables.c.game)
        .join(tables, tables.c.id == events.c.table_id)
        .where(events.c.kind == "started")
    ).all()
    found = {row.game for row in started} & set(games.catalogue())
    names = {
        (game, getattr(edition, old)): getattr(edition, new)
        for game in found
        for edition in reversed(games.load(game).shipped_editions())
    }
    for row in started:
        named = row.payload["edition"]
        if (row.game, named["sha256"]) in names:
            told = {**row.payload, "edition": {**named, "sha256": names[row.game, named["sha256"]]}}
            this = (events.c.table_id == row.table_id) & (events.c.seq == row.seq)
            connection.execute(sa.update(events).where(this).values(payload=told))
    return found
