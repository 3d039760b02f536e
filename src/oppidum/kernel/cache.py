"""Where compiled code is kept: never yesterday's rules, and never more thrown away than has changed.

Numba's disk cache notices a change in a function's own file, not in the files it calls. So each game has a
folder named after a hash of all sources that it rests on, its own and those that it imports; inside it every
module whose functions were compiled for the game has a folder named likewise. A change in one game leaves the
others alone, and a change in the search leaves the rules alone.

A function of the kernel that is compiled for a game contains that game's rules: which game it is, the types
tell. What was compiled for no game in particular is common to all.
"""

from __future__ import annotations

import contextlib
import inspect
import os
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import platformdirs
from llvmlite import binding
from numba.core import types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, NullCache

from oppidum.kernel import sources
from oppidum.kernel.errors import OppidumError

if TYPE_CHECKING:
    from oppidum.kernel.verbs import Rules

try:
    import fcntl
except ImportError:  # no such locks there: what two processes compile at once may be compiled again some day
    fcntl = None

DAYS_A_FOLDER_IS_KEPT = 14
COMMON = "common"
MARK = ".done"
GAMES = f"{sources.PACKAGE}.games"


def root() -> Path:
    return Path(os.environ.get("OPPIDUM_CACHE") or platformdirs.user_cache_dir("oppidum"))


@contextlib.contextmanager
def keeping() -> Generator[None]:
    """What the operating system refuses in our folder is told in one sentence."""
    try:
        yield
    except OSError as error:
        raise OppidumError(
            f"Compiled code cannot be kept in {root()} ({error.strerror or error}); "
            "name another folder in the environment variable OPPIDUM_CACHE."
        ) from None


def prepare() -> None:
    """See to it that there is a folder to write to, before anybody relies on it."""
    with keeping():
        root().mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root()).close()


@cache
def tools() -> str:
    """The compiler, the interpreter and the processor: they too decide what compiled code does, and where."""
    processor = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    features = os.environ.get("NUMBA_CPU_FEATURES") or binding.get_host_cpu_features().flatten()
    return f"{numba.__version__} {sys.version} {processor} {features}"


def rests_on(rules: Rules) -> tuple[str, ...]:
    """The modules of a game that hold compiled code: its verbs, its bot, its insight.

    How it writes moves down or reads an edition is no part of compiled code.
    """
    verbs = (rules.deal, rules.act, rules.legal, rules.redact, rules.imagine, rules.observe)
    modules = {module_of(verb) for verb in verbs}
    more = (f"{package_of(rules)}.{part}" for part in ("bot", "insight"))
    return tuple(sorted(modules)) + tuple(part for part in more if sources.file_of(part) is not None)


def module_of(verb: Callable[..., Any]) -> str:
    return getattr(verb, "py_func", verb).__module__


def package_of(rules: Rules) -> str:
    """The folder that a game lives in."""
    return module_of(rules.act).rpartition(".")[0] or module_of(rules.act)


def name_of(rules: Rules) -> str:
    """A game's id, or where it is none of ours the name of its package."""
    return package_of(rules).removeprefix(f"{GAMES}.")


def folder_of(rules: Rules) -> Path:
    return root() / f"compiled-{name_of(rules)}-{sources.digest(rests_on(rules), tools())}"


def common_folder() -> Path:
    return root() / f"compiled-{COMMON}-{sources.digest((), tools())}"


def use(folder: Path) -> Path:
    """A folder in use stays young, and whoever starts one sweeps out the old."""
    with keeping():
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        os.utime(folder.parent)
    if fresh:
        sweep()
    return folder


def sweep() -> None:
    """Remove compiled code that nobody has used for a while, and first the marks that say it is there."""
    limit = time.time() - DAYS_A_FOLDER_IS_KEPT * 86400
    for pattern in ("compiled-*/*/", "compiled-*/"):
        for folder in root().glob(pattern):
            with contextlib.suppress(OSError):  # another process may sweep, too; or it is not ours
                if folder.stat().st_mtime < limit:
                    unmark(folder)
                    shutil.rmtree(folder, ignore_errors=True)


def unmark(folder: Path) -> None:
    """Of a game whose code this is, or of all games, who share what is common, no step counts as done."""
    game = folder if folder.parent == root() else folder.parent
    whose = "compiled-*" if game.name.startswith(f"compiled-{COMMON}-") else game.name
    for mark in root().glob(f"{whose}/*{MARK}"):
        mark.unlink(missing_ok=True)


# ---------------------------------------------------------------- what a game has compiled so far


def mark_of(rules: Rules, step: str, modules: tuple[str, ...] = ()) -> Path:
    """The file that says so. `modules`: what the step compiles beside what the game itself brings."""
    return folder_of(rules) / f"{step}-{sources.digest(modules, tools())}{MARK}"


# ---------------------------------------------------------------- for Numba


def records(kinds: Iterable[Any]) -> Iterator[types.Record]:
    """All records in the types of a call."""
    for kind in kinds:
        if isinstance(kind, types.Record):
            yield kind
        elif isinstance(kind, types.Array):
            yield from records((kind.dtype,))
        elif isinstance(kind, types.BaseTuple):
            yield from records(getattr(kind, "types", ()))


def rules_in(kinds: Iterable[Any]) -> Rules | None:
    """The rules of the game that a call is about."""
    from oppidum.kernel.verbs import by_record

    return next((by_record[kind] for kind in records(kinds) if kind in by_record), None)


@cache
def place_of(rules: Rules | None, module: str) -> Path:
    """The folder for what a module has compiled for a game."""
    folder = folder_of(rules) if rules else common_folder()
    name, hashed = module.removeprefix(f"{sources.PACKAGE}."), sources.digest(linked(rules, module), tools())
    return use(folder / f"{name}-{hashed}")


def linked(rules: Rules | None, module: str) -> tuple[str, ...]:
    """A module, and what else of a game its compiled code calls: the parts that it names in `LINKS`."""
    if rules is None:
        return (module,)
    parts = getattr(sys.modules.get(module), "LINKS", ())
    return (module, *(f"{package_of(rules)}.{part}" for part in parts))


class Place:
    """A folder of ours, as Numba asks for one. What is in it is never stale: its name says what it is of."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file = inspect.getfile(function)
        self._lineno = function.__code__.co_firstlineno
        self.folder = folder

    def ensure_cache_path(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._lineno)


class SharedIndex(IndexDataCacheFile):
    """Which file holds a function's code for which types; several processes may write into it.

    Numba reads it, adds a line and writes it, and numbers the files. So of two processes at a time one forgot
    what the other had, both took the same number, and a third found code for other types than it asked for.
    """

    def save(self, key: Any, data: Any) -> None:
        with alone_in(Path(self._cache_path)):
            super().save(key, data)

    def _data_name(self, number: int) -> str:
        """No two files ever have the same name."""
        return super()._data_name(number).replace(f".{number}.", f".{uuid.uuid4().hex[:12]}.")


@contextlib.contextmanager
def alone_in(folder: Path) -> Generator[None]:
    """While this lasts, nobody else is. The lock ends with its process, whatever becomes of that."""
    with (folder / "lock").open("ab") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def cache_in(folder: Path) -> type[FunctionCache]:
    """Numba's cache of one function, in a folder of our choice."""

    class Locator(Place):
        @classmethod
        def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Place:
            return cls(py_func, folder)

    class Code(CompileResultCacheImpl):
        _locator_classes = (Locator,)

    class InFolder(FunctionCache):
        _impl_class = Code

        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(function)
            stamp = self._impl.locator.get_source_stamp()
            self._cache_file = SharedIndex(self._cache_path, self._impl.filename_base, stamp)

    return InFolder


class GameCache:
    """A function's compiled code on disk, in as many places as there are games that use the function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.caches: dict[Path, Any] = {}

    def of(self, signature: Any) -> Any:
        module = self.function.__module__
        if sources.file_of(module) is None:  # typed in: nothing tells when it changes
            return NullCache()
        kinds = getattr(signature, "args", signature)
        place = place_of(rules_in(kinds), module)
        if place not in self.caches:
            self.caches[place] = cache_in(place)(self.function)
        return self.caches[place]

    @property
    def cache_path(self) -> str:
        return str(root())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with keeping():
            return self.of(sig).load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        with keeping():
            self.of(sig).save_overload(sig, data)

    def flush(self) -> None:
        for kept in self.caches.values():
            kept.flush()
