"""A live feed that goes on with another session: the state is that one's alone. A recording holds one session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitwall.events import Event, NewSession
from pitwall.sources import open_source
from pitwall.sources.event_log import EventWriter
from pitwall.sources.f1.live import feed as live
from pitwall.sources.f1.live_timing import LiveTiming
from pitwall.state import StateCache
from tests.pitwall.sources.live_frames import (
    BEGAN,
    Said,
    classic_keyframe,
    keyframe_at,
    lines,
    race_messages,
)
from tests.pitwall.sources.signalr_server import DROP, feed, keyframe, serving
from tests.pitwall.sources.test_f1_live import heard
from tests.pitwall.sources.test_f1_recording import MESSAGES, WHOLE, loaded_lines, state
from toolgate.backoff import Backoff

BEFORE = "Simulated Grand Prix, Race"
HOUR_S = 3600.0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts follow at once."""
    monkeypatch.setattr(live, "Backoff", lambda: Backoff(0.001, 0.01))


def next_session(after_s: float) -> list[Said]:
    """A sprint of others, so long after the race began."""
    told = []
    for said in race_messages(seed=4, cars=6, laps=3, began=BEGAN + after_s):
        body: Any = {**said.body, "Name": "Sprint"} if said.topic == "SessionInfo" else said.body
        told.append(said._replace(body=body))
    return told


NEXT = next_session(2 * HOUR_S)
ALONE = loaded_lines(lines(NEXT, "classic"))


def to_its_end(said: list[Said]) -> Callable[[StateCache], bool]:
    return lambda cache: bool(cache.times) and (cache.clock.offset or 0.0) + cache.times[-1] >= said[-1].utc - 1e-3


@pytest.mark.parametrize("after_s", [2 * HOUR_S, 26 * HOUR_S])
def test_another_session_after_a_new_connection_is_begun_with(after_s: float) -> None:
    told = next_session(after_s)
    with serving([keyframe({}), *feed(MESSAGES), DROP], [keyframe(keyframe_at(told, 1)), *feed(told[1:])]) as hub:
        cache = asyncio.run(heard(hub, to_its_end(told)))
        assert hub.connections == 2
    assert state(cache.view()) == state(ALONE.view())
    assert cache.view().earlier == BEFORE
    assert cache.view().t == pytest.approx(ALONE.view().t)


@pytest.mark.parametrize("after_s", [2 * HOUR_S, 26 * HOUR_S])
def test_another_session_on_the_same_connection_is_connected_to_anew(
    after_s: float,
) -> None:
    """It is told in the middle: how it stands is in the keyframe of the next connection."""
    told, half = next_session(after_s), len(NEXT) // 2
    first = [keyframe({}), *feed(MESSAGES), *feed(told[:20])]
    with serving(first, [keyframe(keyframe_at(told, half)), *feed(told[half:])]) as hub:
        cache = asyncio.run(heard(hub, to_its_end(told)))
        assert hub.connections == 2
    view, alone = cache.view(), ALONE.view()
    assert (view.order, view.lap, view.drivers, view.earlier) == (alone.order, alone.lap, alone.drivers, BEFORE)


@pytest.mark.parametrize(
    "body",
    [
        {"ArchiveStatus": {"Status": "Complete"}},
        {"StartDate": "2025-03-23T15:02:00"},
        {
            "Meeting": {"Name": "Simulated Grand Prix"},
            "Type": "Race",
            "Name": "Race",
            "StartDate": "2025-03-23T14:30:00",
        },
    ],
)
def test_news_of_the_same_session_begin_nothing(body: dict[str, Any]) -> None:
    timing, cache, half = LiveTiming(goes_on=True), StateCache(), len(MESSAGES) // 2
    told = [*MESSAGES[:half], MESSAGES[half]._replace(topic="SessionInfo", body=body), *MESSAGES[half:]]
    for line in lines(told, "classic"):
        for frame in read(line):
            cache.load(timing.events(frame))
    assert state(cache.view()) == state(WHOLE)
    assert (cache.view().earlier, cache.view().kind) == (None, "race")


def read(line: bytes) -> Any:
    from pitwall.sources.f1.frames import read_frames

    return read_frames(line)


