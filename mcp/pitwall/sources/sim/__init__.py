"""The built-in simulated race: the same events as a live feed, and the truth to hold every answer against.

A race is run once, into a record of who was where when (`race` writes `history`). The feed and the truth both
read that record, and neither reads the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge
from itertools import chain
from operator import attrgetter
from random import Random

from pitwall.events import Event
from pitwall.sources.sim.classes import classified
from pitwall.sources.sim.config import RACES, SimConfig, parse_sim_uri
from pitwall.sources.sim.distances import distances
from pitwall.sources.sim.drivers import draw_entries
from pitwall.sources.sim.history import START_MS, History
from pitwall.sources.sim.messages import Messages
from pitwall.sources.sim.notices import notices
from pitwall.sources.sim.race import SimulatedRace
from pitwall.sources.sim.sensors import sensors
from pitwall.sources.sim.sky import draw_sky
from pitwall.sources.sim.stewards import draw_penalties
from pitwall.sources.sim.timed_feed import SimTimed
from pitwall.sources.sim.timing import TimingFeed
from pitwall.sources.sim.tracks import draw_circuit
from pitwall.sources.sim.transponders import draw_silences
from pitwall.sources.sim.truth import Truth

__all__ = ["SimConfig", "SimRace", "SimTimed", "Truth", "parse_sim_uri", "session", "simulate"]

FIRST_SUNDAY = 1_736_082_000  # 2025-01-05 13:00 UTC
WEEK_S = 7 * 24 * 3600


class SimRace:
    """A race that has been run: iterate it, as often as you like, for its events in order of time."""

    def __init__(self, history: History) -> None:
        self.config = history.config
        self.truth = Truth(history)
        self._history = history

    def __iter__(self) -> Iterator[Event]:
        """Only what is rare is put in order beforehand; the rest is told as it is asked for."""
        when = attrgetter("t")
        rare = sorted(chain(notices(self._history), Messages(self._history).all()), key=when)
        told = merge(rare, distances(self._history), sensors(self._history), key=when)
        following = next(told)
        for timing in TimingFeed(self._history):
            while following.t <= timing.t:
                yield following
                following = next(told)
            yield timing
        yield following
        yield from told


def session(config: SimConfig) -> SimRace | SimTimed:
    """Run a session of any kind."""
    return simulate(config) if config.kind in RACES else SimTimed(config)


def simulate(config: SimConfig) -> SimRace:
    """Run a race. The same config always gives the same race."""
    rng = Random(config.seed)  # noqa: S311 - chance in a game
    history = History(
        config=config,
        circuit=draw_circuit(rng),
        entries=classified(config, draw_entries(rng, config.cars)),
        epoch=FIRST_SUNDAY + WEEK_S * (config.seed % 52),
    )
    if config.rain:
        history.sky = draw_sky(rng, START_MS, int(history.planned_laps * history.circuit.lap_ms))
    SimulatedRace(history, rng).run()
    draw_silences(rng, history)
    history.penalties += draw_penalties(rng, history)
    return SimRace(history)
