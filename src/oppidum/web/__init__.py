"""The web face: pages, live boards over server-sent events, and the JSON API.

It knows no rule of any game: what a board shows comes from the face of that game (`oppidum.faces`), what may
be done comes from the table. `create_app` makes the application, `serve` runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from oppidum.web.app import create_app
    from oppidum.web.server import serve

__all__ = ["create_app", "serve"]


def __getattr__(name: str) -> Any:
    # Loaded on use: the command line imports this package to show its help.
    if name == "create_app":
        from oppidum.web.app import create_app

        return create_app
    if name == "serve":
        from oppidum.web.server import serve

        return serve
    raise AttributeError(name)
