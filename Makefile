# Every target needs nothing but make and Python 3.11 to 3.14 with venv; `make help` lists them.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PYTHON := $(BIN)/python
PORT ?= 8000
TESTFLAGS ?=
# A worker a core, each with a run of neighbouring tests, which share what is set up once a module.
PYTEST := $(PYTHON) -m pytest -n auto --dist worksteal
# Otherwise every worker, and every process that a test starts, compiles all modules anew.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(PYTHON) -m pip install -q --disable-pip-version-check --no-deps --require-hashes
LINTED := docker-compose.yml .yamllint .github/workflows/ci.yml
LOCK := uv pip compile pyproject.toml $(if $(UPGRADE),--upgrade) --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate -q --no-emit-index-url

# Plain python3 first: it is the one that its owner means. The others only if it does not fit.
FITS := import sys, venv, ensurepip, sqlite3; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))

.PHONY: help
help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | awk -F'|' '{ printf "  make %-11s %s\n", $$1, $$2 }'

.PHONY: run
run: runtime ## install, load the demo club, serve it with one worker; LAN=1 for the network, PORT=8000
	@$(PYTHON) manage.py compile_translations
	@$(PYTHON) manage.py migrate --no-input --verbosity 0
	@$(PYTHON) manage.py load_demo --if-empty
	@exec $(PYTHON) manage.py serve --port $(PORT) $(if $(LAN),--lan)

.PHONY: upgrade
upgrade: ## after new code has come: backup, packages, texts, tables, static files, a look at it all
	@$(MAKE) --no-print-directory upgrade-steps || { \
		echo "The upgrade has stopped; what failed stands above. To go back: stop Jancho, check out the former" >&2; \
		echo "release, then make runtime, manage.py restore FILE --replace with the backup named above, and start it." >&2; \
		exit 1; }
	@echo "Upgraded. Restart web processes, workers and beat; then run manage.py doctor."

# Only production gathers static files, and is asked whether it is safe to be deployed.
IS_DEPLOYED = case "$$DJANGO_SETTINGS_MODULE" in *.production) true ;; *) false ;; esac
upgrade-steps: $(PYTHON)
	@$(PYTHON) manage.py backup
	@$(MAKE) --no-print-directory runtime
	@$(PYTHON) manage.py compile_translations
	@$(PYTHON) manage.py migrate --no-input
	@! { $(IS_DEPLOYED); } || $(PYTHON) manage.py collectstatic --no-input -v0
	@$(PYTHON) manage.py check --fail-level WARNING $$({ $(IS_DEPLOYED); } && echo --deploy)

.PHONY: install
install: $(if $(BROWSER),browser-lock,test-lock) ## the environment with test and lint tools; BROWSER=1 adds the browser tests

.PHONY: check
check: test-lock ## format, lint, types, imports, migrations, templates, YAML
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@find templates -name '*.html' -print0 | xargs -0 -r $(BIN)/djade --check --target-version 5.2
	@$(BIN)/yamllint --strict $(LINTED)
	@DJANGO_SETTINGS_MODULE=config.settings.test $(PYTHON) manage.py check --fail-level WARNING
	@DJANGO_SETTINGS_MODULE=config.settings.test $(PYTHON) manage.py makemigrations --check --dry-run

.PHONY: test
test: check suite ## make check, then every test; the last line counts them (TESTFLAGS=… goes to pytest)

.PHONY: suite
suite: test-lock ## the tests alone, one worker a core (TESTFLAGS=-n0: one after the other)
	@$(PYTEST) $(TESTFLAGS)

.PHONY: test-slow
test-slow: test-lock ## the tests with big counts, a tenth of each
	@$(PYTEST) -m slow $(TESTFLAGS)

.PHONY: api-examples
api-examples: test-lock ## ask a prepared club for the examples of the API's page, and write them anew
	@JANCHO_EXAMPLES=write $(PYTEST) -n0 tests/league/api/test_examples.py

