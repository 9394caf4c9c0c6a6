"""How the order within a class is worded: the whole class, the classes by their leaders, one car and who is near."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pitwall.facts.classes import apart
from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.class_lead_words import closing_words, led_by_words, led_words, since_words
from pitwall.tools.words import count_text, fitting, gap_text, laps_text
from toolgate.contract import JsonObject

_NO_CLASSES = "The feed has no classes: all cars are in one."


def summary(view: RaceView, classes: dict[str, list[str]], given: JsonObject, only: str | None) -> str:
    """One class, a car or a position in it, or its one value that is asked for; of several classes the leader of each.

    `classes`: cars by class, the first first. `given`: the arguments of the call. `only`: the car that is asked about.
    """
    if not classes:
        return f"The feed places {short_name(view, only)} in no class." if only else _NO_CLASSES
    if len(classes) == 1 and (only or "class_name" in given or "place" in given):
        ((name, cars),) = classes.items()
        if only and "other" in given:
            return _two_cars(view, name, cars, only, given["other"])
        if only and given.get("tell") == "led" and not view.timed:
            return led_by_words(view, name, cars, only)
        if only:
            other = given.get("not_in")
            return f"Not in {other}: {_one_car(view, name, cars, only)}" if other else _one_car(view, name, cars, only)
        if "place" in given and "behind_place" in given:
            return _between(view, name, cars, *sorted((given["behind_place"], given["place"])))
        if "place" in given:
            return _one_place(view, name, cars, given["place"])
        if (tell := given.get("tell")) is not None and not view.timed:
            return _TOLD_FIRST[tell](view, name, cars)
        return _one_class(view, name, cars, given.get("top_n", len(cars)))
    if given.get("tell") == "led" and not view.timed:
        return since_words(view, classes)
    if "top_n" in given and len(classes) > 1:
        return _first_of_each(view, classes, given["top_n"])
    said = [
        f"{name} ({count_text(len(cars), 'car')}): {short_name(view, cars[0])} (P{view.car(cars[0]).position})"
        for name, cars in classes.items()
    ]
    leaders = "Class leaders: " if not view.over or view.timed else "As they crossed the line, first of each class: "
    return fitting(leaders if len(classes) > 1 else "One class: ", said, "; ")


def _first_of_each(view: RaceView, classes: dict[str, list[str]], most: int) -> str:
    """`The first 2 of each class: GTP 1 #7 Nasr, 2 #31 Aitken; GTD 1 #27 Robichon, 2 #57 Ward.` By number alone where
    names have no room.
    """
    start = f"{'As they crossed the line, the' if view.over and not view.timed else 'The'} first {most} of each class: "
    told = ""
    for named in (True, False):
        said = [
            f"{name} "
            + ", ".join(
                f"{place} {short_name(view, car) if named else f'#{car}'}" for place, car in enumerate(cars[:most], 1)
            )
            for name, cars in classes.items()
        ]
        told = fitting(start, said, "; ")
        if said[-1] in told:
            break
    return told


def _one_class(view: RaceView, name: str, cars: Sequence[str], most: int) -> str:
    """The order of a class, and how many of it are out."""
    out = sum(_is_out(view, car) for car in cars)
    going = f", {out} out" if view.over else f", {len(cars) - out} still going"
    of = f"{count_text(len(cars), 'car')}{going if out else ''}"
    if view.over and not view.timed:
        of = f"{of}, as they crossed the line"
    said = [f"{place} {short_name(view, car)}{_plus(view, cars[0], car)}" for place, car in enumerate(cars[:most], 1)]
    return fitting(f"{name}, {of}: ", said)


def _leader(view: RaceView, name: str, cars: Sequence[str]) -> str:
    """`#47 Sernagiotto (Ferrari, Cetilar Racing) leads GTD (P1 in class, P32 overall), 0.445 s ahead of #34 Tuck.`"""
    entry = view.drivers[cars[0]]
    of = ", ".join(part for part in (entry.make, entry.team) if part)
    who = f"{short_name(view, cars[0])}{f' ({of})' if of else ''}"
    lead = _lead_words(view, cars)
    overall = f" (P1 in class, P{position} overall)" if (position := view.car(cars[0]).position) else ""
    return f"{who} {'won' if view.over else 'leads'} {name}{' on the road' if view.over else ''}{overall}{lead}."


def _lead_words(view: RaceView, cars: Sequence[str]) -> str:
    by = _behind(view, cars[0], cars[1]) if len(cars) > 1 and not _is_out(view, cars[1]) else ""
    return f", {by} ahead of {short_name(view, cars[1])}" if by else ""


def _lead(view: RaceView, name: str, cars: Sequence[str]) -> str:
    by = _behind(view, cars[0], cars[1]) if len(cars) > 1 else ""
    if not by:
        return _leader(view, name, cars)
    said = f"{short_name(view, cars[0])} ahead of {short_name(view, cars[1])}"
    return f"{by}: {said} {'at the end' if view.over else 'at the front'} of {name}."


def _last(view: RaceView, name: str, cars: Sequence[str]) -> str:
    """The last of those that are going or have finished, and who is out."""
    going = [car for car in cars if not _is_out(view, car)]
    if not going:
        return f"All {len(cars)} cars of {name} are out."
    place, behind = cars.index(going[-1]) + 1, _behind(view, cars[0], going[-1])
    overall = f" (P{position} overall)" if (position := view.car(going[-1]).position) else ""
    start = f"{short_name(view, going[-1])} is last in {name}, P{place} of {len(cars)}{overall}"
    if behind and going[-1] != cars[0]:
        start = f"{start}, {behind} behind the class leader {short_name(view, cars[0])}"
    out = [short_name(view, car) for car in cars if car not in going]
    return fitting(f"{start}; out: " if out else start, out)


def _closest(view: RaceView, name: str, cars: Sequence[str]) -> str:
    """The neighbours that are the least apart."""
    going = [car for car in cars if not _is_out(view, car)]
    told = [(apart(view, ahead, car).seconds, ahead, car) for ahead, car in pairwise(going)]
    near = sorted((seconds, cars.index(car) + 1, ahead, car) for seconds, ahead, car in told if seconds is not None)
    if not near:
        return f"No two cars of {name} are on the same lap."
    said = [
        f"{short_name(view, car)} {gap_text(seconds)} behind {short_name(view, ahead)} for P{place - 1}"
        for seconds, place, ahead, car in near[:5]
    ]
    return fitting(f"Closest in {name}: ", said)


def _count(view: RaceView, name: str, cars: Sequence[str]) -> str:
    out = [short_name(view, car) for car in cars if _is_out(view, car)]
    left = len(cars) - len(out)
    start = f"{count_text(len(cars), 'car')} in {name}, {left} {'finished' if view.over else 'still going'}"
    return fitting(f"{start}; out: " if out else start, out)


def _still_going(view: RaceView, name: str, cars: Sequence[str]) -> str:
    out = [short_name(view, car) for car in cars if _is_out(view, car)]
    left = len(cars) - len(out)
    start = f"{left} of {count_text(len(cars), 'car')} in {name} {'finished' if view.over else 'are still going'}"
    return fitting(f"{start}; out: " if out else start, out)


def _two_cars(view: RaceView, name: str, cars: Sequence[str], one: str, other: str) -> str:
    """How far apart two cars of the class are, whoever is ahead."""
    if other not in cars:
        return f"{short_name(view, other)} is not in {name}: {_one_car(view, name, cars, one)}"
    if one == other:
        return _one_car(view, name, cars, one)
    return _between(view, name, cars, *sorted((cars.index(one) + 1, cars.index(other) + 1)))


def _between(view: RaceView, name: str, cars: Sequence[str], ahead: int, behind: int) -> str:
    """`#13 Bell (P3) is 0.503 s behind #36 Eastwood (P2) in GTD.`"""
    if behind > len(cars) or ahead == behind:
        return f"{name} has {count_text(len(cars), 'car')}: name two of its positions."
    first, then = cars[ahead - 1], cars[behind - 1]
    said = f"{short_name(view, then)} (P{behind})"
    if _is_out(view, then) or not (by := _behind(view, first, then)):
        return (
            f"{said} is out or its gap is not known: there is none to {short_name(view, first)} (P{ahead}) in {name}."
        )
    return f"{said} {'was' if view.over else 'is'} {by} behind {short_name(view, first)} (P{ahead}) in {name}."


_TOLD_FIRST: dict[str, Callable[[RaceView, str, Sequence[str]], str]] = {
    "leader": _leader,
    "lead": _lead,
    "last": _last,
    "led": led_words,
    "closing": closing_words,
    "closest": _closest,
    "cars": _count,
    "still_going": _still_going,
}
TOLD_FIRST = tuple(_TOLD_FIRST)


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
