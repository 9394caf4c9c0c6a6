"""A message of a session: where it stands, when it came, and what time of day it was."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pitwall.events import Outage
from pitwall.state.moment import format_session_time

if TYPE_CHECKING:
    from pitwall.state.heard_session import HeardSession
    from pitwall.state.keeping import Keeping


class MessageView:
    """What is true after one message of a session. `t` is the session time in seconds: its own, or a later one."""

    def __init__(self, heard: HeardSession, message: int, t: float | None = None) -> None:
        self._heard = heard
        self._message = message
        self._spoke_at = heard.times[message] if message >= 0 else 0.0
        self.t = self._spoke_at if t is None else t
        self.found: dict[Hashable, Any] = {}
        """What has been worked out of this very view, by what worked it out."""

    def __eq__(self, other: object) -> bool:
        """Views of one moment of one race are the same: what is derived from one holds for the other."""
        return isinstance(other, MessageView) and self._moment == other._moment

    def __hash__(self) -> int:
        return hash(self._moment)

    @property
    def _moment(self) -> tuple[int, int, float]:
        return id(self._heard), self._message, self.t

    @property
    def moment(self) -> tuple[int, float]:
        """Which moment of its race this is: the message, and the session time."""
        return self._message, self.t

    @property
    def keeping(self) -> Keeping:
        """What has been derived from this race before."""
        return self._heard.keeping

    @property
    def utc(self) -> str | None:
        """The moment in UTC, to the second, where the feed has told the time."""
        return self.utc_at(self.t)

    def utc_at(self, t: float) -> str | None:
        """A session time in UTC, to the second, where the feed has told the time."""
        offset = self._heard.clock.offset
        if offset is None:
            return None
        return datetime.fromtimestamp(offset + t, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def session_time(self) -> str:
        """`00:48:24.321`."""
        return format_session_time(self.t)

    @property
    def data_age_s(self) -> float:
        """Seconds since the feed was last heard."""
        unheard = next((outage.t for outage in self.outages if outage.t <= self.t < outage.until), self.t)
        return round(self.t - min(self._spoke_at, unheard), 3)

    @cached_property
    def outages(self) -> Sequence[Outage]:
        """When nothing was received of the feed."""
        return self._heard.outages.upto(self._message)

    @property
    def trouble(self) -> str:
        """What is wrong with a live feed now; empty where it is heard, and of a recording."""
        return "" if self._heard.liveness is None else self._heard.liveness.trouble

    @property
    def messages(self) -> int:
        """Messages so far."""
        return self._message + 1

    @property
    def first_message_at(self) -> float | None:
        """Session time of the first message."""
        return self._heard.times[0] if self._message >= 0 else None

    @property
    def last_message_at(self) -> float | None:
        """Session time of the last message."""
        return self._spoke_at if self._message >= 0 else None
