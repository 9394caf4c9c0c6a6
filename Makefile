# `make check` and `make test` are all that a change has to pass. They use the environment in .venv.
BIN := .venv/bin

.PHONY: setup check test

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
