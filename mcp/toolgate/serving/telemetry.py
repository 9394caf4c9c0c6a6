"""Counters and histograms of every call, in OpenTelemetry's API, and as Prometheus text where somebody asks for it."""

from __future__ import annotations

from opentelemetry import metrics

from toolgate.hooks import Ended, Hooks

CALLS = "toolgate.calls"
DURATION = "toolgate.call.duration"


class Telemetry(Hooks):
    """Counts calls by server, tool and how they ended, and how long they took, in seconds.

    Without a meter provider OpenTelemetry's API does nothing. A call that ended before its tool was found may have a
    name that its caller made up: all of these count as `unknown`, so that nobody can make up series.
    """

    def __init__(self, meter: metrics.Meter | None = None) -> None:
        meter = meter or metrics.get_meter("toolgate")
        self._calls = meter.create_counter(CALLS, description="calls that have ended")
        self._duration = meter.create_histogram(DURATION, unit="s", description="time from call to answer")

    def on_execute_end(self, ended: Ended) -> None:
        """Counts an answer."""
        self._count(ended)

    def on_execute_error(self, ended: Ended) -> None:
        """Counts a failure."""
        self._count(ended)

    def _count(self, ended: Ended) -> None:
        spec = ended.spec
        tool = {"tool": "unknown"} if spec is None else {"tool": spec.name}
        if spec is not None and spec.server is not None:
            tool["server"] = spec.server
        self._calls.add(1, {**tool, "outcome": ended.error_type or "ok"})
        self._duration.record(ended.duration_ms / 1000, tool)
