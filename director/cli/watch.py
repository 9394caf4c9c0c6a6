"""`director watch`: whenever a resource of a server changes, it is read, and a question is asked."""

from __future__ import annotations

import argparse
import json
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from director.cli.command import ANSWERED, Command, FaultError, UsageError, add_source
from director.cli.planner import add_planner
from director.race.agents import CALL
from director.settings import Settings
from toolgate.contract import AgentContext
from toolgate.contract import Call as ToolCall

if TYPE_CHECKING:
    from director.race import Race
    from toolgate.downstream.gateway import Gateway


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("uri", metavar="URI", help="the address of the resource, as its server lists it")
    parser.add_argument("--ask", metavar="QUESTION", help="what to ask the race whenever it has changed")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the servers: .mcp.json or director.toml")
    parser.add_argument("--server", metavar="NAME", help="the server; needed where several may have the resource")
    parser.add_argument("--count", metavar="N", type=int, help="stop after this many changes")
    add_source(parser)
    add_planner(parser)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    from director.cli.gateway.opening import open_gateway
    from director.cli.opening import open_asked

    opened = open_gateway(replace(settings, gateway_config=arguments.config or settings.gateway_config))
    race = None
    try:
        agent = opened.gateway.gate.caller(CALL)
        server = _server(opened.gateway, arguments, agent)
        await opened.servers.start(opened.gateway.runner)
        race = None if arguments.ask is None else await open_asked(arguments, settings)
        await _watch(opened.gateway, server, arguments, agent, race)
    finally:
        if race is not None:
            await race.aclose()
        await opened.close()
    return ANSWERED


def _server(gateway: Gateway, arguments: argparse.Namespace, agent: AgentContext) -> str:
    """The server that is meant: the one that is named, else the only one whose list has the address."""
    names = list(gateway.servers.all)
    if arguments.server is not None and arguments.server not in names:
        raise UsageError(f"--server: there is no server {arguments.server[:100]!r}; there are {', '.join(names)}")
    asked = names if arguments.server is None else [arguments.server]
    decisions = {name: gateway.reach.resource(agent, name, arguments.uri) for name in asked}
    found = [name for name, decision in decisions.items() if decision.allowed]
    if len(found) > 1:
        raise UsageError(f"several servers may have it: name one of {', '.join(found)} with --server")
    if not found:
        why = next((f"{d.reason} [{d.rule}]" for d in decisions.values()), "no server is configured")
        raise FaultError(f"{arguments.uri[:200]} may not be read: {why}")
    return found[0]


async def _watch(
    gateway: Gateway, server: str, arguments: argparse.Namespace, agent: AgentContext, race: Race | None
) -> None:
    from toolgate.downstream.updates import updates

    seen = 0
    async with aclosing(updates(gateway.servers, server, arguments.uri, agent)) as changes:
        async for changed in changes:
            if changed is None:
                continue
            outcome = await gateway.call(ToolCall("read_resource", {"server": server, "uri": arguments.uri}, agent))
            body = outcome.native["structuredContent"]
            print(json.dumps({"server": server, "uri": arguments.uri, **body}), flush=True)
            if race is not None:
                answer = await race.ask(arguments.ask)
                print(answer.text or f"{answer.status}: {answer.reason}", flush=True)
            seen += 1
            if seen == arguments.count:
                return


COMMAND = Command(_add_arguments, _run)
