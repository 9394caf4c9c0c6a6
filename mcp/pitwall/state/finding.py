"""Which message a moment is: that of a lap, of a session time, of a segment of a qualifying."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pitwall.state.kinds import KIND_WORDS, QUALIFYINGS, TIMED, SessionKind, kind_of
from pitwall.state.moment import BadMoment, Moment, format_session_time

if TYPE_CHECKING:
    from pitwall.state.heard_session import HeardSession

SAME_TIME_S = 0.0005
"""Session times are named to the millisecond."""


def message_at(heard: HeardSession, moment: Moment, last: int, now: float | None = None) -> int:
    """The last message of a moment. BadMoment where the session has no such moment up to the message `last`.

    `now`: a session time that is not past, though the feed has said nothing more until then.
    """
    if moment.lap is not None:
        return _of_lap(heard, moment.lap, last)
    if moment.segment is not None:
        return _of_segment(heard, moment, moment.segment, last)
    if moment.t is not None:
        return _of_time(heard, moment.t, last, now)
    return last


def session_time(heard: HeardSession, moment: Moment) -> float | None:
    """The session time that a moment names, which can be later than its last message; None where it names none."""
    if moment.segment is not None and moment.into_s is not None:
        return heard.times[heard.progress.segment_starts[moment.segment]] + moment.into_s
    return moment.t


def kind_at(heard: HeardSession, message: int) -> SessionKind | None:
    """The kind of the session, as far as the feed had told it until then."""
    return kind_of(heard.session.at(message), segments=heard.segments.count(message) > 0)


def _of_lap(heard: HeardSession, lap: int, last: int) -> int:
    kind = kind_at(heard, last)
    if kind in TIMED and kind is not None:
        instead = "a session time (00:45:00)" if kind == "practice" else "q2, q2+05:00 or a session time (00:45:00)"
        raise BadMoment(
            f"in {KIND_WORDS[kind]} every car counts its own laps, so lap {lap} isn't a moment: try {instead}"
        )
    done = bisect_right(heard.progress.lap_marks, last) - 1
    if lap > done:
        raise BadMoment(f"lap {lap} hasn't been completed yet: choose a lap from 0 to {max(done, 0)}")
    return min(heard.progress.lap_marks[lap], last)


def _of_segment(heard: HeardSession, moment: Moment, number: int, last: int) -> int:
    kind = kind_at(heard, last)
    if kind is not None and kind not in QUALIFYINGS:
        instead = "a session time (00:45:00)" if kind in TIMED else "lap:30 or a session time (01:02:03)"
        raise BadMoment(f"{KIND_WORDS[kind]} has no Q{number}: try {instead}")
    begun = heard.progress.segment_starts.get(number)
    if begun is None or begun > last:
        raise BadMoment(f"Q{number} hasn't begun: choose a part that has, or a session time (00:45:00)")
    if moment.into_s is None:
        return begun
    t = heard.times[begun] + moment.into_s
    after = heard.progress.segment_starts.get(number + 1)
    if after is not None and after <= last and t >= heard.times[after]:
        raise BadMoment(f"Q{number + 1} had begun by then: choose a moment of Q{number + 1}")
    return _of_time(heard, t, last)


def _of_time(heard: HeardSession, t: float, last: int, until: float | None = None) -> int:
    end = max(heard.times[last] if last >= 0 else 0.0, until or 0.0)
    if t > end + SAME_TIME_S:
        asked, now = format_session_time(t), format_session_time(end)
        raise BadMoment(f"{asked} is after the last message: choose a session time up to {now}")
    return min(bisect_right(heard.times, t + SAME_TIME_S) - 1, last)
