"""get_teams: the teams of a practice or a qualifying by their better car, and which have both cars in, or out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitwall.facts.best_laps import best_lap, best_laps, best_of
from pitwall.facts.names import find_team, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.state.kinds import QUALIFYINGS, TIMED
from pitwall.state.segments import SEGMENT_NUMBERS
from pitwall.tools import schemas as s
from pitwall.tools.qualifying_words import left_in, taking_part
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.team_questions import EXAMPLES
from pitwall.tools.timed_words import segment_name
from pitwall.tools.tool import race_tool
from pitwall.tools.words import count_text, fitting, joined, lap_time_text
from toolgate.contract import SUMMARY_MAX_CHARS, InvalidArgument, JsonObject, ToolSpec

_PAIR = 2
_TEAM = s.record(
    {
        "team": s.text(),
        "driver": s.driver("of the better car"),
        "best_lap_s": s.lap_time("of that car, in the segment that decides its position"),
        "segment": s.integer("of that lap", low=1, high=9, nullable=True),
        "cars": s.integer("of the team", high=s.MAX_CARS),
        "going": s.integer("of them take part in the segment asked for, or have not been knocked out", high=s.MAX_CARS),
    }
)


class TeamCars(NamedTuple):
    """A team's cars, the better one first, its best lap and the segment of it."""

    team: str
    cars: tuple[str, ...]
    best_s: float | None
    segment: int | None


