# The two commands a newcomer needs: `make demo` and `make test`. GNU make and Python 3.11 or newer with venv are enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
ARCHIVE := demo-archive

.DEFAULT_GOAL := help
.PHONY: help demo test venv lint format types unit wheel-smoke docs clean

help:
	@echo "make demo         install into $(VENV), import the samples, search them, re-run one benchmark"
	@echo "make test         everything that has to be green: lint, types, wheel-smoke, unit"
	@echo "make venv         the virtual environment with what development needs"
	@echo "make lint         ruff check and ruff format --check; make format mends what can be mended"
	@echo "make types        mypy --strict"
	@echo "make unit         pytest"
	@echo "make wheel-smoke  build the wheel, install it in an empty environment, run it from another folder"
	@echo "make docs         write docs/suites.md again from the suite files"
	@echo "make clean        remove all that these made"

demo: $(VENV)/installed
	@rm -rf $(ARCHIVE)
	@$(BIN)/benchlore --archive $(ARCHIVE) demo

# pytest comes last, so that its closing line is the last thing to read.
test: lint types wheel-smoke unit

venv: $(VENV)/developing

lint: $(VENV)/developing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/developing
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/developing
	$(BIN)/mypy

unit: $(VENV)/developing
	$(BIN)/python -m pytest

wheel-smoke: $(VENV)/developing
	$(BIN)/python tests/wheel_smoke.py

docs: $(VENV)/developing
	$(BIN)/python -m benchlore.suites_page > docs/suites.md

clean:
	rm -rf $(VENV) $(ARCHIVE) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name yours with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "Python cannot make virtual environments; on Debian: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

# Dependency groups need pip 25.1; Debian 12 comes with 23.0.
$(VENV)/developing: pyproject.toml | $(BIN)/python
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --editable . --group dev
	@touch $@ $(VENV)/installed
