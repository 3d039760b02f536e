"""Run by scripts/release.py in an environment that has the wheel, and neither Node.js nor the repository.

`try_wheel.py VERSION` tries what playing needs, `try_wheel.py forge` that a house compiles beside its games,
`try_wheel.py research` a door for researchers.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

SERVER = "from oppidum.web.server import serve; serve(port={}, browser=False, pace=0, rate=1000, warm={})"
NAMED = re.compile(r"""(?:href|src)=["']?(/[^"'\s>#]*)|url\(["']?([^"')]+)|\bfrom ["'](\.[^"']+)""")
SMALLEST = "cartes"  # the game that is compiled soonest
PATIENCE = 500  # seconds
OPPIDUM = Path(sys.executable).with_name("oppidum")


def oppidum(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([OPPIDUM, *arguments], capture_output=True, text=True, check=False)


def said(*arguments: str) -> str:
    done = oppidum(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_installed() -> None:
    import oppidum as package

    place = Path(package.__file__)
    assert Path(sys.prefix) in place.parents, f"this is not the wheel: {place}"


def get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200, (address, answer.status)
        return answer.read().decode("utf-8", "replace")


def follow(start: str) -> set[str]:
    """A page and everything of this house that it names; of that, styles and scripts name more in turn."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        text = get(address)
        if address == start or urlsplit(address).path.endswith((".css", ".js")):
            targets = [urljoin(address, unescape(next(filter(None, names)))) for names in NAMED.findall(text)]
            waiting += [target for target in targets if target.startswith(start[: start.index("/", 8) + 1])]
    return seen


@contextmanager
def served(warm: bool) -> Generator[str]:
    """A house, and its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    house = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([sys.executable, "-c", SERVER.format(port, warm)], stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                get(f"{house}/health")
                break
            except OSError:
                assert server.poll() is None, "the server has ended"
                time.sleep(0.1)
        yield house
    finally:
        server.terminate()
        server.wait(20)


def try_to_play(version: str) -> None:
    import play_a_game  # pyright: ignore[reportMissingImports]  # it lies beside this file then

    is_installed()
    assert said("--version").strip() == f"Oppidum {version}"
    assert json.loads(said("simulate", "romains", "--games", "2", "--json"))["games"] == 2
    refused = oppidum("arena", "romains", "greedy", "random", "--plot", "a.png")
    assert "oppidum[plots]" in refused.stderr, refused
    assert "Traceback" not in refused.stderr
    with served(warm=False) as house:
        found: set[str] = set()
        for page in ("/", "/open", "/rules/compagnie", "/learn/romains", "/settings"):
            found |= follow(house + page)
        files = {urlsplit(address).path.rpartition("/")[2] for address in found}
        assert {"htmx.min.js", "baloo-2.woff2", "baloo-2-ext.woff2"} <= files, sorted(files)
        result = play_a_game.play(house, "cartes", players=2, level="greedy")
        assert any("hx-sse.min.js" in address for address in follow(f"{house}/t/{result['code']}"))
        assert result["status"] == "over", result
        assert result["winners"]


def try_forge() -> None:
    """A game is played at once; when its rules are compiled, the house looks ahead in them, and plays on."""
    import play_a_game  # pyright: ignore[reportMissingImports]

    is_installed()
    with served(warm=True) as house:
        assert play_a_game.play(house, SMALLEST, players=2, level="greedy")["status"] == "over"
        visitor = play_a_game.House(house)
        visitor.token = visitor.call("/visitors", name="Example")["token"]
        code = visitor.call("/play", game=SMALLEST, players=2, level="greedy")["code"]
        began = time.monotonic()
        while not visitor.call(f"/tables/{code}/hint", seat=1)["games"]:  # rules of thumb until then
            assert time.monotonic() - began < PATIENCE, "nothing was compiled"
            time.sleep(1)
        found = json.loads(said("doctor", "--port", house.rpartition(":")[2], "--json"))["findings"]
        assert {("ok", SMALLEST), ("ok", "house")} <= {(one["state"], one["what"]) for one in found}, found
        assert play_a_game.play(house, SMALLEST, players=2, level="greedy")["status"] == "over"


def try_research() -> None:
    is_installed()
    from oppidum.adapters.pettingzoo import env

    table = env("romains", players=2)
    table.reset(seed=1)
    for agent in table.agent_iter(5000):
        observation, _reward, ended, cut, _info = table.last()
        assert observation
        action = None if ended or cut else table.action_space(agent).sample(observation["action_mask"])
        table.step(action)
    assert not table.agents


if __name__ == "__main__":
    match sys.argv[1]:
        case "research":
            try_research()
        case "forge":
            try_forge()
        case version:
            try_to_play(version)
