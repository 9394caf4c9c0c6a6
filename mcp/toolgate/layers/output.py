"""output: the payload in its envelope, held to the output schema, cut to the budget by whole items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

import orjson

from toolgate.budget import shortened
from toolgate.catalogue import Tool
from toolgate.contract import Call, JsonObject, Outcome, Tier, ToolError
from toolgate.envelope import envelope
from toolgate.layers import Next
from toolgate.plain_json import encode

_MOST_CUTS = 16
"""Each is held to the schema, which takes its time with a long answer."""


class Output:
    """Wraps what the handler gave. A payload that breaks its promise ends in output_invalid, never in the answer."""

    def __init__(self, tools: Mapping[str, Tool], clock: Callable[[], datetime], budget_bytes: int) -> None:
        self._tools = tools
        self._clock = clock
        self._budget = budget_bytes

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        payload: Any = (await next(call)).envelope
        tool = self._tools[call.name]
        try:
            return Outcome(self._answer(call, tool, payload), ok=True)
        except ToolError as error:
            if tool.spec.tier is Tier.READ_ONLY:
                raise
            raise ToolError(error.error_type, f"{error.message}; what it was to do is done", **error.details) from None

    def _answer(self, call: Call, tool: Tool, payload: Any) -> JsonObject:
        if not isinstance(payload, Mapping):
            raise ToolError("output_invalid", f"{call.name} returned {type(payload).__name__}, not an object")
        body = envelope(tool.spec, payload, now=self._clock())
        size = _size(call, body)
        if (mistake := tool.output.mistake(body)) is not None:
            raise ToolError("output_invalid", f"{call.name} broke its output schema", path=mistake.path or "/")
        return body if size <= self._budget else self._cut(call, tool, body, size)

    def _cut(self, call: Call, tool: Tool, body: JsonObject, size: int) -> JsonObject:
        """Cuts one list, because `truncated` can name one; an answer that says it was cut is not cut again."""
        if "truncated" not in body:
            for short in islice(shortened(body, size, self._budget), _MOST_CUTS):
                if tool.output.mistake(short) is None:
                    return short
        raise ToolError(
            "output_invalid",
            f"{call.name} answered {size} bytes and may answer {self._budget}; no list of it can be cut: ask for less",
            budget=self._budget,
        )


def _size(call: Call, body: JsonObject) -> int:
    """Bytes of the body as JSON."""
    try:
        return len(encode(body, orjson.OPT_PASSTHROUGH_SUBCLASS))
    except ValueError as wrong:
        raise ToolError("output_invalid", f"{call.name} returned {wrong}") from None
