"""The real server, killed (-9) again and again while programs play over HTTP: a program of test_crash.py.

    killed.py DATABASE KILLS WORKERS SEED

Each round: start the server, let every program decide as fast as it is asked, kill the whole process group
at a random moment. What was acknowledged is written down. At the end the server is started once more: every
acknowledged move is in its place, none is there twice, and each game is played to its end. Prints the
number of moves acknowledged and the number of moves in all.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import httpx

SERVER = """
import sys
from oppidum.web.server import serve
if __name__ == "__main__":
    serve(port=int(sys.argv[1]), database=sys.argv[2], workers=int(sys.argv[3]), browser=False, pace=0.0,
          rate=1e6, warm=False, log_level="error")
"""
PEOPLE = 2
TABLES = 2
ENDED_BY = 250  # seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class House:
    database: str
    workers: int
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-c", SERVER, str(self.port), self.database, str(self.workers)]
        # A session of its own: the workers are killed together with their parent.
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        for _ in range(1200):
            try:
                if httpx.get(self.address + "/health", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@dataclass
class Player:
    """A program with a seat at one table."""

    house: House
    token: str
    code: str
    luck: random.Random
    acknowledged: dict[int, str] = field(default_factory=dict[int, str])

    def ask(self, client: httpx.Client, method: str, path: str, **body: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.token}"}
        address = f"{self.house.address}/api/tables/{self.code}{path}"
        return client.request(method, address, headers=headers, json=body or None)

    def decide(self, client: httpx.Client) -> bool:
        """One decision, if one is asked; True once the game is over."""
        seen = self.ask(client, "GET", "").json()
        if not seen["legal"]:
            return seen["status"] == "over"
        wanted = self.luck.choice(seen["legal"])
        answer = self.ask(client, "POST", "/moves", move=wanted, seen=seen["version"])
        if answer.status_code == 201:
            told = answer.json()
            assert told["number"] not in self.acknowledged, "acknowledged twice"
            self.acknowledged[told["number"]] = told["move"]
        else:
            assert answer.status_code == 409, answer.text
        return False

    def play(self, stop: threading.Event) -> None:
        with httpx.Client(timeout=60) as client:
            while not stop.is_set():
                try:
                    if self.decide(client):
                        return
                except httpx.HTTPError:
                    return  # killed: this answer never came, the move may or may not be there


def seated(house: House, kills: int, luck: random.Random) -> list[Player]:
    players: list[Player] = []
    with httpx.Client(base_url=house.address + "/api", timeout=120) as client:
        for _ in range(TABLES):
            tokens = [
                client.post("/visitors", json={"name": f"Player {n}"}).json()["token"] for n in range(PEOPLE)
            ]
            wanted = {
                "game": "cartes",
                "seats": ["human", "human", "bot:random"],
                "options": {"hands": str(min(8, 2 + kills // 5))},
            }
            code = ""
            for token in tokens:
                headers = {"authorization": f"Bearer {token}"}
                if not code:
                    code = client.post("/tables", json=wanted, headers=headers).json()["code"]
                client.post(f"/tables/{code}/sit", json={}, headers=headers).raise_for_status()
                client.post(f"/tables/{code}/ready", json={}, headers=headers).raise_for_status()
                players.append(Player(house, token, code, random.Random(luck.random())))
    return players


def one_round(house: House, players: list[Player], seconds: float | None) -> None:
    """Play until killed after so many seconds; without a time, to the end of every game."""
    stop = threading.Event()
    threads = [threading.Thread(target=player.play, args=(stop,), daemon=True) for player in players]
    for thread in threads:
        thread.start()
    if seconds is not None:
        time.sleep(seconds)
        house.kill()
        stop.set()
    for thread in threads:
        thread.join(ENDED_BY)
        assert not thread.is_alive(), "a game that nobody can go on with"


def check(house: House, players: list[Player]) -> int:
    """Every acknowledged move is where it was said to be; returns the number of moves."""
    moves = 0
    with httpx.Client(timeout=60) as client:
        for code in {player.code for player in players}:
            table = [player for player in players if player.code == code]
            told = table[0].ask(client, "GET", "/history").json()
            made = {line["number"]: line for line in told if line["kind"] == "move"}
            numbers = [line["number"] for line in told if line["kind"] == "move"]
            assert numbers == list(range(1, len(numbers) + 1)), "a move is there twice, or not at all"
            for player in table:
                for number, words in player.acknowledged.items():
                    assert number in made, f"move {number} is lost"
                    known = made[number]["words"]
                    assert known in (None, words), f"move {number} is another one"
            if table[0].ask(client, "GET", "").json()["status"] == "over":
                verdict = table[0].ask(client, "GET", "/check").json()
                assert verdict["fair"], verdict["message"]
            moves += len(numbers)
    return moves


def over(players: list[Player]) -> bool:
    """Every game."""
    with httpx.Client(timeout=60) as client:
        return all(player.ask(client, "GET", "").json()["status"] == "over" for player in players)


def end_tidily() -> None:
    """Who is told to end ends what was started, too: houses and clusters outlive whoever is simply gone."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Told to end."))


def main(database: str, kills: int, workers: int, seed: int) -> None:
    end_tidily()
    luck = random.Random(seed)
    house = House(database, workers)
    try:
        house.start()
        players = seated(house, kills, luck)
        everybody, moves = [*players], 0
        for _ in range(kills):
            one_round(house, players, luck.uniform(0.02, 0.4))
            house.start()
            made = check(house, players)
            if over(players):  # whoever is killed next shall be in the middle of something
                players, moves = seated(house, kills, luck), moves + made
                everybody += players
        one_round(house, players, None)
        moves += check(house, players)
    finally:
        house.kill()
    print(sum(len(player.acknowledged) for player in everybody), moves)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
