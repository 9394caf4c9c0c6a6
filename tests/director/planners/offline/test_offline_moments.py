"""A question about another moment, or about a reason, is not answered with how things are now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


def calls(plan: Plan) -> list[tuple[str, JsonObject]]:
    return [(step.name, step.arguments) for step in plan.steps]


@pytest.mark.parametrize(
    "question",
    [
        "how far behind was hamilton when vettel pitted",
        "who is leading after the pit stops",
    ],
)
async def test_what_no_tool_can_be_asked_is_met_with_silence(ask_race: Ask, question: str) -> None:
    assert calls(await ask_race(question)) == []


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("when did vettel pit", "get_pit_stops", {"driver": "VET"}),
        ("Hamilton, when did he stop?", "get_pit_stops", {"driver": "HAM", "tell": "last"}),
        ("does anybody know when vettel pitted", "get_pit_stops", {"driver": "VET"}),
        ("who has gained the most places since the start", "get_position_history", {}),
        ("gap between ham and vet after lap 12", "get_gap", {"driver": "HAM", "other": "VET", "at_lap": 12}),
        ("how many places has Gasly gained since the start", "get_position_history", {"driver": "GAS"}),
        ("why was perez penalised", "get_race_control", {"about": "penalty", "driver": "PER"}),
        ("Who leads now that Vettel pitted?", "get_standings", {"place": 1}),
        ("where was stroll after lap one", "get_driver", {"driver": "STR", "at_lap": 1}),
        ("who led on lap one", "get_standings", {"place": 1, "at_lap": 1}),
        ("the one in the lead", "get_standings", {"place": 1}),
        ("who was fastest on lap 20", "get_fastest_laps", {"top_n": 1, "lap": 20}),
        ("fastest lap since lap 45", "get_fastest_laps", {"top_n": 1, "since_lap": 45}),
        ("laps 10 to 20 for hamilton", "get_lap_times", {"driver": "HAM", "from_lap": 10, "to_lap": 20}),
    ],
)
async def test_what_a_tool_can_be_asked_is_asked(
    ask_race: Ask, question: str, tool: str, arguments: JsonObject
) -> None:
    assert calls(await ask_race(question)) == [(tool, arguments)]


@pytest.mark.parametrize(
    "question",
    [
        "what a race!",
        "what a lap by hamilton",
        "go ferrari!!",
        "Forza Ferrari",
        "who is the best looking driver",
        "is Lopes better looking than Pena",
    ],
)
async def test_cheering_and_foreign_matters_are_met_with_silence(ask_race: Ask, question: str) -> None:
    assert calls(await ask_race(question)) == []


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("tyres of p2", "get_stints", {"driver": "P2"}),
        ("how many stops has the leader made", "get_pit_stops", {"driver": "leader"}),
        ("what tyres is the leader on", "get_stints", {"driver": "leader"}),
        ("gap between p4 and p5", "get_gap", {"driver": "P4", "other": "P5"}),
        ("last lap of the leader", "get_lap_times", {"driver": "leader", "last_n": 1}),
        ("who is in p2", "get_standings", {"place": 2}),
        ("is bottas p4 or p5", "get_driver", {"driver": "BOT"}),
        ("did perez finish second", "get_driver", {"driver": "PER"}),
        ("Who is P3 and by how much?", "get_standings", {"place": 3}),
        ("how far behind the leader was raikkonen", "get_gap", {"driver": "RAI", "to": "leader"}),
        ("who is the leader", "get_standings", {"place": 1}),
    ],
)
async def test_a_place_stands_for_who_holds_it(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    assert calls(await ask_race(question)) == [(tool, arguments)]


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("ricciardo laps", "get_lap_times", {"driver": "RIC"}),
        ("slowest pit stop", "get_pit_stops", {"order": "slowest"}),
        ("who pitted first", "get_pit_stops", {"order": "first"}),
        ("who made the most pit stops", "get_pit_stops", {"order": "most"}),
        ("who made the fewest stops", "get_pit_stops", {"order": "fewest"}),
        ("last pit stop", "get_pit_stops", {"last": 1}),
        ("how many cars took the flag", "get_retirements", {"tell": "still_going"}),
        ("position of bottas when he retired", "get_retirements", {"driver": "BOT", "tell": "place"}),
        ("who was on pole", "get_position_history", {"order": "grid"}),
        ("winning margin", "get_gap", {"driver": "P2", "to": "leader"}),
        ("what was vettel's winning margin", "get_gap", {"driver": "VET", "to": "leader"}),
        ("gap from the leader to last place", "get_standings", {"last_n": 1}),
        ("how far is bottas off the lead", "get_gap", {"driver": "BOT", "to": "leader"}),
        ("is drs on", "get_race_control", {"category": "drs"}),
        ("did it rain during the race", "get_weather", {"tell": "spells"}),
        ("since when has it been raining", "get_weather", {"tell": "spells"}),
        ("how long did the race last", "get_session_info", {"tell": "elapsed"}),
    ],
)
async def test_the_tool_is_told_what_is_asked(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    assert calls(await ask_race(question)) == [(tool, arguments)]
