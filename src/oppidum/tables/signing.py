"""The key that signs cookies: whoever has it can be anybody. It is not in the store, nor in its backups.

It comes from the environment (where several machines share it), or lies in a file for its owner's eyes only:
beside a SQLite store, otherwise in the user's data directory.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from pathlib import Path

import platformdirs
import sqlalchemy as sa

from oppidum.tables.errors import CannotWrite, StoreError
from oppidum.tables.schema import keepsakes
from oppidum.tables.store import Store

VARIABLE = "OPPIDUM_KEY"
FORMER = "signing_key"  # the keepsake in stores of 0.1.0
SHORTEST, LONGEST = 32, 1000  # letters
TRIES, PAUSE = 100, 0.01  # seconds: as long as one waits for another to write a key
OTHERS = 0o077  # what a file's mode says of everybody but its owner


def key_file(url: sa.URL) -> Path:
    """Where the key of the store at this place is kept."""
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database))
        return file.with_name(file.name + ".key")
    return platformdirs.user_data_path("oppidum", appauthor=False) / "oppidum.key"


def signing_key(store: Store) -> str:
    """The same for all workers. A store that still has one gives it away: cookies stay good."""
    if given := known_key(store.url):
        return given
    former = sa.select(keepsakes.c.value).where(keepsakes.c.name == FORMER)
    with store.reading() as connection:
        known = connection.execute(former).scalar()
    key = keep(key_file(store.url), known or secrets.token_hex(32))
    if known:
        with store.writing() as connection:
            connection.execute(sa.delete(keepsakes).where(keepsakes.c.name == FORMER))
    return key


def known_key(url: sa.URL) -> str | None:
    """From the environment or from its file; none: there is no such file yet. Raises StoreError where it is
    none that one could trust."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        if len(given) < SHORTEST:
            raise StoreError(f"{VARIABLE} has fewer than {SHORTEST} letters.")
        return given
    with contextlib.suppress(FileNotFoundError):
        return read(key_file(url))
    return None


def read(file: Path) -> str:
    """Cookies signed with half a key, or with one that others know, would be worth nothing."""
    try:
        with file.open("rb") as opened:
            mode, found = os.fstat(opened.fileno()).st_mode, opened.read(LONGEST + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StoreError(f"The key of the cookies cannot be read: {error.strerror} ({file}).") from None
    key = found.strip()
    if not (SHORTEST <= len(key) <= LONGEST and key.isascii() and key.decode("ascii").isprintable()):
        told = "put back the one that was there, or make a new one with `oppidum new-key`: all are signed out"
        raise StoreError(f"The key of the cookies is damaged ({file}): {told}.")
    if os.name == "posix" and mode & OTHERS:
        told = f"`chmod 600 {file}`, or `oppidum new-key` if somebody may have done so"
        raise StoreError(f"The key of the cookies can be read by others: {told}.")
    return key.decode("ascii")


def new_key(store: Store) -> Path:
    """Everybody is signed out; who has a recovery code comes back with it."""
    if VARIABLE in os.environ:
        raise StoreError(f"The key is in {VARIABLE}: change it there.")
    file = key_file(store.url)
    part = written(file, secrets.token_hex(32))
    part.replace(file)
    settle(file.parent)
    with store.writing() as connection:
        connection.execute(sa.delete(keepsakes).where(keepsakes.c.name == FORMER))
    return file


def keep(file: Path, key: str) -> str:
    """Whoever comes first decides: workers start at the same time."""
    part = written(file, key)
    try:
        os.link(part, file)
    except FileExistsError:
        return read(file)
    except OSError:  # no file has two names there, as on FAT and in some shared folders
        return keep_without_link(file, key)
    finally:
        part.unlink()
    settle(file.parent)
    return key


def keep_without_link(file: Path, key: str) -> str:
    """Whoever makes the file decides; the others wait until the key is in it, which takes a moment."""
    try:
        write(file, key)
    except FileExistsError:
        for _ in range(TRIES):
            if file.stat().st_size:
                break
            time.sleep(PAUSE)
        return read(file)
    except OSError as error:
        raise not_written(error) from None
    settle(file.parent)
    return key


def written(file: Path, key: str) -> Path:
    """Whole, on the disk, and for nobody else's eyes, before it has its name."""
    part = file.with_name(f"{file.name}.{os.getpid()}-{secrets.token_hex(4)}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write(part, key)
    except OSError as error:
        raise not_written(error) from None
    return part


def write(file: Path, key: str) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as made:
        made.write(key + "\n")
        made.flush()
        os.fsync(made.fileno())


def not_written(error: OSError) -> CannotWrite:
    return CannotWrite(f"The key of the cookies cannot be written: {error.strerror}.")


def settle(folder: Path) -> None:
    """What is called what in a folder is on the disk, too; where folders can be opened."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
