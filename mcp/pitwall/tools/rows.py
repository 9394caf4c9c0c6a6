"""The row of a car in a running order, shared by the tools that list one."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.facts.best_laps import best_of
from pitwall.facts.names import named, short_name
from pitwall.facts.passages import count_stops
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.keeping import kept_for_moments, kept_in_view
from pitwall.tools import schemas as s
from pitwall.tools.words import behind_text
from toolgate.contract import JsonObject

BASIS = (
    "the feed's order: on the road, after the flag with penalties that the feed itself has added; what the stewards "
    "decide later and the classification are not in it"
)
TIMED_BASIS = "by best lap, of the segment in a qualifying; what the stewards decide afterwards is not in it"

ROW = s.record(
    {
        "place": s.position(),
        "driver": s.driver(),
        "team": s.text(nullable=True),
        "gap_s": s.gap_s("seconds behind the leader"),
        "gap_laps": s.laps_behind(),
        "interval_s": s.gap_s("seconds behind the car ahead"),
        "laps": s.lap_number("laps completed"),
        "last_lap_s": s.lap_time(),
        "stops": s.integer("pit stops completed", high=s.MAX_LAPS),
        "state": s.run_state(),
    },
    optional={
        "class_name": s.text("in a race of several classes", longest=40),
        "class_place": s.integer("position in the class; derived from the order", low=1, high=1000),
        "best_lap_s": s.lap_time("in practice and qualifying: the best lap, which decides the position, in seconds"),
        "behind_best_s": s.gap_s("in practice and qualifying: seconds behind the best, of the same segment"),
        "segment": s.integer("in qualifying: the segment of that lap", low=1, high=9, nullable=True),
        "knocked_out": s.flag("in qualifying: the feed says so"),
        "at_risk": s.flag("in qualifying: outside those who would go on, as it stands"),
    },
)


def row(view: RaceView, car: str) -> JsonObject:
    """One car as the feed has it."""
    told = _row(view, car)
    return {**told, "driver": {**told["driver"]}}


@kept_in_view
def _row(view: RaceView, car: str) -> JsonObject:
    state, gaps, driver = view.car(car), view.gaps(car), view.drivers.get(car)
    return {
        "place": state.position,
        "driver": named(view, car),
        "team": (driver.team or None) if driver else None,
        "gap_s": gaps.gap_s,
        "gap_laps": gaps.gap_laps,
        "interval_s": gaps.interval_s,
        "laps": state.laps,
        "last_lap_s": state.last_lap_s,
        "stops": count_stops(view, car),
        "state": view.run_state(car)[0],
        **_class(view, car),
        **(best_fields(view, car) if view.timed else {}),
    }


def best_fields(view: RaceView, car: str) -> JsonObject:
    """The fields that rank a car in practice and qualifying: its best lap in seconds, and in a qualifying the segment.

    Empty for a car that is not ranked.
    """
    best = best_of(view, car)
    if best is None:
        return {}
    told: JsonObject = {"best_lap_s": best.seconds, "behind_best_s": best.behind_s}
    if view.segment is not None:
        told |= {"segment": best.segment, "knocked_out": best.knocked_out, "at_risk": best.at_risk}
    return told


def order_basis(view: RaceView) -> str:
    """What the order rests on, in words."""
    return TIMED_BASIS if view.timed else BASIS


def _class(view: RaceView, car: str) -> JsonObject:
    places = _class_places(view)
    driver = view.drivers.get(car)
    if not places or driver is None or not driver.class_name:
        return {}
    return {"class_name": driver.class_name[:40], **({"class_place": places[car]} if car in places else {})}


@kept_for_moments(4)
def _class_places(view: RaceView) -> Mapping[str, int]:
    """Each car's position in its class; empty in a race of one class."""
    classes: dict[str, list[str]] = {}
    for car in view.order:
        driver = view.drivers.get(car)
        if driver is not None and driver.class_name:
            classes.setdefault(driver.class_name, []).append(car)
    if len({driver.class_name for driver in view.drivers.values()} - {""}) < 2:
        return {}
    return {car: place for cars in classes.values() for place, car in enumerate(cars, 1)}


@kept_in_view
def worded(view: RaceView, car: str) -> str:
    """`2 Hamilton +4.108 s`, `18 Hulkenberg (stopped)`."""
    state = view.car(car)
    name = f"{state.position} {short_name(view, car)}" if state.position else short_name(view, car)
    doing = view.run_state(car)[0]
    if doing in (*OUT_STATES, "in_pit"):
        said = "silent" if view.run_state(car)[1] else doing.replace("_", " ")
        return f"{name} ({said})"
    gaps = view.gaps(car)
    gap = behind_text(gaps.gap_s, gaps.gap_laps)
    return name if car == view.leader or gap is None else f"{name} +{gap}"
