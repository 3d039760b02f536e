"""What a link to a table says where it is sent: who invites to what, with a picture (Open Graph)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Request

from oppidum.faces.speaking import words_of
from oppidum.kernel.about import About
from oppidum.web import assets
from oppidum.web.guest import Guest
from oppidum.web.staging import Stage

WIDTH, HEIGHT = 1200, 630  # of a game's picture, as messengers like it
PLAIN = "icons/icon-512.png"  # for a game that brings none


@dataclass(frozen=True)
class Invitation:
    title: str
    text: str
    link: str
    picture: str
    wide: bool  # the picture of the game; otherwise the house's icon
    game: str  # its title: what the picture shows


def origin(guest: Guest, request: Request[Any, Any, Any]) -> str:
    """The house's address as the visitor knows it: messengers follow only whole addresses."""
    return f"{'https' if guest.secure else request.scope['scheme']}://{request.headers.get('host', '')}"


def invitation(guest: Guest, request: Request[Any, Any, Any], stage: Stage) -> Invitation:
    t, view, about = guest.t, stage.view, stage.game.about
    title = t.say("%(name)s invites you: %(game)s", name=view.host_name, game=about.title)
    return told(guest, request, about, title if view.status == "open" else about.title, f"/t/{view.code}")


def told(guest: Guest, request: Request[Any, Any, Any], about: About, title: str, path: str) -> Invitation:
    """What a link to this path says, with the picture of the game that it is about."""
    house, painted = origin(guest, request), f"invitations/{about.id}.png"
    wide = painted in assets.files()
    return Invitation(
        title=title,
        text=words_of(about.id).summary(guest.t),
        link=house + path,
        picture=house + assets.address(painted if wide else PLAIN),
        wide=wide,
        game=about.title,
    )
