"""Questions said in few words, and those of what would be after a stop."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from director.language.described_nouns import in_plain_nouns
from director.planners.offline.apart.reworded import reworded
from tests.rows import each_row
from toolgate.contract import JsonObject, Plan

Ask = Callable[[str], Awaitable[Plan]]
_WHICH_ALPINE = "which Alpine is ahead and what is the gap between the two Alpine"


@each_row(
    ("question", "meant"),
    [
        ("if Ocon stops next lap, where would he come out", "where would Ocon rejoin"),
        ("where does Ocon slot in if he pits this lap", "where would Ocon rejoin"),
        ("if the leader boxes, where does he rejoin", "where would the leader rejoin"),
        ("where did Ocon rejoin", None),
        ("if Ocon pits will he hold Zhou behind", "would Ocon stay ahead of Zhou with a stop"),
        ("if Ocon pits is he still ahead of Zhou", "would Ocon stay ahead of Zhou with a stop"),
        ("enough of a gap to Zhou for Ocon to box and stay ahead", "would Ocon stay ahead of Zhou with a stop"),
        ("who set the fastest lap and on which lap was it", "who set the fastest lap"),
        ("what is the best lap of this race and when was that", "what is the best lap of this race"),
        ("who has the fastest lap and when did he stop", None),
        ("who has the fastest lap, and what tyre was it on", "who has the fastest lap and tyres of the fastest lap"),
        ("what's Ocon's best lap and what tyres did he use", None),
        ("what is Ocon's best lap and what tyres did he use", "tyres of the best lap of Ocon"),
        (
            "what did Ocon just clock and what was his best",
            "what was Ocon's last lap time and what is Ocon's best lap",
        ),
        ("lap number of Ocon when he set his fastest", "on which lap did Ocon set his best lap"),
        ("Ocon best lap v Zhou best lap, which is quicker", "who has the quicker best lap, Ocon or Zhou"),
        ("Ocon's best on the mediums", "best lap of Ocon on mediums"),
        ("who is best on mediums", None),
        ("number of laps driven by Ocon on mediums", "how many laps has Ocon done on mediums"),
        (
            "average pace on softs vs mediums",
            "what is the average pace on softs and what is the average pace on mediums",
        ),
        (
            "softs v mediums: average lap so far",
            "what is the average pace on softs and what is the average pace on mediums",
        ),
        ("fastest stop of the race: who and how quick", "fastest stop of the race"),
        ("how many drivers have the mediums on", "how many cars are on mediums"),
        ("which position was Ocon in when he pitted", "where was Ocon before his stop"),
        ("what was Ocon running in on lap 7", "what position was Ocon in on lap 7"),
        (
            "Ocon's pit time at his last stop, and was that longer than Zhou's",
            "how long was the last stop of Ocon and how long was the last stop of Zhou",
        ),
        ("did they both start on softs: Ocon and Zhou", "did Ocon and Zhou start on softs"),
        ("drivers behind Ocon with no stops", "who behind Ocon has not stopped"),
        ("Ocon's starting tyres vs current", "what tyres did Ocon start on and what tyres is Ocon on"),
        ("which cars are in their garages", "who is in the garage"),
        ("who formed the first 5 at the end of lap 7", "the top 5 at the end of lap 7"),
        ("first lap done: the top 5", "the top 5 after the first lap"),
        ("restart: which lap was it", "on which lap was the restart"),
        ("which lap is it and what's to go", "what lap is it and how many laps are left"),
        ("penalties, how many and who", "what penalties have been given"),
        ("how many penalties so far and which are they", "what penalties have been given"),
        (
            "Alpine's leading car: how many seconds behind the leader",
            "how far is the best placed Alpine behind the leader",
        ),
        ("on which part of the lap is Ocon quicker than Zhou", "in which sector does Zhou lose to Ocon"),
        ("my app shows Ocon lost 3 seconds on lap 7, why", "why was Ocon slow on lap 7"),
        ("Ocon lost two places on lap 7, why", None),
        ("the car behind Ocon, who's in it", "how far is the car behind Ocon"),
        ("has Ocon got anyone within a second behind him", "how far is the car behind Ocon"),
        (
            "last car in the points and the first one outside",
            "who has the last point and who is just outside the points",
        ),
        ("Alpine vs Alpine: the lead car and the gap", _WHICH_ALPINE),
        ("which of the two Alpine is ahead and by how much", _WHICH_ALPINE),
        ("team mate duel at Alpine today: who won, and the gap", _WHICH_ALPINE),
        ("which of the drivers is ahead and by how much", None),
        ("so how many laps are left and what's that in minutes", "how many laps are left and how much time is left"),
        ("weather: track, wind and rain", "what is the weather"),
        ("weather: who is faster in it", None),
        ("is Ocon far behind now", "how far behind is Ocon"),
        ("is Ocon far behind Zhou", None),
        (
            "what's the closing rate of Ocon on Zhou",
            "is Ocon catching Zhou and how much faster per lap is Ocon than Zhou",
        ),
    ],
)
def test_few_words_in_full(question: str, meant: str | None) -> None:
    assert reworded(question) == (meant or question)


@each_row(
    ("question", "meant"),
    [
        ("does the one chasing Ocon have drs", "does the car behind Ocon have drs"),
        ("who is the man following Ocon", "who is the car behind Ocon"),
        ("is the car following the safety car the leader", None),
        ("who is Ocon chasing", None),
        ("how old are Ocon's pursuer's tyres", "how old are the car behind Ocon's tyres"),
        ("Ocon and the other driver in his garage", "Ocon and his teammate"),
        ("who led at the red?", "who led at the red flag?"),
        ("who led at the red flag", None),
        ("who is behind the red car", None),
        ("fastest lap and which tyre did he do it on", "fastest lap and on which tyres"),
        ("who has the fastest lap, what compound was that", "who has the fastest lap and on which tyres"),
        ("fastest lap and which tyres has Ocon got", None),
        ("who is fastest among those who have stopped", "who is fastest of those who have stopped"),
        ("fastest amongst the cars on softs", "fastest of the cars on softs"),
        ("who is fastest among the leaders", None),
    ],
)
def test_who_is_described(question: str, meant: str | None) -> None:
    assert in_plain_nouns(question) == (meant or question)


@pytest.mark.parametrize(
    ("question", "tool", "arguments"),
    [
        ("if Stroll stops on this lap where does he rejoin", "predict_pit_window", {"driver": "STR"}),
        ("has Stroll got anyone within a second behind him", "get_gap", {"driver": "STR", "to": "behind"}),
    ],
)
async def test_what_would_be_and_who_is_behind(ask_race: Ask, question: str, tool: str, arguments: JsonObject) -> None:
    plan = await ask_race(question)
    assert [(step.name, step.arguments) for step in plan.steps] == [(tool, arguments)], plan.rationale


async def test_what_is_said_of_a_lap_by_the_asker_is_not_left_out(ask_race: Ask) -> None:
    plan = await ask_race("i see Stroll dropped back on lap 4, anything going on")
    assert [step.name for step in plan.steps] != ["get_live_snapshot"]
