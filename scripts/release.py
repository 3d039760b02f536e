"""Build the wheel and the source distribution, and try them as somebody who has nothing else: `make release`.

    python scripts/release.py [--out dist]

Uploads nothing. Every step says a line; the first that fails ends it.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from build_assets import ASSETS, SOURCES, VENDOR  # noqa: E402

BIN = Path(sys.executable).parent  # of .venv
PATIENCE = 600  # seconds for one step
VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
TO_BUILD_FROM = {
    *(
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "package.json",
        "package-lock.json",
        ".npmrc",
    ),
    *("scripts/build_assets.py", "scripts/hatch_build.py"),
}


def version() -> str:
    """The one place where it is written."""
    found = VERSION.search((ROOT / "src" / "oppidum" / "__init__.py").read_text(encoding="utf-8"))
    assert found
    return found[1]


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Say nothing if it succeeds, and what it said if it does not."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{Path(command[0]).name} failed, so nothing is released.")


def build(out: Path) -> tuple[Path, Path]:
    """The source distribution from this folder, and the wheel from the source distribution alone."""
    run(BIN / "uv", "build", "--no-build-isolation", "--python", sys.executable, "--out-dir", out)
    return out / f"oppidum-{version()}-py3-none-any.whl", out / f"oppidum-{version()}.tar.gz"


def package_files() -> set[str]:
    """What belongs to the package: all that git knows of it, and the assets."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/oppidum"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    vendor = VENDOR.relative_to(ROOT).as_posix()
    tracked = {name for name in listed if name and (ROOT / name).is_file()}
    return tracked | {f"{vendor}/{name}" for name in (*ASSETS.values(), SOURCES)}


def compare(what: str, found: set[str], wanted: set[str]) -> None:
    if found != wanted:
        missing, surplus = sorted(wanted - found), sorted(found - wanted)
        sys.exit(f"The {what} lacks {missing or 'nothing'} and should not have {surplus or 'anything else'}.")


def check_contents(wheel: Path, sdist: Path) -> None:
    package = package_files()
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
        notices = {Path(name).name for name in archive.namelist() if ".dist-info/licenses/" in name}
    compare("wheel", inside, {name.removeprefix("src/") for name in package})
    compare("wheel's list of licences", notices, {"LICENSE"})
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    beside = {name for name in names if not name.startswith(("src/", "docs/", "examples/"))}
    compare(
        "source distribution",
        names - beside,
        package | {n for n in names if n.startswith(("docs/", "examples/"))},
    )
    compare("source distribution", beside, TO_BUILD_FROM | {"PKG-INFO", ".gitignore"})


def environment(folder: Path, python: Path) -> dict[str, str]:
    """Nothing of this machine but Python: no Node.js, no repository, no caches and settings of the user."""
    kept = {name: os.environ[name] for name in ("LANG", "NUMBA_DISABLE_JIT") if name in os.environ}
    return kept | {"PATH": str(python.parent), "HOME": str(folder)}


def install(wheel: Path, python: Path) -> None:
    """With the versions that the tests were run with; from uv's cache where it has them all."""
    locked = ["--constraints", str(ROOT / "requirements-dev.lock")]
    command = [BIN / "uv", "pip", "install", "--python", python, *locked, str(wheel)]
    if subprocess.run([*command, "--offline"], cwd=ROOT, capture_output=True, check=False).returncode:
        run(*command)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    out: Path = parser.parse_args().out.resolve()
    if f"\n## {version()} " not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        sys.exit(f"CHANGELOG.md says nothing about {version()}.")
    wheel, sdist = build(out)
    print(f"built     {wheel.name}, {sdist.name}")
    run(BIN / "twine", "check", "--strict", wheel, sdist)
    check_contents(wheel, sdist)
    print("checked   their descriptions and their contents")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(BIN / "uv", "venv", "--python", sys.executable, folder / "env")
        python = folder / "env" / "bin" / "python"
        install(wheel, python)
        for file in ("scripts/try_wheel.py", "examples/play_a_game.py"):
            (folder / Path(file).name).write_bytes((ROOT / file).read_bytes())
        run(python, "try_wheel.py", version(), cwd=folder, env=environment(folder, python))
        print("tried     version, pages with all they name, a game through the API, simulate")
        install(Path(f"{wheel}[research]"), python)
        run(python, "try_wheel.py", "research", cwd=folder, env=environment(folder, python))
        print("tried     the door to PettingZoo")
    print(f"released  into {out}")


if __name__ == "__main__":
    main()
