"""Answers to puzzles, and what they say about solvers and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzles",
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_table(
        "solvers",
        sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("move", sa.String(80), nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("time", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for name in ("answers", "solvers", "puzzles"):
        op.drop_table(name)
