"""A session as a .zip of topics, at its top or inside one folder. Nothing is unpacked to disk."""

from __future__ import annotations

import lzma
import os
import struct
import zlib
from collections.abc import Collection
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from pitwall.sources.base import LARGEST_BYTES, SourceError
from pitwall.sources.f1.archive import NEEDED, SUFFIX, F1Archive, check_names
from pitwall.sources.f1.topics import converters

_ENCRYPTED = 0x1
_DAMAGES = (
    BadZipFile, EOFError, LookupError, NotImplementedError, OSError, OverflowError, RuntimeError, ValueError,
    lzma.LZMAError, struct.error, zlib.error,
)  # fmt: skip
"""What zipfile and its decompressors raise for a damaged file, or for one they cannot unpack."""


class Zipped:
    """The topics in a zip: `members` is topic to the name of its file in the zip."""

    def __init__(self, path: Path, members: dict[str, str]) -> None:
        self._path = path
        self._members = members

    def names(self) -> Collection[str]:
        """The topics there are."""
        return self._members.keys()

    def read(self, topic: str) -> bytes | None:
        """The bytes of a topic, unpacked and held to their checksum. No more is unpacked than the zip declares."""
        member = self._members.get(topic)
        if member is None:
            return None
        try:
            with ZipFile(self._path) as archive:
                return archive.read(member)
        except _DAMAGES as error:
            raise SourceError(f"{topic}{SUFFIX} in {self._path.name!r} can't be unpacked: {_why(error)}") from None


def open_zipped(path: str, uri: str) -> F1Archive:
    """The session in the .zip at `path`, which messages call `uri`.

    SourceError where it is damaged, encrypted or too large, or holds no one session.
    """
    if not os.path.isfile(path):
        raise SourceError(f"there is no file {uri[:200]!r}: name the .zip of one session")
    try:
        with ZipFile(path) as archive:
            entries = archive.infolist()
    except _DAMAGES as error:
        raise SourceError(f"{uri[:200]!r} can't be read as a .zip: {_why(error)}") from None
    members = _session(entries, uri)
    check_names(members.keys(), uri)
    _check_contents([members[topic] for topic in converters() if topic in members], uri)
    return F1Archive(Zipped(Path(path), {topic: entry.filename for topic, entry in members.items()}))


def _session(entries: list[ZipInfo], uri: str) -> dict[str, ZipInfo]:
    """The topics of the one folder in the zip that holds a session."""
    folders: dict[str, dict[str, ZipInfo]] = {}
    for entry in entries:
        folder, _, name = entry.filename.replace("\\", "/").rpartition("/")
        if name.endswith(SUFFIX):
            folders.setdefault(folder, {})[name.removesuffix(SUFFIX)] = entry
    sessions = [folder for folder, topics in folders.items() if NEEDED in topics]
    if len(sessions) > 1:
        raise SourceError(f"{uri[:200]!r} holds {len(sessions)} sessions: unpack it and name the folder of one")
    return folders[sessions[0]] if sessions else {}


def _check_contents(entries: list[ZipInfo], uri: str) -> None:
    """SourceError where what we would read is encrypted or too much."""
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise SourceError(f"{uri[:200]!r} is encrypted: unpack it and name the folder of the session")
    size = sum(entry.file_size for entry in entries)
    if size > LARGEST_BYTES:
        limit = LARGEST_BYTES >> 20
        raise SourceError(f"{uri[:200]!r} unpacks to {size >> 20} MB: no session has more than {limit} MB")


def _why(error: Exception) -> str:
    """One line, also where the library says nothing."""
    text = getattr(error, "strerror", None) or str(error)
    return (text.splitlines() or [type(error).__name__])[0][:120]
