"""Values of relations as sentences tell them."""

from __future__ import annotations

from typing import Any

from pitwall.relations import Field
from pitwall.tools.query_values import value_words
from tests.rows import each_row


@each_row(
    ("name", "unit", "of", "value", "said"),
    [
        ("speed_kmh", "km/h", "speed", 312.0, "312 km/h"),
        ("track_c", "C", "track", 41.5, "41.5 °C"),
        ("time_s", "s", "lap time", 105.149, "1:45.149"),
        ("time_s", "s", "sector time", 34.5, "34.5 s"),
        ("time_s", "s", "delta of time_s", -11.255, "-11.255 s"),
        ("time_s", "s", "delta of time_s", 0.4, "+0.4 s"),
        ("laps", "laps", "laps", 1, "1 lap"),
        ("laps", "laps", "average of laps", 2.5, "2.5 laps"),
        ("position_now", "", "position", 4, "P4"),
        ("state", "", "state", "in_pit", "in pit"),
        ("message", "", "message", "CAR_1", "CAR_1"),
        ("new", "", "new", True, "yes"),
        ("gap_s", "s", "gap", None, "not told"),
    ],
)
def test_a_value_has_its_unit(name: str, unit: str, of: str, value: Any, said: str) -> None:
    assert value_words(Field(name, "number", unit, of), value) == said
