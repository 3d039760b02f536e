"""A wire: one connection (a WebSocket) on which a program watches tables and decides at them.

A request for each decision and a stream for each table are several times the work of what they are about.
Here a message is read, done and answered in the event loop, without a task of its own; what has come about
until then goes out together. Of a table only the newest state is sent, and of that what has changed: whoever
is slow misses some, never the present. Whoever is asked something is told at once; that others have decided
may wait a little where there is much to tell, and mostly comes with what they have decided next.

What may be said, and what is told, stands in `api.messages`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from typing import Any

import msgspec
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, ValidationException
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from oppidum.kernel.errors import OppidumError
from oppidum.tables import Hall, NotAllowed, StoreError, Subscription, TooMany, looking, playing
from oppidum.tables.playing import Moved
from oppidum.web import frames, metrics
from oppidum.web.api.caller import Caller, caller_with
from oppidum.web.api.messages import (
    Decide,
    Decided,
    Gone,
    Leave,
    Refused,
    TableTold,
    Watch,
    Wish,
    changes,
)
from oppidum.web.api.shapes import TableShape, table_shape
from oppidum.web.api.table_stream import seen_now
from oppidum.web.api.tables import seat_of
from oppidum.web.doors import HEADERS, client_address, same_origin
from oppidum.web.limits import Place
from oppidum.web.refusal import UNREADABLE, note, refusal_of
from oppidum.web.requests import headers_of
from oppidum.words import Language, language, preferred

PATH = "/api/socket"
LARGEST = 64 * 1024  # bytes of a message
AT_A_TIME = 2048  # bytes that are read in one turn of the event loop
MOST_POSTPONED = 4  # turns of the event loop
PATIENCE = 0.1  # seconds for which it may wait that others have decided
GROUP = 20  # wires that go step by step together
# What asks nothing waits if more wires than this have something to say in one turn of the event loop …
MANY = 20
# … or if it has worked for more than this part of the last tenth of a second.
MUCH, WINDOW = 0.5, 0.1
MOST_IN_VAIN = 20  # wishes beyond the limits, one after the other, that are refused in a sentence
BEAT = 20.0  # seconds: a wire that has been silent for so long is asked whether anybody is there

log = logging.getLogger(__name__)

decode = msgspec.json.Decoder(Wish).decode
encode = msgspec.json.Encoder().encode


def opened(house: State, scope: Any, transport: asyncio.Transport) -> tuple[bytes, Wire | None]:
    """What is answered to who asks for a wire, and the wire, if there is one."""
    headers = headers_of(scope)
    t = language(preferred(headers.get(b"accept-language", b"").decode("latin-1")))
    scope["state"]["address"] = address = client_address(scope, house.proxies)
    protocol = ServerProtocol()
    request = Request(
        PATH, Headers([(n.decode("latin-1"), v.decode("latin-1")) for n, v in scope["headers"]])
    )
    response, caller, place = protocol.accept(request), None, None
    looked_up = house.hall.people.forgotten
    try:
        if not same_origin(headers):
            raise NotAllowed("This did not come from a page of this house.")
        if not house.limits.looks.take(address, house.limits.clock()):
            raise TooMany("That was a lot at once: wait a moment and try again.")
        caller = caller_with(
            house.hall, house.limits, address, headers.get(b"authorization", b"").decode("latin-1")
        )
        if response.status_code != 101:
            raise ValidationException
        place = house.limits.place_for_wire(address)
    except Exception as found:
        status, told = refusal_of(found, t)
        note({"path_template": PATH}, status, found)
        body = encode(told)
        about = {"Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close"}
        response = Response(status, HTTPStatus(status).phrase, Headers(about), body)
    response.headers.update(HEADERS)
    metrics.count_request("GET", PATH, response.status_code, None)
    if not (caller and place):
        return response.serialize(), None
    return response.serialize(), Wire(caller, looked_up, t, transport, house.post, place)


class Post:
    """Wires that have something to say: all of them together, before the event loop waits again.

    Each goes one step (it looks at a table, makes a message of it, sends it), then each the next: so what a
    step needs is in the processor's cache for all but the first. Some at a time: the first are answered while
    the last are thought of. About a tenth more is told than one by one.
    """

    def __init__(self) -> None:
        self.wires: list[Wire] = []
        self.is_busy = self.is_at_work = False
        self.since = self.worked = 0.0  # when it was looked at, and what the loop's thread had worked by then

    def add(self, wire: Wire) -> None:
        if not self.wires:
            wire.loop.call_soon(self.send, 0)
        self.wires.append(wire)

    def send(self, postponed: int) -> None:
        first = self.wires[0]
        if postponed < MOST_POSTPONED and first.hall.writer.at_once.is_about_to_write:
            # More is about to happen, perhaps at the same tables: they are told of once it has.
            first.loop.call_soon(self.send, postponed + 1)
            return
        wires, self.wires = self.wires, []
        self.is_busy = self.has_no_rest() or len(wires) > MANY
        before = sum([wire.told for wire in wires])
        for at in range(0, len(wires), GROUP):
            speeches = [(wire, wire.speak()) for wire in wires[at : at + GROUP]]
            while speeches:
                speeches = [(wire, speech) for wire, speech in speeches if wire.goes_on(speech)]
        metrics.frames.inc(sum([wire.told for wire in wires]) - before)

    def has_no_rest(self) -> bool:
        """By the processor's time: what many wires are depends on the machine."""
        now = time.monotonic()
        if now - self.since > WINDOW:
            worked = time.thread_time()
            self.is_at_work = worked - self.worked > MUCH * (now - self.since)
            self.since, self.worked = now, worked
        return self.is_at_work


