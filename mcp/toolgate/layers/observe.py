"""observe: how long each call took and how it ended, as one structured log line."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from time import perf_counter

import msgspec

from toolgate.contract import Call, Outcome
from toolgate.layers import Next

_log = logging.getLogger("toolgate.calls")


class Observe:
    """Times the call and logs `{tool, duration_ms, ok, rows_returned, error_type}`."""

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        started = perf_counter()
        try:
            outcome = await next(call)
        except asyncio.CancelledError:
            _write(call, _since(started), ok=False, rows=0, error_type="cancelled")
            raise
        duration = _since(started)
        if _log.isEnabledFor(logging.INFO):
            _write(call, duration, ok=outcome.ok, rows=_rows(outcome), error_type=outcome.error_type)
        return replace(outcome, duration_ms=duration)


def _since(started: float) -> float:
    return round((perf_counter() - started) * 1000, 3)


def _rows(outcome: Outcome) -> int:
    """Items of the longest list of the answer; `missing` is about the answer, not in it."""
    if not outcome.ok:
        return 0
    return max((len(v) for k, v in outcome.envelope.items() if isinstance(v, list) and k != "missing"), default=1)


def _write(call: Call, duration_ms: float, *, ok: bool, rows: int, error_type: str | None) -> None:
    line = {
        "tool": call.name[:100],
        "duration_ms": duration_ms,
        "ok": ok,
        "rows_returned": rows,
        "error_type": error_type,
    }
    _log.info("%s", msgspec.json.encode(line).decode())
