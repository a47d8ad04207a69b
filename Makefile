# Needs python3 (3.10 or newer) and make. Every target sets up what it needs in .venv on first use.

PYTHON ?= python3
TIK_VENV ?= .venv
PY := $(TIK_VENV)/bin/python
STAMP := $(TIK_VENV)/.installed
WORKERS ?= 2

# BLAS with many threads on few, busy cores is slower than with one, and its sums must not depend on the thread count.
export OPENBLAS_NUM_THREADS ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all lint bench docs clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

setup: $(STAMP) ## create .venv with the kit and its developer tools (done by the others when needed)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
	  || { echo "tik needs Python 3.10 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@echo "setting up $(TIK_VENV) (once, about a minute)"
	@$(PYTHON) -m venv $(TIK_VENV) \
	  || { rm -rf $(TIK_VENV); echo "python3 lacks its venv module (Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	@$(PY) -m pip install --quiet --editable '.[dev]'
	@touch $@

demo: $(STAMP) ## digits through the NPU model: accuracy, hazards, cycles, trace
	@$(PY) -m tik demo

test: $(STAMP) ## the tests without the slow ones
	$(PY) -m pytest -n $(WORKERS) -q -m 'not slow'

test-all: $(STAMP) ## every test
	$(PY) -m pytest -n $(WORKERS) -q

lint: $(STAMP) ## ruff and mypy
	$(PY) -m ruff check .
	$(PY) -m mypy

bench: $(STAMP) ## time the model against numpy, into docs/benchmarks.md
	@$(PY) -m pip install --quiet --editable '.[bench]'
	$(PY) bench/run.py

docs: $(STAMP) ## build the docs (when docs/build.py exists) and run their >>> code blocks
	@if [ -f docs/build.py ]; then $(PY) -m pip install --quiet --editable '.[docs]' && $(PY) docs/build.py; fi
	@$(PY) -m pytest -q --doctest-glob='*.md' docs README.md; code=$$?; \
	  if [ $$code -eq 5 ]; then echo "docs: no >>> block yet"; else exit $$code; fi

clean: ## remove .venv, caches and build output
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .ci/venv
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
