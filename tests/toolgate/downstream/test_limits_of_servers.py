"""Limits of servers behind the gateway: what is just within passes, what is just beyond does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from director.cli.gateway.reloads import reloads
from tests.toolgate.downstream.gateways import client_of, config_of, entry, eventually, executed, lives, running
from tests.virtual_time import loop_time, timed
from toolgate.contract import AgentContext, Call
from toolgate.downstream import downstream
from toolgate.downstream.child_process import ServerUnavailable
from toolgate.downstream.configuration import read_config
from toolgate.downstream.entries import ServerEntry
from toolgate.downstream.flat import Flat
from toolgate.downstream.reload import Reload
from toolgate.downstream.servers import Servers
from toolgate.gate import Gate
from toolgate.serving import pipes
from toolgate.serving.pipes import LineReader


async def test_a_tool_has_the_time_of_its_entry_and_no_more(tmp_path: Path) -> None:
    servers = {"short": entry(timeout_ms=100), "long": entry(timeout_ms=60_000)}
    async with running(tmp_path, servers) as gateway, client_of(gateway) as client:
        for server, seconds, code in (("short", 30, "TIMEOUT"), ("long", 0.2, None)):
            seen = await executed(client, server, "sleep", args={"seconds": seconds}, timeout_ms=60_000)
            assert seen.get("structuredContent", {}).get("error", {}).get("code") == code
        assert (await executed(client, "short", "sleep", args={"seconds": 0}))["content"][0]["text"] == "slept"


async def test_a_server_has_so_long_for_its_first_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(downstream, "HANDSHAKE_S", 0.5)
    with pytest.raises(ServerUnavailable, match='server "mute": did not list its tools within'):
        async with running(tmp_path, {"mute": entry("mute", "tools/list")}):
            pass
    monkeypatch.setattr(downstream, "HANDSHAKE_S", 60.0)
    async with running(tmp_path, {"mute": entry("mute", "prompts/list")}) as gateway:
        assert gateway.servers.all["mute"].tools


async def test_one_list_of_all_waits_so_long_for_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    servers = {"mute": entry("mute", "prompts/list"), "good": entry()}
    async with running(tmp_path, servers) as gateway, client_of(Flat(gateway)) as client:
        monkeypatch.setattr(downstream, "LIST_S", 0.5)
        assert [one.name for one in await client.list_prompts()] == ["good__greet"]
        monkeypatch.setattr(downstream, "LIST_S", 60.0)
        assert [str(one.uri) for one in await client.list_resources()] == []


@pytest.mark.parametrize(("length", "passes"), [(1000, True), (1001, False)])
async def test_a_message_is_so_long_and_no_longer(length: int, passes: bool) -> None:
    message = b'{"jsonrpc":"2.0","method":"x","params":{"t":"%s"}}'
    line = message % (b"x" * (length - len(message) + 2))
    assert len(line) == length
    stream = asyncio.StreamReader(limit=1000)
    stream.feed_data(line + b"\n")
    stream.feed_eof()
    found = [item async for item in LineReader(stream, lambda text, error: None)]
    assert len(found) == passes
    assert pipes.LONGEST_LINE == 64 << 20


@pytest.mark.parametrize(("exit_s", "by_itself"), [(30.0, True), (0.0, False)])
async def test_a_server_has_so_long_to_end(
    tmp_path: Path, exit_s: float, by_itself: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that goes on for a while after its stdin has closed."""
    monkeypatch.setattr("toolgate.downstream.child_process.EXIT_S", exit_s)
    ended = tmp_path / "ended"
    async with running(tmp_path, {"slow": entry("slow-end", str(ended))}) as gateway:
        (pid,) = gateway.servers.all["slow"].pids
    await eventually(lambda: not lives(pid))
    assert ended.exists() is by_itself


@pytest.mark.parametrize(("drain_s", "finishes"), [(60.0, True), (0.05, False)])
async def test_a_call_in_flight_has_so_long_when_its_server_is_taken_away(
    tmp_path: Path, drain_s: float, finishes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolgate.downstream.servers.DRAIN_S", drain_s)
    async with running(tmp_path, {"lab": entry()}) as gateway:
        server = gateway.servers.all["lab"]
        seconds = 0.3 if finishes else 60
        call = Call("sleep", {"seconds": seconds}, AgentContext("ann"), "lab")
        running_call = asyncio.create_task(gateway.runner.call(call))
        await eventually(lambda: len(server.in_flight) > 0)
        gateway.servers.drop("lab")
        outcome = await running_call
        assert (outcome.ok, outcome.error_type) == ((True, None) if finishes else (False, "server_unavailable"))


class Noticed(Servers):
    """Says when an edit has taken effect."""

    def configure(self, entry: ServerEntry) -> None:
        super().configure(entry)
        self.event.set()

    event: asyncio.Event


async def _edited(folder: Path, at_s: float, *, signalled: bool) -> float:
    """How long after the write an edit takes effect, by the loop's clock: no call is made meanwhile."""
    servers = Noticed(config_of(folder, {"a": entry()}))
    servers.event, again = asyncio.Event(), asyncio.Event()
    reload = Reload(folder / ".mcp.json", lambda: read_config(folder / ".mcp.json", {}), servers)
    following = asyncio.create_task(reloads(again, Gate(), reload))
    await asyncio.sleep(at_s)
    written_s = loop_time()
    config_of(folder, {"a": entry(allow_tools=["pid"])})
    if signalled:
        again.set()
    await servers.event.wait()
    following.cancel()
    taken_s = loop_time()
    assert servers.all["a"].entry.allow_tools is not None
    assert servers.all["a"].entry.allow_tools.patterns == ("pid",)
    return taken_s - written_s


@pytest.mark.parametrize("at_s", [0.0, 0.101, 0.25, 7.399])
@pytest.mark.parametrize(("signalled", "within_s"), [(False, 0.5), (True, 0.05)])
def test_an_edit_takes_effect_in_time_without_a_call(
    tmp_path: Path, at_s: float, signalled: bool, within_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(work: Callable[[], Any]) -> Any:
        return work()  # the clock does not see what another thread does

    monkeypatch.setattr(asyncio, "to_thread", at_once)
    took_s, _ = timed(_edited(tmp_path, at_s, signalled=signalled))
    assert 0 <= took_s <= within_s
