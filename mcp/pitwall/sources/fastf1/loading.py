"""`fastf1:YEAR/EVENT/SESSION`: a session that FastF1 loads and keeps, as `fastf1:2024/Bahrain/R`."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pitwall.events import Event
from pitwall.sources.base import Options, Source, SourceError, SourceUnavailable
from pitwall.sources.fastf1.session_events import session_events

_log = logging.getLogger("pitwall.sources")

SCHEME = "fastf1:"
_NAMED = re.compile(r"(?P<year>[0-9]{4})/(?P<event>[^/]{1,60})/(?P<session>[^/]{1,30})")
_HOW = "write fastf1:YEAR/EVENT/SESSION, as fastf1:2024/Bahrain/R"


class FastF1Session:
    """The events of one session. Iterating loads it, from FastF1's own cache where it is there."""

    def __init__(self, year: int, event: str | int, session: str | int, options: Options) -> None:
        self._named = year, event, session
        self._options = options

    def __iter__(self) -> Iterator[Event]:
        yield from session_events(self._load())

    def _load(self) -> Any:
        fastf1 = _installed()
        try:
            if self._options.cache_dir is not None:
                folder = self._options.cache_dir / "fastf1"
                folder.mkdir(parents=True, exist_ok=True)
                fastf1.Cache.enable_cache(str(folder))
            session = fastf1.get_session(*self._named)
            session.load(laps=True, telemetry=True, weather=True, messages=True)
        except Exception as error:  # noqa: BLE001 - it raises its own, pandas' and the network's
            _log.debug("FastF1 can't load it", exc_info=True)
            year, event, name = self._named
            raise SourceUnavailable(
                f"FastF1 can't load {year}/{event}/{name} ({type(error).__name__}): check the names and your network"
            ) from None
        return session


def open_fastf1(uri: str, options: Options) -> Source | None:
    """The session that a string names. SourceError where it names none, or FastF1 is not installed."""
    if not uri.lower().startswith(SCHEME):
        return None
    found = _NAMED.fullmatch(uri[len(SCHEME) :])
    if found is None:
        raise SourceError(f"{uri[:200]!r} names no session of FastF1: {_HOW}")
    _installed()
    return FastF1Session(
        int(found["year"]), _number_or_name(found["event"]), _number_or_name(found["session"]), options
    )


def _installed() -> Any:
    try:
        return import_module("fastf1")
    except ImportError:
        raise SourceError("fastf1: needs FastF1: install race-director[fastf1]") from None


def _number_or_name(text: str) -> str | int:
    """A round is a number, as the number of a session is."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else text
