"""Identities and tokens."""

from __future__ import annotations

from litestar.params import JSONBody

from oppidum.tables import visitors
from oppidum.web.api import calls
from oppidum.web.api.caller import Calling
from oppidum.web.api.deeds import NewToken, NewVisitor, RecoveryCode
from oppidum.web.api.shapes import Arrived, Done, Me, Token


@calls.post("/visitors", summary="A new identity, with a token")
def arrive(caller: Calling, data: JSONBody[NewVisitor]) -> Arrived:
    caller.begin()
    arrival = visitors.arrive(caller.hall, data.name)
    token = visitors.new_token(caller.hall, arrival.visitor.id, "api")
    return Arrived(arrival.visitor.id, arrival.visitor.name, token, arrival.recovery_code)


@calls.post("/recover", summary="A token for the identity behind a recovery code")
def recover(caller: Calling, data: JSONBody[RecoveryCode]) -> Token:
    caller.guess()
    found = visitors.recover(caller.hall, data.recovery_code)
    return Token(visitors.new_token(caller.hall, found.id, "recovered"))


@calls.get("/me", summary="Who I am")
def me(caller: Calling) -> Me:
    found = visitors.find(caller.hall, caller.me)
    return Me(found.id, found.name)


@calls.patch("/me", summary="Take another name")
def rename(caller: Calling, data: JSONBody[NewVisitor]) -> Me:
    found = visitors.rename(caller.hall, caller.me, data.name)
    return Me(found.id, found.name)


@calls.post("/me/tokens", summary="One more token")
def new_token(caller: Calling, data: JSONBody[NewToken]) -> Token:
    return Token(visitors.new_token(caller.hall, caller.me, data.label))


@calls.delete("/me/tokens", status_code=200, summary="Make all my tokens void, this one too")
def revoke(caller: Calling) -> Done:
    visitors.revoke_tokens(caller.hall, caller.me)
    return Done()


@calls.post(
    "/me/recovery-code", summary="A fresh recovery code; the old one and all my other sign-ins are void"
)
def recovery_code(caller: Calling) -> RecoveryCode:
    return RecoveryCode(visitors.new_recovery_code(caller.hall, caller.me, caller.token))


handlers = [arrive, recover, me, rename, new_token, revoke, recovery_code]
