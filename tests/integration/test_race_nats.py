"""A race over a real NATS server: what is published is the race, through every loss of the connection."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, suppress
from pathlib import Path
from random import Random
from threading import Thread
from threading import enumerate as running_threads
from typing import Any, cast

import pytest
from nats.js.errors import NotFoundError, ServiceUnavailableError

from director.cli import main
from pitwall.events import Clock, Event, Outage, TrackStatus
from pitwall.publishing import Subjects, make_streams, publish
from pitwall.sources import SourceError, open_feed
from pitwall.sources.nats import feed as nats_feed
from pitwall.sources.nats.feed import NatsFeed
from pitwall.sources.nats.runs import PublisherRun, end_run, find_run, gone_on, new_run
from pitwall.sources.nats.subjects import EVENT_STREAM, PROJECTION
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import RaceView, StateCache
from pitwall.tools.predict_pit_window import build_predict_pit_window_tool
from tests.nats_server import MISSING, NatsServer, server_runs
from toolgate.backoff import Backoff
from toolgate.contract import ANONYMOUS
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


async def until(hearing: asyncio.Future[Any], true: Callable[[], bool]) -> None:
    """Waits for something that is heard; what ends the hearing before is raised."""
    while not true():
        if hearing.done():
            raise AssertionError("the feed has ended before") from hearing.exception()
        await asyncio.wait({hearing}, timeout=0.01)


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


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_killed_and_whenever_what_is_streamed_ends_equal(server: NatsServer, seed: int) -> None:
    """At points drawn anew for each seed the server, the publisher or the listener is killed; each comes back."""
    rng = Random(seed)
    points = sorted(rng.sample(range(50, len(RACE) - 1), 4))
    victims = [rng.choice(("server", "publisher", "listener")) for _ in points[:-1]] + ["server"]

    async def run() -> StateCache:
        cache, feed = StateCache(), NatsFeed(server.url)
        hearing = asyncio.ensure_future(hear(feed, cache, all_of_it))
        for point, victim in zip(points, victims, strict=True):
            await published(server.url, RACE, point)
            if victim == "listener":
                hearing.cancel()
                await asyncio.wait({hearing})
                cache, feed = StateCache(), NatsFeed(server.url)
                hearing = asyncio.ensure_future(hear(feed, cache, all_of_it))
            elif victim == "server":
                server.stop()
                server.start()
        await published(server.url, RACE, len(RACE))
        await hearing
        return cache

    cache = asyncio.run(run())
    assert cache.begun == 1  # who publishes has gone on each time
    assert len(cache.times) == len(RACE)
    assert state(cache.view()) == state(WHOLE)


def test_what_nobody_keeps_converges_with_the_next_frame_and_names_the_gap(core: NatsServer) -> None:
    def standings(t: float, first: int, second: int) -> bytes:
        cars = [{"car_idx": first, "pos": 1}, {"car_idx": second, "pos": 2, "gap_leader_s": 1.5}]
        return json.dumps({"timestamp": 1_700_000_000.0 + t, "leader_car_idx": first, "cars": cars}).encode()

    async def put(data: bytes, cache: StateCache, count: int) -> None:
        for _ in range(200):  # who has just come back is not heard at once
            async with connected(core.url) as (client, *_):
                await client.publish("iracing.standings", data)
                await client.flush()
            await asyncio.sleep(0.05)
            if len(cache.times) > count:
                return
        raise AssertionError("nobody hears")

    async def run() -> RaceView:
        cache, feed = StateCache(), NatsFeed(core.url)
        hearing = asyncio.ensure_future(hear(feed, cache, lambda one: False))
        await put(standings(0.0, 3, 4), cache, 0)
        await put(standings(10.0, 3, 4), cache, len(cache.times))
        core.stop()
        core.start()
        await put(standings(95.0, 4, 3), cache, len(cache.times))
        hearing.cancel()
        await asyncio.wait({hearing})
        return cache.view()

    view = asyncio.run(run())
    assert (view.order, view.gaps("3").gap_s) == (("4", "3"), 1.5)
    assert [(outage.t, outage.until) for outage in view.outages] == [(10.0, 95.0)]


@pytest.mark.parametrize("share", [0.2, 0.7])
def test_a_server_that_is_killed_and_comes_back_loses_nothing(server: NatsServer, share: float) -> None:
    at = int(len(RACE) * share)

    async def run() -> tuple[StateCache, list[str]]:
        cache, feed, states = StateCache(), NatsFeed(server.url), list[str]()
        await sent(server.url, RACE[:at])
        hearing = asyncio.ensure_future(hear(feed, cache, all_of_it))
        await until(hearing, lambda: len(cache.times) >= at // 2)
        server.stop()
        await until(hearing, lambda: feed.state.status == "lost")
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
        await until(hearing, lambda: feed.state.status == "connected")
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
    assert caplog.text.count("a frame of iracing.standings is left out") == 2


def test_publish_and_ask(server: NatsServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "sim:seed=5,cars=6,laps=5", "--nats", server.url]) == 0
    assert capsys.readouterr().out.startswith("published ")
    assert main(["call", "get_roster", "--source", server.url]) == 0
    assert '"count":6' in capsys.readouterr().out
    assert main(["export", "drivers", "--source", server.url]) == 0
    assert capsys.readouterr().out.count("\n") == 7
    assert "feed" not in {thread.name for thread in running_threads()}


def test_strict_publishing_says_what_it_leaves_out(core: NatsServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["publish", "sim:seed=5,cars=6,laps=5", "--nats", core.url, "--strict-iracing"]) == 0
    told = capsys.readouterr().err
    assert "has no field for sets of tyres" in told
    assert "no JetStream" in told


def test_without_a_server_one_line_says_so_and_holds_no_password(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "who leads", "--source", "nats://me:hidden@127.0.0.1:9"]) == 1
    told = capsys.readouterr().err
    assert told == (
        "director: no data comes from the live feed: lost (can't reach NATS at 127.0.0.1:9 (nobody listens): "
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


async def published(url: str, race: list[Event], upto: int, *, live: bool = False, name: str = "race") -> PublisherRun:
    """What a publisher does that is ended after so many events."""

    async def told() -> AsyncGenerator[Event]:
        for event in race[:upto]:
            yield event

    async with connected(url) as (client, *_):
        js = client.jetstream()
        while True:
            with suppress(ServiceUnavailableError):  # a server that has just come back is asked again
                run = await find_run(js, name)
                break
        await make_streams(js, goes_on=run.published > 0)
        events, own = (gone_on(told(), run), new_run(name)) if live else (told(), run)
        await publish(client, events, Subjects(1_700_000_000.0), run=own)
        if upto >= len(race):
            await end_run(js, own)
    return run


def test_a_publisher_that_comes_back_goes_on_where_it_was(server: NatsServer) -> None:
    async def run() -> tuple[list[int], StateCache, StateCache]:
        counts = [(await published(server.url, RACE, upto)).published for upto in (300, 301, 700, len(RACE))]
        cache, again = StateCache(), StateCache()
        await hear(NatsFeed(server.url), cache, all_of_it)
        counts.append((await published(server.url, RACE, len(RACE))).published)
        await hear(NatsFeed(server.url), again, all_of_it)
        return counts, cache, again

    counts, cache, again = asyncio.run(run())
    assert counts == [0, 300, 301, 700, 0]  # the last is a race that was over: it begins anew
    assert len(cache.times) == len(again.times) == len(RACE)  # nothing twice
    assert state(cache.view()) == state(again.view()) == state(WHOLE)


def test_a_live_race_goes_on_and_says_that_its_publisher_was_away() -> None:
    """It has begun to count anew, and tells what it has told: only what is new is published, at the race's own time."""
    gone = PublisherRun("race", "r", 4, last_t=100.0, offset=1000.0)
    events = [Clock(0.0, 1050.0), Event(0.0), Event(50.0), Event(51.5), TrackStatus(60.0, "red")]

    async def told() -> AsyncGenerator[Event]:
        for event in events:
            yield event

    async def run(run: PublisherRun) -> list[Event]:
        return [event async for event in gone_on(told(), run)]

    assert asyncio.run(run(gone)) == [Outage(100.0, 101.5), Event(101.5), TrackStatus(110.0, "red")]
    assert asyncio.run(run(new_run("race"))) == events


