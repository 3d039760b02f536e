"""Boxes that visitors have written down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shelf",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), nullable=False, index=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("shared", sa.Boolean, nullable=False),
        sa.Column("playable", sa.Boolean, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("shelf")
