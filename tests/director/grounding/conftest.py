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
from pitwall.sources import open_source
from pitwall.sources.f1.archive_writer import write_archive
from tests.conftest import SHARED
from toolgate.contract import Context, StepResult

Results = tuple[list[StepResult], Context]
HERE = Path(__file__).parent
RACES, ENDURANCE = SHARED / "data" / "f1_static", SHARED / "data" / "endurance"


def rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of wordings; none where it is not there."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture(scope="session")
def results_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str, Sequence[Any]], Results]]:
    """What calls give in a race at a moment, as steps s1, s2 and so on.

    A simulated race (`sim:...`) is written as an archive and read from it. It skips where a recorded one is not there.
    """
    races: dict[str, Any] = {}
    kept: dict[str, Results] = {}

    def archive(source: str) -> Path:
        if source.startswith("sim:"):
            folder = tmp_path_factory.mktemp("simulated")
            write_archive(open_source(source), folder)
            return folder
        recorded = next((folder / source for folder in (RACES, ENDURANCE) if (folder / source).exists()), None)
        return recorded or pytest.skip("needs the recorded races beside the checkout")

    def results(source: str, at: str, calls: Sequence[Any]) -> Results:
        if source not in races:
            races[source] = director.open_race(str(archive(source)))
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
