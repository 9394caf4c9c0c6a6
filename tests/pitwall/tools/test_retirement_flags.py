"""Under which flag a car went out, and which came out for it so soon that it may be why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from pitwall.facts.periods import Period
from pitwall.tools import retirement_words
from pitwall.tools.retirement_words import flag_then

LINE = 100.0
"""When the car ended its last lap."""
VIEW: Any = SimpleNamespace(last_lap=lambda _car: SimpleNamespace(t=LINE), started_at=0.0)


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (90.0, None, ", under the safety car"),
        (90.0, 100.5, ", under the safety car"),
        (90.0, 99.5, ""),
        (280.0, None, ", safety car from lap 4 on"),
        (280.5, None, ""),
    ],
)
def test_a_safety_car_is_told_where_it_was_out_or_came_out_soon(
    monkeypatch: pytest.MonkeyPatch, start: float, end: float | None, said: str
) -> None:
    period = Period("safety_car", start, 4, end)
    monkeypatch.setattr(retirement_words, "track_periods", lambda _view: [period])
    assert flag_then(VIEW, "44") == said


def test_of_a_car_that_never_started_no_flag_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere: Any = SimpleNamespace(last_lap=lambda _car: None, started_at=None)
    monkeypatch.setattr(retirement_words, "track_periods", lambda _view: [])
    assert flag_then(nowhere, "44") == ""
