"""Whatever is sent to the API gets a 4xx with a sentence, never a 500, never a changed table.

Requests are made up from the API's own description by schemathesis: right ones and wrong ones.
OPPIDUM_SCHEMA_EXAMPLES=200 tries harder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient
from tests.taking_turns import examples
from tests.web.conftest import event_loop

from oppidum.tables import bots_at_work, open_hall, seating, visitors
from oppidum.web.app import create_app

EXAMPLES = int(os.environ.get("OPPIDUM_SCHEMA_EXAMPLES", examples(4, 25)))
TAKE_THEIR_TIME = ("/events", "/wait")


@cache
def described() -> list[Any]:
    """The description needs no house: it is made of the calls alone."""
    import schemathesis  # whoever collects tests has no time for it

    app = create_app(lambda: open_hall(":memory:"))
    found = schemathesis.openapi.from_dict(app.openapi_schema.to_schema())
    operations: list[Any] = [result.ok() for result in found.get_all_operations()]  # pyright: ignore[reportAttributeAccessIssue]
    return [o for o in operations if not o.path.endswith(TAKE_THEIR_TIME)]


class House:
    def __init__(self, path: Path) -> None:
        self.hall = open_hall(path, pace=0.0, work=False, durable=False)
        self.me = visitors.arrive(self.hall, "Schema").visitor.id
        self.code = seating.play_now(self.hall, self.me, "cartes", players=2, level="random")
        bots_at_work.work_now(self.hall)
        self.client = TestClient(create_app(self.hall, rate=1e9), raise_server_exceptions=False)
        self.client.blocking_portal = event_loop()

    def token(self) -> str:
        visitors.revoke_tokens(self.hall, self.me)
        return visitors.new_token(self.hall, self.me)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """With a visitor, a running game and a program that talks to it."""
    opened = House(tmp_path_factory.mktemp("house") / "house.sqlite3")
    yield opened
    opened.hall.close()


SHARES = 6  # of the calls


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize("share", range(SHARES))
def test_never_a_500(share: int, mode: str, house: House) -> None:
    from schemathesis.errors import SchemathesisError
    from schemathesis.generation import GenerationMode

    operations = described()[share::SHARES]
    assert operations
    for operation in operations:
        try:
            cases = operation.as_strategy(generation_mode=GenerationMode(mode))
        except SchemathesisError:
            continue  # nothing can be wrong with this request
        try_out(cases, house)


def try_out(cases: st.SearchStrategy[Any], house: House) -> None:
    @given(cases, st.booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    def ask(case: Any, at_my_table: bool) -> None:
        check(case, at_my_table, house)

    ask()


def check(case: Any, at_my_table: bool, house: House) -> None:
    parameters = dict(case.path_parameters or {})
    if "code" in parameters and at_my_table:
        parameters["code"] = house.code
    path = case.operation.path
    for name, value in parameters.items():
        path = path.replace("{" + name + "}", quoted(str(value)))
    query = {str(k): v if isinstance(v, str) else repr(v) for k, v in (case.query or {}).items()}
    body = body_of(case.body)
    headers = {"authorization": f"Bearer {house.token()}"}
    before = house.hall.look(house.code).version
    answer = house.client.request(case.method, path, params=query, headers=headers, **body)
    assert answer.status_code < 500, (case.method, path, query, body, answer.text)
    if answer.status_code >= 400:
        assert house.hall.look(house.code).version == before, (case.method, path, query, body)
        assert answer.json()["message"].rstrip().endswith((".", "?", "!")), answer.text
        assert answer.json()["error"]


def body_of(made_up: Any) -> dict[str, Any]:
    if type(made_up).__name__ == "NotSet":
        return {}
    return {"content": made_up} if isinstance(made_up, bytes) else {"json": made_up}


def quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="") or "x"
