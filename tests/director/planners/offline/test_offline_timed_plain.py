"""Plain questions of practice and qualifying: runs, sectors, who is ahead, how the order came about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan, Step

Ask = Callable[..., Awaitable[Plan]]
_LEC: JsonObject = {"driver": "LEC"}


@pytest.fixture(scope="module")
def ask_of(literal: OfflinePlanner, drivers: list[JsonObject]) -> Ask:
    tools = catalogue(build_tools(StateCache()))

    async def ask(question: str, kind: str, memory: Sequence[Turn] = ()) -> Plan:
        return await literal.plan(question, tools, Context("Baku.", {"driver": drivers}, kind), memory)

    return ask


@pytest.mark.parametrize("kind", ["Practice 1", "Qualifying"])
@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("is Leclerc on an out lap", "get_on_track", _LEC),
        ("who is on an out lap", "get_on_track", {"tell": "laps"}),
        ("how long has Leclerc been in the garage", "get_on_track", _LEC),
        ("who has been in the garage the longest", "get_on_track", {"tell": "longest"}),
        ("who is improving on this lap", "get_on_track", {"tell": "gaining"}),
        ("who is faster than Leclerc", "get_best_lap_history", {"driver": "LEC", "tell": "ahead"}),
        ("how many cars are ahead of Leclerc", "get_best_lap_history", {"driver": "LEC", "tell": "ahead"}),
        ("why is Leclerc in P5", "get_best_lap_history", {"driver": "LEC", "tell": "ahead"}),
        ("when did Leclerc set his best lap", "get_best_lap_history", {"driver": "LEC", "tell": "set"}),
        ("who set his best lap in the last 5 minutes", "get_best_lap_history", {"tell": "latest", "minutes": 5}),
        ("who was fastest before Leclerc", "get_best_lap_history", _LEC),
        ("how many times has p1 changed", "get_best_lap_history", {}),
        ("what was the order 10 minutes ago", "get_standings", {"minutes_ago": 10}),
        ("where was Leclerc 5 minutes ago", "get_driver", {"driver": "LEC", "minutes_ago": 5}),
        ("did Leclerc set his best lap on new tyres", "get_runs", {"driver": "LEC", "show": "best"}),
        (
            "how much faster is soft than medium",
            "get_runs",
            {"show": "compounds", "compound": "soft", "against": "medium"},
        ),
        ("how many laps did Leclerc do in his last run", "get_runs", {"driver": "LEC", "show": "final"}),
        ("which team is fastest on the long runs", "get_runs", {"show": "teams"}),
        ("how many laps was the long run of Leclerc", "get_runs", {"driver": "LEC", "show": "long"}),
        ("tyre degradation of Leclerc on the long run", "get_runs", {"driver": "LEC", "show": "fade"}),
        ("who has the least tyre degradation on the long runs", "get_runs", {"show": "fade"}),
        ("top 3 in sector 1", "get_sector_times", {"sector": 1, "top": 3}),
        ("compare the sectors of Leclerc and his teammate", "get_teammate", {"driver": "LEC", "sectors": True}),
        ("compare the sectors of the two Ferrari cars", "get_sector_times", {"driver": "VET", "other": "RAI"}),
        ("last 2 laps of Leclerc and Vettel", "get_lap_times", {"driver": "LEC", "other": "VET", "last_n": 2}),
        ("why is Leclerc dead last", "explain_laps", {"driver": "LEC", "tell": "position"}),
    ],
)
async def test_a_timed_session_is_asked(
    ask_of: Ask, kind: str, question: str, tool: str, arguments: JsonObject
) -> None:
    plan = await ask_of(question, kind)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("how far is Leclerc inside the knock out line", "get_qualifying", {"driver": "LEC", "tell": "line"}),
        ("is there time for another lap", "get_qualifying", {"tell": "clock"}),
        ("who was on pole before Leclerc", "get_qualifying", {"driver": "LEC", "tell": "holders"}),
        ("how many times has pole changed", "get_qualifying", {"tell": "holders"}),
        ("which row is Leclerc on", "get_qualifying", {"driver": "LEC", "tell": "row"}),
        ("who starts next to Leclerc", "get_qualifying", {"driver": "LEC", "tell": "row"}),
        ("who was last in q1", "get_qualifying", {"segment": 1, "tell": "last"}),
        ("what was the order in q1", "get_qualifying", {"segment": 1}),
        ("who is quickest in this segment", "get_qualifying", {}),
        ("who in the drop zone has no time yet", "get_qualifying", {"tell": "at_risk"}),
        ("how far was Leclerc behind the leader in q1", "get_qualifying", {"segment": 1, "driver": "LEC"}),
        ("gap between Leclerc and Perez in q2", "get_gap", {"driver": "LEC", "other": "PER", "segment": "q2"}),
        ("how close was Leclerc", "get_qualifying", {"driver": "LEC", "tell": "line"}),
        ("who is outside the top ten in Q2", "get_qualifying", {"tell": "at_risk", "segment": 2, "top_n": 10}),
        ("how long to go in this part", "get_qualifying", {"tell": "clock"}),
    ],
)
async def test_a_qualifying_is_asked(ask_of: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_of(question, "Qualifying")
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


@pytest.mark.parametrize("question", ["in q2", "and the same two in q2"])
async def test_two_who_are_named_are_asked_of_in_another_segment(ask_of: Ask, question: str) -> None:
    pair = {"driver": "LEC", "other": "PER"}
    gap = Turn("gap between Leclerc and Perez", Plan((Step("s1", "get_gap", pair),)), "Perez is 0.1 s slower.")
    (step,) = (await ask_of(question, "Qualifying", [gap])).steps
    assert (step.name, step.arguments) == ("get_gap", {**pair, "segment": "q2"})


async def test_each_car_of_a_team_is_looked_for_on_the_track(ask_of: Ask) -> None:
    plan = await ask_of("which Ferrari cars are on track", "Qualifying")
    assert [(step.name, step.arguments) for step in plan.steps] == [
        ("get_on_track", {"driver": "VET"}),
        ("get_on_track", {"driver": "RAI"}),
    ]


async def test_whether_there_is_time_is_told_by_the_clock_of_a_practice(ask_of: Ask) -> None:
    (step,) = (await ask_of("is there time for another lap", "Practice 1")).steps
    assert (step.name, step.arguments) == ("get_fastest_practice", {"top_n": 1})


@pytest.mark.parametrize("question", ["who is on pole", "how many laps did Leclerc lead"])
async def test_a_practice_has_no_pole_and_nobody_leads(ask_of: Ask, question: str) -> None:
    assert not (await ask_of(question, "Practice 1")).steps
