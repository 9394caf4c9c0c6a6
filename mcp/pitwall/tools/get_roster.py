"""get_roster: who takes part."""

from __future__ import annotations

from pitwall.events import Driver
from pitwall.facts.classes import cars_of_class
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import crew_questions
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.crew_words import TOLD_FIRST, changes_words, crew_words, longest_words, most_changes_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, joined
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec
from toolgate.folding import fold_words

_ONE: JsonObject = {"driver": "{driver}"}

_EXAMPLES: tuple[Example, ...] = (
    # Everyone.
    *asked(
        {},
        """
        who is racing / who is in the race / who takes part / who is taking part / who is competing
        who is on the grid / who is driving / who are the drivers / who is in the field / list the drivers
        list all drivers / list of drivers / list every driver with their number / which drivers are in the race
        which drivers take part / which drivers are racing / which drivers are on the grid / names of the drivers
        entry list / entrants / driver lineup / lineup / full lineup / starters / show the roster / participants
        list of participants / contenders / who are the contestants / who are the competitors / competitors
        names of all the competitors / who are all the guys in the race / everyone who is in the race today
        everybody in the race / the field / who makes up the field
        how many cars are there / how many cars are in the race / how many cars are on the grid
        how many cars started / how many cars entered / how many cars lined up / how many starters
        how many drivers are there / how many drivers are in the race / how many drivers started the race
        how many drivers entered / how many drivers take part / how many entries / how many people are racing
        how big is the field / how many teams are competing / how many teams are there
        how many teams are in the race / what teams are racing / which teams take part / which teams are in the race
        all teams / list of teams / teams and drivers / drivers and teams / all drivers with teams
        all drivers with their teams / drivers with teams and numbers / all teams and their drivers / names and teams
        drivers and numbers / drivers and car numbers / the car numbers / all the car numbers
        all the names and numbers / list of car numbers / which teams are on the grid / who drives for whom
        who drives for which team / who drives what / who drives where / who drives which car / who is in which car
        who is in which team / which driver is in which team / which outfits race here / squads / key to the drivers
        abbreviations of the drivers / driver codes / three letter codes / codes of all drivers
        which team do {driver} and {driver} drive for
        are {driver} and {driver} teammates / are {driver} and {driver} in the same team
        do {driver} and {driver} drive for the same team
        """,
    ),
    # A team.
    *asked(
        {"team": "{team}"},
        """
        who drives for {team} / who drives the {team} / who drives the {team} cars / who drives the cars of {team}
        who drives at {team} / who drives in the {team} / who is driving for {team} / who is driving the {team}
        who is driving the {team} cars / who races for {team} / who is racing for {team}
        which drivers does {team} have / which drivers are at {team} / which drivers are in the {team}
        which drivers drive for {team} / which two drive for {team} / {team} drivers / drivers of {team}
        drivers {team} / drivers in the {team} team / {team} lineup / lineup at {team} / {team} driver lineup
        {team} driver names / who are the drivers of {team} / who are the {team} drivers
        who are the two {team} drivers / who are the {team} guys / who are the drivers for {team}
        names of the {team} drivers / who is in the {team} car / who is in the {team} / who is at {team}
        who is with {team} / {team} team / team {team} / the {team} pairing / {team} duo
        which pair drives for {team} / {team} cars / the two {team} cars / which drivers race under the {team} banner
        who does {team} field / who represents {team} / who is at the wheel of the {team}
        who is in the cockpit of the {team} / who are {team} running / who are {team} fielding
        who is on the {team} squad / who is on the {team} team / does anyone drive for {team} / {team} roster
        {team} entries / which numbers do the {team} cars have / car numbers of {team} / who is the teammate of {team}
        who are the teammates at {team} / who is {team}'s teammate / {team}'s teammate / teammate of {team}
        who is {team}'s team mate / who is the team mate of {team} / who is the other {team} driver
        who is in the other {team} / which driver shares the team with {team} / who is the team partner of {team}
        who partners {team} / team colleague of {team}
        """,
    ),
    *asked(
        {"driver": "leader"},
        """
        which (team|make|manufacturer|constructor) (is leading|leads|won|is first|is winning) (the race|overall|)
        which (team|make|manufacturer) (is in the lead|has won|is the winner) / who is the leader driving for
        which (team|make) does the leader drive for / what car is the leader in / what team is the leader in
        """,
    ),
    # A driver, a number or a code.
    *asked(
        _ONE,
        """
        who is {driver} / who drives {driver} / who drives car {driver} / who drives number {driver}
        who drove {driver} / who drove the {driver} / who drove car {driver} / who shared {driver} / who shares {driver}
        who is in car {driver} / who is car {driver} / who is driver {driver} / who is number {driver}
        who is car number {driver} / who is in car number {driver} / who is in the car with number {driver}
        who is driving car {driver} / who is the driver of car {driver} / who is the driver with number {driver}
        who is in the {driver} car / who is in the {driver} (now|) / who is in (car|) {driver} now
        who sits in {driver} / who sits in car {driver} / car {driver} / number {driver}
        whose car is {driver} / whose number is {driver} / who has number {driver} / who runs number {driver}
        who wears number {driver} / who races with {driver} / who races with number {driver}
        which driver has number {driver} / which driver is number {driver} / which driver is car {driver}
        driver number {driver} / which driver carries number {driver} / which driver is in car {driver}
        who is the driver of {driver} / what is the name of the driver of {driver}
        what is the name of the driver in car {driver} / full name of {driver} / what is the full name of {driver}
        what is the first name of {driver} / name of {driver} / who pilots {driver} / who is at the wheel of {driver}
        who is behind the wheel of {driver} / who steers {driver} / whose cockpit is {driver}
        which driver is {driver} / which driver has the code {driver} / what does the code {driver} stand for
        who does {driver} stand for / what does {driver} stand for / what does {driver} stand for in the timing
        what is the code of {driver} / what is the abbreviation of {driver} / three letter code of {driver}
        {driver} code
        """,
    ),
    *asked(
        _ONE,
        """
        which team (runs|enters|has) (car|) {driver} / what car is (number|) {driver} / what make is car {driver}
        which team does {driver} drive for / which team is {driver} in / what team is {driver} on
        which team is {driver} with / which team is {driver} driving for / team of {driver} / {driver} team
        what is {driver}'s team / which team {driver} / who does {driver} drive for / who is {driver} driving for
        who does {driver} race for / who is {driver} racing for / {driver} drives for whom / {driver} races for whom
        {driver} drives for which team / who employs {driver} / which outfit does {driver} race for
        which outfit is {driver} with / which squad does {driver} belong to / what team does {driver} belong to
        for which team does {driver} drive / in which team is {driver} / in what car is {driver}
        what make is {driver} / what make is {driver}'s car / which make is {driver} / who makes {driver}'s car
        who built {driver}'s car / what is the make of {driver}'s car / which manufacturer is {driver}
        what car is {driver} in / which car is {driver} driving / what car does {driver} race
        which car does {driver} drive / what does {driver} drive / what is {driver} driving / which car is {driver}
        what number is {driver} / what number does {driver} have / car number of {driver} / number of {driver}
        {driver} number / {driver} car number / what is {driver}'s number / which number does {driver} have on the car
        what number does {driver} race with / what number is on the car of {driver}
        what is the racing number of {driver} / what number is {driver} driving
        is {driver} on The entry list / does {driver} drive for {team} / is {driver} driving for {team}
        is {driver} a {team} driver / is {driver} in a {team} / is {driver} in a {team} or a {team}
        is {driver} driving for {team} or {team} / does {driver} drive for {team} or {team}
        """,
    ),
)


