"""Resources, prompts and completions where there are several sessions: each is told apart by its name."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import mcp_types
import pytest
from fastmcp import Client

from director.race import LoadingRace, open_beside
from director.race.offers import OFFERED_OF_SESSIONS, session_of
from director.settings import load_settings
from pitwall.events import Event, NewSession
from toolgate.serving.identity import Identity
from toolgate.serving.service import Service

MONZA, SPA = "sim:seed=3,cars=6,laps=4", "sim:seed=8,cars=9,laps=5"


@asynccontextmanager
async def served(tmp_path: Path) -> AsyncIterator[tuple[LoadingRace, Client[Any]]]:
    given = {"planner": "offline", "audit_path": tmp_path / "audit.jsonl"}
    race = open_beside(load_settings(given=given), (f"monza={MONZA}", f"spa={SPA}"))
    await race.load()
    runner = race.runner()
    offers = race.offers(runner, tmp_path / "none")
    service = Service(runner, "pitwall", "1", Identity(lambda: "ann"), offers=offers, resource_version=race.version)
    async with Client(service.mcp(sessions=True)) as client:
        yield race, client
    race.close()


async def read(client: Client[Any], uri: str) -> Any:
    (part,) = await client.read_resource(uri)
    assert isinstance(part, mcp_types.TextResourceContents)
    return json.loads(part.text)


async def test_each_session_has_resources_of_its_own(tmp_path: Path) -> None:
    async with served(tmp_path) as (race, client):
        codes = [next(iter(one.cache.view().drivers.values())).code for one in race.sessions]
        first = await read(client, "race://live/leaderboard")
        monza = await read(client, "race://session/monza/leaderboard")
        spa = await read(client, "race://session/spa/leaderboard")
        timeline = await read(client, "race://session/spa/timeline")
        driver = await read(client, f"race://session/spa/driver/{codes[1]}")
        with pytest.raises(Exception, match="session"):
            await read(client, "race://session/imola/leaderboard")
        listed = {str(one.uri) for one in await client.list_resources()}
        templates = {one.uri_template for one in await client.list_resource_templates()}
    assert len(first["rows"]) == 6
    assert {**first, "generated_at": ""} == {**monza, "generated_at": ""}
    assert len(spa["rows"]) == 9
    assert set(timeline) == {"get_lead_changes", "get_overtakes", "get_pit_stops", "get_retirements"}
    assert driver["driver"]["code"] == codes[1]
    assert listed | templates <= set(OFFERED_OF_SESSIONS)
    assert "race://session/{session}/driver/{code}" in templates


async def test_names_are_completed_of_the_session_that_is_named(tmp_path: Path) -> None:
    async with served(tmp_path) as (race, client):
        template = mcp_types.ResourceTemplateReference(
            type="ref/resource", uri="race://session/{session}/driver/{code}"
        )
        prompt = mcp_types.PromptReference(type="ref/prompt", name="driver_strategy")
        sessions = (await client.complete(template, {"name": "session", "value": "s"})).values
        known = {"session": "spa"}
        codes = (await client.complete(template, {"name": "code", "value": ""}, context_arguments=known)).values
        laps = (await client.complete(prompt, {"name": "lap", "value": ""}, context_arguments=known)).values
        first = (await client.complete(prompt, {"name": "lap", "value": ""})).values
        other = {"session": "imola"}
        unknown = [
            *(await client.complete(template, {"name": "code", "value": ""}, context_arguments=other)).values,
            *(await client.complete(prompt, {"name": "lap", "value": ""}, context_arguments=other)).values,
        ]
        told = await client.get_prompt("race_summary", {"session": "spa", "lap": "2"})
        said = told.messages[0].content
        assert isinstance(said, mcp_types.TextContent)
        spa = {driver.code for driver in race.sessions[1].cache.view().drivers.values()}
    assert sessions == ["spa"]
    assert unknown == []
    assert set(codes) == spa
    assert (laps[0], first[0]) == ("5", "4")
    assert "of the session spa (give every tool session=spa), as it stood at lap 2" in said.text


async def test_a_resource_changes_with_its_own_session(tmp_path: Path) -> None:
    async with served(tmp_path) as (race, _):
        uris = ("race://live/session", "race://session/monza/session", "race://session/spa/driver/X", "race://faq")
        before = [race.version(uri) for uri in uris]
        race.sessions[1].cache.apply(Event(9e4))
        assert [race.version(uri) == told for uri, told in zip(uris, before, strict=True)] == [True, True, False, True]
        versions = []
        for _ in range(3):
            versions.append(race.version("race://session/spa/session"))
            race.sessions[1].cache.apply(NewSession(0.0))
        assert len(set(versions)) == 3
        ready, state = race.state()
    assert ready
    assert set(state["sessions"]) == {"monza", "spa"}


@pytest.mark.parametrize(
    ("uri", "named"),
    [
        ("race://live/leaderboard", "monza"),
        ("race://driver/VER", "monza"),
        ("race://session/spa/leaderboard", "spa"),
        ("race://session/imola/leaderboard", None),
        ("race://session/", None),
        ("race://rules/penalties", None),
    ],
)
def test_which_session_a_resource_tells_of(uri: str, named: str | None) -> None:
    assert session_of(uri, ("monza", "spa")) == named
