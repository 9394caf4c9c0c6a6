"""The HTTP client that SDKs are given: no redirects, and replies of bounded size."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from toolgate.errors import LocalError

REPLY_MAX_BYTES = 4_000_000


class ReplyTooLong(LocalError, httpx2.StreamError):
    """A reply exceeds REPLY_MAX_BYTES."""

    def __init__(self) -> None:
        super().__init__(f"a reply of more than {REPLY_MAX_BYTES} bytes")


def make_http() -> httpx2.AsyncClient:
    """A client for one event loop. It follows no redirects, which could send the key to another host."""
    return httpx2.AsyncClient(follow_redirects=False, event_hooks={"response": [_cap]})


class _Capped(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > REPLY_MAX_BYTES:
                raise ReplyTooLong
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _cap(response: httpx2.Response) -> None:
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Capped(response.stream)
