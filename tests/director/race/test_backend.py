"""What a planner's first question would wait for is loaded before, and beside the event loop."""

from __future__ import annotations

import argparse
import os
import threading
from pathlib import Path
from typing import Any

import pytest

from director.cli.chat import responding
from director.cli.chat.asking import open_asker
from director.planners.offline.planner import OfflinePlanner
from director.race import ask_tool
from director.race.backend import Backend
from director.settings import Settings
from toolgate.contract import Plan

ARGUMENTS = argparse.Namespace(
    source="sim:laps=3", at=None, speed=None, planner="offline", record=None, delay=None, config=None
)


class Watched:
    """A planner that notes where it was prepared, and what it was asked after that."""

    name = "watched"

    def __init__(self) -> None:
        self.told: list[str] = []

    def prepare(self) -> None:
        self.told.append("here" if threading.current_thread() is threading.main_thread() else "beside")

    async def plan(self, question: str, *others: Any) -> Plan:
        self.told.append(question)
        return Plan(rationale="nothing")


async def test_it_is_prepared_beside_the_event_loop() -> None:
    planner = Watched()
    await Backend(planner).prepare()
    assert planner.told == ["beside"]


async def test_a_chat_hears_nothing_before_it_is_prepared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    planner = Watched()
    asker = await open_asker(ARGUMENTS, Settings())
    asker.race.plans_with(Backend(planner))
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as chat:
        chat.write("!d who leads?\n")
    settings = Settings(answers_path=tmp_path / "answers.db", chat_trigger_prefix="!d")
    service = responding.ChatService(settings, None)
    with os.fdopen(reading) as lines:
        monkeypatch.setattr("sys.stdin", lines)
        try:
            await service.run(asker)
        finally:
            service.close()
            await asker.aclose()
    assert planner.told == ["beside", "who leads?"]


async def test_the_tool_ask_prepares_its_planner_once(monkeypatch: pytest.MonkeyPatch) -> None:
    planner = Watched()

    async def started(settings: Settings) -> Backend:
        return Backend(planner)

    monkeypatch.setattr(ask_tool, "start_backend", started)
    tool = ask_tool.AskTool([], Settings())
    assert await tool._made() is await tool._made()
    assert planner.told == ["beside"]


def test_the_offline_planner_loads_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr("director.planners.offline.plain.weights.shipped", lambda: loaded.append("reader"))
    OfflinePlanner(plainly=False).prepare()
    assert loaded == []
    OfflinePlanner().prepare()
    assert loaded == ["reader"]
