"""Hooks: what tracing, metrics and the like are told of every call. They look on; they cannot change a result."""

from __future__ import annotations

from msgspec import Struct

from toolgate.contract import PolicyDecision, ToolSpec


class Started(Struct, frozen=True):
    """A call that has come, whatever becomes of it. The names are the caller's: they may be those of no tool."""

    tool: str
    server: str | None
    agent_id: str
    request_id: str
    call_id: str


class Ended(Struct, frozen=True):
    """How a call ended. `error_type` is one of the contract's, `cancelled`, or None where it went well."""

    started: Started
    ok: bool
    error_type: str | None
    duration_ms: float
    rows_returned: int
    decision: PolicyDecision | None
    spec: ToolSpec | None = None
    """The tool, with its server; None for an unknown tool."""


class Hooks:
    """Every call is told to `on_execute_start`, then to one of the other two. Override what you need.

    They run in the event loop, so they must not wait. One that raises is logged and passed over.
    """

    def on_execute_start(self, started: Started) -> None:
        """A call has come: known or unknown, allowed or not."""

    def on_execute_end(self, ended: Ended) -> None:
        """A call was answered."""

    def on_execute_error(self, ended: Ended) -> None:
        """A call was refused, failed, ran out of time or was cancelled."""
