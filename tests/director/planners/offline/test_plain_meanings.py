"""What a question means in plain words, and when that is followed against what examples make of it."""

from __future__ import annotations

import math

import pytest

from director.planners.base import PartialPlan, Turn, left_open
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain import meanings as module
from director.planners.offline.plain.asks import PlainAsk, PlainAsks
from director.planners.offline.plain.meanings import (
    LEAST,
    LIKELY,
    MORE_THAN_NOTHING,
    SURE,
    SURE_OF_NOTHING,
    SURE_THOUGH_CONTRARY,
    SURE_THOUGH_STRANGE,
    SURER,
    PlainMeanings,
    chosen,
    meanings_of,
)
from toolgate.contract import Context, JsonObject, Plan, Step

A_LITTLE = 0.01


def calls(name: str) -> Plan:
    return Plan((Step("s1", name, {}),), name)


def ask(text: str, likely: float, left_out: int = 0) -> PlainAsk:
    texts = tuple(text.split(" ; ")) if text else ()
    return PlainAsk(texts, math.log(likely), math.log(likely), len(text.split()), left_out)


def planned(text: str) -> Plan:
    """Plans each plain question as the tool that is its last word, and none that ends with a question mark."""
    return Plan() if text.endswith("?") else calls(text.rsplit(maxsplit=1)[-1])


@pytest.mark.parametrize(
    ("matched", "least", "sure", "likely", "name"),
    [
        ("", LIKELY, SURE, LIKELY, "meant"),
        ("", LIKELY, SURE, LIKELY - A_LITTLE, ""),
        ("matched", SURE, SURE, SURE, "meant"),
        ("matched", SURE, SURE, SURE - A_LITTLE, ""),
        ("matched", SURE, SURE, LIKELY, ""),
        ("matched", SURE, SURE, LIKELY - A_LITTLE, "matched"),
        ("matched", SURER, SURER, SURER, "meant"),
        ("matched", SURER, SURER, SURER - A_LITTLE, "matched"),
    ],
)
def test_as_sure_as_it_must_be_it_is_followed(
    matched: str, least: float, sure: float, likely: float, name: str
) -> None:
    found = meanings_of([ask("meant", likely + 1e-9)], planned)
    plan = chosen(calls(matched) if matched else Plan(rationale="silent"), found, least, sure)
    assert [step.name for step in plan.steps] == ([name] if name else [])
    assert plan.rationale


@pytest.mark.parametrize(
    ("likely", "silent"), [(SURE_OF_NOTHING + A_LITTLE, True), (SURE_OF_NOTHING - A_LITTLE, False)]
)
def test_what_surely_asks_nothing_is_not_answered(likely: float, silent: bool) -> None:
    plan = chosen(calls("matched"), meanings_of([ask("", likely)], planned), SURE, SURE)
    assert (not plan.steps) == silent


def test_a_part_that_is_understood_is_answered_though_the_rest_asks_nothing() -> None:
    partial = PartialPlan(calls("matched").steps, "", "which sponsor")
    assert chosen(partial, meanings_of([ask("", 0.99)], planned), SURE, SURE) is partial


def test_ways_to_say_it_that_are_planned_alike_are_as_likely_as_all_of_them() -> None:
    found = meanings_of([ask("one a", 0.3), ask("two b", 0.25), ask("three b", 0.2), ask("four c?", 0.2)], planned)
    assert [(meaning.said, round(meaning.likely, 2)) for meaning in found] == [("two b", 0.45), ("one a", 0.3)]


@pytest.mark.parametrize(("nothing", "follows"), [(0.2 - A_LITTLE, True), (0.2 + A_LITTLE, False)])
def test_a_meaning_must_be_likelier_than_that_nothing_is_asked(nothing: float, follows: bool) -> None:
    found = meanings_of([ask("meant", MORE_THAN_NOTHING * 0.2), ask("", nothing)], planned)
    assert bool(chosen(Plan(rationale="silent"), found, LIKELY, LIKELY).steps) == follows


@pytest.mark.parametrize(("likely", "looked_at"), [(LEAST + 0.001, 1), (LEAST - 0.001, 0)])
def test_what_is_hardly_likely_is_not_looked_at(likely: float, looked_at: int) -> None:
    assert len(meanings_of([ask("meant", likely)], planned)) == looked_at


def test_a_match_that_is_among_the_meanings_stands_where_none_is_sure() -> None:
    found = meanings_of([ask("meant", 0.4), ask("matched", 0.1)], planned)
    assert chosen(calls("matched"), found, SURE, SURE).steps == calls("matched").steps


def test_a_part_that_is_not_planned_stays_open() -> None:
    (found,) = meanings_of([ask("who leads ; and why?", 0.9)], planned)
    assert [step.name for step in found.plan.steps] == ["leads"]
    assert left_open(found.plan) == "and why"


@pytest.fixture
def weigher(race_catalogue: list[JsonObject], monkeypatch: pytest.MonkeyPatch) -> PlainMeanings:
    known = Knowledge(None)
    known.refresh(race_catalogue, Context(session_kind="Race"))
    monkeypatch.setattr(PlainAsks, "taught", frozenset({"matched", "meant"}))
    return PlainMeanings(known, planned)


@pytest.mark.parametrize(
    ("question", "left_out", "least"),
    [
        ("stops of the leader", 1, SURE_THOUGH_STRANGE),
        ("zebra stops of the leader", 0, SURE_THOUGH_STRANGE),
        ("who is slowest of the leaders", 0, SURE_THOUGH_CONTRARY),
    ],
)
def test_a_meaning_that_leaves_out_or_is_doubtful_must_be_surer(
    weigher: PlainMeanings, monkeypatch: pytest.MonkeyPatch, question: str, left_out: int, least: float
) -> None:
    for likely, follows in ((least + A_LITTLE, True), (least - A_LITTLE, False)):
        said = "fastest meant" if "slowest" in question else "meant"
        monkeypatch.setattr(
            PlainAsks, "of", lambda *_, likely=likely, said=said, left_out=left_out: [ask(said, likely, left_out)]
        )
        plan = weigher.weighed(Plan(rationale="silent"), question, ())
        assert bool(plan.steps) == follows, (question, likely, plan.rationale)


def test_of_a_tool_that_was_not_learnt_no_meaning_tells(
    weigher: PlainMeanings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlainAsks, "of", lambda *_: [ask("meant", 0.99)])
    assert weigher.weighed(calls("new_tool"), "what of the leader", ()).steps == calls("new_tool").steps
    assert weigher.weighed(calls("matched"), "what of the leader", ()).steps == calls("meant").steps


def test_of_whom_nobody_has_said_nothing_is_read(weigher: PlainMeanings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlainAsks, "of", lambda *_: [ask("meant", 0.99)])
    silent = Plan(rationale="silent")
    assert weigher.weighed(silent, "has he stopped", ()) is silent
    assert weigher.weighed(silent, "has he stopped", [Turn("who leads", calls("matched"))]).steps


def test_the_thresholds_are_in_order() -> None:
    assert 0 < LIKELY < SURE < SURE_THOUGH_STRANGE < SURER < SURE_THOUGH_CONTRARY < SURE_OF_NOTHING < 1
    assert module.__doc__
