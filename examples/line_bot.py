"""A bot as a program of its own, in plain Python and without Oppidum: `cmd:python examples/line_bot.py`.

It reads a JSON object a line and answers each with the choice that it likes best. It knows a little about
`cartes` (bid high for what is worth much, low for the rest) and nothing about other games.
"""

import json
import sys


def liking(choice: dict, seen: dict) -> float:
    if seen["game"] != "cartes" or choice["do"] != "bid":
        return 0.0
    offer = seen["offer"]
    wanted = 1 + 9 * offer["value"] / 14 if offer["card"] == "roman" else 1
    return -abs(choice["value"] - wanted)


for line in sys.stdin:
    asked = json.loads(line)
    best = max(asked["choices"], key=lambda choice: liking(choice, asked["seen"]))
    print(best["move"], flush=True)
