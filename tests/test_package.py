"""The package as a whole: light to import, honest about its dependencies."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import oppidum

ROOT = Path(__file__).resolve().parent.parent


def test_importing_the_package_loads_nothing_heavy():
    program = "import sys, oppidum; print(*sorted({'numpy', 'numba', 'rich', 'litestar'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""


def test_version_is_a_release_number():
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|[ab]\d+|rc\d+)?", oppidum.__version__)


def test_every_dependency_is_locked_by_hash():
    lock = (ROOT / "requirements.lock").read_text()
    locked = {name.lower() for name in re.findall(r"^([\w.-]+)==", lock, re.MULTILINE)}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        asked += extra
    names = {re.split(r"[\[<>=~! ]", requirement)[0].lower().replace("_", "-") for requirement in asked}
    assert names <= locked
    assert lock.count("==") <= lock.count("--hash=sha256:")


def test_locks_name_no_registry():
    assert "://" not in (ROOT / "requirements.lock").read_text()
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
