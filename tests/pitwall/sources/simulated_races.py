"""The simulated races that the tests of the simulator share: each is run and told once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from pitwall.events import Event
from pitwall.sources.sim import SimConfig, simulate
from tests.examples import SEARCHING

MOST_CARS, MOST_LAPS = 26, 20
SHARED = 25


class ToldRace:
    """A race that has been run, its truth and its events, which are kept."""

    def __init__(self, config: SimConfig) -> None:
        race = simulate(config)
        self.config, self.truth = config, race.truth
        self._events = tuple(race)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)


@lru_cache(maxsize=SHARED)
def told(config: SimConfig) -> ToldRace:
    """The race of a config."""
    return ToldRace(config)


def drawn(number: int) -> SimConfig:
    """One of the shared configs: the smallest, the largest, one by time, and any between."""
    rng = Random(number)
    some = {name: rng.randint(0, 1) for name in ("rain", "red", "dropouts", "penalties")}
    seed, classes = rng.randrange(2**32), rng.randint(1, 4)
    if number == 0:
        return SimConfig(seed, cars=2, laps=1)
    if number == 1:
        return SimConfig(seed, MOST_CARS, MOST_LAPS, classes=4, **dict.fromkeys(some, 1))
    if number % 8 == 2:
        return SimConfig(seed, rng.randint(2, 12), hours=1, classes=classes, **some)
    return SimConfig(seed, rng.randint(2, MOST_CARS), rng.randint(1, MOST_LAPS), classes=classes, **some)


configs = st.integers(0, 2**32 if SEARCHING else SHARED - 1).map(drawn)
"""Every test sees all of the shared ones; a search goes on to any."""
races = configs.map(told)
