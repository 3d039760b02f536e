"""Templates: one Jinja environment a language, everything escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

from jinja2 import ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined
from litestar import Response
from litestar.enums import MediaType

from oppidum import __version__, faces
from oppidum.bots import levels
from oppidum.faces.scene import sign_of, tint_of
from oppidum.faces.speaking import words_of
from oppidum.kernel.game import Standing
from oppidum.web import assets
from oppidum.web.guest import Guest
from oppidum.web.pictures import picture, sprite
from oppidum.words import LANGUAGES, Language, language
from oppidum.words.levels import bot_name, level
from oppidum.words.table import clock, setting, setting_choice

NO_STORE = {"cache-control": "no-store", "vary": "accept-language, cookie, hx-request"}


def template_of_a_face(name: str) -> str | None:
    """`boards/GAME.html` and `signs/GAME.html`: templates in the folder of the game's face."""
    kind, _, game = name.removesuffix(".html").partition("/")
    found = faces.file(game, f"{kind.removesuffix('s')}.html") if kind in ("boards", "signs") else None
    return found.read_text("utf-8") if found else None


@cache
def environment(code: str) -> Environment:
    env = Environment(
        loader=ChoiceLoader([PackageLoader("oppidum.web"), FunctionLoader(template_of_a_face)]),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    t = language(code)
    env.install_gettext_callables(t.gettext, t.ngettext, newstyle=True)  # type: ignore[attr-defined]
    shared: dict[str, Any] = {
        "t": t,
        "languages": LANGUAGES,
        "asset": assets.address,
        "version": __version__,
        "picture": picture,
        "sprite": sprite,
        "words_of": words_of,
        "sign_of": sign_of,
        "tint_of": tint_of,
        "bot_name": bot_name,
        "level_words": level,
        "clock_words": clock,
        "levels_of": offered_levels,
        "named": named,
        "ranking": ranking,
        "setting_words": setting,
        "setting_choice": setting_choice,
    }
    cast(dict[str, Any], env.globals).update(shared)
    return env


def offered_levels(game: str) -> list[str]:
    """The bots that a visitor is offered, weakest first; `random` and `greedy` are for programs."""
    return [level.id for level in levels.levels(game)]


def named(names: Sequence[str], seats: Iterable[int]) -> list[str]:
    return [names[seat] for seat in seats]


def ranking(standing: Standing) -> list[int]:
    """Seats, the most points first."""
    return sorted(range(len(standing.points)), key=lambda seat: (-standing.points[seat], seat))


def html(t: Language, template: str, **data: Any) -> str:
    return environment(t.code).get_template(template).render(**data)


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


def nothing(guest: Guest, version: int = 0) -> Response[None]:
    """Done; the live board shows it, from that version of the table on."""
    headers = NO_STORE | ({"oppidum-version": str(version)} if version else {})
    return Response(None, status_code=204, headers=headers, cookies=guest.cookies)
