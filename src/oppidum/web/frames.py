"""The two frames of a wire that are not left to the library: nearly all are of these kinds, and it would take
as long to read and write them there as to decide.

What comes is a short message in one piece (RFC 6455, 5.2), what goes a text. Whatever else there is (pieces,
pings, the end, what breaks the rules) is the library's.
"""

from __future__ import annotations

from websockets.frames import Frame

try:
    from websockets.speedups import apply_mask
except ImportError:  # where that is not compiled
    from websockets.utils import apply_mask

WHOLE = (0x81, 0x82)  # text or bytes, all of it
MASKED = 0x80
SHORT, LONG = 126, 1 << 16  # from these lengths on it takes two or eight bytes more to say how long it is


def short_message(data: bytes) -> bytes | None:
    """What a client says, if that is one short message, neither more nor less."""
    if len(data) < 6 or data[0] not in WHOLE:
        return None
    length = data[1] - MASKED
    if not 0 <= length < SHORT or len(data) != 6 + length:
        return None
    return apply_mask(data[6:], data[2:6])


def text(said: bytes) -> bytes:
    """As a server says it."""
    length = len(said)
    if length < SHORT:
        return b"%b%b" % (bytes((0x81, length)), said)
    if length < LONG:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), said)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), said)


def size(frame: Frame) -> int:
    """How many bytes a client has sent for it."""
    length = len(frame.data)
    return length + (6 if length < SHORT else 8 if length < LONG else 14)
