"""The store's tables. Events are the truth; everything else can be made from them again.

Times are seconds since 1970.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("code", sa.String(32), nullable=False, unique=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("listed_from", sa.String(32)),  # the name of a neighbourhood, see `listing`; none: nobody asked
    sa.Column("version", sa.Integer, nullable=False),  # seq of the last event
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("host", sa.String(32), nullable=False),
    sa.Column("settings", sa.JSON, nullable=False),
    sa.Column("opened", sa.Double, nullable=False),
    sa.Column("updated", sa.Double, nullable=False),
    sa.Column("due", sa.Double),  # when a bot or a clock has to act; none: only people can
    sa.Column("origin", sa.String(32)),  # the code of the table where its cards were dealt first; none: here
    sa.Column("challenge", sa.String(32)),  # the challenge that it is played for
    sa.Index("tables_due", "due"),
    sa.Index("tables_status", "status", "listed"),
    sa.Index("tables_updated", "updated"),
    sa.Index("tables_origin", "origin"),
    sa.Index("tables_challenge", "challenge", "host", unique=True),  # everybody tries it once
)

editions = sa.Table(  # what tables were dealt from; started events name it
    "editions",
    metadata,
    sa.Column("sha256", sa.String(64), primary_key=True),  # of the content, in its one spelling
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("content", sa.Text, nullable=False),
)

shelf = sa.Table(  # boxes that visitors have written down
    "shelf",
    metadata,
    sa.Column("code", sa.String(32), primary_key=True),
    sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), nullable=False, index=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("title", sa.String(128), nullable=False),
    sa.Column("text", sa.Text, nullable=False),  # the file as it was written, with its comments
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("shared", sa.Boolean, nullable=False),
    sa.Column("playable", sa.Boolean, nullable=False),
    sa.Column("updated", sa.Double, nullable=False),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("time", sa.Double, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("visitor_id", sa.String(32)),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("bot", sa.String(64)),
    sa.Index("seats_visitor", "visitor_id"),
)

snapshots = sa.Table(  # a running game as it was at some version: a shortcut, not the truth
    "snapshots",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    sa.Column("picture", sa.LargeBinary, nullable=False),
)

finished = sa.Table(
    "finished",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    sa.Column("ended", sa.Double, nullable=False),
    sa.Column("points", sa.JSON, nullable=False),
    sa.Column("winners", sa.JSON, nullable=False),
    sa.Column("abandoned", sa.Boolean, nullable=False),
    sa.Index("finished_ended", "ended"),
)

challenges = sa.Table(  # links that deal the cards of a finished game to somebody else
    "challenges",
    metadata,
    sa.Column("code", sa.String(32), primary_key=True),  # another one than that of the finished table
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Index("challenges_seat", "table_id", "seat", unique=True),
)

visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("recovery_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("created", sa.Double, nullable=False),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), nullable=False, index=True),
    sa.Column("label", sa.String(64), nullable=False),
    sa.Column("created", sa.Double, nullable=False),
)

seen = sa.Table(
    "seen",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    sa.Column("visitor_id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("time", sa.Double, nullable=False),
)

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("visitor_id", sa.String(32), primary_key=True),
    sa.Column("muted", sa.String(40), primary_key=True),  # a visitor's id, or a table's code
)

pushes = sa.Table(  # browsers that may be called with their page closed
    "pushes",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),  # of the endpoint
    sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False),  # at the push service; who knows it may call
    sa.Column("p256dh", sa.String(128), nullable=False),  # the browser's key, and …
    sa.Column("auth", sa.String(64), nullable=False),  # … its secret: nobody else reads what is sent
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("house", sa.Text, nullable=False),  # the address under which the browser knows the house
    sa.Column("created", sa.Double, nullable=False),
)


def of_an_errand() -> list[sa.Column[Any]]:
    """What is done once, in the background, see `errands`."""
    return [
        sa.Column("format", sa.String(32), nullable=False),
        sa.Column("asked", sa.Double, nullable=False),
        sa.Column("heard", sa.Double, nullable=False),  # the last sign of who works on it; 0: nobody does
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False),
        sa.Column("result", sa.LargeBinary),  # JSON
    ]


analyses = sa.Table(  # of finished games
    "analyses",
    metadata,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    *of_an_errand(),
)

measurements = sa.Table(  # of editions: what bots find out about them by playing
    "measurements",
    metadata,
    sa.Column("sha256", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("cards", sa.Text, nullable=False),  # the content of the edition
    *of_an_errand(),
)

puzzles = sa.Table(  # what answers have made of the first ratings of puzzles
    "puzzles",
    metadata,
    sa.Column("puzzle", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
)

solvers = sa.Table(  # how well visitors solve the puzzles of a game
    "solvers",
    metadata,
    sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), primary_key=True),
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
)

answers = sa.Table(  # the first answer of a visitor to a puzzle: the one that counts
    "answers",
    metadata,
    sa.Column("visitor_id", sa.String(32), sa.ForeignKey("visitors.id"), primary_key=True),
    sa.Column("puzzle", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("move", sa.String(80), nullable=False),
    sa.Column("right", sa.Boolean, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),  # the solver's rating after it
    sa.Column("time", sa.Double, nullable=False),
)

keepsakes = sa.Table(  # what the house itself must remember
    "keepsakes",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
