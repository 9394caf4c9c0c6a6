"""Questions in practice and qualifying: what they are about is best laps and segments, not the road."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from director.planners.offline import OfflinePlanner
from toolgate.contract import Context, JsonObject, Plan


def of_kind(context: Context, kind: str) -> Context:
    return Context("Formula 1, 2018 Azerbaijan Grand Prix", context.vocabularies, session_kind=kind)


Asked = Callable[[str, str], Awaitable[Plan]]


@pytest.fixture
def asked(race_catalogue: list[JsonObject], context: Context, learnt: Path) -> Asked:
    """`await asked(question, kind)` plans anew for a session of a kind."""
    return lambda question, kind: OfflinePlanner(folder=learnt).plan(question, race_catalogue, of_kind(context, kind))


@pytest.mark.parametrize(
    ("question", "arguments"),
    [
        ("how many cars are in Q2?", {"tell": "in_it", "segment": 2}),
        ("which drivers got into q3", {"tell": "in_it", "segment": 3}),
        ("who made it through?", {"tell": "in_it"}),
        ("did Perez make it to Q3", {"tell": "at_risk", "driver": "PER"}),
        ("which drivers went out in Q1", {"tell": "knocked_out", "segment": 1}),
        ("what time does Stroll need to get through", {"tell": "line", "driver": "STR"}),
        ("how far was Ocon off pole", {"driver": "OCO"}),
        ("who makes up the front row", {"top_n": 2}),
        ("who has set a time in this segment", {}),
        ("who has not set a time yet", {"tell": "untimed"}),
        ("who missed q3", {"tell": "knocked_out", "segment": 2}),
        ("who failed to make q2", {"tell": "knocked_out", "segment": 1}),
        ("who was given the boot in q2", {"tell": "knocked_out", "segment": 2}),
        ("whats left on the clock", {"tell": "clock"}),
        ("how many have set a time yet", {"tell": "timed"}),
        ("has everyone in q2 got a lap on the board", {"tell": "untimed", "segment": 2}),
        ("how much is Perez missing to get out of the bottom five", {"tell": "line", "driver": "PER"}),
        ("has Perez even set a lap", {"driver": "PER"}),
        ("has anyone still not been round", {"tell": "untimed"}),
        ("how long's left in this one", {"tell": "clock"}),
        ("was anybody faster in q2 than in q3", {"tell": "gains", "segment": 2}),
        ("did Stroll's lap get him into the top ten", {"top_n": 10, "driver": "STR"}),
        ("how much did Perez find from q1 to his best in q3", {"tell": "times", "driver": "PER"}),
        ("did Perez improve on his q1 time", {"tell": "times", "driver": "PER"}),
        ("what was Perez's time in the segment before", {"tell": "times", "driver": "PER"}),
        ("how far is Perez off the fastest time", {"driver": "PER"}),
        ("what would Perez need to take pole", {"driver": "PER"}),
        ("who improved the most between q1 and q3", {"tell": "gains"}),
        ("Perez's lap, where did that put him", {"driver": "PER"}),
    ],
)
async def test_a_question_about_segments_is_for_the_qualifying(
    asked: Asked, question: str, arguments: JsonObject
) -> None:
    plan = await asked(question, "qualifying")
    assert [(step.name, step.arguments) for step in plan.steps] == [("get_qualifying", arguments)], plan.rationale


@pytest.mark.parametrize("kind", ["practice", "qualifying"])
@pytest.mark.parametrize(
    "question", ["which of the Ferraris was faster", "who was quicker, the Mercedes of Bottas or Vettel"]
)
async def test_who_was_faster_is_told_by_best_laps_where_nobody_races(asked: Asked, kind: str, question: str) -> None:
    (step,) = (await asked(question, kind)).steps
    assert step.name != "query_race" or step.arguments["aggregate"][0]["op"] == "min"


async def test_in_a_race_who_was_faster_is_told_by_pace(asked: Asked) -> None:
    (step,) = (await asked("which of the Ferraris was faster", "race")).steps
    assert step.arguments["aggregate"][0]["op"] == "avg"


@pytest.mark.parametrize("kind", ["practice", "qualifying"])
@pytest.mark.parametrize("question", ["who has made the most pit stops", "which team has made the most stops"])
async def test_what_such_a_session_does_not_have_is_said(asked: Asked, kind: str, question: str) -> None:
    plan = await asked(question, kind)
    assert not plan.steps
    assert plan.rationale == f"this is a {kind} session: stops are of a race or a sprint"
