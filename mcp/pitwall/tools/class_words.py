"""How the order within a class is worded: the whole class, the classes by their leaders, one car and who is near."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.classes import apart
from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.words import count_text, fitting, gap_text, laps_text
from toolgate.contract import JsonObject

_NO_CLASSES = "The feed has no classes: all cars are in one."


def summary(view: RaceView, classes: dict[str, list[str]], given: JsonObject, only: str | None) -> str:
    """One class, where one car is in it, or the leader of each."""
    if not classes:
        return f"The feed places {short_name(view, only)} in no class." if only else _NO_CLASSES
    if len(classes) == 1 and (only or "class_name" in given or "place" in given):
        ((name, cars),) = classes.items()
        if only:
            other = given.get("not_in")
            return f"Not in {other}: {_one_car(view, name, cars, only)}" if other else _one_car(view, name, cars, only)
        if "place" in given:
            return _one_place(view, name, cars, given["place"])
        return _one_class(view, name, cars, given.get("top_n", len(cars)))
    said = [
        f"{name} ({count_text(len(cars), 'car')}): {short_name(view, cars[0])} (P{view.car(cars[0]).position})"
        for name, cars in classes.items()
    ]
    leaders = "Class leaders: " if not view.over or view.timed else "As they crossed the line, first of each class: "
    return fitting(leaders if len(classes) > 1 else "One class: ", said, "; ")


def _one_class(view: RaceView, name: str, cars: Sequence[str], most: int) -> str:
    """The order of a class, and how many of it are out."""
    out = sum(_is_out(view, car) for car in cars)
    going = f", {out} out" if view.over else f", {len(cars) - out} still going"
    of = f"{count_text(len(cars), 'car')}{going if out else ''}"
    if view.over and not view.timed:
        of = f"{of}, as they crossed the line"
    said = [f"{place} {short_name(view, car)}{_plus(view, cars[0], car)}" for place, car in enumerate(cars[:most], 1)]
    return fitting(f"{name}, {of}: ", said)


def _is_out(view: RaceView, car: str) -> bool:
    return view.run_state(car)[0] in OUT_STATES


def _plus(view: RaceView, leader: str, car: str) -> str:
    """` +37.1 s` to the leader of the class, of a car on his lap; nothing where that is not known."""
    if view.timed or car == leader:
        return ""
    seconds = apart(view, leader, car).seconds
    return "" if seconds is None else f" +{gap_text(seconds)}"


def _one_place(view: RaceView, name: str, cars: Sequence[str], place: int) -> str:
    if place > len(cars):
        return f"{name} has {count_text(len(cars), 'car')}."
    return _one_car(view, name, cars, cars[place - 1])


def _one_car(view: RaceView, name: str, cars: Sequence[str], car: str) -> str:
    """`Tandy is P3 of 11 in GTP (P3 overall), 3.1 s behind the class leader Nasr; next in class Aitken 0.4 s ahead.`"""
    place, overall = cars.index(car) + 1, view.car(car).position
    said = f"{short_name(view, car)} is P{place} of {len(cars)} in {name}{f' (P{overall} overall)' if overall else ''}"
    if _is_out(view, car):
        return f"{said}, {view.run_state(car)[0]}."
    if view.timed:
        return f"{said}."
    if place > 1 and (behind := _behind(view, cars[0], car)):
        said = f"{said}, {behind} behind the class leader {short_name(view, cars[0])}"
    near = [f"{short_name(view, cars[place - 2])} {_behind(view, cars[place - 2], car)} ahead"] if place > 2 else []
    if place < len(cars) and not _is_out(view, cars[place]):
        near.append(f"{short_name(view, cars[place])} {_behind(view, car, cars[place])} behind")
    return f"{said}; next in class {', '.join(' '.join(each.split()) for each in near)}." if near else f"{said}."


def _behind(view: RaceView, ahead: str, car: str) -> str:
    """`3.1 s` or `2 laps`; nothing where that is not known."""
    laps, seconds = apart(view, ahead, car)
    return laps_text(laps) if laps else "" if seconds is None else gap_text(seconds)
