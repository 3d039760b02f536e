"""Spoilt inputs by the million: whatever is handed in is either right or refused in one sentence.

    python bench/fuzz.py [--inputs 1000000] [--seed WORD] [--kind notation …] [--seconds S]

Inputs are right ones with something wrong: letters, pieces and whole values cut, doubled, swapped or made up.
Nothing may happen but what documents promise:

- notation: an action of that game, which written down reads as itself; or BadNotation.
- records: one that is accepted tells the same game as the one it was made from; or one sentence.
- editions: one that is accepted can be played with; or problems, each with its line.
- api: never a 5xx, always our headers; a refusal is a sentence, and has changed nothing at the table.

Prints how many of each were tried, how many a second, and how many were right all the same; then everything
that broke, with the number of its input, and ends with 1 if anything did. `--only NUMBER` tries it again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oppidum import games
from oppidum.kernel import record
from oppidum.kernel.editions import EditionFile
from oppidum.kernel.errors import BadEdition, BadNotation, OppidumError
from oppidum.kernel.fair import seed_key
from oppidum.kernel.game import Game

ODD = ["", " ", "\n", "\0", "0", "-1", "1e400", "9" * 21, "\u2800", "é", "\U0001f417", "null", "true"]
ODD += ['"', "'", *"{}[]:*=\\%", "\\ud800", "\ud800", "NaN", "[[", "\u202e", "\uff11"]
NUMBERS: list[Any] = [None, True, 0, -1, 1.5, 2**63, 10**400, float("nan")]
VALUES: list[Any] = [*NUMBERS, "", "x", "é" * 300, [], {}, [[]], [None]]
SHARES = {"notation": 80, "records": 12, "editions": 2, "api": 6}  # of a hundred inputs
Try = Callable[[random.Random], bool]  # True: the input was right all the same


class Broken(Exception):
    """Something happened that nobody promised."""


# ---------------------------------------------------------------- spoiling


def spoil(text: str, luck: random.Random) -> str:
    """One to three changes somewhere."""
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        at, until = sorted(luck.randrange(len(text) + 1) for _ in range(2))
        until = min(until, at + luck.choice((1, 1, 2, 8, 64)))
        piece = text[at:until]
        how = luck.randrange(6)
        if how == 0:
            text = text[:at] + text[until:]
        elif how == 1:
            text = text[:at] + luck.choice(ODD) + text[at:]
        elif how == 2:
            text = text[:at] + luck.choice(ODD) + text[until:]
        elif how == 3:
            text = text[:at] + piece + text[at:]
        elif how == 4:
            text = text[:at] + chr(luck.randrange(0x250)) + text[at + 1 :]
        else:
            other = luck.randrange(len(text) + 1)
            text = text[:other] + piece + text[other:]
    return text


def spoil_value(value: Any, luck: random.Random) -> Any:
    """Somewhere in what JSON can say: something else, missing, twice, or as another part of it is."""
    if isinstance(value, dict) and value and luck.random() < 0.85:
        key = luck.choice(list(value))
        changed = dict(value)
        how = luck.randrange(8)
        if how == 0:
            del changed[key]
        elif how == 1:
            changed[luck.choice(["x", key + "s", key.upper(), ""])] = changed[key]
        elif how == 2:
            changed[key] = changed[luck.choice(list(value))]
        else:
            changed[key] = spoil_value(changed[key], luck)
        return changed
    if isinstance(value, list) and value and luck.random() < 0.85:
        at, changed = luck.randrange(len(value)), list(value)
        how = luck.randrange(8)
        if how == 0:
            del changed[at]
        elif how == 1:
            changed.insert(at, luck.choice(value))
        elif how == 2:
            changed[at] = luck.choice(value)
        else:
            changed[at] = spoil_value(changed[at], luck)
        return changed
    if isinstance(value, str) and luck.random() < 0.6:
        return spoil(value, luck)
    if isinstance(value, int) and luck.random() < 0.6:
        return value + luck.choice((-1, 1, -value, 100, 2**31))
    return luck.choice(VALUES)


def one_sentence(error: OppidumError) -> None:
    said = str(error)
    if not said.strip() or "\n" in said.strip() or "Traceback" in said:
        raise Broken(f"{type(error).__name__} says {said!r}")


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


# ---------------------------------------------------------------- the API


LOOKS = ("", "?as=1", "/history?since=1", "/steps?first=0&last=1", "/record", "/wait?seconds=0&version=0")
DEEDS: list[tuple[str, Any]] = [
    ("/moves", {"move": "nonsense", "seat": 1}),
    ("/chat", {"text": ""}),
    ("/take-back", {"seat": 1, "ask": False}),
    ("/sit", {"seat": 9}),
    ("/mute", {"line": 99, "mute": True}),
]
ELSEWHERE: list[tuple[str, Any]] = [
    ("/api/visitors", {"name": ""}),
    ("/api/play", {"game": "none", "players": 2, "level": "random"}),
    ("/api/tables", {"game": "none", "seats": ["human", "bot:none"], "options": {"hands": "4"}}),
]


@dataclass
class Api:
    """A house without a socket: requests go straight to what answers them."""

    app: Any
    hall: Any
    headers: list[tuple[bytes, bytes]]
    code: str
    requests: list[tuple[str, str, Any]] = field(default_factory=list[tuple[str, str, Any]])

    async def ask(self, method: str, path: str, body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        plain, _, query = path.partition("?")
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "method": method, "scheme": "http", "path": plain, "raw_path": plain.encode(errors="replace"),
            "query_string": query.encode(errors="replace"), "root_path": "", "headers": self.headers,
            "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
        }  # fmt: skip
        sent: list[dict[str, Any]] = []
        given = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> dict[str, Any]:
            return next(given, None) or {"type": "http.disconnect"}

        async def send(part: Any) -> None:
            sent.append(part)

        await self.app(scope, receive, send)
        start = next(part for part in sent if part["type"] == "http.response.start")
        whole = b"".join(part.get("body", b"") for part in sent if part["type"] == "http.response.body")
        return start["status"], {name.lower(): value for name, value in start["headers"]}, whole


@contextmanager
def house() -> Iterator[Api]:
    from oppidum.tables import bots_at_work, open_hall, seating, visitors
    from oppidum.web.app import create_app

    with (
        tempfile.TemporaryDirectory() as folder,
        open_hall(Path(folder) / "fuzz.sqlite3", pace=0.0, work=False, durable=False) as hall,
    ):
        me = visitors.arrive(hall, "Fuzz").visitor.id
        code = seating.play_now(hall, me, "cartes", players=2, level="random")
        bots_at_work.work_now(hall)
        token = visitors.new_token(hall, me)
        headers = [(b"authorization", f"Bearer {token}".encode()), (b"content-type", b"application/json")]
        api = Api(create_app(hall, rate=1e9), hall, headers, code)
        version = hall.look(code).version
        at = f"/api/tables/{code}"
        api.requests = [
            *(("GET", at + path, None) for path in LOOKS),
            *(("GET", path, None) for path in ("/api/games", "/api/tables", "/api/me")),
            ("POST", f"{at}/moves", {"move": "bid 1", "seat": 2, "seen": version}),
            *(("POST", at + path, body) for path, body in DEEDS),
            *(("POST", path, body) for path, body in ELSEWHERE),
        ]
        yield api


def api(api: Api) -> Try:
    from oppidum.web.doors import HEADERS

    promised = {name.encode().lower(): value.encode() for name, value in HEADERS.items()}
    loop = asyncio.new_event_loop()

    def attempt(luck: random.Random) -> bool:
        method, path, body = luck.choice(api.requests)
        if body is None or luck.random() < 0.3:
            path = "/" + spoil(path[1:], luck).lstrip("/").replace("/wait", "/w").replace("/events", "/e")
        sent = b"" if body is None else json.dumps(body).encode()
        if body is not None and luck.random() < 0.8:
            whole = luck.random() < 0.5
            text = json.dumps(spoil_value(body, luck)) if whole else spoil(json.dumps(body), luck)
            sent = text.encode(errors="surrogatepass")
        before = api.hall.look(api.code).version
        status, headers, answer = loop.run_until_complete(api.ask(method, path, sent))
        what = f"{method} {path!r} {sent[:200]!r} gives {status} {answer[:200]!r}"
        if status >= 500 or not promised.items() <= headers.items():
            raise Broken(what)
        if status >= 400:
            told = json.loads(answer) if path.startswith("/api/") else {"message": "."}
            if not str(told["message"]).strip() or api.hall.look(api.code).version != before:
                raise Broken(what)
        return status < 400

    return attempt


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
            "notation": notation, "records": records, "editions": editions, "api": lambda: api(there)
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
