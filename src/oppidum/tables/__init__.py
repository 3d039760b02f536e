"""Live tables and the store: storey 3. Nothing here renders anything.

A `Hall` is the place where the tables stand: the store, the watch that moves bots and clocks, and the
subscriptions. Everything else is a verb, a plain synchronous function of a few milliseconds in a module
named after what it is about. Every verb takes the hall first, then the code of the table and the id of
the visitor; it either succeeds, with everything stored before it returns, or raises an `OppidumError`
with one sentence and changes nothing.

| module | verbs |
|---|---|
| `visitors` | `arrive` `find` `rename` `new_recovery_code` `recover` `new_token` `by_token` `revoke_tokens` |
| `seating` | `open_table` `play_now` `sit` `leave` `ready` `start` `close` `put_bot` |
| `playing` | `move` |
| `takeback` | `take_back` (free, or by asking the others) |
| `consent` | `answer` a request, `withdraw` one's own |
| `shared_screen` | `take` (of several people at one screen) |
| `absence` | `come_back` `ask_takeover` `resign` `ask_call_off` |
| `chat` | `say` `mute` `unmute`, `PHRASES` |
| `rematch` | `rematch` |
| `hint` | `hint` |
| `looking` | `view` (as one visitor may see it) `history` (what happened, `since` for who returns) |
| `replay` | `steps` `count` (step by step), `record` (the document of a finished game) |
| `what_if` | `what_if` (play on from a moment of a finished game) |
| `same_deal` | `challenge` `look` `accept` `compare` (my cards for somebody else) |
| `shelf` | `put` `change` `share` `remove` `find` `mine`: boxes of visitors, and the house's own |
| `overview` | `listed` `running` `finished` `mark_seen` |
| `past` | `games` `records` (all games of a visitor that are over), `track_record` (figures about them) |
| `solving` | `answer` `standing` `answers` `next_puzzle` (puzzles) |
| `bots_at_work` | `levels` `work_now` |
| `host` | `tables` `show` `export` `delete` `backup` `restore` `health` `metrics` `replay_all` |

    with open_hall() as hall:
        me = visitors.arrive(hall, "Bonemine").visitor
        code = seating.play_now(hall, me.id, game_id, players=4, level="greedy")
        seen = looking.view(hall, code, me.id)
        playing.move(hall, code, me.id, seen.choices[0].words, seen=seen.version)

A position that leaves this package is always redacted for one seat (-1: a spectator), until the game is
over.
"""

from oppidum.tables.errors import (
    CannotWrite,
    NoSuchBox,
    NoSuchChallenge,
    NoSuchTable,
    NoSuchVisitor,
    NotAllowed,
    NotNow,
    Stale,
    StoreError,
    TableError,
    TooMany,
    Unconfirmed,
)
from oppidum.tables.hall import Hall, Subscription, open_hall
from oppidum.tables.happenings import Happening
from oppidum.tables.model import (
    BotSeat,
    ChatLine,
    Choice,
    Contribution,
    Fairness,
    HumanSeat,
    Reaction,
    Request,
    SeatView,
    Settings,
    TableView,
)

__all__ = [
    "BotSeat",
    "CannotWrite",
    "ChatLine",
    "Choice",
    "Contribution",
    "Fairness",
    "Hall",
    "Happening",
    "HumanSeat",
    "NoSuchBox",
    "NoSuchChallenge",
    "NoSuchTable",
    "NoSuchVisitor",
    "NotAllowed",
    "NotNow",
    "Reaction",
    "Request",
    "SeatView",
    "Settings",
    "Stale",
    "StoreError",
    "Subscription",
    "TableError",
    "TableView",
    "TooMany",
    "Unconfirmed",
    "open_hall",
]
