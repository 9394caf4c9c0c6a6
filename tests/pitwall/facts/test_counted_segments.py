"""A best lap that race control deletes counts no more from then on, whenever the feed takes it back."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.facts.counted_segments import counted_segments
from pitwall.state import StateCache
from tests.rows import each_row

PIASTRI = "81"


@each_row(
    ("time", "told", "counts"),
    [
        ("01:06:00", 72.542, 72.542),
        ("01:06:10", 72.542, None),
        ("01:08:00", None, None),
    ],
)
def test_a_deleted_best_counts_no_more_before_the_feed_says_so(
    recorded: Callable[[str], StateCache], time: str, told: float | None, counts: float | None
) -> None:
    view = recorded("2024_spanish_quali").view(time)
    assert (view.segments.best(PIASTRI, 3), counted_segments(view).best(PIASTRI, 3)) == (told, counts)
    assert counted_segments(view).best(PIASTRI, 2) == view.segments.best(PIASTRI, 2)


def test_without_a_deletion_the_segments_are_as_the_feed_has_them(recorded: Callable[[str], StateCache]) -> None:
    early = recorded("2024_spanish_quali").view("00:20:00")
    assert counted_segments(early) is early.segments
    race = recorded("2018_azerbaijan_race").view()
    assert counted_segments(race) is race.segments


def test_at_the_end_what_counts_is_what_the_feed_has(recorded: Callable[[str], StateCache]) -> None:
    view = recorded("2024_spanish_quali").view()
    for car in view.cars:
        for segment in (1, 2, 3):
            assert counted_segments(view).best(car, segment) == view.segments.best(car, segment)
