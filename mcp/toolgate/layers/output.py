"""output: the payload in its envelope, held to the output schema, cut to the budget by whole items."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

import orjson

from toolgate.budget import shortened
from toolgate.catalogue import CompiledTool, compiled
from toolgate.contract import Call, JsonObject, Native, Outcome, Tier, ToolError
from toolgate.envelope import envelope, error_envelope
from toolgate.moments import ms_since
from toolgate.plain_json import encode

_MOST_CUTS = 16
"""Each is held to the schema, which takes its time with a long answer."""


class TooLong(ToolError):
    """An answer exceeds its budget and cannot be shortened."""


class Output:
    """Wraps what the handler gave. A payload that breaks its promise ends in output_invalid, never in the answer."""

    def __init__(
        self,
        run: Callable[[Call], Awaitable[Any]],
        clock: Callable[[], datetime],
        budget_bytes: int,
        native_budget_bytes: int,
        *,
        last: bool = False,
    ) -> None:
        """`run` gives what the handler gave. `last`: no layer outside can change the answer any more, so that it may
        have its JSON with it, and all that the gate has to say of the call.
        """
        self._run = run
        self._clock = clock
        self._last = last
        self._budget = budget_bytes
        self._native_budget = native_budget_bytes

    async def __call__(self, call: Call, /) -> Outcome:
        result = await self._run(call)
        tool = compiled(call)
        try:
            if isinstance(result, Native):
                return self._foreign(call, tool, result)
            body, encoded = self._answer(call, tool, result)
            if not self._last:
                return Outcome(body, ok=True)
            case = call.case
            assert case is not None, "the runner gives every call one"
            return Outcome(body, True, None, ms_since(case.began_ns), case.decision, None, tuple(case.trace), encoded)
        except ToolError as error:
            if tool.spec.tier is Tier.READ_ONLY:
                raise
            raise ToolError(error.error_type, f"{error.message}; the call has taken effect", **error.details) from None

    def _foreign(self, call: Call, tool: CompiledTool, result: Native) -> Outcome:
        """The foreign result goes on as it came or not at all. Our own envelope beside it may be cut."""
        if not isinstance(result.result, Mapping):
            raise ToolError("output_invalid", f"{call.name} returned {type(result.result).__name__}, not an object")
        size = len(_encoded(call, result.result))
        if size > self._native_budget:
            message = f"{call.name} answered {size} bytes, over its {self._native_budget}: ask for less"
            raise ToolError("output_invalid", message, budget=self._native_budget)
        if result.error is not None:
            body = error_envelope("tool_failed", result.error, now=self._clock())
            return Outcome(body, ok=False, error_type="tool_failed", native=result.result)
        body = self._beside(call, tool, result.payload)
        native = {**result.result, "structuredContent": body} if result.enveloped else result.result
        return Outcome(body, ok=True, native=native)

    def _beside(self, call: Call, tool: CompiledTool, payload: Any) -> JsonObject:
        """The envelope of a foreign result. One that cannot be cut to the budget holds nothing but its summary."""
        try:
            return self._answer(call, tool, payload)[0]
        except TooLong:
            summary = {"summary": payload["summary"]} if "summary" in payload else {}
            left_out = {**summary, "truncated": {"field": "", "kept": 0, "of": 1}}
            return envelope(tool.spec, left_out, now=self._clock())

    def _answer(self, call: Call, tool: CompiledTool, payload: Any) -> tuple[JsonObject, bytes | None]:
        """The envelope, and its JSON where it was not cut."""
        if type(payload) is not dict and not isinstance(payload, Mapping):
            raise ToolError("output_invalid", f"{call.name} returned {type(payload).__name__}, not an object")
        body = envelope(tool.spec, payload, now=self._clock())
        encoded = _encoded(call, body)
        if (mistake := tool.output.mistake(body)) is not None:
            raise ToolError("output_invalid", f"{call.name} broke its output schema", path=mistake.path or "/")
        if len(encoded) > self._budget:
            return self._cut(call, tool, body, len(encoded)), None
        return body, encoded

    def _cut(self, call: Call, tool: CompiledTool, body: JsonObject, size: int) -> JsonObject:
        """Cuts one list, because `truncated` can name one; an answer that says it was cut is not cut again."""
        if "truncated" not in body:
            for short in islice(shortened(body, size, self._budget), _MOST_CUTS):
                if tool.output.mistake(short) is None:
                    return short
        message = (
            f"{call.name} answered {size} bytes, over its {self._budget}; cutting one list does not help: ask for less"
        )
        raise TooLong("output_invalid", message, budget=self._budget)


def _encoded(call: Call, body: Mapping[str, Any]) -> bytes:
    """The body as JSON."""
    try:
        return encode(body, orjson.OPT_PASSTHROUGH_SUBCLASS)
    except ValueError as wrong:
        raise ToolError("output_invalid", f"{call.name} returned {wrong}") from None
