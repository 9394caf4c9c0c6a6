"""What simulated races cost: to run one, and to iterate its events. Each in a process of its own.

python benchmarks/sim.py
"""

from __future__ import annotations

import resource
import subprocess
import sys
from time import perf_counter

from pitwall.sources.sim import parse_sim_uri, simulate

RACES = (
    "sim:",
    "sim:rain=1,dropouts=1,penalties=1",
    "sim:cars=64,hours=6,classes=4",
    "sim:cars=64,hours=24,classes=4,rain=1",
)


def measure(uri: str) -> None:
    floor_mb = peak_mb()
    start = perf_counter()
    race = simulate(parse_sim_uri(uri))
    ran = perf_counter()
    events = sum(1 for _ in race)
    told = perf_counter()
    print(
        f"{uri:<42} {events:>9,} events   run {ran - start:6.3f} s   iterate {told - ran:6.3f} s   "
        f"peak {peak_mb():.0f} MB (the bare process {floor_mb:.0f} MB)"
    )


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    if len(sys.argv) > 1:
        measure(sys.argv[1])
        return
    for uri in RACES:
        subprocess.run([sys.executable, __file__, uri], check=True)


if __name__ == "__main__":
    main()
