"""How templates are drawn: what never changes is worked out once, and what was drawn before is remembered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import DictLoader
from markupsafe import Markup

import oppidum
from oppidum.web.plain import Environment, said_in
from oppidum.web.remembered import Drawn
from oppidum.words import language

SOURCES = Path(oppidum.__file__).parent


def drawing(texts: dict[str, str], **functions: object) -> Environment:
    env = Environment(loader=DictLoader(texts), autoescape=True, extensions=["jinja2.ext.i18n"])
    t = language("fr")
    env.install_gettext_callables(t.gettext, t.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.call_directly(**functions, **said_in(t))  # type: ignore[arg-type]
    return env


def test_what_never_changes_is_worked_out_when_the_template_is_compiled() -> None:
    asked: list[str] = []

    def mark(name: str, kind: str = "") -> Markup:
        asked.append(name)
        return Markup("<i>%s %s</i>") % (name, kind)

    env = drawing({"a": '{{ mark("eye", kind="small") }} {{ _("Home") }} {{ mark(name) }}'}, mark=mark)
    template = env.get_template("a")
    assert asked == ["eye"]
    assert template.render(name="a<b") == "<i>eye small</i> Accueil <i>a&lt;b </i>"
    assert template.render(name="c") == "<i>eye small</i> Accueil <i>c </i>"
    assert asked == ["eye", "a<b", "c"]


def test_what_is_filled_into_a_translation_is_escaped() -> None:
    env = drawing(
        {
            "a": '{{ _("%(name)s is away.", name=name) }}',
            "n": '{{ ngettext("%(num)s point", "%(num)s points", n) }}',
            "t": "{% trans %}Home{% endtrans %}",
        }
    )
    assert "&lt;b&gt;" in env.get_template("a").render(name="<b>")
    assert env.get_template("n").render(n=1) == "1 point"
    assert env.get_template("n").render(n=3) == "3 points"
    assert env.get_template("t").render() == "Accueil"


def test_a_part_is_drawn_once_from_the_same_things() -> None:
    drawn: list[object] = []
    store = Drawn(most=2000)
    env = drawing(
        {"p": "{% macro part(a, b) %}<p>{{ note(a) }}{{ b }}</p>{% endmacro %}"},
        note=lambda a: drawn.append(a) or a,
    )
    part = env.get_template("p").module.part  # type: ignore[attr-defined]
    assert store.remembered(part, {"x": 1}, "<") == "<p>{&#39;x&#39;: 1}&lt;</p>"
    assert store.remembered(part, {"x": 1}, "<") == store.remembered(part, {"x": 1}, "<")
    assert drawn == [{"x": 1}]
    store.remembered(part, {"x": 2}, "<")
    assert drawn == [{"x": 1}, {"x": 2}]
    for number in range(200):
        store.remembered(part, number, "")
    assert store.bytes <= 2000
    store.remembered(part, {"x": 1}, "<")
    assert drawn[-1] == {"x": 1}, "the longest unused has gone"


def test_a_part_is_drawn_from_plain_things_only() -> None:
    """Whatever carries more than it shows cannot be told apart by what it shows."""
    part = drawing({"p": "{% macro part(a) %}{{ a }}{% endmacro %}"}).get_template("p").module.part  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="plain things"):
        Drawn().remembered(part, object())


def test_what_is_remembered_knows_only_what_it_is_given() -> None:
    """Its macro comes from another template, without the context of this one."""
    found = 0
    for path in SOURCES.rglob("*.html"):
        text = path.read_text("utf-8")
        imports = re.findall(r'{% from "[^"]+" import ([^%]+?) %}', text)
        imported = {name.strip() for names in imports for name in names.split(",")}
        assert "with context" not in text
        for macro in re.findall(r"remembered\(\s*(\w+)", text):
            found += 1
            assert macro in imported, f"{path.name} remembers {macro}, which may know more than it is given"
    assert found
