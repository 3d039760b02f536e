"""From which neighbourhood a table was put into the lobby."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("listed_from", sa.String(32)))


def downgrade() -> None:
    op.drop_column("tables", "listed_from")
