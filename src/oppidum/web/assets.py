"""Static files: addresses that change with the content, so that they can be cached for ever."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from oppidum import faces

STATIC = Path(__file__).parent / "static"
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")

IMPORTED = re.compile(rb'^((?:import|}).*?)"\./([\w-]+\.js)"', re.MULTILINE)


@cache
def files() -> dict[str, Traversable]:
    """Everything that may be served: known beforehand, so that no path can lead elsewhere."""
    found: dict[str, Traversable] = {
        path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*")) if path.is_file()
    }
    for game in faces.packages():
        for kind in ("board", "aid", "lesson", "card"):
            if sheet := faces.file(game, f"{kind}.css"):
                found[f"{kind}s/{game}.css"] = sheet
        if painted := faces.file(game, "invitation.png"):
            found[f"invitations/{game}.png"] = painted
    return found


@cache
def fingerprint(name: str) -> str:
    return hashlib.sha256(content(name)).hexdigest()[:12]


def address(name: str) -> str:
    """The address of a static file in a template."""
    return f"/static/{name}?{fingerprint(name)}" if name in files() else f"/static/{name}"


def font(name: str) -> str:
    """The address under which the style sheet asks for a font: it knows no fingerprint."""
    return f"/static/{name}"


@cache
def content(name: str) -> bytes:
    """What is served: the file, except that a script names those that it imports by their whole address."""
    found = files()[name].read_bytes()
    if not name.endswith(".js") or "/" in name:
        return found
    return IMPORTED.sub(lambda at: b'%b"%b"' % (at[1], address(at[2].decode()).encode()), found)


@get("/static/{name:path}", include_in_schema=False, sync_to_thread=False, name="static")
def static(name: FromPath[str]) -> Response[bytes]:
    name = name.lstrip("/")
    if name not in files():
        raise NotFoundException
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    age = "public, max-age=31536000, immutable"
    return Response(content(name), media_type=kind, headers={"cache-control": age})