def test_what_a_stop_would_cost_is_published_once_a_lap() -> None:
    race = simulate(SimConfig(seed=3, cars=8, laps=16))
    subjects = Subjects(1_700_000_000.0, strict=True)
    frames = [json.loads(data) for event in race for subject, data in subjects.frames(event) if subject == PROJECTION]
    view = StateCache().load(race).view()
    assert frames
    assert len({(told["car_number"], told["lap"]) for told in frames}) == len(frames)
    predict = build_predict_pit_window_tool(StateCache().load(race)).handler
    for told in (frames[0], frames[-1]):
        said = predict({"driver": told["car_number"], "at_lap": told["lap"]}, ANONYMOUS)
        assert (told["position_now"], told["position_after"]) == (said["position_now"], said["position_after"])
    assert {told["lap"] for told in frames} <= set(range(1, view.lap + 1))


NEXT = list(simulate(SimConfig(seed=9, cars=4, laps=3)))
NEXT_WHOLE = StateCache().load(NEXT).view()


@pytest.mark.parametrize("name", ["another", "race"])
def test_who_hears_one_race_and_then_another_never_mixes_them(server: NatsServer, name: str) -> None:
    """The second is a race of its own, or the first one published again from its start."""
    second, whole = (NEXT, NEXT_WHOLE) if name == "another" else (RACE, WHOLE)

    async def run() -> StateCache:
        cache, feed = StateCache(), NatsFeed(server.url)

        def both(one: StateCache) -> bool:
            return one.heard.earlier is not None and len(one.times) > len(second)

        hearing = asyncio.ensure_future(hear(feed, cache, both))
        await published(server.url, RACE, len(RACE))
        await until(hearing, lambda: len(cache.times) >= len(RACE))
        await published(server.url, second, len(second), name=name)
        await hearing
        return cache

    cache = asyncio.run(run())
    assert state(cache.view()) == state(whole)
    assert cache.view().earlier == "Simulated Grand Prix, Race"


