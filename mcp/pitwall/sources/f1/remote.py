"""A session as a web folder of topics: all that we read are fetched at once, and kept on disk."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING

from pitwall.sources.base import Options, Source, SourceError
from pitwall.sources.f1.archive import NEEDED, SUFFIX, F1Archive
from pitwall.sources.f1.topics import converters
from pitwall.sources.web.urls import beside, checked, is_web, shown

if TYPE_CHECKING:
    from pitwall.sources.web.fetch_all import Bodies

_OVER = (b'"Finalised"', b'"Ends"')
_LINE = re.compile(rb"^(?:\xef\xbb\xbf)?[0-9]{2}:[0-9]{2}:[0-9]{2}\.", re.MULTILINE)


class Remote:
    """The topics in a web folder. They are fetched when the first of them is asked for."""

    def __init__(self, folder: str, options: Options) -> None:
        self._folder = folder
        self._options = options
        self._urls = {topic: beside(folder, f"{topic}{SUFFIX}") for topic in converters()}

    def names(self) -> Collection[str]:
        """The topics there are, of those that we read."""
        return [topic for topic, url in self._urls.items() if self._bodies[url] is not None]

    def read(self, topic: str) -> bytes | None:
        """The bytes of a topic."""
        return self._bodies.get(self._urls.get(topic, ""))

    @cached_property
    def _bodies(self) -> Bodies:
        from pitwall.sources.web.fetch_all import get_all  # and asyncio, which other sources do without

        bodies = get_all(self._urls.values(), self._options, self._is_over)
        timing = bodies[self._urls[NEEDED]]
        if timing and _LINE.search(timing) is None:
            raise SourceError(
                f"{shown(self._urls[NEEDED])[:300]} isn't a topic of a session (no line can be read): try again later"
            )
        if timing is None:
            raise SourceError(
                f"no {NEEDED}{SUFFIX} at {shown(self._folder)[:200]}: name the URL of a session's folder; "
                "director sessions YEAR lists them"
            )
        return bodies

    def _is_over(self, bodies: Bodies) -> bool:
        """Whether the session has ended and all that came are whole topics, so that they will not change any more."""
        needed, status = self._urls[NEEDED], self._urls["SessionStatus"]
        if status not in bodies or bodies.get(needed, b"") is None:
            return False
        if not all(_whole(body) for body in bodies.values() if body is not None):
            return False
        said = bodies[status]
        return said is None or any(word in said for word in _OVER)


def _whole(body: bytes) -> bool:
    """Whether it is a topic to its end: not a page that a server shows in its place, and not the first part of one."""
    return body.endswith(b"\n") and _LINE.search(body) is not None


def open_remote(uri: str, options: Options) -> Source | None:
    """The session in a web folder. SourceError where the URL isn't valid; the rest shows when it is fetched."""
    if not is_web(uri):
        return None
    return F1Archive(Remote(checked(uri), options))
