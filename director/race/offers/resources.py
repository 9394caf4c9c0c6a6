"""The race as resources. Each is what tools answer, called as the agent who reads it: under its rules, and recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from director.race.offers.completions import DriverNames
from director.race.offers.faq import most_asked
from director.race.offers.penalty_rules import PENALTY_RULES
from director.race.sessions import ARGUMENT
from toolgate.contract import AgentContext, Call, Handler, JsonObject, RunCall, ToolError
from toolgate.offers import Completer, ResourceSpec

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
OF_SESSION = "race://session/{session}/"
"""Before what is of one session among several: `race://session/monza/leaderboard`."""
LIVE_OF_SESSION: Mapping[str, tuple[str, str, tuple[str, ...]]] = MappingProxyType(
    {uri.replace("race://live/", OF_SESSION): told for uri, told in LIVE.items()}
)
DRIVER_OF_SESSION = DRIVER.replace("race://", OF_SESSION)
SESSION_RESOURCES = (*LIVE_OF_SESSION, DRIVER_OF_SESSION)

_JSON = "application/json"
_TIMEOUT_MS = 5000
"""Several tools may have to answer, each within its own time."""


def session_of(uri: str, sessions: Sequence[str]) -> str | None:
    """The session whose race a resource tells of; None where it tells of none, and does not change."""
    if uri in LIVE or uri.startswith(DRIVER.partition("{")[0]):
        return sessions[0]
    before = OF_SESSION.partition("{")[0]
    name = uri.removeprefix(before).partition("/")[0]
    return name if uri.startswith(before) and name in sessions else None


def race_resources(call: RunCall, names: DriverNames, faq: Path) -> list[ResourceSpec]:
    """All resources of a race; `call` is the door to its tools, `faq` the answers log.

    Where there are several sessions, those of the first are there as of one race, and those of each by its name.
    """
    sessions = {ARGUMENT: names.sessions}
    return [
        *_of_race(call, LIVE, DRIVER, {"code": names.codes}, {}),
        *(
            _of_race(call, LIVE_OF_SESSION, DRIVER_OF_SESSION, {"code": names.codes, **sessions}, sessions)
            if names.several
            else ()
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


def _of_race(
    call: RunCall,
    live: Mapping[str, tuple[str, str, tuple[str, ...]]],
    driver: str,
    completes_driver: Mapping[str, Completer],
    completes: Mapping[str, Completer],
) -> Iterator[ResourceSpec]:
    """What changes with a race: under these URIs."""
    for uri, (name, description, tools) in live.items():
        yield ResourceSpec(uri, name, description, _answers(call, tools), _JSON, _TIMEOUT_MS, complete=completes)
    said = "One driver's race, by three-letter code, car number or name."
    yield ResourceSpec(driver, "driver", said, _driver(call), _JSON, _TIMEOUT_MS, complete=completes_driver)


def _answers(call: RunCall, tools: tuple[str, ...]) -> Handler:
    async def read(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        if len(tools) == 1:
            return await _answer(call, tools[0], arguments, agent)
        return {tool: (await call(Call(tool, arguments, agent))).envelope for tool in tools}

    return read


def _driver(call: RunCall) -> Handler:
    async def read(arguments: JsonObject, agent: AgentContext) -> JsonObject:
        of = {name: value for name, value in arguments.items() if name != "code"}
        return await _answer(call, "get_driver", {"driver": arguments["code"], **of}, agent)

    return read


async def _answer(call: RunCall, tool: str, arguments: JsonObject, agent: AgentContext) -> JsonObject:
    """The envelope of a tool's answer; its failure is the resource's."""
    outcome = await call(Call(tool, arguments, agent))
    if outcome.error_type is not None:
        raise ToolError(outcome.error_type, outcome.envelope["error"]["message"])
    return outcome.envelope
