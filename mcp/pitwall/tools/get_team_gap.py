"""get_team_gap: how far apart the best placed cars of two teams are in a race."""

from __future__ import annotations

from pitwall.facts.gaps import gap_between
from pitwall.facts.names import find_team, named, short_name
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import race_tool
from pitwall.tools.words import behind_text
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_PAIR = 2
_EXAMPLES = asked(
    {"team": "{team}", "other": "{other}"},
    """
    gap between {team} and {other} / gap from {team} to {other} / what is the gap between {team} and {other}
    gap between the (first|best placed|best|leading|lead) {team} and the (first|best placed|best|leading|lead) {other}
    how far is {team} (behind|ahead of|from|off) {other} / how far apart are {team} and {other}
    how far is the (first|best placed|best|leading|lead) {team} (behind|ahead of|from) the (first|best placed|best|
        leading|lead) {other}
    """,
)


def build_get_team_gap_tool(cache: StateCache) -> ToolSpec:
    """The gap between two teams by their best placed cars that are still going."""
    return race_tool(
        cache,
        _handle,
        name="get_team_gap",
        kinds=RACES,
        description="The gap between two teams in a race: of the best placed car of each that is still going.",
        arguments={
            "team": s.team_argument("a team; default: the leader's"),
            "other": s.team_argument("the other team; default: the best placed other one"),
        },
        payload={
            "ahead": s.driver("the best placed car of the team in front", nullable=True),
            "behind": s.driver("the best placed car of the other", nullable=True),
            "gap_s": s.gap_s(),
            "gap_laps": s.laps_behind(),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    every = sorted({driver.team for driver in view.drivers.values() if driver.team})
    teams = [find_team(every, given[name], path=f"/{name}") for name in ("team", "other") if name in given]
    if len(teams) == _PAIR and teams[0] == teams[1]:
        raise InvalidArgument("name two teams", path="/other")
    placed = [driver.team for car in view.order if (driver := view.drivers.get(car)) and driver.team]
    teams = [*teams, *(team for team in dict.fromkeys(placed) if team not in teams)][:_PAIR]
    if len(teams) < _PAIR:
        return _none("The feed does not tell of two teams.")
    best = [_best_placed(view, team) for team in teams]
    gone = [team for team, car in zip(teams, best, strict=True) if car is None]
    cars = [car for car in best if car is not None]
    gap = gap_between(view, cars[0], cars[1]) if not gone else None
    if gap is None:
        return _none(f"No car of {gone[0]} is still going." if gone else "The feed does not place both cars.")
    owner = dict(zip(cars, teams, strict=True))
    front, back = (f"{short_name(view, car)} ({owner[car]})" for car in (gap.ahead, gap.behind))
    by = behind_text(gap.seconds, gap.laps)
    verb = "was" if view.finished else "is"
    return {
        "summary": f"By their best placed cars: {back} {verb} {by} behind {front}."
        if by
        else f"By their best placed cars: {back} {verb} behind {front}; the feed gives no gap between them.",
        "ahead": named(view, gap.ahead),
        "behind": named(view, gap.behind),
        "gap_s": gap.seconds,
        "gap_laps": gap.laps,
    }


def _none(said: str) -> JsonObject:
    return {"summary": said, "ahead": None, "behind": None, "gap_s": None, "gap_laps": None}


def _best_placed(view: RaceView, team: str) -> str | None:
    of_team = {car for car, driver in view.drivers.items() if driver.team == team}
    return next((car for car in view.order if car in of_team and view.run_state(car)[0] not in OUT_STATES), None)
