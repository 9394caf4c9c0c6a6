"""Questions of several who are named, in words that show what is asked of each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.planners.offline.apart.of_late import of_the_last_laps, slow_of_late
from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]


@each_row(
    ("question", "meant"),
    [
        ("are Zhou and Ocon still running", "is Zhou still running and is Ocon still running"),
        ("are both Zhou and Ocon out of the race", "is Zhou out and is Ocon out"),
        ("are Guanyu Zhou and Ocon still running", "is Guanyu Zhou still running and is Ocon still running"),
        ("are Zhou and Ocon on softs", None),
        ("where are the two Saubers", "where are the Saubers"),
        ("are both Saubers two laps down", "are the Saubers cars two laps down"),
        ("are both of the Aston Martins on softs", "are the Aston Martins cars on softs"),
        ("are both of them on softs", None),
        ("are both Zhou and Ocon a lap down", None),
        ("who of Zhou, Ocon and Gasly is ahead", "who of Zhou, Ocon and Gasly is highest placed"),
        ("who of Zhou and Ocon is ahead", None),
        ("which of Zhou, Ocon and Gasly is last", "who is lowest placed of Zhou, Ocon and Gasly"),
        ("who of Zhou, Ocon and Gasly retired first", "order of retirements of Zhou, Ocon and Gasly"),
        ("which of Zhou and Ocon has more points", "points of Zhou and Ocon"),
        ("who has more points, Zhou or Ocon", "points of Zhou and Ocon"),
        (
            "which of Zhou and Ocon has been overtaken more often",
            "how many times has Zhou been overtaken and how many times has Ocon been overtaken",
        ),
        ("which of Zhou and Ocon spent more time in the pits", "how much time have Zhou and Ocon lost in the pits"),
        (
            "which of Zhou and Ocon gained more places at the start",
            "how was the start of Zhou and how was the start of Ocon",
        ),
        ("who has the bigger penalty, Zhou or Ocon", "penalties of Zhou and Ocon"),
        ("is Zhou's teammate on the same tyres", "are Zhou and Zhou's teammate on the same tyres"),
        ("was Zhou's stop faster than average", "how long was Zhou's stop and what is the average pit stop"),
        ("how many laps were between Zhou's two stops", "laps between stops of Zhou"),
        ("what was the tyre age of Zhou when he pitted", "tyre age at stops of Zhou"),
        ("how old were Zhou's tyres when he stopped", "tyre age at stops of Zhou"),
        ("was Zhou's last lap faster than the one before", "last 2 laps of Zhou"),
        ("who is last, Zhou, Ocon or Gasly", "who is lowest placed of Zhou, Ocon or Gasly"),
        ("who retired first, Zhou or Ocon", "order of retirements of Zhou or Ocon"),
        ("does Zhou have more points than Ocon", "points of Zhou and Ocon"),
        ("did Zhou gain more places at the start than Ocon", "how was the start of Zhou and how was the start of Ocon"),
        ("does Zhou have a bigger penalty than Ocon", "penalties of Zhou and Ocon"),
        ("how many laps ago did Zhou take the lead", "when did Zhou take the lead"),
        ("who except Zhou is in the pits", "who is in the pits now"),
        ("lap 20 of Zhou", "lap time of Zhou on lap 20"),
        ("how far ahead of the second best is the fastest lap", "what is the fastest lap"),
        ("how much faster is the fastest lap than the second best", "what is the fastest lap"),
        ("who did not pit under the safety car except Zhou", "who except Zhou did not pit under the safety car"),
        ("who is in the pits now except Zhou", "who is in the pits now"),
        ("top speeds, and where's Zhou in that list", "top speeds and what is the top speed of Zhou"),
        ("who is leading and where is Zhou in that list", None),
        ("how far apart are Zhou, Ocon, Gasly and Albon now", "gaps between Zhou, Ocon, Gasly and Albon"),
        ("how far apart are Zhou and Ocon", None),
        (
            "who in the points had the longest stop and who the shortest?",
            "who in the points had the longest stop and who in the points had the shortest stop",
        ),
        ("who has the fastest lap and who is last", None),
        ("who has the oldest tyres and who the freshest", "who has the oldest tyres and who has the freshest tyres"),
        ("how many have stopped and who was the first", "how many have stopped and who was the first to stop"),
        ("how many are out and who was the first", None),
        (
            "who is behind, Zhou or Ocon, and which one is on newer tyres",
            "who is behind, Zhou or Ocon and which one is on newer tyres, Zhou or Ocon",
        ),
        ("who is on softs except Zhou", None),
        ("who retired first Zhou or Ocon", "order of retirements of Zhou or Ocon"),
        ("did Zhou retire before Ocon", "order of retirements of Zhou and Ocon"),
        ("how many overtakes have Zhou and Ocon made", "number of overtakes by Zhou and Ocon"),
        ("how many overtakes has Zhou made", None),
        ("how many passes have Zhou, Ocon and Gasly done", "who has made the most overtakes, Zhou, Ocon or Gasly"),
        ("which of Zhou and Ocon has made more overtakes", "who has made the most overtakes, Zhou or Ocon"),
        (
            "who of Zhou, Ocon and Gasly is in traffic",
            "who of Zhou, Ocon and Gasly is within 3 seconds of the car ahead",
        ),
        (
            "where are Zhou, Ocon and Gasly in class",
            "where is Zhou in class, where is Ocon in class and where is Gasly in class",
        ),
        (
            "top speeds of Zhou, Ocon and Gasly",
            "what is the top speed of Zhou, what is the top speed of Ocon and what is the top speed of Gasly",
        ),
        ("top speed of Zhou and Ocon", None),
        ("who has the quicker stops, Alpine or Haas", "fastest stops of Alpine and Haas"),
        ("which tyres was Zhou on in the third stint", "third stint of Zhou"),
        ("what compound did Zhou use in his first stint", "first stint of Zhou"),
        ("compound of Zhou's second stint", "second stint of Zhou"),
        ("which tyres was Zhou on in the last stint", None),
        ("how long was Zhou's stop before last", "pit stops of Zhou"),
        ("how long was the penultimate stop of Zhou", "pit stops of Zhou"),
        ("which Alpine started further back", "which Alpine started ahead"),
        ("who started further back, Zhou or Ocon", "who started ahead, Zhou or Ocon"),
        ("which laps have Zhou and Ocon done since the restart", "lap times of Zhou and Ocon since the restart"),
        ("did Zhou overtake Ocon at the start", "did Zhou overtake Ocon"),
        ("did Zhou overtake Ocon at the restart", None),
    ],
)
def test_it_is_asked_as_if_in_these_words(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@pytest.mark.parametrize(
    ("question", "of_late"),
    [
        ("who is slowest right now", True),
        ("which car is the slowest car on track at the moment?", True),
        ("who is slowest in sector 2 right now", False),
        ("who is slowest", False),
    ],
)
def test_who_is_slow_now_is_told_by_the_last_laps(question: str, of_late: bool) -> None:
    assert (slow_of_late(question) != question) is of_late


@each_row(
    ("question", "told"),
    [
        ("pace of Zhou over the last few laps", "pace of Zhou over the last 5 laps"),
        ("who gained places in the past several laps", "who gained places in the past 5 laps"),
        ("gap of the two in recent laps", "gap of the two in the last 5 laps"),
        ("laps of Zhou in the last couple of laps", "laps of Zhou in the last 2 laps"),
        ("has Zhou been slower than Gasly lately?", "has Zhou been slower than Gasly over the last 5 laps?"),
        ("who is quicker of late, Zhou or Gasly", "who is quicker over the last 5 laps, Zhou or Gasly"),
        ("what has been going on lately", None),
        ("last lap of Zhou", None),
    ],
)
def test_laps_of_late_are_so_many(question: str, told: str | None) -> None:
    assert of_the_last_laps(question) == (told or question)


@pytest.mark.parametrize(
    ("question", "calls"),
    [
        ("are Vettel and Hamilton still running", [("get_driver", {"driver": "VET"}), ("get_driver", {"driver": "HAM"})]),
        ("when did Hamilton fall behind Vettel", [("get_overtakes", {"driver": "VET", "passed": "HAM", "how": "any"})]),
        ("since when has Vettel been ahead of Hamilton", [("get_overtakes", {"driver": "VET", "passed": "HAM", "how": "any"})]),
        ("who retired second", [("query_race", {"from": "retirements", "select": ["driver", "lap"], "limit": 2})]),
        ("when did the car ahead of Hamilton last pit", [("get_pit_stops", {"driver": "HAM", "tell": "next_to"})]),
        ("did Hamilton take the lead", [("get_lead_changes", {"driver": "HAM"})]),
        ("how many cars are under investigation", [("get_race_control", {"about": "investigation"})]),
        ("how heavy is the rain", [("get_weather", {"tell": "place"})]),
        ("on which lap did it stop raining", [("get_weather", {"tell": "spells"})]),
        ("how long ago did the safety car come in", [("get_track_status", {"kind": "safety_car", "tell": "last"})]),
        ("last change of the class lead", [("get_class_standings", {"tell": "led"})]),
        ("who leads in class and since when", [("get_class_standings", {"tell": "led"})]),
        ("gap to the car behind on lap 20", []),
        ("sector 5 time of Hamilton", []),
    ],
)  # fmt: skip
async def test_a_tool_tells_it(ask_race: Ask, question: str, calls: list[tuple[str, JsonObject]]) -> None:
    assert [(step.name, step.arguments) for step in (await ask_race(question)).steps] == calls


@pytest.mark.parametrize(
    ("question", "relations"),
    [
        ("how many laps ago was the fastest lap", ["laps"]),
        ("who of Ricciardo, Verstappen and Ocon retired first", ["retirements"]),
        ("what was the tyre age of Hamilton when he pitted", ["stints"]),
        ("how many laps were between Hamilton's two stops", ["stints"]),
        ("who is slowest right now", ["laps"]),
    ],
)
async def test_a_query_tells_it(ask_race: Ask, question: str, relations: list[str]) -> None:
    assert [step.arguments.get("from") for step in (await ask_race(question)).steps] == relations


async def test_two_questions_of_who_are_two(ask_race: Ask) -> None:
    asked = (await ask_race("who did the most laps and who is on the softs")).steps
    assert [step.name for step in asked] == ["query_race", "get_stints"]
    stopped, fastest = (await ask_race("who has stopped twice and who has the fastest lap")).steps
    assert {"field": "stops", "op": "is", "value": 2} in stopped.arguments["where"]
    assert fastest.name == "get_fastest_laps"
