"""Drivers by the names people use: number, code, surname, full name, team or position; accents and case aside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pitwall.events import Driver
from pitwall.facts.classes import cars_of_class
from pitwall.facts.points import last_paid, why_unpaid
from pitwall.state import RaceView
from pitwall.state.keeping import kept_in_view
from toolgate.contract import InvalidArgument, JsonObject
from toolgate.folding import fold_words
from toolgate.nearest import nearest

_MAX_CANDIDATES = 5
_MAX_TEAMS, _MAX_NAME = 20, 40
_IN_CLASS = re.compile(r"[pP](\d{1,3}) in (\S.*)")
"""Names whoever holds a position of a class: `P1 in GTD`."""
POINTS_POSITION = "points-position"
"""Names whoever holds the last position that gives points: which one that is, the session's kind and year say."""


def named(view: RaceView, car: str, t: float | None = None) -> JsonObject:
    """`{"car": "33", "code": "VER", "name": "Max Verstappen"}`; None for what the feed has not told.

    `t`: who drove the car at that session time.
    """
    driver = view.drivers.get(car) if t is None else view.driver_then(car, t)
    if driver is None:
        return {"car": car, "code": None, "name": None}
    return {"car": car, "code": driver.code or None, "name": driver.name or None}


def row_name(view: RaceView, car: str, t: float | None = None) -> str:
    """The surname, or what there is: `Verstappen`, `VER`, `car 33`; the full name where two share a surname.

    `t`: of who drove the car at that session time.
    """
    return name_of(view, car, view.drivers.get(car) if t is None else view.driver_then(car, t))


def short_name(view: RaceView, car: str, t: float | None = None) -> str:
    """The name in a sentence: as `row_name`, and in a race of several classes with the car's number: `#7 Nasr`."""
    name = row_name(view, car, t)
    return _with_number(car, name) if _entry(view).by_number else name


def names_in_words(view: RaceView) -> dict[str, str]:
    """From a name as `row_name` forms it to the name in a sentence, of all who have driven a car; empty where both are
    the same, without who drove two cars.
    """
    if not _entry(view).by_number:
        return {}
    cars: dict[str, set[str]] = {}
    for car in view.cars:
        for driver in view.crew(car) or (view.drivers.get(car),):
            cars.setdefault(name_of(view, car, driver), set()).add(car)
    return {name: _with_number(next(iter(of)), name) for name, of in cars.items() if len(of) == 1}


def name_of(view: RaceView, car: str, driver: Driver | None) -> str:
    """The name of one of the car's drivers, formed as in `row_name`."""
    if driver is None or not (driver.name or driver.code):
        return f"car {car}"
    surname = _surname(driver)
    return driver.name if surname in _entry(view).shared and driver.name else surname


def crew_name(view: RaceView, car: str) -> str:
    """As `short_name`, with the car's number too where several drivers have driven it: `car 93 (Yelloly)`."""
    name = short_name(view, car)
    return f"car {car} ({name})" if view.has_changed_driver(car) and not _entry(view).by_number else name


def _with_number(car: str, name: str) -> str:
    return name if name == f"car {car}" else f"#{car} {name}"


def _surname(driver: Driver) -> str:
    return driver.surname or driver.name.partition(" ")[2] or driver.name or driver.code


class _Entry(NamedTuple):
    """What tells the drivers of an entry apart."""

    shared: frozenset[str]
    """Surnames of more than one driver."""
    by_number: bool
    """Whether there are several classes: there cars are known by their numbers."""


@kept_in_view
def _entry(view: RaceView) -> _Entry:
    known: dict[str, tuple[Mapping[str, Driver], _Entry]] = view.keeping.grown(_entry)
    if "" not in known or known[""][0] is not view.drivers:
        # One driver may be entered with two cars: the full name would tell no more.
        people = {(_surname(driver), driver.name) for driver in _everybody(view)}
        counts = Counter(surname for surname, _ in people)
        shared = frozenset(name for name, count in counts.items() if count > 1)
        classes = {driver.class_name for driver in view.drivers.values()} - {""}
        known[""] = view.drivers, _Entry(shared, len(classes) > 1)
    return known[""][1]


def _everybody(view: RaceView) -> Iterator[Driver]:
    """All who drive now, and all who have driven a car so far."""
    yield from view.drivers.values()
    for car in view.drivers:
        yield from view.crew(car)


def full_name(view: RaceView, car: str) -> str:
    """The full name, or what there is: `Max Verstappen`, `VER`, `car 33`; with the number as in `short_name`."""
    driver = view.drivers.get(car)
    if driver is None or not driver.name:
        return short_name(view, car)
    return _with_number(car, driver.name) if _entry(view).by_number else driver.name


