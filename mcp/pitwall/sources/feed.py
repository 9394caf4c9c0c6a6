"""What every feed is: a race that is happening, told event by event for as long as it goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal, Protocol

from msgspec import Struct

from pitwall.events import Event

FeedStatus = Literal["connecting", "connected", "behind", "lost"]


class FeedState(Struct, frozen=True):
    """How a feed is heard. `behind`: it is heard, but late; `lost`: it is not, and `reason` says why."""

    status: FeedStatus = "connecting"
    reason: str = ""


class Feed(Protocol):
    """Endless: iterating connects, and connects again as often as it must. It ends only where nothing more can come."""

    @property
    def state(self) -> FeedState:
        """How it is heard now."""

    def __aiter__(self) -> AsyncIterator[Event]: ...
