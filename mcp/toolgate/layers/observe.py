"""observe: how long each call took and how it ended, for the log and for the hooks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any

import msgspec

from toolgate.contract import CALL, Call, CallState, Outcome
from toolgate.hooks import Ended, Hooks, Started
from toolgate.layers import Next
from toolgate.moments import ms_since
from toolgate.printable import shown

_log = logging.getLogger("toolgate.calls")
_hook_log = logging.getLogger("toolgate.hooks")


class Observe:
    """Times the call, logs `{tool, duration_ms, ok, rows_returned, error_type}`, and tells the hooks.

    It is here that the decision and its trace, noted in the call's case, come to stand in the outcome.
    """

    def __init__(self, hooks: tuple[Hooks, ...] = (), *, finished: bool = False) -> None:
        """`finished`: what comes with a trace is whole, and nothing but the gate has had it in hand."""
        self._hooks = hooks
        self._finished = finished

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        began = perf_counter_ns()
        case = call.case or CallState()
        case.began_ns = began
        started = self._started(call) if self._hooks or _log.isEnabledFor(logging.INFO) else None
        try:
            outcome = await next(call)
        except BaseException as raised:
            if started is not None:
                how = "cancelled" if isinstance(raised, asyncio.CancelledError) else type(raised).__name__
                self._ended(Ended(started, False, how, ms_since(began), 0, case.decision, case.spec), case.operation)
            raise
        if not (self._finished and outcome.trace):
            outcome = Outcome(
                outcome.envelope,
                outcome.ok,
                outcome.error_type,
                ms_since(began),
                outcome.decision or case.decision,
                outcome.native,
                outcome.trace or tuple(case.trace),
                outcome.encoded,
            )
        if started is not None:
            self._ended(_how(started, outcome, case), case.operation)
        return outcome

    def _started(self, call: Call) -> Started:
        started = Started(call.name, call.server, call.agent.agent_id, call.agent.request_id, call.call_id)
        for hooks in self._hooks:
            _tell(hooks.on_execute_start, started)
        return started

    def _ended(self, ended: Ended, operation: str) -> None:
        for hooks in self._hooks:
            _tell(hooks.on_execute_end if ended.ok else hooks.on_execute_error, ended)
        if _log.isEnabledFor(logging.INFO):
            # As `_log.info` does, but for looking through the stack for the line that stands here.
            line = _line(ended, operation)
            _log.handle(_log.makeRecord(_log.name, logging.INFO, __file__, 0, line, (), None, "ended"))


def _how(started: Started, outcome: Outcome, case: CallState) -> Ended:
    return Ended(
        started,
        outcome.ok,
        outcome.error_type,
        outcome.duration_ms,
        _rows(outcome),
        outcome.decision,
        case.spec,
    )


def _tell(hook: Callable[[Any], None], what: Started | Ended) -> None:
    try:
        hook(what)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - whatever a hook throws, even SystemExit, is no business of the call
        _hook_log.exception("a hook failed: %s", getattr(hook, "__qualname__", "?"))


def _rows(outcome: Outcome) -> int:
    """Items of the longest list of the answer; `missing` is about the answer, not in it."""
    if not outcome.ok:
        return 0
    rows = -1
    for name, value in outcome.envelope.items():
        if isinstance(value, list) and len(value) > rows and name != "missing":
            rows = len(value)
    return rows if rows >= 0 else 1


def _line(ended: Ended, operation: str) -> str:
    """What names no tool, as a list of them, has the name of its operation there."""
    tool = shown(ended.started.tool)
    line = {
        "tool": tool if tool or operation == CALL else operation,
        "duration_ms": ended.duration_ms,
        "ok": ended.ok,
        "rows_returned": ended.rows_returned,
        "error_type": ended.error_type,
    }
    return msgspec.json.encode(line).decode()
