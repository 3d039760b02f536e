"""Settings: name, language, look, and how to carry one's identity to another device."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, URLEncodedBody

from oppidum.kernel.errors import BadOption
from oppidum.tables import pushes, visitors
from oppidum.web.forms import text_in
from oppidum.web.guest import CHOICES, Guest, Here
from oppidum.web.pages.push import bell_of
from oppidum.web.render import page, redirect

Form = URLEncodedBody[dict[str, Any]]


def shown(guest: Guest, calls: bool, **news: str) -> Response[str]:
    return page(
        guest,
        "settings.html",
        choices=CHOICES,
        symbols=["i-language"],
        recovery_code=news.get("recovery_code", ""),
        token=news.get("token", ""),
        calls=calls,
    )


@get("/settings", include_in_schema=False, sync_to_thread=True)
def settings(guest: Here, request: Request[Any, Any, Any]) -> Response[str]:
    return shown(guest, bell_of(request) is not None)


def safe_path(text: str) -> str:
    """A path of our own to go back to, as it stands in an address: ours have no other letters."""
    inside = text.startswith("/") and not text.startswith(("//", "/\\"))
    return text if inside and text.isascii() and text.isprintable() else "/"


@post("/settings/{what:str}", include_in_schema=False, sync_to_thread=True, status_code=200)
def change(guest: Here, request: Request[Any, Any, Any], what: FromPath[str], data: Form) -> Response[Any]:
    calls = bell_of(request) is not None
    if what == "name":
        guest.me(text_in(data, "name", 200))
        return redirect(guest, "/settings")
    if what == "look":
        guest.prefer({name: text_in(data, name, 20) for name in (*CHOICES, "language") if name in data})
        return redirect(guest, safe_path(text_in(data, "back") or "/settings"))
    if what == "recovery":
        code = visitors.new_recovery_code(guest.hall, guest.me(), browser=browser_in(data))
        guest.become(visitors.find(guest.hall, guest.me()))  # here one stays signed in
        return shown(guest, calls, recovery_code=code)
    if what == "recover":
        return recover(guest, text_in(data, "code", 200))
    if what == "token":
        token = visitors.new_token(guest.hall, guest.me(), text_in(data, "label", 40))
        return shown(guest, calls, token=token)
    if what == "revoke":
        if guest.id is None:
            raise BadOption("There is nothing to revoke.")
        visitors.revoke_tokens(guest.hall, guest.id)
        return redirect(guest, "/settings")
    if what == "leave":
        if guest.id and (browser := browser_in(data)):
            pushes.end(guest.hall, browser)
        guest.forget_me()
        return redirect(guest, "/")
    raise NotFoundException


def browser_in(data: dict[str, Any]) -> str:
    """Where the browser that sends this form is called, if it is."""
    return text_in(data, "endpoint", 1000)


def recover(guest: Guest, code: str) -> Response[Any]:
    guest.guess()
    guest.become(visitors.recover(guest.hall, code))
    return redirect(guest, "/")


handlers = [settings, change]