.PHONY: promises
promises: test-lock ## what docs/promises.md promises, in full; interrupted, it goes on (ONLY="…", SHOW=1)
	@$(PYTHON) -m tests.promises $(if $(SHOW),--show) $(ONLY)

.PHONY: audit
audit: test-lock ## weak spots that are known: in our code (bandit), in the packages (pip-audit)
	@$(BIN)/bandit --quiet --configfile pyproject.toml --severity-level medium \
		--recursive config league scoring rules manage.py
	@$(PYTHON) -m tests.audit

.PHONY: sbom
sbom: test-lock ## the packages that run on a server, as CycloneDX, in var/sbom.json
	@mkdir -p var
	@$(PYTHON) -W ignore::UserWarning -m cyclonedx_py requirements --pyproject pyproject.toml \
		--output-reproducible --output-format JSON --output-file var/sbom.json requirements/runtime.txt
	@echo "var/sbom.json"

.PHONY: gate
gate: ## whether the tests, run before with TESTFLAGS=--cov, took every branch of rules/ and scoring/
	@$(BIN)/coverage report --include='rules/*,scoring/*' --fail-under=100

.PHONY: bench
bench: test-lock ## the benchmarks, as ratios
	@$(PYTHON) -m benchmarks.history_independence
	@$(PYTHON) -m benchmarks.pages
	@$(PYTHON) -m benchmarks.door
	@$(PYTHON) -m benchmarks.at_once
	@$(PYTHON) -m benchmarks.load
	@$(PYTHON) -m benchmarks.entry_cost
	@$(PYTHON) -m benchmarks.memory
	@$(PYTHON) -m benchmarks.rescore
	@$(PYTHON) -m benchmarks.hand_values
	@$(PYTHON) -m benchmarks.commands
	@$(PYTHON) -m benchmarks.replay
	@$(PYTHON) -m benchmarks.conditions

.PHONY: friday
friday: test-lock ## a Friday night on 10,000 clubs; DATABASE_URL=postgres://… (FRIDAY="--seconds 300 --rate 20")
	@$(PYTHON) -m benchmarks.friday $(FRIDAY)

.PHONY: lock
lock: ## work out the locks in requirements/ anew (needs uv); UPGRADE=1: the newest versions
	@$(LOCK) -o requirements/runtime.txt
	@$(LOCK) --group test -o requirements/test.txt
	@$(LOCK) --group test --group browser -o requirements/browser.txt
	@$(filter-out pyproject.toml,$(LOCK)) --group compose -o requirements/compose.txt

# What is installed is remembered as a copy of its lock: only another lock installs again.
.PHONY: runtime test-lock browser-lock upgrade-steps
runtime: $(PYTHON)
	@cmp -s requirements/runtime.txt $(VENV)/runtime.lock || { \
		echo "Installing Jancho's packages into $(VENV) …" && \
		$(PIP) --no-compile -r requirements/runtime.txt && \
		cp requirements/runtime.txt $(VENV)/runtime.lock; }

test-lock: $(PYTHON)
	@cmp -s requirements/test.txt $(VENV)/test.lock || { \
		echo "Installing the test packages into $(VENV) …" && \
		$(PIP) -r requirements/test.txt && \
		cp requirements/runtime.txt $(VENV)/runtime.lock && \
		cp requirements/test.txt $(VENV)/test.lock; }

browser-lock: test-lock
	@cmp -s requirements/browser.txt $(VENV)/browser.lock || { \
		echo "Installing the browser test packages into $(VENV) …" && \
		$(PIP) -r requirements/browser.txt && \
		cp requirements/browser.txt $(VENV)/browser.lock; }

$(PYTHON):
	@for name in python3 python3.14 python3.13 python3.12 python3.11; do \
		if "$$name" -c '$(FITS)' >/dev/null 2>&1; then \
			exec "$$name" -m venv --clear $(VENV); \
		fi; \
	done; \
	echo "Jancho needs Python 3.11 to 3.14 with venv and sqlite3, and found none (Debian, Ubuntu: apt install python3-venv)." >&2; \
	exit 1
