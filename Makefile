# `make check` and `make test` are all that a change has to pass; a change of CONTRIBUTING.md or of what its recipes touch has to
# pass `make recipes` too. They use the environment in .venv.
BIN := .venv/bin

.PHONY: setup check test recipes thorough conformance fuzz

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

# What all recipes of CONTRIBUTING.md make together, held to every check and to the tests that look at it.
recipes:
	$(BIN)/python -m pytest -q --hypothesis-profile=thorough tests/test_contributing.py -k every_check

# Ten times as many examples of each property, and the whole of each long list: before a release, or after a change of a parser.
thorough:
	$(BIN)/python -m pytest -q -n auto --dist worksteal --hypothesis-profile=thorough

# The official suite of MCP. It needs Node 22 and `npm ci` in a copy of tests/clients: TEST_CLIENTS names that folder.
conformance:
	TEST_CLIENTS_REQUIRED=1 $(BIN)/python -m pytest -q tests/conformance

# Bad input over every wire, made anew by hypothesis and by schemathesis: the tests make some hundreds, this so many.
FUZZ_CALLS ?= 100000
fuzz:
	FUZZ_CALLS=$(FUZZ_CALLS) $(BIN)/python -m pytest -q -o timeout=0 --hypothesis-profile=search --show-capture=no tests/toolgate/sdk/test_sdk_fuzz.py tests/toolgate/sdk/test_sdk_openapi.py
