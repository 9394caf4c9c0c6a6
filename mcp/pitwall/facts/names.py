"""Drivers by the names people use: number, code, surname, full name, team or place; accents and case aside."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from pitwall.events import Driver
from pitwall.state import RaceView
from toolgate.contract import InvalidArgument, JsonObject

_NEAR = 70
_MAX_CANDIDATES = 5


def named(view: RaceView, car: str) -> JsonObject:
    """`{"car": "33", "code": "VER", "name": "Max Verstappen"}`; None for what the feed has not told."""
    driver = view.drivers.get(car)
    if driver is None:
        return {"car": car, "code": None, "name": None}
    return {"car": car, "code": driver.code or None, "name": driver.name or None}


def short_name(view: RaceView, car: str) -> str:
    """The surname, or what there is: `Verstappen`, `VER`, `car 33`."""
    driver = view.drivers.get(car)
    if driver is None or not (driver.name or driver.code):
        return f"car {car}"
    return driver.surname or driver.name.partition(" ")[2] or driver.name or driver.code


def full_name(view: RaceView, car: str) -> str:
    """The full name, or what there is: `Max Verstappen`, `VER`, `car 33`."""
    driver = view.drivers.get(car)
    return driver.name if driver and driver.name else short_name(view, car)


def find_car(view: RaceView, name: str, *, path: str) -> str:
    """The car that a name means. InvalidArgument, with the candidates, where it means none or several."""
    entries = {**{car: Driver(car) for car in view.cars}, **view.drivers}
    wanted = fold(name)
    bare = wanted.removeprefix("car ").removeprefix("no ").removeprefix("number ").strip()
    if bare in entries:
        return bare
    if (place := _place(wanted)) is not None:
        return _holder(view, place, path)
    for aliases in (_exact_aliases, _team_aliases):
        found = [car for car, driver in entries.items() if wanted in aliases(driver)]
        if len(found) == 1:
            return found[0]
        if found:
            candidates = [named(view, car) for car in found[:_MAX_CANDIDATES]]
            raise InvalidArgument(f"{name!r} names {len(found)} drivers", path=path, candidates=candidates)
    raise InvalidArgument(f"no driver {name!r} here", path=path, candidates=_near(view, wanted, entries))


def _place(wanted: str) -> int | None:
    """The place that `p3` or `leader` means."""
    if wanted in ("leader", "the leader"):
        return 1
    digits = wanted.removeprefix("p").strip()
    return int(digits) if wanted.startswith("p") and digits.isdecimal() and len(digits) <= 3 else None


def _holder(view: RaceView, place: int, path: str) -> str:
    found = next((car for car in view.order if view.car(car).position == place), None)
    if found is None:
        raise InvalidArgument(f"no car holds P{place}: the feed places {len(view.order)} cars", path=path)
    return found


def fold(text: str) -> str:
    """Lower case without accents; anything that is no letter or digit is a space."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in plain.casefold()).split())


@lru_cache(maxsize=1024)
def _exact_aliases(driver: Driver) -> frozenset[str]:
    words = fold(driver.name).split()
    whole = " ".join(words)
    turned = " ".join(words[1:] + words[:1])
    aliases = {fold(driver.code), whole, turned, *(" ".join(words[i:]) for i in range(1, len(words))), *words[:1]}
    return frozenset(aliases - {""})


@lru_cache(maxsize=1024)
def _team_aliases(driver: Driver) -> frozenset[str]:
    words = fold(driver.team).split()
    return frozenset(" ".join(words[: i + 1]) for i in range(len(words)))


def _near(view: RaceView, wanted: str, entries: Mapping[str, Driver]) -> list[JsonObject]:
    if not wanted:
        return []
    from rapidfuzz import fuzz, process

    spelled = {
        car: max(_exact_aliases(driver), key=lambda alias: fuzz.ratio(wanted, alias), default="")
        for car, driver in entries.items()
    }
    found = process.extract(wanted, spelled, scorer=fuzz.ratio, score_cutoff=_NEAR, limit=_MAX_CANDIDATES)
    return [named(view, car) for _, _, car in found]
