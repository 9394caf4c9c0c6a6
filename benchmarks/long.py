"""Races of 1 to 24 hours with 64 cars in four classes, through the state cache; and the same with F1's archive format.

    python benchmarks/long.py [path/to/2018_azerbaijan_race]

A race of the simulator is run and told beforehand, so that only the cache is measured; each length in a process of its own. The
archive is Azerbaijan 2018, its laps raced over and over until the hours are full, so that reading is measured as well. Queries are
asked at the end: views, and tools through the gate. Times are of CPU.
"""

from __future__ import annotations

import asyncio
import gc
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time

from pitwall.events import Event
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call
from toolgate.runner import Runner

HOURS = {"sim": (1, 6, 24), "archive": (2, 6, 24)}
CALLS = 200
TOOLS = ("get_live_snapshot", "get_current_battle", "get_driver", "get_gap", "get_session_info", "get_standings")
NEED_DRIVER = ("get_driver", "get_gap")
CHUNK = 20_000
LAPS = 51
"""Of the archived race."""


def in_chunks(events: Iterator[Event]) -> Iterator[list[Event]]:
    """As many at a time as fit beside the cache: a day's events at once would need memory that no feed takes."""
    chunk: list[Event] = []
    for event in events:
        chunk.append(event)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    yield chunk


def load(chunks: Iterable[list[Event]]) -> tuple[StateCache, float]:
    """The cache, and the seconds of CPU spent in it."""
    cache, spent = StateCache(), 0.0
    for chunk in chunks:
        start = process_time()
        cache.load(chunk)
        spent += process_time() - start
    return cache, spent


def microseconds(act: Callable[[], object]) -> float:
    """The median of some calls."""
    samples = []
    for _ in range(CALLS):
        start = process_time()
        act()
        samples.append(process_time() - start)
    return statistics.median(samples) * 1e6


def queries(cache: StateCache) -> str:
    """What a view and some tools take."""
    middle = f"lap:{cache.view().lap // 2}"
    told = [
        f"view {microseconds(lambda: cache.view().order):.0f}",
        f"at {middle} {microseconds(lambda: cache.view(middle).order):.0f}",
    ]
    runner = Runner(build_tools(cache))
    driver = cache.view().order[3]
    for tool in TOOLS:
        arguments = {"driver": driver} if tool in NEED_DRIVER else {}
        told.append(f"{tool} {microseconds(lambda: asyncio_run(runner, tool, arguments)):.0f}")  # noqa: B023
    return "   us: " + ", ".join(told)


def asyncio_run(runner: Runner, tool: str, arguments: dict[str, object]) -> None:
    """One call through the gate, in a loop that is already there."""
    assert LOOP.run_until_complete(runner.call(Call(tool, arguments))).ok


LOOP = asyncio.new_event_loop()


def simulated(hours: int) -> None:
    """Memory of the cache is what the process grew by from the run race to the loaded one."""
    race = open_source(f"sim:cars=64,hours={hours},classes=4")
    events = iter(race)
    gc.collect()
    before = peak_mb()
    cache, spent = load(in_chunks(events))
    report(f"sim, {hours} h", len(cache.times), spent, peak_mb() - before)
    print(queries(cache))


def archived(folder: Path, hours: int) -> None:
    """Reading and the cache, from bytes to the last event applied."""
    with tempfile.TemporaryDirectory() as longer:
        prolong(folder, Path(longer), hours)
        before = peak_mb()
        start = process_time()
        cache = StateCache().load(open_source(longer))
        report(f"archive, {hours} h", len(cache.times), process_time() - start, peak_mb() - before)
        print(queries(cache))


def prolong(folder: Path, longer: Path, hours: int) -> None:
    """The session again and again, two hours each, with its time and its laps counted on."""
    for path in folder.glob("*.jsonStream"):
        repeated = path.stem in ("TimingData", "TimingAppData", "RaceControlMessages", "TrackStatus")
        with (longer / path.name).open("wb") as out:
            for number in range(hours // 2 if repeated else 1):
                for line in path.read_bytes().removeprefix(b"\xef\xbb\xbf").splitlines():
                    if line:
                        out.write(_later(line, number))


def _later(line: bytes, number: int) -> bytes:
    moved = re.sub(rb'("NumberOfLaps":)(\d+)', lambda found: b"%s%d" % (found[1], int(found[2]) + LAPS * number), line)
    return b"%02d%s\r\n" % (int(line[:2]) + 2 * number, moved[2:])


def report(name: str, messages: int, spent: float, grown_mb: float) -> None:
    each = spent / messages * 1e6
    print(
        f"{name:<14} {messages:>9,} messages   {spent:7.3f} s   {each:5.2f} us each   {grown_mb:5.0f} MB more",
        flush=True,
    )


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    if len(sys.argv) == 4:
        kind, hours, folder = sys.argv[1:]
        simulated(int(hours)) if kind == "sim" else archived(Path(folder), int(hours))
        return
    for kind in ("sim", *(["archive"] if len(sys.argv) == 2 else [])):
        for hours in HOURS[kind]:
            subprocess.run([sys.executable, __file__, kind, str(hours), sys.argv[-1]], check=True)


if __name__ == "__main__":
    main()
