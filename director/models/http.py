"""The HTTP client that SDKs are given: no redirects, and replies of bounded size, counted as they are unpacked."""

from __future__ import annotations

import ssl
import zlib
from collections.abc import AsyncIterator

import httpx2

from toolgate.errors import LocalError

REPLY_MAX_BYTES = 4_000_000
_PACKINGS = {"gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
"""What is asked for and understood, and how zlib calls it."""


class ReplyTooLong(LocalError, httpx2.StreamError):
    """A reply exceeds REPLY_MAX_BYTES."""

    def __init__(self) -> None:
        super().__init__(f"a reply of more than {REPLY_MAX_BYTES} bytes")


def make_http(address: str = "") -> httpx2.AsyncClient:
    """A client for one event loop. It follows no redirects, which could send the key to another host.

    For a plain address (`http:`) the certificates of authorities are not read: it trusts none.
    """
    headers = {"Accept-Encoding": ", ".join(_PACKINGS)}
    trusts: ssl.SSLContext | bool = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if address.startswith("http:") else True
    return httpx2.AsyncClient(follow_redirects=False, headers=headers, event_hooks={"response": [_cap]}, verify=trusts)


class _Capped(httpx2.AsyncByteStream):
    """A body, unpacked where it is packed: a megabyte on the wire can be a gigabyte in memory."""

    def __init__(self, stream: httpx2.AsyncByteStream, packing: str) -> None:
        self._stream = stream
        self._unpack = zlib.decompressobj(_PACKINGS[packing]).decompress if packing else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        room = REPLY_MAX_BYTES
        async for chunk in self._stream:
            whole = self._unpacked(chunk, room + 1)
            room -= len(whole)
            if room < 0:
                raise ReplyTooLong
            yield whole

    def _unpacked(self, chunk: bytes, most: int) -> bytes:
        if self._unpack is None:
            return chunk
        try:
            return self._unpack(chunk, most)
        except zlib.error as error:
            raise httpx2.DecodingError(f"the reply cannot be unpacked: {error}") from None

    async def aclose(self) -> None:
        await self._stream.aclose()


async def _cap(response: httpx2.Response) -> None:
    if not isinstance(response.stream, httpx2.AsyncByteStream):
        return
    packing = response.headers.pop("content-encoding", "identity").strip().lower().replace("identity", "")
    if packing and packing not in _PACKINGS:
        raise httpx2.DecodingError("the reply is packed in a way that was not asked for")
    response.stream = _Capped(response.stream, packing)
