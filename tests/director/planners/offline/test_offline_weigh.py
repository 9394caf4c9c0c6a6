"""A match of examples and the plain reader: from how like and how sure on each of them is followed, or neither."""

from __future__ import annotations

import pytest

from director.planners.offline.catalogue_tools import read_tool
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.match import Match
from director.planners.offline.matched_question import Reading
from director.planners.offline.plain import weigh
from director.planners.offline.plain.read import PlainReading
from director.planners.offline.plain.weigh import plainly, weighed
from director.planners.offline.plain.weights import shipped
from director.planners.offline.question_items import Item
from toolgate.contract import Context, JsonObject, Plan, Step

MATCHED, MEANT = "get_driver", "get_gap"


@pytest.fixture(scope="module")
def knowledge(race_catalogue: list[JsonObject]) -> Knowledge:
    known = Knowledge(None)
    known.refresh(race_catalogue, Context())
    return known


def followed(
    knowledge: Knowledge,
    monkeypatch: pytest.MonkeyPatch,
    score: float,
    sure: float | None,
    strange: bool = False,
    meant: str = MEANT,
) -> str:
    """Which call is made of a match and of a reader who means another, or that none is."""
    reading = None if sure is None else PlainReading(shipped().wordings[0], "another meaning", sure, strange)
    monkeypatch.setattr(weigh, "_read", lambda *_: reading)
    match = Match(read_tool({"name": MATCHED, "input_schema": {}}), score, {})
    plan = weighed(Reading((), (match,)), knowledge, lambda _: Plan((Step("s1", meant, {}),), "meant"))
    return plan.steps[0].name if plan.steps else ""


@pytest.mark.parametrize(
    ("score", "sure", "strange", "call"),
    [
        (0.79, None, False, ""),  # like several questions, and understood as none
        (0.81, None, False, MATCHED),
        (0.79, 0.59, False, ""),
        (0.81, 0.59, False, MATCHED),
        (0.86, 0.61, False, ""),  # two meanings, neither sure
        (0.86, 0.64, False, ""),
        (0.86, 0.66, False, MEANT),
        (0.88, 0.61, False, MATCHED),
        (0.88, 0.74, False, MATCHED),
        (0.88, 0.76, False, MEANT),
        (0.88, 0.84, True, MATCHED),
        (0.88, 0.86, True, MEANT),
        (0.94, 0.99, False, MEANT),
        (0.96, 0.99, False, MATCHED),  # an example's own words
    ],
)
def test_how_like_and_how_sure_decide(
    knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch, score: float, sure: float | None, strange: bool, call: str
) -> None:
    assert followed(knowledge, monkeypatch, score, sure, strange) == call


@pytest.mark.parametrize(("sure", "call"), [(0.39, ""), (0.41, MATCHED)])
def test_a_reader_who_agrees_need_not_be_sure(
    knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch, sure: float, call: str
) -> None:
    assert followed(knowledge, monkeypatch, 0.79, sure, meant=MATCHED) == call


@pytest.mark.parametrize(
    ("sure", "strange", "narrower", "said", "broken", "read"),
    [
        (0.54, False, False, "pitted", False, False),
        (0.56, False, False, "pitted", False, True),
        (0.64, False, False, "and", False, False),  # something is joined
        (0.66, False, False, "and", False, True),
        (0.79, False, True, "pitted", False, False),
        (0.81, False, True, "pitted", False, True),
        (0.84, True, False, "pitted", False, False),
        (0.86, True, False, "pitted", False, True),
        (0.89, False, False, "pitted", True, False),
        (0.91, False, False, "pitted", True, True),
    ],
)
def test_alone_the_reader_is_followed_where_it_is_sure(
    knowledge: Knowledge,
    monkeypatch: pytest.MonkeyPatch,
    sure: float,
    strange: bool,
    narrower: bool,
    said: str,
    broken: bool,
    read: bool,
) -> None:
    reading = PlainReading(shipped().wordings[0], "the plain wording", sure, strange, narrower)
    monkeypatch.setattr(weigh, "_read", lambda *_: reading)
    items = (Item(said, said),)
    plan = plainly(items, knowledge, lambda _: Plan((Step("s1", MEANT, {}),), "meant"), broken=broken)
    assert (plan is not None) is read
    assert plan is None or plan.rationale == "read as 'the plain wording': meant"
