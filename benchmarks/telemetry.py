"""64 cars at 60 Hz: how many times faster than real time one core takes it in, and how much memory that needs.

    python benchmarks/telemetry.py [MINUTES ...]

A frame is one JSON message with the metres of all cars; it is decoded and applied. Between the frames comes the timing of a race of
the simulator with as many cars. Each length of race in a process of its own; making the frames is not counted.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from time import perf_counter

import msgspec

from pitwall.events import Distances, Event
from pitwall.sources import open_source
from pitwall.state import StateCache
from pitwall.state.ring import FRAMES

CARS = 64
HERTZ = 60
MINUTES = (5, 15, 60)
_decode = msgspec.json.Decoder(Distances).decode
_METRES_PER_S = 60.0


def frames(timing: list[Event], minutes: int) -> Iterator[tuple[list[Event], list[bytes]]]:
    """Second by second: the timing of that second, and its frames as a feed would send them."""
    encode = msgspec.json.Encoder().encode
    start = timing[0].t
    told = iter(timing)
    pending = next(told, None)
    for second in range(minutes * 60):
        events: list[Event] = []
        while pending is not None and pending.t < start + second + 1:
            events.append(pending)
            pending = next(told, None)
        moments = (start + second + frame / HERTZ for frame in range(HERTZ))
        yield events, [encode({"t": t, "metres": _metres(t)}) for t in moments]


def _metres(t: float) -> dict[str, float]:
    return {str(car): round(t * _METRES_PER_S - car * 20.0, 2) for car in range(1, CARS + 1)}


def measure(minutes: int) -> None:
    race = [event for event in open_source(f"sim:cars={CARS},hours=2") if not isinstance(event, Distances)]
    cache, spent, slowest = StateCache(), 0.0, 0.0
    gc.collect()
    before = resident_mb()
    for events, sent in frames(race, minutes):
        begin = perf_counter()
        cache.load(events)
        for frame in sent:
            cache.apply(_decode(frame))
        took = perf_counter() - begin
        spent += took
        slowest = max(slowest, took)
    view = cache.view()
    assert len(view.distances) == CARS
    print(
        f"{minutes:>3} min   {len(cache.times):>8,} messages   {spent:6.2f} s   {minutes * 60 / spent:5.0f} times real time   "
        f"slowest second {slowest * 1000:4.1f} ms   {resident_mb() - before:4.0f} MB more   (peak {peak_mb():.0f} MB)",
        flush=True,
    )


def resident_mb() -> float:
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "one":
        measure(int(sys.argv[2]))
        return
    print(f"{CARS} cars, {HERTZ} Hz; the ring keeps {FRAMES:,} frames")
    for minutes in [int(text) for text in sys.argv[1:]] or MINUTES:
        subprocess.run([sys.executable, __file__, "one", str(minutes)], check=True)


if __name__ == "__main__":
    main()
