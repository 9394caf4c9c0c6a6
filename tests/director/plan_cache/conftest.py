"""The race that the pairs of questions are about, and a planner to cache, as the benchmark has them."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from toolgate.contract import Context, JsonObject

_FILE = Path(__file__).resolve().parents[3] / "benchmarks" / "plan_cache.py"


@pytest.fixture(scope="session")
def bench() -> Any:
    """The module of the benchmark."""
    spec = spec_from_file_location("benchmarks_plan_cache", _FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their own module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def catalogue(bench: Any) -> list[JsonObject]:
    found: list[JsonObject] = bench.race_catalogue()
    return found


@pytest.fixture(scope="session")
def context(bench: Any) -> Context:
    found: Context = bench.race_context()
    return found
