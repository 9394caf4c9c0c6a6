"""audit: exactly one record per call, whatever happens inside. The outermost layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from time import perf_counter

from toolgate.audit.journal import AuditLog
from toolgate.audit.record import CANCELLED, CRASHED, call_record
from toolgate.contract import CALL, Call, Case, JsonObject, Outcome, Policy, PolicyDecision, Tier
from toolgate.envelope import utc_now
from toolgate.layers import Next
from toolgate.tiers import classify

_log = logging.getLogger("toolgate.audit")

_EFFECT = frozenset((Tier.STATEFUL, Tier.IRREVERSIBLE))
_REFUSED = PolicyDecision(
    False, "the audit log cannot be written, so calls with a lasting effect are refused; ask an operator", "audit.sink"
)
_WRITABLE = PolicyDecision(True, "the audit log can be written")


class Audit:
    """Records admitted and refused calls, unknown tools, failures and cancellations alike.

    While the log cannot be written, calls that are STATEFUL or IRREVERSIBLE are refused: the runner asks `writable`.
    """

    def __init__(
        self,
        log: AuditLog,
        *,
        mode: str = "open",
        server: str | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._log = log
        self._mode = mode
        self._server = server
        self._clock = clock

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        came, started = self._clock(), perf_counter()
        try:
            outcome = await next(call)
        except BaseException as error:
            ended = CANCELLED if isinstance(error, asyncio.CancelledError | GeneratorExit) else CRASHED
            self._log.append_nowait(self._record(call, None, came, started, ended))
            raise
        await self._log.append_async(self._record(call, outcome, came, started))
        return outcome

    @property
    def writable(self) -> Policy:
        """A policy: what has a lasting effect needs a log that can be written. It tries, so it is asked late."""
        return Policy("audit", self._writable, late=True)

    def _writable(self, call: Call) -> PolicyDecision:
        return _REFUSED if call.spec.tier in _EFFECT and not self._log.ready() else _WRITABLE

    def _record(
        self,
        call: Call,
        outcome: Outcome | None,
        came: datetime,
        started: float,
        ended: str | None = None,
    ) -> JsonObject:
        case = call.case or Case()
        make = partial(
            call_record,
            tier=_tier(call, case),
            mode=self._mode,
            server=self._server if case.spec is None else case.spec.server,
            came=came,
            latency_ms=(perf_counter() - started) * 1000,
            error_type=ended,
            decision=case.decision,
            operation=case.operation,
        )
        try:
            return make(call, outcome)
        except Exception:  # noqa: BLE001 - a call that cannot even be read is recorded as such
            _log.exception("a call cannot be recorded as it is")
            bare = None if outcome is None else replace(outcome, decision=None)
            return make(
                Call(call.name if isinstance(call.name, str) else "<unreadable>", {"...": "<unreadable>"}), bare
            )


def _tier(call: Call, case: Case) -> Tier:
    """The tool's own; of one that was not found, as policies would take it."""
    if case.spec is not None:
        return case.spec.tier
    return classify(call.name, call.arguments, {})[0] if case.operation == CALL else Tier.READ_ONLY
