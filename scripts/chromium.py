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

# For many short visits: a page that comes back finds its scripts compiled; none runs so long that it would
# be worth the work to optimize it.
SHORT_VISITS = ["--process-per-site", "--js-flags=--max-optimized-bytecode-size=0"]


class NoBrowser(Exception):
    """Neither the machine nor Playwright has a Chromium."""


WHOLE = ("chromium", "chromium-browser", "google-chrome")
BARE = "chromium-headless-shell"  # without a window around its pages, nor what people do there


def installed(bare: bool = False) -> str | None:
    """The machine's own Chromium."""
    names = (BARE, *WHOLE) if bare else WHOLE
    return next(filter(None, map(shutil.which, names)), None)


def launch(kind: Any, bare: bool = False) -> Any:
    """`kind`: Playwright's Chromium. `bare`: what draws pages, with less work, and no more is enough."""
    flags = [*FLAGS, *SHORT_VISITS] if bare else FLAGS
    path = installed(bare) or kind.executable_path
    if not Path(path).exists():
        raise NoBrowser("no Chromium here: install the package chromium, or run playwright install chromium")
    return kind.launch(executable_path=path, args=flags)


@contextmanager
def browser(bare: bool = False) -> Generator[Any]:
    with sync_playwright() as playwright:
        opened = launch(playwright.chromium, bare)
        yield opened
        opened.close()
