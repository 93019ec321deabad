# Two commands for a newcomer: `make demo` shows what Pincite does, `make test` checks that it does it.
# Both make their own environment in .venv from pinned versions; nothing else is needed than Python 3.11+ and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# An installed wheel is compiled once; without this an editable install is compiled at every start where writing bytecode
# is switched off, which costs a command a third of a second.
BYTECODE := $(BIN)/python -m compileall -q src/pincite
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test check unit services years leaks bench contracts lock clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(STAMP): requirements.lock pyproject.toml
	@echo "Making the environment in $(VENV) (about a minute)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pincite needs Python 3.11 or newer; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --requirement requirements.lock
	@$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BYTECODE)
	@touch $@

demo: $(STAMP) ## build the example shop and ask it the questions that usually go wrong
	@$(BYTECODE)
	@$(BIN)/pincite models install minilm > /dev/null
	@$(BIN)/python examples/lumen/demo.py

test: check unit ## lint, types and the whole suite

check: $(STAMP) ## lint and types
	@$(BIN)/ruff check --no-cache .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

unit: $(STAMP) services ## the whole suite
	@for name in minilm bge-small ms-marco; do $(BIN)/pincite models install $$name > /dev/null || exit 1; done
	@$(BIN)/pytest -q --numprocesses=auto

services: # what tests need beside Python; on a person's machine they skip and say what is missing
	@if [ -n "$$CI" ] && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! command -v tesseract >/dev/null; then \
		apt-get -qq update >/dev/null && apt-get -qq install --yes tesseract-ocr >/dev/null; fi

years: $(STAMP) ## 1,000 random operations against a plain model; PINCITE_SEED and PINCITE_OPERATIONS change them
	@PINCITE_OPERATIONS=$${PINCITE_OPERATIONS:-1000} $(BIN)/pytest -q -m slow tests/properties/test_upkeep.py

leaks: $(STAMP) ## 200 invented companies, 50 questions each, through every door; and forbidden against absent by time
	@PINCITE_LEAK_WORLDS=200 PINCITE_LEAK_QUESTIONS=50 $(BIN)/pytest -q --numprocesses=auto tests/leaks
	@PINCITE_LEAK_CALLS=2000 $(BIN)/pytest -q tests/leaks/test_timing.py

bench: $(STAMP) ## every benchmark; prints its table
	@for file in bench/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

contracts: $(STAMP) ## make the files of examples/contracts anew from their texts
	@$(BIN)/python examples/contracts/make_contracts.py

lock: ## write requirements.lock anew from pyproject.toml
	@rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/pip install --quiet --upgrade 'pip>=25.1'
	@.venv-lock/bin/pip install --quiet --editable '.[eval]' --group dev hatchling editables
	@.venv-lock/bin/pip freeze --exclude-editable > requirements.lock
	@rm -rf .venv-lock

clean: ## remove the environment and everything built
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache examples/*/.pincite examples/*/.pincite-*
