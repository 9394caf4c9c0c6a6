"""What is used of the MCP library that it does not promise is there: an upgrade that takes it away fails here, by name."""

from __future__ import annotations

import asyncio
import inspect
from operator import attrgetter
from typing import Any

import anyio
from fastmcp import FastMCP
from mcp.client.session import ClientSession
from mcp.server.connection import Connection
from mcp.server.request_state import RequestStateBoundary
from mcp.server.session import ServerSession
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher

from toolgate.downstream import connection, passing


async def test_the_client_sessions_handlers_can_be_put_in_their_place() -> None:
    sending, reading = anyio.create_memory_object_stream[Any](0)
    with sending, reading:
        session = ClientSession(dispatcher=JSONRPCDispatcher(reading, sending))
        for door in connection.PRIVATE_DOORS:
            attrgetter(door)(session)
    arguments = {"_on_notify": 3, "_on_request": 3, "_build_capabilities": 1, "_stamp": 2}
    assert set(arguments) == set(connection.PRIVATE_DOORS)
    for name, count in arguments.items():
        assert len(inspect.signature(getattr(session, name)).parameters) == count, name


def test_a_server_session_has_the_connection_and_the_way_back() -> None:
    connected = Connection.for_loop(_Nowhere())
    nowhere: Any = _Nowhere()
    session = ServerSession(nowhere, connected)
    for door in passing.PRIVATE_DOORS:
        attrgetter(door)(session)


def test_a_server_seals_the_state_of_rounds_in_one_place() -> None:
    middleware = FastMCP[Any]("x")._mcp_server.middleware
    assert [type(one) for one in middleware].count(RequestStateBoundary) == 1


async def test_a_childs_pipes_can_be_reached() -> None:
    process = await asyncio.create_subprocess_exec("true", stdout=asyncio.subprocess.PIPE)
    transport: Any = process._transport  # type: ignore[attr-defined]
    assert transport.get_pipe_transport(1).get_extra_info("pipe") is not None
    await process.wait()


class _Nowhere:
    """A channel that leads nowhere."""

    can_send_request = False

    async def send_raw_request(self, method: str, params: Any, opts: Any = None) -> dict[str, Any]:
        raise AssertionError

    async def notify(self, method: str, params: Any, opts: Any = None) -> None:
        raise AssertionError
