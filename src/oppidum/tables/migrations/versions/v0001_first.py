"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def of_table() -> sa.Column[int]:
    return sa.Column(
        "table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False
    )


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("code", sa.String(32), nullable=False, unique=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("host", sa.String(32), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("opened", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("due", sa.Double),
    )
    op.create_index("tables_due", "tables", ["due"])
    op.create_index("tables_status", "tables", ["status", "listed"])
    op.create_index("tables_updated", "tables", ["updated"])
    op.create_table(
        "events",
        of_table(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("time", sa.Double, nullable=False),
    )
    op.create_table(
        "seats",
        of_table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("visitor_id", sa.String(32)),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(64)),
    )
    op.create_index("seats_visitor", "seats", ["visitor_id"])
    op.create_table(
        "finished",
        of_table(),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("points", sa.JSON, nullable=False),
        sa.Column("winners", sa.JSON, nullable=False),
        sa.Column("abandoned", sa.Boolean, nullable=False),
    )
    op.create_index("finished_ended", "finished", ["ended"])
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("recovery_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("ix_tokens_visitor_id", "tokens", ["visitor_id"])
    op.create_table(
        "seen",
        of_table(),
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("time", sa.Double, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("visitor_id", sa.String(32), primary_key=True),
        sa.Column("muted", sa.String(40), primary_key=True),
    )
    op.create_table(
        "keepsakes",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for name in ("keepsakes", "mutes", "seen", "tokens", "visitors", "finished", "seats", "events", "tables"):
        op.drop_table(name)
