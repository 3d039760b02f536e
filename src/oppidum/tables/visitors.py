"""Who is here: no accounts, a name and an identity that can be carried to another device.

Only hashes of recovery codes and tokens are stored: whoever reads the store can impersonate nobody.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass, replace

import sqlalchemy as sa

from oppidum.kernel.errors import BadOption
from oppidum.tables import facts
from oppidum.tables.errors import NoSuchVisitor, TooMany
from oppidum.tables.hall import Hall, new_code
from oppidum.tables.schema import keepsakes, pushes, seats, tables, tokens, visitors
from oppidum.tables.table import Table

NAME_LENGTH = 32
# Letters, signs and marks that nobody sees, though Unicode (17) does not count them among the invisible:
# fillers of Hangul and Khitan, the empty Braille cell, a note without a head, vowels of Khmer, joiners,
# selectors, the place of an object, half an ideograph's room, a blank among hieroglyphs and half of one.
BLANK = frozenset(
    "\u3164\u115f\u1160\uffa0\u2800\U0001d159\U00016fe4\u17b4\u17b5\u034f\u180b\u180c\u180d\u180f\ufffc"
    "\u2d7f\U0001107f\u303f\U00013441\U00013442"
)
BLANK_MARKS = ("\U000e0100", "\U000e01ef")
STYLES = ("\ufe00", "\ufe0f")  # how the sign before is drawn, as with ❤️; upon a letter nobody sees them
MOST_MARKS = 4  # one upon the other
MOST_TOKENS = 20


@dataclass(frozen=True)
class Visitor:
    id: str  # no secret; the web signs it into the cookie
    name: str
    created: float
    stamp: str = ""  # another one with every recovery code: the web signs it into the cookie, too
    renewed: bool = False  # whether there was another code before, whose sign-ins have ended


@dataclass(frozen=True)
class Arrival:
    visitor: Visitor
    recovery_code: str  # shown once


def clean_text(text: str, what: str, length: int) -> str:
    """Trimmed, on one line, of visible characters only."""
    words = " ".join(text.split())
    if not words:
        raise BadOption(f"{what} is empty.")
    if len(words) > length:
        raise BadOption(f"{what} is longer than {length} characters.")
    if not is_visible(words):
        raise BadOption(f"{what} contains invisible characters.")
    return words


def is_visible(words: str) -> bool:
    """Nothing that is drawn as nothing; marks only upon letters, and not in towers."""
    marks = MOST_MARKS + 1  # none may come first
    before = "L"
    for letter in words:
        kind = unicodedata.category(letter)
        if kind[0] == "C" or letter in BLANK or BLANK_MARKS[0] <= letter <= BLANK_MARKS[1]:
            return False
        if STYLES[0] <= letter <= STYLES[1] and before in "LNM":
            return False
        before = kind[0]
        marks = marks + 1 if kind[0] == "M" else MOST_MARKS + 1 if kind[0] == "Z" else 0
        if kind[0] == "M" and marks > MOST_MARKS:
            return False
    return True


def arrive(hall: Hall, name: str) -> Arrival:
    """A new identity. The name: 1 to 32 visible characters, trimmed; BadOption otherwise."""
    code = fresh_recovery_code()
    known = digest(plain(code))
    called = clean_text(name, "The name", NAME_LENGTH)
    visitor = Visitor(secrets.token_hex(10), called, hall.now(), digest(known)[:16])
    row = sa.insert(visitors).values(
        id=visitor.id, name=visitor.name, created=visitor.created, recovery_hash=known
    )
    hall.write(lambda connection: connection.execute(row))
    return Arrival(visitor, code)


def find(hall: Hall, visitor: str) -> Visitor:
    """Raises NoSuchVisitor."""
    return hall.people.remember(
        ("visitor", visitor),
        lambda: visitor_where(hall, visitors.c.id == visitor, "Nobody here has this identity."),
    )


def remember(hall: Hall, place: str, visitor: str) -> None:
    """Who plays at a place that keeps no cookie: a terminal."""
    name = {"name": at_place(place)}
    hall.write(lambda connection: hall.store.upsert(connection, keepsakes, name, value=visitor))


def remembered(hall: Hall, place: str) -> Visitor | None:
    """Whom `remember` was told last; none if nobody, or somebody who is gone."""
    kept = sa.select(keepsakes.c.value).where(keepsakes.c.name == at_place(place)).scalar_subquery()
    try:
        return visitor_where(hall, visitors.c.id == kept, "Nobody has played here yet.")
    except NoSuchVisitor:
        return None


def at_place(place: str) -> str:
    """The keepsake's name, which is short, whatever the place is called."""
    return f"visitor {digest(place)[:20]}"


