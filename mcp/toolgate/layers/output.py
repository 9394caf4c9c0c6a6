"""output: the payload in its envelope, held to the output schema, cut to the budget by whole items."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import orjson

from toolgate.catalogue import Tool
from toolgate.contract import Call, JsonObject, Outcome, ToolError
from toolgate.envelope import envelope
from toolgate.layers import Next

_STRICT = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS


class Output:
    """Wraps what the handler gave. A payload that breaks its promise ends in output_invalid, never in the answer."""

    def __init__(self, tools: Mapping[str, Tool], clock: Callable[[], datetime], budget_bytes: int) -> None:
        self._tools = tools
        self._clock = clock
        self._budget = budget_bytes

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        payload: Any = (await next(call)).envelope
        tool = self._tools[call.name]
        if not isinstance(payload, Mapping):
            raise ToolError("output_invalid", f"{call.name} returned {type(payload).__name__}, not an object")
        body = envelope(tool.spec, payload, now=self._clock())
        size = _size(call, body)
        if (mistake := tool.output.mistake(body)) is not None:
            raise ToolError("output_invalid", f"{call.name} broke its output schema", path=mistake.path or "/")
        if size > self._budget:
            body = self._cut(call, tool, body)
        return Outcome(body, ok=True)

    def _cut(self, call: Call, tool: Tool, body: JsonObject) -> JsonObject:
        """Drops items from the end of the largest list until the whole fits, marker included."""
        lists = {key: value for key, value in body.items() if isinstance(value, list)}
        if lists:
            field = max(lists, key=lambda key: len(orjson.dumps(lists[key])))
            items = lists[field]
            low, high = 0, len(items) - 1
            while low < high:
                middle = (low + high + 1) // 2
                if _size(call, _keep(body, field, middle)) <= self._budget:
                    low = middle
                else:
                    high = middle - 1
            short = _keep(body, field, low)
            if _size(call, short) <= self._budget and tool.output.mistake(short) is None:
                return short
        raise ToolError("output_invalid", f"{call.name} answered more than {self._budget} bytes", budget=self._budget)


def _keep(body: JsonObject, field: str, count: int) -> JsonObject:
    items = body[field]
    return {**body, field: items[:count], "truncated": {"field": field, "kept": count, "of": len(items)}}


def _size(call: Call, body: JsonObject) -> int:
    """Bytes of the body as JSON; what JSON cannot hold (sets, NaN, dates, keys that are no strings) is refused."""
    try:
        encoded = orjson.dumps(body, option=_STRICT)
    except TypeError as error:
        raise ToolError("output_invalid", f"{call.name} returned what JSON cannot hold: {error}") from None
    if b"null" in encoded and not _finite(body):
        raise ToolError("output_invalid", f"{call.name} returned a number that is not finite")
    return len(encoded)


def _finite(value: Any) -> bool:
    """orjson writes NaN and infinity as null; this tells them from a real null."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, Mapping):
        return all(map(_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_finite, value))
    return True
