# make demo, make test, make lint, make bench: each sets up .venv by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup demo test lint format bench clean

help:
	@echo "make demo    run the agent on the embedded mini split (sets up .venv first)"
	@echo "make test    run the tests"
	@echo "make lint    ruff and the strict type check"
	@echo "make bench   speed and memory, as ratios and rates"
	@echo "make format  let ruff format the code"
	@echo "make clean   remove .venv and caches (runs/ stays)"

setup: $(READY)

$(READY): requirements.txt requirements-models.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("mapclew needs Python 3.11 or newer, found %d.%d: make PYTHON=python3.11 ..." % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -r requirements-models.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $(READY)

demo: $(READY)
	$(BIN)/mapclew run --data mini --system agent --workers $(WORKERS) --out runs/demo-$$(date +%Y%m%d-%H%M%S)

test: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadscope

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build *.egg-info
