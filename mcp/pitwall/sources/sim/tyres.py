"""Tyres: how compounds wear, which to start on, how long to stay out and which to fit next."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random

CLIFF_MS = 150
"""What each lap beyond its life costs a worn set, on top of its wear."""
FORCED_STOP = 0.65
"""The part of the race after which a first set comes off, however well it lasts."""
TO_THE_END_CHANCE = 0.6
SPRINT_LAPS = 8
"""Races shorter than this need no stop."""


@dataclass(frozen=True, slots=True)
class Compound:
    """Lap time against a new MEDIUM, loss per lap of wear, and laps before it falls apart."""

    name: str
    offset_ms: float
    wear_ms: float
    life: int

    def loss_ms(self, laps: int) -> float:
        """What a set costs per lap after so many laps, against a new MEDIUM."""
        return self.offset_ms + self.wear_ms * laps + CLIFF_MS * max(0, laps - self.life)


SOFT = Compound("SOFT", -550, 85, 10)
MEDIUM = Compound("MEDIUM", 0, 55, 16)
HARD = Compound("HARD", 420, 35, 25)
COMPOUNDS = (SOFT, MEDIUM, HARD)


@dataclass(slots=True)
class Fitted:
    """The set on a car: laps done, those before the race included, and laps meant to do (inf: to the end)."""

    compound: Compound
    laps: int
    target: float
    cheap_target: float
    """The same when a stop costs little, behind the safety car."""


def start_set(rng: Random, race_laps: int) -> Fitted:
    """The set for the grid; some have done laps in qualifying."""
    compound = rng.choices(COMPOUNDS, weights=(4, 4, 2))[0]
    target = min(compound.life * rng.uniform(0.8, 1.1), race_laps * FORCED_STOP)
    return _fit(rng, compound, rng.choice((0, 0, 3)), target if race_laps >= SPRINT_LAPS else inf)


def next_set(rng: Random, worn: Fitted, laps_left: int) -> Fitted:
    """Most take the softest other compound that lasts to the end, if one does; the others stop again."""
    others = [compound for compound in COMPOUNDS if compound is not worn.compound]
    lasting = [compound for compound in others if compound.life >= laps_left]
    if lasting and rng.random() < TO_THE_END_CHANCE:
        return _fit(rng, lasting[0], 0, inf)
    compound = rng.choice(others)
    return _fit(rng, compound, 0, compound.life * rng.uniform(0.8, 1.1))


def _fit(rng: Random, compound: Compound, laps: int, target: float) -> Fitted:
    return Fitted(compound, laps, target, cheap_target=target * rng.uniform(0.4, 0.9))
