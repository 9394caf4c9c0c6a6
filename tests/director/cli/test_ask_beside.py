"""What is slow to import is imported while the race is loaded."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import pytest

from director.cli import opening
from director.cli.command import UsageError
from director.race import load_race, start_backend
from director.settings import Settings

ARGUMENTS = argparse.Namespace(source="sim:laps=3", at=None, planner="offline", record=None, delay=None)


async def test_the_backend_is_made_while_the_race_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    made = asyncio.Event()

    async def load_once_it_is_made(*arguments: Any, **options: Any) -> Any:
        async with asyncio.timeout(120):
            await made.wait()
        return await load_race(*arguments, **options)

    async def start(settings: Settings) -> Any:
        backend = await start_backend(settings)
        made.set()
        return backend

    monkeypatch.setattr(opening, "load_race", load_once_it_is_made)
    monkeypatch.setattr(opening, "start_backend", start)
    race = await opening.open_asked(ARGUMENTS, Settings())
    assert race.cache.view().lap == 3
    assert (await race.backend()).planner.name == "offline"


async def test_what_is_wrong_with_either_is_said(tmp_path: Any) -> None:
    no_race = argparse.Namespace(source="sim:laps=0", at=None, planner="offline", record=None, delay=None)
    with pytest.raises(UsageError, match=r"^source: "):
        await opening.open_asked(no_race, Settings())
    no_file = argparse.Namespace(
        source="sim:laps=3", at=None, planner=f"replay:{tmp_path / 'none'}", record=None, delay=None
    )
    with pytest.raises(UsageError, match="can't replay none"):
        await opening.open_asked(no_file, Settings())
