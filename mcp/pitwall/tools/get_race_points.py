"""get_race_points: the points that this race gives as it stands, by the rules of its year."""

from __future__ import annotations

from pitwall.facts.best_laps import lap_of_best, quickest, set_at
from pitwall.facts.championship import Stands, championship
from pitwall.facts.classification import is_classified, provisional
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.points import fastest_lap_counts, full_distance, scale, unknown_rules
from pitwall.state import RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.championship_words import NO_STANDINGS, championship_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_MOST_DRIVERS = 100
_BASES = ("as it stands", "provisional", "official", "unknown")

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        points as it stands / what points would they get / race points / how are the points shared / points of this race
        how many points does everyone get / points for this race / who gets how many points / points distribution
        points if it ended now / what points does this race give
        who scored points / points finishers / who finished in the points / who gets points
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        how many points does {driver} get / how many points would {driver} get / points for {driver}
        how many points is {driver} scoring / how many points will {driver} take / points of {driver}
        what is this worth in points for {driver} / how many points has {driver} scored today / {driver} points
        how many points (does|has) {driver} (have|got)
        how many points did {driver} (score|get|take|earn) / how many points does {driver} (take|earn|score)
        does {driver} (get|score) (points|any points) / did {driver} score points / is {driver} scoring points
        how many points is {driver} (getting|taking|on course for|heading for|set to take)
        what points does {driver} take
        """,
    ),
    *asked(
        {"tell": "teams"},
        """
        how many points would the teams get / which team scores the most points / team points of this race
        points (per|by|of each) team / how many points does each team get / which team gets the most points
        which team has the most points as it stands / which teams get points / teams by points of this race
        """,
    ),
    *asked(
        {"tell": "championship"},
        """
        championship as it stands / who leads the championship / championship standings / drivers championship
        live championship table / world championship standings / who would lead the championship
        championship standings if it ended now / what does this mean for the championship
        """,
    ),
    *asked(
        {"tell": "championship", "driver": "{driver}"},
        """
        where is {driver} in the championship / {driver} in the championship / championship position of {driver}
        how many championship points does {driver} have
        """,
    ),
)


_STANDS = s.record(
    {
        "name": s.text(),
        "driver": s.driver("null: not in this race", nullable=True),
        "team": s.text(nullable=True),
        "points_before": s.number("from the file that was given", high=100_000),
        "position_before": s.position("in the file; null: not in it"),
        "points": s.number("with those of this race", high=100_000),
        "position": s.position("with the points of this race", nullable=False),
    }
)


def build_get_race_points_tool(cache: StateCache) -> ToolSpec:
    """Points of this race; those of the championship before it come from a file, as no feed knows them."""
    return race_tool(
        cache,
        _handle,
        name="get_race_points",
        kinds=RACES,
        description="The championship points that this race or sprint gives as it stands, by driver and team, by the "
        "rules of its year; and the championship with them, where a file of its standings was given.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "tell": s.tell_argument("race", "teams", "championship", default="race"),
        },
        payload={
            "basis": s.choice(*_BASES, description="the order that they are counted on"),
            "rows": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "team": s.text(nullable=True),
                        "position": s.position("that counts"),
                        "points": s.number(high=1000),
                        "fastest_lap": s.flag("a point of them is for it"),
                    }
                ),
                "who scores, or the driver asked for",
            ),
            "teams": s.rows(
                s.record({"team": s.text(), "points": s.number(high=1000)}), "the most points first", most=32
            ),
        },
        optional={"championship": s.rows(_STANDS, "with this race's points, the most first", most=_MOST_DRIVERS)},
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    official = any(row.points is not None for row in view.official)
    points = _official(view) if official else _by_rules(view)
    basis = "unknown" if points is None else "official" if official else "provisional" if view.finished else _BASES[0]
    rows = [row for row in points or [] if row["points"] or row["driver"]["car"] == only]
    teams: dict[str, float] = {}
    for row in rows:
        if row["team"]:
            teams[row["team"]] = teams.get(row["team"], 0) + row["points"]
    table = championship(view, {row["driver"]["car"]: row["points"] for row in rows}) if view.standings else []
    of_championship = given.get("tell") == "championship"
    return {
        "summary": championship_words(view, only, table, basis)
        if of_championship
        else _summary(view, only, rows, basis, teams if given.get("tell") == "teams" else None),
        "basis": basis,
        "rows": [row for row in rows if only in (None, row["driver"]["car"])],
        "teams": [
            {"team": team, "points": scored}
            for team, scored in sorted(teams.items(), key=lambda item: -item[1])
            if scored
        ][:32],
        **({"championship": [_stands(view, each) for each in table[:_MOST_DRIVERS]]} if table else {}),
        "missing": _missing(view, basis),
    }


def _stands(view: RaceView, each: Stands) -> JsonObject:
    return {
        "name": each.name[:80],
        "driver": named(view, each.car) if each.car else None,
        "team": each.team[:80] or None,
        "points_before": each.before,
        "position_before": each.position_before,
        "points": each.points,
        "position": each.position,
    }


def _official(view: RaceView) -> list[JsonObject]:
    return [_row(view, row.car, row.position, row.points or 0, fastest=False) for row in view.official]


def _by_rules(view: RaceView) -> list[JsonObject] | None:
    """Cars that are not in the classification score nothing: one that is out is in it after the flag, by its laps."""
    given = scale(view)
    if given is None:
        return None
    bests = {car: quick[0] for car in view.order if (quick := quickest(view, car)) is not None}
    fastest = min(bests, key=lambda car: _first_set(view, car, bests[car]), default=None)
    fastest = fastest if fastest_lap_counts(view) else None
    rows = []
    for placed in provisional(view):
        counts = is_classified(view, placed.car)
        scored = given[placed.position - 1] if placed.position <= len(given) and counts else 0
        extra = placed.car == fastest and placed.position <= 10 and counts
        rows.append(_row(view, placed.car, placed.position, scored + extra, fastest=extra))
    return rows


def _first_set(view: RaceView, car: str, seconds: float) -> tuple[float, float]:
    """Sorts best laps: of two equal ones the first to be set is the fastest."""
    return seconds, set_at(view, car, lap_of_best(view, car, seconds))


def _row(view: RaceView, car: str, position: int | None, points: float, *, fastest: bool) -> JsonObject:
    driver = view.drivers.get(car)
    return {
        "driver": named(view, car),
        "team": (driver.team[:80] or None) if driver else None,
        "position": position,
        "points": points,
        "fastest_lap": fastest,
    }


def _missing(view: RaceView, basis: str) -> list[str]:
    missing = [] if view.standings else [NO_STANDINGS]
    if basis == "unknown":
        return [*missing, f"the points of {unknown_rules(view)}: the rules are not known here"]
    if basis != "official" and full_distance(view) is not True:
        missing.append("whether full points are given: that takes three quarters of the distance")
    return missing


def _summary(
    view: RaceView, only: str | None, rows: list[JsonObject], basis: str, teams: dict[str, float] | None
) -> str:
    if basis == "unknown":
        return f"The points of {unknown_rules(view)} are not known here."
    if not view.started:
        return "The race has not started: no points yet."
    when = {"as it stands": "as it stands", "provisional": "provisionally", "official": "officially"}[basis]
    if only is not None:
        mine = next((row for row in rows if row["driver"]["car"] == only), None)
        scored = mine["points"] if mine else 0
        return f"{short_name(view, only)} gets {scored:g} point{'' if scored == 1 else 's'} {when}."
    if teams is not None:
        scored = sorted(((team, points) for team, points in teams.items() if points), key=lambda item: -item[1])
        return fitting(f"Points by team {when}: ", [f"{team} {points:g}" for team, points in scored])
    how = "as they stand" if basis == "as it stands" else when
    return fitting(f"Points {how}: ", [f"{short_name(view, row['driver']['car'])} {row['points']:g}" for row in rows])
