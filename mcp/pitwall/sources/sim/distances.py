"""How far every car has come, told of all of them at once as simulators do: only then can distances be compared."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.events import Distances
from pitwall.sources.sim.history import START_MS, History
from pitwall.sources.sim.transponders import Heard

SAMPLE_MS = 5_000


def distances(history: History) -> Iterator[Distances]:
    """The metres of every car that is heard and has moved since the last sample, from the start to the last flag."""
    heard = Heard(history)
    segment_m = history.circuit.length_m / history.circuit.segments
    for ms in range(START_MS, history.end_ms + SAMPLE_MS, SAMPLE_MS):
        moving = {
            history.entries[car].car: round(max(history.progress(car, ms), 0.0) * segment_m, 1)
            for car, times in enumerate(history.times)
            if times[-1] > ms - SAMPLE_MS and heard.silence(car, ms) is None
        }
        yield Distances(ms / 1000, moving)
