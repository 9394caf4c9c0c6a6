"""A server with a tool of somebody else's and one that changes the list of tools. As a program it serves over stdio."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from fastmcp import FastMCP

from toolgate.contract import AgentContext, JsonObject, Native, ToolSpec
from toolgate.runner import Runner
from toolgate.serving.bad_requests import refused_by
from toolgate.serving.changes import Changes
from toolgate.serving.identity import Identity
from toolgate.serving.inflight import InFlight
from toolgate.serving.server import build_server
from toolgate.serving.stdio import Stdio

SCHEMA: JsonObject = {"type": "object"}
NATIVE: JsonObject = {
    "content": [
        {"type": "text", "text": "a page"},
        {"type": "image", "data": "aGVsbG8=", "mimeType": "image/png", "annotations": {"priority": 0.5}},
    ],
    "structuredContent": {"rows": [1, None], "deep": {"of": ["somebody", "else"]}},
    "isError": False,
    "_meta": {"docs/page": 7, "docs/more": {"a": None}},
}


class Foreign:
    """The runner, and what is built of it."""

    def __init__(self) -> None:
        self.specs = [
            ToolSpec("page", "a page", SCHEMA, SCHEMA, _page, blocking=False),
            ToolSpec("change", "changes the list", SCHEMA, SCHEMA, self._change, blocking=False),
        ]
        self.runner = Runner(self.specs, server="docs")
        self.identity = Identity()
        self.changes = Changes(lambda: self.runner.generation, poll_s=0.01)
        self.server: FastMCP[Any] = build_server(
            self.runner, name="docs", instructions="", version="1", identity=self.identity, changes=self.changes
        )

    def _change(self, arguments: JsonObject, agent: AgentContext) -> JsonObject:
        self.specs.append(replace(self.specs[0], name=f"page{len(self.specs)}"))
        self.runner.replace("docs", self.specs)
        return {"tools": len(self.specs)}


def _page(arguments: JsonObject, agent: AgentContext) -> Native:
    if arguments.get("missing"):
        return Native({**NATIVE, "isError": True}, {}, "no such page")
    return Native(NATIVE, {})


async def main() -> None:
    foreign = Foreign()
    stdio = Stdio(foreign.server, foreign.identity, refused_by(foreign.runner), InFlight(), foreign.changes)
    await stdio.run()


if __name__ == "__main__":
    asyncio.run(main())
