"""Live feeds: from a frame to a view, over NATS, an endurance race loaded, a frame of the replay.

    python benchmarks/live.py [frames nats latency endurance replay]

Each of them in a process of its own. CPU is that of the process alone; a server of NATS runs beside it on loopback.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter, process_time, thread_time
from typing import Any

from pitwall.events import Event, Gaps, Timing
from pitwall.sources import open_source
from pitwall.sources.event_log import decode_event, encode_event
from pitwall.sources.sim import SimConfig, simulate
from pitwall.state import StateCache

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

CARS = 60
MESSAGES = 60_000
RATE = 2_000
SECONDS = 10
FPS = 30
FRAMES = 300
DRAWN = 5
"""Times a second that the terminal is drawn."""


def p99_ms(took: list[float]) -> float:
    """The 99th percentile in milliseconds."""
    return statistics.quantiles(took, n=100)[98] * 1000


def frames() -> None:
    """A frame of JSON decoded and applied, and the order of the race read off a view of it: CPU of each."""
    lines = [encode_event(event) for event in simulate(SimConfig(cars=CARS, laps=20))]
    cache, took = StateCache(), list[float]()
    gc.freeze()
    for line in lines:
        begun = thread_time()
        cache.apply(decode_event(line))
        view = cache.view()
        view.order  # noqa: B018 - what a view is asked for first
        took.append(thread_time() - begun)
    print(f"frame to view, {CARS} cars, {len(lines)} frames: p50 {statistics.median(took) * 1000:.2f} ms, ", end="")
    print(f"p99 {p99_ms(took):.2f} ms")


def gaps(count: int) -> list[Event]:
    """As most messages of a feed are."""
    cars = [str(number) for number in range(1, CARS + 1)]
    return [Gaps(index / RATE, cars[index % CARS], index % 90 + 0.5, None, 0.7, None) for index in range(count)]


async def _heard(url: str, cache: StateCache, count: int, noted: Callable[[], None] = lambda: None) -> None:
    from pitwall.sources.nats.feed import NatsFeed

    async for event in NatsFeed(url):
        cache.apply(event)
        noted()
        if len(cache.times) >= count:
            return


def nats() -> None:
    """Messages of core NATS into the state: how many a second of this process's CPU."""
    from tests.nats_server import NatsServer

    server = NatsServer()
    events = [Timing(0.0, {}), *gaps(MESSAGES)]
    root = str(Path(__file__).resolve().parents[1])
    code = (
        f"import asyncio, sys; sys.path.insert(0, {root!r}); "
        f"from benchmarks.live import flood; asyncio.run(flood({server.url!r}))"
    )

    async def run() -> float:
        cache = StateCache()
        hearing = asyncio.ensure_future(_heard(server.url, cache, len(events)))
        await asyncio.sleep(1)
        sender = subprocess.Popen([sys.executable, "-c", code])  # noqa: ASYNC220 - nothing waits for it
        begun = process_time()
        await hearing
        took = process_time() - begun
        sender.wait()
        return took

    took = asyncio.run(run())
    server.stop()
    print(f"NATS into the state: {len(events)} messages in {took:.2f} s of CPU: {len(events) / took:,.0f} a second")


async def flood(url: str) -> None:
    """Publishes the messages of `nats`, not faster than they are taken."""
    from toolgate.nats.connection import connected

    async with connected(url) as (client, *_):
        for index, event in enumerate([Timing(0.0, {}), *gaps(MESSAGES)]):
            await client.publish(f"director.event.{type(event).__name__.lower()}", encode_event(event))
            if index % 2000 == 0:
                await client.flush()
        await client.flush()


