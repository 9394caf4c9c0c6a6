"""A race over a real NATS server: what is published is the race, through every loss of the connection."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

import pytest

from director.cli import main
from pitwall.events import Event
from pitwall.publishing import Subjects, make_streams, publish
from pitwall.sources import SourceError, open_feed
from pitwall.sources.nats import feed as nats_feed
from pitwall.sources.nats.feed import NatsFeed
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import RaceView, StateCache
from tests.nats_server import MISSING, NatsServer, server_runs
from toolgate.backoff import Backoff
from toolgate.nats.connection import connected

pytestmark = pytest.mark.skipif(not server_runs(), reason=MISSING)

RACE = list(simulate(SimConfig(seed=5, cars=6, laps=5)))
WHOLE = StateCache().load(RACE).view()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_feed, "Backoff", lambda: Backoff(0.01, 0.1))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    one = NatsServer("-js", "-sd", str(tmp_path / "kept"))
    yield one
    one.stop()


@pytest.fixture
def core() -> Iterator[NatsServer]:
    one = NatsServer()
    yield one
    one.stop()


def state(view: RaceView) -> object:
    cars = {car: (view.car(car), view.gaps(car).gap_s, view.lap_times(car), view.tyres(car)) for car in view.cars}
    return view.order, view.lap, view.drivers, view.session_status, [said.message for said in view.race_control], cars


async def hear(feed: NatsFeed, cache: StateCache, enough: Callable[[StateCache], bool], limit_s: float = 60.0) -> None:
    async def listen() -> None:
        async with aclosing(cast(AsyncGenerator[Event], aiter(feed))) as events:
            async for event in events:
                cache.apply(event)
                if enough(cache):
                    return

    await asyncio.wait_for(listen(), limit_s)


async def sent(url: str, events: list[Any], *, first: bool = True) -> None:
    async def told() -> Any:
        for event in events:
            yield event

    async with connected(url) as (client, *_):
        if first:
            await make_streams(client.jetstream())
        await publish(client, told(), Subjects(1_700_000_000.0))


def all_of_it(cache: StateCache) -> bool:
    return len(cache.times) >= len(RACE)


def test_who_comes_later_hears_the_whole_race(server: NatsServer) -> None:
    async def run() -> StateCache:
        await sent(server.url, RACE)
        cache = StateCache()
        await hear(NatsFeed(server.url), cache, all_of_it)
        return cache

    assert state(asyncio.run(run()).view()) == state(WHOLE)


@pytest.mark.parametrize("share", [0.2, 0.7])
def test_a_server_that_is_killed_and_comes_back_loses_nothing(server: NatsServer, share: float) -> None:
    at = int(len(RACE) * share)

    async def run() -> tuple[StateCache, list[str]]:
        cache, feed, states = StateCache(), NatsFeed(server.url), list[str]()
        await sent(server.url, RACE[:at])
        hearing = asyncio.ensure_future(hear(feed, cache, all_of_it))
        while len(cache.times) < at // 2:
            await asyncio.wait({hearing}, timeout=0.01)
        server.stop()
        while feed.state.status != "lost":
            await asyncio.wait({hearing}, timeout=0.01)
        states.append(feed.state.reason)
        server.start()
        await sent(server.url, RACE[at:], first=False)
        await hearing
        return cache, states

    cache, reasons = asyncio.run(run())
    assert state(cache.view()) == state(WHOLE)
    assert len(cache.times) == len(RACE)  # nothing twice
    assert "is lost" in reasons[0] or "can't reach" in reasons[0]


def test_subjects_of_others_are_a_race_too(core: NatsServer) -> None:
    def put(stamp: float, *frames: tuple[str, dict[str, Any]]) -> list[tuple[str, bytes]]:
        return [(f"iracing.{name}", json.dumps({"timestamp": stamp, **told}).encode()) for name, told in frames]

    frames = [
        *put(
            1_700_000_000.0,
            ("session", {"drivers": [{"CarIdx": 3, "UserName": "Ann Frost", "CarNumber": "11"}, {"CarIdx": 4, "UserName": "Bo Hill", "CarNumber": "22"}]}),
            ("session_state", {"session_type": "Race", "green": True, "time_remaining_s": 600}),
        ),
        ("iracing.standings", b"[]"),
        ("iracing.standings", b"5"),
        ("iracing.pit", b'{"timestamp": 1, "event": "what"}'),
        ("iracing.telemetry", b"\xff"),
        *put(
            1_700_000_060.0,
            ("standings", {"leader_car_idx": 4, "cars": [{"car_idx": 4, "pos": 1, "lap": 3}, {"car_idx": 3, "pos": 2, "lap": 3, "gap_leader_s": 1.25, "gap_ahead_s": 1.25}]}),
            ("lap_timing", {"cars": [{"car_idx": 4, "lap": 3, "last_lap_s": 90.1, "best_lap_s": 89.9}]}),
            ("track_conditions", {"air_temp_c": 21.5, "air_pressure_pa": 101_300, "precip_pct": 0}),
            ("incident", {"car_idx": 3, "delta": 4, "total": 8}),
            ("pit", {"event": "enter", "car_idx": 3, "lap": 3}),
            ("telemetry", {"CarIdx": 3, "CarNumber": "11", "CarNumberAhead": "22", "CarDistAhead": 9.2}),
        ),
        ("iracing.telemetry", json.dumps({"timestamp": "2023-11-14T22:14:30Z", "CarIdx": 4, "CarNumber": "22", "CarNumberBehind": "11", "CarDistBehind": 9.1}).encode()),
    ]  # fmt: skip

    async def run() -> tuple[StateCache, NatsFeed]:
        cache, feed = StateCache(), NatsFeed(core.url)
        hearing = asyncio.ensure_future(hear(feed, cache, lambda one: one.times[-1:] == [70.0]))
        while feed.state.status != "connected":
            await asyncio.wait({hearing}, timeout=0.01)
        await asyncio.wait({hearing}, timeout=0.2)
        async with connected(core.url) as (client, *_):
            for subject, data in frames:
                await client.publish(subject, data)
            await client.flush()
        await hearing
        return cache, feed

    cache, _ = asyncio.run(run())
    view = cache.view()
    assert (view.order, view.drivers["11"].name, view.gaps("11").interval_s) == (("22", "11"), "Ann Frost", 1.25)
    assert view.distances["22"] - view.distances["11"] == pytest.approx(9.1)
    assert (view.kind, view.track_status, view.time_left_s) == ("race", "green", 530.0)
    assert view.car("11").in_pit
    assert view.weather is not None
    assert view.weather.pressure_hpa == 1013.0
    assert sum(view.faults.values()) == 4


def test_malformed_frames_are_logged_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = [0.0]
    feed = NatsFeed("nats://127.0.0.1:9", now=lambda: clock[0])
    for at in (0.0, 59.9, 60.1):
        clock[0] = at
        feed._events("iracing.standings", b"5")
    assert caplog.text.count("a frame of iracing.standings can't be read") == 2


def test_publish_and_ask(server: NatsServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "sim:seed=5,cars=6,laps=5", "--nats", server.url]) == 0
    assert capsys.readouterr().out.startswith("published ")
    assert main(["call", "get_roster", "--source", server.url]) == 0
    assert '"count":6' in capsys.readouterr().out


def test_strict_publishing_says_what_it_leaves_out(core: NatsServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "sim:seed=5,cars=6,laps=5", "--nats", core.url, "--strict-iracing"]) == 0
    told = capsys.readouterr().err
    assert "has no field for sets of tyres" in told
    assert "no JetStream" in told


def test_without_a_server_one_line_says_so_and_holds_no_password(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "who leads", "--source", "nats://me:hidden@127.0.0.1:9"]) == 1
    told = capsys.readouterr().err
    assert told == (
        "director: nothing is heard of the live feed: lost (can't reach NATS at 127.0.0.1:9 (nobody listens): "
        "is the server running?)\n"
    )


def test_a_server_to_publish_to_is_named_by_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "sim:", "--nats", "http://x"]) == 2
    assert "--nats: that isn't a URL of NATS" in capsys.readouterr().err


@pytest.mark.parametrize("uri", ["nats://", "nats://:4222", "nats://host:notaport"])
def test_a_url_that_is_none(uri: str) -> None:
    with pytest.raises(SourceError, match="isn't a URL of NATS"):
        open_feed(uri)


def test_the_time_it_takes_is_not_waited_for() -> None:
    """A feed that nobody answers is lost at once, not after the time for connecting."""
    began = time.monotonic()
    assert main(["ask", "who leads", "--source", "nats://127.0.0.1:9"]) == 1
    assert time.monotonic() - began < nats_feed.LOG_EVERY_S
