"""Sources of races. One string chooses one; a new kind is one file and one line in OPENERS."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.sources.base import Source, SourceError
from pitwall.sources.f1.archive import open_archive
from pitwall.sources.simulated import open_sim

__all__ = ["OPENERS", "Source", "SourceError", "open_source"]

OPENERS: tuple[Callable[[str], Source | None], ...] = (
    open_sim,
    open_archive,
)
"""Each takes a URI and gives its source, None where the URI is not of its kind, or raises SourceError."""


def open_source(uri: str) -> Source:
    """The source a URI names: `sim:`, or the folder of an F1 static archive. SourceError says what is wrong with it."""
    for opener in OPENERS:
        source = opener(uri)
        if source is not None:
            return source
    raise SourceError(f"no source {uri[:200]!r}: use sim: or the folder of an F1 static archive")
