"""Questions over the tools of other people's servers, beside a race and without one."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from director.cli import opening
from director.cli.command import UsageError
from director.models.scripted import ScriptedModel
from director.planners.llm import LlmPlanner
from director.race import Askable, load_race, open_servers, start_backend
from director.race.agents import ASK, CHAT
from director.race.backend import Backend
from director.settings import Settings, load_settings
from tests.toolgate.downstream.gateways import entry

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "time" / ".mcp.json"


def settings(folder: Path, **given: Any) -> Settings:
    return load_settings(given={"planner": "offline", "audit_path": folder / "audit.jsonl", **given})


def config(folder: Path, servers: dict[str, Any]) -> Path:
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}))
    return path


@pytest.fixture
async def clock(tmp_path: Path) -> AsyncIterator[Askable]:
    """The example's server, found in whatever environment the tests run in."""
    servers = json.loads(EXAMPLE.read_text())["mcpServers"]
    servers["time"] |= {"command": sys.executable, "args": ["-m", "mcp_server_time"]}
    asked = await open_servers(settings(tmp_path), config(tmp_path, servers))
    yield asked
    await asked.aclose()


async def test_the_time_is_told_without_a_race(clock: Askable, tmp_path: Path) -> None:
    silent = await clock.ask("what time is it in Tokyo?")
    assert (silent.status, silent.reason) == (
        "silent",
        "get_current_time needs timezone, written like America/New_York",
    )
    literal = await clock.ask("what time is it in Asia/Tokyo?")
    assert literal.status == "answered"
    assert literal.text.startswith("timezone: Asia/Tokyo, datetime: 20")
    assert len(literal.text) <= 200

    step = {"id": "s1", "name": "get_current_time", "arguments": {"timezone": "Asia/Tokyo"}, "server": "time"}
    model = ScriptedModel([{"rationale": "", "plan": [step]}])
    clock.plans_with(Backend(LlmPlanner(model)))
    planned = await clock.ask("what time is it in Tokyo?")
    assert planned.text.startswith("timezone: Asia/Tokyo, datetime: 20")
    assert "get_current_time (server time)" in model.requests[0].system
    pinned = json.loads((tmp_path / ".mcp.json.lock").read_text())["servers"]["time"]["tools"]
    assert sorted(pinned) == ["convert_time", "get_current_time"]


async def test_a_plan_goes_to_the_race_and_to_other_servers_beside_each_other(tmp_path: Path) -> None:
    servers = {name: entry(tiers={"*": "READ_ONLY"}) for name in ("left", "right")}
    chosen = settings(tmp_path)
    race = await load_race(chosen, "sim:laps=3", config=config(tmp_path, servers))
    try:
        plan = [
            {"id": "s1", "name": "get_standings", "arguments": {}, "server": "pitwall"},
            {"id": "s2", "name": "say", "arguments": {"text": "one"}, "server": "left"},
            {"id": "s3", "name": "say", "arguments": {"text": "two"}, "server": "right"},
        ]
        race.plans_with(Backend(LlmPlanner(ScriptedModel([{"rationale": "", "plan": plan}]))))
        answer = await race.ask("who leads, and what do they say?")
        assert [(step.id, step.status) for step in answer.steps] == [("s1", "ok"), ("s2", "ok"), ("s3", "ok")]
        race.plans_with(Backend((await start_backend(chosen)).planner))
        assert (await race.ask("who leads?")).status == "answered"
        shown = {tool["server"] for tool in race.catalogue(race.gate.caller(CHAT))}
        assert shown == {"pitwall", "left", "right"}
    finally:
        await race.aclose()


async def test_the_chat_is_given_tools_that_only_read(tmp_path: Path) -> None:
    asked = await open_servers(settings(tmp_path), config(tmp_path, {"db": entry()}))
    try:
        caller = asked.gate.caller(CHAT)
        assert asked.catalogue(asked.gate.caller(ASK))
        assert asked.catalogue(caller) == []
        step = {"id": "s1", "name": "say", "arguments": {"text": "one"}, "server": "db"}
        asked.plans_with(Backend(LlmPlanner(ScriptedModel([{"rationale": "", "plan": [step]}]))))
        assert (await asked.ask("say one", agent=CHAT)).status == "silent"
    finally:
        await asked.aclose()


async def test_a_server_that_cannot_be_started_is_named_and_none_is_left(tmp_path: Path) -> None:
    servers = {"good": entry(), "bad": {"command": "/nonexistent", "allow_tools": ["*"]}}
    with pytest.raises(Exception, match='server "bad"'):
        await load_race(settings(tmp_path), "sim:laps=2", config=config(tmp_path, servers))
    assert [task for task in asyncio.all_tasks() if task.get_name().startswith("server ")] == []


async def test_no_race_needs_servers_and_no_race(tmp_path: Path) -> None:
    bare = argparse.Namespace(source=None, at=None, record=None, delay=None, config=None, planner=None)
    with pytest.raises(UsageError, match="name these with --config"):
        await opening.open_without_race(bare, settings(tmp_path))
    with pytest.raises(UsageError, match="--source is about a race"):
        await opening.open_without_race(argparse.Namespace(**{**vars(bare), "source": "sim:"}), settings(tmp_path))
