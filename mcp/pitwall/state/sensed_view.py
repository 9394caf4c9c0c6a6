"""What a feed tells of cars beside their timing, as it stood after one message: telemetry, where they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pitwall.events import IncidentPoints
from pitwall.sensed import CarStatus, PointSample, TelemetrySample
from pitwall.state.samples import FRESH_S
from pitwall.state.session_view import SessionView


class SensedView(SessionView):
    """What a feed tells of cars beside their timing. What is stale at the moment is None, or empty."""

    @cached_property
    def distances(self) -> Mapping[str, float]:
        """Metres each car has covered since the start, where the feed tells that and it is not long ago."""
        ring = self._heard.distances
        told = ring.told_at(self._message)
        return {} if told is None or self._is_stale(self._heard.times[told]) else ring.at(self._message)

    @cached_property
    def telemetry(self) -> TelemetrySample | None:
        """What the cars' sensors told last; None where they tell nothing, or it is long ago."""
        sample = self._heard.telemetry.last(self._message)
        return None if sample is None or self._is_stale(sample.t) else sample

    @cached_property
    def locations(self) -> PointSample | None:
        """Where the cars were last told to be; None where that is not told, or it is long ago."""
        sample = self._heard.locations.last(self._message)
        return None if sample is None or self._is_stale(sample.t) else sample

    def telemetry_between(self, start: float, end: float) -> Iterator[TelemetrySample]:
        """Telemetry from one session time to another, as far as it is kept."""
        return self._heard.telemetry.between(start, min(end, self.t), self._message)

    def locations_between(self, start: float, end: float) -> Iterator[PointSample]:
        """Where cars were from one session time to another, as far as it is kept."""
        return self._heard.locations.between(start, min(end, self.t), self._message)

    @property
    def has_telemetry(self) -> bool:
        """Whether the feed has told any telemetry so far."""
        return self._heard.telemetry.told_by(self._message)

    @property
    def has_locations(self) -> bool:
        """Whether the feed has told so far where cars are."""
        return self._heard.locations.told_by(self._message)

    def _is_stale(self, t: float) -> bool:
        return self.t - t > FRESH_S

    def status(self, number: str) -> CarStatus | None:
        """What a simulator knows of a car beside its timing; None where nothing is told."""
        return self._heard.statuses.at(number, self._message)

    @property
    def incidents(self) -> Sequence[IncidentPoints]:
        """Incidents that a simulator has counted so far."""
        return self._heard.incidents.upto(self._message)
