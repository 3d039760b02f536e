"""The application: everything put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.spec import Components, License, SecurityScheme

from oppidum import __version__, games
from oppidum.forge import Forge, want
from oppidum.tables import Hall
from oppidum.web import about_the_house, assets, logs, metrics, requests
from oppidum.web.api import router as api
from oppidum.web.api.describing import Describing
from oppidum.web.doors import Doors
from oppidum.web.guest import guest_of
from oppidum.web.lane import Lane
from oppidum.web.limits import Limits
from oppidum.web.pages import (
    analysis,
    at_the_table,
    box_editor,
    boxes,
    home,
    learn,
    new_table,
    push,
    puzzles,
    replay,
    rules,
    same_deal,
    settings,
    your_games,
)
from oppidum.web.push import bell_in
from oppidum.web.refusal import on_error
from oppidum.web.wire import Post

DESCRIPTION = """Everything that the pages do, for programs. Get a token (`POST /api/visitors`, or on the
settings page) and send it as `Authorization: Bearer …`. Decisions are in the game's notation. Errors are one
sentence in `message`, with a short name in `error`."""


# For what is not done in the event loop, pages and most calls: many, because they wait for the store more
# than they work. The usual number goes by processors: with two, six who wait would shut the house.
THREADS = 40


def count_moves(game: str, by: str, n: int) -> None:
    metrics.count_moves(game, by, n)
    want(game)


@contextmanager
def many_threads(loop: asyncio.AbstractEventLoop) -> Generator[None]:
    threads = ThreadPoolExecutor(THREADS, thread_name_prefix="oppidum-page")
    loop.set_default_executor(threads)
    try:
        yield
    finally:
        threads.shutdown(wait=False, cancel_futures=True)  # whoever has waited until now waits in vain
        loop.set_default_executor(ThreadPoolExecutor(1))  # of which the loop waits for the end: at once


def create_app(
    hall: Hall | Callable[[], Hall],
    *,
    rate: float = 1.0,
    proxies: int = 0,
    shared: str | None = None,
    forge: bool = False,
    debug: bool = False,
) -> Litestar:
    """The application over a hall. A function is called on start, and its hall closed at the end.

    `proxies`: how many stand in front and tell who is calling. `shared`: the file in which all workers count
    together (`shared.prepare`). `forge`: games that are not compiled yet are played as they are, and compiled
    meanwhile.
    """
    games.try_guests()
    limits = Limits(rate, shared=shared)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        loop = asyncio.get_running_loop()
        with contextlib.ExitStack() as until_the_end:
            until_the_end.enter_context(many_threads(loop))
            if isinstance(hall, Hall):
                hall.writer.at_once.serve(loop)
                yield
                return
            if forge:
                until_the_end.enter_context(contextlib.closing(Forge())).start()
            try:
                opened = until_the_end.enter_context(hall())
            except Exception as error:
                logs.cannot_open(error)
                raise
            opened.counted = count_moves
            opened.writer.at_once.serve(loop)
            app.state.hall = opened
            app.state.bell = bell = bell_in(opened)
            if bell:
                bell.start()
                until_the_end.callback(bell.stop)
            yield

    state: dict[str, Any] = {"limits": limits, "proxies": proxies, "post": Post()}
    if isinstance(hall, Hall):
        hall.counted = count_moves
        state["hall"] = hall
        state["bell"] = bell_in(hall)  # whoever opened the hall lets it work
    # One router: Litestar registers a path of the application with two methods twice, and then answers with
    # the coroutine instead of the page.
    pages = Router(
        path="/",
        route_handlers=[
            assets.static,
            *home.handlers,
            *new_table.handlers,
            *boxes.handlers,
            *box_editor.handlers,
            *at_the_table.handlers,
            *replay.handlers,
            *analysis.handlers,
            *rules.handlers,
            *learn.handlers,
            *settings.handlers,
            *your_games.handlers,
            *same_deal.handlers,
            *puzzles.handlers,
            *push.handlers,
            *about_the_house.handlers,
        ],
    )
    app = Litestar(
        route_handlers=[api, pages],
        dependencies={"guest": Provide(guest_of, sync_to_thread=False)},
        exception_handlers={Exception: on_error},
        lifespan=[lifespan],
        state=State(state),
        request_max_body_size=requests.LARGEST,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=600, gzip_compress_level=4, exclude=["/live$", "/events$"]
        ),
        logging_config=None,
        plugins=[Describing()],
        debug=debug,
        openapi_config=OpenAPIConfig(
            title="Oppidum",
            version=__version__,
            description=DESCRIPTION,
            path="/api/schema",
            license=License(name="MIT"),
            render_plugins=[],
            components=Components(
                security_schemes={
                    "token": SecurityScheme(type="http", scheme="bearer", description="A visitor's token.")
                }
            ),
        ),
    )
    # Around everything, so that an unknown path passes through the doors as well.
    app.asgi_handler = Doors(Lane(app.asgi_handler, app.state), limits, proxies)
    return app
