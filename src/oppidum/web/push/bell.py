"""The bell: a thread that calls whoever keeps a table waiting without knowing it.

Whoever changed a table looks after it, as the watch does. What has not been sent when the house closes is
not sent any more.
"""

from __future__ import annotations

import hashlib
import heapq
import itertools
import json
import logging
import ssl
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, cached_property
from urllib.parse import urlsplit

import httpx

from oppidum import games
from oppidum.kernel.errors import OppidumError
from oppidum.tables import Hall, pushes
from oppidum.tables.pushes import Call, Push
from oppidum.web.push import sealing
from oppidum.words import language

# Where browsers are called: an endpoint elsewhere could make the house knock at doors of its own network.
SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
PATIENCE = 15.0  # seconds for who is there to see it by themselves
KEPT = 3 * 24 * 3600  # seconds that a push service keeps a call for a device that is off
LENGTH = 512  # of every message: its size tells nothing
AGAIN = (30.0, 300.0, 1800.0)  # seconds after which a service that does not answer is asked again
REMEMBERED = 5_000
log = logging.getLogger(__name__)


def is_known(endpoint: str) -> bool:
    try:
        at = urlsplit(endpoint)
        usual = at.scheme == "https" and at.port in (None, 443) and not at.username
    except ValueError:
        return False
    host = at.hostname or ""
    return usual and any(host == service or host.endswith("." + service) for service in SERVICES)


@cache
def trusted() -> ssl.SSLContext:
    """Whose certificates count: to read them takes longer than to open a house, so once for a process."""
    return httpx.create_ssl_context()


class Bell(threading.Thread):
    def __init__(
        self, hall: Hall, client: httpx.Client | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(name="oppidum-bell", daemon=True)
        self.hall = hall
        self.clock = clock  # that of push services, too; the house's own never goes back
        self.client = client or httpx.Client(timeout=10, follow_redirects=False, verify=trusted())
        self.stopping = False
        self.noted = threading.Condition()
        self.tables: OrderedDict[str, float] = OrderedDict()  # to look at, and when; the oldest first
        self.late: list[tuple[float, int, int, Call, Push]] = []  # to be tried again
        self.number = itertools.count()
        self.called: OrderedDict[tuple[str, str], int] = OrderedDict()  # the question of the last call

    def reaches(self, endpoint: str) -> bool:
        return is_known(endpoint)

    @cached_property
    def keys(self) -> sealing.Keys:
        """They follow from the house's own key: the same for all workers, and not in the store."""
        return sealing.key_pair(sealing.key_from(self.hall.signing_key))

    def note(self, code: str) -> None:
        """A table has changed: somebody may have to be called."""
        with self.noted:
            self.tables.setdefault(code, self.hall.now() + PATIENCE)

    def stop(self) -> None:
        with self.noted:
            self.stopping = True
            self.noted.notify()
        self.join(timeout=12)
        self.client.close()

    def run(self) -> None:
        while not self.stopping:
            try:
                self.work()
            except OppidumError as error:
                log.warning("nobody can be called now: %s", error)
            except Exception:
                log.exception("somebody could not be called")
            with self.noted:
                if not self.stopping:
                    self.noted.wait(1.0)

    def work(self) -> None:
        """Everything that is due."""
        now = self.hall.now()
        while code := self.next_due(now):
            self.look_at(code, now)
        while self.late and self.late[0][0] <= now:
            _, _, tries, call, push = heapq.heappop(self.late)
            wanted = push in pushes.of(self.hall, push.visitor)  # the browser may be signed out by now
            if wanted and call in pushes.unanswered(self.hall, call.code):
                self.send(call, push, tries)

    def next_due(self, now: float) -> str | None:
        with self.noted:
            code, due = next(iter(self.tables.items()), ("", now))
            if not code or due > now:
                return None
            del self.tables[code]
            return code

    def look_at(self, code: str, now: float) -> None:
        for call in pushes.unanswered(self.hall, code):
            done = self.called.get((call.visitor, code)) == call.question
            if done or not pushes.of(self.hall, call.visitor):
                continue
            if call.since + PATIENCE > now:
                with self.noted:
                    self.tables.setdefault(code, call.since + PATIENCE)
                continue
            self.remember(call)
            for push in pushes.of(self.hall, call.visitor):
                self.send(call, push)

    def remember(self, call: Call) -> None:
        """One call for each question."""
        self.called[call.visitor, call.code] = call.question
        while len(self.called) > REMEMBERED:
            self.called.popitem(last=False)

    def send(self, call: Call, push: Push, tries: int = 0) -> None:
        try:
            body, headers = message(call, push), self.headers(call, push)
            status = self.client.post(push.endpoint, content=body, headers=headers).status_code
        except httpx.HTTPError:
            status = 0
        except ValueError:  # the browser's keys are none
            status = 410
        if status in (404, 410):
            pushes.end(self.hall, push.endpoint)
        elif (status in (0, 429) or status >= 500) and tries < len(AGAIN):
            due = self.hall.now() + AGAIN[tries]
            heapq.heappush(self.late, (due, next(self.number), tries + 1, call, push))
        elif status >= 300 or not status:
            log.warning("a push service answers %s: %s", status, urlsplit(push.endpoint).hostname)

    def headers(self, call: Call, push: Push) -> dict[str, str]:
        return {
            "authorization": sealing.authorization(push.endpoint, push.house, self.keys, self.clock()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT),
            "urgency": "normal",
            "topic": hashlib.sha256(call.code.encode()).hexdigest()[:32],  # replaces an older call
        }


def message(call: Call, push: Push) -> bytes:
    """Whose turn it is at which table, and nothing that happened there."""
    t = language(push.language)
    told = {
        "title": t.say("Your turn!"),
        "body": games.about(call.game).title,
        "table": call.code,
    }
    return sealing.sealed(json.dumps(told).encode(), push.p256dh, push.auth, length=LENGTH)
