"""Which race to simulate, and the `sim:` address that says so."""

from __future__ import annotations

from dataclasses import dataclass

SCHEME = "sim:"
BOUNDS = {"seed": (0, 2**32 - 1), "cars": (2, 64), "laps": (1, 1500)}


@dataclass(frozen=True, slots=True)
class SimConfig:
    """The size of a simulated race, and the seed of its chances. ValueError names a number out of bounds."""

    seed: int = 1
    cars: int = 20
    laps: int = 30

    def __post_init__(self) -> None:
        for name, (low, high) in BOUNDS.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def parse_sim_uri(uri: str) -> SimConfig:
    """Read `sim:` or `sim:seed=7,cars=32,laps=40`. ValueError says in one line what is allowed."""
    if not uri.startswith(SCHEME):
        raise ValueError(f"a simulated race is written {SCHEME}key=number,... with {_allowed()}, not {uri!r}")
    numbers: dict[str, int] = {}
    for pair in filter(None, uri.removeprefix(SCHEME).split(",")):
        key, _, value = pair.partition("=")
        if key not in BOUNDS:
            raise ValueError(f"{SCHEME} has no {key!r}; it takes {_allowed()}")
        if key in numbers:
            raise ValueError(f"{SCHEME} takes {key} once, and here it comes twice")
        if not (value.isascii() and value.isdecimal()):
            low, high = BOUNDS[key]
            raise ValueError(f"{key} must be a whole number from {low} to {high}, not {value!r}")
        numbers[key] = int(value)
    return SimConfig(**numbers)


def _allowed() -> str:
    return ", ".join(f"{name} ({low} to {high})" for name, (low, high) in BOUNDS.items())
