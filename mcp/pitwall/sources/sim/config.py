"""Which race to simulate, and the `sim:` address that says so."""

from __future__ import annotations

from dataclasses import dataclass

SCHEME = "sim:"
_MOST_DIGITS = 12
BOUNDS = {
    "seed": (0, 2**32 - 1),
    "cars": (2, 64),
    "laps": (1, 1500),
    "hours": (0, 24),
    "classes": (1, 4),
    "rain": (0, 1),
    "red": (0, 1),
    "dropouts": (0, 1),
    "penalties": (0, 1),
    "telemetry": (0, 1),
}


KINDS = ("race", "sprint", "qualifying", "sprint_qualifying", "practice")
RACES = ("race", "sprint")
_OF_ALL_KINDS = ("kind", "seed", "cars")


@dataclass(frozen=True, slots=True)
class SimConfig:
    """The size of a simulated race, and the seed of its chances. ValueError names a number out of bounds."""

    seed: int = 1
    cars: int = 20
    laps: int = 30
    hours: int = 0
    """A race by time, if not 0: whatever `laps` says, it ends with the lap on which the time runs out."""
    classes: int = 1
    """Cars of so many classes on one track. With fewer cars than classes, as many classes as cars."""
    rain: int = 0
    """1: it rains for a while, and the tyres follow."""
    red: int = 0
    """1: the race is stopped by a red flag and resumed, a long one more than once."""
    dropouts: int = 0
    """1: for a while the timing does not hear the transponders of some cars."""
    penalties: int = 0
    """1: after the flag the stewards add seconds to the time of some cars."""
    telemetry: int = 0
    """1: cars tell their speed and where they are, once a second."""
    kind: str = "race"
    """What kind of session it is."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind must be {' or '.join(KINDS)}, not {self.kind[:20]!r}")
        for name, (low, high) in BOUNDS.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def parse_sim_uri(uri: str) -> SimConfig:
    """Read `sim:` or `sim:seed=7,cars=32,hours=6,rain=1`. ValueError says in one line what is allowed."""
    if not uri.startswith(SCHEME):
        raise ValueError(f"a simulated race is written {SCHEME}key=number,... with {_allowed()}, not {uri[:40]!r}")
    numbers: dict[str, int] = {}
    kind = "race"
    for pair in filter(None, uri.removeprefix(SCHEME).split(",")):
        key, _, value = pair.partition("=")
        if key == "kind":
            kind = value
            continue
        if key not in BOUNDS:
            raise ValueError(f"{SCHEME} has no {key[:40]!r}; it takes {_allowed()}")
        if key in numbers:
            raise ValueError(f"{SCHEME} takes {key} only once")
        if not (value.isascii() and value.isdecimal() and len(value) <= _MOST_DIGITS):
            low, high = BOUNDS[key]
            raise ValueError(f"{key} must be a whole number from {low} to {high}, not {value[:20]!r}")
        numbers[key] = int(value)
    if "laps" in numbers and numbers.get("hours"):
        raise ValueError(f"{SCHEME} takes either laps or hours, not both")
    config = SimConfig(**numbers, kind=kind)
    if kind not in RACES and (foreign := [key for key in numbers if key not in _OF_ALL_KINDS]):
        raise ValueError(f"{SCHEME}kind={kind} takes only seed and cars: {foreign[0]} is for a race")
    return config


def _allowed() -> str:
    bounds = ", ".join(f"{name} ({low} to {high})" for name, (low, high) in BOUNDS.items())
    return f"{bounds}, kind ({', '.join(KINDS)})"
