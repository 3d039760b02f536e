"""What a request brings, as it came: headers, cookies, body and form, for who reads it past the framework."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote

from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Receive, Scope

LARGEST = 64 * 1024
MOST_FIELDS = 200
USUAL_COOKIES = 1024  # bytes


def headers_of(scope: Scope) -> dict[bytes, bytes]:
    """By their names, which are in small letters; of several the first."""
    return dict(reversed([*scope["headers"]]))


def cookies_in(header: bytes) -> Mapping[str, str]:
    """A browser sends the same with every request: remembered, but not what is longer than ours. A thousand
    of the longest would take a gigabyte."""
    return remembered_cookies(header) if len(header) <= USUAL_COOKIES else read_cookies(header)


def read_cookies(header: bytes) -> Mapping[str, str]:
    """Values may stand in quotes; ours have none inside."""
    pairs = (part.partition("=") for part in header.decode("latin-1").split(";") if "=" in part)
    return {name.strip(): unquote(value.strip().strip('"')) for name, _, value in pairs}


remembered_cookies = lru_cache(maxsize=1024)(read_cookies)


async def whole_body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    size = 0
    while True:
        message: Any = await receive()
        if message["type"] == "http.disconnect":  # in the middle of it
            raise ValidationException
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST:
            raise HTTPException(status_code=413)
        if not message.get("more_body", False):
            break
    return b"".join(parts)


def form_in(body: bytes) -> dict[str, str]:
    """What a form says; of several fields of a name the last."""
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:  # not text, or more fields than any form of ours has
        raise ValidationException from None
