"""The frames that are read and written without the library are those that the library reads and writes."""

from __future__ import annotations

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Protocol
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from oppidum.web import frames

LENGTHS = (0, 1, 125, 126, 127, 65_535, 65_536, 70_000)


def client() -> ClientProtocol:
    return ClientProtocol(parse_uri("ws://here/"), state=OPEN, max_size=None)


def sent(by: Protocol) -> bytes:
    return b"".join(by.data_to_send())


def only_frame(by: Protocol, data: bytes) -> Frame:
    by.receive_data(data)
    (found,) = by.events_received()
    assert isinstance(found, Frame)
    return found


@pytest.mark.parametrize("length", LENGTHS)
def test_a_client_of_the_library_reads_what_we_write(length: int) -> None:
    said = ("é" * length).encode()[:length].decode(errors="ignore").encode()
    found = only_frame(client(), frames.text(said))
    assert (found.opcode, found.fin, bytes(found.data)) == (Opcode.TEXT, True, said)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("kind", ["text", "binary"])
def test_short_messages_are_read_and_all_others_are_left_to_the_library(length: int, kind: str) -> None:
    program = client()
    said = b"a" * length
    program.send_text(said) if kind == "text" else program.send_binary(said)
    data = sent(program)
    assert frames.short_message(data) == (said if length < 126 else None)
    assert frames.size(only_frame(ServerProtocol(state=OPEN, max_size=None), data)) == len(data)


def test_what_is_no_whole_message_is_left_to_the_library() -> None:
    program = client()
    program.send_text(b"one")
    whole = sent(program)
    for cut in range(len(whole)):
        assert frames.short_message(whole[:cut]) is None
    assert frames.short_message(whole + whole) is None
    program.send_ping(b"one")
    assert frames.short_message(sent(program)) is None
    program.send_text(b"one", fin=False)
    assert frames.short_message(sent(program)) is None
    program.send_continuation(b"two", fin=True)
    assert frames.short_message(sent(program)) is None
    assert frames.short_message(b"\x81\x03one") is None, "a client has to mask what it says"
    assert frames.short_message(bytes([whole[0] | 0x40]) + whole[1:]) is None, "a reserved bit"