def test_of_a_recording_frames_of_another_session_are_left_out_however_they_begin() -> None:
    half = len(MESSAGES) // 2
    strange = [said._replace(utc=MESSAGES[half].utc) for said in NEXT[:60]]
    back = next(said for said in MESSAGES if said.topic == "SessionInfo")._replace(utc=MESSAGES[half].utc)
    recorded = lines([*MESSAGES[:half], *strange, back, *MESSAGES[half:]], "classic")
    view = loaded_lines([classic_keyframe({}), *recorded]).view()
    assert (view.order, view.lap, view.drivers) == (WHOLE.order, WHOLE.lap, WHOLE.drivers)
    assert view.faults == {("live timing", "messages of another session"): 1}
    assert view.earlier is None


def kept(path: Path, events: list[Event]) -> StateCache:
    """What a recording of these events is; a part of them was recorded before a break."""
    for part in (events[: len(events) // 3], events):
        writer = EventWriter(path)
        for event in part:
            writer.write(event)
        writer.close()
    return StateCache().load(open_source(str(path)))


def test_a_recording_of_two_sessions_is_that_of_the_last_one(tmp_path: Path) -> None:
    race, sprint = (told_by(said) for said in (MESSAGES, NEXT))
    live_cache = StateCache()
    for event in (*race, NewSession(0.0, BEFORE), *sprint):
        live_cache.apply(event)
    again = kept(tmp_path / "kept", [*race, NewSession(0.0, BEFORE), *sprint])
    assert state(again.view()) == state(live_cache.view()) == state(ALONE.view())
    assert again.view().earlier == live_cache.view().earlier == BEFORE
    assert again.times == live_cache.times
    assert next(iter(open_source(str(tmp_path / "kept")))) == NewSession(0.0, BEFORE)


def told_by(said: list[Said]) -> list[Event]:
    timing = LiveTiming()
    return [event for line in lines(said, "classic") for frame in read(line) for event in timing.events(frame)]


STARTED = next(said.utc for said in MESSAGES if said.topic == "SessionStatus" and said.body["Status"] == "Started")


def joined(at: int) -> list[Event]:
    """What a feed tells who connects then: the state, and what it remembers of before."""
    began = Said("", {}, STARTED).stamp
    history = {"StatusSeries": [{"Utc": began, "SessionStatus": "Started"}]}
    timing = LiveTiming(goes_on=True)
    frames = [classic_keyframe({**keyframe_at(MESSAGES, at), "SessionData": history}), *lines(MESSAGES[at:], "classic")]
    return [event for line in frames for frame in read(line) for event in timing.events(frame)]


def test_who_joins_late_says_since_when_nothing_was_received() -> None:
    at = len(MESSAGES) * 2 // 3
    view = StateCache().load(joined(at)).view()
    assert view.utc is not None
    [missed] = view.outages
    assert (missed.t, missed.until) == pytest.approx((0.0, MESSAGES[at].utc - STARTED), abs=0.01)
    assert (view.order, view.lap) == (WHOLE.order, WHOLE.lap)
    before_the_start = StateCache().load(told_by(MESSAGES)).view()
    assert not before_the_start.outages


def test_what_a_keyframe_remembers_does_not_end_a_gap_of_the_recording(tmp_path: Path) -> None:
    """Race control has spoken while nobody recorded: that is remembered, the timing of then is not."""
    at, again = len(MESSAGES) // 3, len(MESSAGES) * 2 // 3
    said = [one.utc for one in MESSAGES[at:again] if one.topic == "RaceControlMessages"]
    assert said
    for events in (told_by(MESSAGES[:at]), joined(again)):
        writer = EventWriter(tmp_path / "kept")
        for event in events:
            writer.write(event)
        writer.close()
    cache = StateCache().load(open_source(str(tmp_path / "kept")))
    view, offset = cache.view(), cache.clock.offset
    assert offset is not None
    [gap] = view.outages
    assert (gap.t, gap.until) == pytest.approx((MESSAGES[at - 1].utc - offset, MESSAGES[again].utc - offset), abs=0.01)
    assert [one.message for one in view.race_control] == [one.message for one in WHOLE.race_control]
    assert (view.order, view.lap) == (WHOLE.order, WHOLE.lap)
