"""Which status of the track was the gravest during a lap."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pitwall.facts.periods import KINDS, Kind, Period, gravest_of

seconds = st.integers(0, 30)


@st.composite
def in_order(draw: st.DrawFn) -> list[Period]:
    """Periods one after the other, as a race has them; the last may still last."""
    bounds = sorted(draw(st.lists(seconds, max_size=12)))
    kinds: list[Kind] = [draw(st.sampled_from(KINDS)) for _ in bounds]
    periods = [Period(kind, a, 1, b, 1) for kind, a, b in zip(kinds, bounds[::2], bounds[1::2], strict=False)]
    return [*periods, Period(kinds[-1], bounds[-1], 1)] if len(bounds) % 2 else periods


@given(periods=in_order(), start=seconds, lasted=st.integers(0, 10))
def test_the_gravest_is_that_of_all_that_overlap(periods: list[Period], start: int, lasted: int) -> None:
    end = start + lasted
    overlapping = [p.kind for p in periods if p.start < end and (p.end is None or p.end > start)]
    assert gravest_of(periods)(start, end) == min(overlapping, key=KINDS.index, default=None)
