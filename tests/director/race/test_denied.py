"""A question that only a denied tool answers: what is learnt to tell so is learnt once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import director
from director.planners import make_planner
from director.planners.base import Planner
from director.planners.offline import kept_learning
from director.planners.offline.learning import Learnt, learn
from director.race import denied
from toolgate.contract import JsonObject


async def test_what_is_learnt_of_denied_tools_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("DIRECTOR_POLICY_MODE", "readonly")
    learnt: list[int] = []

    def counted(catalogue: Sequence[JsonObject]) -> Learnt:
        learnt.append(len(catalogue))
        return learn(catalogue)

    monkeypatch.setattr(kept_learning, "learn", counted)
    async with director.open_race("sim:cars=3,laps=2", at="lap:1") as race:
        for question in ("Pin Okafor", "Pin Okafor now", "is hamilton married"):
            await race.ask(question)
    assert len(learnt) == 1, "tools that act are read apart, so what is learnt of the others is the same"


async def test_a_silence_costs_no_planner_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(backend: str, folder: Path | None) -> Planner:
        made.append(backend)
        return make_planner(backend, folder)

    monkeypatch.setattr(denied, "make_planner", counted)
    monkeypatch.setenv("DIRECTOR_POLICY_MODE", "readonly")
    async with director.open_race("sim:cars=3,laps=2", at="lap:1") as race:
        assert (await race.ask("  ")).status == "silent"
        assert made == [], "an empty question is about no tool"
        for question in ("is hamilton married", "what is the meaning of life", "is hamilton married"):
            assert (await race.ask(question)).status == "silent"
    assert made == ["offline"]


async def test_a_planner_that_breaks_is_no_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        async def plan(self, *given: object) -> object:
            raise RuntimeError("broken")

    monkeypatch.setattr(denied, "make_planner", lambda backend, folder: Broken())
    monkeypatch.setenv("DIRECTOR_POLICY_MODE", "readonly")
    async with director.open_race("sim:cars=3,laps=2", at="lap:1") as race:
        assert (await race.ask("is hamilton married")).status == "silent"
