# pyright: reportIncompatibleMethodOverride=false, reportAssignmentType=false
# Numba's own classes leave the types of what they hand over open; here they are what we know them to be.
"""The decorators for compiled functions, and who waits for the compiler.

Usually whoever calls a function that is not compiled yet waits until it is. In a house nobody does: what is
not there yet runs as the ordinary Python that it also is, and gives the same bytes (`play_meanwhile`). Once a
function has been loaded from the disk, the next call of it is a call of compiled code. And nobody compiles in
a house: what is not on the disk is another process's work (`oppidum.forge`).
"""

from __future__ import annotations

import contextlib
import importlib
import sys
import threading
from collections.abc import Generator
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core import ir, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import IRLegalization, NativeLowering
from numba.core.typing.templates import signature

from oppidum.kernel import cache


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


load_numba()


# ---------------------------------------------------------------- who waits


class NotOnDisk(Exception):
    """A house was asked for compiled code that nobody has made yet, or that somebody has deleted."""


class Insistence(threading.local):
    """Whether this thread wants compiled code and nothing else, although its process plays meanwhile."""

    on_compiled = False


config: Any = numba.config  # pyright: ignore[reportPrivateImportUsage]
house = threading.Event()  # set: this process plays meanwhile
insistence = Insistence()


def compiles() -> bool:
    """False with NUMBA_DISABLE_JIT=1: then everything is ordinary Python for good."""
    return not config.DISABLE_JIT


def play_meanwhile() -> None:
    """From now on nobody in this process waits for the compiler."""
    if compiles():
        house.set()


def plays_meanwhile() -> bool:
    return house.is_set()


@contextlib.contextmanager
def compiled_only() -> Generator[None]:
    """Here this thread calls compiled code alone: to load it, or to look ahead, which is too slow as Python.

    In a house it is loaded from the disk; NotOnDisk where it is not there. Elsewhere it is compiled.
    """
    before = insistence.on_compiled
    insistence.on_compiled = True
    try:
        yield
    finally:
        insistence.on_compiled = before