def rename(hall: Hall, visitor: str, name: str) -> Visitor:
    """A new name, also at the seats of tables not yet over."""
    known = find(hall, visitor)
    renamed = replace(known, name=clean_text(name, "The name", NAME_LENGTH))
    named = sa.update(visitors).where(visitors.c.id == visitor).values(name=renamed.name)
    hall.write_people(lambda connection: connection.execute(named))

    def plan(table: Table) -> list[facts.Fact]:
        # On the same device the seats have names of their own.
        mine = () if table.settings.same_device else table.seats_of(visitor)
        called = [facts.Renamed(seat=seat, name=renamed.name) for seat in mine]
        return [*called, *[facts.Renamed(name=renamed.name)] * (table.host == visitor)]

    for code in unfinished(hall, visitor):
        hall.change(code, plan)
    return renamed


def unfinished(hall: Hall, visitor: str) -> list[str]:
    """Codes of the tables that are not over where the visitor sits or that the visitor opened."""
    sits = sa.select(seats.c.table_id).where(seats.c.visitor_id == visitor)
    with hall.store.reading() as connection:
        return list(
            connection.execute(
                sa.select(tables.c.code).where(
                    tables.c.status.in_(("open", "playing")),
                    sa.or_(tables.c.host == visitor, tables.c.id.in_(sits)),
                )
            ).scalars()
        )


def new_recovery_code(hall: Hall, visitor: str, token: str | None = None, browser: str = "") -> str:
    """A fresh recovery code; the old one is void, and so are all sign-ins, except for this token. No browser
    is called any more, except for the one with this endpoint."""
    find(hall, visitor)
    code = fresh_recovery_code()
    recovered_by = (
        sa.update(visitors).where(visitors.c.id == visitor).values(recovery_hash=digest(plain(code)))
    )
    others = sa.delete(tokens).where(tokens.c.visitor_id == visitor, tokens.c.hash != digest(token or ""))
    elsewhere = sa.delete(pushes).where(pushes.c.visitor_id == visitor, pushes.c.hash != digest(browser))

    def renew(connection: sa.Connection) -> None:
        connection.execute(recovered_by)
        connection.execute(others)
        connection.execute(elsewhere)
        hall.store.upsert(connection, keepsakes, {"name": renewal(visitor)}, value="1")

    hall.write_people(renew)
    return code


def renewal(visitor: str) -> str:
    """The keepsake that tells of a renewed code: cookies of 0.1.0 carry no stamp, and end with it."""
    return f"renewed {visitor}"


def recover(hall: Hall, code: str) -> Visitor:
    """The identity behind a recovery code; spaces, dashes, capitals do not matter. Raises NoSuchVisitor."""
    return visitor_where(
        hall, visitors.c.recovery_hash == digest(plain(code)), "Nobody has this recovery code."
    )


def new_token(hall: Hall, visitor: str, label: str = "") -> str:
    """A token for programs, shown once. At most 20 a visitor."""
    find(hall, visitor)
    token = "oppidum_" + secrets.token_urlsafe(32)
    kept = clean_text(label, "The label", 64) if label else ""
    row = {"hash": digest(token), "visitor_id": visitor, "label": kept, "created": hall.now()}

    def give(connection: sa.Connection) -> bool:
        held = connection.execute(
            sa.select(sa.func.count()).select_from(tokens).where(tokens.c.visitor_id == visitor)
        ).scalar_one()
        if held < MOST_TOKENS:
            connection.execute(sa.insert(tokens).values(row))
        return held < MOST_TOKENS

    if not hall.write(give):
        raise TooMany(f"A visitor has at most {MOST_TOKENS} tokens: revoke the old ones first.")
    return token


def by_token(hall: Hall, token: str) -> Visitor:
    """Raises NoSuchVisitor."""
    known = digest(token)

    def look_up() -> Visitor:
        holder = sa.select(tokens.c.visitor_id).where(tokens.c.hash == known).scalar_subquery()
        return visitor_where(hall, visitors.c.id == holder, "This token is not valid.")

    return hall.people.remember(("token", known), look_up)


def revoke_tokens(hall: Hall, visitor: str) -> int:
    """All tokens of a visitor are void; returns how many there were."""
    mine = sa.delete(tokens).where(tokens.c.visitor_id == visitor)
    return hall.write_people(lambda connection: connection.execute(mine).rowcount)


def visitor_where(hall: Hall, condition: sa.ColumnElement[bool], otherwise: str) -> Visitor:
    with hall.store.reading() as connection:
        wanted = sa.select(visitors.c.id, visitors.c.name, visitors.c.created, visitors.c.recovery_hash)
        row = connection.execute(wanted.where(condition)).first()
        if row is None:
            raise NoSuchVisitor(otherwise)
        again = sa.select(keepsakes.c.name).where(keepsakes.c.name == renewal(row.id))
        renewed = connection.execute(again).first() is not None
    return Visitor(row.id, row.name, row.created, digest(row.recovery_hash)[:16], renewed)


def fresh_recovery_code() -> str:
    code = new_code()
    return "-".join(code[i : i + 4] for i in range(0, 16, 4))


def plain(code: str) -> str:
    return "".join(letter for letter in code.lower() if letter.isalnum())


def digest(secret: str) -> str:
    """Secrets here have at least eighty random bits: a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
