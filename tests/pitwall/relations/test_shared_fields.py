"""When something was, and what the track was like then: column by column as one by one."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from pitwall.relations.shared_fields import statuses_of, statuses_over_time, to_ms
from pitwall.sources import open_source
from pitwall.state import StateCache

RACE = StateCache().load(open_source("sim:red=1,seed=4")).view()
session_times = st.lists(st.floats(0, RACE.t + 100))


@example([0.0005, 1.0015, 2.5, 86399.9994999, 4.35, 786.04])
@given(st.lists(st.one_of(st.floats(0, 1e6), st.integers(0, 10**9).map(lambda ms: ms / 2000))))
def test_times_in_milliseconds_are_rounded_as_ever(times: list[float]) -> None:
    assert to_ms(times) == [round(t, 3) for t in times]


@given(session_times)
def test_the_statuses_of_many_times_are_those_of_each(times: list[float]) -> None:
    status_at = statuses_over_time(RACE)
    for told in (times, sorted(times), [change.t for change in RACE.track_statuses]):
        assert [*zip(*statuses_of(RACE, told), strict=True)] == [status_at(t) for t in told]


def test_the_race_has_statuses_of_several_kinds() -> None:
    assert set(statuses_of(RACE, [change.t for change in RACE.track_statuses])[0]) > {"green", "red"}
