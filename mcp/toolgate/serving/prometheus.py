"""Counters and histograms in OpenTelemetry's API, kept as the numbers that Prometheus reads.

OpenTelemetry's own SDK takes ten times as long to count a call, for what is not asked here: several readers, views,
samples of single measurements.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from opentelemetry.metrics import Counter, Histogram, Meter, NoOpMeter
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

BUCKETS_S = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

_UNITS = {"s": "_seconds", "By": "_bytes", "1": "", "": ""}
"""How Prometheus ends the name of a number of a unit; another unit ends it as it is written."""

_Series = tuple[tuple[str, Any], ...]
"""What a number is of: attributes and their values."""


class Prometheus(Collector):
    """A meter whose numbers can be read as text. Each has its own registry: two in one process share nothing."""

    def __init__(self) -> None:
        self._meter = _Numbers("toolgate")
        self.meter: Meter = self._meter
        """Of counters and histograms. They are counted in one thread, that of the event loop."""
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def text(self) -> bytes:
        """Everything counted so far."""
        return generate_latest(self._registry)

    def collect(self) -> Iterable[CounterMetricFamily | HistogramMetricFamily]:
        """The families that the Prometheus library writes."""
        for kept in self._meter.kept:
            yield from kept.family()


class _Numbers(NoOpMeter):
    """The kinds of instruments that are used here."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.kept: list[_Counted | _Spread] = []

    def create_counter(self, name: str, unit: str = "", description: str = "") -> Counter:
        """A counter that is kept in this process."""
        self.kept.append(counted := _Counted(name, unit, description))
        return counted

    def create_histogram(
        self,
        name: str,
        unit: str = "",
        description: str = "",
        *,
        explicit_bucket_boundaries_advisory: Sequence[float] | None = None,
    ) -> Histogram:
        """A histogram with these bucket bounds, of seconds with BUCKETS_S. ValueError for another unit without any."""
        bounds = explicit_bucket_boundaries_advisory or (BUCKETS_S if unit == "s" else ())
        if not bounds:
            raise ValueError(f"histogram {name}: name its buckets in explicit_bucket_boundaries_advisory")
        self.kept.append(spread := _Spread(name, unit, description, bounds))
        return spread


class _Counted(Counter):
    def __init__(self, name: str, unit: str = "", description: str = "") -> None:
        self._name, self._description = name.replace(".", "_"), description
        self._sums: dict[_Series, float] = {}

    def add(self, amount: float, attributes: Mapping[str, Any] | None = None, context: Any = None) -> None:
        series = tuple(attributes.items()) if attributes else ()
        self._sums[series] = self._sums.get(series, 0) + amount

    def family(self) -> Iterator[CounterMetricFamily]:
        """The counter's one family; nothing before anything was counted."""
        if self._sums:
            labels = _labels(self._sums)
            family = CounterMetricFamily(self._name, self._description, labels=labels)
            for series, total in self._sums.items():
                family.add_metric(_values(series, labels), total)
            yield family


class _Spread(Histogram):
    def __init__(self, name: str, unit: str, description: str, bounds: Sequence[float]) -> None:
        ending = _UNITS.get(unit, f"_{unit}")
        self._name, self._description = f"{name.replace('.', '_')}{ending}", description
        self._bounds = sorted(bounds)
        self._counts: dict[_Series, list[int]] = {}
        self._sums: dict[_Series, float] = {}

    def record(self, amount: float, attributes: Mapping[str, Any] | None = None, context: Any = None) -> None:
        series = tuple(attributes.items()) if attributes else ()
        if (counts := self._counts.get(series)) is None:
            counts = self._counts[series] = [0] * (len(self._bounds) + 1)
        counts[bisect_left(self._bounds, amount)] += 1
        self._sums[series] = self._sums.get(series, 0.0) + amount

    def family(self) -> Iterator[HistogramMetricFamily]:
        """The histogram's one family; nothing before anything was recorded."""
        if self._counts:
            labels = _labels(self._counts)
            family = HistogramMetricFamily(self._name, self._description, labels=labels)
            for series, counts in self._counts.items():
                bounds = (*map(str, map(float, self._bounds)), "+Inf")
                upto = map(float, accumulate(counts))  # Prometheus counts from zero up to each bound
                family.add_metric(_values(series, labels), list(zip(bounds, upto, strict=True)), self._sums[series])
            yield family


def _labels(known: Iterable[_Series]) -> list[str]:
    return sorted({name for series in known for name, _ in series})


def _values(series: _Series, labels: list[str]) -> list[str]:
    given = dict(series)
    return [str(given.get(label, "")) for label in labels]
