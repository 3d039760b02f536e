"""Which program is calling: a token stands for a visitor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException

from oppidum.tables import Hall, NoSuchVisitor, visitors
from oppidum.web.guest import address_of
from oppidum.web.limits import Limits, Measured


@dataclass(frozen=True)
class Caller(Measured):
    hall: Hall
    limits: Limits
    address: str
    visitor: visitors.Visitor | None
    token: str = ""

    @property
    def id(self) -> str | None:
        return self.visitor.id if self.visitor else None

    def again(self) -> Caller:
        """Who this is by now: a token may have become void. Raises NotAuthorizedException."""
        given = f"Bearer {self.token}" if self.token else ""
        return caller_with(self.hall, self.limits, self.address, given)

    @property
    def me(self) -> str:
        """The visitor's id; a token is needed for this."""
        if self.visitor is None:
            raise NotAuthorizedException
        return self.visitor.id


Calling = NamedDependency[Caller]  # as a parameter of a call


def caller_of(request: Request[Any, Any, Any]) -> Caller:
    state = request.app.state
    return caller_with(
        state.hall, state.limits, address_of(request), request.headers.get("authorization", "")
    )


def caller_with(hall: Hall, limits: Limits, address: str, authorization: str) -> Caller:
    """Who has this token. Raises NotAuthorizedException where nobody has."""
    kind, _, token = authorization.partition(" ")
    visitor, given = None, token.strip()[:200]
    if kind.lower() == "bearer" and token:
        try:
            visitor = visitors.by_token(hall, given)
        except NoSuchVisitor:
            raise NotAuthorizedException from None
    return Caller(hall, limits, address, visitor, given if visitor else "")