_LATELY: s.JsonSchema = {
    "since_lap": {
        **s.integer("with changes of several cars: only those after this lap or later", low=1, high=s.MAX_LAPS),
        "x-by-example": True,
    },
    "last_n": {
        **s.integer("with changes of several cars: only those of so many last laps", low=1, high=s.MAX_LAPS),
        "x-by-example": True,
    },
}
"""Which changes are meant."""


def build_get_roster_tool(cache: StateCache) -> ToolSpec:
    """Drivers with car number, code, name and team; all of them, a team's, or one."""
    return race_tool(
        cache,
        _handle,
        name="get_roster",
        description="The entry list: which drivers take part, with car number, three-letter code and team; all of "
        "them, those of one team, or one driver.",
        arguments={
            "team": s.team_argument("only this team's drivers"),
            "driver": s.driver_argument("only this driver"),
            "class_name": {**s.text("only the cars of this class", longest=40), "x-vocabulary": "class"},
            "make": {**s.text("only the cars of this maker", longest=60), "x-vocabulary": "make"},
            **_LATELY,
            "tell": s.tell_argument(
                *TOLD_FIRST,
                meaning="of a car that several drive: who drives now and since when, who drove first, its changes "
                "of driver, the laps or the fastest lap of each; of all cars together: their changes, and which had "
                "the most",
            ),
        },
        payload={
            "drivers": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "team": s.text(nullable=True),
                        "class_name": s.text("class, in a race of several", longest=40, nullable=True),
                    },
                    optional={
                        "make": s.text("who built the car, where the feed tells", longest=60),
                        "crew": s.rows(s.driver(), "all who have driven the car so far, where several have", most=12),
                    },
                ),
                "in the order of their numbers",
                most=200,
            ),
            "count": s.integer("drivers found", high=200),
        },
        examples=(*_EXAMPLES, *crew_questions.EXAMPLES),
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    cars = sorted({*view.drivers, *view.cars}, key=lambda car: (int(car) if car.isdigit() else 10_000, car))[:200]
    if "driver" in given:
        cars = [find_car(view, given["driver"], path="/driver")]
    if "team" in given:
        cars = _of_team(view, cars, given["team"])
    if "make" in given:
        cars = [car for car in cars if fold_words(_entry(view, car).make) == fold_words(given["make"])]
    if "class_name" in given:
        of_class = cars_of_class(view, given["class_name"])
        cars = [car for car in cars if car in of_class]
    rows = [_row(view, car) for car in cars]
    return {"summary": _summary(view, cars, given), "drivers": rows, "count": len(rows)}


