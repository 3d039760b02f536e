"""From a click to a changed board, in Chromium on this machine.

    python bench/clicks.py [GAME …] [--clicks N]

The tables are real, with three bots that need no time to think and answer after a quarter of a second: what
is measured is the click and not the bots. The server runs in a process of its own, and the time is what the
browser itself sees: from the event of the click until the frame in which the new version of the board has
been laid out. The target is 100 ms at the 95th percentile.
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
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from chromium import browser  # noqa: E402
from staged import free_port  # noqa: E402

from oppidum import games  # noqa: E402

SERVER = """
import sys
from oppidum.web.server import serve
serve(port=int(sys.argv[1]), data=sys.argv[2], browser=False, pace=0.25, rate=1000, warm=False)
"""

# Clicks what is there to be chosen; resolves with the milliseconds until the next version was painted. If it
# is asked whether that is meant, it agrees, and that click counts. It watches instead of asking in every
# frame, which would have the browser draw all the time.
CLICK = """async () => {
  const version = () => document.querySelector('#state').dataset.version, before = version();
  const card = document.querySelector('label.can input');
  const a_while = new Promise((then) => setTimeout(then, 300));
  if (card) { card.click(); await a_while; }  // chosen first, as people do
  return new Promise((done) => {
  const shown = (e) => e.checkVisibility();
  const offered = '#play-it, button.place, #board button[name=move], #ask button.go';
  const button = [...document.querySelectorAll(offered)].find(shown);
  let begin = performance.now(), agreed = false;
  const painted = new MessageChannel();  // heard after the frame, as soon as the browser has time again
  painted.port1.onmessage = () => done(performance.now() - begin);
  const watch = new MutationObserver(() => {
    const sure = document.querySelector('#ask button.go');
    if (sure && !agreed) { agreed = true; begin = performance.now(); sure.click(); }
    if (version() === before) return;
    watch.disconnect();
    requestAnimationFrame(() => painted.port2.postMessage(''));
  });
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-version'] });
  button.click();
}) }"""
# Opens a table with bots and sits down at it; resolves with its address.
OPEN = """async (game) => {
  const post = (to, body) => fetch(to, { method: 'POST', body: new URLSearchParams(body) });
  const bots = { confirm: 'on', seat2: 'bot:greedy', seat3: 'bot:greedy', seat4: 'bot:greedy' };
  const table = (await post('/open', { game, players: 4, ...bots })).url;
  await post(`${table}/start`, {});
  return table;
}"""
# Once the bots have done what they had to, the next version is the answer to the click and to nothing else.
MY_TURN = """() => { const now = document.querySelector('#state').dataset, quiet = window.quiet ??= {};
  const shown = `${now.version} ${now.turn}`;  // a reveal has the version of the board that follows it
  if (quiet.shown !== shown) Object.assign(quiet, { shown, since: performance.now() });
  return now.status !== 'playing' || now.turn === 'yes' && performance.now() - quiet.since > 600 }"""


def measure(page: Any, game: str, clicks: int) -> list[float]:
    times: list[float] = []
    while len(times) < clicks:
        page.goto("/")
        page.goto(page.evaluate(OPEN, game))
        page.locator("html[data-live]").wait_for(state="attached")
        while len(times) < clicks:
            page.wait_for_function(MY_TURN, timeout=60_000)
            if page.locator("#state").get_attribute("data-status") != "playing":
                break
            times.append(page.evaluate(CLICK))
    return times[min(3, clicks // 4) :]  # the first ones warm everything up


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="*", help="default: all")
    parser.add_argument("--clicks", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(port), folder],
            env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)),
        )
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                try:
                    httpx.get(address + "/health", timeout=2)
                    break
                except httpx.HTTPError:
                    time.sleep(0.1)
            with browser() as chromium:
                for game in asked.game or games.catalogue():
                    page = chromium.new_context(
                        base_url=address, viewport={"width": 1280, "height": 800}
                    ).new_page()
                    times = sorted(measure(page, game, asked.clicks))
                    figures = {"median": statistics.median(times), "p95": times[int(0.95 * (len(times) - 1))]}
                    shown = {name: round(value, 1) for name, value in figures.items()}
                    print(json.dumps({"game": game, "clicks": len(times), **shown}))
                    page.context.close()
        finally:
            server.terminate()
            server.wait(15)


if __name__ == "__main__":
    main()
