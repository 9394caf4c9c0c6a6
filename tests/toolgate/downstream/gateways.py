"""What tests of the gateway share: a gateway in this process, in front of servers that are real processes."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastmcp import Client

from toolgate.audit.journal import AuditLog
from toolgate.contract import JsonObject
from toolgate.downstream.configuration import read_config
from toolgate.downstream.entries import GatewayConfig
from toolgate.downstream.flat import Flat
from toolgate.downstream.gateway import Gateway
from toolgate.downstream.gateway_server import gateway_server
from toolgate.downstream.link import Opened
from toolgate.downstream.servers import Servers
from toolgate.gate import Gate
from toolgate.policy import AgentRules
from toolgate.serving.changes import Changes
from toolgate.serving.identity import Identity

EVERYTHING = Path(__file__).parent / "servers" / "everything.json"
"""What the many-sided server's tool of that name answers."""
MANY_SIDED = Path(__file__).parent / "servers" / "many_sided.py"


def entry(*odd: str, **fields: Any) -> JsonObject:
    """The entry of a many-sided server, everything allowed where nothing is said."""
    return {"command": sys.executable, "args": ["-I", "-S", str(MANY_SIDED), *odd], "allow_tools": ["*"], **fields}


def config_of(folder: Path, servers: Mapping[str, Any], **more: Any) -> GatewayConfig:
    """The configuration as it is read from a file."""
    path = folder / ".mcp.json"
    path.write_text(json.dumps({"mcpServers": servers, **more}))
    return read_config(path, {}).usable()


@asynccontextmanager
async def running(
    folder: Path,
    servers: Mapping[str, Any],
    *,
    rules: JsonObject | None = None,
    lenient: bool = False,
    debug: bool = False,
    opened: Opened | None = None,
    **gate: Any,
) -> AsyncIterator[Gateway]:
    """A gateway whose servers are started; its audit log is `audit.jsonl` in the folder."""
    behind = Servers(config_of(folder, servers), opened=opened)
    book = None if rules is None else AgentRules.from_dict(rules)
    log = AuditLog(folder / "audit.jsonl")
    gateway = Gateway(Gate(server="gateway", rules=book, log=log, foreign=behind, **gate), behind, debug=debug)
    try:
        await behind.start(gateway.runner, lenient=lenient)
        yield gateway
    finally:
        await behind.close()
        log.close()


@asynccontextmanager
async def client_of(
    gateway: Gateway | Flat, *, changes: Changes | None = None, agent: str = "mcp", **options: Any
) -> AsyncIterator[Client[Any]]:
    """FastMCP's client at the gateway."""
    identity = Identity(lambda: gateway.gate.unnamed(agent))
    server = gateway_server(gateway, name="gateway", version="1", identity=identity, changes=changes)
    async with Client(server, **options) as client:
        yield client


async def result(client: Client[Any], called: str, **arguments: Any) -> JsonObject:
    """The result of one call as it came over the wire."""
    given = await client.call_tool_mcp(called, arguments)
    return given.model_dump(mode="json", by_alias=True, exclude_unset=True)


async def executed(client: Client[Any], server: str, tool: str, **more: Any) -> JsonObject:
    """The result of execute_tool."""
    return await result(client, "execute_tool", server=server, tool=tool, **more)


def records(folder: Path) -> list[JsonObject]:
    """What the audit log holds."""
    return [json.loads(line) for line in (folder / "audit.jsonl").read_text().splitlines()]


def lives(number: int) -> bool:
    """Whether a process runs."""
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


async def eventually(true: Callable[[], bool]) -> None:
    """Waits for something that another process does."""
    while not true():
        await asyncio.sleep(0.01)