class Watched:
    """A table that is watched on a wire."""

    __slots__ = ("bell", "has_waited", "known", "late", "moves", "place", "seat", "shape", "subscription")

    def __init__(self, seat: int | None, subscription: Subscription, place: Place) -> None:
        self.seat, self.subscription, self.place = seat, subscription, place
        self.known = self.moves = 0  # the version that was told last, after how many decisions
        self.shape: TableShape | None = None
        self.late: asyncio.TimerHandle | None = None  # something waits to be told …
        self.has_waited = False  # … and has done so for long enough
        self.bell: Callable[[], None] = lambda: None

    def waits_no_more(self) -> None:
        if self.late:
            self.late.cancel()
            self.late = None
        self.has_waited = False

    def close(self) -> None:
        self.waits_no_more()
        self.subscription.close()
        self.place.close()


class Wire:
    def __init__(
        self,
        caller: Caller,
        looked_up: int,
        t: Language,
        transport: asyncio.Transport,
        post: Post,
        place: Place,
    ) -> None:
        self.caller, self.t, self.transport, self.post, self.place = caller, t, transport, post, place
        self.hall: Hall = caller.hall
        self.looked_up = looked_up  # how often people had been forgotten when it was found out who this is
        self.loop = asyncio.get_running_loop()
        self.protocol = ServerProtocol(state=OPEN, max_size=LARGEST)
        self.tables: dict[str, Watched] = {}
        self.changed: set[str] = set()  # tables of which there may be something to tell
        self.answers: list[msgspec.Struct] = []
        self.inbox = bytearray()  # not read yet
        self.unread = 0  # bytes of a frame that is not whole yet
        self.parts = bytearray()  # of a message that comes in several
        self.outgoing: list[bytes] = []
        self.going_out = False  # it will, before the loop waits again
        self.told = 0  # so many times of a table
        self.full = False  # the other end does not read
        self.in_vain = 0  # so many wishes were beyond the limits since one was not
        self.heard = True  # since the last beat
        self.beat = self.loop.call_later(BEAT, self.ask_whether_there)
        metrics.streams.inc()

    # What comes

    def receive(self, data: bytes) -> None:
        """Little by little, however much comes at once: others want to be served, too."""
        self.heard = True
        if not self.inbox and len(data) <= AT_A_TIME:
            self.read(data)
            return
        if not self.inbox:
            self.transport.pause_reading()
            self.loop.call_soon(self.read_on)
        self.inbox += data

    def read_on(self) -> None:
        part = bytes(self.inbox[:AT_A_TIME])
        del self.inbox[:AT_A_TIME]
        self.read(part)
        if self.transport.is_closing():
            self.inbox.clear()
        elif self.inbox:
            self.loop.call_soon(self.read_on)
        elif not self.full:
            self.transport.resume_reading()

    def read(self, data: bytes) -> None:
        between_messages = not self.unread and self.protocol.current_size is None
        message = frames.short_message(data) if between_messages and self.protocol.state is OPEN else None
        if message is not None:
            self.do(message)
            return
        self.protocol.receive_data(data)
        self.unread += len(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                self.unread -= frames.size(event)
                if self.protocol.state is OPEN:
                    self.take(event)
        self.pass_on()

    def take(self, frame: Frame) -> None:
        whole = frame.fin and frame.opcode in (Opcode.TEXT, Opcode.BINARY)
        if not whole and not self.may_look():
            self.close(CloseCode.POLICY_VIOLATION)
        elif whole:
            self.do(bytes(frame.data))
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self.parts += frame.data
            if frame.fin:
                message, self.parts = bytes(self.parts), bytearray()
                self.do(message)

    def may_look(self) -> bool:
        """For what costs the house something and brings nobody anything."""
        return self.caller.limits.looks.take(self.caller.address, self.caller.limits.clock())

    def do(self, message: bytes) -> None:
        try:
            wish: Wish = decode(message)
        except (msgspec.MsgspecError, *UNREADABLE):
            if self.may_look():
                self.say(self.refused(ValidationException()))
            else:
                self.close(CloseCode.POLICY_VIOLATION)
            return
        match wish:
            case Decide():
                self.decide(wish)
            case Watch():
                self.watch(wish)
            case Leave():
                if not self.may_look():
                    self.close(CloseCode.POLICY_VIOLATION)
                elif watched := self.tables.pop(wish.table, None):
                    watched.close()
        if self.in_vain > MOST_IN_VAIN:  # to refuse costs the house something as well
            self.close(CloseCode.POLICY_VIOLATION)

    def decide(self, wish: Decide) -> None:
        try:
            self.need(self.caller.limits.changes)
            self.must_be_known()
            seat = None if wish.seat is None else wish.seat - 1
            then = partial(self.decided, wish)
            playing.move_in_loop(
                self.loop, self.hall, wish.table, self.caller.me, wish.move, then, seat=seat, seen=wish.seen
            )
        except Exception as error:
            self.decided(wish, error)

    def decided(self, wish: Decide, came: Moved | Exception) -> None:
        if isinstance(came, Exception):
            self.say(self.refused(came, wish.table, wish.id))
        else:
            self.say(Decided(came.number, came.version, came.words, came.over, table=wish.table, id=wish.id))

    def watch(self, wish: Watch) -> None:
        try:
            self.need(self.caller.limits.looks)
            self.must_be_known()
            code, seat = wish.table, seat_of(wish.eyes)
            looking.view(self.hall, code, self.caller.id, as_seat=seat, judge=False, choices=False)
            old = self.tables.get(code)
            if old:
                place = old.place  # the same, with other eyes
            else:
                sits = looking.sits(self.hall, code, self.caller.id)
                place = self.caller.limits.place_for(self.caller.address, self.caller.id, code, sits)
            watched = Watched(seat, self.hall.subscribe(code), place)
        except Exception as error:  # and what was watched goes on being watched
            self.say(self.refused(error, wish.table))
            return
        if old:
            old.waits_no_more()
            old.subscription.close()
        self.tables[code] = watched
        watched.bell = partial(self.ring, code)
        watched.bell()

    def must_be_known(self) -> None:
        """A token may be void by now. Raises NotAuthorizedException."""
        forgotten = self.hall.people.forgotten
        if self.looked_up != forgotten and self.caller.token:
            self.caller = self.caller.again()
        self.looked_up = forgotten

    def need(self, bucket: Any) -> None:
        """Raises TooMany."""
        self.in_vain += 1
        self.caller.limits.need(bucket, self.caller.address)
        self.in_vain = 0

    def refused(self, error: Exception, table: str | None = None, mark: str | None = None) -> Refused:
        status, told = refusal_of(error, self.t)
        note({"path_template": PATH}, status, error)
        return Refused(**msgspec.structs.asdict(told), table=table, id=mark)

    # What goes

    def say(self, told: msgspec.Struct) -> None:
        self.answers.append(told)
        self.go_out()

    def ring(self, code: str) -> None:
        self.changed.add(code)
        self.go_out()

    def go_out(self) -> None:
        """All that has come about until the loop comes to it."""
        if not self.going_out:
            self.going_out = True
            self.post.add(self)

    def goes_on(self, speech: Iterator[None]) -> bool:
        """One step. A wire that fails keeps no other from speaking, and ends: whoever is there asks again."""
        try:
            next(speech)
        except StopIteration:
            return False
        except Exception:
            log.exception("something could not be said on a wire")
            self.transport.abort()
            return False
        return True

    def speak(self) -> Iterator[None]:
        """Step by step (see `Post`)."""
        self.going_out = False
        if self.protocol.state is not OPEN or self.transport.is_closing():
            return
        answers, self.answers = self.answers, []
        for told in answers:
            self.outgoing.append(frames.text(encode(told)))
        if not self.full:
            changed, self.changed = self.changed, set()
            for code in changed:
                watched = self.tables.get(code)
                if watched and self.protocol.state is OPEN and not self.can_wait(code, watched):
                    yield from self.tell(code, watched)
        yield
        self.flush()

    def can_wait(self, code: str, watched: Watched) -> bool:
        """Whether there is nothing to tell but that others have decided; then it is told a little later."""
        if watched.has_waited or not self.post.is_busy:
            return False
        subscription, version = watched.subscription, watched.subscription.version
        nothing_else = looking.only_others_decided(
            self.hall, code, self.caller.id, since=watched.known, moves=watched.moves, at_least=version
        )
        if not nothing_else or not subscription.call(version, self.loop, watched.bell):
            return False
        if watched.late is None:
            watched.late = self.loop.call_later(PATIENCE, self.come_to, code, watched)
        return True

    def come_to(self, code: str, watched: Watched) -> None:
        if self.tables.get(code) is watched:
            watched.has_waited = True
            self.ring(code)

    def tell(self, code: str, watched: Watched) -> Iterator[None]:
        """How a table is by now, step by step; and then again when it changes."""
        watched.waits_no_more()
        subscription = watched.subscription
        if subscription.closed:  # the house is closing
            self.close(CloseCode.GOING_AWAY)
            return
        if subscription.version > watched.known:
            try:
                self.must_be_known()
                seen = seen_now(self.hall, code, self.caller.id, watched.seat, subscription.version)
            except NotAuthorizedException:
                self.close(CloseCode.POLICY_VIOLATION)
                return
            except StoreError:
                self.close(CloseCode.TRY_AGAIN_LATER)
                return
            except OppidumError:
                del self.tables[code]
                watched.close()
                self.outgoing.append(frames.text(encode(Gone(code))))
                return
            yield
            new = table_shape(seen)
            yield
            self.outgoing.append(frames.text(encode(TableTold(code, changes(new, watched.shape)))))
            self.told += 1
            watched.known, watched.moves, watched.shape = seen.version, seen.moves, new
        if not subscription.call(watched.known, self.loop, watched.bell):
            self.ring(code)

    def flush(self) -> None:
        if self.outgoing:
            data = b"".join(self.outgoing)
            self.outgoing.clear()
            if not self.transport.is_closing():
                self.transport.write(data)

    def pass_on(self) -> None:
        """What the library has to say as well."""
        self.outgoing += self.protocol.data_to_send()
        self.flush()
        if self.protocol.close_expected():
            self.transport.close()

    # How it ends

    def ask_whether_there(self) -> None:
        if not self.heard:
            self.transport.abort()
            return
        try:
            self.must_be_known()
        except NotAuthorizedException:
            self.close(CloseCode.POLICY_VIOLATION)
            self.transport.close()
            return
        except StoreError:
            pass  # nothing is told meanwhile
        self.heard = False
        self.beat = self.loop.call_later(BEAT, self.ask_whether_there)
        if self.protocol.state is OPEN:
            self.protocol.send_ping(b"")
            self.pass_on()

    def close(self, code: CloseCode) -> None:
        """After what has been answered."""
        if self.protocol.state is OPEN:
            self.outgoing += [frames.text(encode(told)) for told in self.answers]
            self.answers.clear()
            self.protocol.send_close(code)
            self.pass_on()

    def leave(self) -> None:
        """The house is closing."""
        self.close(CloseCode.GOING_AWAY)
        self.transport.close()

    def pause(self) -> None:
        """Whoever does not read is not listened to either."""
        self.full = True
        self.transport.pause_reading()

    def go_on(self) -> None:
        self.full = False
        if not self.inbox:
            self.transport.resume_reading()
        self.go_out()

    def lost(self) -> None:
        """Nobody is at the other end. What was decided goes on, and is in the store."""
        self.beat.cancel()
        self.place.close()
        for watched in self.tables.values():
            watched.close()
        self.tables.clear()
        metrics.streams.dec()
