"""The first minute in a house that has compiled nothing yet.

    python bench/first_minute.py [GAME …] [--clicks N]

Every game on its own with an empty cache and an empty store, as `oppidum serve` and `oppidum play` start for
somebody who has just installed Oppidum. In Chromium: from the click on "Play now" until the board is there
(at most 2 s), and from a click on the board until it has changed (0.5 s). Of the bots: how long the slowest
took from the moment when it was to act until its decision was stored (3 s), and apart from that how long it
had waited before on purpose, so that people can follow, or can be first with a reaction. In the terminal:
from the command to the first question, and the longest from an answer to the next question, all bots between
included. While all that is measured the games are being compiled beside it, on the same machine.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "bench")]

from chromium import browser  # noqa: E402
from clicks import CLICK, MY_TURN  # noqa: E402
from staged import free_port  # noqa: E402

from oppidum import games  # noqa: E402
from oppidum.kernel.compiled import play_meanwhile  # noqa: E402
from oppidum.tables import deadlines, host, open_hall  # noqa: E402
from oppidum.tables.facts import Move  # noqa: E402
from oppidum.tables.table import Table  # noqa: E402


@contextmanager
def house(folder: str) -> Iterator[tuple[str, float]]:
    """A server that has compiled nothing: its address, and how long it took to answer."""
    port = free_port()
    command = [sys.executable, "-m", "oppidum", "serve", "--no-browser", "--port", str(port)]
    began = time.perf_counter()
    server = subprocess.Popen(
        [*command, "--data", folder, "--log-level", "error"],
        env=dict(os.environ, OPPIDUM_CACHE=f"{folder}/cache"),
        stdout=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(address + "/health", timeout=5)
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield address, time.perf_counter() - began
    finally:
        server.terminate()
        server.wait(15)


def bots_in(folder: str) -> list[tuple[float, float]]:
    """Of every decision of a bot at the one table of a store: how long it waited on purpose, and how long it
    took from then on."""
    with open_hall(data=folder, work=False) as hall:
        (line,) = host.tables(hall)
        with hall.store.reading() as connection:
            found = hall.store.find(connection, line.code)
            assert found
            events = hall.store.events(connection, found[0], 0)
        table = Table.blank(found[0], line.code, hall.boxes.find)
        times: list[tuple[float, float]] = []
        for event in events:
            match event.fact:
                case Move(seat=seat, by="bot"):
                    asked = table.questions[seat].time
                    due = max(deadlines.bot_due(table, seat, hall.paces.usual) or asked, table.updated)
                    times.append((due - asked, event.time - due))
                case _:
                    pass
            table.apply(event)
        return times


def in_the_browser(chromium: Any, game: str, clicks: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="oppidum-first-") as folder:
        with house(folder) as (address, answers):
            shown = {"serves after": answers, **click_through(chromium, address, game, clicks)}
        waits, works = zip(*bots_in(folder), strict=True)
        return {**shown, "slowest bot": max(works), "longest wait on purpose": max(waits)}


def click_through(chromium: Any, address: str, game: str, clicks: int) -> dict[str, float]:
    page = chromium.new_context(base_url=address, viewport={"width": 1280, "height": 800}).new_page()
    page.goto("/")
    began = time.perf_counter()
    page.locator(f"form[action='/play']:has(input[value='{game}']) button.go").click()
    page.locator("#board").wait_for()
    board = time.perf_counter() - began
    page.locator("html[data-live]").wait_for(state="attached")
    times: list[float] = []
    sixth = 0.0
    while len(times) < clicks:
        page.wait_for_function(MY_TURN, timeout=120_000)
        if page.locator("#state").get_attribute("data-status") != "playing":
            break
        times.append(page.evaluate(CLICK) / 1000)
        if len(times) == 6:
            sixth = time.perf_counter() - began
    page.context.close()
    return {
        "board": board,
        "first answer": times[0],
        "median answer": statistics.median(times),
        "slowest answer": max(times),
        "sixth move": sixth,
    }


def until_asked(terminal: subprocess.Popen[bytes]) -> bool:
    """Read on to the next question; False at the end of the game."""
    assert terminal.stdout is not None
    text = b""
    while not text.endswith(b"\n> "):
        letter = terminal.stdout.read(1)
        if not letter:
            return False
        text += letter
    return True


def in_the_terminal(game: str, answers: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="oppidum-first-") as folder:
        began = time.perf_counter()
        terminal = subprocess.Popen(
            [sys.executable, "-m", "oppidum", "play", game, "--players", "4", "--seed", "1", "--pace", "0"],
            env=dict(os.environ, OPPIDUM_CACHE=folder, LANG="C.UTF-8"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert terminal.stdin is not None
        asked = until_asked(terminal)
        board = time.perf_counter() - began
        times: list[float] = []
        while asked and len(times) < answers:
            terminal.stdin.write(b"1\n")
            terminal.stdin.flush()
            sent = time.perf_counter()
            asked = until_asked(terminal)
            times.append(time.perf_counter() - sent)
            time.sleep(0.5)  # nobody answers at once
        terminal.stdin.close()
        terminal.wait(15)
        return {"board": board, "first answer": times[0], "slowest answer": max(times)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", help="default: all")
    parser.add_argument("--clicks", type=int, default=12)
    asked = parser.parse_args()
    play_meanwhile()  # who measures looks at the store afterwards, and compiles nothing for it
    wanted, clicks = asked.game or list(games.catalogue()), asked.clicks
    with browser() as chromium:
        for game in wanted:
            shown = in_the_browser(chromium, game, clicks)
            print(json.dumps({"browser": game, **{name: round(s, 2) for name, s in shown.items()}}))
    for game in wanted:
        shown = in_the_terminal(game, clicks)
        print(json.dumps({"terminal": game, **{name: round(s, 2) for name, s in shown.items()}}))


if __name__ == "__main__":
    main()
