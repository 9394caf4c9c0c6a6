"""`FILE.zip`: a session zipped. What unpacks it is imported when there is something to unpack."""

from __future__ import annotations

import os

from pitwall.sources.base import Options, Source


def open_zip(uri: str, options: Options) -> Source | None:
    """The session in a .zip, None where the string names a folder or something else. SourceError as `open_zipped`."""
    if not uri.lower().endswith(".zip"):
        return None
    path = os.path.expanduser(uri) if "\x00" not in uri else uri
    if os.path.isdir(path):
        return None
    from pitwall.sources.f1.zip_topics import open_zipped

    return open_zipped(path, uri)
