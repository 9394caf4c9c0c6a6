"""A follow-up's plan is of those whom it asks of, of both where it says "they"; else there is none."""

from __future__ import annotations

import pytest

from director.planners.base import Turn
from director.planners.offline.conversation.of_whom import of_whom_it_asks
from director.planners.offline.knowledge import Knowledge
from director.race.assembly import catalogue
from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Context, JsonObject, Plan, Step

DRIVERS = [{"code": name[:3].upper(), "name": name} for name in ("Vettel", "Leclerc", "Hamilton", "Bottas")]
CONTEXT = Context("A race.", {"driver": DRIVERS}, "Race")


def called(tool: str, **arguments: object) -> Plan:
    return Plan((Step("s1", tool, dict(arguments)),))


def calls(plan: Plan) -> list[JsonObject]:
    return [step.arguments for step in plan.steps]


OUT = Turn("who is out", called("get_retirements"), "2 out: Vettel, Hamilton.")
PAIR = Turn("where are the two ferraris", called("get_gap", driver="VET", other="LEC"), "Vettel P2, Leclerc P4.")
ONE = Turn("where is vettel", called("get_gap", driver="VET", to="ahead"), "Vettel is 1.2 s behind Bottas.")
EACH = Turn("which of the two has stopped", called("get_stints", drivers=["VET", "LEC"]), "Vettel 0, Leclerc 1.")
LOST = Turn("which of them got furthest", Plan())
AND_BOTTAS = Turn("and bottas", Plan())
LOST_HIS = Turn("who did he hit", Plan())


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    known = Knowledge()
    known.refresh(catalogue(build_tools(StateCache())), CONTEXT)
    return known


@pytest.mark.parametrize(
    ("before", "question", "plan"),
    [
        ([OUT, LOST], "and where did he stop", called("get_retirements", driver="VET")),
        ([ONE, LOST], "by how much", called("get_gap", driver="VET")),
        ([ONE, AND_BOTTAS], "how far off it is he", called("get_gap", driver="VET")),
        ([OUT], "which of them had the longer stop", called("get_pit_stops", driver="VET")),
        ([PAIR], "who of those had the slow stop", called("get_pit_stops", driver="LEC")),
        ([ONE], "and the one behind, is he close", called("get_gap", driver="VET", to="ahead")),
        ([EACH], "how old is the set of the other one", called("get_stints", driver="VET")),
        ([ONE, AND_BOTTAS], "is he dropping him", called("get_gap", driver="VET", to="behind")),
        ([ONE], "the other guy, is he close", called("get_gap", driver="VET", to="ahead")),
    ],
)
def test_of_somebody_whom_nobody_has_told_nothing_is_planned(
    knowledge: Knowledge, before: list[Turn], question: str, plan: Plan
) -> None:
    silent = of_whom_it_asks(plan, question, before, knowledge)
    assert not silent.steps
    assert silent.rationale


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ([PAIR], "did they stop on the same lap"),
        ([PAIR], "has either of them led"),
        ([PAIR], "both on softs?"),
        ([OUT], "did they stop"),
    ],
)
def test_of_both_who_were_told_of_each_is_asked(knowledge: Knowledge, before: list[Turn], question: str) -> None:
    first, other = ("VET", "HAM") if before == [OUT] else ("VET", "LEC")
    for one in (first, other):
        plan = of_whom_it_asks(called("get_pit_stops", driver=one), question, before, knowledge)
        assert calls(plan) == [{"driver": first}, {"driver": other}]


def test_what_a_query_says_of_one_it_says_of_the_other(knowledge: Knowledge) -> None:
    where = [{"field": "driver", "op": "in", "value": ["LEC"]}, {"field": "lap", "op": "less", "value": 9}]
    plan = of_whom_it_asks(called("query_race", where=where), "did either of them lead", [PAIR], knowledge)
    assert calls(plan)[0] == {"where": [{"field": "driver", "op": "in", "value": ["VET"]}, where[1]]}
    assert calls(plan)[1] == {"where": where}


@pytest.mark.parametrize(
    ("before", "question", "plan"),
    [
        ([], "did they stop", called("get_pit_stops", driver="VET")),
        ([OUT, LOST], "and where did Vettel stop", called("get_retirements", driver="VET")),
        ([ONE, LOST_HIS], "has he served it", called("get_penalties", driver="VET")),
        ([ONE, AND_BOTTAS], "how far off it is he", called("get_gap", driver="BOT")),
        ([ONE, AND_BOTTAS], "how far off it is", called("get_gap", driver="VET")),
        ([LOST], "how many laps are left", called("get_live_snapshot")),
        ([PAIR], "did they give him a penalty", called("get_penalties", driver="VET")),
        ([PAIR], "how old is the set of the other one", called("get_stints", driver="VET")),
        ([PAIR], "are they close", called("get_gap", driver="VET", other="LEC")),
        ([ONE], "and the one behind, is he close", called("get_gap", driver="VET", to="behind")),
        ([ONE], "has he stopped", called("get_pit_stops", driver="VET")),
        ([ONE], "which of those stops was longer", called("get_pit_stops", driver="VET")),
    ],
)
def test_what_is_of_those_whom_it_asks_of_stands(
    knowledge: Knowledge, before: list[Turn], question: str, plan: Plan
) -> None:
    assert of_whom_it_asks(plan, question, before, knowledge) is plan
