# make run    play: API, worker and a private Redis, until Ctrl-C
# make test   everything that must hold before a change goes in
# make lint   the static part of it
# make clean  remove what can be rebuilt (never ./var: that is where the games are)
# make lock   resolve requirements.in anew (needs uv)

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
SELDOM := /(pip|mypy|mypyc|setuptools|pygments|eventsourcing|gevent/tests)/
WAITING = $(shell grep -rl --include='test_*.py' 'mark\.waits' tests)
ROOMS := $(wildcard rules events projections workers service bots)

# Each process that is started would else compile everything anew, wherever the shell forbids it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test lint pytest waiting clean lock
.DEFAULT_GOAL := test

run: $(STAMP)
	@exec $(BIN)/junta serve

test: $(STAMP)
	@$(MAKE) --no-print-directory -j3 lint pytest waiting

pytest: $(STAMP)
	@echo "pytest"
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder -m "not waits"

# The tests that mostly wait keep no processor from the others; what they say comes in one piece.
waiting: $(STAMP)
	@echo "pytest, of what waits"
	@said="$$($(BIN)/python -m pytest -m waits $(WAITING) 2>&1)"; status=$$?; \
	  echo "$$said"; exit $$status

lint: $(STAMP)
	@echo "ruff check"
	@$(BIN)/ruff check --quiet .
	@echo "mypy --strict"
	@$(BIN)/mypy --strict $(ROOMS)

$(STAMP): requirements.lock pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || \
	  { echo "Junta needs Python 3.11 or newer, and there is no '$(PYTHON)': name one with 'make PYTHON=...'." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Junta needs Python 3.11 or newer, and '$(PYTHON)' is older: name another with 'make PYTHON=...'." >&2; exit 1; }
	@echo "Installing into .venv (only when requirements.lock or pyproject.toml changed)"
	@rm -rf .venv
	@"$(PYTHON)" -m venv .venv
	@sed -n '/^pip==/,/[^\\]$$/p' requirements.lock > .venv/pip.txt
	@$(PIP_INSTALL) --no-compile --require-hashes -r .venv/pip.txt
	@$(PIP_INSTALL) --no-compile --require-hashes -r requirements.lock
	@# on all processors; packages carry files that are not meant for this Python, which is no fault
	@$(BIN)/python -m compileall -q -j 0 -x '$(SELDOM)' .venv/lib $(ROOMS) tests >/dev/null || true
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

clean:
	@rm -rf .venv build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

lock:
	@uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	  --no-emit-index-url --no-header --upgrade --output-file requirements.lock requirements.in
