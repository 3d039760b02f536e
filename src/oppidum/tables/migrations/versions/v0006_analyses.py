"""Analyses of finished games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
        sa.Column("format", sa.String(32), nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("heard", sa.Double, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False),
        sa.Column("result", sa.LargeBinary),
    )


def downgrade() -> None:
    op.drop_table("analyses")
