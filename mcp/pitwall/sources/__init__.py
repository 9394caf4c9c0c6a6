"""Sources of races. One string chooses one; a new kind is one file and one line in SOURCES."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from pitwall.sources.base import FetchLimits, Options, RecordingError, Source, SourceError, SourceUnavailable
from pitwall.sources.f1.folder import open_folder
from pitwall.sources.f1.remote import open_remote
from pitwall.sources.f1.zipped import open_zip
from pitwall.sources.feed import Feed
from pitwall.sources.later import later
from pitwall.sources.recorded import open_recording
from pitwall.sources.simulated import open_sim

__all__ = [
    "FEEDS",
    "FORMS",
    "SOURCES",
    "Feed",
    "FetchLimits",
    "Kind",
    "Options",
    "RecordingError",
    "Source",
    "SourceError",
    "SourceUnavailable",
    "open_feed",
    "open_source",
]


T_co = TypeVar("T_co", covariant=True)


class Kind(Struct, Generic[T_co], frozen=True):
    """One kind of source or feed: how its string is written, what it is, and what opens it."""

    name: str
    form: str
    help: str
    open: Callable[[str, Options], T_co | None]
    """Gives what a string names, None where it is of another kind, or raises SourceError."""


_open_iracing = later("iracing.feed:open_iracing", starts=("iracing:",))
_open_openf1 = later("openf1.tables:open_openf1", starts=("openf1:",))
_open_fastf1 = later("fastf1.loading:open_fastf1", starts=("fastf1:",))
_open_laps = later("endurance.laps_csv:open_lap_table", ends=(".csv",))
_open_f1_live = later("f1.live.feed:open_f1_live", starts=("f1-live:",))
_open_iracing_feed = later("iracing.feed:open_iracing_feed", starts=("iracing:",))
_open_nats = later("nats.feed:open_nats", starts=("nats:", "tls:", "ws:", "wss:"))

SOURCES: tuple[Kind[Source], ...] = (
    Kind("sim", "sim:", "the built-in simulated race; sim:seed=7,cars=32 is another", open_sim),
    Kind("web", "http(s)://...", "the URL of a session of the F1 static archive", open_remote),
    Kind("zip", "FILE.zip", "a session of the F1 static archive, zipped", open_zip),
    Kind("kept", "iracing:PATH", "a saved session of iRacing: a memory image or a folder of JSON", _open_iracing),
    Kind("openf1", "openf1:FOLDER", "tables of OpenF1: a folder of JSON, a session's key or a URL", _open_openf1),
    Kind("fastf1", "fastf1:YEAR/EVENT/SESSION", "a session that FastF1 loads", _open_fastf1),
    Kind("laps", "LAPS.csv", "an endurance race: the laps as Al Kamel publishes them", _open_laps),
    Kind("recording", "FILE", "a recording: live frames, or what director record wrote", open_recording),
    Kind("folder", "FOLDER", "a session of the F1 static archive", open_folder),
)
"""The kinds of sources in the order in which they are tried. Messages and the command line's help are made of it."""

FEEDS: tuple[Kind[Feed], ...] = (
    Kind("f1-live", "f1-live:", "F1 live timing, as it happens; f1-live:URL is another server", _open_f1_live),
    Kind("iracing", "iracing:", "iRacing running on this machine (Windows)", _open_iracing_feed),
    Kind("nats", "nats://host", "a race that is published on NATS", _open_nats),
)
"""Races that are happening."""

_ALL: tuple[Kind[Source | Feed], ...] = (*SOURCES, *FEEDS)

FORMS = ", ".join(f"{kind.form} ({kind.help})" for kind in _ALL)


def open_source(uri: str, options: Options | None = None) -> Source:
    """The source that a string names; SOURCES has the forms.

    SourceError says what is wrong with it. What is on the web is fetched when the source is first iterated.
    """
    if open_feed(uri, options) is not None:
        raise SourceError(f"{uri[:200]!r} is a live feed: it has no end to be read to")
    for kind in SOURCES:
        source = kind.open(uri, options or Options())
        if source is not None:
            return source
    known = ", ".join(kind.form for kind in _ALL)
    raise SourceError(f"there is no source {uri[:200]!r}: use {known}")


def open_feed(uri: str, options: Options | None = None) -> Feed | None:
    """The live feed that a string names; None where it names none. SourceError says what is wrong with it."""
    for kind in FEEDS:
        feed = kind.open(uri, options or Options())
        if feed is not None:
            return feed
    return None
