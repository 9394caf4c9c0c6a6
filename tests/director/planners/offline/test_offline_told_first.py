"""A question of one value asks the tool to tell that value first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from director.planners.offline import OfflinePlanner
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.fixture(scope="module")
def ask_endurance(learnt: Path) -> Ask:
    drivers: list[JsonObject] = [
        {"car": car, "name": name, "team": f"Team {car}", "make": make, "class_name": of}
        for car, name, make, of in (
            ("7", "Nick Tandy", "Porsche", "GTP"),
            ("31", "Earl Bamber", "Cadillac", "GTP"),
            ("120", "Adam Adelson", "Porsche", "GTD"),
        )
    ]
    context = Context("A race.", {"driver": drivers, "class": [{"name": "GTD"}, {"name": "GTP"}]}, "Race")
    planner, tools = OfflinePlanner(folder=learnt), catalogue(build_tools(StateCache()))

    async def ask(question: str) -> Plan:
        return await planner.plan(question, tools, context)

    return ask


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("how many laps are left", "get_session_info", {"tell": "laps_left"}),
        ("what is the race distance", "get_session_info", {"tell": "total_laps"}),
        ("are we past half distance", "get_session_info", {"tell": "half_distance"}),
        ("what percentage of the race is done", "get_session_info", {"tell": "share"}),
        ("is the race over", "get_session_info", {"tell": "over"}),
        ("how many restarts have there been", "get_track_status", {"tell": "restarts"}),
        ("when was the last restart", "get_track_status", {"tell": "restarts"}),
        ("how long was the longest safety car", "get_track_status", {"kind": "safety_car", "tell": "longest"}),
        ("how many full course yellows", "get_track_status", {"kind": "full_course_yellow", "tell": "count"}),
        ("who did not start the race", "get_retirements", {"tell": "no_lap"}),
        ("who was the last to retire", "get_retirements", {"tell": "last"}),
        ("who leads GTD", "get_class_standings", {"class_name": "GTD", "tell": "leader"}),
        ("gap between first and second in GTD", "get_class_standings", {"class_name": "GTD", "tell": "lead"}),
        ("who is last in GTD", "get_class_standings", {"class_name": "GTD", "tell": "last"}),
        ("how many cars are in GTD", "get_class_standings", {"class_name": "GTD", "tell": "cars"}),
        ("has the lead changed in GTD", "get_class_standings", {"class_name": "GTD", "tell": "led"}),
        (
            "what is the gap between P3 and P2 in GTD",
            "get_class_standings",
            {"class_name": "GTD", "place": 3, "behind_place": 2},
        ),
        ("which GTD cars did not finish", "get_retirements", {"class_name": "GTD"}),
        ("who is in the 31 now", "get_roster", {"driver": "31"}),
        ("who started car 31", "get_roster", {"driver": "31", "tell": "first_driver"}),
        ("when was the last driver change of car 31", "get_roster", {"driver": "31", "tell": "changes"}),
        ("how many drivers has car 31 used", "get_roster", {"driver": "31", "tell": "crew"}),
        ("which cars are Porsche", "get_roster", {"make": "Porsche"}),
        ("which team won", "get_roster", {"driver": "leader"}),
        ("has Bamber served his penalty", "get_penalties", {"driver": "31", "show": "penalties"}),
    ],
)
async def test_the_value_that_is_asked_is_told_first(
    ask_endurance: Ask, question: str, tool: str, arguments: JsonObject
) -> None:
    (step,) = (await ask_endurance(question)).steps
    assert (step.name, dict(step.arguments)) == (tool, arguments)


async def test_a_car_is_no_make(ask_endurance: Ask) -> None:
    """Whose make is known by its number is not asked for all cars of that make."""
    (step,) = (await ask_endurance("which team runs car 31")).steps
    assert dict(step.arguments) == {"driver": "31"}