def _of_team(view: RaceView, cars: list[str], name: str) -> list[str]:
    wanted = fold_words(name)
    found = [car for car in cars if wanted and f" {wanted} " in f" {fold_words(_entry(view, car).team)} "]
    if not found:
        teams = sorted({driver.team for driver in view.drivers.values() if driver.team})
        raise InvalidArgument(f"there is no team {name!r} in this session", path="/team", candidates=teams)
    return found


def _entry(view: RaceView, car: str) -> Driver:
    return view.drivers.get(car) or Driver(car)


def _row(view: RaceView, car: str) -> JsonObject:
    entry, crew = _entry(view, car), view.crew(car)[:12]
    told = {"driver": named(view, car), "team": entry.team or None, "class_name": entry.class_name or None}
    told |= {"make": entry.make} if entry.make else {}
    if len(crew) < 2:
        return told
    return {**told, "crew": [{"car": car, "code": each.code or None, "name": each.name} for each in crew]}


def _summary(view: RaceView, cars: list[str], given: JsonObject) -> str:
    if not cars:
        none = "No such car takes part." if given.keys() & {"driver", "class_name", "make"} and view.drivers else ""
        return none or "The feed has named no driver yet."
    if "tell" in given and len(cars) == 1 and not view.timed:
        return crew_words(view, cars[0], given["tell"])
    if given.get("tell") == "driver_now" and not view.timed:
        return longest_words(view, cars)
    if given.get("tell") in ("changes", "most_changes") and not view.timed:
        where = f" in {given['class_name']}" if "class_name" in given else ""
        if given["tell"] == "most_changes":
            return most_changes_words(view, cars, where)
        since_lap = max(given.get("since_lap", 0), view.lap - given["last_n"] if "last_n" in given else 0)
        return changes_words(view, cars, where, since_lap)
    if len(cars) == 1:
        entry = _entry(view, cars[0])
        code = f" ({entry.code})" if entry.code else ""
        team = f" for {entry.team}" if entry.team else ""
        before = [each.name for each in view.crew(entry.car) if each.name != entry.name]
        earlier = f"; earlier {joined(before)}" if before else ""
        make = f" ({entry.make})" if entry.make else ""
        if given.get("driver") == "leader" and not view.timed:
            lead = "won on the road" if view.over else "leads"
            return f"{entry.team or short_name(view, cars[0])} {lead}: {entry.name} in car {entry.car}{make}."
        return f"{entry.name or 'A driver the feed has not named'}{code} drives car {entry.car}{make}{team}{earlier}."
    if "make" in given:
        of = [f"#{car} {short_name(view, car).removeprefix(f'#{car} ')} ({_entry(view, car).team})" for car in cars]
        within = f" in {given['class_name']}" if "class_name" in given else ""
        return fitting(f"{len(cars)} {given['make']} {'car' if len(cars) == 1 else 'cars'}{within}: ", of)
    listed = [f"{short_name(view, car)} ({car})" for car in cars]
    if "team" in given:
        return fitting(f"{_entry(view, cars[0]).team}: ", listed)
    several = any(view.has_changed_driver(car) for car in cars)
    return fitting(f"{len(cars)} {'cars with who drives now' if several else 'drivers'}: ", listed)
