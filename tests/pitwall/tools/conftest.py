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


@pytest.fixture
def call_tool() -> CallTool:
    """`call_tool(cache, "get_gap", driver="VER")` gives the envelope, of a success or of an error."""

    def call(cache: StateCache, name: str, **arguments: Any) -> JsonObject:
        runner = Runner(build_tools(cache))
        return asyncio.run(runner.call(Call(name, arguments))).envelope

    return call
