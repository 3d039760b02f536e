"""What bots found out about editions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "measurements",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("cards", sa.Text, nullable=False),
        sa.Column("format", sa.String(32), nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("heard", sa.Double, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False),
        sa.Column("result", sa.LargeBinary),
    )


def downgrade() -> None:
    op.drop_table("measurements")
