"""get_track_map: where the cars are on the track, and what the track looks like."""

from __future__ import annotations

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.track_line import TrackLine, metres_along, outline, track_line
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_POINTS, _MOST_POINTS = 60, 400
_FAR_M = 1_000_000

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        where on (the track|track|the circuit|the lap) is {driver} / where is {driver} on the (track|circuit|map|lap)
        on which part of the track is {driver} / how far round the lap is {driver} / coordinates of {driver}
        show {driver} on the map
        """,
    ),
    *asked(
        {},
        """
        track map / show the track map / map of the track / where on track is everybody / where are the cars on track
        show the map / where are all the cars on the track / circuit map / shape of the circuit / how long is the lap
        how long is the track / draw the track
        """,
    ),
)


def build_get_track_map_tool(cache: StateCache) -> ToolSpec:
    """Where the feed has the cars, in metres, and the line of the track that a car has drawn."""
    return race_tool(
        cache,
        _handle,
        name="get_track_map",
        description="Track map: where each car is on the circuit at this moment, in metres and along the lap, and the "
        "outline of the track. Not every feed tells where cars are.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "points": {
                **s.integer("of the outline", low=10, high=_MOST_POINTS),
                "default": _DEFAULT_POINTS,
                "x-phrases": ["with {} points"],
            },
        },
        payload={
            "sampled_at": s.text("session time of the points", longest=16, nullable=True),
            "lap_length_m": s.number("about how long a lap is (derived)", high=100_000, nullable=True),
            "cars": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "position": s.position(),
                        "x_m": _metres("from a point of the feed's own"),
                        "y_m": _metres(),
                        "z_m": _metres("above it"),
                        "on_track": s.flag("as the feed tells"),
                        "along_m": s.number("from the line along the lap (derived)", high=100_000, nullable=True),
                    }
                ),
                "in the order of the race",
            ),
            "outline": s.rows(
                s.record({"along_m": s.number(high=100_000), "x_m": _metres(), "y_m": _metres()}),
                "the line that a car drove, from the start line on (derived)",
                most=_MOST_POINTS,
            ),
        },
        examples=_EXAMPLES,
    )


def _metres(description: str = "") -> s.JsonSchema:
    return s.number(description, low=-_FAR_M, high=_FAR_M)


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    sample, line, along = view.locations, track_line(view), metres_along(view)
    points = {} if sample is None else sample.cars
    cars = [car for car in (*view.order, *(car for car in view.cars if car not in view.order)) if car in points]
    return {
        "summary": _summary(view, only, cars, line),
        "sampled_at": None if sample is None else format_session_time(sample.t),
        "lap_length_m": None if line is None else round(line.length_m),
        "cars": [
            {
                "driver": named(view, car),
                "position": view.car(car).position,
                "x_m": _bounded(points[car].x_m),
                "y_m": _bounded(points[car].y_m),
                "z_m": _bounded(points[car].z_m),
                "on_track": points[car].on_track,
                "along_m": round(along[car], 1) if car in along else None,
            }
            for car in cars[: s.MAX_CARS]
            if only in (None, car)
        ],
        "outline": []
        if line is None
        else [
            {"along_m": round(at, 1), "x_m": round(x, 1), "y_m": round(y, 1)}
            for at, (x, y, _) in outline(line, given.get("points", _DEFAULT_POINTS))
        ],
        "missing": _missing(view, only, cars, line),
    }


def _bounded(metres: float) -> float:
    return max(min(metres, _FAR_M), -_FAR_M)


def _missing(view: RaceView, only: str | None, cars: list[str], line: TrackLine | None) -> list[str]:
    if not view.has_locations:
        return ["where cars are: the feed has told of none"]
    missing = ["the line of the track: no car has been followed round a whole lap yet"] if line is None else []
    if view.locations is None:
        return [*missing, "where cars are at this moment: the last came too long before it"]
    return [*missing, f"where {short_name(view, only)} is"] if only is not None and only not in cars else missing


def _summary(view: RaceView, only: str | None, cars: list[str], line: TrackLine | None) -> str:
    along = metres_along(view)
    if only is not None:
        if only not in cars:
            return f"The feed does not tell where {short_name(view, only)} is at this moment."
        if only not in along or line is None:
            return f"{short_name(view, only)} is not on a known part of the track."
        return f"{short_name(view, only)} is {along[only]:.0f} m round the lap of about {line.length_m:.0f} m."
    if not cars:
        return "The feed does not tell where the cars are at this moment."
    if line is None:
        return f"The feed tells where {len(cars)} cars are; the line of the track is not known yet."
    said = [f"{short_name(view, car)} {along[car]:.0f} m" for car in cars if car in along]
    return fitting(f"Round the lap of about {line.length_m:.0f} m: ", said)
