"""The rows that reference systems gave, beside the checkout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def oracle(shared: Path) -> Callable[[str], Any]:
    """A file of rows by name; skips where it is not there."""

    def load(name: str) -> Any:
        path = shared / "oracles" / name
        if not path.is_file():
            pytest.skip(f"no {name}: ../shared/oracles is not there")
        return json.loads(path.read_text())

    return load
