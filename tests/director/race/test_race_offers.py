"""What an IDE gets of a race beside its tools: ask, resources that tell when they change, prompts, names."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import jsonschema
import mcp_types
import pytest
from fastmcp import Client

from director.chat.answers_log import AnswersLog, Limits
from director.chat.log_entry import Fate, LogEntry
from director.race import LoadingRace, open_beside
from director.race.assembly import schema_store
from director.race.offers import OFFERED
from director.race.offers.faq import most_asked
from director.settings import load_settings
from pitwall.events import Timing
from toolgate.contract import AgentContext, Call
from toolgate.serving.identity import Identity
from toolgate.serving.service import Service

SIM = "sim:seed=5,laps=6,cars=4"
ANN = AgentContext("ann")


@asynccontextmanager
async def race(tmp_path: Path, **settings: Any) -> AsyncIterator[LoadingRace]:
    given = {"planner": "offline", "audit_path": tmp_path / "audit.jsonl", **settings}
    made = open_beside(load_settings(given=given), SIM)
    await made.load()
    yield made
    made.close()


def served(made: LoadingRace, faq: Path = Path("nowhere")) -> Service:
    runner = made.runner()
    offers = made.offers(runner, faq)
    return Service(runner, "pitwall", "1", Identity(lambda: "ann"), offers=offers, resource_version=made.version)


def records(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]


async def test_ask_answers_as_its_caller_and_its_calls_are_recorded_as_the_callers(tmp_path: Path) -> None:
    async with race(tmp_path) as made:
        outcome = await made.runner().call(Call("ask", {"question": "who leads the race?"}, ANN))
    assert outcome.ok, outcome.envelope
    assert outcome.envelope["status"] == "answered"
    assert outcome.envelope["summary"] == outcome.envelope["answer"]
    assert [step["name"] for step in outcome.envelope["steps"]] == ["get_standings"]
    inner, own = records(tmp_path)
    assert (inner["tool"], own["tool"]) == ("get_standings", "ask")
    assert inner["agent_id"] == own["agent_id"] == "ann"
    assert inner["request_id"] == own["request_id"]


async def test_ask_is_silent_with_a_reason_where_there_is_no_answer(tmp_path: Path) -> None:
    async with race(tmp_path) as made:
        outcome = await made.runner().call(Call("ask", {"question": "what is the capital of France?"}, ANN))
    assert outcome.ok
    assert (outcome.envelope["status"], outcome.envelope["answer"]) == ("silent", "")
    assert outcome.envelope["summary"].startswith("No answer: ")


ASKED = (
    "who leads the race?",
    "what is the gap between the first two?",
    "who is in the closest battle?",
    "what is the capital of France?",
    "x",
)


async def test_every_answer_of_ask_keeps_the_stored_contract(tmp_path: Path) -> None:
    stored = schema_store().load("ask", 1)
    assert stored is not None
    statuses = set()
    async with race(tmp_path) as made:
        runner = made.runner()
        for question in ASKED:
            outcome = await runner.call(Call("ask", {"question": question}, ANN))
            jsonschema.validate(json.loads(json.dumps(outcome.envelope)), stored.output)
            statuses.add(outcome.envelope["status"])
    assert statuses == {"answered", "silent"}


async def test_ask_names_the_policy_that_denies_what_it_would_take(tmp_path: Path) -> None:
    async with race(tmp_path, policy_deny=("^get_weather$",)) as made:
        denied = await made.runner().call(Call("ask", {"question": "what is the weather like?"}, ANN))
        silent = await made.runner().call(Call("ask", {"question": "what is the capital of France?"}, ANN))
    assert denied.envelope["status"] == "failed"
    assert denied.envelope["reason"].startswith("policy denies 'ann' get_weather")
    assert "policy denies 'ann' get_weather" in denied.envelope["summary"]
    assert silent.envelope["status"] == "silent"


async def test_ask_says_so_where_its_caller_may_call_nothing_else(tmp_path: Path) -> None:
    async with race(tmp_path, tools_allow=("ask",)) as made:
        outcome = await made.runner().call(Call("ask", {"question": "who leads the race?"}, ANN))
    assert outcome.envelope["reason"].startswith("policy denies 'ann' get_standings")


async def test_ask_uses_no_tool_that_its_caller_may_not_call(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    agents = {
        "ann": {"allow": {"servers": ["*"], "tools": {"*": ["ask", "get_driver"]}}},
        "director": {"allow": {"servers": ["*"], "tools": {"*": ["*"]}}},
    }
    rules.write_text(json.dumps({"agents": agents}))
    async with race(tmp_path, gateway_rules=rules) as made:
        outcome = await made.runner().call(Call("ask", {"question": "who leads the race?"}, ANN))
        assert all(step["name"] == "get_driver" for step in outcome.envelope["steps"])
        offers = made.offers(made.runner(), tmp_path)
        assert (await offers.read("race://live/leaderboard", ANN)).error_type == "policy_denied"
        assert await offers.list_prompts(ANN) == []


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_resources_hold_what_the_tools_answer(mode: Any, tmp_path: Path) -> None:
    async with race(tmp_path) as made, Client(served(made).mcp(sessions=True), mode=mode) as client:
        listed = {str(one.uri) for one in await client.list_resources()}
        templates = {one.uri_template for one in await client.list_resource_templates()}

        async def read(uri: str) -> Any:
            (part,) = await client.read_resource(uri)
            assert isinstance(part, mcp_types.TextResourceContents)
            return json.loads(part.text) if part.mime_type == "application/json" else part.text

        board = await read("race://live/leaderboard")
        code = board["rows"][0]["driver"]["code"]
        driver = await read(f"race://driver/{code}")
        timeline = await read("race://live/timeline")
        incidents = await read("race://live/incidents")
        session = await read("race://live/session")
        rules = await read("race://rules/penalties")
        faq = await read("race://faq")
        with pytest.raises(Exception, match="no driver 'NOBODY' here"):
            await read("race://driver/NOBODY")
    prompts = {"race_summary", "explain_battle", "driver_strategy"}
    assert listed | templates == {name for name in OFFERED if name not in prompts}
    assert templates == {"race://driver/{code}"}
    assert len(board["rows"]) == 4
    assert driver["driver"]["code"] == code
    assert set(timeline) == {"get_lead_changes", "get_overtakes", "get_pit_stops", "get_retirements"}
    assert set(incidents) == {"get_penalties", "get_race_control"}
    assert "as_of" in session
    assert "stop-and-go" in rules
    assert faq == {"questions": [], "of": 0}


async def test_prompts_name_tools_that_there_are_and_take_drivers_and_laps(tmp_path: Path) -> None:
    async with race(tmp_path) as made, Client(served(made).mcp(sessions=True)) as client:
        tools = {one.name for one in await client.list_tools()}
        listed = await client.list_prompts()
        texts = []
        for one in listed:
            driver = {} if one.name == "race_summary" else {"driver": "Ann Lee"}
            got = await client.get_prompt(one.name, {**driver, "lap": "3"})
            texts.append(got.messages[0].content.text)
        reference = mcp_types.PromptReference(type="ref/prompt", name="driver_strategy")
        names = (await client.complete(reference, {"name": "driver", "value": ""})).values
        some = (await client.complete(reference, {"name": "driver", "value": names[0].split()[-1][:3].lower()})).values
        laps = (await client.complete(reference, {"name": "lap", "value": ""})).values
        template = mcp_types.ResourceTemplateReference(type="ref/resource", uri="race://driver/{code}")
        codes = (await client.complete(template, {"name": "code", "value": ""})).values
    assert [one.name for one in listed] == ["race_summary", "explain_battle", "driver_strategy"]
    for text in texts:
        named = set(re.findall(r"\bget_[a-z_]+", text))
        assert named
        assert named <= tools
        assert "at_lap=3" in text
    assert (len(names), len(codes)) == (4, 4)
    assert names[0] in some
    assert laps == ["6", "5", "4", "3", "2", "1"]


async def _may(uri: str) -> bool:
    return True


async def test_a_resource_says_that_it_has_changed_when_the_race_has(tmp_path: Path) -> None:
    async with race(tmp_path) as made:
        service = served(made)
        told: list[str] = []

        class Session:
            _connection = object()

            async def send_resource_updated(self, uri: str) -> None:
                told.append(uri)

        session: Any = Session()
        for uri in ("race://live/leaderboard", "race://driver/LEC", "race://rules/penalties"):
            service.changes.subscribed(session, uri, _may)
        await service.changes.look()
        assert told == []
        made.cache.apply(Timing(made.cache.times[-1] + 1, {}))
        await service.changes.look()
        await service.changes.look()
        assert sorted(told) == ["race://driver/LEC", "race://live/leaderboard"]


@pytest.mark.filterwarnings("ignore:resources/(un)?subscribe is removed")
async def test_a_client_that_follows_the_leaderboard_hears_of_it_when_the_race_goes_on(tmp_path: Path) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()

    async def hear(message: Any) -> None:
        if isinstance(message, mcp_types.ResourceUpdatedNotification):
            heard.put_nowait(str(message.params.uri))

    async with race(tmp_path) as made:
        service = served(made)
        async with Client(service.mcp(sessions=True), mode="legacy", message_handler=hear) as client:
            session: Any = client.session
            await session.subscribe_resource("race://live/leaderboard")
            made.cache.apply(Timing(made.cache.times[-1] + 1, {}))
            await service.changes.look()
            assert await asyncio.wait_for(heard.get(), 60) == "race://live/leaderboard"


async def test_the_faq_counts_the_answers_log(tmp_path: Path) -> None:

    path = tmp_path / "answers.sqlite3"
    log = AnswersLog(path, Limits(100))
    asked: tuple[tuple[str, Fate], ...] = (("Who leads?", "answered"), ("who leads? ", "answered"), ("Why?", "silent"))
    for question, status in asked:
        log.keep(LogEntry(1.0, "lines", "", "ann", question, status))
    log.close()
    told = most_asked(path)
    assert [(one["question"], one["asked"]) for one in told["questions"]] == [("who leads? ", 2)]
    assert told["of"] == 2
    (tmp_path / "broken").write_bytes(b"no log at all" * 100)
    assert most_asked(tmp_path / "broken") == {"questions": [], "of": 0}


async def test_a_list_of_allowed_tools_may_name_resources(tmp_path: Path) -> None:
    allowed = ("get_standings", "race://live/leaderboard")
    async with race(tmp_path, tools_allow=allowed) as made:
        offers = made.offers(made.runner(), tmp_path)
        assert [one.uri for one in await offers.list_resources(ANN, templates=False)] == ["race://live/leaderboard"]
        assert (await offers.read("race://live/leaderboard", ANN)).ok
        assert (await offers.read("race://live/session", ANN)).error_type == "policy_denied"
