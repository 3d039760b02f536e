"""Write the app's icons into the package: favicon.svg, and PNGs photographed with the machine's Chromium.

Run it after a change of the symbol `oppidum`; the files are committed, so that nobody needs a browser to
install.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from art_sheet import photograph
from PIL import Image

from oppidum.faces.art.sheets import drawings

ICONS = Path(__file__).resolve().parent.parent / "src" / "oppidum" / "web" / "static" / "icons"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}


def drawing(corner: int) -> str:
    """The icon as a picture of its own, with rounded corners."""
    inside = drawings()["oppidum"].replace("<symbol", "<svg").replace("</symbol", "</svg")
    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
    clip = f'<clipPath id="corners"><rect width="96" height="96" rx="{corner}"/></clipPath>'
    return f'{frame}{clip}<g clip-path="url(#corners)">{inside}</g></svg>'


def main() -> None:
    ICONS.mkdir(parents=True, exist_ok=True)
    (ICONS / "favicon.svg").write_text(drawing(20) + "\n", "utf-8")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "icon.html"
        page.write_text(
            f"<!doctype html><style>body{{margin:0}}svg{{display:block}}</style>{drawing(0)}", "utf-8"
        )
        for name, size in SIZES.items():  # square: phones cut the corners themselves
            photograph(page, ICONS / name, size, size)
            flat = Image.open(ICONS / name).convert("RGB").quantize(32)  # a third of the bytes
            flat.save(ICONS / name, optimize=True)


if __name__ == "__main__":
    main()
