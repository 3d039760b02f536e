"""The one decorator for compiled functions, and the cache that never plays yesterday's rules.

Numba's disk cache notices a change in a function's own file, not in the files it calls. So the cache
lives in a folder named after a hash of all our sources that can end up in compiled code: any change,
anywhere, starts a fresh folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core.registry import CPUDispatcher

from oppidum.kernel.errors import OppidumError

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS_WITH_COMPILED_CODE = ("kernel", "games", "search", "bots", "arena", "adapters")
DAYS_A_FOLDER_IS_KEPT = 14


def fingerprint() -> str:
    """Hash of the sources, the compiler and the interpreter: whatever decides what compiled code does."""
    digest = hashlib.blake2b(digest_size=10)
    # Numba keeps the code of each copy of a package apart, by its path.
    digest.update(f"{numba.__version__} {sys.version} {PACKAGE}".encode())
    for room in ROOMS_WITH_COMPILED_CODE:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(str(path.relative_to(PACKAGE)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_folder() -> Path:
    root = os.environ.get("OPPIDUM_CACHE") or platformdirs.user_cache_dir("oppidum")
    return Path(root) / f"compiled-{fingerprint()}"


def sweep(folder: Path) -> None:
    """Remove compiled code of other versions that nobody has used for a while."""
    limit = time.time() - DAYS_A_FOLDER_IS_KEPT * 86400
    for other in folder.parent.glob("compiled-*"):
        with contextlib.suppress(FileNotFoundError):  # another process may sweep, too
            if other != folder and other.stat().st_mtime < limit:
                shutil.rmtree(other, ignore_errors=True)


def prepare_cache() -> Path:
    folder = cache_folder()
    try:
        fresh = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError as error:
        raise OppidumError(
            f"Compiled code cannot be kept in {folder.parent} ({error.strerror}); "
            "name another folder in the environment variable OPPIDUM_CACHE."
        ) from None
    if fresh:
        sweep(folder)
    numba.config.CACHE_DIR = str(folder)
    return folder


def load_numba() -> None:
    """Load what Numba would load later, except for SciPy's linear algebra, a quarter of a second.

    Numba asks for it at once, only to know whether it is there for `np.convolve`; compiled code that uses
    linear algebra still finds it.
    """
    blas = "scipy.linalg.cython_blas"
    if blas in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    sys.modules[blas] = None  # pyright: ignore[reportArgumentType]
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[blas]


CACHE = prepare_cache()
load_numba()


def is_cold(game_id: str) -> bool:
    """True until this game has been compiled to the end: it will take its time to start."""
    return not numba.config.DISABLE_JIT and not (CACHE / f"{game_id}.warm").exists()


def now_warm(game_id: str) -> None:
    if not numba.config.DISABLE_JIT:
        (CACHE / f"{game_id}.warm").touch()


# No function of ours is handed to C, so none needs an entry for it.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Without allocations Numba need not count references to the arrays that are passed along.
NO_ALLOCATIONS: dict[str, Any] = {**OPTIONS, "_nrt": False}
NO_ENTRY: dict[str, Any] = {**NO_ALLOCATIONS, "no_cpython_wrapper": True}


class Part(CPUDispatcher):
    """A compiled function without an entry for Python: called from there it runs as ordinary Python."""

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)


def without_entry(dispatcher: Any) -> Any:
    if isinstance(dispatcher, CPUDispatcher):  # with NUMBA_DISABLE_JIT=1 it is still the function itself
        dispatcher.__class__ = Part
    return dispatcher


def compiled(function: Any) -> Any:
    """Compile with Numba: cached on disk, without the GIL, division as in NumPy.

    With NUMBA_DISABLE_JIT=1 the function stays ordinary Python.
    """
    return numba.njit(cache=True, **OPTIONS)(function)


def rule(function: Any) -> Any:
    """Compile a function that allocates no array, nor calls one that does: every rule of a game.

    That makes small functions noticeably faster.
    """
    return numba.njit(cache=True, **NO_ALLOCATIONS)(function)


def part(function: Any) -> Any:
    """Compile a `rule` that other rules call, and Python hardly ever: it has no entry for Python.

    A third of the time that a small function takes to compile would go into that entry. Whoever calls it
    from Python all the same, as tests do, runs it as Python.
    """
    return without_entry(numba.njit(cache=True, **NO_ENTRY)(function))


def inlined(function: Any) -> Any:
    """A `part` whose machine code is copied to wherever it is called, however large it looks to LLVM.

    For what runs in the innermost loops, where a call costs as much as the work.
    """
    return without_entry(numba.njit(cache=True, forceinline=True, **NO_ENTRY)(function))


def woven(function: Any) -> Any:
    """Compile as a part of whoever calls it: for rules that are called in one place only.

    Numba optimises a function anew, together with all that it calls, for each layer of functions above.
    Weaving such layers into one saves seconds of compilation, and the calls.
    """
    return numba.njit(inline="always", **OPTIONS)(function)
