"""A way to call a race tool as everybody does: through the gate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from pitwall.state import StateCache
from pitwall.tools import build_tools
from toolgate.contract import Call, JsonObject
from toolgate.runner import Runner

CallTool = Callable[..., JsonObject]


@pytest.fixture(scope="module")
def call_tool() -> CallTool:
    """`call_tool(cache, "get_gap", driver="VER")` gives the envelope, of a success or of an error."""

    runners: list[tuple[StateCache, Runner]] = []

    def runner_of(cache: StateCache) -> Runner:
        for known, runner in runners:
            if known is cache:
                return runner
        runners.append((cache, Runner(build_tools(cache))))
        return runners[-1][1]

    def call(cache: StateCache, name: str, **arguments: Any) -> JsonObject:
        return asyncio.run(runner_of(cache).call(Call(name, arguments))).envelope

    return call
