# `make check` and `make test` are all that a change has to pass. They use the environment in .venv.
BIN := .venv/bin

.PHONY: setup check test conformance

setup:
	python3 -m venv .venv
	$(BIN)/pip install -q -e '.[test]'

check:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test:
	$(BIN)/python -m pytest -q -n auto --dist worksteal

# The official suite of MCP. It needs Node 22 and `npm ci` in a copy of tests/clients: TEST_CLIENTS names that folder.
conformance:
	TEST_CLIENTS_REQUIRED=1 $(BIN)/python -m pytest -q tests/conformance
