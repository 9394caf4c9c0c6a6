"""The simulated races that the tests of the simulator share: each is run and told once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from hypothesis import strategies as st

from pitwall.events import Event
from pitwall.sources.sim import SimConfig, simulate
from tests.examples import MORE, SEARCHING, examples

MOST_CARS, MOST_LAPS = 26, 20
SHARED = 12 if MORE == 1 else 40


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
    if number == 0:
        return SimConfig(cars=2, laps=1)
    if number == 1:
        return SimConfig(cars=MOST_CARS, laps=MOST_LAPS, classes=4, rain=1, red=1, dropouts=1, penalties=1)
    by_time = number % 8 == 2
    return SimConfig(
        seed=rng.randrange(2**32),
        cars=rng.randint(2, 12 if by_time else MOST_CARS),
        laps=rng.randint(1, MOST_LAPS),
        hours=int(by_time),
        classes=rng.randint(1, 4),
        rain=rng.randint(0, 1),
        red=rng.randint(0, 1),
        dropouts=rng.randint(0, 1),
        penalties=rng.randint(0, 1),
    )


configs = st.integers(0, 2**32 if SEARCHING else SHARED - 1).map(drawn)
"""Every test sees all of the shared ones; a search goes on to any."""
races = configs.map(told)
some_races = examples(12)
