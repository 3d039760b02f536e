"""Play a whole game on one connection: a WebSocket, on which a table tells what changes, and takes decisions.

    oppidum serve --no-browser &
    python examples/on_a_wire.py http://127.0.0.1:8000 cartes

Needs `websockets`, which comes with Oppidum. One connection may watch several tables.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect


def call(address: str, token: str = "", **body: Any) -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def play(house: str, game: str, **wishes: Any) -> dict[str, Any]:
    token = call(f"{house}/api/visitors", name="Example")["token"]
    code = call(f"{house}/api/play", token, game=game, **wishes)["code"]
    table: dict[str, Any] = {"status": "playing"}
    head = {"Authorization": f"Bearer {token}"}
    with connect(house.replace("http", "ws", 1) + "/api/socket", additional_headers=head) as wire:
        wire.send(json.dumps({"do": "watch", "table": code}))
        while table["status"] == "playing":
            message = json.loads(wire.recv())
            if message["told"] == "table":
                table |= message["changed"]
                if table["legal"]:
                    decision = {"do": "decide", "table": code, "move": random.choice(table["legal"])}
                    wire.send(json.dumps(decision | {"seen": table["version"]}))
            elif message["told"] == "refused":
                print(message["message"])
    return table


if __name__ == "__main__":
    house = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    result = play(house.rstrip("/"), sys.argv[2] if len(sys.argv) > 2 else "cartes")
    print("points:", result["points"], "winners: seats", result["winners"])
