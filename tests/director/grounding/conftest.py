"""Results of real races, and the rows of wordings that are held to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import director
from tests.conftest import SHARED
from toolgate.contract import Context, StepResult

Results = tuple[list[StepResult], Context]
HERE = Path(__file__).parent
RACES = SHARED / "data" / "f1_static"


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of wordings; none where it is not there."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture(scope="session")
def results_of() -> Iterator[Callable[[str, str, Sequence[Any]], Results]]:
    """What calls give in a race at a moment, as steps s1, s2 and so on. It skips where the race is not there."""
    races: dict[str, Any] = {}
    kept: dict[str, Results] = {}

    def results(source: str, at: str, calls: Sequence[Any]) -> Results:
        recorded = not source.startswith("sim:")
        if recorded and not (RACES / source).exists():
            pytest.skip("needs the recorded races beside the checkout")
        if source not in races:
            races[source] = director.open_race(str(RACES / source) if recorded else source)
        race, key = races[source], json.dumps([source, at, calls])
        if key not in kept:
            race.cache.pin(at)
            kept[key] = asyncio.run(_run(race, calls)), race.context()
        return kept[key]

    yield results
    for race in races.values():
        race.close()


async def _run(race: Any, calls: Sequence[Any]) -> list[StepResult]:
    made = []
    for number, (name, arguments) in enumerate(calls, start=1):
        envelope = await race.call(name, arguments)
        failed = "error" in envelope
        made.append(StepResult(f"s{number}", name, arguments, "failed" if failed else "ok", 0.0, envelope))
    return made


@cache
def english(rows: str) -> list[dict[str, Any]]:
    """The rows of a file beside this one."""
    return rows_of(HERE / rows)
