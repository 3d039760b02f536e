"""Plain functions in templates: called as what they are, and only once where nothing in them changes.

Jinja looks six times whether a function wants its context before it calls it, and a translation is three such
calls. A filter is known when the template is compiled: it is called directly, and with constants only, its
result is part of the compiled template. So calls of functions that depend on nothing but what they are given
are compiled as if they were filters of their first argument: `picture("i-eye")` as `"i-eye" | picture`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from oppidum.words import Language


class Direct(NodeTransformer):
    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        self.generic_visit(node)
        called = node.node
        if not isinstance(called, nodes.Name) or called.name not in self.names or not node.args:
            return node
        first, *others = node.args
        found = nodes.Filter(first, called.name, others, node.kwargs, node.dyn_args, node.dyn_kwargs)
        found.set_lineno(node.lineno)
        return found.set_environment(node.environment) if node.environment else found


class Environment(jinja2.Environment):
    """With functions that are called directly."""

    def call_directly(self, **functions: Callable[..., Any]) -> None:
        """Functions of nothing but their arguments, the first of which is given by position."""
        self.filters.update(functions)
        self.direct = frozenset(functions)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = super()._parse(source, name, filename)
        return Direct(self.direct).visit(parsed)


def said_in(t: Language) -> dict[str, Callable[..., Any]]:
    """Translations by the names that templates know them by. What is filled in is escaped."""

    def gettext(text: str, /, **given: Any) -> Markup:
        return Markup(t.gettext(text)) % given

    def ngettext(one: str, more: str, num: int, /, **given: Any) -> Markup:
        return Markup(t.ngettext(one, more, num)) % {"num": num, **given}

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}
