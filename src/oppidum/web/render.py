"""Templates: one Jinja environment a language, everything escaped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any, cast

from jinja2 import ChoiceLoader, FunctionLoader, PackageLoader, StrictUndefined
from litestar import Response
from litestar.enums import MediaType
from markupsafe import Markup

from oppidum import __version__, faces
from oppidum.faces.aids import has_aid
from oppidum.faces.classes import classes
from oppidum.faces.scene import sign_of, tint_of
from oppidum.faces.speaking import words_of
from oppidum.tables import chat
from oppidum.web import assets
from oppidum.web.direct_calls import Environment, escaped, said_in
from oppidum.web.guest import Guest
from oppidum.web.lessons import has_lesson
from oppidum.web.line_breaks import Lines
from oppidum.web.pictures import picture, sprite
from oppidum.web.remembered_parts import Remember
from oppidum.web.staging import LogLine
from oppidum.words import LANGUAGES, Language, language
from oppidum.words.happenings import clock, phrase, setting, setting_choice
from oppidum.words.levels import bot_name, level

HTMX_SETTINGS = json.dumps(
    {
        "noSwap": [204, 304],
        "includeIndicatorCSS": False,
        "morphIgnore": ["data-htmx-powered", "open"],
        "history": False,
    }
)
DARK_WHEN = {"auto": "(prefers-color-scheme: dark)", "dark": "all"}  # for which screens dark.css is meant
TAB_STOPS = 3  # of the log
NO_STORE = {"cache-control": "no-store", "vary": "accept-language, cookie, hx-request"}


def template_of_a_face(name: str) -> str | None:
    """`boards/GAME.html`, `cards/GAME.html`, `signs/GAME.html`: templates of the game's face."""
    kind, _, game = name.removesuffix(".html").partition("/")
    found = (
        faces.file(game, f"{kind.removesuffix('s')}.html") if kind in ("boards", "cards", "signs") else None
    )
    return found.read_text("utf-8") if found else None


@cache
def environment(code: str) -> Environment:
    env = Environment(
        loader=ChoiceLoader([PackageLoader("oppidum.web"), FunctionLoader(template_of_a_face)]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", Lines, Remember],
    )
    t = language(code)
    cast(Any, env).install_gettext_callables(t.gettext, t.ngettext, newstyle=True)  # of jinja2.ext.i18n
    shared: dict[str, Any] = {
        "t": t,
        "languages": LANGUAGES,
        "asset": assets.address,
        "font": assets.font,
        "version": __version__,
        "picture": picture,
        "sprite": sprite,
        "words_of": words_of,
        "sign_of": sign_of,
        "tint_of": tint_of,
        "has_aid": has_aid,
        "has_lesson": has_lesson,
        "bot_name": bot_name,
        "level_words": level,
        "clock_words": clock,
        "phrases": chat.PHRASES,
        "classes": classes,
        "htmx_settings": HTMX_SETTINGS,
        "dark_when": DARK_WHEN,
        "setting_words": setting,
        "setting_choice": setting_choice,
    }
    cast(dict[str, Any], env.globals).update(shared)
    pure = {"picture": picture, "classes": classes, "asset": assets.address, "font": assets.font}
    env.call_directly(**pure, log_items=log_items, phrase_words=partial(phrase, t), **said_in(t))
    return env


def named(names: Sequence[str], seats: Iterable[int]) -> list[str]:
    return [names[seat] for seat in seats]


def log_items(log: Sequence[LogLine], replay: str) -> Markup:
    """The log, the newest line first; its lines change their places with every decision.

    Only the newest are stops of the Tab key, so that the way round the page stays short.
    """
    items: list[str] = []
    replay = escaped(replay)
    for place, line in enumerate(reversed(log)):
        text = escaped(line.text)
        if line.number:
            stop = ' tabindex="-1"' if place >= TAB_STOPS else ""
            text = f'<a href="{replay}&step={line.number}"{stop}>{text}</a>'
        items.append(f"<li>{text}</li>")
    return Markup("".join(items))


def html(t: Language, template: str, **data: Any) -> str:
    env = environment(t.code)
    if not env.globals.keys().isdisjoint(data):  # what is remembered takes these to be the same for all
        shadowed = data.keys() & env.globals.keys()
        raise ValueError(f"Every template knows these already: {', '.join(shadowed)}")
    return env.get_template(template).render(**data)


def page(guest: Guest, template: str, status: int = 200, **data: Any) -> Response[str]:
    """A whole page, with the guest's cookies."""
    text = html(guest.t, template, guest=guest, **data)
    return Response(
        text, media_type=MediaType.HTML, status_code=status, headers=NO_STORE, cookies=guest.cookies
    )


def fragment(guest: Guest, template: str, status: int = 200, **data: Any) -> Response[str]:
    """A part of a page, for htmx."""
    return page(guest, template, status, **data)


def redirect(guest: Guest, path: str) -> Response[None]:
    """See Other; htmx is told to go there itself."""
    if guest.htmx:
        return Response(
            None, status_code=204, headers={"hx-redirect": path, **NO_STORE}, cookies=guest.cookies
        )
    return Response(None, status_code=303, headers={"location": path, **NO_STORE}, cookies=guest.cookies)
