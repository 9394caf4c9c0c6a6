"""get_car_status: fuel, tyre wear, flags, incidents and where a car stands, as a simulator knows them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from pitwall.facts.names import find_car, named, short_name
from pitwall.sensed import CarStatus
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_SURFACES = ("on_track", "off_track", "pit_stall", "pit_entry", "not_in_world")
_FLAGS = ("disqualified", "black", "repair", "furled_black", "blue")
_MOST_POINTS = 10_000


_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        how much fuel does {driver} have / how much fuel has {driver} got / fuel of {driver} / {driver} fuel level
        how many laps of fuel does {driver} have / how long will the fuel of {driver} last / fuel status of {driver}
        how worn are the tyres of {driver} in per cent / how much tyre does {driver} have left
        how many incident points does {driver} have / incident points of {driver} / incident count of {driver}
        how many incidents does {driver} have / is {driver} off the track / has {driver} gone off the track
        is {driver} off track / does {driver} have a black flag / is {driver} black flagged / flags shown to {driver}
        does {driver} have damage / does {driver} have to repair / car status of {driver}
        status of the car of {driver}
        """,
    ),
    *asked(
        {},
        """
        who has the most incident points / most incident points / incident points of everyone / incident counts
        who is off the track / who is off track / car status / status of all cars / who has a black flag
        """,
    ),
)

_WEAR = s.record(
    {
        "tyre": s.choice("LF", "RF", "LR", "RR"),
        **{side: s.number("left of it, per cent", high=100, nullable=True) for side in ("left", "middle", "right")},
    }
)


def build_get_car_status_tool(cache: StateCache) -> ToolSpec:
    """What the simulator last told of each car; most of it is told of one's own car alone."""
    return race_tool(
        cache,
        _handle,
        name="get_car_status",
        description="In a simulator's race: fuel and how long it lasts, tyre wear, flags shown to the car, incident "
        "points, and whether it is on the track. Of one car, or of all with the most incident points first.",
        arguments={"driver": s.driver_argument("only this driver")},
        payload={
            "rows": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "surface": s.choice(*_SURFACES, None, description="where the car stands"),
                        "flags": s.rows(s.choice(*_FLAGS), "shown to the car", most=len(_FLAGS)),
                        "incidents": s.integer("points of the driver", high=_MOST_POINTS, nullable=True),
                        "team_incidents": s.integer("points of the team", high=_MOST_POINTS, nullable=True),
                        "fuel_l": s.number("litres", high=1000, nullable=True),
                        "fuel_pct": s.number("per cent of the tank", high=100, nullable=True),
                        "fuel_per_lap_l": s.number("litres a lap", high=100, nullable=True),
                        "fuel_laps": s.number("laps that it lasts", high=s.MAX_LAPS, nullable=True),
                        "stint_laps": s.lap_number("of this stint", nullable=True),
                        "wear": s.rows(_WEAR, "by tyre, its left, middle and right", most=4),
                        "fast_repairs": s.integer("used", high=255, nullable=True),
                    }
                ),
                "the most incident points first",
            )
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    known = {car: status for car in view.cars if (status := view.status(car)) is not None and only in (None, car)}
    ranked = sorted(known, key=lambda car: -(_told(known[car].incidents) or 0))[: s.MAX_CARS]
    return {
        "summary": _summary(view, only, [(car, known[car]) for car in ranked]),
        "rows": [_row(view, car, known[car]) for car in ranked],
        "missing": _missing(view, only, known),
    }


def _told(value: Any) -> Any:
    return None if value is UNSET else value


def _row(view: RaceView, car: str, status: CarStatus) -> JsonObject:
    fields = ("incidents", "team_incidents", "fuel_l", "fuel_pct", "fuel_per_lap_l", "fuel_laps", "stint_laps")
    return {
        "driver": named(view, car),
        "surface": _told(status.surface),
        "flags": list(_told(status.flags) or ()),
        **{field: _told(getattr(status, field)) for field in fields},
        "wear": [
            {"tyre": each.tyre, "left": each.left_pct, "middle": each.middle_pct, "right": each.right_pct}
            for each in _told(status.wear) or ()
        ],
        "fast_repairs": _told(status.fast_repairs),
    }


def _missing(view: RaceView, only: str | None, known: dict[str, CarStatus]) -> list[str]:
    if not known:
        of = f" of {short_name(view, only)}" if only else ""
        return [f"fuel, wear, flags and incidents{of}: the feed has told of none"]
    if only is None:
        return []
    status, name = known[only], short_name(view, only)
    missing = [f"the fuel of {name}"] if _told(status.fuel_l) is None and _told(status.fuel_pct) is None else []
    missing += [f"the tyre wear of {name}"] if not _told(status.wear) else []
    return missing + ([f"the incident points of {name}"] if _told(status.incidents) is None else [])


def _summary(view: RaceView, only: str | None, rows: list[tuple[str, CarStatus]]) -> str:
    if not rows:
        return f"The feed tells nothing of fuel, wear or incidents{f' of {short_name(view, only)}' if only else ''}."
    if only is not None:
        said = _words(rows[0][1])
        start = f"{short_name(view, only)}: "
        return fitting(start, said) if said else f"The feed tells no status of {short_name(view, only)}."
    counted = [f"{short_name(view, car)} {_told(each.incidents)}x" for car, each in rows if _told(each.incidents)]
    off = [short_name(view, car) for car, each in rows if _told(each.surface) == "off_track"]
    parts = [*([f"off the track: {', '.join(off[:5])}"] if off else []), *counted]
    return (
        fitting("Incident points: " if counted else "Of the cars, ", parts)
        if parts
        else (f"The feed tells of {len(rows)} cars; none is off the track, no incident points are told.")
    )


def _words(status: CarStatus) -> list[str]:
    """What is told of one car, in a few words each."""
    fuel = {
        "fuel_l": "{:g} l of fuel",
        "fuel_pct": "{:g} % of the tank",
        "fuel_laps": "fuel for {:g} laps",
        "fuel_per_lap_l": "{:g} l a lap",
    }
    said = [words.format(told) for name, words in fuel.items() if (told := _told(getattr(status, name))) is not None]
    least = _least_worn(status)
    said += [least] if least else []
    surface, flags = _told(status.surface), _told(status.flags)
    said += [surface.replace("_", " ")] if surface else []
    said += [f"flag: {' and '.join(flags).replace('_', ' ')}"] if flags else []
    incidents = _told(status.incidents)
    return said + ([f"{incidents}x incident points"] if incidents is not None else [])


def _least_worn(status: CarStatus) -> str:
    """The tyre with the least left."""
    left = [
        (share, each.tyre)
        for each in _told(status.wear) or ()
        for share in (each.left_pct, each.middle_pct, each.right_pct)
        if share is not None
    ]
    return f"most worn tyre {min(left)[1]} with {min(left)[0]:g} % left" if left else ""
