"""The browser for pictures, benchmarks and tests: the machine's own Chromium, or the one of Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-audio-output",  # a machine without loudspeakers may look for them for a long while
    "--hide-scrollbars",
]


class NoBrowser(Exception):
    """Neither the machine nor Playwright has a Chromium."""


def installed() -> str | None:
    """The machine's own Chromium."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def browser() -> Generator[Any]:
    with sync_playwright() as playwright:
        path = installed() or playwright.chromium.executable_path
        if not Path(path).exists():
            raise NoBrowser(
                "no Chromium here: install the package chromium, or run playwright install chromium"
            )
        opened = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield opened
        opened.close()
