"""Downloads one body over HTTP. Transient failures are retried, and a partial body is resumed."""

from __future__ import annotations

import asyncio
import logging
import zlib
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Literal
from urllib.parse import urlsplit

import httpx2
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt

from pitwall.sources.base import LARGEST_BYTES, FetchLimits, Options, SourceError, SourceUnavailable
from pitwall.sources.web.urls import shown
from toolgate.errors import LocalError

_log = logging.getLogger("pitwall.sources")

_TOO_LARGE = f"a download is larger than {LARGEST_BYTES >> 20} MB, and no topic of a session is"
LONGEST_PAUSE_S = 30.0
"""A server that wants to be left alone for longer is believed, and the fetch fails."""

_AT_ONCE = 6  # connections to a server; more than small ones let wait at their door cost a second each
_ABSENT = frozenset({403, 404, 410})  # stores of files answer 403 for what they do not have
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_GZIP_OR_ZLIB = 47
_VERSIONS = ("ETag", "Last-Modified")


@dataclass(frozen=True, slots=True)
class Download:
    """The result of a request. `unchanged` answers a conditional request (HTTP 304)."""

    status: Literal["found", "absent", "unchanged"]
    body: bytes = b""
    etag: str = ""
    last_modified: str = ""


class _Passing(LocalError):
    """A transient failure; the server may ask for a pause of `pause_s` seconds."""

    def __init__(self, reason: str, pause_s: float = 0.0) -> None:
        super().__init__(reason)
        self.pause_s = pause_s


class _Unreachable(_Passing):
    """The server cannot be reached."""


def make_client(limits: FetchLimits) -> httpx2.AsyncClient:
    """A client for `fetch`."""
    return httpx2.AsyncClient(
        timeout=httpx2.Timeout(limits.silence_s, pool=None),
        limits=httpx2.Limits(max_connections=_AT_ONCE),
        follow_redirects=True,
        headers={"Accept-Encoding": "gzip", "User-Agent": "race-director"},
    )


class Allowance:
    """How much all downloads of a source together may hold, and how long they may take.

    Bytes count as received or unpacked, whichever is more. `until` is a time of the event loop's clock.
    """

    def __init__(self, largest_bytes: int, until: float) -> None:
        self.until = until
        self._largest = largest_bytes
        self._held: dict[str, int] = {}

    def room(self, url: str) -> int:
        """Bytes that a download may hold beside the others, and never more than any one topic may have."""
        others = sum(size for name, size in self._held.items() if name != url)
        return min(self._largest - others, LARGEST_BYTES)

    def hold(self, url: str, size: int) -> None:
        """Takes room for a download. SourceError where there is not so much."""
        if size > self.room(url):
            raise self.exceeded(size)
        self._held[url] = size

    def exceeded(self, size: int) -> SourceError:
        """The error for a download that would hold `size` bytes and has no room for them."""
        if size > LARGEST_BYTES:
            return SourceError(_TOO_LARGE)
        return SourceError(
            f"the files of this source are together larger than {self._largest / 2**20:.3g} MB: "
            "let DIRECTOR_FETCH_MAX_BYTES be more if you trust it"
        )


async def fetch(
    client: httpx2.AsyncClient, url: str, options: Options, known: dict[str, str], allowance: Allowance
) -> Download:
    """The body of a URL, or that it is not there, or that it is unchanged since what the headers `known` say.

    SourceError in one line after the last attempt, and at once for what no further attempt would change.
    """
    limits, body = options.limits, _Body(url, allowance)
    attempts = AsyncRetrying(
        stop=stop_after_attempt(limits.attempts),
        wait=lambda state: _pause(state, limits),
        retry=retry_if_exception_type(_Passing),
        before_sleep=lambda state: _log.info("%s: %s; trying again", shown(url), _reason(state)),
        reraise=True,
    )
    try:
        async with asyncio.timeout_at(allowance.until):
            return await attempts(_attempt, client, url, known, body, options)
    except TimeoutError:
        late = f"has not come within {limits.total_s:g} s: try again later"
        raise SourceUnavailable(f"{shown(url)} {late}") from None
    except _Unreachable:
        host = urlsplit(url).netloc.rpartition("@")[2]
        raise SourceUnavailable(f"can't reach {host} (tried {limits.attempts} times): check your network") from None
    except _Passing as failure:
        raise SourceUnavailable(f"{shown(url)}: {failure} (tried {limits.attempts} times): try again later") from None
    # UnicodeError: a host that cannot be written in DNS
    except (httpx2.HTTPError, httpx2.InvalidURL, UnicodeError) as error:
        raise SourceError(f"can't fetch {shown(url)}: {_line(error)}") from None


