"""A view at the end of a race beside views of its past, 20 cars.

python benchmarks/views.py
"""

from __future__ import annotations

import statistics
from time import perf_counter_ns

from pitwall.sources import open_source
from pitwall.state import StateCache

ROUNDS = 4000


def main() -> None:
    cache = StateCache().load(open_source("sim:laps=60"))
    moments = {"end": None, "lap 10": "lap:10", "lap 50": "lap:50", "a session time": "00:40:00"}
    samples: dict[str, list[int]] = {name: [] for name in moments}
    for _ in range(ROUNDS):
        for name, moment in moments.items():
            start = perf_counter_ns()
            assert cache.view(moment).leader
            samples[name].append(perf_counter_ns() - start)
    end = statistics.median(samples["end"])
    for name, times in samples.items():
        median = statistics.median(times)
        print(f"view at {name:<15} {median / 1000:6.1f} us   {median / end:.2f} of the one at the end")


if __name__ == "__main__":
    main()
