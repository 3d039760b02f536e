"""Plain functions in templates: called as what they are, and only once where nothing in them changes.

Jinja looks six times whether a function wants its context before it calls it, and a translation is three such
calls. A filter is known when the template is compiled: it is called directly, and with constants only, its
result is part of the compiled template. So calls of functions that depend on nothing but what they are given
are compiled as if they were filters of their first argument: `picture("i-eye")` as `"i-eye" | picture`.

What presenters hand over are dicts, strings and numbers, hundreds a board. Jinja calls a function to look for
an attribute, of a dict too, and for its entry after that has failed, and makes an object of everything that
it escapes; here both are looked up where they stand, the entry first, and what is escaped stays a string.

Templates do not change while a house is open, and all of them know the same things: one that is loaded is
found by its name, without asking whether its file or what everybody knows has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from keyword import iskeyword
from types import FunctionType, MethodType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.nodes import EvalContext
from jinja2.runtime import Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from oppidum.web import remembered_parts
from oppidum.words import Language

FUNCTIONS = (FunctionType, MethodType)


class Direct(NodeTransformer):
    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:
        """`{{ "over" if over }}`: otherwise nothing, and not an object that would say what is missing."""
        self.generic_visit(node)
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        return node

    def visit_Test(self, node: nodes.Test) -> nodes.Node:
        """`thing.name is defined`: it may as well not be there. Elsewhere that is a mistake."""
        self.generic_visit(node)
        if node.name in ("defined", "undefined"):
            node.node = maybe(node.node)
        return node

    def visit_Filter(self, node: nodes.Filter) -> nodes.Node:
        """`thing.name | default(…)`, likewise."""
        self.generic_visit(node)
        if node.name in ("default", "d") and node.node is not None:
            node.node = maybe(node.node)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        called = node.node
        if not isinstance(called, nodes.Name) or called.name not in self.names or not node.args:
            return node
        first, *others = node.args
        found = nodes.Filter(first, called.name, others, node.kwargs, node.dyn_args, node.dyn_kwargs)
        found.set_lineno(node.lineno)
        return found.set_environment(node.environment) if node.environment else found


@lru_cache(maxsize=4096)
def escaped(text: str) -> str:
    return str.__str__(escape(text))


SHORT = (
    500  # letters; what is longer, such as the text of a box, is not remembered, or it would fill the memory
)


def shown(value: Any) -> str:
    """The same text as `escape` gives. It is only put together with other text, and need not be Markup."""
    kind = type(value)
    if kind is Markup:
        return value
    if kind is str:
        return escaped(value) if len(value) <= SHORT else str.__str__(escape(value))
    if kind is int:
        return str(value)
    return str.__str__(escape(value))


def maybe(asked: nodes.Expr) -> nodes.Expr:
    """The same, but not taken for granted: as an entry, which Jinja also looks for among the attributes."""
    if not isinstance(asked, nodes.Getattr):
        return asked
    place = {"lineno": asked.lineno, "environment": asked.environment}
    return nodes.Getitem(asked.node, nodes.Const(asked.attr, **place), "load", **place)


class Coder(CodeGenerator):
    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """An attribute, or the entry of a dict: looked up where it stands, without a call."""
        name = node.attr
        if iskeyword(name) or (isinstance(node.node, nodes.Name) and node.node.name == "self"):
            super().visit_Getattr(node, frame)  # what Python could not say, and Jinja's own blocks
            return
        self.write(f"(it.{name} if (it := ")
        self.visit(node.node, frame)
        self.write(f").__class__ is not dict else it[{name!r}] if {name!r} in it")
        self.write(f" else environment.getattr(it, {name!r}))")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:
        """What is remembered: a function that draws it, and what it would be given."""
        if not remembered_parts.is_remembered(node):
            super().visit_CallBlock(node, frame)
            return
        self.macro_body(node, frame)
        self.start_write(frame, node)
        place, *given = node.call.args
        self.write("environment.drawn.remembered(")
        self.visit(place, frame)
        self.write(", (")
        for value in given:
            self.visit(value, frame)
            self.write(", ")
        self.write("), macro)")
        self.end_write(frame)

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        """A part that is put in knows what its page knows, and is there."""
        several = isinstance(node.template, nodes.List | nodes.Tuple)
        if several or node.ignore_missing or not node.with_context:
            self.fail("One template is included, with what its page knows.", node.lineno)
        self.writeline("template = environment.get_template(", node)
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")
        # In one piece: every piece is handed on by all templates around it.
        self.simple_write(f"''.join(template.part(context, {self.dump_local_context(frame)}))", frame)

    def visit_ScopedEvalContextModifier(self, node: nodes.ScopedEvalContextModifier, frame: Frame) -> None:
        self.fail("Everything is escaped that is not Markup.", node.lineno)


class Context(jinja2.runtime.Context):
    """What one page knows. What all know is not copied into it, nor into those of the parts it includes."""

    def __init__(
        self, environment: Any, parent: dict[str, Any], name: str | None, blocks: Any, **_: Any
    ) -> None:
        self.parent, self.vars, self.environment, self.name = parent, {}, environment, name
        self.eval_ctx = environment.eval_ctx  # the same everywhere: no template of ours changes it
        self.exported_vars, self.globals_keys = set(), set()
        self.blocks = {name: [block] for name, block in blocks.items()} if blocks else {}

    def resolve_or_missing(self, key: str) -> Any:
        for known in (self.vars, self.parent, self.environment.globals):
            if key in known:
                return known[key]
        return missing

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Macros, and functions that do not ask for a context, are simply called."""
        if type(called) is Macro or (type(called) in FUNCTIONS and not hasattr(called, "jinja_pass_arg")):
            if kwargs:
                kwargs.pop("_loop_vars", None)
                kwargs.pop("_block_vars", None)
            return called(*args, **kwargs)
        return super().call(called, *args, **kwargs)


