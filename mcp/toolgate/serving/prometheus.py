"""OpenTelemetry's counters and histograms as Prometheus text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from opentelemetry.metrics import Meter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import (
    HistogramDataPoint,
    InMemoryMetricReader,
    Metric,
    NumberDataPoint,
)
from opentelemetry.sdk.metrics.view import ExplicitBucketHistogramAggregation, View
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
BUCKETS_S = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Prometheus(Collector):
    """A meter whose numbers can be read as text. Each has its own registry: two in one process share nothing."""

    def __init__(self) -> None:
        self._reader = InMemoryMetricReader()
        buckets = ExplicitBucketHistogramAggregation(BUCKETS_S)
        provider = MeterProvider(
            [self._reader], views=[View(instrument_unit="s", instrument_name="*", aggregation=buckets)]
        )
        self.meter: Meter = provider.get_meter("toolgate")
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        """Everything counted so far."""
        return generate_latest(self._registry)

    def collect(self) -> Iterable[CounterMetricFamily | HistogramMetricFamily]:
        """The families that the Prometheus library writes."""
        data = self._reader.get_metrics_data()
        if data is None:
            return
        for resource in data.resource_metrics:
            for scope in resource.scope_metrics:
                for metric in scope.metrics:
                    yield from _family(metric)


def _family(metric: Metric) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
    name = metric.name.replace(".", "_")
    counts = [point for point in metric.data.data_points if isinstance(point, NumberDataPoint)]
    spreads = [point for point in metric.data.data_points if isinstance(point, HistogramDataPoint)]
    points: list[NumberDataPoint | HistogramDataPoint] = [*counts, *spreads]
    labels = sorted({key for point in points for key in (point.attributes or {})})
    if counts:
        counter = CounterMetricFamily(name, metric.description or "", labels=labels)
        for count in counts:
            counter.add_metric(_values(count, labels), count.value)
        yield counter
    if spreads:
        histogram = HistogramMetricFamily(f"{name}_seconds", metric.description or "", labels=labels)
        for spread in spreads:
            histogram.add_metric(_values(spread, labels), _buckets(spread), sum_value=spread.sum)
        yield histogram


def _values(point: NumberDataPoint | HistogramDataPoint, labels: list[str]) -> list[str]:
    attributes = point.attributes or {}
    return [str(attributes.get(label, "")) for label in labels]


def _buckets(point: HistogramDataPoint) -> list[tuple[str, float]]:
    """Prometheus counts from zero up to each bound; OpenTelemetry between the bounds."""
    total, buckets = 0, []
    for bound, count in zip((*map(str, point.explicit_bounds), "+Inf"), point.bucket_counts, strict=True):
        total += count
        buckets.append((bound, float(total)))
    return buckets
