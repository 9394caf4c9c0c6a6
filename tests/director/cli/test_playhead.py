"""The playhead: now moves by the time it is told has passed, and never past the end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from director.cli.playback import Playhead

seconds = st.floats(0, 100_000)
moves = st.lists(
    st.one_of(
        st.tuples(st.just("advance"), st.floats(0, 1000)),
        st.tuples(st.just("jump"), seconds),
        st.tuples(st.sampled_from(["faster", "slower", "pause"]), st.none()),
    )
)


@given(seconds, seconds, st.floats(0.01, 10_000), moves)
def test_it_never_passes_the_end_and_stands_while_paused(
    start: float, last: float, speed: float, moved: list[tuple[str, float | None]]
) -> None:
    head = Playhead(start, last, speed)
    for move, value in moved:
        before = head.t
        if move == "pause":
            head.paused = not head.paused
        elif value is None:
            (head.faster if move == "faster" else head.slower)()
            assert head.t == before
        elif move == "advance":
            head.advance(value)
            assert head.t == before if head.paused else head.t >= before
        else:
            head.jump(value)
            assert head.t == min(value, last)
        assert head.t <= last
        assert head.speed > 0


def test_it_moves_at_its_speed() -> None:
    head = Playhead(100, 1000, 10)
    head.advance(2)
    assert head.t == 120
    head.faster()
    head.advance(1)
    assert head.t == 120 + head.speed
    assert not head.at_end
    head.advance(1000)
    assert head.at_end


@pytest.mark.parametrize("speed", [0.1, 1, 7, 10, 5000])
def test_faster_and_slower_have_ends(speed: float) -> None:
    head = Playhead(0, 1, speed)
    seen = [head.speed]
    for _ in range(50):
        head.faster()
        seen.append(head.speed)
    assert seen == sorted(seen)
    assert seen[-1] == max(speed, 1000)
    for _ in range(50):
        head.slower()
    assert head.speed == 0.25
