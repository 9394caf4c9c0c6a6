"""get_position_history: places gained and lost since the grid or since a lap."""

from __future__ import annotations

from typing import Literal

from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_position_history import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text, fitting
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

Since = Literal["grid", "first_place_given", "lap"]


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
                "then": s.position("place then"),
                "now": s.position("place now"),
                "gained": s.integer("places gained; negative: lost", low=-1000, high=1000, nullable=True),
                "state": s.run_state(),
            }
        ),
        "most gained first, or as `order` says",
    ),
    "laps": s.rows(
        s.record({"lap": s.lap_number(), "place": s.position()}),
        "with a driver: the place at the end of each of the car's own laps",
        most=s.MAX_LAPS,
    ),
}


def build_get_position_history_tool(cache: StateCache) -> ToolSpec:
    """Each car's place then and now, and the places a driver held lap by lap."""
    return race_tool(
        cache,
        _handle,
        name="get_position_history",
        kinds=RACES,
        description="Places gained and lost since the start or since a lap: the biggest movers, where a driver "
        "started, and the places a driver held lap by lap.",
        arguments={
            "driver": s.driver_argument("only this driver, with the place at the end of each lap"),
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
                **s.choice("gained", "grid", description="most gained first, or in the order they started in"),
                "default": "gained",
            },
        },
        payload=_PAYLOAD,
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    since_lap = given.get("since_lap")
    then, since = _places_at_lap(view, since_lap) if since_lap is not None else _places_at_start(view)
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    cars = [only] if only else list(dict.fromkeys((*view.order, *view.cars)))[: s.MAX_CARS]
    rows = [_row(view, car, then.get(car)) for car in cars]
    if given.get("order") == "grid":
        rows.sort(key=lambda item: item["then"] or 1000)
    else:
        rows.sort(key=lambda item: -(item["gained"] if item["gained"] is not None else -1000))
    unknown = [short_name(view, car) for car in cars if car not in then]
    return {
        "summary": _summary(view, given, rows, since),
        "since": since,
        "since_lap": since_lap,
        "cars": rows,
        "laps": [{"lap": lap.number, "place": lap.position} for lap in view.laps(only)] if only else [],
        "missing": [fitting("the earlier place of ", unknown, end="")] if unknown else [],
    }


def _summary(view: RaceView, given: JsonObject, rows: list[JsonObject], since: Since) -> str:
    lap = given.get("since_lap")
    if "driver" in given:
        return _one(view, rows[0], since, lap)
    return _grid(view, rows, since, lap) if given.get("order") == "grid" else _all(view, rows, since, lap)


def _grid(view: RaceView, rows: list[JsonObject], since: Since, lap: int | None) -> str:
    placed = [f"{item['then']} {short_name(view, item['driver']['car'])}" for item in rows if item["then"] is not None]
    start = {"grid": "The grid: ", "lap": f"The order after lap {lap}: "}.get(since, "The order before the start: ")
    return fitting(start, placed) if placed else "The feed does not tell the grid."


def _places_at_lap(view: RaceView, lap: int) -> tuple[dict[str, int], Since]:
    earlier = view.at_lap(lap)
    if earlier is None:
        raise InvalidArgument(
            f"lap {lap} hasn't been completed yet: choose a lap from 0 to {view.lap}", path="/since_lap"
        )
    return {car: state.position for car, state in earlier.cars.items() if state.position is not None}, "lap"


def _places_at_start(view: RaceView) -> tuple[dict[str, int], Since]:
    """The feed's grid, or where it gives none its order before the start."""
    grid = {car: state.grid for car, state in view.cars.items() if state.grid is not None}
    if grid:
        return grid, "grid"
    first = {car: state.position for car, state in view.first_states().items() if state.position is not None}
    return first, "first_place_given"


def _row(view: RaceView, car: str, then: int | None) -> JsonObject:
    now = view.car(car).position
    return {
        "driver": named(view, car),
        "then": then,
        "now": now,
        "gained": None if then is None or now is None else then - now,
        "state": view.run_state(car)[0],
    }


def _worded(view: RaceView, item: JsonObject) -> str:
    return f"{short_name(view, item['driver']['car'])} {item['gained']:+d} (P{item['then']} to P{item['now']})"


def _since(since: str, lap: int | None) -> str:
    return f"since lap {lap}" if since == "lap" else "since the start"


def _all(view: RaceView, rows: list[JsonObject], since: str, lap: int | None) -> str:
    moved = [item for item in rows if item["gained"]]
    if not moved:
        return f"No place has changed hands {_since(since, lap)}." if rows else "The feed has placed no car yet."
    gained = [_worded(view, item) for item in moved if item["gained"] > 0][:3]
    going = [item for item in moved if item["gained"] < 0 and item["state"] not in ("stopped", "retired")]
    lost = [_worded(view, item) for item in reversed(going)][:1]
    up = f"Most gained {_since(since, lap)}: {', '.join(gained)}" if gained else f"Nobody gained {_since(since, lap)}"
    return fitting(f"{up}; most lost by a car still going: ", lost) if lost else f"{up}."


def _one(view: RaceView, item: JsonObject, since: str, lap: int | None) -> str:
    name, then, now, gained = short_name(view, item["driver"]["car"]), item["then"], item["now"], item["gained"]
    if then is None:
        return f"{name}: the feed does not tell the place {_since(since, lap)}."
    origin = f"was P{then} at the end of lap {lap}" if since == "lap" else f"started P{then}"
    out = f", and is out ({item['state']})" if item["state"] in ("stopped", "retired") else ""
    if gained is None:
        return f"{name} {origin}{out}."
    change = "the same place" if not gained else f"{count_text(abs(gained), 'place')} {'up' if gained > 0 else 'down'}"
    return f"{name} {origin} and is P{now} now: {change}{out}."