def test_without_streams_another_race_is_told_apart_too(core: NatsServer) -> None:
    """It is called as the one before, and told from its start: only who publishes it says that it is another."""

    async def put(race: list[Event], name: str) -> None:
        async def told() -> AsyncGenerator[Event]:
            for event in race:
                yield event

        async with connected(core.url) as (client, *_):
            await publish(client, told(), Subjects(1_700_000_000.0), kept=False, run=new_run(name))

    async def run() -> RaceView:
        cache, feed = StateCache(), NatsFeed(core.url)
        hearing = asyncio.ensure_future(
            hear(feed, cache, lambda one: one.begun == 2 and len(one.times) > len(RACE), limit_s=20.0)
        )
        await until(hearing, lambda: feed.state.status == "connected")
        await asyncio.wait({hearing}, timeout=0.2)
        await put(RACE[: len(RACE) // 3], "first")
        await put(RACE, "second")
        await hearing
        return cache.view()

    assert state(asyncio.run(run())) == state(WHOLE)


def test_a_publisher_whose_server_goes_away_says_so_in_one_line(
    server: NatsServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async def until_the_race_is_kept() -> None:
        async with connected(server.url) as (client, *_):
            kept = 0
            while not kept:
                with suppress(NotFoundError):
                    kept = (await client.jetstream().stream_info(EVENT_STREAM)).state.messages
                await asyncio.sleep(0.01)

    def stop() -> None:
        asyncio.run(until_the_race_is_kept())
        server.stop()

    stopping = Thread(target=stop)
    stopping.start()
    assert main(["publish", "sim:seed=5,cars=6,laps=5", "--nats", server.url, "--speed", "1"]) == 1
    stopping.join()
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith(f"director: the connection to 127.0.0.1:{server.port} is lost (")
    assert told.endswith("): publish again: the race goes on from there")
