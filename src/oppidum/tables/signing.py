"""The key that signs cookies: whoever has it can be anybody. It is not in the store, nor in its backups.

It comes from the environment (where several machines share it), or lies in a file for its owner's eyes only:
beside a SQLite store, otherwise in the user's data directory.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

import platformdirs
import sqlalchemy as sa

from oppidum.tables.errors import CannotWrite, StoreError
from oppidum.tables.schema import keepsakes
from oppidum.tables.store import Store

VARIABLE = "OPPIDUM_KEY"
FORMER = "signing_key"  # the keepsake in stores of 0.1.0
SHORTEST = 32  # letters


def key_file(store: Store) -> Path:
    if store.is_sqlite:
        file = Path(str(store.url.database))
        return file.with_name(file.name + ".key")
    return platformdirs.user_data_path("oppidum", appauthor=False) / "oppidum.key"


def signing_key(store: Store) -> str:
    """The same for all workers. A store that still has one gives it away: cookies stay good."""
    if given := os.environ.get(VARIABLE):
        if len(given) < SHORTEST:
            raise StoreError(f"{VARIABLE} has fewer than {SHORTEST} letters.")
        return given
    file = key_file(store)
    with contextlib.suppress(FileNotFoundError):
        return file.read_text(encoding="ascii").strip()
    former = sa.select(keepsakes.c.value).where(keepsakes.c.name == FORMER)
    with store.reading() as connection:
        known = connection.execute(former).scalar()
    key = keep(file, known or secrets.token_hex(32))
    if known:
        with store.writing() as connection:
            connection.execute(sa.delete(keepsakes).where(keepsakes.c.name == FORMER))
    return key


def new_key(store: Store) -> Path:
    """Everybody is signed out; who has a recovery code comes back with it."""
    if VARIABLE in os.environ:
        raise StoreError(f"The key is in {VARIABLE}: change it there.")
    file = key_file(store)
    part = written(file, secrets.token_hex(32))
    part.replace(file)
    with store.writing() as connection:
        connection.execute(sa.delete(keepsakes).where(keepsakes.c.name == FORMER))
    return file


def keep(file: Path, key: str) -> str:
    """Whoever comes first decides: workers start at the same time."""
    part = written(file, key)
    try:
        os.link(part, file)
    except FileExistsError:
        return file.read_text(encoding="ascii").strip()
    finally:
        part.unlink()
    return key


def written(file: Path, key: str) -> Path:
    """Whole, and for nobody else's eyes, before it has its name."""
    part = file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
            made.write(key + "\n")
    except OSError as error:
        raise CannotWrite(f"The key of the cookies cannot be written: {error.strerror}.") from None
    return part
