"""Rain, and how wet it leaves the track."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

STEP_MS = 10_000
WETTING_MS = 240_000
"""The hardest rain takes so long to soak a dry track."""
DRYING_MS = 1_100_000
"""The cars take so long to dry a soaked one."""
SHOWER_EVERY_MS = 5_400_000
"""A long race has another shower about so often."""
SHOWER_MS = (360_000, 780_000)
WET_START_CHANCE = 0.2


@dataclass(frozen=True, slots=True)
class Shower:
    """Rain from one moment to another; strength 1 is the hardest."""

    start_ms: int
    end_ms: int
    strength: float


@dataclass(frozen=True, slots=True)
class Sky:
    """The showers of a race, and the wetness of the track every STEP_MS: 0 is dry, 1 soaked."""

    showers: tuple[Shower, ...] = ()
    steps: tuple[float, ...] = (0.0,)

    def raining_at(self, ms: int) -> bool:
        """Does rain fall?"""
        return any(shower.start_ms <= ms < shower.end_ms for shower in self.showers)

    def wetness_at(self, ms: int) -> float:
        """How wet the track is, from 0 to 1."""
        return self.steps[min(max(ms, 0) // STEP_MS, len(self.steps) - 1)]


def draw_sky(rng: Random, start_ms: int, length_ms: int) -> Sky:
    """The showers of a race that takes about so long. The first comes at the start or well before the middle."""
    showers: list[Shower] = []
    begin = start_ms - 240_000 if rng.random() < WET_START_CHANCE else start_ms + int(length_ms * rng.uniform(0.1, 0.4))
    while begin < start_ms + length_ms * 4 // 5:
        end = begin + min(rng.randrange(*SHOWER_MS), length_ms // 2)
        showers.append(Shower(begin, end, rng.uniform(0.5, 1.0)))
        begin = end + int(rng.expovariate(1 / SHOWER_EVERY_MS)) + SHOWER_MS[0]
    return Sky(tuple(showers), _wetness(showers, start_ms + 2 * length_ms))


def _wetness(showers: list[Shower], until_ms: int) -> tuple[float, ...]:
    """The track dries all the time, and gets wet while it rains. It has rained before the session, if it did."""
    steps: list[float] = []
    wetness = 0.0
    first = min(0, *(shower.start_ms for shower in showers))
    for ms in range(first // STEP_MS * STEP_MS, until_ms, STEP_MS):
        if ms >= 0:
            steps.append(round(wetness, 4))
        falling = sum(shower.strength for shower in showers if shower.start_ms <= ms < shower.end_ms)
        wetness += falling * STEP_MS / WETTING_MS - STEP_MS / DRYING_MS
        wetness = min(max(wetness, 0.0), 1.0)
    return tuple(steps)
