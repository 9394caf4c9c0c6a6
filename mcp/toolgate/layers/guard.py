"""guard: whatever goes wrong inside becomes one error envelope. A cancellation goes on."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from datetime import datetime

from toolgate.contract import ERROR_TYPES, Call, ErrorType, Outcome, PolicyDecision, ToolError
from toolgate.envelope import error_envelope
from toolgate.layers import Next
from toolgate.printable import printable, shown

_log = logging.getLogger("toolgate")


class Denied(ToolError):
    """A policy denied the call. The decision is in the call's state."""

    def __init__(self, decision: PolicyDecision) -> None:
        wait_s = decision.retry_after_s
        error_type: ErrorType = "policy_denied" if wait_s is None else "rate_limited"
        super().__init__(error_type, decision.reason, rule=decision.rule, retry_after_s=wait_s)


class Guard:
    """Turns exceptions into envelopes. What a caller may read is in a ToolError; the rest goes to the log only."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        try:
            return await next(call)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the one place where anything may arrive
            return self._told(call, error)

    def _told(self, call: Call, error: Exception | SystemExit) -> Outcome:
        if not isinstance(error, ToolError) or error.error_type not in ERROR_TYPES:
            tool = shown(call.name)
            trace = "".join(traceback.format_exception(error)).strip()
            _log.error("%s failed: %s", tool, printable(trace))  # on one line: the text in it may be anybody's
            error = ToolError("tool_failed", f"{tool} failed ({type(error).__name__}); the log has more")
        details = {key: value for key, value in error.details.items() if value not in ("", None)}
        body = error_envelope(error.error_type, error.message, now=self._clock(), details=details)
        return Outcome(body, ok=False, error_type=error.error_type)
