"""What is slow to import is imported while the race is loaded."""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import pytest

from director.cli import ask
from director.cli.backend import make_backend
from director.cli.command import UsageError
from director.cli.compose import load_race
from director.settings import Settings

ARGUMENTS = argparse.Namespace(source="sim:laps=3", at=None, planner="offline")


async def test_the_backend_is_made_while_the_race_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, made = asyncio.get_running_loop(), asyncio.Event()

    async def load_once_it_is_made(*arguments: Any) -> Any:
        async with asyncio.timeout(120):
            await made.wait()
        return await load_race(*arguments)

    def make(*arguments: Any) -> Any:
        loop.call_soon_threadsafe(made.set)
        return make_backend(*arguments)

    monkeypatch.setattr(ask, "load_race", load_once_it_is_made)
    monkeypatch.setattr(ask, "make_backend", make)
    race, backend = await ask.load_with_backend(ARGUMENTS, Settings())
    assert race.cache.view().lap == 3
    assert backend.planner.name == "offline"


async def test_what_is_wrong_with_either_is_said(tmp_path: Any) -> None:
    no_race = argparse.Namespace(source="sim:laps=0", at=None, planner="offline")
    with pytest.raises(UsageError, match="--source"):
        await ask.load_with_backend(no_race, Settings())
    no_file = argparse.Namespace(source="sim:laps=3", at=None, planner=f"replay:{tmp_path / 'none'}")
    with pytest.raises(UsageError, match="cannot replay none"):
        await ask.load_with_backend(no_file, Settings())
