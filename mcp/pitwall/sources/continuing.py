"""A recording of a live race goes on after a break: on the same clock, without what it has already."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pitwall.events import Clock, Event, Fault, NewSession, Outage, Session
from pitwall.sources.base import RecordingError
from pitwall.sources.same_session import is_another


class Continuation:
    """Which events of a feed that starts again are to be kept.

    `last_t` is the session time of the last event that is kept, None where nothing is; `offset` the UTC of session
    time 0 there. A feed's session time can begin elsewhere with every start of ours.
    """

    def __init__(
        self, last_t: float | None = None, offset: float | None = None, session: Session | None = None
    ) -> None:
        """`session` is the one in the recording."""
        self._last_t = last_t
        self._offset = offset
        self._session = session
        self._shift = 0.0
        self._gap_told = False

    def take(self, event: Event) -> Iterator[Event]:
        """The event at the kept race's own time, unless it is kept; before the first new one, an Outage.

        RecordingError where the feed is of another session than what is kept.
        """
        if isinstance(event, Fault):
            yield event
            return
        if isinstance(event, NewSession):
            self.__init__()  # type: ignore[misc]
            yield event
            return
        if isinstance(event, Clock) and self._offset is not None:
            self._shift = round(event.utc - event.t - self._offset, 3)
        if isinstance(event, Session) and self._session is not None:
            kept, self._session = self._session, None
            if is_another(event, kept):
                raise RecordingError("the recording is of another session: name a new file")
        told = self._shifted(event)
        if self._last_t is not None and (told.until if isinstance(told, Outage) else told.t) <= self._last_t:
            return
        if self._last_t is not None and not self._gap_told:
            self._gap_told = True
            if isinstance(told, Outage):
                told = replace(told, t=self._last_t)
            else:
                yield Outage(self._last_t, until=told.t)
        yield told

    def _shifted(self, event: Event) -> Event:
        if not self._shift:
            return event
        if isinstance(event, Outage):
            event = replace(event, until=round(event.until + self._shift, 3))
        return replace(event, t=round(event.t + self._shift, 3))
