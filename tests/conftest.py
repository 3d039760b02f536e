"""What all tests share: `--rule`, `--long`, examples that stay the same, browser tests that may stumble."""

from __future__ import annotations

import faulthandler
import gc
import random
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests import fixed_chance, last_words

RERUNS_ALLOWED = 2  # in the whole run; more often than that it is no accident


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule", action="append", help='only tests of this rule ("cartes 3.2") or section ("cartes 3")'
    )
    parser.addoption(
        "--long", action="store_true", help="also what takes too long for every change: more and larger"
    )


# ---------------------------------------------------------------- chance

# On every change the same games and the same examples, however busy the machine is; with `--long` new ones.
TRIES = pytest.StashKey[int]()

settings.register_profile(
    "every change", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("every change"), derandomize=False, print_blob=True)


@pytest.hookimpl(trylast=True)  # pytest itself has another place for last words
def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "every change")
    last_words.prepare(config)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each test has its own luck; another try has another, because a house remembers what it gave out."""
    end_if_nothing_else_does(item)
    item.stash[TRIES] = item.stash.get(TRIES, 0) + 1
    seed = f"{item.nodeid} {item.stash[TRIES]}"
    if item.config.getoption("--long"):
        random.seed(seed)
    else:  # the secrets of shuffles too
        fixed_chance.fix(seed)


# ---------------------------------------------------------------- tests that never end

USUAL_LIMIT, GRACE = 300, 60  # seconds: pytest-timeout's, which interrupts a test, and those after it


def end_if_nothing_else_does(item: pytest.Item) -> None:
    limit = item.get_closest_marker("timeout")
    last_words.end_after((limit.args[0] if limit else USUAL_LIMIT) + GRACE, item.config)


def pytest_runtest_logfinish() -> None:
    faulthandler.cancel_dump_traceback_later()


# ---------------------------------------------------------------- which tests


def names_rule(item: pytest.Item, wanted: str) -> bool:
    named = [name for mark in item.iter_markers("rule") for name in mark.args]
    return any(name == wanted or name.startswith(wanted + ".") for name in named)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("browser"):  # a browser on a busy machine may stumble
            item.add_marker(pytest.mark.flaky(reruns=2))
    wanted: list[str] | None = config.getoption("--rule")
    if wanted:
        keep(config, items, [item for item in items if any(names_rule(item, rule) for rule in wanted)])
    if not config.getoption("--long"):
        short = [item for item in items if not item.get_closest_marker("long")]
        config.stash[LEFT_OUT] = len(items) - len(short)
        keep(config, items, short)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What pytest makes of the files of the tests, seconds of work, is kept even where the environment tells
    Python to keep no bytecode. And nobody looks for what is gone while more and more comes."""
    keeps_none, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        sys.dont_write_bytecode = keeps_none


def pytest_collection_finish() -> None:
    """What is there by now stays to the end: nobody need look through it again and again for what is gone."""
    gc.collect()
    gc.freeze()


def keep(config: pytest.Config, items: list[pytest.Item], chosen: list[pytest.Item]) -> None:
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


@pytest.fixture(scope="session")
def long(pytestconfig: pytest.Config) -> bool:
    """Whether this run has the time for more repetitions."""
    return bool(pytestconfig.getoption("--long"))


# ---------------------------------------------------------------- the closing lines

LEFT_OUT = pytest.StashKey[int]()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Of pytest-xdist."""
    last_words.listen_to(node)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Of pytest-xdist: a worker tells the one who writes the closing lines what it has left out."""
    last_words.heed(node, error)
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    config: Any = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["left_out"] = config.stash.get(LEFT_OUT, 0)
    elif len(reruns(config)) > RERUNS_ALLOWED:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def reruns(config: pytest.Config) -> list[Any]:
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("rerun", []) if reporter else []


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    last_words.repeat(terminalreporter, config)
    again = reruns(config)
    if again:
        terminalreporter.section("needed another try")
        for report in again:
            terminalreporter.line(report.nodeid)
        if len(again) > RERUNS_ALLOWED:
            terminalreporter.line(
                f"{len(again)} reruns, more than {RERUNS_ALLOWED}: the run counts as failed.", red=True
            )
    left_out = config.stash.get(LEFT_OUT, 0)
    if left_out:
        terminalreporter.line(
            f"{left_out} tests that take long were left out, and others were shortened; "
            "`make test ARGS=--long` runs everything at full size."
        )
