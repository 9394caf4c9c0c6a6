"""A race from Python, without the command line."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

import director
from director.cli import main
from director.models.scripted import ScriptedModel
from director.planners.llm import LlmPlanner
from director.race.agents import CHAT
from director.race.backend import Backend
from director.settings import SettingsError
from pitwall.sources import SourceError
from pitwall.state import BadMoment
from toolgate.contract import Call
from toolgate.policy import PolicyError

QUESTION = "Who is in the closest battle?"


@pytest.fixture
def race() -> director.Race:
    return director.open_race("sim:", at="lap:12", planner="offline")


async def test_a_chat_may_only_read_whatever_a_model_plans() -> None:
    plan: dict[str, Any] = {
        "plan": [{"id": "s1", "name": "pin_driver", "arguments": [{"name": "driver", "value": "1"}]}]
    }
    model = ScriptedModel(lambda request: plan)
    with director.open_race("sim:", at="lap:12", planner="offline", policy_mode="open", policy_allow="pin") as race:
        race.plans_with(Backend(LlmPlanner(model)))
        answer = await race.ask("pin the leader", agent=CHAT)
        assert (answer.status, answer.steps) == ("silent", ())
        assert '"enum"' in json.dumps(model.requests[0].schema)
        assert "pin_driver" not in json.dumps(model.requests[0].schema) + model.requests[0].system
        pinning = Call("pin_driver", {"driver": "1"}, race.gate.caller(CHAT))
        refused = await race.runner.call(pinning)
        assert (refused.error_type, refused.decision.rule if refused.decision else "") == (
            "policy_denied",
            "read_only.chat",
        )
        assert (await race.runner.call(Call("get_standings", {}, race.gate.caller(CHAT)))).ok
        assert (await race.call("pin_driver", {"driver": race.context().vocabularies["driver"][0]["car"]}))["summary"]


async def test_asked_and_answered_with_evidence(race: director.Race) -> None:
    answer = await race.ask(QUESTION)
    assert (answer.status, answer.reason) == ("answered", "")
    assert answer.text.startswith("Closest battle: ")
    assert answer.as_of is not None
    assert answer.as_of["lap"] == 12
    (first, *_) = answer.evidence
    assert first.text in answer.text
    assert answer.to_json()["answer"] == answer.text
    (shown, *_) = answer.to_json()["evidence"]
    assert set(shown) == {"text", "step", "pointer", "value"}
    race.close()


async def test_what_no_tool_knows_is_a_silence_with_its_reason(race: director.Race) -> None:
    answer = await race.ask("what is the capital of France?")
    assert (answer.status, answer.text, answer.evidence) == ("silent", "", ())
    assert answer.reason
    await race.aclose()


async def test_in_a_notebook_where_a_loop_is_running(race: director.Race) -> None:
    """A cell awaits nothing, and the loop that runs it is held meanwhile."""
    twice = [race.ask_sync(QUESTION).text, race.ask_sync(QUESTION).text]
    assert twice[0] == twice[1] == (await race.ask(QUESTION)).text
    race.close()


def test_without_any_loop(race: director.Race) -> None:
    with race:
        assert race.ask_sync(QUESTION).status == "answered"


async def test_a_tool_by_its_name(race: director.Race) -> None:
    async with race:
        cars = [row["driver"]["car"] for row in (await race.call("get_standings"))["rows"][:2]]
        envelope = await race.call("get_gap", {"driver": cars[1], "other": cars[0]})
        assert envelope["summary"]
        assert (await race.call("get_gap", {"driver": "nobody"}))["error"]["type"] == "validation_error"
        assert (await race.call("no_such_tool"))["error"]["type"] == "tool_not_found"


def test_what_planners_may_know_of_the_session(race: director.Race) -> None:
    context = race.context()
    assert "lap 12 of 30" in context.session
    assert len(context.vocabularies["driver"]) == 20
    assert race.view("lap:3").lap == 3
    race.close()


async def test_every_call_passes_the_gate(tmp_path: Path) -> None:
    audit = tmp_path / "audit.jsonl"
    async with director.open_race("sim:laps=3", planner="offline", policy_deny="^get_gap$", audit_path=audit) as race:
        denied = await race.call("get_gap", {"driver": "1"})
        assert (await race.ask("who leads?")).status == "answered"
    assert denied["error"]["type"] == "policy_denied"
    records = [orjson.loads(line) for line in audit.read_bytes().splitlines()]
    assert records[0]["tool"] == "get_gap"
    assert len(records) == 2


def test_the_same_answer_as_the_command_line(race: director.Race, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", QUESTION, "--at", "lap:12", "--planner", "offline"]) == 0
    assert capsys.readouterr().out.strip() == race.ask_sync(QUESTION).text
    race.close()


@pytest.mark.parametrize(
    ("source", "options", "wrong", "says"),
    [
        ("nowhere", {}, SourceError, "nowhere"),
        ("sim:laps=0", {}, SourceError, "laps"),
        ("sim:laps=3", {"at": "yesterday"}, BadMoment, "yesterday"),
        ("sim:laps=3", {"planer": "offline"}, SettingsError, "planner"),
        ("sim:laps=3", {"max_steps": 0}, SettingsError, "DIRECTOR_MAX_STEPS"),
        ("sim:laps=3", {"planner": "crystal ball"}, SettingsError, "offline"),
        ("sim:laps=3", {"policy_deny": "("}, SettingsError, "deny"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    source: str, options: dict[str, str], wrong: type[Exception], says: str
) -> None:
    with pytest.raises(wrong, match=says) as raised:
        director.open_race(source, **options)
    assert "\n" not in str(raised.value)


def test_settings_of_the_environment_hold_unless_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIRECTOR_SOURCE", "sim:laps=4")
    monkeypatch.setenv("DIRECTOR_MAX_STEPS", "3")
    with director.open_race(planner="offline", max_steps=2) as race:
        assert race.view().lap == 4
        assert race.settings.max_steps == 2


def test_the_package_says_what_it_offers_and_loads_it_late() -> None:
    assert set(director.__all__) <= set(dir(director)) | {"Answer", "Race", "open_race"}
    with pytest.raises(AttributeError, match="nothing"):
        director.nothing  # noqa: B018 - it is the look that counts
    code = "import director, sys; print(sorted(m for m in sys.modules if m.startswith(('pitwall', 'toolgate', 'asyncio'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_questions_beside_each_other(race: director.Race) -> None:
    answers = await asyncio.gather(*(race.ask(QUESTION) for _ in range(5)))
    assert len({answer.text for answer in answers}) == 1
    await race.aclose()


def test_rules_that_are_wrong_are_named(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text('{"agnets": {}}')
    with pytest.raises((SettingsError, PolicyError), match="agnets"):
        director.open_race("sim:laps=3", gateway_rules=rules)


def test_how_long_it_took_to_load_is_told_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("director.race.opening.perf_counter", iter((10.0, 10.5)).__next__)
    with director.open_race("sim:laps=2,cars=2", planner="offline") as race:
        assert race.load_ms == 500.0
