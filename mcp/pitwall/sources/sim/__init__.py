"""The built-in simulated race: the same events as a live feed, and the truth to hold every answer against.

A race is run once, into a record of who was where when (`race` writes `history`). The feed and the truth both
read that record, and neither reads the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitwall.events import Event
from pitwall.sources.sim.circuits import draw_circuit
from pitwall.sources.sim.config import SimConfig, parse_sim_uri
from pitwall.sources.sim.drivers import draw_entries
from pitwall.sources.sim.history import History
from pitwall.sources.sim.notices import notices
from pitwall.sources.sim.race import Race
from pitwall.sources.sim.timing import TimingFeed
from pitwall.sources.sim.truth import Truth

__all__ = ["SimConfig", "SimRace", "Truth", "parse_sim_uri", "simulate"]

FIRST_SUNDAY = 1_736_082_000  # 2025-01-05 13:00 UTC
WEEK_S = 7 * 24 * 3600


class SimRace:
    """A race that has been run: iterate it, as often as you like, for its events in order of time."""

    def __init__(self, history: History) -> None:
        self.config = history.config
        self.truth = Truth(history)
        self._history = history

    def __iter__(self) -> Iterator[Event]:
        told = notices(self._history)
        following = 0
        for timing in TimingFeed(self._history):
            while told[following].t <= timing.t:
                yield told[following]
                following += 1
            yield timing
        yield from told[following:]


def simulate(config: SimConfig) -> SimRace:
    """Run a race. The same config always gives the same race."""
    rng = Random(config.seed)  # noqa: S311 - chance in a game
    history = History(
        config=config,
        circuit=draw_circuit(rng),
        entries=draw_entries(rng, config.cars),
        epoch=FIRST_SUNDAY + WEEK_S * (config.seed % 52),
    )
    Race(history, rng).run()
    return SimRace(history)
