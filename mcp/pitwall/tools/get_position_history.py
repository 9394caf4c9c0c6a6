"""get_position_history: places gained and lost since the grid or since a lap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.points import last_paid
from pitwall.facts.starting import starting_positions
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.class_lead_words import gained_in_class
from pitwall.tools.class_questions import GAINED_IN_CLASS
from pitwall.tools.held_words import held_words, holders_of
from pitwall.tools.position_questions import POSITION_QUESTIONS
from pitwall.tools.position_words import (
    Since,
    crossed_words,
    lap_by_lap,
    moved_on_lap,
    moved_words,
    on_a_lap,
    summary,
    top_words,
)
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_SINCE = (
    "since lap",
    "from lap",
    "after lap",
    "starting from lap",
    "counting from lap",
    "compared to lap",
    "compared with lap",
    "relative to lap",
    "against lap",
    "versus lap",
)
_EVENTS = ("restart", "safety car", "start", "stop", "crash")


_PAYLOAD: s.JsonSchema = {
    "since": s.choice(
        "grid",
        "first_place_given",
        "lap",
        description="what is compared with: the feed's grid, its first order before the start, or a lap",
    ),
    "since_lap": s.lap_number(nullable=True),
    "cars": s.rows(
        s.record(
            {
                "driver": s.driver(),
                "then": s.position("position then"),
                "now": s.position("position now"),
                "gained": s.integer("places gained; negative: lost", low=-1000, high=1000, nullable=True),
                "state": s.run_state(),
            }
        ),
        "most gained first, or as `order` says",
    ),
    "laps": s.rows(
        s.record({"lap": s.lap_number(), "place": s.position()}),
        "with a driver: the position at the end of each of the car's own laps",
        most=s.MAX_LAPS,
    ),
}


_HOLDERS = s.rows(
    s.record(
        {
            "driver": s.driver(),
            "from_lap": s.lap_number("of the car itself"),
            "to_lap": s.lap_number("of the car itself"),
        }
    ),
    "with `held`: who had the position when, in order",
    most=s.MAX_LAPS,
)


def build_get_position_history_tool(cache: StateCache) -> ToolSpec:
    """Each car's position then and now, and the positions a driver held lap by lap."""
    return race_tool(
        cache,
        _handle,
        name="get_position_history",
        kinds=RACES,
        description="Places gained and lost since the start or since a lap: the biggest movers, where a driver "
        "started, and the positions a driver held lap by lap.",
        arguments={
            "driver": s.driver_argument("only this driver, with the position at the end of each lap"),
            "since_lap": {
                **s.lap_number("compare with the end of this lap; default: the grid"),
                "x-phrases": [
                    *(f"{since} {{}}" for since in _SINCE),
                    *(f"{since} the end of lap {{}}" for since in ("since", "from", "after")),
                    *(f"since the {event} {on} lap {{}}" for event in _EVENTS for on in ("on", "in", "of", "at")),
                    "from lap {} on",
                    "from lap {} onwards",
                    "from lap {} to now",
                    "between lap {} and now",
                ],
            },
            "order": {
                **s.choice("gained", "lost", "grid", description="most gained or lost first, or as they started"),
                "default": "gained",
            },
            "top_n": s.integer("only those who are in the first so many positions now", low=1, high=s.MAX_CARS),
            "moved": s.choice(
                "in",
                "out",
                "last_in",
                description="only who has come into the first top_n positions or dropped out of them; without top_n: "
                "those that give points; last_in, with a driver: when he was last in them",
            ),
            "on_lap": {
                **s.integer("only what was gained or lost on this lap", low=1, high=s.MAX_LAPS),
                "x-phrases": ["within lap {}"],
            },
            "on_last_lap": s.flag("with a driver: only what he gained or lost on his last lap"),
            "lap_by_lap": s.flag("with a driver: tell the position at the end of each lap"),
            "in_class": s.flag("with a driver: the summary tells of positions in his class"),
            "held": s.integer("who had this position at the end of which laps", low=1, high=s.MAX_CARS),
        },
        payload=_PAYLOAD,
        optional={"holders": _HOLDERS},
        examples=(*POSITION_QUESTIONS, *GAINED_IN_CLASS),
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    since_lap = given.get("since_lap")
    then, since = _places_at_lap(view, since_lap) if since_lap is not None else starting_positions(view)
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    cars = [only] if only else list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    lap = given.get("on_lap") if only is None else None
    if lap is not None and lap > 1:
        then, since, since_lap = _at_line(view, cars, lap - 1), "lap", lap - 1
    now = None if lap is None else _at_line(view, cars, lap)
    rows = [_row(view, car, then.get(car), view.car(car).position if now is None else now.get(car)) for car in cars]
    rows.sort(key=_ORDERS[given.get("order", "gained")])
    unknown = [short_name(view, car) for car in cars if car not in then]
    told = {
        "summary": gained_in_class(view, only)
        if only and given.get("in_class")
        else _said(view, given, rows, since, only),
        "since": since,
        "since_lap": since_lap,
        "cars": rows,
        "laps": [{"lap": lap.number, "place": lap.position} for lap in view.laps(only)] if only else [],
        "missing": [fitting("the earlier position of ", unknown, end="")] if unknown else [],
    }
    return {**told, **_held(view, given["held"], only)} if "held" in given else told


def _held(view: RaceView, position: int, only: str | None) -> JsonObject:
    """Who had a position when, and in a sentence: first of one driver, where one is asked for."""
    spells = holders_of(view, position)
    holders = [{"driver": named(view, each.car), "from_lap": each.from_lap, "to_lap": each.to_lap} for each in spells]
    return {"summary": held_words(view, position, spells, only), "holders": holders}


def _said(view: RaceView, given: JsonObject, rows: list[JsonObject], since: Since, only: str | None) -> str:
    """What was asked of one driver's laps, of the first few or of all."""
    if only is not None and view.laps(only):
        if given.get("lap_by_lap"):
            return lap_by_lap(view, only, rows[0])
        if "moved" in given:
            return crossed_words(view, only, given, last_paid(view))
        if given.get("on_last_lap") or "on_lap" in given:
            return on_a_lap(view, only, given.get("on_lap") or view.laps(only)[-1].number)
    if only is None and "on_lap" in given:
        return moved_on_lap(view, rows, given)
    if only is None and "moved" in given:
        return moved_words(view, rows, given, last_paid(view), since)
    if only is None and "top_n" in given:
        return top_words(view, rows, given["top_n"], since, given.get("since_lap"))
    return summary(view, given, rows, since)


_ORDERS: Mapping[str, Callable[[JsonObject], int]] = {
    "gained": lambda item: -(item["gained"] if item["gained"] is not None else -1000),
    "lost": lambda item: item["gained"] if item["gained"] is not None else 1000,
    "grid": lambda item: item["then"] or 1000,
}


def _places_at_lap(view: RaceView, lap: int) -> tuple[Mapping[str, int], Since]:
    earlier = view.at_lap(lap)
    if earlier is None:
        raise InvalidArgument(
            f"lap {lap} hasn't been completed yet: choose a lap from 0 to {view.lap}", path="/since_lap"
        )
    return {car: state.position for car, state in earlier.cars.items() if state.position is not None}, "lap"


def _at_line(view: RaceView, cars: Sequence[str], lap: int) -> dict[str, int]:
    """Where the cars stood at the end of a lap of their own."""
    laps = ((car, done) for car in cars for done in view.laps(car) if done.number == lap)
    return {car: done.position for car, done in laps if done.position is not None}


def _row(view: RaceView, car: str, then: int | None, now: int | None) -> JsonObject:
    return {
        "driver": named(view, car),
        "then": then,
        "now": now,
        "gained": None if then is None or now is None else then - now,
        "state": view.run_state(car)[0],
    }
