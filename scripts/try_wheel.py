"""Run by scripts/release.py in an environment that has the wheel, and neither Node.js nor the repository.

`try_wheel.py VERSION` tries what playing needs, `try_wheel.py research` a door for researchers.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

SERVER = (
    "from oppidum.web.server import serve; serve(port={port}, browser=False, pace=0, rate=1000, warm=False)"
)
NAMED = re.compile(r"""(?:href|src)=["']?(/[^"'\s>#]*)|url\(["']?([^"')]+)|\bfrom ["'](\.[^"']+)""")
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


def try_to_play(version: str) -> None:
    import play_a_game  # pyright: ignore[reportMissingImports]  # it lies beside this file then

    is_installed()
    assert said("--version").strip() == f"Oppidum {version}"
    assert json.loads(said("simulate", "romains", "--games", "2", "--json"))["games"] == 2
    refused = oppidum("arena", "romains", "greedy", "random", "--plot", "a.png")
    assert "oppidum[plots]" in refused.stderr, refused
    assert "Traceback" not in refused.stderr
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", SERVER.format(port=port)], stdout=subprocess.DEVNULL)
    try:
        house = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                get(f"{house}/health")
                break
            except OSError:
                assert server.poll() is None, "the server has ended"
                time.sleep(0.1)
        found: set[str] = set()
        for page in ("/", "/open", "/rules/compagnie", "/learn/romains", "/settings"):
            found |= follow(house + page)
        served = {urlsplit(address).path.rpartition("/")[2] for address in found}
        assert {"htmx.min.js", "hx-sse.min.js", "baloo-2.woff2", "baloo-2-ext.woff2"} <= served, sorted(
            served
        )
        result = play_a_game.play(house, "cartes", players=2, level="greedy")
        assert result["status"] == "over", result
        assert result["winners"]
    finally:
        server.terminate()
        server.wait(20)


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
    try_research() if sys.argv[1] == "research" else try_to_play(sys.argv[1])
