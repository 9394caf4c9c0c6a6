"""What the three packages offer: each name is there, is typed, and costs nothing before it is asked for."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGES = ("director", "pitwall", "toolgate")
HEAVY = ("msgspec", "fastmcp", "pydantic", "jsonschema", "httpx2", "rich", "matplotlib", "pandas")
NEEDED = {
    "director": {"Answer", "Race", "open_race"},
    "pitwall": {"BadMoment", "RaceView", "StateCache", "events", "open_source"},
    "toolgate": {"AgentContext", "Call", "Gate", "Outcome", "Runner", "ToolSpec", "contract"},
}


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_that_is_offered_is_there(name: str) -> None:
    package = importlib.import_module(name)
    assert NEEDED[name] <= set(package.__all__)
    assert list(package.__all__) == sorted(package.__all__)
    missing = [offered for offered in package.__all__ if not hasattr(package, offered)]
    assert missing == []
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nothing'"):
        _ = package.nothing


@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_offered_has_a_docstring_and_types(name: str) -> None:
    package = importlib.import_module(name)
    assert package.__file__ is not None
    assert (Path(package.__file__).parent / "py.typed").is_file()
    assert package.__doc__ is not None
    for offered in package.__all__:
        value = getattr(package, offered)
        assert isinstance(value, str) or value.__doc__, offered


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_loads_nothing_before_it_is_asked(name: str) -> None:
    code = f"import sys, {name}; print([heavy for heavy in {HEAVY!r} if heavy in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
