"""guard: whatever goes wrong inside becomes one error envelope. A cancellation goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from toolgate.contract import Call, Outcome, PolicyDecision, ToolError
from toolgate.envelope import error_envelope
from toolgate.layers import Next

_log = logging.getLogger("toolgate")


class Denied(ToolError):
    """A policy refused the call; the decision says which rule."""

    def __init__(self, decision: PolicyDecision) -> None:
        super().__init__("policy_denied", decision.reason, rule=decision.rule)
        self.decision = decision


class Guard:
    """Turns exceptions into envelopes. What a caller may read is in a ToolError; the rest goes to the log only."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        try:
            return await next(call)
        except ToolError as error:
            return self._failed(error)
        except Exception as error:  # noqa: BLE001 - the one place where anything may arrive
            _log.exception("%s failed", call.name[:100])
            name = type(error).__name__
            return self._failed(ToolError("tool_failed", f"{call.name[:100]} failed ({name}); the log has more"))

    def _failed(self, error: ToolError) -> Outcome:
        details = {key: value for key, value in error.details.items() if value not in ("", None)}
        body = error_envelope(error.error_type, error.message, now=self._clock(), details=details)
        decision = error.decision if isinstance(error, Denied) else None
        return Outcome(body, ok=False, error_type=error.error_type, decision=decision)
