"""Sector times and speeds over time: what is told later goes on from what was told before."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from pitwall.events import CarSplits, CarTiming, Event, Splits, Timing
from pitwall.state import RaceView, StateCache
from pitwall.state.splits import SectorTime

told_sectors = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([30.0, 31.0, 32.0])), max_size=25)
"""Of a lap that goes on, so that most correct what was told before; 0: the lap ends."""


@example(told=[(1, 30.0), (2, 31.0), (1, 32.0), (0, 30.0), (1, 30.0), (1, 31.0)], one=2, other=6)
@given(told=told_sectors, one=st.integers(0, 25), other=st.integers(0, 25))
def test_sectors_that_stay_and_those_that_follow_are_all_of_them(
    told: list[tuple[int, float]], one: int, other: int
) -> None:
    events: list[Event] = [Timing(0.0, {"7": CarTiming(position=1, laps=0)})]
    for number, (sector, seconds) in enumerate(told, 1):
        ended = sum(sector == 0 for sector, _ in told[:number])
        lap = Timing(20.0 * number, {"7": CarTiming(laps=ended)})
        events.append(Splits(20.0 * number, {"7": CarSplits(((sector, seconds),))}) if sector else lap)
    cache = StateCache().load(events)
    before, now = (RaceView(cache.heard, min(message, len(told))) for message in (one, other))
    kept, rest = now.sector_changes("7", before.splits_told("7")[0])
    assert now.sectors("7") == (*before.sectors("7")[:kept], *map(SectorTime, *rest))
