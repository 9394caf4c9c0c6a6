"""What every source is: an iterable of events. And what some sources need beside their URI."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from pitwall.defaults import FETCH_MAX_BYTES, FETCH_SILENCE_S, FETCH_TOTAL_S
from pitwall.events import Event
from toolgate.errors import InputError, UnavailableError
from toolgate.nats.options import NatsOptions

LARGEST_BYTES = 256 * 1024 * 1024
"""More than any session has; more is not unpacked and not fetched."""


class SourceError(InputError):
    """The source cannot be read. The message is one line that says what to do."""


class SourceUnavailable(UnavailableError, SourceError):
    """The source cannot be reached now. A retry may succeed."""


class RecordingError(SourceError):
    """What a feed says cannot be recorded there."""


class Source(Protocol):
    """Yields the events of one session, in the order in which the feed spoke."""

    def __iter__(self) -> Iterator[Event]: ...


Report = Callable[[str, int, int | None], None]
"""Called with a download's URL, the bytes received, and the total, None where it is unknown."""


class FetchLimits(Struct, frozen=True):
    """Timeouts and attempts of downloads from web servers."""

    attempts: int = 4
    silence_s: float = FETCH_SILENCE_S
    """An attempt ends after so long without a byte."""
    total_s: float = FETCH_TOTAL_S
    """For all downloads of one source, with all attempts."""
    pause_s: float = 0.5
    """Before the second attempt; twice as long before each further one."""


def has_kind(uri: str) -> bool:
    """Whether a source string begins with a kind, as `sim:`, and so is no path. The `C:` of Windows is a drive."""
    kind, colon, _ = uri.partition("/")[0].partition(":")
    is_drive = len(kind) == 1 and kind.isalpha() and (uri[2:3] in ("/", "\\"))
    return bool(colon) and not is_drive


class Options(Struct, frozen=True):
    """What a source is handed beside its URI."""

    cache_dir: Path | None = None
    """The folder of downloads; None: they are not kept."""
    limits: FetchLimits = FetchLimits()
    report: Report | None = None
    f1_token: str = ""
    """What the server of F1 live timing lets in."""
    nats: NatsOptions = NatsOptions()
    """How a server of NATS lets in."""
    largest_bytes: int = FETCH_MAX_BYTES
    """All that one source fetches, together and unpacked."""
