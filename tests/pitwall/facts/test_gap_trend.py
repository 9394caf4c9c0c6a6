"""Where a gap has turned."""

from __future__ import annotations

from pitwall.facts.gap_trend import Point, Trend, since_turn
from tests.rows import each_row


@each_row(
    ("gaps", "now", "kept"),
    [
        # It opened and closes now: from where it was largest.
        ([1.8, 2.4, 3.0, 2.7], 1.9, [3.0, 2.7]),
        ([3.0, 2.4, 1.8, 2.1], 2.6, [1.8, 2.1]),
        ([2.0, 2.4, 2.3], 2.0, [2.4, 2.3]),
        # One way all along, or only for a lap, or by too little.
        ([3.0, 2.7, 2.4], 2.0, None),
        ([1.8, 2.4, 3.0], 2.4, None),
        ([1.8, 2.4, 2.35], 2.11, None),
        ([1.8, 2.4, 2.35], 2.1, [2.4, 2.35]),
        ([3.0, 2.0, 2.2], 2.4, [2.0, 2.2]),
        ([-0.5, 0.4, 0.2], 0.1, None),
        ([2.0], 1.0, None),
        # The same way as over all of it.
        ([1.0, 3.0, 2.0, 2.4], 2.8, None),
    ],
)
def test_a_gap_is_told_since_it_turned(gaps: list[float], now: float, kept: list[float] | None) -> None:
    trend = Trend([Point(lap, gap) for lap, gap in enumerate(gaps, 10)], "a stop", len(gaps))
    turned = since_turn(trend, now)
    assert [point.gap_s for point in turned.points] == (kept or gaps)
    assert turned.laps == len(turned.points)
    assert turned.cut_by == "a stop"
