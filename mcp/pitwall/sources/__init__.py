"""Sources of races. One string chooses one; a new kind is one file and one line in SOURCES."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from pitwall.sources.base import FetchLimits, Options, Source, SourceError, SourceUnavailable
from pitwall.sources.endurance.laps_csv import open_lap_table
from pitwall.sources.f1.folder import open_folder
from pitwall.sources.f1.live.feed import open_f1_live
from pitwall.sources.f1.remote import open_remote
from pitwall.sources.f1.zipped import open_zip
from pitwall.sources.feed import Feed
from pitwall.sources.iracing.feed import open_iracing, open_iracing_feed
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


SOURCES: tuple[Kind[Source], ...] = (
    Kind("sim", "sim:", "the built-in simulated race; sim:seed=7,cars=32 is another", open_sim),
    Kind("web", "http(s)://...", "the URL of a session of the F1 static archive", open_remote),
    Kind("zip", "FILE.zip", "a session of the F1 static archive, zipped", open_zip),
    Kind(
        "iracing-kept",
        "iracing:PATH",
        "what was kept of iRacing: a memory image, a folder of JSON",
        open_iracing,
    ),
    Kind("laps", "LAPS.csv", "an endurance race: the laps as Al Kamel publishes them", open_lap_table),
    Kind("recording", "FILE", "a recording: live frames, or what director record wrote", open_recording),
    Kind("folder", "FOLDER", "a session of the F1 static archive", open_folder),
)
"""In the order in which they are tried. Messages and the command line's help are made of it."""

FEEDS: tuple[Kind[Feed], ...] = (
    Kind("f1-live", "f1-live:", "F1 live timing, as it happens; f1-live:URL is another server", open_f1_live),
    Kind("iracing", "iracing:", "the iRacing that runs on this machine (Windows)", open_iracing_feed),
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
