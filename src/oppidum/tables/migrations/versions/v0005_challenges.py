"""Cards that are dealt again: which tables have them from another one, and links that deal them to others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

tables = sa.table(
    "tables", sa.column("id", sa.Integer), sa.column("code", sa.String), sa.column("origin", sa.String)
)
events = sa.table(
    "events", sa.column("table_id", sa.Integer), sa.column("seq", sa.Integer), sa.column("payload", sa.JSON)
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("origin", sa.String(32)))
    op.add_column("tables", sa.Column("challenge", sa.String(32)))
    op.create_index("tables_origin", "tables", ["origin"])
    op.create_index("tables_challenge", "tables", ["challenge", "host"], unique=True)
    op.create_table(
        "challenges",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("challenges_seat", "challenges", ["table_id", "seat"], unique=True)
    name_origins()


def name_origins() -> None:
    """Tables that play on from another one say so in their first event."""
    connection = op.get_bind()
    opened = connection.execute(
        sa.select(tables.c.code, events.c.payload)
        .join(events, sa.and_(events.c.table_id == tables.c.id, events.c.seq == 1))
        .order_by(tables.c.id)
    )
    first: dict[str, str] = {}
    for code, payload in opened:
        if origin := payload.get("origin"):
            first[str(code)] = first.get(origin["code"], str(origin["code"]))
    for code, origin in first.items():
        connection.execute(sa.update(tables).where(tables.c.code == code).values(origin=origin))


def downgrade() -> None:
    op.drop_table("challenges")
    for name in ("challenge", "origin"):
        op.drop_index(f"tables_{name}", "tables")
        op.drop_column("tables", name)
