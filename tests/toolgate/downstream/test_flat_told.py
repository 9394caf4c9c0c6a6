"""What clients of the transparent mode are told outside of their calls: resources, lists, lines of a log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import mcp_types
import pytest
import pytest_asyncio
from fastmcp import Client
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPError

from tests.toolgate.downstream.gateways import client_of, entry, eventually, executed, records, result, running
from toolgate.downstream import subscriptions
from toolgate.downstream.flat import Flat
from toolgate.downstream.gateway import Gateway
from toolgate.serving.changes import Changes

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning"),  # of the older protocol
    pytest.mark.timeout(120),
]

PAGE = "docs://pages/1"
RULES = {
    "agents": {
        "ann": {"allow": {"servers": ["docs"], "tools": {"docs": ["*"]}}},
        "bob": {"allow": {"servers": ["docs"], "tools": {"docs": ["*"]}}},
    },
    "defaults": {"deny_on_missing_agent": False},
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("told")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def gateway(folder: Path) -> AsyncIterator[Gateway]:
    async with running(folder, {"docs": entry(allow_resources=["docs://pages/*"])}) as gateway:
        yield gateway


@pytest_asyncio.fixture(loop_scope="module")
async def flat(gateway: Gateway) -> Flat:
    return Flat(gateway)


class Told:
    """Keeps what a client is told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, Any]] = []

    async def __call__(self, message: Any) -> None:
        root = getattr(message, "root", message)
        if hasattr(root, "method"):
            self.said.append((root.method, root.params))

    def of(self, method: str) -> list[Any]:
        return [params for name, params in self.said if name == method]

    @property
    def updated(self) -> list[str]:
        return [str(params.uri) for params in self.of("notifications/resources/updated")]


async def touch(client: Client[Any], uri: str = PAGE) -> None:
    assert not (await result(client, "touch", uri=uri)).get("isError")


async def subscribed(client: Client[Any]) -> list[str]:
    found: list[str] = (await result(client, "subscribed"))["structuredContent"]["uris"]
    return found


async def looking(changes: Changes, until: Callable[[], bool]) -> None:
    """Looks for changes until they have been told."""
    while not until():
        await changes.look()
        await asyncio.sleep(0.01)


async def nothing_subscribed(client: Client[Any]) -> None:
    """Waits until the server has heard of the end."""
    for _ in range(10_000):
        if not await subscribed(client):
            return
    raise AssertionError


async def test_a_client_is_told_of_a_resource_until_it_wants_no_more(flat: Flat, folder: Path) -> None:
    told = Told()
    async with client_of(flat, mode="legacy", message_handler=told) as client:
        await client.session.subscribe_resource(PAGE)
        assert await subscribed(client) == [PAGE]
        await touch(client)
        await eventually(lambda: told.updated == [PAGE])
        await client.session.unsubscribe_resource(PAGE)
        assert len(flat.methods.subscriptions) == 0
        await nothing_subscribed(client)
        await touch(client)
        assert told.updated == [PAGE]
    operations = [one["operation"] for one in records(folder)]
    assert operations.count("resources/subscribe") == operations.count("resources/unsubscribe") == 1


async def test_a_part_of_a_resource_counts_as_it_and_what_may_not_be_read_does_not(flat: Flat) -> None:
    told = Told()
    async with client_of(flat, mode="legacy", message_handler=told) as client:
        await client.session.subscribe_resource(PAGE)
        await touch(client, f"{PAGE}/../secret")
        await touch(client, f"{PAGE}0")  # another resource
        await touch(client, f"{PAGE}/lines")
        await eventually(lambda: told.updated == [f"{PAGE}/lines"])


async def test_who_has_gone_is_told_nothing_and_the_server_neither(flat: Flat) -> None:
    async with client_of(flat, mode="legacy") as client:
        await client.session.subscribe_resource(PAGE)
        assert len(flat.methods.subscriptions) == 1
    await eventually(lambda: len(flat.methods.subscriptions) == 0)


async def test_by_the_newer_protocol_a_stream_tells_the_same(flat: Flat) -> None:
    changes = Changes(lambda: flat.generation, lists=flat.lists)
    async with client_of(flat, changes=changes) as client:
        wanted = [PAGE, "secret://x"]
        async with listen(client.session, resource_subscriptions=wanted, prompts_list_changed=True) as stream:
            assert stream.honored.resource_subscriptions == [PAGE]
            await touch(client)
            assert getattr(await anext(stream), "uri", None) == PAGE
            await result(client, "change_offers")
            heard = asyncio.ensure_future(anext(stream))
            await looking(changes, heard.done)
            assert type(heard.result()).__name__ == "PromptsListChanged"
    await eventually(lambda: len(flat.methods.subscriptions) == 0)


