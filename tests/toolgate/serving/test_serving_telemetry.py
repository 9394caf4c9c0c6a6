"""Counters and histograms: what is counted is what can be read as Prometheus text."""

from __future__ import annotations

from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from toolgate.contract import Call, ToolSpec
from toolgate.layers.ready import Ready
from toolgate.runner import Runner
from toolgate.serving.prometheus import BUCKETS_S, Prometheus
from toolgate.serving.telemetry import Telemetry


def _tool(name: str, handler: Any) -> ToolSpec:
    return ToolSpec(name, "A probe.", {"type": "object"}, {"type": "object"}, handler, blocking=False)


def _boom(arguments: Any, agent: Any) -> None:
    raise RuntimeError


async def test_every_call_is_counted_once_by_tool_and_ending() -> None:
    prometheus, other = Prometheus(), Prometheus()
    runner = Runner([_tool("good", lambda a, g: {}), _tool("bad", _boom)], hooks=(Telemetry(prometheus.meter),))
    for name in ("good", "good", "bad", 'made up "by" a caller\n', "made up too"):
        await runner.call(Call(name))
    families = {family.name: family for family in text_string_to_metric_families(prometheus.text().decode())}
    calls = {
        (sample.labels["tool"], sample.labels["outcome"]): sample.value
        for sample in families["toolgate_calls"].samples
        if sample.name.endswith("_total")
    }
    assert calls == {("good", "ok"): 2, ("bad", "tool_failed"): 1, ("unknown", "tool_not_found"): 2}
    samples = families["toolgate_call_duration_seconds"].samples
    good = [sample for sample in samples if sample.labels["tool"] == "good"]
    buckets = [sample.value for sample in good if sample.name.endswith("_bucket")]
    assert len(buckets) == len(BUCKETS_S) + 1
    assert buckets == sorted(buckets)
    assert buckets[-1] == 2
    assert next(sample.value for sample in good if sample.name.endswith("_sum")) > 0
    assert other.text() == b""


def test_a_duration_counts_up_to_each_bound_that_is_not_shorter() -> None:
    prometheus = Prometheus()
    duration = prometheus.meter.create_histogram("d", unit="s", description="how long")
    for seconds in (0.1, 0.11, 7.0):
        duration.record(seconds, {"tool": "t"})
    duration.record(0.0, {"tool": "t", "server": "s"})
    lines = prometheus.text().decode().splitlines()
    assert "# TYPE d_seconds histogram" in lines
    for bound, count in (("0.05", 0), ("0.1", 1), ("0.25", 2), ("5.0", 2), ("+Inf", 3)):
        assert f'd_seconds_bucket{{le="{bound}",server="",tool="t"}} {count}.0' in lines
    assert 'd_seconds_sum{server="",tool="t"} 7.21' in lines
    assert 'd_seconds_bucket{le="0.0001",server="s",tool="t"} 1.0' in lines


def test_a_histogram_is_named_by_its_unit_and_has_the_buckets_that_it_names() -> None:
    prometheus = Prometheus()
    size = prometheus.meter.create_histogram("size", unit="By", explicit_bucket_boundaries_advisory=[1000, 10])
    size.record(11)
    size.record(5000)
    lines = prometheus.text().decode().splitlines()
    assert "# TYPE size_bytes histogram" in lines
    for bound, count in (("10.0", 0), ("1000.0", 1), ("+Inf", 2)):
        assert f'size_bytes_bucket{{le="{bound}"}} {count}.0' in lines
    assert not [line for line in lines if "_seconds" in line]
    with pytest.raises(ValueError, match="histogram rows: name its buckets"):
        prometheus.meter.create_histogram("rows")


async def test_names_made_up_while_nothing_can_be_served_make_no_series() -> None:
    prometheus, ready = Prometheus(), Ready()
    ready.fail("no race")
    runner = Runner([_tool("good", lambda a, g: {})], (ready,), hooks=(Telemetry(prometheus.meter),))
    for name in ("made_up_1", "made_up_2"):
        assert (await runner.call(Call(name))).error_type == "server_unavailable"
    assert b"made_up" not in prometheus.text()


async def test_without_a_meter_nothing_is_counted_and_nothing_fails() -> None:
    runner = Runner([_tool("good", lambda a, g: {})], hooks=(Telemetry(),))
    assert (await runner.call(Call("good"))).ok
