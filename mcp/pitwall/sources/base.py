"""What every source is: an iterable of events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from pitwall.events import Event


class SourceError(Exception):
    """The source cannot be read. The message is one line that says what to do."""


class Source(Protocol):
    """Yields the events of one session, in the order in which the feed spoke."""

    def __iter__(self) -> Iterator[Event]: ...
