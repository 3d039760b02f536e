"""What all tests share: `--rule "cartes 3.2"` runs the tests that name a rule, or a whole section."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule", action="append", help='only tests of this rule ("cartes 3.2") or section ("cartes 3")'
    )


def names_rule(item: pytest.Item, wanted: str) -> bool:
    named = [name for mark in item.iter_markers("rule") for name in mark.args]
    return any(name == wanted or name.startswith(wanted + ".") for name in named)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker(
            "browser"
        ):  # a browser on a busy machine may stumble; pytest counts how often
            item.add_marker(pytest.mark.flaky(reruns=2))
    wanted: list[str] | None = config.getoption("--rule")
    if not wanted:
        return
    chosen = [item for item in items if any(names_rule(item, rule) for rule in wanted)]
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen
