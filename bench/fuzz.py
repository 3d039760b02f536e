"""Spoilt inputs by the million: whatever is handed in is either right or refused in one sentence.

    python bench/fuzz.py [--inputs 1000000] [--seed WORD] [--kind notation …] [--seconds S]

Inputs are right ones with something wrong: letters, pieces and whole values cut, doubled, swapped or made up.
Nothing may happen but what documents promise:

- notation: an action of that game, which written down reads as itself; or BadNotation.
- records: one that is accepted tells the same game as the one it was made from; or one sentence.
- editions: one that is accepted can be played with; or problems, each with its line.
- api, forms, heads (calls of programs; forms of browsers; cookies and headers): never a 5xx, always our
  headers; a refusal is a sentence, and has changed nothing at the table.
- wires (messages of programs, and their frames): whatever is told is what may be told, a message that is none
  is refused in a sentence, and the next one is answered.

Prints how many of each were tried, how many a second, and how many were right all the same; then everything
that broke, with the number of its input, and ends with 1 if anything did. `--only NUMBER` tries it again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spoiling import Broken, Try, one_sentence, spoil, spoil_value
from spoilt_requests import api, forms, heads, house
from spoilt_wires import wires

from oppidum import games
from oppidum.kernel import record
from oppidum.kernel.editions import EditionFile
from oppidum.kernel.errors import BadEdition, BadNotation, OppidumError
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

SHARES = {  # of a hundred inputs
    "notation": 35,
    "records": 10,
    "editions": 15,
    "api": 20,
    "forms": 10,
    "heads": 5,
    "wires": 5,
}

# ---------------------------------------------------------------- what there is to spoil


def positions(game: Game, count: int) -> Iterator[tuple[Any, int]]:
    """Some with a seat that owes a decision."""
    luck = random.Random(game.id)
    for number in range(count):
        s = game.deal(luck.randint(game.about.min_players, game.about.max_players), seed_key("fuzz", number))
        for _ in range(luck.randrange(60)):
            waiting = game.waiting(s)
            if not waiting:
                break
            yield s.copy(), waiting[0]
            game.act(s, waiting[0], luck.choice(game.legal(s, waiting[0])))


def notation() -> Try:
    asked: list[tuple[Game, Any, int, str]] = []
    for game_id in games.catalogue():
        game = games.load(game_id)
        for s, seat in positions(game, 12):
            view = game.view(s, seat)
            asked += [(game, view, seat, game.notation.write(view, seat, a)) for a in game.legal(view, seat)]

    def attempt(luck: random.Random) -> bool:
        game, view, seat, words = luck.choice(asked)
        text = spoil(words, luck)
        try:
            action = game.notation.read(view, seat, text)
        except BadNotation as error:
            one_sentence(error)
            return False
        if not 0 <= action < game.actions:
            raise Broken(f"{game.id}: {text!r} is the action {action}")
        written = game.notation.write(view, seat, action)
        if game.notation.read(view, seat, written) != action:
            raise Broken(f"{game.id}: {text!r} is written {written!r}, which is another action")
        return True

    return attempt


def whole_game(game: Game, number: int) -> str:
    """A record of a short game, to its end or not."""
    luck = random.Random(f"{game.id} {number}")
    players, key = game.about.min_players, seed_key("fuzz", number)
    s = game.deal(players, key)
    seats = [record.Seat(f"Seat {n}", None) for n in range(players)]
    told = record.begin(game, game.default_edition(), seats, {}, record.Shuffle(key.hex()), s)
    for _ in range(luck.choice((3, 20, 400))):
        if not (waiting := game.waiting(s)):
            record.close(game, told, s)
            break
        action = luck.choice(game.legal(s, waiting[0]))
        words = game.notation.write(s, waiting[0], action)
        game.act(s, waiting[0], action)
        record.append(game, told, s, waiting[0], words)
    return record.encode(told)


def records() -> Try:
    lines = [whole_game(games.load(game_id), n) for game_id in games.catalogue() for n in range(8)]
    known = [(line, json.loads(line)) for line in lines]

    def attempt(luck: random.Random) -> bool:
        line, data = luck.choice(known)
        text = spoil(line, luck) if luck.random() < 0.5 else json.dumps(spoil_value(data, luck))
        try:
            found = record.decode(text.encode(errors="surrogatepass"))
            record.check(found, games.load)
        except OppidumError as error:
            one_sentence(error)
            return False
        if tells(json.loads(record.encode(found))) != tells(data):
            raise Broken(f"another game was accepted: {text[:200]!r}")
        return True

    return attempt


def tells(data: dict[str, Any]) -> Any:
    """What a record may not say otherwise: all but names, whether bots sat there, and options that made no
    difference to this game."""
    whole = data["result"] is not None
    moves = data["moves"] if whole else data["moves"][:1]  # one that is not over may end earlier
    seats = len(data["seats"])
    return (
        data["game"],
        data["edition"],
        seats,
        data["shuffle"]["key"],
        moves,
        data["result"],
    )


def editions() -> Try:
    known = []
    for game_id in games.catalogue():
        game = games.load(game_id)
        data = game.default_edition().data
        folder = Path(str(vars(game.notation)["__file__"])).parent
        files = [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.toml"))]
        known.append((game, data, files))

    def attempt(luck: random.Random) -> bool:
        game, data, files = luck.choice(known)
        if luck.random() < 0.5:
            text = spoil(luck.choice(files), luck)
        else:
            text = json.dumps(spoil_value(json.loads(json.dumps(data)), luck))
        try:
            edition = game.read_edition(EditionFile.parse("fuzz", text))
            edition.check_for_new_games()
        except BadEdition as error:
            for problem in error.problems:
                one_sentence(OppidumError(problem))
            return False
        play_some(game, edition, luck)
        return True

    return attempt


def play_some(game: Game, edition: Any, luck: random.Random) -> None:
    s = game.deal(game.about.min_players, seed_key("fuzz", luck.randrange(2**32)), {}, edition)
    for _ in range(60):
        if not (waiting := game.waiting(s)):
            break
        game.act(s, waiting[0], luck.choice(game.legal(s, waiting[0])))


# ---------------------------------------------------------------- all of them


@dataclass
class Tally:
    tried: int = 0
    right: int = 0
    seconds: float = 0.0


def run(
    inputs: int, seed: str, kinds: list[str], seconds: float = 1e9, only: int | None = None
) -> tuple[dict[str, Tally], list[str]]:
    """Try so many; returns how many of each, and what broke."""
    broken: list[str] = []
    tallies: dict[str, Tally] = {}
    whole = sum(SHARES[kind] for kind in kinds)
    with house() as there:
        makers: dict[str, Callable[[], Try]] = {
            "notation": notation, "records": records, "editions": editions, "api": lambda: api(there),
            "forms": lambda: forms(there), "heads": lambda: heads(there), "wires": lambda: wires(there)
        }  # fmt: skip
        for kind in kinds:
            attempt, tally = makers[kind](), tallies.setdefault(kind, Tally())
            began = time.perf_counter()
            wanted = range(inputs * SHARES[kind] // whole) if only is None else [only]
            for number in wanted:
                if time.perf_counter() - began > seconds * SHARES[kind] / whole or len(broken) >= 20:
                    break
                try:
                    tally.right += attempt(random.Random(f"{seed} {kind} {number}"))
                except Exception as error:
                    broken.append(f"{kind} {number} (seed {seed}): {type(error).__name__}: {error}"[:600])
                tally.tried += 1
            tally.seconds = time.perf_counter() - began
    return tallies, broken


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=1e9, help="at most")
    parser.add_argument("--seed", default="oppidum")
    parser.add_argument("--kind", nargs="*", choices=list(SHARES), default=list(SHARES))
    parser.add_argument("--only", type=int, help="the number of one input, to see what it does")
    asked = parser.parse_args()
    tallies, broken = run(asked.inputs, asked.seed, asked.kind, asked.seconds, asked.only)
    for kind, tally in tallies.items():
        rate = tally.tried / tally.seconds if tally.seconds else 0
        print(f"{kind}: {tally.tried:,} inputs, {rate:,.0f} a second, {tally.right:,} right all the same")
    print(f"{sum(tally.tried for tally in tallies.values()):,} inputs, {len(broken)} broke something")
    for line in broken:
        print(line)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
