"""get_telemetry: speed, gear, engine, pedals and DRS of the cars, as their sensors told last."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitwall.facts.names import find_car, named, short_name
from pitwall.sensed import CarTelemetry
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        telemetry of {driver} / {driver} telemetry / show the telemetry of {driver} / what is the telemetry of {driver}
        how fast is {driver} (going|driving|travelling) / what speed is {driver} (doing|at|going)
        what is the speed of {driver} / current speed of {driver} / speed of {driver} right now
        what gear is {driver} in / which gear is {driver} in / gear of {driver} / rpm of {driver}
        how many revs is {driver} (doing|pulling|at) / is {driver} on the throttle / throttle of {driver}
        is {driver} on the brakes / is {driver} braking / is {driver} flat out / brake of {driver}
        is {driver} using drs / does {driver} have drs open / is the drs of {driver} open / has {driver} opened the drs
        """,
    ),
    *asked(
        {},
        """
        telemetry / show telemetry / telemetry of all cars / car telemetry / speeds of all cars right now
        who is fastest (right now on the straight|at this very moment) / who is going fastest right now
        which car has the highest speed right now
        """,
    ),
    *asked(
        {"doing": "drs_open"}, "who has drs open / who is using drs / which cars have drs open / who has opened the drs"
    ),
    *asked({"doing": "braking"}, "who is braking / who is on the brakes / which cars are braking"),
    *asked({"doing": "flat_out"}, "who is flat out / who is on full throttle / which cars are flat out"),
)


_DOING: Mapping[str, tuple[str, Callable[[CarTelemetry], bool | None]]] = {
    "drs_open": ("has DRS open", lambda told: told.drs),
    "braking": ("is braking", lambda told: None if told.brake_pct is None else told.brake_pct > 0),
    "flat_out": ("is flat out", lambda told: None if told.throttle_pct is None else told.throttle_pct >= _FLAT_OUT),
}
"""What cars can be doing, in words, and whether one is; None: not told."""
_FLAT_OUT = 99.0


def build_get_telemetry_tool(cache: StateCache) -> ToolSpec:
    """The last sample of each car, unless it is stale."""
    return race_tool(
        cache,
        _handle,
        name="get_telemetry",
        description="Telemetry at this moment: speed, gear, revs, throttle, brake and DRS of one car or of all, "
        "the fastest first. Not every feed has it.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "doing": s.choice(*_DOING, description="only cars that do this"),
        },
        payload={
            "sampled_at": s.text("session time of the samples", longest=16, nullable=True),
            "rows": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "speed_kmh": s.number("km/h", high=600, nullable=True),
                        "gear": s.integer("0: neutral, -1: reverse", low=-1, high=9, nullable=True),
                        "rpm": s.integer("of the engine", high=20_000, nullable=True),
                        "throttle_pct": s.number("per cent", high=100, nullable=True),
                        "brake_pct": s.number("per cent; some feeds tell only 0 and 100", high=100, nullable=True),
                        "drs_open": {"type": ["boolean", "null"], "description": "None: not told"},
                    }
                ),
                "the fastest first",
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    sample = view.telemetry
    told = {} if sample is None else {car: sample.cars[car] for car in sample.cars if car in view.cars}
    words, does = _DOING[given["doing"]] if "doing" in given else ("", lambda _: True)
    mine = {car: each for car, each in told.items() if only in (None, car) and does(each)}
    untold = any(does(each) is None for car, each in told.items() if only in (None, car))
    ranked = sorted(mine, key=lambda car: -(mine[car].speed_kmh or 0.0))[: s.MAX_CARS]
    return {
        "summary": _doing(view, only, words, ranked, known=bool(told) and not untold)
        if words
        else _summary(view, only, [(car, mine[car]) for car in ranked]),
        "sampled_at": None if sample is None else format_session_time(sample.t),
        "rows": [_row(view, car, mine[car]) for car in ranked],
        "missing": _missing(view, only, told)
        + ([f"of some cars, whether they are {words}"] if words and untold else []),
    }


def _row(view: RaceView, car: str, told: CarTelemetry) -> JsonObject:
    return {
        "driver": named(view, car),
        "speed_kmh": told.speed_kmh,
        "gear": told.gear,
        "rpm": told.rpm,
        "throttle_pct": told.throttle_pct,
        "brake_pct": told.brake_pct,
        "drs_open": told.drs,
    }


def _missing(view: RaceView, only: str | None, told: dict[str, CarTelemetry]) -> list[str]:
    if not view.has_telemetry:
        return ["telemetry: the feed has told of none"]
    if view.telemetry is None:
        return ["telemetry of this moment: the last came too long before it"]
    return [f"telemetry of {short_name(view, only)}"] if only is not None and only not in told else []


def _doing(view: RaceView, only: str | None, words: str, cars: list[str], *, known: bool) -> str:
    """`2 cars have DRS open: Norris, Piastri.` Nobody has only where every car has told."""
    if cars:
        many = words.replace("is ", "are ", 1).replace("has ", "have ", 1)
        count = f"1 car {words}" if len(cars) == 1 else f"{len(cars)} cars {many}"
        return fitting(f"At this moment {count}: ", [short_name(view, car) for car in cars])
    if not known:
        return (
            f"The feed does not tell {f'whether {short_name(view, only)}' if only else 'who'} {words} at this moment."
        )
    if only is None:
        return f"At this moment no car {words}."
    denied = words.replace("is ", "is not ", 1).replace("has ", "does not have ", 1)
    return f"At this moment {short_name(view, only)} {denied}."


def _summary(view: RaceView, only: str | None, rows: list[tuple[str, CarTelemetry]]) -> str:
    of = f" of {short_name(view, only)}" if only else ""
    if not rows:
        return f"The feed tells no telemetry{of} at this moment."
    if only is not None:
        car, told = rows[0]
        said = [
            *([f"{told.speed_kmh:g} km/h"] if told.speed_kmh is not None else []),
            *([f"gear {told.gear}"] if told.gear is not None else []),
            *([f"{told.rpm} rpm"] if told.rpm is not None else []),
            *([f"throttle {told.throttle_pct:g} %"] if told.throttle_pct is not None else []),
            *([f"brake {told.brake_pct:g} %"] if told.brake_pct is not None else []),
            *([f"DRS {'open' if told.drs else 'closed'}"] if told.drs is not None else []),
        ]
        return fitting(f"{short_name(view, car)}: ", said)
    quick = [f"{short_name(view, car)} {told.speed_kmh:g} km/h" for car, told in rows if told.speed_kmh is not None]
    return fitting("Speeds at this moment: ", quick) if quick else "The feed tells no speed at this moment."
