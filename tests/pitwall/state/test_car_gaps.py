"""Gaps, sectors and speeds that are taken in unread are what they would have been had they been read at once."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from pitwall.events import Gaps
from pitwall.sources.f1.archive import F1Archive
from pitwall.state import RaceView, StateCache
from pitwall.unread import UnreadEvent

LINES = (
    '"GapToLeader":"+%d.%03d","IntervalToPositionAhead":{"Value":"+0.%03d"}',
    '"IntervalToPositionAhead":{"Value":"+%d.%03d"},"Line":%d',
    '"GapToLeader":"%dL","Line":%d,"Position":"%d"',
    '"Sectors":{"0":{"Value":"3%d.%03d"}},"Speeds":{"I1":{"Value":"%d"}}',
    '"NumberOfLaps":%d,"LastLapTime":{"Value":"1:4%d.%03d"}',
)
INTERVAL = '"IntervalToPositionAhead":{"Value":"+%d.%03d"}'
SAID = st.tuples(st.integers(1, 3), st.integers(0, len(LINES)), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))


class OneTopic:
    """An archive of TimingData alone."""

    def __init__(self, said: list[tuple[int, int, int, int, int]]) -> None:
        told = [(car, (*LINES, INTERVAL)[which], numbers) for car, which, *numbers in said]
        lines = [
            f'00:00:{second:02d}.000{{"Lines":{{"{car}":{{{form % tuple(numbers[: form.count("%")])}}}}}}}\r\n'
            for second, (car, form, numbers) in enumerate(told)
        ]
        self._data = "".join(lines).encode()

    def names(self) -> list[str]:
        return ["TimingData"]

    def read(self, topic: str) -> bytes:
        return self._data


def told_by(view: RaceView, messages: list[int]) -> list[Any]:
    gaps = [view.gaps_after(car, messages) for car in ("1", "2", "3")]
    return [gaps, view.cars, *((view.sectors(car), view.speeds(car)) for car in view.cars)]


PIECES = [(1, 4, 1, 1, 1), (1, 0, 9, 8, 7), (1, 5, 4, 4, 4), (1, 5, 3, 2, 1), (1, 2, 1, 5, 5), (1, 5, 6, 6, 6)]
"""Lines that each tell a part of the gaps of a car, after one that tells them all."""


@example(said=PIECES, order=Random(1))
@given(said=st.lists(SAID, max_size=50), order=st.randoms(use_true_random=False))
def test_what_is_read_later_is_as_it_was_told(said: list[tuple[int, int, int, int, int]], order: Any) -> None:
    archive, at_once = F1Archive(OneTopic(said)), StateCache()
    for event in archive:
        assert not isinstance(event, UnreadEvent)
        at_once.apply(event)
    messages = list(range(len(at_once.times)))
    mixed = order.sample(messages, len(messages))
    for until in (None, "01:00:00"):  # in bulk, and event by event
        for asked in (mixed, messages[::-1]):
            view, expected = StateCache().load(archive, until).view(), told_by(at_once.view(), asked)
            assert told_by(view, asked) == expected
            assert told_by(view, asked) == expected  # and once it has been read


def test_a_line_of_gaps_is_not_read_before_it_is_asked_for() -> None:
    cache = StateCache().load(F1Archive(OneTopic([(1, 4, 1, 1, 1), (1, 0, 1, 2, 3), (1, 0, 2, 3, 4)])))
    held = cache.cars["1"].gaps
    assert not any(isinstance(told, Gaps) for told in held.values)
    assert cache.view().gaps("1") == Gaps(2.0, "1", 2.003, None, 0.004, None)
    assert [isinstance(told, Gaps) for told in held.values] == [False, True]
