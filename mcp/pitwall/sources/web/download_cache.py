"""Downloads on disk: bodies under the hash of their content, and a small entry per URL that names the hash.

Every file is written whole beside its place and then renamed, so processes can share a folder without a lock. What
cannot be read, or is not what its hash says, counts as not there.
"""

from __future__ import annotations

import logging
import os
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from pitwall.sources.web.urls import shown
from toolgate.private_files import make_folder

_log = logging.getLogger("pitwall.sources")


class CacheEntry(msgspec.Struct, frozen=True):
    """The cache's entry of a URL; `url` is there for people to read.

    `sha256` is None where the server said that nothing is there.
    """

    url: str
    sha256: str | None
    etag: str = ""
    last_modified: str = ""

    @property
    def conditions(self) -> dict[str, str]:
        """Headers that ask for the body only where it is another one by now."""
        versions = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in versions.items() if value.isascii() and value.isprintable() and value}


class CachedDownload(msgspec.Struct, frozen=True):
    """A URL's entry and its body."""

    entry: CacheEntry
    body: bytes | None


class DownloadCache:
    """The downloads cached in a folder; without a folder nothing is cached."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def find(self, url: str) -> CachedDownload | None:
        """The cached download of a URL; None where there is none or it is damaged."""
        if self._folder is None:
            return None
        try:
            entry = _decode_entry(self._entry_path(self._folder, url).read_bytes())
            if entry.sha256 is None:
                return CachedDownload(entry, None)
            body = self._blob_path(self._folder, entry.sha256).read_bytes()
        except (OSError, ValueError, msgspec.DecodeError):
            return None
        return CachedDownload(entry, body) if sha256(body).hexdigest() == entry.sha256 else None

    def keep(self, url: str, body: bytes | None, etag: str = "", last_modified: str = "") -> None:
        """Keeps a body, or that there is none. A folder that cannot be written costs a warning."""
        if self._folder is None:
            return
        digest = None if body is None else sha256(body).hexdigest()
        try:
            if body is not None and digest is not None:
                _write(self._blob_path(self._folder, digest), body)
            entry = CacheEntry(shown(url), digest, etag, last_modified)
            _write(self._entry_path(self._folder, url), msgspec.json.encode(entry))
        except OSError as error:
            _log.warning("downloads cannot be kept in %s: %s", self._folder, error.strerror)
            self._folder = None

    @staticmethod
    def _entry_path(folder: Path, url: str) -> Path:
        return folder / "urls" / f"{sha256(url.encode()).hexdigest()}.json"

    @staticmethod
    def _blob_path(folder: Path, digest: str) -> Path:
        return folder / "blobs" / digest[:2] / digest


_decode_entry = msgspec.json.Decoder(CacheEntry).decode


def _write(path: Path, data: bytes) -> None:
    make_folder(path.parent)
    with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as part:
        try:
            part.write(data)
            part.close()
            os.replace(part.name, path)
        except OSError:
            Path(part.name).unlink(missing_ok=True)
            raise
