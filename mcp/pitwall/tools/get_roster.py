"""get_roster: who takes part."""

from __future__ import annotations

from pitwall.events import Driver
from pitwall.facts.names import find_car, fold, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_roster import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec


def build_get_roster_tool(cache: StateCache) -> ToolSpec:
    """Drivers with car number, code, name and team; all of them, a team's, or one."""
    return race_tool(
        cache,
        _handle,
        name="get_roster",
        description="The entry list: which drivers take part, with car number, three-letter code and team; all of "
        "them, those of one team, or one driver.",
        arguments={
            "team": {
                **s.text("only this team's drivers", longest=60),
                "minLength": 1,
                "x-vocabulary": "team",
            },
            "driver": s.driver_argument("only this driver"),
        },
        payload={
            "drivers": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "team": s.text(nullable=True),
                        "class_name": s.text("class, in a race of several", longest=40, nullable=True),
                    }
                ),
                "in the order of their numbers",
                most=200,
            ),
            "count": s.integer("drivers found", high=200),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    cars = sorted({*view.drivers, *view.cars}, key=lambda car: (int(car) if car.isdigit() else 10_000, car))[:200]
    if "driver" in given:
        cars = [find_car(view, given["driver"], path="/driver")]
    if "team" in given:
        cars = _of_team(view, cars, given["team"])
    rows = [_row(view, car) for car in cars]
    return {"summary": _summary(view, cars, given), "drivers": rows, "count": len(rows)}


def _of_team(view: RaceView, cars: list[str], name: str) -> list[str]:
    wanted = fold(name)
    found = [car for car in cars if wanted and f" {wanted} " in f" {fold(_entry(view, car).team)} "]
    if not found:
        teams = sorted({driver.team for driver in view.drivers.values() if driver.team})
        raise InvalidArgument(f"no team {name!r} here", path="/team", candidates=teams)
    return found


def _entry(view: RaceView, car: str) -> Driver:
    return view.drivers.get(car) or Driver(car)


def _row(view: RaceView, car: str) -> JsonObject:
    entry = _entry(view, car)
    return {"driver": named(view, car), "team": entry.team or None, "class_name": entry.class_name or None}


def _summary(view: RaceView, cars: list[str], given: JsonObject) -> str:
    if not cars:
        return "The feed has named no driver yet."
    if len(cars) == 1:
        entry = _entry(view, cars[0])
        code = f" ({entry.code})" if entry.code else ""
        team = f" for {entry.team}" if entry.team else ""
        return f"{entry.name or 'A driver the feed has not named'}{code} drives car {entry.car}{team}."
    listed = [f"{short_name(view, car)} ({car})" for car in cars]
    if "team" in given:
        return fitting(f"{_entry(view, cars[0]).team}: ", listed)
    return fitting(f"{len(cars)} drivers: ", listed)
