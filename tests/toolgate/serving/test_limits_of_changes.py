"""Clients that are told of changes: who does not take what it is told keeps the others waiting so long and no longer."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from typing import Any

import pytest
from mcp.server.subscriptions import InMemorySubscriptionBus
from mcp.shared.exceptions import MCPError

from tests.virtual_time import timed
from toolgate.serving.changes import MOST_SUBSCRIPTIONS, TELL_S, Changes


class Connection:
    """One that takes its time for everything that it is told."""

    def __init__(self, takes_s: float = 0.0) -> None:
        self._connection = self
        self._takes_s = takes_s
        self.exit_stack = self
        self.told: list[str] = []

    def callback(self, *_: Any) -> None:
        """It never ends."""

    async def send_resource_updated(self, uri: str) -> None:
        await asyncio.sleep(self._takes_s)
        self.told.append(uri)

    async def notify(self, method: str, params: Any) -> None:
        await self.send_resource_updated(method)


async def _may(uri: str) -> bool:
    return uri != "race://secret"


def _subscribed(changes: Changes, connection: Any, uri: str = "race://a") -> None:
    changes.subscribed(connection, uri, _may)


def test_a_slow_connection_has_so_long_and_is_then_told_no_more() -> None:
    for takes_s, told in ((TELL_S - 0.1, ["race://a"] * 2), (TELL_S + 0.1, [])):
        changes, slow, other = Changes(lambda: 1), Connection(takes_s), Connection()
        _subscribed(changes, slow)
        _subscribed(changes, other)

        async def tell(changes: Changes = changes) -> None:
            for _ in range(2):
                await changes.updated("race://a")

        _, took_s = timed(tell())
        assert slow.told == told
        assert other.told == ["race://a"] * 2
        assert round(took_s, 3) == (2 * takes_s if told else TELL_S)


def test_so_it_is_with_lists_that_have_changed() -> None:
    version = [0]
    changes, slow, other = Changes(lambda: version[0]), Connection(3600.0), Connection()
    for each in (slow, other):
        changes.connected(each)  # type: ignore[arg-type]

    async def tell() -> None:
        for count in (1, 2):
            version[0] = count
            await changes.look()

    assert timed(tell())[1] == TELL_S
    assert other.told == ["notifications/tools/list_changed"] * 2
    assert slow.told == []


async def test_what_may_not_be_read_is_told_to_nobody() -> None:
    changes, client = Changes(lambda: 1), Connection()
    _subscribed(changes, client, "race://secret")
    await changes.updated("race://secret")
    assert client.told == []


async def test_so_many_subscriptions_are_kept_and_the_oldest_gives_way() -> None:
    changes, first, second = Changes(lambda: 1), Connection(), Connection()
    _subscribed(changes, first)
    _subscribed(changes, second)
    for count in range(MOST_SUBSCRIPTIONS - 2):
        _subscribed(changes, first, f"race://{count}")
    await changes.updated("race://a")
    assert (first.told, second.told) == (["race://a"], ["race://a"])
    _subscribed(changes, first, "race://one-more")
    await changes.updated("race://a")
    assert (first.told, second.told) == (["race://a"], ["race://a"] * 2)


def test_so_many_streams_are_open_and_one_more_is_told_to_end_one() -> None:
    changes = Changes(lambda: 1)
    with ExitStack() as opened:
        for _ in range(MOST_SUBSCRIPTIONS):
            opened.enter_context(changes.streamed(InMemorySubscriptionBus()))
        with pytest.raises(MCPError, match=rf"over {MOST_SUBSCRIPTIONS} subscriptions .*: end one first"):
            opened.enter_context(changes.streamed(InMemorySubscriptionBus()))
