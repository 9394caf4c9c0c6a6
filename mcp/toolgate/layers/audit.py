"""audit: exactly one record per call, whatever happens inside. The outermost layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from time import perf_counter_ns

from msgspec import Struct

from toolgate.audit.intents import SHARED
from toolgate.audit.journal import AuditLog
from toolgate.audit.record import CANCELLED, CRASHED, call_record, intent_record
from toolgate.contract import (
    CALL,
    AgentContext,
    Call,
    CallState,
    JsonObject,
    Outcome,
    Policy,
    PolicyDecision,
    Tier,
)
from toolgate.layers import Next
from toolgate.layers.guard import Denied
from toolgate.layers.resolve import AMBIGUOUS
from toolgate.moments import ms_since, utc_now
from toolgate.tiers import classify

_log = logging.getLogger("toolgate.audit")

_LASTS = frozenset((Tier.STATEFUL, Tier.IRREVERSIBLE))
_REFUSED = PolicyDecision(
    False, "the audit log cannot be written, so only calls that change nothing go on; ask an operator", "audit.sink"
)
_WRITABLE = PolicyDecision(True, "the audit log can be written")


class _Going(Struct):
    """A call that is under way: its intent has the same time, and is made of the call as it came."""

    call: Call
    came: datetime
    began_ns: int
    intent: JsonObject | None = None


class Audit:
    """Records admitted and refused calls, unknown tools, failures and cancellations alike. The outermost layer.

    `effect` is its other half and stands round the handler, behind all that may refuse the call.
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
        self._mode = str(mode)
        self._server = server
        self._clock = clock

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        going = _Going(call, self._clock(), perf_counter_ns())
        if call.case is not None:
            call.case.memo[self] = going
        try:
            outcome = await next(call)
        except BaseException as error:
            ended = CANCELLED if isinstance(error, asyncio.CancelledError | GeneratorExit) else CRASHED
            self._log.append_nowait(self._record(going, None, ended))
            raise
        await self._log.append_async(self._record(going, outcome))
        return outcome

    @property
    def writable(self) -> Policy:
        """A policy: a call above READ_ONLY needs a log that can be written. It tries the disk, so it is asked late.

        It never waits: where another process holds the lock, the call passes, and `effect` tries again.
        """
        return Policy("audit", self._writable, late=True)

    def _writable(self, call: Call) -> PolicyDecision:
        return _WRITABLE if call.spec.tier is Tier.READ_ONLY or self._log.seems_ready() else _REFUSED

    def effect(self, call: Call, next: Next, /) -> Awaitable[Outcome]:
        """A layer: above READ_ONLY a call needs a log that can be written; from STATEFUL on, its intent on the disk."""
        return next(call) if call.spec.tier is Tier.READ_ONLY else self._with_effect(call, next)

    async def _with_effect(self, call: Call, next: Next) -> Outcome:
        lasts = call.spec.tier in _LASTS
        if not await (self._intend(call) if lasts else self._log.can_write()):
            if call.case is not None:
                call.case.decision = _REFUSED
                call.case.trace.append(("audit", _REFUSED))
            raise Denied(_REFUSED)
        return await next(call)

    async def _intend(self, call: Call) -> bool:
        known = None if call.case is None else call.case.memo.get(self)
        going: _Going = known or _Going(call, self._clock(), perf_counter_ns())
        spec = call.spec
        asked = _counted(going.call)
        intent = intent_record(asked, tier=spec.tier, mode=self._mode, server=spec.server, came=going.came)
        going.intent = intent
        return await self._log.begin(intent)

    def _record(self, going: _Going, outcome: Outcome | None, ended: str | None = None) -> JsonObject:
        call = going.call
        latency_ms = ms_since(going.began_ns)
        try:
            record = self._made(going, call, outcome, latency_ms, ended)
        except Exception:  # noqa: BLE001 - a call that cannot even be read is recorded as such
            _log.exception("a call cannot be recorded as it is")
            bare = None if outcome is None else replace(outcome, decision=None)
            name = call.name if isinstance(call.name, str) else "<unreadable>"
            unread = Call(name, {"...": "<unreadable>"}, case=call.case)
            record = self._made(going, unread, bare, latency_ms, ended)
        if going.intent is not None:
            record.update({name: going.intent[name] for name in SHARED})
        return record

    def _made(
        self, going: _Going, call: Call, outcome: Outcome | None, latency_ms: float, ended: str | None
    ) -> JsonObject:
        case = call.case or CallState()
        spec = case.spec
        unnamed = None if case.decision is AMBIGUOUS else self._server
        return call_record(
            _counted(call),
            outcome,
            tier=_tier(going.call, case) if spec is None else spec.tier,
            mode=self._mode,
            server=unnamed if spec is None else spec.server,
            came=going.came,
            latency_ms=latency_ms,
            error_type=ended,
            decision=case.decision,
            operation=case.operation,
        )


def _counted(call: Call) -> Call:
    """The call under the name that it counts for, where its caller has none."""
    agent, case = call.agent, call.case
    if case is None or not case.counts_as or not isinstance(agent, AgentContext) or agent.agent_id.strip():
        return call
    return replace(call, agent=replace(agent, agent_id=case.counts_as))


def _tier(call: Call, case: CallState) -> Tier:
    """The tier of a call whose tool was not found, as policies would take it."""
    return classify(call.name, call.arguments, {})[0] if case.operation == CALL else Tier.READ_ONLY
