"""Who is asking: an identity from the signed cookie or a token, a language, a few preferences."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.types import Scope

from oppidum import games
from oppidum.tables import Hall, NoSuchVisitor, visitors
from oppidum.web.lessons import lesson
from oppidum.web.limits import Limits, Measured
from oppidum.web.requests import cookies_in, headers_of
from oppidum.words import LANGUAGES, Language, language, preferred

IDENTITY = "oppidum"
PREFERENCES = "oppidum-look"
TWO_YEARS = 2 * 365 * 24 * 3600

# What the settings page offers besides the language, and what is so unless somebody chooses.
CHOICES: dict[str, tuple[str, ...]] = {
    "look": ("auto", "light", "dark"),
    "motion": ("on", "off"),
    "pace": ("calm", "normal", "quick"),
    "reveal": ("together", "one-by-one"),
    "sound": ("on", "off"),
    "notify": ("on", "off"),
    "confirm": ("on", "off"),
}
USUAL = {
    "look": "auto",
    "motion": "on",
    "pace": "normal",
    "reveal": "together",
    "sound": "off",
    "notify": "off",
    "confirm": "on",
}

# How far somebody is in a game's lesson: `lesson-GAME=3`, and one of these once that is settled.
LESSON = "lesson-"
SETTLED = ("done", "stopped", "declined")

# Names for who gives none: our own, easily changed.
NAMES = [
    "Aerobix",
    "Arithmetix",
    "Ballistix",
    "Botanix",
    "Ceramix",
    "Cosmix",
    "Dynamix",
    "Ecliptix",
    "Elastix",
    "Fantastix",
    "Galactix",
    "Harmonix",
    "Heroix",
    "Kinetix",
    "Magnetix",
    "Mosaix",
    "Nautix",
    "Optix",
    "Picnix",
    "Poetix",
    "Robotix",
    "Rustix",
    "Technix",
    "Topix",
    "Tropix",
    "Volcanix",
]


@dataclass
class Guest(Measured):
    hall: Hall
    limits: Limits
    address: str
    secure: bool  # the cookie only over https
    visitor: visitors.Visitor | None
    t: Language
    preferences: dict[str, str]
    htmx: bool
    path: str = "/"  # where the visitor is, to come back to after a change of language
    signed: str = ""  # the cookie that says who this is
    cookies: list[Cookie] = field(default_factory=list[Cookie])

    @property
    def id(self) -> str | None:
        return self.visitor.id if self.visitor else None

    @property
    def name(self) -> str:
        return self.visitor.name if self.visitor else ""

    def is_signed_in_still(self) -> bool:
        """Whether nothing has ended this sign-in meanwhile; who never signed in goes on looking."""
        return self.visitor is None or identity_in(self.hall, self.signed) is not None

    def me(self, name: str = "") -> str:
        """The visitor's id; who has none yet gets an identity now."""
        if self.visitor is None:
            self.begin()
            self.become(visitors.arrive(self.hall, name.strip() or random.choice(NAMES)).visitor)
        elif name.strip() and name.strip() != self.visitor.name:
            self.visitor = visitors.rename(self.hall, self.visitor.id, name)
        assert self.visitor is not None
        return self.visitor.id

    def become(self, visitor: visitors.Visitor) -> None:
        self.visitor = visitor
        signed = signer(self.hall).dumps([visitor.id, visitor.stamp])
        self.cookies.append(self.cookie(IDENTITY, signed, http_only=True))

    def prefer(self, wishes: Mapping[str, str]) -> None:
        """Remember a language and preferences; unknown ones are ignored."""
        for name, value in wishes.items():
            if is_preference(name, value) or (name == "language" and not value):
                self.preferences[name] = value
        text = "&".join(f"{name}={value}" for name, value in sorted(self.preferences.items()) if value)
        self.cookies.append(self.cookie(PREFERENCES, text, http_only=False))
        if self.preferences.get("language"):
            self.t = language(self.preferences["language"])

    def lesson(self, game: str) -> str:
        """The number of the step that the visitor has come to, one of SETTLED, or nothing."""
        return self.preferences.get(LESSON + game, "")

    def offered_lesson(self, game: str, played: Collection[str]) -> bool:
        """Is the lesson of a game offered? Not to who has settled it, nor to who has played that game."""
        return bool(lesson(game)) and self.lesson(game) not in SETTLED and game not in played

    def go_without_lesson(self, game: str) -> None:
        """Who begins a game has passed over its lesson, or left it: it is not offered again."""
        if bool(lesson(game)) and (reached := self.lesson(game)) not in SETTLED:
            self.prefer({LESSON + game: "stopped" if reached else "declined"})

    def preference(self, name: str) -> str:
        return self.preferences.get(name) or USUAL[name]

    @property
    def looks(self) -> dict[str, str]:
        """What style sheets and scripts have to know, as attributes of the page."""
        return {f"data-{name}": self.preference(name) for name in ("look", "motion", "sound", "notify")}

    def cookie(self, key: str, value: str, http_only: bool) -> Cookie:
        return Cookie(
            key=key,
            value=value,
            path="/",
            max_age=TWO_YEARS,
            httponly=http_only,
            secure=self.secure,
            samesite="lax",
        )

    def forget_me(self) -> None:
        self.visitor = None
        self.cookies.append(
            Cookie(key=IDENTITY, value="", path="/", max_age=0, httponly=True, samesite="lax")
        )