async def test_a_client_is_told_of_every_list_that_a_server_changes(flat: Flat) -> None:
    told, changes = Told(), Changes(lambda: flat.generation, lists=flat.lists)
    async with client_of(flat, mode="legacy", message_handler=told, changes=changes) as client:
        can: Any = client.initialize_result and client.initialize_result.capabilities
        assert can.tools.list_changed
        assert can.prompts.list_changed
        assert (can.resources.list_changed, can.resources.subscribe) == (True, True)
        await result(client, "change_offers")
        await result(client, "change_tools")
        kinds = {f"notifications/{name}/list_changed" for name in ("tools", "resources", "prompts")}
        await looking(changes, lambda: kinds <= {name for name, _ in told.said})


@pytest.mark.parametrize(
    ("asked", "code"), [("secret://x", -32000), ("docs://pages/..%2fx", -32000), ("nowhere://", -32000)]
)
async def test_what_may_not_be_read_is_not_told_of(flat: Flat, folder: Path, asked: str, code: int) -> None:
    async with client_of(flat, mode="legacy") as client:
        with pytest.raises(MCPError) as raised:
            await client.session.subscribe_resource(asked)
        assert raised.value.error.code == code
        assert records(folder)[-1]["decision"] == "DENY"
        assert len(flat.methods.subscriptions) == 0


async def test_each_agent_is_told_by_its_own_session(tmp_path: Path) -> None:
    async with running(tmp_path, {"docs": entry(allow_resources=["*"])}, rules=RULES) as gateway:
        flat, of_ann, of_bob = Flat(gateway), Told(), Told()
        async with (
            client_of(flat, mode="legacy", message_handler=of_ann, agent="ann") as ann,
            client_of(flat, mode="legacy", message_handler=of_bob, agent="bob") as bob,
        ):
            flat.gate._default_agent = "ann"
            await ann.session.subscribe_resource(PAGE)
            flat.gate._default_agent = "bob"
            await bob.session.subscribe_resource(PAGE)
            await touch(bob)
            await eventually(lambda: of_bob.updated == [PAGE])
            assert of_ann.updated == []
            assert len(flat.methods.subscriptions) == 2


async def test_so_many_resources_are_watched_and_no_more(flat: Flat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscriptions, "MOST_WATCHES", 2)
    async with client_of(flat, mode="legacy") as client:
        for n in (1, 2, 1):
            await client.session.subscribe_resource(f"docs://pages/{n}")
        with pytest.raises(MCPError, match="2 resources are watched already"):
            await client.session.subscribe_resource("docs://pages/3")


async def test_only_what_is_urgent_enough_is_logged_and_the_server_knows(flat: Flat) -> None:
    heard: list[str] = []

    async def logged(message: mcp_types.LoggingMessageNotificationParams) -> None:
        heard.append(message.level)

    async with client_of(flat, mode="legacy", log_handler=logged) as client:
        await result(client, "log", level="debug")
        await eventually(lambda: heard == ["debug"])
        await client.set_logging_level("warning")
        assert (await result(client, "levels"))["structuredContent"]["levels"][-1] == "warning"
        for level in ("info", "error"):
            await result(client, "log", level=level)
        await eventually(lambda: heard == ["debug", "error"])
        with pytest.raises(MCPError):
            await client.session.send_request(
                mcp_types.SetLevelRequest(params=mcp_types.SetLevelRequestParams.model_construct(level="loud")),
                mcp_types.EmptyResult,
            )
        async with client_of(flat, mode="legacy") as other:
            await other.set_logging_level("info")
            await client.set_logging_level("error")
            assert (await result(client, "levels"))["structuredContent"]["levels"][-1] == "info"


@pytest.mark.parametrize("flatly", [True, False])
async def test_the_servers_of_an_agent_hear_that_its_clients_roots_have_changed(tmp_path: Path, flatly: bool) -> None:
    """Those that it is using: of one that nobody has called yet no session is opened for it."""

    async def heard(client: Client[Any]) -> list[str]:
        called = await (result(client, "a__heard") if flatly else executed(client, "a", "heard"))
        found: list[str] = called["structuredContent"]["methods"]
        return [method for method in found if method.endswith("changed")]

    async with running(tmp_path, {"a": entry(), "b": entry()}) as gateway:
        front: Any = Flat(gateway) if flatly else gateway
        async with client_of(front, mode="legacy", roots=["file:///r"]) as client:
            assert await heard(client) == []
            await client.session.send_roots_list_changed()
            while not (told := await heard(client)):
                pass
            assert told == ["notifications/roots/list_changed"]
        assert len(list(gateway.servers.all["b"].sessions)) == 1