def latency() -> None:
    """From publishing to the state, at a steady rate, both ends in this process."""
    from tests.nats_server import NatsServer
    from toolgate.nats.connection import connected

    server, events = NatsServer(), gaps(RATE * SECONDS)
    sent: list[float] = []
    came: list[float] = []

    async def run() -> None:
        cache = StateCache()
        hearing = asyncio.ensure_future(_heard(server.url, cache, len(events), lambda: came.append(perf_counter())))
        await asyncio.sleep(1)
        async with connected(server.url) as (client, *_):
            begun = perf_counter()
            for index, event in enumerate(events):
                ahead = begun + index / RATE - perf_counter()
                if ahead > 0.001:
                    await client.flush()
                    await asyncio.sleep(ahead)
                sent.append(perf_counter())
                await client.publish("director.event.gaps", encode_event(event))
            await client.flush()
            await hearing

    asyncio.run(run())
    server.stop()
    took = [end - start for start, end in zip(sent, came, strict=True)]
    print(
        f"publish to state at {RATE} a second: p50 {statistics.median(took) * 1000:.1f} ms, p99 {p99_ms(took):.1f} ms"
    )


def endurance() -> None:
    """62 cars and 20,000 laps as Al Kamel publishes them, loaded."""
    head = (
        "NUMBER; DRIVER_NUMBER; LAP_NUMBER; LAP_TIME; LAP_IMPROVEMENT; CROSSING_FINISH_LINE_IN_PIT; S1; S1_IMPROVEMENT;"
        " S2; S2_IMPROVEMENT; S3; S3_IMPROVEMENT; KPH; ELAPSED; HOUR;S1_LARGE;S2_LARGE;S3_LARGE;TOP_SPEED;DRIVER_NAME;"
        "PIT_TIME;CLASS;GROUP;TEAM;MANUFACTURER;FLAG_AT_FL;"
    )
    rng, rows = Random(1), []
    for car in range(1, 63):
        elapsed = 0.0
        for lap in range(1, 324):
            took = 200 + car / 4 + rng.random() * 5
            elapsed += took
            clock = f"{int(elapsed // 3600)}:{int(elapsed % 3600 // 60):02d}:{elapsed % 60:06.3f}"
            rows.append(
                f"{car};1;{lap};{int(took // 60)}:{took % 60:06.3f};0;{'B' if lap % 30 == 0 else ''};33.8;0;1:20.4;0;"
                f"1:37.7;0;231.3;{clock};16:00:00.000;;;;;A DRIVER{car};{'0:01:05.000' if lap % 30 == 1 else ''};"
                f"{'HYPERCAR' if car < 22 else 'LMGT3'};;Team {car};Maker;GF;"
            )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "le_mans_laps.csv"
        path.write_text("\n".join([head, *rows]))
        begun = process_time()
        cache = StateCache().load(open_source(str(path)))
        took = process_time() - begun
    print(f"{len(cache.cars)} cars, {len(rows)} laps loaded in {took:.2f} s of CPU")


def replay() -> None:
    """A frame of the terminal for a feed that tells of a car in each: made, laid out and rendered."""
    from rich.console import Console
    from rich.live import Live

    from director.cli.replay.frame import make_frame
    from director.cli.replay.screen import Status, screen
    from pitwall.tools.get_current_battle import build_get_current_battle_tool
    from toolgate.contract import ANONYMOUS

    race = list(simulate(SimConfig(cars=20, laps=20)))
    half = len(race) // 2
    cache = StateCache().load(race[:half])
    battle = build_get_current_battle_tool(cache).handler
    console = Console(width=140, height=50, force_terminal=True, file=open("/dev/null", "w"))  # noqa: SIM115
    status = Status(1.0)
    with Live(console=console, screen=True, auto_refresh=False) as live:
        begun = process_time()
        for index, event in enumerate(race[half : half + FRAMES]):
            cache.apply(event)
            if index % (FPS // DRAWN):
                continue
            frame = make_frame(cache.view(), 20, dict(battle({}, ANONYMOUS)))
            live.update(screen(frame, status, 140, 50), refresh=True)
    share = (process_time() - begun) / FRAMES * FPS
    print(f"replay of {FPS} frames a second, drawn {DRAWN} times: {share:.0%} of a core")


PARTS: dict[str, Callable[[], Any]] = {
    "frames": frames, "nats": nats, "latency": latency, "endurance": endurance, "replay": replay,
}  # fmt: skip

if __name__ == "__main__":
    if len(sys.argv) == 2 and sys.argv[1] in PARTS:
        PARTS[sys.argv[1]]()
    else:
        for part in sys.argv[1:] or PARTS:
            subprocess.run([sys.executable, __file__, part], check=True)
