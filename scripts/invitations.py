"""Write the picture of an invitation to each game into its face: invitation.png, for messengers.

Photographed with the machine's Chromium from the signs of the home page. Run it after a change of a sign;
the files are committed, so that nobody needs a browser to install.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import chromium
import staged
from PIL import Image

FACES = Path(__file__).resolve().parent.parent / "src" / "oppidum" / "faces"
WIDTH, HEIGHT, LARGER = 1200, 630, 3.4

# The sign alone, over the whole page, with the game's name below.
ALONE = """([n, larger]) => {
  const card = document.querySelectorAll(".game-card")[n];
  const sign = card.querySelector(".picture");
  const name = card.querySelector("h2");
  sign.style.cssText = `zoom:${larger};width:100%;height:${520 / larger}px;border:0`;
  name.style.cssText = `font-size:68px;line-height:110px;text-align:center`;
  const page = document.createElement("article");
  page.className = "game-card";
  page.style.cssText = "position:fixed;inset:0;border:0;border-radius:0;gap:0;z-index:99";
  page.append(sign, name);
  document.body.append(page);
}"""


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        staged.house(Path(folder)) as house,
        chromium.browser() as browser,
    ):
        size = {"width": WIDTH, "height": HEIGHT}
        page = browser.new_page(base_url=house.address, viewport=size, locale="en")
        page.goto("/")
        games = page.locator(".game-card input[name=game]").evaluate_all("all => all.map(i => i.value)")
        for n, game in enumerate(games):
            page.goto("/")
            page.evaluate("document.fonts.ready.then(() => true)")
            page.evaluate(ALONE, [n, LARGER])
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(64)
            picture.save(FACES / game / "invitation.png", optimize=True)


if __name__ == "__main__":
    main()
