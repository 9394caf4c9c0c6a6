"""Sources of races. One string chooses one; a new kind is one file and one line in OPENERS."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.sources.base import Options, Patience, Source, SourceError, SourceUnavailable
from pitwall.sources.f1.folder import open_folder
from pitwall.sources.f1.remote import open_remote
from pitwall.sources.f1.zipped import open_zip
from pitwall.sources.simulated import open_sim

__all__ = ["OPENERS", "Options", "Patience", "Source", "SourceError", "SourceUnavailable", "open_source"]

OPENERS: tuple[Callable[[str, Options], Source | None], ...] = (
    open_sim,
    open_remote,
    open_zip,
    open_folder,
)
"""Each takes a URI and gives its source, None where the URI is not of its kind, or raises SourceError."""


def open_source(uri: str, options: Options | None = None) -> Source:
    """The source a URI names: `sim:`, or the folder, .zip or http(s) URL of a session of the F1 static archive.

    SourceError says what is wrong with it. What is on the web is fetched when the source is first iterated.
    """
    for opener in OPENERS:
        source = opener(uri, options or Options())
        if source is not None:
            return source
    raise SourceError(
        f"no source {uri[:200]!r}: use sim:, or the folder, .zip or http(s) URL of a session of the F1 static archive"
    )
