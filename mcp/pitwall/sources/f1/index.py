"""The index of a year in the F1 static archive: which sessions there are, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, urlsplit

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from pitwall.sources.base import Options, SourceError
from pitwall.sources.web.fetch_all import get_all
from pitwall.sources.web.urls import beside, checked, is_web, shown

_INDEX = "Index.json"
_BOM = b"\xef\xbb\xbf"
_UNREADABLE = (msgspec.DecodeError, RecursionError, ValueError)  # the last: it is no UTF-8


class ArchivedSession(Struct, frozen=True):
    """One session of an archive. `source` is its URL, None where the archive has no data of it."""

    year: int | None
    meeting: str
    location: str
    key: int | None
    type: str
    name: str
    start: str
    source: str | None


class Listing(Struct, frozen=True):
    """The sessions of an index, in its order, and how many of its entries could not be read."""

    url: str
    sessions: tuple[ArchivedSession, ...]
    unreadable: int


class _Session(Struct):
    Key: int | None = None
    Type: str | None = None
    Name: str | None = None
    StartDate: str | None = None
    Path: str | None = None


class _Meeting(Struct):
    Name: str | None = None
    Location: str | None = None
    Sessions: list[Raw] = []


class _Index(Struct):
    Year: int | None = None
    Meetings: list[Raw] | UnsetType = UNSET


def list_sessions(target: str, archive_url: str, options: Options) -> Listing:
    """The sessions of a year in the archive, or of the index at a URL. SourceError says what is wrong in one line."""
    url = index_url(target, archive_url)
    # A season goes on: what is kept of its index is good only where the server cannot be asked.
    data = get_all([url], options, lambda _: False)[url]
    if data is None:
        raise SourceError(
            f"there is no index at {shown(url)[:300]}: name a year that the archive has, or the URL of its index"
        )
    return read_index(data, url)


def index_url(target: str, archive_url: str) -> str:
    """The URL of the index that a year, or the URL of a year's folder or of an index, stands for."""
    if re.fullmatch(r"[0-9]{4}", target):
        return beside(checked(archive_url), f"{target}/{_INDEX}")
    if not is_web(target):
        raise SourceError(f"{target[:200]!r} is neither a year nor a URL: name a year, as 2024, or the URL of an index")
    return target if urlsplit(checked(target)).path.endswith(".json") else beside(target, _INDEX)


def read_index(data: bytes, url: str) -> Listing:
    """The sessions of an index that was found at a URL. SourceError where the text isn't an index."""
    try:
        index = _decode_index(data.removeprefix(_BOM))
    except _UNREADABLE:
        index = _Index()
    if index.Meetings is UNSET:
        raise SourceError(f"{shown(url)[:300]} isn't the index of a year: name one whose {_INDEX} lists Meetings")
    base = _base(url, index.Year)
    rows = [row for raw in index.Meetings for row in _meeting(raw, index.Year, base)]
    sessions = tuple(row for row in rows if row is not None)
    return Listing(shown(url), sessions, len(rows) - len(sessions))


_decode_index = msgspec.json.Decoder(_Index).decode
_decode_meeting = msgspec.json.Decoder(_Meeting).decode
_decode_session = msgspec.json.Decoder(_Session).decode


def _meeting(raw: Raw, year: int | None, base: str) -> Iterator[ArchivedSession | None]:
    """The sessions of a meeting, None for what cannot be read."""
    try:
        meeting = _decode_meeting(raw)
    except _UNREADABLE:
        yield None
        return
    for each in meeting.Sessions:
        try:
            session = _decode_session(each)
        except _UNREADABLE:
            yield None
            continue
        path = (session.Path or "").strip("/")
        yield ArchivedSession(
            year=year,
            meeting=meeting.Name or "",
            location=meeting.Location or "",
            key=session.Key,
            type=session.Type or "",
            name=session.Name or "",
            start=session.StartDate or "",
            source=f"{base}/{quote(path)}" if path else None,
        )


def _base(url: str, year: int | None) -> str:
    """What the paths of an index start from: the folder that holds the year's, or the index's own."""
    folder = shown(url).rpartition("/")[0]
    parent, _, name = folder.rpartition("/")
    return parent if name == str(year) else folder
