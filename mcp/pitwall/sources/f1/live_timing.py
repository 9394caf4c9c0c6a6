"""Messages of F1 live timing, in the order in which they were received, to events.

A keyframe is the whole state: it comes first, and again after each reconnect. What it tells of the past comes at the
session time at which it was; what is told twice is taken once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from pitwall.events import (
    Clock,
    Event,
    Fault,
    NewSession,
    Outage,
    RaceControl,
    Session,
    SessionStatus,
    TrackStatus,
)
from pitwall.sources.f1.frames import FeedFrame, FeedMessage
from pitwall.sources.f1.session_data import TOPIC as _HISTORY
from pitwall.sources.f1.session_data import session_data
from pitwall.sources.f1.timing import PartlyRead
from pitwall.sources.f1.topics import OTHER_TOPICS, converters
from pitwall.sources.parsing import parse_utc
from pitwall.sources.same_session import described, is_another

FEED = "live timing"
"""What faults of the feed itself are faults of."""
LONGEST_SILENCE_S = 40.0
"""A feed says at least every 15 s that it is alive: after so long something was not received."""
_FARTHEST_S = 6 * 3600.0
"""No session goes on for longer: a message so far from the one before has a wrong time, or is of another session."""
_OLDEST_S = 3 * 3600.0
"""A keyframe's history begins with the day's first status: what came so long before is no part of the session."""
_CONTROL = "RaceControlMessages"
_SESSION = "SessionInfo"
_HEARTBEAT = "Heartbeat"
_TYRES = "TimingAppData"


class LiveTiming:
    """One feed over all its connections. Session time 0 is its first message, or an earlier start by a keyframe.

    `goes_on`: when the feed tells of another session, that one begins; else what it tells of another is left out.
    """

    def __init__(self, *, goes_on: bool = False) -> None:
        self._goes_on = goes_on
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.lacks_keyframe = False
        """Another session has begun in the middle of a connection: how it stands has not been told."""
        self._converters = dict(converters())
        self._origin: float | None = None
        self._last_utc: float | None = None
        self._held: list[FeedFrame] = []
        self._said: set[tuple[float | None, str]] = set()
        """Messages of race control."""
        self._statuses: dict[type[Event], str] = {}
        self._laps_begun = 1
        self._session: Session | None = None
        self._astray = False
        """The connection is one to another session."""

    def events(self, frame: FeedFrame) -> Iterator[Event]:
        """The events of a frame. A keyframe, which has no time of its own, waits for the first message after it."""
        if frame.keyframe:
            self._held.append(frame)
            self.lacks_keyframe = False
            return
        for message in frame.messages:
            utc = self._checked(message)
            if utc is None:
                yield Fault(0.0, FEED, "messages of an impossible time")
                continue
            yield from self._keyframes(utc)
            yield from self._told_at(message, utc)

    def flush(self) -> Iterator[Event]:
        """The events of a keyframe that no message follows, at the time of its own heartbeat."""
        times = [utc for frame in self._held for message in frame.messages if (utc := _heartbeat(message))]
        if times or self._last_utc is not None:
            yield from self._keyframes(max(times, default=self._last_utc or 0.0))

    def fault(self, reason: str, count: int = 1) -> Fault:
        """A fault of the feed itself."""
        return Fault(0.0, FEED, reason, count)

    def _begin(self, utc: float) -> Clock:
        """Session time begins. What a message is stamped with is a better clock than the heartbeat in it."""
        self._origin = utc
        self._converters.pop(_HEARTBEAT, None)
        return Clock(0.0, utc)

    def _outage(self, since: float, until: float) -> Outage:
        origin = self._origin or 0.0
        return Outage(round(since - origin, 3), round(until - origin, 3))

    def _checked(self, message: FeedMessage) -> float | None:
        utc, last = message.utc, self._last_utc
        if utc is None:
            return last
        # The next session may be days later: then a keyframe comes first, or the word which session it is.
        is_next = self._goes_on and (self._held or message.topic == _SESSION)
        return None if last is not None and abs(utc - last) > _FARTHEST_S and not is_next else utc

    def _told_at(self, message: FeedMessage, utc: float) -> Iterator[Event]:
        if message.topic == _SESSION:
            yield from self._another(message, "messages")
        if self._origin is None:
            yield self._begin(utc)
        if self._last_utc is not None and utc - self._last_utc > LONGEST_SILENCE_S:
            yield self._outage(self._last_utc, utc)
        self._last_utc = max(utc, self._last_utc or utc)
        if not self._astray:
            yield from self._news(message, utc)

    def _news(self, message: FeedMessage, utc: float) -> Iterator[Event]:
        """What a message says that has not been said yet."""
        t = round(utc - (self._origin or 0.0), 3)
        for event in self._converted(message, t):
            if isinstance(event, RaceControl):
                key = event.utc, event.message
                if key in self._said:
                    continue
                self._said.add(key)
            if isinstance(event, SessionStatus | TrackStatus):
                if self._statuses.get(type(event)) == event.status:
                    continue
                self._statuses[type(event)] = event.status
            yield event

    def _converted(self, message: FeedMessage, t: float) -> Iterator[Event]:
        try:
            if message.topic == _HISTORY:
                yield from (replace(event, t=t) for event in session_data(message.body, 0.0) if _is_status(event))
            elif convert := self._converters.get(message.topic):
                yield from convert(t, message.body)
            elif message.topic == _HEARTBEAT:
                yield Event(t)
            elif message.topic not in OTHER_TOPICS:
                yield Fault(t, FEED, "messages of unknown topics")
        except PartlyRead as partly:
            yield from partly.events
            yield Fault(t, message.topic, "messages with unreadable fields")
        except msgspec.ValidationError:
            yield Fault(t, message.topic, "messages of an unexpected form")
        except (msgspec.DecodeError, ValueError, RecursionError):
            yield Fault(t, message.topic, "corrupt messages")

    def _keyframes(self, utc: float) -> Iterator[Event]:
        held, self._held = self._held, []
        for frame in held:
            told = {message.topic: message for message in frame.messages}
            if _SESSION in told:
                yield from self._another(told[_SESSION], "keyframes")
            if not self._astray:
                yield from self._keyframe(told, utc)

    def _keyframe(self, told: Mapping[str, FeedMessage], utc: float) -> Iterator[Event]:
        history = [event for event in self._history(told, utc) if utc - _OLDEST_S <= event.t <= utc]
        joins = self._origin is None
        if joins:
            yield self._begin(min((event.t for event in history), default=utc))
        elif self._last_utc is not None and utc - self._last_utc > LONGEST_SILENCE_S:
            yield self._outage(self._last_utc, utc)
        since = self._last_utc or self._origin or utc
        self._last_utc = max(utc, since)
        if _SESSION in told:
            yield from self._news(told[_SESSION], history[0].t if history else utc)
        for event in history:
            # Who joins late has heard nothing of the race so far but what the keyframe remembers.
            if joins and _is_start(event) and utc - event.t > LONGEST_SILENCE_S:
                joins = False
                yield self._outage(event.t, utc)
            yield from self._remembered(event, since)
        # In the order in which simultaneous messages are taken, but laps first: a car's first word may tell any count.
        for topic in sorted(self._converters, key=_TYRES.__eq__):
            if topic in told and topic not in (_SESSION, _CONTROL):
                yield from self._news(told[topic], utc)

    def _history(self, told: Mapping[str, FeedMessage], utc: float) -> list[Event]:
        """What a keyframe tells of before, with UTC as its time, in order."""
        control: Iterator[Event] = iter(())
        if _CONTROL in told:
            control = (
                replace(event, t=utc if event.utc is None else event.utc)
                for event in self._converted(told[_CONTROL], 0.0)
                if isinstance(event, RaceControl)
            )
        series: Iterator[Event] = iter(())
        if _HISTORY in told:
            series = iter(self._safely(told[_HISTORY]))
        return sorted(chain(series, control), key=attrgetter("t"))

    def _safely(self, message: FeedMessage) -> list[Event]:
        try:
            return list(session_data(message.body, 0.0))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return []

    def _remembered(self, event: Event, since: float) -> Iterator[Event]:
        """An event of a keyframe's history, unless it was received when it came."""
        t = round(event.t - (self._origin or 0.0), 3)
        if isinstance(event, RaceControl):
            key = event.utc, event.message
            if key not in self._said:
                self._said.add(key)
                yield replace(event, t=t)
        elif isinstance(event, SessionStatus | TrackStatus):
            if event.t >= since and self._statuses.get(type(event)) != event.status:
                self._statuses[type(event)] = event.status
                yield replace(event, t=t)
        elif event.t >= since:
            yield replace(event, t=t)

    def _another(self, message: FeedMessage, what: str) -> Iterator[Event]:
        """Handles a session other than before: begins with it anew, or leaves out what comes."""
        told = next((event for event in self._converted(message, 0.0) if isinstance(event, Session)), None)
        if told is None:
            return
        known, self._session = self._session, self._session or told
        self._astray = known is not None and is_another(told, known)
        if known is None or not self._astray:
            return
        if not self._goes_on:
            yield self.fault(f"{what} of another session")
            return
        self._begin_anew()
        self._session, self.lacks_keyframe = told, what == "messages"
        yield NewSession(0.0, described(known))


def _is_start(event: Event) -> bool:
    return isinstance(event, SessionStatus) and event.status == "started"


def _is_status(event: Event) -> bool:
    return isinstance(event, SessionStatus | TrackStatus)


def _heartbeat(message: FeedMessage) -> float | None:
    if message.topic != _HEARTBEAT:
        return None
    try:
        told = msgspec.json.decode(message.body)
    except msgspec.DecodeError:
        return None
    return parse_utc(told["Utc"]) if isinstance(told, dict) and isinstance(told.get("Utc"), str) else None
