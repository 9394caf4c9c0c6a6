"""An answer of a tool that does not show what is asked is none."""

from __future__ import annotations

import pytest

from director.answerers.compose import compose_answer
from director.answerers.shown import not_shown
from director.deadline import Deadline
from tests.rows import each_row
from toolgate.contract import Context, StepResult


def result(summary: str, **more: object) -> StepResult:
    return StepResult("s1", "probe", {}, "ok", 0.0, {"summary": summary, **more})


@each_row(
    ("question", "text", "lacking"),
    [
        ("who crashed", "Incidents on lap 1: session started; yellow flag.", "name"),
        ("who crashed", "Out: Ocon (lap 1).", ""),
        ("who leads", "Vettel leads (P1).", ""),
        ("who is on softs", "Nobody is on SOFT.", ""),
        ("who is in the lead", "#7 leads (P1).", ""),
        ("whose lap went", "The feed tells nothing of laps.", ""),
        ("how many seconds between the two", "No penalty for Ocon so far.", "time"),
        ("how many seconds between the two", "Ocon is 1.2 s behind Perez.", ""),
        ("how much time is he ahead", "Ocon is 1 lap ahead.", ""),
        ("how many seconds did he get", "Penalised: Ocon 5.", ""),
        ("does he have drs", "Ocon is 1.376 s behind Perez.", "DRS"),
        ("does he have drs", "Ocon is in DRS range of Perez.", ""),
        ("who is in DRS range", "Closest battle: Ocon is 0.376 s behind Perez, for P7.", ""),
        ("who is within DRS of Perez", "Ocon is 0.376 s behind Perez.", ""),
        ("what did the penalty cost", "Ocon has made 2 stops.", "penalty"),
        ("is it raining", "Ocon leads.", "rain"),
        ("is it raining", "The feed tells nothing of the weather.", ""),
        ("track temp?", "Ocon leads.", "temperature"),
        ("how windy is it", "wind 2.1 m/s", ""),
        ("when did he stop", "Ocon leads.", ""),
    ],
)  # fmt: skip
def test_what_is_asked_is_shown_or_named(question: str, text: str, lacking: str) -> None:
    assert not_shown(question, text, [result(text, as_of={"lap": 1})]) == lacking


def test_of_others_than_a_race_nothing_is_held() -> None:
    assert not_shown("who wrote it", "it was a group", [result("it was a group")]) == ""


@pytest.mark.parametrize(("left_open", "answered"), [("", False), ("who crashed", True)])
async def test_an_answer_without_it_is_silence_unless_it_says_so(left_open: str, answered: bool) -> None:
    composed = await compose_answer(
        "who crashed",
        [result("Incidents on lap 1: yellow flag.", as_of={"lap": 1})],
        Context("Race: lap 5 of 51 completed."),
        None,
        max_chars=200,
        timeout_s=1.0,
        deadline=Deadline(1.0),
        left_open=left_open,
    )
    assert bool(composed.text) == answered
    assert composed.reason == ("" if answered else "what the tools tell shows no name")
