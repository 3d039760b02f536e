"""Golden playthroughs: whole games in readable notation, kept as files.

A change of the rules that changes any of them must be meant. `python -m oppidum.testing.golden FOLDER`
writes those that are missing.
"""

from __future__ import annotations

import sys
from pathlib import Path

from oppidum import games
from oppidum.kernel.game import Game
from oppidum.kernel.record import CHANCE, parse_decision
from oppidum.testing.cases import Case, cases


def header(game: Game, players: int, options: dict[str, str], key: str) -> list[str]:
    return [
        f"game {game.id}",
        f"edition {game.default_edition().sha256}",
        f"players {players}",
        *(f"option {name}={choice}" for name, choice in sorted(options.items())),
        f"key {key}",
        "",
    ]


def tell(game: Game, players: int, options: dict[str, str], key: str, decisions: list[str]) -> str:
    """A game as text: every decision with what else was open, every chance outcome, the end."""
    lines = header(game, players, options, key)
    s = game.deal(players, bytes.fromhex(key), options)
    lines += [CHANCE + line for line in game.notation.chance(s)]
    for number, decision in enumerate(decisions, 1):
        seat, words = parse_decision(decision, number)
        legal = [game.notation.write(s, seat, action) for action in game.legal(s, seat)]
        lines.append(f"{decision}    of {len(legal)}: {', '.join(legal)}")
        game.act(s, seat, game.notation.read(s, seat, words))
        lines += [CHANCE + line for line in game.notation.chance(s)]
    standing = game.standing(s)
    lines += ["", f"points {' '.join(map(str, standing.points))}"]
    lines += [f"winners {' '.join(str(seat + 1) for seat in standing.winners)}", ""]
    return "\n".join(lines)


def retell(text: str) -> str:
    """Play a golden file's decisions again, and tell the game as it goes now."""
    settings: dict[str, str] = {}
    options: dict[str, str] = {}
    decisions: list[str] = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "option":
            name, _, choice = rest.partition("=")
            options[name] = choice
        elif word in ("game", "players", "key"):
            settings[word] = rest
        elif word.rstrip(":").isdecimal() and word.endswith(":"):
            decisions.append(line.partition("    of ")[0])
    game = games.load(settings["game"])
    return tell(game, int(settings["players"]), options, settings["key"], decisions)


def of_case(case: Case) -> str:
    game = case.game
    decisions = [f"{seat + 1}: {game.notation.write(s, seat, action)}" for s, seat, action in case.walk()]
    options = {name: str(choice) for name, choice in case.options.items()}
    return tell(game, case.players, options, case.key.hex(), decisions)


def file_name(case: Case) -> str:
    chosen = "".join(f"-{name}-{choice}" for name, choice in case.options.items())
    return f"{case.game.id}-{case.players}{chosen}.txt"


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game_id in games.catalogue():
        for case in cases(games.load(game_id)):
            path = folder / file_name(case)
            if not path.exists():
                path.write_text(of_case(case), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
