"""A sample of telemetry is told where it can be: up to the limits of a car, and not beyond them."""

from __future__ import annotations

from typing import Any

import pytest

from pitwall.sources.fastf1.frames_telemetry import _told as of_fastf1
from pitwall.sources.openf1.told_telemetry import _told as of_openf1

NAMES = ("speed", "rpm", "n_gear", "throttle", "brake")
FASTF1 = dict(zip(NAMES, ("Speed", "RPM", "nGear", "Throttle", "Brake"), strict=True))
MOST = {"speed": 500, "rpm": 20_000, "n_gear": 9, "throttle": 100, "brake": 100}
FIELDS = dict(zip(NAMES, ("speed_kmh", "rpm", "gear", "throttle_pct", "brake_pct"), strict=True))


def _both(name: str, value: Any) -> list[Any]:
    samples = (of_openf1({name: value}), of_fastf1({FASTF1[name]: value}))
    return [getattr(sample, FIELDS[name]) for sample in samples]


@pytest.mark.parametrize("name", NAMES)
def test_a_value_is_told_from_nothing_to_the_most_that_a_car_has(name: str) -> None:
    assert _both(name, 0) == [0, 0]
    assert _both(name, MOST[name]) == [MOST[name], MOST[name]]
    for beyond in (-1, MOST[name] + 1, None, "fast", float("nan")):
        assert _both(name, beyond) == [None, None], beyond