def build_get_teams_tool(cache: StateCache) -> ToolSpec:
    """Each team by its better car; two of them beside each other."""
    return race_tool(
        cache,
        _handle,
        name="get_teams",
        kinds=TIMED,
        description="Teams in practice and qualifying: which team is quicker by the best lap of its cars, which lost "
        "both cars in a segment, which got both through.",
        arguments={
            "team": s.team_argument("only this team"),
            "other": s.team_argument("a second team, with which the first is compared"),
            "tell": s.tell_argument(
                "best", "rank", "out", "through", meaning="rank: among all; out, through: both cars", default="best"
            ),
            "segment": SEGMENT,
        },
        payload={"rows": s.rows(_TEAM, "in the order of their better cars")},
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    tell = given.get("tell", "best")
    coming = tell == "through" and SEGMENT_NUMBERS.get(given.get("segment", "")) == (view.segment or 0) + 1
    segment = None if coming else segment_asked(view, given)
    if tell in ("out", "through") and view.kind not in QUALIFYINGS:
        raise InvalidArgument("nobody is knocked out of a practice", path="/tell", session=view.kind)
    every = teams_of(view, segment)
    chosen = [_found(every, given[name], f"/{name}") for name in ("team", "other") if name in given]
    if "other" in given and (len(chosen) < _PAIR or chosen[0] == chosen[1]):
        raise InvalidArgument("name two teams", path="/other")
    going = set(taking_part(view, segment)) if segment else {car for car in view.order if left_in(view, car) is None}
    if coming:
        going = {best.car for best in best_laps(view) if not (best.at_risk or best.knocked_out)}
    return {
        "summary": _both_in(view, None, every, going, as_it_stands=True)
        if coming
        else _summary(view, tell, segment, every if tell == "rank" else chosen or every, going),
        "rows": [
            {
                "team": each.team[:80],
                "driver": named(view, each.cars[0]),
                "best_lap_s": each.best_s,
                "segment": each.segment,
                "cars": len(each.cars),
                "going": sum(car in going for car in each.cars),
            }
            for each in chosen or every
        ][: s.MAX_CARS],
        "missing": [] if every else ["the teams of the drivers"],
    }


def teams_of(view: RaceView, segment: int | None) -> list[TeamCars]:
    """The teams in the order of their better cars, or by best laps of a segment; those without a time last."""
    rows = {best.car: best for best in best_laps(view)}
    timed = {car: (best_lap(view, car, segment) if segment else rows[car].seconds) for car in view.order}
    cars: dict[str, list[str]] = {}
    for car in sorted(view.order, key=lambda car: (timed[car] is None, (timed[car] or 0.0) if segment else 0.0)):
        if (driver := view.drivers.get(car)) is not None and driver.team:
            cars.setdefault(driver.team, []).append(car)
    return [
        TeamCars(team, tuple(mine), timed[mine[0]], segment or rows[mine[0]].segment) for team, mine in cars.items()
    ]


def _found(every: Sequence[TeamCars], name: str, path: str) -> TeamCars:
    team = find_team([each.team for each in every], name, path=path)
    return next(each for each in every if each.team == team)


def _summary(view: RaceView, tell: str, segment: int | None, teams: Sequence[TeamCars], going: set[str]) -> str:
    if tell == "out" and len(teams) == 1:
        return _out_of(view, segment, teams[0])
    if tell == "out":
        return _both_out(view, segment, teams)
    if tell == "through":
        return _both_in(view, segment, teams, going)
    if len(teams) == _PAIR:
        return _two(view, segment, *teams)
    if len(teams) == 1:
        return _one(view, segment, teams[0])
    timed = [each for each in teams if each.best_s is not None]
    if not timed:
        return "No team has a time yet."
    said = [
        f"{at} {each.team} ({short_name(view, each.cars[0])} {lap_time_text(each.best_s or 0.0)}"
        + (f" in {segment_name(view, each.segment)})" if each.segment != timed[0].segment else ")")
        for at, each in enumerate(timed, 1)
    ]
    return fitting(f"Teams by their better car{_in(view, segment or timed[0].segment)}: ", said)


def _in(view: RaceView, segment: int | None) -> str:
    return f" in {segment_name(view, segment)}" if segment else ""


def _one(view: RaceView, segment: int | None, team: TeamCars) -> str:
    """`Haas F1 Team: Bearman 1:28.660 (P10), Hulkenberg 1:29.633 (P15).`"""
    said = []
    for car in team.cars:
        best = best_of(view, car)
        seconds = best_lap(view, car, segment) if segment else best.seconds if best else None
        place = f" (P{best.position})" if best and best.position and not segment else ""
        time = lap_time_text(seconds) if seconds is not None else "no time"
        within = f" in {segment_name(view, best.segment)}" if best and best.segment and seconds and not segment else ""
        said.append(f"{short_name(view, car)} {time}{within}{place}")
    return fitting(f"{team.team}{_in(view, segment)}: ", said)


def _two(view: RaceView, segment: int | None, one: TeamCars, other: TeamCars) -> str:
    """Two teams by their better cars; in a qualifying by the last segment in which both have a time."""
    for number in [segment] if segment else range(view.segment or 0, 0, -1) or [None]:
        mine, theirs = _best(view, one, number), _best(view, other, number)
        if mine and theirs:
            (first, faster), (second, slower) = sorted((mine, theirs))
            apart = f"{second - first:.3f} s"
            names = {car: each.team for each in (one, other) for car in each.cars}
            return (
                f"Best laps{_in(view, number)}: {names[faster]} {lap_time_text(first)} ({short_name(view, faster)}), "
                f"{names[slower]} {lap_time_text(second)} ({short_name(view, slower)}), {apart} slower."
            )
    without = [each.team for each in (one, other) if not _best(view, each, segment)]
    return f"No time{_in(view, segment)} of {joined(without or [one.team, other.team])} to compare."


def _best(view: RaceView, team: TeamCars, segment: int | None) -> tuple[float, str] | None:
    told = [(seconds, car) for car in team.cars if (seconds := best_lap(view, car, segment)) is not None]
    return min(told, default=None)


def _both_out(view: RaceView, segment: int | None, teams: Sequence[TeamCars]) -> str:
    """Teams of which all cars were knocked out, in the one segment where one is asked for."""
    out, fallen = _left(view), _fallen(view)
    gone = [
        f"{each.team} ({joined([short_name(view, car) for car in each.cars])})"
        for each in teams
        if len(each.cars) > 1 and all(car in out and segment in (None, out[car]) for car in each.cars)
    ]
    where = f"{_in(view, segment)}{' as it stands' if fallen and segment in (None, view.segment) else ''}"
    if segment == view.segment and not out_of(out, segment):
        return f"Nobody has been knocked out{where} yet."
    return (
        fitting(f"{count_text(len(gone), 'team')} lost both cars{where}: ", gone)
        if gone
        else (f"No team has lost both cars{where}.")
    )


def _out_of(view: RaceView, segment: int | None, team: TeamCars) -> str:
    """`Mercedes: Hamilton knocked out in Q2; Russell not knocked out.`"""
    out = {car: number for car, number in _left(view).items() if segment in (None, number)}
    stands = " as it stands" if _fallen(view) and segment in (None, view.segment) else ""
    gone = [f"{short_name(view, car)} knocked out{_in(view, out[car])}" for car in team.cars if car in out]
    still = [short_name(view, car) for car in team.cars if car not in out]
    parts = [*gone, *([f"{joined(still)} not knocked out{_in(view, segment)}"] if still else [])]
    return f"{team.team}{stands}: {'; '.join(parts)}."


def _fallen(view: RaceView) -> bool:
    return view.session_status == "finished" and not view.over


def _left(view: RaceView) -> dict[str, int | None]:
    """The segment in which each car that is out was knocked out."""
    out: dict[str, int | None] = {car: left_in(view, car) for car in view.segments.knocked_out}
    if _fallen(view):  # the feed says who is out minutes after the flag has fallen
        out |= {best.car: view.segment for best in best_laps(view) if best.at_risk}
    return out


def out_of(out: Mapping[str, int | None], segment: int | None) -> bool:
    """Whether anybody was knocked out in a segment; `out`: each car that is out, with the segment in which it went."""
    return any(number == segment for number in out.values())


def _both_in(
    view: RaceView, segment: int | None, teams: Sequence[TeamCars], going: set[str], *, as_it_stands: bool = False
) -> str:
    """Teams of which all cars take part in a segment, or would in the next, and those of which one does."""
    number = segment or view.segment
    both = [each.team for each in teams if len(each.cars) > 1 and going.issuperset(each.cars)]
    where = f" through from {segment_name(view, number)} as it stands" if as_it_stands else _in(view, number)
    said = f"{count_text(len(both), 'team')} {'has' if len(both) == 1 else 'have'} both cars{where}"
    one = [(each.team, [car for car in each.cars if car in going]) for each in teams if each.team not in both]
    single = [f"{team} ({joined([short_name(view, car) for car in cars])})" for team, cars in one if cars]
    more = f"; {len(single)} {'has' if len(single) == 1 else 'have'} one: {', '.join(single)}." if single else "."
    if not both:
        return f"No team has both cars{where}{more}"
    told = fitting(f"{said}: ", both, end="", limit=SUMMARY_MAX_CHARS - len(more))
    return f"{told}{more}"
