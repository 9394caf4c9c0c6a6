"""get_roster: who takes part."""

from __future__ import annotations

from pitwall.events import Driver
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.names import find_car, fold, named, short_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        who is racing / who is in the race / who takes part / list the drivers / list all drivers
        which drivers are there / entry list / driver lineup / starters / show the roster / participants
        names of all the competitors / who is competing / how many cars are there
        how many drivers started the race / how many drivers entered / how big is the field
        how many cars are in the race / how many teams are competing / what teams are racing
        which teams take part / teams and drivers / teams / all teams and their drivers
        which teams are on the grid / who is on the grid / who drives for whom / entries / entrants
        how many entries / contenders / list every driver with their number / who are the contestants
        who are all the guys in the race / constructors in the race / which outfits race here / squads
        who is out there on track / how many people are racing / names and teams / who drives which car
        key to the drivers / the car numbers / all the names and numbers / who is in which car
        everyone who is in the race today / which team do {driver} and {driver} drive for
        who are the rookies and drivers / abbreviations of the drivers
        """,
    ),
    *asked(
        {"team": "{team}"},
        """
        who drives for {team} / who drives the {team} / which drivers does {team} have / {team} drivers
        {team} lineup / who are the drivers of {team} / who is in the {team} car
        which pair drives for {team} / who is at {team} / {team} team / the {team} pairing / {team} duo
        who are the two {team} drivers / which drivers race under the {team} banner / {team} cars
        who is the teammate of {team} / who are the teammates at {team} / who is {team}'s teammate
        who does {team} field / who represents {team} / who is on the {team} squad / {team} driver names
        names of the {team} drivers / the two {team} cars / who races for {team}
        does anyone drive for {team} / who is driving for {team} / team {team}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        who drives {driver} / who drives car {driver} / who is {driver} / which team does {driver} drive for
        what team is {driver} in / team of {driver} / who does {driver} drive for
        who is {driver} driving for / which team is {driver} with / what is {driver}'s team
        what number is {driver} / car number of {driver} / which number does {driver} have on the car
        what car is {driver} in / which car does {driver} drive / what does {driver} drive
        whose car is {driver} / who sits in {driver} / who is the driver of {driver}
        which driver has number {driver} / what is the name of the driver of {driver}
        which driver carries number {driver} / what does the code {driver} stand for
        which outfit does {driver} race for / which squad does {driver} belong to
        which constructor is {driver} with / who does {driver} race for / what car does {driver} race
        what is the racing number of {driver} / {driver} number / {driver} team / who pilots {driver}
        who is in the {driver} car / who races with {driver} / {driver} car number / full name of {driver}
        what is the code of {driver} / is {driver} in the race / does {driver} drive for {team}
        is {driver} taking part / is {driver} racing today
        """,
    ),
)


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
            "count": s.integer("drivers listed", high=200),
        },
        examples=_EXAMPLES,
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
