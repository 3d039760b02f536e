"""Calls with the page closed: for one browser alone, signed by the house, where there is reason."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from litestar import Litestar
from tests.web.conftest import Person, Time

from oppidum import games
from oppidum.tables import Hall, pushes
from oppidum.web.push import bell as bells
from oppidum.web.push import sealing
from oppidum.web.push.bell import LENGTH, PATIENCE, Bell, is_known
from oppidum.words import language


def test_the_example_of_rfc_8291() -> None:
    once = sealing.key_pair(sealing.unpacked("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw").hex())
    body = sealing.sealed(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        once=once,
        salt=sealing.unpacked("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert sealing.text(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


# ---------------------------------------------------------------- a push service of our own


class Browser:
    """The other end: its keys, and what has been sent to it."""

    def __init__(self, service: Service) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public, self.auth = point, b"sixteen bytes ok"
        self.endpoint = f"{service.address}/for/{sealing.text(point[1:9])}"
        self.service = service

    @property
    def fields(self) -> dict[str, str]:
        keys = {"p256dh": sealing.text(self.public), "auth": sealing.text(self.auth)}
        return {"endpoint": self.endpoint, **keys}

    def received(self) -> list[tuple[dict[str, str], bytes]]:
        return [(head, body) for path, head, body in self.service.got if self.endpoint.endswith(path)]

    def read(self) -> list[dict[str, str]]:
        return [json.loads(self.opened(body)) for _, body in self.received()]

    def opened(self, body: bytes) -> bytes:
        """Decrypted by the text of RFC 8188 and RFC 8291, without anything of the house's."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, secret = body[21 : 21 + length], body[21 + length :]
        assert len(secret) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), point)
        mixed = self.derive(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        key = self.derive(mixed, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self.derive(mixed, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, secret, None).rstrip(b"\0")
        assert plain.endswith(b"\2")
        return plain[:-1]

    @staticmethod
    def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


class Service:
    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        told = self

        class Door(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                told.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(told.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.server.shutdown()
    running.server.server_close()


@pytest.fixture
def bell(app: Litestar, monkeypatch: pytest.MonkeyPatch) -> Bell:
    found = app.state.bell
    monkeypatch.setattr(found, "reaches", lambda endpoint: True)  # ours is no service that the house knows
    return found


def subscribe(person: Person, browser: Browser) -> None:
    assert person.post("/push/subscribe", browser.fields).status_code == 204


@pytest.fixture
def two(someone: Callable[..., Person], time: Time) -> tuple[Person, Person, str]:
    """A host and a French friend in a game of two, played in turn."""
    host, friend = someone(), someone("fr")
    fields = {"game": "romains", "players": "2", "seat1": "human", "seat2": "human"}
    code = host.go("/open", fields).rsplit("/", 1)[1]
    for person, name, seat in ((host, "Falbala", "1"), (friend, "Tragicomix", "2")):
        person.go(f"/t/{code}/sit", {"seat": seat, "name": name})
    for person in (host, friend):
        person.do(code, "ready", ready="yes")
    return host, friend, code


def let_it_be_the_turn_of(person: Person, other: Person, code: str) -> None:
    """The other decides until `person` has to; who decides has seen the table."""
    from tests.web.conftest import choices_in, version_in

    for _ in range(30):
        mine = person.client.get(f"/t/{code}/turn").json()["my_turn"]
        if mine and not other.client.get(f"/t/{code}/turn").json()["my_turn"]:
            return
        text = other.page(f"/t/{code}")
        choices = choices_in(text)
        mover = other if choices else person
        text = text if choices else person.page(f"/t/{code}")
        mover.do(code, "move", move=choices_in(text)[0], seen=version_in(text), confirmed="yes")
    raise AssertionError("nobody has to decide")


def test_a_call_reaches_the_browser_and_nobody_else_can_read_it(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    bell.note(code)
    bell.work()
    assert browser.read() == []  # perhaps they are just looking
    time.now += PATIENCE + 1
    bell.note(code)
    time.now += PATIENCE + 1
    bell.work()
    (told,) = browser.read()
    assert (told["title"], told["body"], told["table"]) == (
        language("fr").say("Your turn!"),
        games.about("romains").title,
        code,
    )
    head, body = browser.received()[0]
    assert (head["content-encoding"], len(body)) == ("aes128gcm", 16 + 4 + 1 + 65 + LENGTH + 16)
    for secret in (code.encode(), b"Romains", b"Tragicomix"):
        assert secret not in body
        assert secret.decode() not in json.dumps(head)
    bell.note(code)
    time.now += 1000
    bell.work()
    assert len(browser.received()) == 1  # one call for each question


def test_the_house_signs_what_it_sends(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    """By the clock that push services have, too, and not by that of the house, which may be ahead of it."""
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    wall = time.now - 30 * 24 * 3600  # it has been set back
    bell.clock = lambda: wall
    bell.note(code)
    time.now += 60
    bell.work()
    token, key = (part.split("=", 1)[1] for part in browser.received()[0][0]["authorization"][6:].split(", "))
    signed, _, mark = token.rpartition(".")
    r, s = (int.from_bytes(sealing.unpacked(mark)[at : at + 32], "big") for at in (0, 32))
    assert key == friend.get("/push/key").json()["key"]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sealing.unpacked(key))
    point.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims = json.loads(sealing.unpacked(signed.split(".")[1]))
    assert claims["aud"] == service.address
    assert wall < claims["exp"] <= wall + 24 * 3600
    assert claims["sub"].startswith(("http://", "https://"))


def test_who_has_seen_it_is_not_called(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser, other = Browser(service), Browser(service)
    subscribe(friend, browser)
    subscribe(host, other)
    friend.page(f"/t/{code}")  # they look, and close it again
    bell.note(code)
    time.now += 3600
    bell.work()
    assert service.got == []  # neither they nor who has nothing to decide


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time, hall: Hall, status: int
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    service.status = status
    bell.note(code)
    time.now += 60
    bell.work()
    assert len(browser.received()) == 1
    visitor = next(call.visitor for call in pushes.unanswered(hall, code))
    assert pushes.of(hall, visitor) == ()


def test_a_service_in_trouble_is_asked_again_and_not_for_ever(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    service.status = 503
    bell.note(code)
    for _ in range(10):
        time.now += 3600
        bell.work()
    assert len(browser.received()) == 1 + len(bells.AGAIN)


def test_it_can_be_ended(two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    assert friend.post("/push/end", {"endpoint": browser.endpoint}).status_code == 204
    bell.note(code)
    time.now += 60
    bell.work()
    assert service.got == []


def test_a_new_recovery_code_ends_the_calls_of_all_other_browsers(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    lost, here = Browser(service), Browser(service)
    for browser in (lost, here):
        subscribe(friend, browser)
    service.status = 503
    bell.note(code)
    time.now += 60
    bell.work()
    service.got.clear()
    friend.post("/settings/recovery", {"endpoint": here.endpoint})
    service.status = 201
    time.now += 3600
    bell.work()  # what was to be tried again
    assert (len(lost.received()), len(here.received())) == (0, 1)


def test_who_is_forgotten_on_a_device_is_not_called_there(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    friend.go("/settings/leave", {"endpoint": browser.endpoint})
    bell.note(code)
    time.now += 60
    bell.work()
    assert service.got == []


def test_a_table_that_changes_is_noted(two: tuple[Person, Person, str], bell: Bell) -> None:
    host, _, code = two
    bell.tables.clear()
    host.do(code, "say", phrase="hello")
    assert code in bell.tables
    assert not bell.is_alive()  # here: the tests work for it


def test_a_thread_of_its_own_sends_them(
    two: tuple[Person, Person, str], bell: Bell, service: Service, time: Time
) -> None:
    host, friend, code = two
    let_it_be_the_turn_of(friend, host, code)
    browser = Browser(service)
    subscribe(friend, browser)
    bell.note(code)
    time.now += 60
    bell.start()
    waited = threading.Event()
    while not browser.received():
        waited.wait(0.02)
    bell.stop()
    assert browser.read()[0]["table"] == code


def test_a_call_has_a_picture_that_every_browser_can_show(me: Person) -> None:
    """Painted, not drawn: an SVG is no picture for the notifications of many."""
    (address,) = re.findall(r'icon: "([^"]+)"', me.page("/worker.js"))
    found = me.get(address)
    assert (found.status_code, found.headers["content-type"]) == (200, "image/png")


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://127.0.0.1/x",
        "https://localhost/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com:8080/x",
        "https://me@fcm.googleapis.com/x",
        "https://notfcm.googleapis.com/x",
        "https://[::1/x",
        "file:///etc/passwd",
        "",
    ],
)
def test_the_house_knocks_at_no_strange_doors(me: Person, endpoint: str, service: Service) -> None:
    assert not is_known(endpoint)
    answer = me.post("/push/subscribe", {**Browser(service).fields, "endpoint": endpoint})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://web.push.apple.com/Q",
        "https://wns2-am3p.notify.windows.com/w",
    ],
)
def test_the_services_of_browsers_are_known(endpoint: str) -> None:
    assert is_known(endpoint)


def test_keys_that_are_none_are_refused(me: Person, bell: Bell, service: Service) -> None:
    fields = Browser(service).fields
    for wrong in ({"p256dh": "AAAA"}, {"p256dh": ""}, {"p256dh": "B" * 88}):
        answer = me.post("/push/subscribe", {**fields, **wrong})
        assert answer.status_code == 400, wrong


def test_only_so_many_browsers_of_one_person(
    me: Person, bell: Bell, service: Service, hall: Hall, time: Time
) -> None:
    made = [Browser(service) for _ in range(pushes.MOST + 3)]
    for browser in made:
        time.now += 1
        subscribe(me, browser)
    from oppidum.web.guest import IDENTITY, identity_in

    visitor = identity_in(hall, me.client.cookies[IDENTITY])
    assert visitor
    found = {push.endpoint for push in pushes.of(hall, visitor.id)}
    assert found == {browser.endpoint for browser in made[-pushes.MOST :]}


def test_a_house_without_the_extra_says_so(me: Person, app: Litestar, service: Service) -> None:
    app.state.bell = None
    assert "“push”" in me.page("/settings")
    assert me.get("/push/key").status_code == 409
    assert me.post("/push/subscribe", Browser(service).fields).status_code == 409
