"""The classes of a race of several: the fastest first, each with its own pace and about as many cars."""

from __future__ import annotations

from msgspec.structs import replace

from pitwall.events import Driver
from pitwall.sources.sim.config import SimConfig

# name, lap time against the fastest class
CLASSES = (("Prototype", 1.0), ("Challenger", 1.06), ("GT", 1.13), ("Touring", 1.22))


def class_of(config: SimConfig, car: int) -> tuple[int, float]:
    """The class of a car, counted from 0, and how far down its class the car is: 0 the fastest, 1 the slowest."""
    classes = min(config.classes, config.cars)
    index = car * classes // config.cars
    first, end = -(-index * config.cars // classes), -(-(index + 1) * config.cars // classes)
    return index, (car - first) / max(end - first - 1, 1)


def classified(config: SimConfig, entries: list[Driver]) -> list[Driver]:
    """The entry list with the names of the classes, where there is more than one."""
    if config.classes == 1:
        return entries
    return [replace(entry, class_name=CLASSES[class_of(config, car)[0]][0]) for car, entry in enumerate(entries)]