async def _attempt(
    client: httpx2.AsyncClient, url: str, known: dict[str, str], body: _Body, options: Options
) -> Download:
    try:
        async with client.stream("GET", url, headers=body.wanted() or known) as response:
            status = response.status_code
            if status == 304 and known:
                return Download("unchanged")
            if status in _ABSENT or (status == 200 and _is_page(response)):
                return Download("absent")
            _check_status(response)
            body.begin(response)
            async for chunk in response.aiter_raw():
                body.add(chunk)
                if options.report is not None:
                    options.report(url, len(body.data), body.length)
    except httpx2.UnsupportedProtocol:
        raise
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        raise _Unreachable(_line(error)) from None
    except httpx2.TimeoutException:
        raise _Passing(f"silent for {options.limits.silence_s:g} s") from None
    except httpx2.TransportError as error:
        raise _Passing(_line(error)) from None
    headers = body.headers
    return Download("found", body.whole(), headers.get("ETag", ""), headers.get("Last-Modified", ""))


def _check_status(response: httpx2.Response) -> None:
    """Raises where the answer is neither a body nor the rest of one."""
    status = response.status_code
    if status in _PASSING:
        pause_s = _retry_after_s(response.headers)
        if pause_s > LONGEST_PAUSE_S:
            asks = f"answered {status} and asks to come back in {pause_s:g} s"
            raise SourceUnavailable(f"{shown(str(response.url))} {asks}")
        raise _Passing(f"answered {status}", pause_s)
    if status not in (200, 206, 416):
        raise SourceError(f"{shown(str(response.url))} answered {status} {response.reason_phrase}".rstrip())


def _is_page(response: httpx2.Response) -> bool:
    """Whether the server shows a web page where a file should be."""
    kind: str = response.headers.get("Content-Type", "")
    return kind.lower().startswith("text/html")


class _Body:
    """What has come of a body so far, over all attempts, as it was sent."""

    def __init__(self, url: str, allowance: Allowance) -> None:
        self._url = url
        self._allowance = allowance
        self.data = bytearray()
        self.headers = httpx2.Headers()
        self.length: int | None = None

    def wanted(self) -> dict[str, str]:
        """Headers that ask for the rest; none where it could not be told from the rest of another version."""
        version = self.headers.get("ETag") or self.headers.get("Last-Modified") or "W/"
        if not self.data or version.startswith("W/") or not version.isascii():
            return {}
        return {"Range": f"bytes={len(self.data)}-", "If-Range": version}

    def begin(self, response: httpx2.Response) -> None:
        """Takes the head of an answer: a rest that fits goes on, a whole body starts again."""
        if response.status_code == 206 and self.data and self._goes_on(response.headers):
            return
        self.data.clear()
        self.headers = response.headers
        if response.status_code != 200:
            raise _Passing("sent a part that wasn't asked for")
        length = response.headers.get("Content-Length", "")
        self.length = int(length) if length.isascii() and length.isdigit() else None

    def _goes_on(self, headers: httpx2.Headers) -> bool:
        """Whether a part begins where the data ends, and is of the same version. Not every server minds If-Range."""
        span, _, length = headers.get("Content-Range", "").partition("/")
        same = all(headers.get(name, self.headers.get(name)) == self.headers.get(name) for name in _VERSIONS)
        fits = self.length is None or length in ("*", str(self.length))
        return same and fits and span.startswith(f"bytes {len(self.data)}-")

    def add(self, chunk: bytes) -> None:
        """Takes the next bytes. SourceError where there are too many."""
        self._allowance.hold(self._url, len(self.data) + len(chunk))
        self.data += chunk

    def whole(self) -> bytes:
        """The body, decoded, once it is complete."""
        came = len(self.data)
        if self.length is not None and came != self.length:
            if came > self.length:
                self.data.clear()
            raise _Passing(f"{came} of {self.length} bytes came")
        encoding = self.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding == "identity":
            return bytes(self.data)
        if encoding not in ("gzip", "x-gzip", "deflate"):
            raise SourceError(f"a web server sends its files packed as {encoding[:20]!r}, which nobody asked for")
        return self._unpacked()

    def _unpacked(self) -> bytes:
        unpacker, room = zlib.decompressobj(_GZIP_OR_ZLIB), self._allowance.room(self._url)
        try:
            data = unpacker.decompress(self.data, max(room, 1))
        except zlib.error:
            self.data.clear()
            raise _Passing("sent a file that can't be unpacked") from None
        if unpacker.unconsumed_tail:
            raise self._allowance.exceeded(room + 1)
        self._allowance.hold(self._url, max(len(self.data), len(data)))
        if not unpacker.eof:
            self.data.clear()
            raise _Passing("sent a file that is cut off")
        return data


def _pause(state: RetryCallState, limits: FetchLimits) -> float:
    failure = state.outcome.exception() if state.outcome else None
    asked_s = failure.pause_s if isinstance(failure, _Passing) else 0.0
    return max(asked_s, limits.pause_s * 2.0 ** (state.attempt_number - 1))


def _retry_after_s(headers: httpx2.Headers) -> float:
    """`Retry-After` in seconds; it may be a date, which the server's own clock then makes a time span."""
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        span = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("Date", ""))
    except (ValueError, TypeError):
        return 0.0
    return max(span.total_seconds(), 0.0)


def _reason(state: RetryCallState) -> str:
    return str(state.outcome.exception()) if state.outcome else ""


def _line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:150]