def find_car(view: RaceView, name: str, *, path: str) -> str:
    """The car that a name means. InvalidArgument, with the candidates, where it means none or several."""
    entries = {**{car: Driver(car) for car in view.cars}, **view.drivers}
    wanted = fold_words(name)
    bare = wanted.removeprefix("car ").removeprefix("no ").removeprefix("number ").strip()
    if bare in entries:
        return bare
    if (position := position_asked(view, name)) is not None:
        return _holder(view, position, path)
    if (within := _IN_CLASS.fullmatch(name.strip())) is not None:
        return _holder_in_class(view, int(within[1]), within[2], path)
    if wanted == fold_words(POINTS_POSITION):
        raise InvalidArgument(why_unpaid(view), path=path)
    for aliases in (_exact_aliases, _crew_aliases(view), _team_aliases):
        found = [car for car, driver in entries.items() if wanted in aliases(driver)]
        if len(found) == 1:
            return found[0]
        if found:
            candidates = [named(view, car) for car in found[:_MAX_CANDIDATES]]
            raise InvalidArgument(f"{name!r} names {len(found)} drivers", path=path, candidates=candidates)
    raise InvalidArgument(f"no driver {name!r} here", path=path, candidates=_candidates(view, wanted, entries))


def find_team(teams: Sequence[str], name: str, *, path: str) -> str:
    """The team with that name, case aside. InvalidArgument, with the candidates, where none has it."""
    found = next((team for team in teams if team.casefold() == name.casefold()), None)
    if found is None:
        raise InvalidArgument(f"no team {name[:_MAX_NAME]!r} here", path=path, candidates=list(teams)[:_MAX_TEAMS])
    return found


def names_unpaid(view: RaceView, *names: str | None) -> bool:
    """Whether a name asks for the last position that gives points, while no position is known to give any."""
    asked = fold_words(POINTS_POSITION)
    return any(name is not None and fold_words(name) == asked for name in names) and last_paid(view) is None


def position_asked(view: RaceView, name: str) -> int | None:
    """The position that `P3`, `leader` or `points-position` means; None for any other, or where none gives points."""
    wanted = fold_words(name)
    if wanted in ("leader", "the leader"):
        return 1
    if wanted == fold_words(POINTS_POSITION):
        return last_paid(view)
    digits = wanted.removeprefix("p").strip()
    return int(digits) if wanted.startswith("p") and digits.isdecimal() and len(digits) <= 3 else None


def _holder(view: RaceView, position: int, path: str) -> str:
    found = next((car for car in view.order if view.car(car).position == position), None)
    if found is None and position == 1 and view.leader is not None and view.car(view.leader).position is None:
        return view.leader  # joined late: no position of his has been told, but all gaps are to him
    if found is None:
        raise InvalidArgument(f"no car holds P{position}: the feed places {len(view.order)} cars", path=path)
    return found


def _holder_in_class(view: RaceView, position: int, class_name: str, path: str) -> str:
    cars = cars_of_class(view, class_name, path)
    if not 1 <= position <= len(cars):
        message = f"no car holds P{position} in {class_name}: the feed places {len(cars)} cars of it"
        raise InvalidArgument(message, path=path)
    return cars[position - 1]


@lru_cache(maxsize=1024)
def _exact_aliases(driver: Driver) -> frozenset[str]:
    words = fold_words(driver.name).split()
    whole = " ".join(words)
    turned = " ".join(words[1:] + words[:1])
    aliases = {fold_words(driver.code), whole, turned, *(" ".join(words[i:]) for i in range(1, len(words))), *words[:1]}
    return frozenset(aliases - {""})


def _crew_aliases(view: RaceView) -> Callable[[Driver], frozenset[str]]:
    """Names of all who have driven a driver's car so far."""
    return lambda driver: frozenset().union(*map(_exact_aliases, view.crew(driver.car)))


@lru_cache(maxsize=1024)
def _team_aliases(driver: Driver) -> frozenset[str]:
    words = fold_words(driver.team).split()
    return frozenset(" ".join(words[: i + 1]) for i in range(len(words)))


def _candidates(view: RaceView, wanted: str, entries: Mapping[str, Driver]) -> list[JsonObject]:
    """The drivers whose names are near; where none is, the first of the field, to show how drivers are named here."""
    meant: dict[str, list[str]] = {}
    for car, driver in entries.items():
        for alias in _exact_aliases(driver):
            meant.setdefault(alias, []).append(car)
    near = nearest(wanted, meant, _MAX_CANDIDATES) if wanted else []
    cars = dict.fromkeys(car for alias in near for car in meant[alias])
    return [named(view, car) for car in list(cars or dict.fromkeys([*view.order, *entries]))[:_MAX_CANDIDATES]]
