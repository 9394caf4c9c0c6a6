"""The lap that the last answer tells stands for "that lap", and for so many laps later, in a question that names."""

from __future__ import annotations

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.told_lap import on_told_lap
from director.planners.offline.knowledge import Knowledge
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from tests.rows import each_row
from toolgate.contract import Context, JsonObject, Plan, Step

DRIVERS = [{"code": name[:3].upper(), "name": name} for name in ("Zhou", "Ocon", "Gasly")]


def told(arguments: JsonObject, answer: str) -> Turn:
    return Turn("when did zhou stop", Plan((Step("s1", "get_pit_stops", arguments),)), answer)


LAST = told({"tell": "last"}, "Zhou last stopped on lap 20, 4 laps ago; before on lap 7.")
ONE = told({}, "Zhou has made 1 stop: lap 20 (25.4 s in the lane).")
SEVERAL = told({}, "Zhou has made 2 stops: lap 7 (25.4 s in the lane), lap 20 (24.4 s).")


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    known = Knowledge()
    known.refresh(catalogue(build_tools(StateCache())), Context("A race.", {"driver": DRIVERS}, "Race"))
    return known


@each_row(
    ("before", "question", "meant"),
    [
        (
            [LAST],
            "what was the gap between Zhou and Ocon one lap later",
            "what was the gap between Zhou and Ocon on lap 21",
        ),
        ([ONE], "where was Ocon two laps after that?", "where was Ocon on lap 22"),
        ([ONE], "how far back was Gasly a lap later", "how far back was Gasly on lap 21"),
        ([ONE], "where was Ocon on that lap", "where was Ocon on lap 20"),
        ([SEVERAL], "where was Ocon on that lap", None),
        ([ONE], "what was the gap one lap later", None),
        ([ONE], "where was Ocon some laps later", None),
        ([], "where was Ocon on that lap", None),
    ],
)
def test_the_lap_that_was_told_is_meant(
    knowledge: Knowledge, before: list[Turn], question: str, meant: str | None
) -> None:
    assert on_told_lap(question, before, knowledge) == (meant or question)
