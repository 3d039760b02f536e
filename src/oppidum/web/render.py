"""Templates: one Jinja environment a language, everything escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response
from litestar.enums import MediaType

from oppidum import __version__
from oppidum.web import assets
from oppidum.web.guest import Guest
from oppidum.words import LANGUAGES, Language, language
from oppidum.words.games import words_of

NO_STORE = {"cache-control": "no-store", "vary": "accept-language, cookie, hx-request"}


@cache
def environment(code: str) -> Environment:
    env = Environment(
        loader=PackageLoader("oppidum.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    t = language(code)
    env.install_gettext_callables(t.gettext, t.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(  # type: ignore[reportUnknownMemberType]
        t=t, languages=LANGUAGES, asset=assets.address, words_of=words_of, version=__version__
    )
    return env


def html(t: Language, template: str, **data: Any) -> str:
    return environment(t.code).get_template(template).render(**data)


def page(guest: Guest, template: str, status: int = 200, **data: Any) -> Response[str]:
    """A whole page, with the guest's cookies."""
    text = html(guest.t, template, guest=guest, **data)
    return Response(text, media_type=MediaType.HTML, status_code=status, headers=NO_STORE, cookies=guest.cookies)


def fragment(guest: Guest, template: str, status: int = 200, **data: Any) -> Response[str]:
    """A part of a page, for htmx."""
    return page(guest, template, status, **data)


def redirect(guest: Guest, path: str) -> Response[None]:
    """See Other; htmx is told to go there itself."""
    if guest.htmx:
        return Response(None, status_code=204, headers={"hx-redirect": path, **NO_STORE}, cookies=guest.cookies)
    return Response(None, status_code=303, headers={"location": path, **NO_STORE}, cookies=guest.cookies)


def nothing(guest: Guest) -> Response[None]:
    """Done; the live board shows it."""
    return Response(None, status_code=204, headers=NO_STORE, cookies=guest.cookies)
