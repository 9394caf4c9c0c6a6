"""A session as a folder of topics."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from pitwall.sources.base import Options, Source, SourceError, has_kind
from pitwall.sources.f1.archive import SUFFIX, F1Archive, check_names


class Folder:
    """The topics in a folder."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def names(self) -> Collection[str]:
        """The topics there are. OSError where the folder cannot be read."""
        names = sorted(entry.name for entry in self._path.iterdir())
        return [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]

    def read(self, topic: str) -> bytes | None:
        """The bytes of a topic."""
        path = self._path / f"{topic}{SUFFIX}"
        try:
            return path.read_bytes() if path.is_file() else None
        except OSError as error:
            raise SourceError(f"can't read {path.name}: {error.strerror}") from None


def open_folder(uri: str, options: Options) -> Source | None:
    """The session in a folder. SourceError where there is no folder, or no session in it."""
    if has_kind(uri):
        return None
    try:
        folder = Folder(Path(os.path.expanduser(uri)))
        names = folder.names()
    except FileNotFoundError:
        raise SourceError(
            f"there is no folder {uri[:200]!r}: name the folder of an F1 static archive, or sim:"
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "unreadable"
        raise SourceError(f"{uri[:200]!r} can't be read as a folder ({reason}): name the folder of a session") from None
    check_names(names, uri)
    return F1Archive(folder)
