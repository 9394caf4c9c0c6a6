"""`openf1:FOLDER`, `openf1:KEY` and `openf1:URL?session_key=KEY`: the tables of one session, each a list of rows."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import msgspec

from pitwall.events import Event, Fault
from pitwall.sources.base import LARGEST_BYTES, Options, Source, SourceError
from pitwall.sources.openf1.session_events import session_events
from pitwall.sources.web.urls import beside, checked, is_web, shown

_log = logging.getLogger("pitwall.sources")

Row = Mapping[str, Any]
Tables = Mapping[str, list[Row]]

SCHEME = "openf1:"
SERVICE = "https://api.openf1.org/v1"
NEEDED = "laps"
TABLES = (
    "sessions", "meetings", "drivers", "starting_grid", "position", "intervals", NEEDED, "pit", "stints",
    "race_control", "weather", "session_result",
)  # fmt: skip
FOLDER_TABLES = (*TABLES, "car_data", "location")
"""Telemetry comes from a folder alone: over the web it is asked for car by car, and is a hundred times the rest."""
_decode = msgspec.json.Decoder(list[dict[str, Any]]).decode


class _Bodies(Protocol):
    def read(self) -> Mapping[str, bytes | None]:
        """The JSON of each table, None where there is none."""


class OpenF1:
    """The events of one session. Iterating reads its tables anew."""

    def __init__(self, bodies: _Bodies) -> None:
        self._bodies = bodies

    def __iter__(self) -> Iterator[Event]:
        tables: dict[str, list[Row]] = {}
        for name, body in self._bodies.read().items():
            try:
                tables[name] = [] if body is None else list(_decode(body))
            except (ValueError, RecursionError):
                _log.warning("%s isn't a table of OpenF1", name)
                tables[name] = []
                yield Fault(0.0, f"OpenF1 {name}", "unreadable tables")
        if not tables.get(NEEDED):
            raise SourceError(f"openf1: has no table of {NEEDED}: name a folder with {NEEDED}.json, or a session's key")
        yield from session_events(tables)


class _Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self) -> Mapping[str, bytes | None]:
        return {name: self._table(name) for name in FOLDER_TABLES}

    def _table(self, name: str) -> bytes | None:
        path = self._folder / f"{name}.json"
        try:
            if not path.is_file():
                return None
            if path.stat().st_size > LARGEST_BYTES:
                raise SourceError(f"{path.name} is too large for a session: over {LARGEST_BYTES >> 20} MB")
            return path.read_bytes()
        except OSError as error:
            raise SourceError(f"can't read {path.name}: {error.strerror}") from None


class _Web:
    def __init__(self, url: str, options: Options) -> None:
        self._urls = {name: beside(url, name) for name in TABLES}
        self._options = options

    def read(self) -> Mapping[str, bytes | None]:
        from pitwall.sources.web.fetch_all import get_all  # and asyncio, which other sources do without

        bodies = get_all(self._urls.values(), self._options, lambda _: False)
        return {name: bodies[url] for name, url in self._urls.items()}


def open_openf1(uri: str, options: Options) -> Source | None:
    """The session that a string names. SourceError where it names none; what is on the web shows when it is fetched."""
    if not uri.lower().startswith(SCHEME):
        return None
    named = uri[len(SCHEME) :]
    if named.isascii() and named.isdecimal() and len(named) < 10:
        return OpenF1(_Web(f"{SERVICE}?session_key={named}", options))
    if is_web(named):
        if not parse_qs(urlsplit(checked(named)).query).get("session_key"):
            raise SourceError(f"{shown(named)[:200]!r} names no session: end it with ?session_key=KEY")
        return OpenF1(_Web(named, options))
    try:
        folder = Path(os.path.expanduser(named))
        if named and (folder / f"{NEEDED}.json").is_file():
            return OpenF1(_Folder(folder))
    except (OSError, ValueError):
        pass
    raise SourceError(
        f"{uri[:200]!r} isn't a session of OpenF1: name a folder with {NEEDED}.json, a session's key, or a URL"
    )
