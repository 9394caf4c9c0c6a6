"""A recording of a live race answers every tool as the race did, byte for byte; and a day of it stays small."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from director.race.following import FeedFollower
from pitwall.events import CarSensors, CarStatuses, Clock, Distances, Event, Gaps, IncidentPoints, Outage
from pitwall.sensed import CarStatus, CarTelemetry, TelemetrySample, TyreWear
from pitwall.sources import open_source
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache
from pitwall.state.samples import MESSAGES
from pitwall.tools import build_tools
from tests.contract.test_schemas import calls_of, filled
from tests.director.race.test_following import Told, wait_for
from toolgate.contract import ANONYMOUS, InvalidArgument, Tier, ToolError

WEAR = (TyreWear("LF", 90.0, 88.0, None),)


def race() -> Iterator[Event]:
    """A race with everything that any feed tells."""
    for number, event in enumerate(simulate(SimConfig(seed=3, cars=5, laps=4, telemetry=1, rain=1))):
        yield event
        if number % 400 == 250:
            cars = {"3": CarStatus(fuel_l=30.5, incidents=number, wear=WEAR, flags=("blue",), surface="on_track")}
            yield CarStatuses(event.t, cars)
            yield IncidentPoints(event.t, "3", 2, number)
    yield Outage(event.t, event.t + 50.0)
    yield Clock(event.t + 50.0, 1_700_000_000.0)


def told_of(cache: StateCache) -> dict[str, bytes]:
    """What every tool that only reads says to every kind of arguments, now and at other moments."""
    said: dict[str, bytes] = {}
    cars = sorted(cache.cars)
    for spec in build_tools(cache):
        if spec.tier is not Tier.READ_ONLY or spec.blocking:
            continue
        moments: list[dict[str, Any]]
        moments = [{}, {"at_lap": 2}, {"at_time": "00:04:00"}] if "at_lap" in spec.input_schema["properties"] else [{}]
        for _, arguments in calls_of(spec):
            for moment in moments:
                given = filled(arguments, cars, 1) | moment
                try:
                    payload = dict(spec.handler(given, ANONYMOUS))
                except (InvalidArgument, ToolError) as error:
                    payload = {"error": str(error)}
                payload.pop("data_age_s", None)
                said[f"{spec.name} {given}"] = orjson.dumps(payload)
    return said


def test_a_recording_answers_every_tool_as_the_race_did(tmp_path: Path) -> None:
    events = list(race())
    live = StateCache()
    follower = FeedFollower(live, Told(events), record=tmp_path / "kept")
    follower.start()
    wait_for(live, len(events))
    follower.stop()
    live.liveness = None
    live.pin("end")
    again = StateCache().load(open_source(str(tmp_path / "kept")))
    before, after = told_of(live), told_of(again)
    assert len(before) > 150
    assert {call: said for call, said in before.items() if after[call] != said} == {}
    assert sum(b"error" not in said[:9] for said in before.values()) > 120


def day(hours: int) -> Iterator[Event]:
    """A feed that never ends: a frame of metres and of sensors a second, gaps of twenty cars every four seconds."""
    cars = [str(number) for number in range(1, 21)]
    for second in range(hours * 3600):
        t = float(second)
        yield Distances(t, {car: t * 60.0 - 20.0 * place for place, car in enumerate(cars)})
        yield CarSensors(t, [TelemetrySample(t, {"1": CarTelemetry(speed_kmh=200.0)})])
        yield Gaps(t, cars[second % 20], second % 60 + 0.5, None, 0.7, None)


@pytest.mark.timeout(120)
def test_a_day_of_a_feed_grows_by_what_has_to_be_kept_alone() -> None:
    """Of telemetry only the last hours are kept: what grows is one time a message, and the gaps that can be asked for."""
    cache, sizes = StateCache(), []
    tracemalloc.start()
    try:
        for number, event in enumerate(day(6)):
            cache.apply(event)
            if number % 3600 == 0:
                cache.view().distances  # noqa: B018 - somebody asks now and then
                sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert len(cache.heard.telemetry._messages) <= MESSAGES + 1000
    late = (sizes[-1] - sizes[-4]) / (3 * 3600)
    assert late < 200  # bytes a message
