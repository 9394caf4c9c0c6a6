"""The race as resources. Each is what tools answer, called as the agent who reads it: under its rules, and recorded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from director.race.offers.faq import most_asked
from director.race.offers.names import DriverNames
from director.race.offers.penalty_rules import PENALTY_RULES
from toolgate.contract import AgentContext, Call, Handler, JsonObject, RunCall, ToolError
from toolgate.offers import ResourceSpec

LIVE: Mapping[str, tuple[str, str, tuple[str, ...]]] = MappingProxyType(
    {
        "race://live/leaderboard": ("leaderboard", "The running order with gaps.", ("get_standings",)),
        "race://live/timeline": (
            "timeline",
            "What has happened: who led when, who passed whom, who stopped, who retired.",
            ("get_lead_changes", "get_overtakes", "get_pit_stops", "get_retirements"),
        ),
        "race://live/incidents": (
            "incidents",
            "The stewards' cases and the messages of race control.",
            ("get_penalties", "get_race_control"),
        ),
        "race://live/session": ("session", "The session, its status and clock.", ("get_session_info",)),
    }
)
"""Resources that change with the race: their name, description, and the tools whose answers they hold."""

DRIVER, RULES, FAQ = "race://driver/{code}", "race://rules/penalties", "race://faq"
RESOURCES = (*LIVE, DRIVER, RULES, FAQ)

_JSON = "application/json"
_TIMEOUT_MS = 5000
"""Several tools may have to answer, each within its own time."""


def race_resources(call: RunCall, names: DriverNames, faq: Path) -> list[ResourceSpec]:
    """All resources of a race; `call` is the door to its tools, `faq` the answers log."""
    live = [
        ResourceSpec(uri, name, description, _answers(call, tools), _JSON, _TIMEOUT_MS)
        for uri, (name, description, tools) in LIVE.items()
    ]
    return [
        *live,
        ResourceSpec(
            DRIVER,
            "driver",
            "One driver's race, by three-letter code, car number or name.",
            _driver(call),
            _JSON,
            _TIMEOUT_MS,
            complete={"code": names.codes},
        ),
        ResourceSpec(
            RULES,
            "penalties",
            "What the usual penalties are and how they are served.",
            lambda arguments, agent: PENALTY_RULES,
            "text/markdown",
            blocking=False,
        ),
        ResourceSpec(
            FAQ,
            "faq",
            "What has been asked most in the chats of this machine.",
            lambda arguments, agent: most_asked(faq),
            _JSON,
        ),
    ]


def _answers(call: RunCall, tools: tuple[str, ...]) -> Handler:
    async def read(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        if len(tools) == 1:
            return await _answer(call, tools[0], {}, agent)
        return {tool: (await call(Call(tool, {}, agent))).envelope for tool in tools}

    return read


def _driver(call: RunCall) -> Handler:
    async def read(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        return await _answer(call, "get_driver", {"driver": arguments["code"]}, agent)

    return read


async def _answer(call: RunCall, tool: str, arguments: JsonObject, agent: AgentContext) -> JsonObject:
    """The envelope of a tool's answer; its failure is the resource's."""
    outcome = await call(Call(tool, arguments, agent))
    if outcome.error_type is not None:
        raise ToolError(outcome.error_type, outcome.envelope["error"]["message"])
    return outcome.envelope