Here = NamedDependency[Guest]  # as a parameter of a page


def signer_with(key: str) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt="oppidum identity")


def signer(hall: Hall) -> URLSafeSerializer:
    return signer_with(hall.signing_key)


@lru_cache(maxsize=10_000)
def written_in(key: str, cookie: str) -> Any:
    """What we have signed, with that key; whom it is about may have changed since. Raises BadSignature.

    A browser sends the same with every request, and to check a signature takes longer than to look somebody
    up.
    """
    return signer_with(key).loads(cookie)


def identity_in(hall: Hall, cookie: str) -> visitors.Visitor | None:
    """Who signed in with it, unless a new recovery code has ended that."""
    if not cookie:
        return None
    try:
        known = written_in(hall.signing_key, cookie[:400])
        if isinstance(known, str):  # of 0.1.0
            found = visitors.find(hall, known)
            return None if found.renewed else found
        visitor, stamp = known
        found = visitors.find(hall, str(visitor))
    except (BadSignature, NoSuchVisitor, TypeError, ValueError):
        return None
    return found if found.stamp == stamp else None


def is_preference(name: str, value: str) -> bool:
    if name == "language":
        return value in LANGUAGES
    if name.startswith(LESSON):
        known = value in SETTLED or (value.isdecimal() and value.isascii() and len(value) < 3)
        return known and name.removeprefix(LESSON) in games.catalogue()
    return value in CHOICES.get(name, ())


def preferences_in(cookie: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in cookie[:500].split("&"):
        name, _, value = part.partition("=")
        if is_preference(name, value):
            found[name] = value
    return found


def path_of(scope: Scope) -> str:
    if scope.get("method") != "GET":
        return "/"
    query = scope["query_string"].decode("latin-1")
    return scope["path"] + (f"?{query}" if query else "")


def address_of(request: Request[Any, Any, Any]) -> str:
    """Where a request comes from, as the doors have found out."""
    return request.scope["state"].get("address", "unknown")


def guest_of(request: Request[Any, Any, Any]) -> Guest:
    """Dependency of every page."""
    return guest_in(request.app.state, request.scope)


def guest_in(state: Any, scope: Scope) -> Guest:
    """Who has sent this request, in a house of that state."""
    headers = headers_of(scope)
    cookies = cookies_in(headers.get(b"cookie", b""))
    preferences = preferences_in(cookies.get(PREFERENCES, ""))
    code = preferences.get("language") or preferred(headers.get(b"accept-language", b"").decode("latin-1"))
    forwarded = headers.get(b"x-forwarded-proto", b"") if state.proxies else b""
    signed = cookies.get(IDENTITY, "")
    return Guest(
        hall=state.hall,
        limits=state.limits,
        address=scope["state"].get("address", "unknown"),
        secure=(forwarded.decode("latin-1") or scope["scheme"]) == "https",
        visitor=identity_in(state.hall, signed),
        signed=signed,
        t=language(code),
        preferences=preferences,
        htmx=b"hx-request" in headers,
        path=path_of(scope),
    )
