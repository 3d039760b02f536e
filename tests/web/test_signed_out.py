"""Whoever has lost a device asks for a new recovery code: what that device still has open ends, too."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.web.test_wire import PATIENCE, House, Party, open_house, say
from websockets.exceptions import ConnectionClosed

from oppidum.tables import Subscription, visitors
from oppidum.web import live, wire
from oppidum.web.api import table_stream
from oppidum.web.guest import IDENTITY, signer


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    monkeypatch.setattr(table_stream, "HEARTBEAT", 0.05)
    monkeypatch.setattr(wire, "BEAT", 0.05)
    with open_house(tmp_path) as opened:
        yield opened


def test_streams_of_a_lost_device_end_though_nothing_happens(house: House) -> None:
    party = Party(house)
    thief, token = party.people[0], party.tokens[0]
    kept = visitors.new_token(house.hall, thief)
    found = visitors.find(house.hall, thief)
    cookie = {"cookie": f"{IDENTITY}={signer(house.hall).dumps([found.id, found.stamp])}"}
    bearer = {"authorization": f"Bearer {token}"}
    table = f"{house.address}/t/{party.code}/live"
    events = f"{house.address}/api/tables/{party.code}/events"
    with (
        httpx.Client(timeout=PATIENCE) as client,
        client.stream("GET", table, headers=cookie) as page,
        client.stream("GET", events, headers=bearer) as program,
        client.stream("GET", table) as stranger,
        house.wire(token) as lost,
        house.wire(kept) as mine,
    ):
        for each in (lost, mine):
            say(each, do="watch", table=party.code)
            each.recv(PATIENCE)
        visitors.new_recovery_code(house.hall, thief, kept)
        for stream in (page, program):
            assert [*stream.iter_bytes()]  # comes to its end
        with pytest.raises(ConnectionClosed):
            list(iter(partial(lost.recv, PATIENCE), None))
        say(mine, do="watch", table=party.code)  # whoever asked for the code goes on …
        assert b"told" in mine.recv(PATIENCE, decode=False)
        assert next(stranger.iter_bytes())  # … and so does whoever never was anybody


def test_who_waits_for_news_and_is_signed_out_meanwhile_hears_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Party(house)

    async def signed_out(*_: Any, **__: Any) -> None:
        await asyncio.to_thread(visitors.revoke_tokens, house.hall, party.people[1])

    monkeypatch.setattr(Subscription, "changed", signed_out)
    bearer = {"authorization": f"Bearer {party.tokens[1]}"}
    waiting = f"{house.address}/api/tables/{party.code}/wait"
    assert httpx.get(waiting, headers=bearer, timeout=PATIENCE).status_code == 401