class Template(jinja2.Template):
    def new_context(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002 (as Jinja calls it)
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> Context:
        return Context(self.environment, {**(vars or {}), **(locals or {})}, self.name, self.blocks)

    def render(self, *args: Any, **kwargs: Any) -> str:
        try:
            return "".join(self.drawn(self.new_context(dict(*args, **kwargs))))
        except Exception:
            self.environment.handle_exception()

    def part(self, page: Context, known: Mapping[str, Any]) -> list[str]:
        """Drawn as a part of a page."""
        own = {name: value for name, value in known.items() if value is not missing}
        everything = {**page.parent, **page.vars, **own}
        return self.drawn(Context(self.environment, everything, self.name, self.blocks))

    def drawn(self, context: Context) -> list[str]:
        """A context knows its macros, and they know it: unless it forgets them, every board would stay in
        memory until the collector looks for such circles."""
        try:
            return list(self.root_render_func(context))
        finally:
            context.vars.clear()

    def _get_default_module(self, ctx: Any = None) -> TemplateModule:
        """Every template has the same globals: there is nothing to compare."""
        if self._module is None:
            self._module = self.make_module()
        return self._module


class Environment(jinja2.Environment):
    """With functions that are called directly."""

    code_generator_class = Coder
    context_class = Context
    template_class = Template
    shown = staticmethod(shown)
    drawn = remembered_parts.drawn

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.loaded: dict[str, jinja2.Template] = {}
        self.eval_ctx = EvalContext(self)

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: Any = None,  # noqa: A002 (as Jinja calls it)
    ) -> jinja2.Template:
        found = self.loaded.get(name) if isinstance(name, str) else name
        if found is None:
            found = self.loaded[str(name)] = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: Any) -> Any:
        return self.globals

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)

    def call_directly(self, **functions: Callable[..., Any]) -> None:
        """Functions of nothing but their arguments, the first of which is given by position."""
        self.filters.update(functions)
        self.direct = frozenset(functions)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = Direct(self.direct).visit(super()._parse(source, name, filename))
        remembered_parts.check(parsed, self)
        return parsed


def said_in(t: Language) -> dict[str, Callable[..., Any]]:
    """Translations by the names that templates know them by. What is filled in is escaped."""

    def gettext(text: str, /, **given: Any) -> Markup:
        return Markup(t.gettext(text)) % given

    def ngettext(one: str, more: str, num: int, /, **given: Any) -> Markup:
        return Markup(t.ngettext(one, more, num)) % {"num": num, **given}

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}
