"""Parts of boards that are drawn once and remembered.

A rival's panel, a card, a line of the log look the same to everybody, and most of them the same as before the
last move:

    {% remember player, over=board.phase == "over" %} … {% endremember %}

draws what stands between, unless it has been drawn from the same things before. What stands between may use
nothing but what it is given by name, what is the same for everybody (translations, pictures) and macros that
keep to that, too: so what is remembered for one cannot show what only another may see. A template that breaks
this is not compiled.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import msgspec
from jinja2 import Environment, TemplateAssertionError, nodes
from jinja2.ext import Extension
from jinja2.meta import find_undeclared_variables
from jinja2.parser import Parser
from markupsafe import Markup

from oppidum.words.you import You

MOST_BYTES = 32 * 2**20
MARKUP, NAME = 1, 2  # told apart from a text that has yet to be escaped, and from any other name


def plain(value: Any) -> msgspec.msgpack.Ext:
    if isinstance(value, Markup | You):
        kind = MARKUP if isinstance(value, Markup) else NAME
        return msgspec.msgpack.Ext(kind, str.__str__(value).encode())
    raise TypeError(f"A part is drawn from plain things, not from {type(value).__name__}.")


encode = msgspec.msgpack.Encoder(enc_hook=plain).encode


class Drawn:
    """What has been drawn lately. What is drawn or used goes to the newer half; when that is full, the older
    half is forgotten, and the newer takes its place."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self.bytes = 0  # of the newer half
        self.newer: dict[tuple[int, bytes], str] = {}
        self.older: dict[tuple[int, bytes], str] = {}
        self.lock = threading.Lock()

    def remembered(self, place: int, given: tuple[Any, ...], draw: Callable[..., str]) -> str:
        """What was drawn there from these things; drawn now, if it never was."""
        key = (place, encode(given))
        part = self.newer.get(key)
        if part is None:
            part = self.older.get(key)
            if part is None:
                part = draw(*given)
            self.keep(key, part)
        return part

    def keep(self, key: tuple[int, bytes], part: str) -> None:
        size = len(part) + len(key[1])
        with self.lock:
            if self.bytes + size > self.most // 2:
                self.older, self.newer, self.bytes = self.newer, {}, 0
            if key not in self.newer:
                self.newer[key] = part
                self.bytes += size


drawn = Drawn()
places = count()


class Remember(Extension):
    tags = {"remember"}  # noqa: RUF012

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        names: list[nodes.Name] = []
        values: list[nodes.Expr] = []
        while parser.stream.current.type != "block_end":
            if names:
                parser.stream.expect("comma")
            name = parser.stream.expect("name").value
            named = parser.stream.skip_if("assign")
            values.append(parser.parse_expression() if named else nodes.Name(name, "load", lineno=line))
            names.append(nodes.Name(name, "param", lineno=line))
        body = parser.parse_statements(("name:endremember",), drop_needle=True)
        call = self.call_method("draw", [nodes.Const(next(places)), *values], lineno=line)
        return nodes.CallBlock(call, names, [], body).set_lineno(line)  # `plain.Coder` knows it by this call


def is_remembered(block: nodes.CallBlock) -> bool:
    called = block.call.node
    return isinstance(called, nodes.ExtensionAttribute) and called.identifier == Remember.identifier


def check(template: nodes.Template, env: Environment) -> None:
    """Raises TemplateAssertionError where a remembered part may know more than it is given."""
    parts = [block for block in template.find_all(nodes.CallBlock) if is_remembered(block)]
    if not parts:
        return
    macros = {macro.name: macro for macro in template.find_all(nodes.Macro)}
    imported = {
        name if isinstance(name, str) else name[1]
        for found in template.find_all(nodes.FromImport)
        if not found.with_context
        for name in found.names
    }
    # What the template names itself may differ from page to page, whatever it is called.
    stored = {name.name for name in template.find_all(nodes.Name) if name.ctx == "store"}
    own = stored & env.globals.keys()

    def needed(part: nodes.Macro | nodes.CallBlock, seen: frozenset[str]) -> Iterable[str]:
        if any(part.find_all((nodes.Include, nodes.Import, nodes.FromImport))):
            yield "another template"
        alone = nodes.Macro("alone", part.args, part.defaults, part.body, lineno=part.lineno)
        parsed = nodes.Template([alone])
        parsed.set_environment(env)
        for name in find_undeclared_variables(parsed):
            if name in macros:
                yield from needed(macros[name], seen | {name}) if name not in seen else ()
            elif name not in imported:
                yield name
        loaded = {name.name for name in part.find_all(nodes.Name) if name.ctx == "load"}
        yield from loaded & own

    for part in parts:
        for name in needed(part, frozenset()):
            problem = f"What is remembered may know only what it is given, and not: {name}"
            raise TemplateAssertionError(problem, part.lineno)
