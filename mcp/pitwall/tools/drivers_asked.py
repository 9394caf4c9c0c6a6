"""The cars of the arguments `driver` and `other`, and the refusal where both name one."""

from __future__ import annotations

from pitwall.facts.names import find_car, short_name
from pitwall.state import RaceView
from toolgate.contract import InvalidArgument, JsonObject


def drivers_asked(view: RaceView, given: JsonObject) -> list[str]:
    """The cars of `driver` and `other`, in this order, of those that are given; both may name one car.

    InvalidArgument for a name that means no car, or several.
    """
    return [find_car(view, given[name], path=f"/{name}") for name in ("driver", "other") if name in given]


def different_drivers(view: RaceView, given: JsonObject) -> list[str]:
    """`drivers_asked`, and InvalidArgument where both name one car."""
    cars = drivers_asked(view, given)
    if len(set(cars)) < len(cars):
        raise same_driver(view, cars[0])
    return cars


def same_driver(view: RaceView, car: str) -> InvalidArgument:
    """The error to raise where `driver` and `other` both name this car."""
    return InvalidArgument(f"both names mean {short_name(view, car)}: name two drivers", path="/other")
