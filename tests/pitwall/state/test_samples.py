"""Samples over time: what is kept is what was told until then, and the old goes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitwall.events import CarSensors, Distances, Event
from pitwall.sensed import CarTelemetry, TelemetrySample
from pitwall.state import StateCache
from pitwall.state.samples import FRESH_S, Samples

times = st.lists(st.floats(0.1, 5.0).map(lambda s: round(s, 1)), min_size=1, max_size=30)


def told(t: float, since: float) -> CarSensors:
    halfway = round((t + since) / 2, 3)
    return CarSensors(t, [TelemetrySample(when, {"1": CarTelemetry(speed_kmh=when)}) for when in (halfway, t)])


@given(steps=times, window=st.tuples(st.floats(0, 160), st.floats(0, 160)))
def test_samples_between_two_times_are_those_told_until_the_message(
    steps: list[float], window: tuple[float, float]
) -> None:
    samples: Samples[TelemetrySample] = Samples()
    every: list[tuple[int, TelemetrySample]] = []
    t = 0.0
    for message, step in enumerate(steps):
        event = told(round(t + step, 3), t)
        t = event.t
        samples.append(message, event)
        every += [(message, sample) for sample in event.samples]
    start, end = min(window), max(window)
    for asked in (0, len(steps) // 2, len(steps)):
        until = [sample for message, sample in every if message <= asked]
        assert samples.last(asked) == until[-1]
        found = list(samples.between(start, end, asked))
        assert found == [sample for sample in until if start <= sample.t <= end]


def test_only_the_last_messages_are_kept() -> None:
    samples: Samples[TelemetrySample] = Samples(10)
    for message in range(5000):
        samples.append(message, told(message + 1.0, message))
    assert 10 <= len(samples._messages) <= 1010
    assert samples.last(4999) is not None
    assert samples.last(100) is None
    assert not samples.told_by(100)


def test_what_is_stale_is_not_told() -> None:
    said = told(20.0, 19.0)
    cache = StateCache().load([Distances(20.0, {"1": 5.0}), said, Event(20.0 + FRESH_S), Event(21.0 + FRESH_S)])
    fresh = cache.view("00:00:30")
    assert fresh.telemetry == said.samples[-1]
    assert fresh.distances == {"1": 5.0}
    stale = cache.view()
    assert stale.telemetry is None
    assert stale.has_telemetry
    assert stale.distances == {}
