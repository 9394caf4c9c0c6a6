"""The invented tracks. A lap is cut into segments of one length, each with its share of the lap time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SEGMENT_S = 4.5
"""About how long a car takes from one timing loop to the next."""
OVERTAKING_ZONES = 3
SECTORS = 3

# name, length in metres, a good lap in seconds, seconds that a stop costs besides the time standing still
_TRACKS = (
    ("Valdoro", 5_240, 88.0, 18.0),
    ("Kestrel Point", 4_620, 80.0, 16.5),
    ("Lago Sereno", 5_780, 97.0, 20.0),
    ("Ashworth Park", 4_980, 84.0, 17.0),
    ("Port Caldera", 5_510, 92.0, 19.5),
    ("Tsuru Hills", 5_070, 86.0, 18.5),
)


@dataclass(frozen=True, slots=True)
class Track:
    """A track: the part of a lap time spent in each segment, and the segments where cars can pass."""

    name: str
    length_m: float
    lap_ms: float
    pit_loss_ms: float
    shares: tuple[float, ...]
    zones: frozenset[int]

    @property
    def segments(self) -> int:
        return len(self.shares)

    @property
    def sector_ends(self) -> tuple[int, ...]:
        """The segments after which each sector ends, counted from 1: the last one ends at the line."""
        return tuple(round(self.segments * sector / SECTORS) for sector in range(1, SECTORS + 1))

    @property
    def trap(self) -> int:
        """The segment at whose end the speed trap stands: the quickest of all."""
        return min(range(self.segments), key=self.shares.__getitem__)

    def kmh(self, ms: float) -> float:
        """The speed of a car that takes so long for a segment."""
        return float(round(self.length_m / self.segments / ms * 3600))


def draw_circuit(rng: Random) -> Track:
    """One of the tracks, its corners and straights drawn anew: the fastest segments are where cars pass."""
    name, length_m, lap_s, pit_loss_s = rng.choice(_TRACKS)
    weights = [rng.uniform(0.8, 1.25) for _ in range(round(lap_s / SEGMENT_S))]
    fastest = sorted(range(len(weights)), key=weights.__getitem__)[:OVERTAKING_ZONES]
    return Track(
        name=name,
        length_m=float(length_m),
        lap_ms=lap_s * 1000,
        pit_loss_ms=pit_loss_s * 1000,
        shares=tuple(weight / sum(weights) for weight in weights),
        zones=frozenset(fastest),
    )
