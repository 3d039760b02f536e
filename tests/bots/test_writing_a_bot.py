"""The page on writing a bot keeps its word: its code runs, its bots play, and one of them beats `greedy`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from oppidum.arena.contest import run
from oppidum.arena.pairings import Contest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "writing-a-bot.md"
ONE_HAND = {"hands": "1", "characters": "seats"}
LINE_BOT = ROOT / "examples" / "line_bot.py"


def test_its_code_is_one_program():
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M))
    told: dict[str, Any] = {}
    exec(compile(code, str(PAGE), "exec"), told)  # noqa: S102 (our own page)
    envs = told["envs"]
    envs.reset(seed=1)
    for _ in range(20):
        envs.step(envs.random_actions())


def arena(*arguments: str) -> dict[str, Any]:
    code = "import sys; sys.path.insert(0, 'examples'); from oppidum.cli import main; main()"
    command = [sys.executable, "-c", code, "arena", "cartes", *arguments, "-o", "hands=1", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_thirty_lines_beat_greedy(long: bool):
    """As the command of the page, which plays a hundred games, says it: its interval is above one half."""
    found = arena("dreamer:Dreamer", "greedy", "--games", "100" if long else "40")
    assert found["bots"][0]["bot"] == "dreamer:Dreamer"
    assert found["bots"][0]["low"] > 0.5
    assert not found["gave_up"]
    text = (ROOT / "examples" / "dreamer.py").read_text(encoding="utf-8")
    code = [line for line in text[text.index("WORLDS =") :].splitlines() if line.strip()]
    assert len(code) <= 30


def test_a_program_without_us_plays_and_wins_against_random():
    assert "oppidum" not in re.sub(r'"""(.*?)"""', "", LINE_BOT.read_text(encoding="utf-8"), flags=re.S)
    found = arena(f"cmd:{sys.executable} -I examples/line_bot.py", "random", "--games", "20")
    assert not found["gave_up"]
    assert found["bots"][0]["points_share"] > 0.5


def test_the_program_plays_every_game():
    for game in ("romains", "compagnie"):
        found = run(Contest(game, (f"cmd:{sys.executable} -I {LINE_BOT}", "random"), 2, 2, "page"))
        assert not found["gave_up"]
