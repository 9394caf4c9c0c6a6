"""What a planner may know of the session: a line about it, and the names it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitwall.claims import CLAIMS
from pitwall.events import Driver
from pitwall.state import RaceView
from toolgate.contract import Context, JsonObject

_PROTOTYPES = ("gtp", "lmp", "dpi", "lmdh", "lmh", "hypercar")
_GTS = ("gt", "lmgt")


def race_context(view: RaceView) -> Context:
    """The session in a line, and the vocabularies that arguments with `x-vocabulary` take their values from."""
    drivers = [_entry(driver) for driver in view.drivers.values()]
    drivers += [
        _entry(driver) for car, now in view.drivers.items() for driver in view.crew(car) if driver.name != now.name
    ]
    drivers += [{"car": car} for car in view.cars if car not in view.drivers]
    teams = sorted({driver.team for driver in view.drivers.values() if driver.team})
    classes = sorted({driver.class_name for driver in view.drivers.values() if driver.class_name})
    vocabularies = {"driver": drivers, "team": [{"name": team} for team in teams]}
    if len(classes) > 1:
        vocabularies["class"] = [
            {"name": name, "also": list(also_called(name, classes)), **group_of_class(name)} for name in classes
        ]
    kind = view.session.name or "" if view.session else ""
    return Context(session_line(view), vocabularies, kind, CLAIMS)


def _entry(driver: Driver) -> JsonObject:
    """The driver as a vocabulary has him; a car whose maker is told by maker and class too: "the GTD Porsche"."""
    entry: JsonObject = {"car": driver.car, "code": driver.code, "name": driver.name, "team": driver.team}
    return {**entry, "make": driver.make, "class_name": driver.class_name} if driver.make else entry


def also_called(name: str, classes: Sequence[str]) -> Iterator[str]:
    """What people call a class besides: GTDPRO is "GTD Pro" and "Pro", LMGT3 is "GT3"."""
    rests = {rest for other in classes if other != name and (rest := name.removeprefix(other)) != name}
    for rest in (each for each in rests if each.isalpha() and each not in classes):
        yield f"{name.removesuffix(rest)} {rest}"
        yield rest
    if name.startswith("LMGT") and name.removeprefix("LM") not in classes:
        yield name.removeprefix("LM")


def group_of_class(name: str) -> JsonObject:
    """What a class is one of: "the prototypes", "the GTs"."""
    folded = name.casefold().replace(" ", "")
    if folded.startswith(_PROTOTYPES):
        return {"group": "prototype"}
    return {"group": "gt"} if folded.startswith(_GTS) else {}


def session_line(view: RaceView) -> str:
    """`Azerbaijan Grand Prix, 2018, Race: lap 20 of 51 completed.`, `Spanish Grand Prix, 2024, Qualifying: Q2.`"""
    session = view.session
    parts = (session.meeting, session.start_local[:4], session.name) if session else ()
    title = ", ".join(part for part in parts if part)
    if view.timed:
        return f"{title}: {f'Q{view.segment}' if view.segment else 'by best lap'}{', over' if view.over else ''}."
    of = f" of {view.total_laps}" if view.total_laps else ""
    over = ", over" if view.finished and not of else ""
    return f"{title or 'A race'}: lap {view.lap}{of} completed{over}."
