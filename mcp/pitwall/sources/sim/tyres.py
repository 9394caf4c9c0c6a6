"""Tyres: how compounds wear and take the wet, which to start on, how long to stay out and which to fit next."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random

CLIFF_MS = 150
"""What each lap beyond its life costs a worn set, on top of its wear."""
FRESH_MS = (-450, -200)
"""What a new set gives on its first laps: with its wear it is why the first of two rivals to stop gains."""
FORCED_STOP = 0.65
"""The part of the race after which a first set comes off, however well it lasts."""
TO_THE_END_CHANCE = 0.6
SPRINT_LAPS = 8
"""Races shorter than this need no stop."""


@dataclass(frozen=True, slots=True)
class Compound:
    """Lap time against a new MEDIUM, loss per lap of wear, and laps before it falls apart.

    On a track of wetness w a lap takes longer than on slicks in the dry by the share `dry + wet * w` of the lap.
    """

    name: str
    offset_ms: float
    wear_ms: float
    life: int
    dry: float = 0.0
    wet: float = 0.36

    def loss_ms(self, laps: int) -> float:
        """What a set costs per lap after so many laps, against a MEDIUM without wear."""
        fresh_ms = FRESH_MS[laps] if laps < len(FRESH_MS) else 0
        return self.offset_ms + self.wear_ms * laps + CLIFF_MS * max(0, laps - self.life) + fresh_ms

    def surface(self, wetness: float) -> float:
        """The share of a lap that the wetness of the track, from 0 to 1, costs."""
        return self.dry + self.wet * wetness


SOFT = Compound("SOFT", -550, 85, 10)
MEDIUM = Compound("MEDIUM", 0, 55, 16)
HARD = Compound("HARD", 420, 35, 25)
INTERMEDIATE = Compound("INTERMEDIATE", 0, 45, 24, dry=0.05, wet=0.11)
WET = Compound("WET", 0, 30, 32, dry=0.085, wet=0.05)
SLICKS = (SOFT, MEDIUM, HARD)
RAIN_TYRES = (INTERMEDIATE, WET)


@dataclass(slots=True)
class Fitted:
    """The set on a car: laps done, those before the race included, and laps meant to do (inf: to the end)."""

    compound: Compound
    laps: int
    target: float
    cheap_target: float
    """The same when a stop costs little, behind the safety car."""


def best_for(wetness: float) -> Compound:
    """The compound that a track of this wetness slows least; MEDIUM stands for all slicks."""
    return min((MEDIUM, *RAIN_TYRES), key=lambda compound: compound.surface(wetness))


def start_set(rng: Random, race_laps: int, wetness: float) -> Fitted:
    """The set for the grid; some have done laps in qualifying."""
    compound = rng.choices(SLICKS, weights=(4, 4, 2))[0]
    if best_for(wetness) in RAIN_TYRES:
        compound = best_for(wetness)
    target = min(compound.life * rng.uniform(0.8, 1.1), max(race_laps * FORCED_STOP, 1))
    return _fit(rng, compound, rng.choice((0, 0, 3)), target if race_laps >= SPRINT_LAPS else inf)


def next_set(rng: Random, worn: Fitted, laps_left: int, wetness: float) -> Fitted:
    """Rain tyres where the wetness calls for them, else mostly the softest other slick that lasts to the end."""
    needed = best_for(wetness)
    if needed in RAIN_TYRES:
        return _fit(rng, needed, 0, needed.life * rng.uniform(0.8, 1.1))
    others = [compound for compound in SLICKS if compound is not worn.compound]
    lasting = [compound for compound in others if compound.life >= laps_left]
    if lasting and rng.random() < TO_THE_END_CHANCE:
        return _fit(rng, lasting[0], 0, inf)
    compound = rng.choice(others)
    return _fit(rng, compound, 0, compound.life * rng.uniform(0.8, 1.1))


def _fit(rng: Random, compound: Compound, laps: int, target: float) -> Fitted:
    return Fitted(compound, laps, target, cheap_target=target * rng.uniform(0.4, 0.9))
