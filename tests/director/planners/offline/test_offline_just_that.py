"""Questions that are near to others and ask for something else: what is planned for them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from toolgate.contract import JsonObject, Plan

Ask = Callable[..., Awaitable[Plan]]


async def calls(ask_race: Ask, question: str) -> list[tuple[str, JsonObject]]:
    return [(step.name, step.arguments) for step in (await ask_race(question)).steps]


async def test_any_of_a_team_is_not_both_of_it(ask_race: Ask) -> None:
    for question in ("have any of the Ferrari cars been in an incident", "did the Ferraris crash"):
        assert await calls(ask_race, question) == [
            ("get_incidents", {"show": "crashes", "driver": driver}) for driver in ("VET", "RAI")
        ]
    assert await calls(ask_race, "did Vettel and Räikkönen crash") == [
        ("get_incidents", {"driver": "VET", "other": "RAI"})
    ]


async def test_where_two_are_is_told_of_both(ask_race: Ask) -> None:
    for question in ("where are the two Ferraris", "where are Räikkönen and Vettel"):
        plan = await calls(ask_race, question)
        assert "get_gap" not in [name for name, _ in plan], question
        assert {who for _, told in plan for who in told.values()} == {"VET", "RAI"}, question


async def test_who_made_most_overtakes_is_ranked(ask_race: Ask) -> None:
    ((name, asked),) = await calls(ask_race, "who made the most overtakes")
    assert (name, asked["group_by"]) == ("query_race", ["driver"])


async def test_two_names_and_a_lap_ask_nothing_of_who_ran(ask_race: Ask) -> None:
    told = await calls(ask_race, "how did Hamilton and Vettel do on lap 30")
    assert [name for name, _ in told] != ["query_race"]


async def test_places_are_gained_and_lost_under_one_safety_car(ask_race: Ask) -> None:
    """From the first lap of one to the last of another lies the racing between."""
    for question in (
        "who gained places under the safety car",
        "how many places did Grosjean gain under the safety car",
        "who lost the most places under the safety car",
    ):
        ((name, asked),) = await calls(ask_race, question)
        assert name == "query_race"
        assert {"field": "track_status", "op": "latest", "value": "safety_car"} in asked["where"], question


async def test_so_many_fastest_laps_are_laps_and_no_drivers(ask_race: Ask) -> None:
    for question, driver in (("the 5 fastest laps", None), ("5 fastest laps of Hamilton", "HAM")):
        ((name, asked),) = await calls(ask_race, question)
        assert (name, asked["from"], asked["limit"]) == ("query_race", "laps", 5), question
        assert [one["value"] for one in asked["where"] if one["field"] == "driver"] == [driver] * bool(driver)
    assert await calls(ask_race, "the 5 fastest drivers") == [("get_fastest_laps", {"top_n": 5})]


async def test_who_was_slowest_on_one_lap_is_told_by_that_lap(ask_race: Ask) -> None:
    for question in (
        "who was slowest on the last lap",
        "who was slowest on lap 40",
        "is Hamilton faster than Leclerc on this lap",
    ):
        ((_, asked),) = await calls(ask_race, question)
        assert "accurate" not in str(asked["where"]), question
        assert asked["aggregate"][0]["op"] in ("min", "max"), question


async def test_how_many_laps_it_is_to_half_distance_is_no_count_of_laps(ask_race: Ask) -> None:
    for question in ("how many laps until half distance", "how many laps to the halfway point"):
        assert await calls(ask_race, question) == [("get_session_info", {"tell": "half_distance"})]


async def test_whether_one_is_in_a_position_is_asked_of_now(ask_race: Ask) -> None:
    assert await calls(ask_race, "is Hamilton in P5") == [("get_driver", {"driver": "HAM"})]
    assert [name for name, _ in await calls(ask_race, "has Hamilton been in P5")] == ["query_race"]


async def test_the_start_of_one_is_what_he_gained_on_lap_1(ask_race: Ask) -> None:
    told = await calls(ask_race, "how many places did Hamilton gain at the start")
    assert told == [("get_position_history", {"driver": "HAM", "on_lap": 1})]


async def test_the_last_laps_of_somebody_are_his_lap_times(ask_race: Ask) -> None:
    """Who he is is told alike of any lap: a window of driver changes is none of his."""
    for question in ("last 5 laps of Hamilton", "over the last 5 laps of Hamilton"):
        assert await calls(ask_race, question) == [("get_lap_times", {"driver": "HAM", "last_n": 5})], question
    assert await calls(ask_race, "who has changed drivers in the last 20 laps") == [
        ("get_roster", {"tell": "changes", "last_n": 20})
    ]
