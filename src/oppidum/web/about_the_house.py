"""The house itself: about, health, metrics, and what an installed app needs."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException

from oppidum.tables import host
from oppidum.web import assets, metrics
from oppidum.web.doors import UNKNOWN
from oppidum.web.guest import Here
from oppidum.web.render import page

# This machine, and the networks that are one's own. Python counts others as private that are not, such as
# those of tunnels (Teredo) and of documents; what providers share out among strangers is none of them either.
NEAR = [
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
]
PASSED_ON = ("x-forwarded-for", "forwarded", "x-real-ip", "via")  # what proxies add

# Who shows a preview of a link that somebody sends: an invitation may be looked at, though not be indexed.
MESSENGERS = (
    "facebookexternalhit",
    "WhatsApp",
    "TelegramBot",
    "Twitterbot",
    "Discordbot",
    "Slackbot-LinkExpanding",
    "LinkedInBot",
    "SkypeUriPreview",
)


@get("/about", include_in_schema=False, sync_to_thread=True)
def about(guest: Here) -> Response[str]:
    return page(guest, "about.html", symbols=[])


@get("/offline", include_in_schema=False, sync_to_thread=True)
def offline(guest: Here) -> Response[str]:
    return page(guest, "offline.html", symbols=["i-offline"])


@get("/health", include_in_schema=False, sync_to_thread=True)
def health(guest: Here) -> Response[dict[str, Any]]:
    found = host.health(guest.hall)
    status = {"ok": found.ok, "database": found.database, "schema": found.schema, "watch": found.watch}
    figures = {"milliseconds": round(found.milliseconds, 2), "apart": round(found.apart, 1)}
    body = {**status, **figures, "message": found.message}
    return Response(body, status_code=200 if found.ok else 503, headers={"cache-control": "no-store"})


def is_far_away(address: str) -> bool:
    if address == UNKNOWN:
        return True
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False  # no address at all: a socket on this machine
    near = getattr(parsed, "ipv4_mapped", None) or parsed
    return not any(near in network for network in NEAR if near.version == network.version)


def came_through_somebody(request: Request[Any, Any, Any]) -> bool:
    """Through a proxy that the house was not told of: then everybody has that one's address."""
    return not request.app.state.proxies and any(name in request.headers for name in PASSED_ON)


@get("/metrics", include_in_schema=False, sync_to_thread=True)
def prometheus(guest: Here, request: Request[Any, Any, Any]) -> Response[bytes]:
    """For the house's own network: how many tables there are is not for strangers to watch."""
    if is_far_away(guest.address) or came_through_somebody(request):
        raise NotFoundException
    body = metrics.exposition(guest.hall)
    return Response(body, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/manifest.webmanifest", include_in_schema=False, sync_to_thread=False)
def manifest() -> Response[dict[str, Any]]:
    drawn = {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    sizes = (192, 512)
    painted = [
        {"src": assets.address(f"icons/icon-{n}.png"), "sizes": f"{n}x{n}", "type": "image/png"}
        for n in sizes
    ]
    body = {
        "id": "/",
        "name": "Oppidum",
        "short_name": "Oppidum",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f4e8cd",
        "theme_color": "#2c6040",
        "icons": [drawn, *painted, {**painted[1], "purpose": "maskable"}],
    }
    return Response(body, media_type="application/manifest+json", headers={"cache-control": "max-age=3600"})


@get("/icon.svg", include_in_schema=False, sync_to_thread=False)
def icon() -> Response[str]:
    from oppidum.faces.art import sprite

    # As plain text: what is put into Markup would be escaped.
    drawing = str(sprite(["oppidum"])).replace('width="0" height="0"', 'viewBox="0 0 96 96"')
    drawing = drawing.replace("</svg>", '<use href="#oppidum" width="96" height="96"/></svg>')
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def worker() -> Response[bytes]:
    """The service worker; from the root, so that it may look after all pages."""
    return Response(
        assets.content("worker.js"), media_type="text/javascript", headers={"cache-control": "no-cache"}
    )


@get("/robots.txt", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=False)
def robots() -> str:
    previews = "".join(f"User-agent: {name}\n" for name in MESSENGERS)
    not_for_searchers = "".join(f"Disallow: {path}\n" for path in ("/t/", "/c/", "/you", "/api/"))
    return f"User-agent: *\n{not_for_searchers}\n{previews}Disallow: /api/\n"


handlers = [about, offline, health, prometheus, manifest, icon, worker, robots]
