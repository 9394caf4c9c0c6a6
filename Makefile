# `make check` and `make test` are all that a change has to pass; a change of CONTRIBUTING.md or of what its recipes touch has to
# pass `make recipes` too, and one of what is served `make clients`. They use the environment in .venv; `.ci/run` runs them all.
BIN := .venv/bin

.PHONY: setup check test clients recipes thorough conformance fuzz

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

# Other people's clients, servers and suites of MCP, each a program of its own: beside the tests, since they take as long as many.
# They need Node 22 and `npm ci` in a copy of tests/clients: TEST_CLIENTS names that folder.
CLIENTS := tests/conformance tests/integration/test_clients.py tests/integration/test_gateway_clients.py tests/integration/test_npm_servers.py
clients:
	TEST_CLIENTS_REQUIRED=1 $(BIN)/python -m pytest -q -n auto --dist worksteal $(CLIENTS)

# What all recipes of CONTRIBUTING.md make together, held to every check and to the tests that look at it.
recipes:
	$(BIN)/python -m pytest -q --hypothesis-profile=thorough tests/test_contributing.py -k every_check

# Ten times as many examples of each property, and the whole of each long list: before a release, or after a change of a parser.
thorough:
	$(BIN)/python -m pytest -q -n auto --dist worksteal --hypothesis-profile=thorough

# The official suite of MCP alone, which `make clients` runs too.
conformance:
	TEST_CLIENTS_REQUIRED=1 $(BIN)/python -m pytest -q tests/conformance

# Bad input over every wire, made anew by hypothesis and by schemathesis: the tests make some hundreds, this so many.
FUZZ_CALLS ?= 100000
fuzz:
	FUZZ_CALLS=$(FUZZ_CALLS) $(BIN)/python -m pytest -q -o timeout=0 --hypothesis-profile=search --show-capture=no tests/toolgate/sdk/test_sdk_fuzz.py tests/toolgate/sdk/test_sdk_openapi.py
