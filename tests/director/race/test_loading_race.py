"""A race that loads beside a server: calls wait for it, and are told where it cannot be loaded."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest

from director.race import assembly, open_beside
from director.settings import Settings, SettingsError
from pitwall.sources import SourceError
from toolgate.contract import AgentContext, Call


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(audit_path=tmp_path / "audit.jsonl")


CALL = Call("get_standings", {}, AgentContext("ann"))


def test_tools_of_a_race_that_is_served_are_imported_before_they_are_called(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recalled(*_: object, **__: object) -> NoReturn:
        raise AssertionError("the first call of a client would import its tool")

    monkeypatch.setattr(assembly, "build_or_recall_tools", recalled)
    assert len(open_beside(settings, "sim:laps=1,cars=2").runner().specs) > 50


async def test_a_call_that_comes_first_waits_for_the_race(settings: Settings) -> None:
    race = open_beside(settings, "sim:laps=3")
    runner = race.runner()
    early = asyncio.ensure_future(runner.call(CALL))
    await asyncio.sleep(0)
    assert (early.done(), race.state()) == (False, (False, {"data_age_s": None}))
    await race.load("lap:2")
    assert (await early).envelope["as_of"]["lap"] == 2
    is_loaded, body = race.state()
    assert is_loaded
    assert body["data_age_s"] >= 0
    race.close()


async def test_played_it_is_open_from_its_first_moment(settings: Settings) -> None:
    race = open_beside(settings, "sim:laps=3")
    playing = asyncio.ensure_future(race.load(speed=1.0))
    assert (await race.runner().call(CALL)).ok
    assert not playing.done()
    playing.cancel()
    race.close()


@pytest.mark.parametrize(("at", "why"), [("lap:9", "choose a lap from 0 to 3"), ("noon", "isn't a valid moment")])
async def test_a_moment_that_is_not_there_is_told_to_every_call(settings: Settings, at: str, why: str) -> None:
    race = open_beside(settings, "sim:laps=3")
    await race.load(at)
    error = (await race.runner().call(CALL)).envelope["error"]
    assert error["type"] == "server_unavailable"
    assert why in error["message"]
    assert race.state()[0] is False
    race.close()


def test_what_names_nothing_is_said_at_once(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="there is no folder"):
        open_beside(settings, str(tmp_path / "nowhere"))
    with pytest.raises(SettingsError, match="DIRECTOR_REQUIRE_POLICY"):
        open_beside(Settings(require_policy=True))
