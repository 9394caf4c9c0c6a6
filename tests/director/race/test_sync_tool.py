"""Who serves a live race can tell it as late as its broadcast: by a tool, by a question, of each session by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from director.race import LoadingRace, open_beside
from director.race.sync_tool import SYNC_TOOL
from director.settings import load_settings
from tests.pitwall.sources.live_frames import race_messages
from tests.pitwall.sources.signalr_server import Hub, feed, keyframe, serving
from toolgate.contract import AgentContext, Call, JsonObject
from toolgate.runner import Runner

MESSAGES = race_messages(cars=4, laps=3)
ANN = AgentContext("ann")


@asynccontextmanager
async def live(*more: str, **settings: str) -> AsyncIterator[tuple[LoadingRace, Runner]]:
    with serving([keyframe({}), *feed(MESSAGES)]) as hub:
        race = open_beside(load_settings(given={"planner": "offline", **settings}), _named(hub, more))
        runner = race.runner()
        await race.load()
        yield race, runner
        race.close()


def _named(hub: Hub, more: tuple[str, ...]) -> str | list[str]:
    uri = f"f1-live:{hub.url}"
    return [f"live={uri}", *more] if more else uri


async def called(runner: Runner, **arguments: str) -> JsonObject:
    return (await runner.call(Call(SYNC_TOOL, arguments, ANN))).envelope


async def test_a_tool_shifts_all_of_a_live_race_and_takes_it_back() -> None:
    async with live() as (race, runner):
        liveness = race.cache.liveness
        assert liveness is not None
        said = await called(runner, to="40")
        assert (said["delay_s"], said["summary"]) == (40.0, "The race is told 40.0 s late from now on.")
        assert liveness.delay_s == 40.0
        assert (await called(runner, to="off"))["delay_s"] == 0.0
        assert (await called(runner))["error"]["message"] == "name to or seconds, one of them"
        wrong = await called(runner, to="yesterday")
        assert wrong["error"]["type"] == "validation_error"
        assert "say sync: lights out now" in wrong["error"]["message"]
        assert liveness.delay_s == 0.0


async def test_it_can_be_asked_for_in_words() -> None:
    async with live() as (race, runner):
        started = race.cache.progress.started
        assert started is not None
        outcome = await runner.call(Call("ask", {"question": "sync: lights out now"}, ANN))
        [step] = outcome.envelope["steps"]
        assert (step["name"], step["arguments"]) == (SYNC_TOOL, {"to": "lights out now"})
        # Its frames came all at once: now is at the end of the race, so the start is hours or minutes ago.
        late = race.cache.liveness
        assert late is not None
        assert late.delay_s > 0
        assert race.cache.view().t == pytest.approx(race.cache.times[started], abs=5.0)


@pytest.mark.parametrize(("question", "delay_s"), [("sync: 40", 40.0), ("sync 12 seconds", 12.0), ("sync: off", 0.0)])
async def test_seconds_can_be_asked_for_too(question: str, delay_s: float) -> None:
    async with live() as (race, runner):
        said = await runner.call(Call("ask", {"question": question}, ANN))
        assert said.envelope["status"] == "answered", said.envelope
        assert race.cache.liveness is not None
        assert race.cache.liveness.delay_s == delay_s


async def test_rules_hold_for_it_as_for_any_tool_with_an_effect() -> None:
    async with live(policy_mode="readonly") as (race, runner):
        assert (await called(runner, to="40"))["error"]["type"] == "policy_denied"
        assert race.cache.liveness is not None
        assert race.cache.liveness.delay_s == 0.0


async def test_of_several_sessions_one_is_named_and_a_recording_has_none() -> None:
    async with live("sim=sim:cars=3,laps=1") as (race, runner):
        assert (await called(runner, to="30", session="live"))["delay_s"] == 30.0
        said = await called(runner, to="30", session="sim")
        assert "only a live race" in said["error"]["message"]
        assert race.sessions[0].cache.liveness is not None
    recorded = open_beside(load_settings(given={}), "sim:cars=3,laps=1")
    assert SYNC_TOOL not in {spec.name for spec in recorded.runner().specs}
    recorded.close()