class HouseCache(cache.GameCache):
    """A function's compiled code on disk. What a house does not find there it does not compile."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None and house.is_set():
            raise NotOnDisk(f"{self.function.__module__}.{self.function.__name__} is not compiled yet.")
        return found


# No function of ours is handed to C, so none needs an entry for it.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
# Without allocations Numba need not count references to the arrays that are passed along.
NO_ALLOCATIONS: dict[str, Any] = {**OPTIONS, "_nrt": False}
NO_ENTRY: dict[str, Any] = {"no_cpython_wrapper": True}


def full_width(kind: Any) -> Any:
    """As what a number is passed to a function: one that stands in the text as any other, one from a narrow
    field of a position as an ordinary integer. A function would be compiled once more for each kind."""
    plain = types.unliteral(kind)
    narrow = isinstance(plain, types.Integer) and getattr(plain, "bitwidth", 64) < 64
    return types.int64 if narrow else plain


class Entry(CPUDispatcher):
    """A compiled function with an entry for Python."""

    def enable_caching(self) -> None:
        self._cache = HouseCache(self.py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For compiled code: one form for all numbers (`full_width`)."""
        plain = {name: full_width(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(full_width(kind) for kind in args), plain)

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Numba asks for a function to call where it has none for these types yet."""
        if house.is_set() and not insistence.on_compiled:
            return self.py_func
        ask_numba: Any = super()
        return ask_numba._compile_for_args(*args, **kws)


class Part(Entry):
    """A compiled function without an entry for Python: called from there it runs as ordinary Python."""

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)


# ---------------------------------------------------------------- rules count from the start


def from_the_start(index: Any) -> Any:
    """The same index, or several of them, as a kind of number that is never below zero."""
    if isinstance(index, types.Integer):
        return types.uintp
    several: tuple[Any, ...] = index.types if isinstance(index, types.UniTuple | types.Tuple) else ()
    if several and all(isinstance(one, types.Integer) for one in several):
        return types.UniTuple(types.uintp, len(several))
    return index


@register_pass(mutates_CFG=False, analysis_only=False)
class CountFromTheStart(FunctionPass):
    """An index below zero would count from the end. No rule has one, and to look for it takes time.

    (`tests/test_contract.py` looks for it where rules are Python.)
    """

    _name = "count_from_the_start"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            for step in block.body:
                asked = step.value if isinstance(step, ir.Assign) else step
                reads = isinstance(asked, ir.Expr) and asked.op == "getitem"
                if (reads or isinstance(asked, ir.SetItem)) and asked in state.calltypes:
                    kinds = state.calltypes.pop(asked)  # nothing is ever overwritten there
                    cells, index, *rest = kinds.args
                    if isinstance(cells, types.Array):
                        kinds = signature(kinds.return_type, cells, from_the_start(index), *rest)
                    state.calltypes[asked] = kinds
        return True


class RuleCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [with_lowering(self.state, NativeLowering, CountFromTheStart)]


# ---------------------------------------------------------------- parts have no machine code of their own


class NoCode:
    """Stands in for the machine code of a part: there is nothing in it that could need an environment."""

    def set_env(self, name: str, environment: Any) -> None:
        pass


class PartLibrary(JITCodeLibrary):
    """A part as LLVM's own code, to be linked into whoever calls it. Machine code is made there."""

    codegen = NoCode()

    def _optimize_final_module(self) -> None:
        """Not here: whoever calls it optimises it as well."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().run_pass(state)


class PartCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [with_lowering(self.state, PartLowering)]


class RulePartCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [with_lowering(self.state, PartLowering, CountFromTheStart)]


def with_lowering(state: Any, lowering: type[NativeLowering], *own: type[FunctionPass]) -> Any:
    """Numba's own way, but for its last step, and for passes of our own once all types are known."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    steps = [(lowering if one is NativeLowering else one, why) for one, why in passes.passes]
    typed = next(i for i, (one, _why) in enumerate(steps) if one is IRLegalization)
    passes.passes = [*steps[:typed], *((one, one.__name__) for one in own), *steps[typed:]]
    passes.finalize()
    return passes


# ---------------------------------------------------------------- what nobody but Python calls


class WholeLibrary(JITCodeLibrary):
    """A function with all that it calls, to which nobody else links.

    So whatever it calls is its own, and LLVM may change how that is called: leave out what nobody looks at,
    and hand over results in registers. It has names of its own, too: a rule that Python calls is found by its
    name, among the code of all libraries.
    """

    def _optimize_final_module(self) -> None:
        for function in list(self._final_module.functions):
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
                function.name = f"own.{function.name}"
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class WholeLowering(NativeLowering):
    _name = "whole_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = WholeLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().run_pass(state)


class WholeCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        return [with_lowering(self.state, WholeLowering)]


# ---------------------------------------------------------------- the decorators


def compile_as(kind: type[Entry], function: Any, **options: Any) -> Any:
    dispatcher = numba.njit(**options)(function)
    if isinstance(dispatcher, CPUDispatcher):  # with NUMBA_DISABLE_JIT=1 it is still the function itself
        dispatcher.__class__ = kind
        if kind is Entry:
            dispatcher.enable_caching()
    return dispatcher


def compiled(function: Any) -> Any:
    """Compile with Numba: cached on disk, without the GIL, division as in NumPy.

    With NUMBA_DISABLE_JIT=1 the function stays ordinary Python.
    """
    return compile_as(Entry, function, **OPTIONS)


def outermost(function: Any) -> Any:
    """As `compiled`, what only Python calls: loops over many games. Compiled code that calls it still works,
    but has everything twice that both of them call."""
    return compile_as(Entry, function, pipeline_class=WholeCompiler, **OPTIONS)


def rule(function: Any) -> Any:
    """Compile a function that allocates no array, nor calls one that does: every rule of a game.

    That makes small functions noticeably faster. Nor does it count from the end of an array (`cells[-1]`).
    """
    return compile_as(Entry, function, pipeline_class=RuleCompiler, **NO_ALLOCATIONS)


def part(function: Any) -> Any:
    """Compile a `rule` that other rules call, and Python hardly ever: it has no entry for Python.

    Nor has it machine code of its own: it is optimised together with whoever calls it, once. Whoever calls it
    from Python all the same, as tests do, runs it as Python.
    """
    return compile_as(Part, function, pipeline_class=RulePartCompiler, **NO_ALLOCATIONS, **NO_ENTRY)


def working_part(function: Any) -> Any:
    """A `part` that needs arrays of its own to work with."""
    return compile_as(Part, function, pipeline_class=PartCompiler, **OPTIONS, **NO_ENTRY)


def inlined(function: Any) -> Any:
    """A `part` whose machine code is copied to wherever it is called, however large it looks to LLVM.

    For what runs in the innermost loops, where a call costs as much as the work.
    """
    return compile_as(
        Part, function, pipeline_class=RulePartCompiler, forceinline=True, **NO_ALLOCATIONS, **NO_ENTRY
    )


def woven(function: Any) -> Any:
    """Compile as a part of whoever calls it: for rules that are called in one place only.

    Numba optimises a function anew, together with all that it calls, for each layer of functions above.
    Weaving such layers into one saves seconds of compilation, and the calls.
    """
    return compile_as(Part, function, inline="always", **OPTIONS)
