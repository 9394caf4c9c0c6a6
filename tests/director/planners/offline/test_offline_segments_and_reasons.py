"""Segments of a qualifying as qualifiers, the last lap, and whys of a lost win, podium or place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from director.planners.base import Turn
from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@pytest.fixture
def ask_qualifying(planner: OfflinePlanner, race_catalogue: list[JsonObject], context: Context) -> Ask:
    of_it = Context(context.session, context.vocabularies, "Qualifying")

    async def ask(question: str, memory: Sequence[Turn] = ()) -> Plan:
        return await planner.plan(question, race_catalogue, of_it, memory)

    return ask


@pytest.mark.parametrize(
    ("question", "relation", "held"),
    [
        ("what was verstappen's best in q2", "segments", {("segment", 2), ("driver", "VER")}),
        ("who was slowest in q3", "segments", {("segment", 3)}),
        ("was sainz faster than leclerc in q2", "segments", {("segment", 2)}),
        ("who was 15th in q1", "segments", {("segment", 1), ("position", 15)}),
        ("how many laps were deleted in q1", "deletions", {("segment", 1)}),
        ("how many laps has verstappen done in q1", "laps", {("segment", 1), ("driver", "VER")}),
    ],
)
async def test_a_segment_narrows(ask_qualifying: Ask, question: str, relation: str, held: set[tuple[str, Any]]) -> None:
    (step,) = (await ask_qualifying(question)).steps
    where = [(one["field"], one.get("value")) for one in step.arguments["where"] if one["op"] == "is"]
    assert (step.arguments["from"], set(where)) == (relation, held)


@pytest.mark.parametrize(("question", "op"), [("who was fastest before the red flag", "less"),
                                             ("fastest lap since the red flag", "more")])  # fmt: skip
async def test_where_each_car_counts_its_laps_a_red_flag_is_a_time(ask_qualifying: Ask, question: str, op: str) -> None:
    _, query = (await ask_qualifying(question)).steps
    (one,) = (one for one in query.arguments["where"] if one["field"] == "session_time_s")
    assert (one["op"], one["value"]["get"]) == (op, "/session_time_s")


async def test_the_last_segment_is_found_by_a_query(ask_qualifying: Ask) -> None:
    find, query = (await ask_qualifying("best lap of hamilton in the last segment")).steps
    assert (find.arguments["from"], find.arguments["limit"]) == ("segments", 1)
    assert query.arguments["where"][0]["value"]["get"] == "/segment"


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("who is in the knock out zone in q2", {"tell": "at_risk", "segment": 2}),
        ("is this q2", {"tell": "clock", "segment": 2}),
        ("how long is left in q1", {"tell": "clock", "segment": 1}),
        ("when does q3 start", {"tell": "clock", "segment": 3}),
        ("gap between p1 and p2 in q3", {"segment": 3, "top_n": 2}),
        ("where was alonso in q1", {"segment": 1, "driver": "ALO"}),
        ("who scraped through to q3", {"tell": "cut"}),
        ("who sits out q3", {"tell": "knocked_out"}),
        ("who is out of q3", {"tell": "knocked_out"}),
        ("who is not in q3", {"tell": "knocked_out"}),
        ("who sits out q2", {"tell": "knocked_out", "segment": 1}),
        ("who is in q3", {"tell": "in_it", "segment": 3}),
        ("did Hamilton get knocked out in q1", {"tell": "knocked_out", "segment": 1, "driver": "HAM"}),
        ("was Hamilton eliminated in q2", {"tell": "knocked_out", "segment": 2, "driver": "HAM"}),
        ("did Hamilton make q2", {"tell": "at_risk", "driver": "HAM"}),
        ("has Hamilton been out in q2", {"segment": 2, "driver": "HAM"}),
    ],
)
async def test_a_segment_is_an_argument(ask_qualifying: Ask, question: str, arguments: JsonObject) -> None:
    (step,) = (await ask_qualifying(question)).steps
    assert (step.name, step.arguments) == ("get_qualifying", arguments)


@pytest.mark.parametrize(
    "question",
    [
        "why did Bottas lose the win", "why did Vettel miss the podium", "why did Hamilton win",
        "why did Magnussen finish only 13th", "why was Magnussen demoted", "why is Verstappen only 17th",
        "what cost Perez his points", "why did Sainz drop to 12th", "why is Verstappen in P9",
    ],
)  # fmt: skip
async def test_a_why_of_a_result_is_met_with_what_bears_on_it(ask_race: Ask, question: str) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments["tell"]) == ("explain_driver", "position")


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("has the order changed since the last lap", {"recent": True, "how": "any"}),
        ("any overtakes this lap", {"recent": True}),
        ("who has just been passed", {"recent": True}),
    ],
)
async def test_the_last_lap_and_since(ask_race: Ask, question: str, arguments: JsonObject) -> None:
    (step,) = (await ask_race(question)).steps
    assert (step.name, step.arguments) == ("get_overtakes", arguments)


@pytest.mark.parametrize("question", ["has anybody overtaken in the last minute", "any overtakes in the last minute"])
async def test_minutes_are_no_window_of_laps(ask_race: Ask, question: str) -> None:
    assert not (await ask_race(question)).steps
