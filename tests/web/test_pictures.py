"""Every picture that the house serves is one, and a browser takes the house for an app."""

from __future__ import annotations

import io
import json
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from tests.web.conftest import Person, parse

from oppidum.web import assets


def pictures_of(me: Person) -> set[str]:
    """Where pictures are served: static ones, those of the manifest, those that pages name."""
    found = {f"/static/{name}" for name in assets.files() if name.endswith((".svg", ".png", ".webp"))}
    found |= {icon["src"] for icon in json.loads(me.page("/manifest.webmanifest"))["icons"]}
    for page in ("/", "/settings", "/about"):
        for element in parse(me.page(page)).elements:
            if "icon" in (element.attributes.get("rel") or ""):
                found.add(element.attributes["href"] or "")
    return found


def test_every_picture_can_be_drawn(me: Person) -> None:
    found = pictures_of(me)
    assert "/icon.svg" in found
    assert any(name.endswith(".png") or ".png?" in name for name in found)
    for address in found:
        answer = me.get(address)
        assert answer.status_code == 200, address
        if answer.headers["content-type"].startswith("image/svg"):
            drawing = ElementTree.fromstring(answer.content)
            assert drawing.tag == "{http://www.w3.org/2000/svg}svg", address
            assert len(drawing.attrib["viewBox"].split()) == 4, address
            assert float(drawing.attrib["viewBox"].split()[2]) > 0
        else:
            with Image.open(io.BytesIO(answer.content)) as picture:
                picture.verify()
                assert answer.headers["content-type"] == f"image/{(picture.format or '').lower()}"


def test_the_icons_are_as_large_as_the_manifest_says(me: Person) -> None:
    for icon in json.loads(me.page("/manifest.webmanifest"))["icons"]:
        if icon["sizes"] != "any":
            with Image.open(io.BytesIO(me.get(icon["src"]).content)) as picture:
                assert "{}x{}".format(*picture.size) == icon["sizes"]


def test_an_invitation_has_the_size_that_messengers_like() -> None:
    painted = [name for name in assets.files() if name.startswith("invitations/")]
    assert len(painted) == 3
    for name in painted:
        with Image.open(io.BytesIO(assets.content(name))) as picture:
            assert picture.size == (1200, 630)
        assert len(assets.content(name)) < 200_000  # some messengers show no larger ones


@pytest.mark.browser
def test_chromium_installs_the_app(whole_browsers: Any, server: Any) -> None:
    with whole_browsers.lend() as lend:
        page = lend(server.address, {"width": 390, "height": 664}, fresh=True)
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        session = page.context.new_cdp_session(page)
        found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # A window that keeps no history can install nothing, whatever the page is like.
        assert [error for error in found if error["errorId"] != "in-incognito"] == []
        assert session.send("Page.getAppManifest")["errors"] == []
        size = "async i => { i.src = '/icon.svg'; await i.decode(); return i.naturalWidth }"
        size = f"() => ({size})(new Image())"
        assert page.evaluate(size) > 0


@pytest.mark.browser
def test_the_font_of_the_brand_is_there_on_a_first_visit(browsers: Any, server: Any) -> None:
    with browsers.lend() as lend:
        page = lend(server.address, {"width": 1366, "height": 650}, fresh=True)
        page.goto("/")
        page.wait_for_function("document.fonts.check('700 20px \"Baloo 2\"')")
        # `optional` would show another font until the next page; this one comes as soon as it can.
        display = "[...document.fonts].filter(f => f.family.includes('Baloo 2')).map(f => f.display)"
        assert set(page.evaluate(display)) == {"swap"}
        wide = "f => { const c = document.createElement('canvas').getContext('2d'); c.font = `800 40px ${f}`;"
        wide += " return c.measureText('Oppidum').width }"
        drawn = page.evaluate("() => getComputedStyle(document.querySelector('.brand')).fontFamily")
        assert page.evaluate(wide, '"Baloo 2"') != page.evaluate(wide, "monospace")
        assert drawn.startswith('"Baloo 2"')
