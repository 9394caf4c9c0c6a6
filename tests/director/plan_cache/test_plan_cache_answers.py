"""The cache in its place: a long-lived backend over a race, where plans are kept and answers are not."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from director.cli.chat.asking import RaceAsker, open_asker
from director.cli.explain import explain
from director.models.base import Model, ModelError, Request
from director.models.scripted import Said, ScriptedModel
from director.plan_cache import CachingPlanner
from director.planners.fallback import FallbackPlanner
from director.planners.llm import LlmPlanner
from director.race.backend import make_backend
from director.settings import Settings
from toolgate.contract import JsonObject

Opened = Callable[..., Any]


def planned(name: str, **arguments: Any) -> JsonObject:
    return {"rationale": "asked", "plan": [{"id": "s1", "name": name, "arguments": arguments}]}


def order(request: Request) -> Said:
    """The plan for the order now, and no wording: the tool's own sentence is the answer."""
    return planned("get_standings") if request.purpose == "plan" else ModelError("timeout", "no wording")


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> ScriptedModel:
    model = ScriptedModel(order)
    monkeypatch.setattr("director.race.backend.make_model", lambda name, options: model)
    return model


async def opened(**settings: Any) -> RaceAsker:
    arguments = argparse.Namespace(
        source="sim:laps=20", at="lap:3", speed=None, planner="claude", record=None, delay=None, config=None
    )
    return await open_asker(arguments, Settings(**settings))


def plans_asked_for(model: ScriptedModel) -> int:
    return sum(request.purpose == "plan" for request in model.requests)


async def test_the_same_plan_gives_another_answer_when_the_race_has_moved(model: ScriptedModel) -> None:
    asker = await opened()
    first = await asker.ask("what is the order?")
    asker.now.go_to("lap:15")
    second = await asker.ask("what's the order now?")
    assert [answer.status for answer in (first, second)] == ["answered", "answered"]
    assert [answer.plan_cached for answer in (first, second)] == [False, True]
    assert plans_asked_for(model) == 1
    assert first.plan.steps == second.plan.steps
    assert [answer.as_of["lap"] for answer in (first, second) if answer.as_of] == [3, 15]
    assert second.steps[0].envelope != first.steps[0].envelope
    assert first.to_json()["plan_cached"] is False
    assert second.to_json()["plan_cached"] is True
    assert second.to_json()["planner"] == "scripted"
    assert "planner   scripted (plan from the cache)" in explain(second)
    assert "cache" not in explain(first)


async def test_the_setting_turns_it_off(model: ScriptedModel) -> None:
    asker = await opened(plan_cache=0)
    answers = [await asker.ask("what is the order?") for _ in range(2)]
    assert [answer.plan_cached for answer in answers] == [False, False]
    assert plans_asked_for(model) == 2


def test_where_a_model_plans_it_is_there(model: Model, tmp_path: Path) -> None:
    assert isinstance(make_backend("claude", Settings(fallback="none")).planner, CachingPlanner)
    assert isinstance(make_backend("claude", Settings(fallback="offline")).planner, FallbackPlanner)
    assert not isinstance(make_backend("offline", Settings()).planner, CachingPlanner)
    # What is recorded or played back is every question's own plan.
    assert isinstance(
        make_backend("claude", Settings(record=tmp_path / "r.jsonl", fallback="none")).planner, LlmPlanner
    )
    assert isinstance(make_backend(f"replay:{tmp_path / 'r.jsonl'}", Settings(fallback="none")).planner, LlmPlanner)
