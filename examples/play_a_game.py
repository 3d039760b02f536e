"""Play a whole game through the JSON API, with nothing but Python's standard library.

    oppidum serve --no-browser &
    python examples/play_a_game.py http://127.0.0.1:8000 cartes

Replace `choose` by something clever and you have written a bot.
"""

from __future__ import annotations

import json
import random
import sys
import urllib.request
from typing import Any


class House:
    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/") + "/api"
        self.token = ""

    def call(self, path: str, **body: Any) -> Any:
        """GET without a body, POST with one."""
        request = urllib.request.Request(self.address + path, headers={"Content-Type": "application/json"})
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        data = json.dumps(body).encode() if body else None
        with urllib.request.urlopen(request, data) as answer:
            return json.load(answer)


def choose(table: dict[str, Any]) -> str:
    """`table["seen"]` is all that our seat may know, `table["legal"]` all that it may do."""
    return random.choice(table["legal"])


def play(address: str, game: str, **wishes: Any) -> dict[str, Any]:
    house = House(address)
    house.token = house.call("/visitors", name="Example")["token"]
    code = house.call("/play", game=game, **wishes)["code"]
    table = house.call(f"/tables/{code}")
    while table["status"] == "playing":
        if table["legal"]:
            house.call(f"/tables/{code}/moves", move=choose(table), seen=table["version"])
        # Returns as soon as something has changed, or after twenty seconds.
        table = house.call(f"/tables/{code}/wait?version={table['version']}")
    return table


if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    result = play(address, sys.argv[2] if len(sys.argv) > 2 else "cartes")
    print("points:", result["points"], "winners: seats", result["winners"])
