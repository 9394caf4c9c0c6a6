"""A bucket of JetStream as the shelf that all responders share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from director.chat.jetstream.line import ServerLine
from director.chat.shelf import Shelved, Value
from toolgate.nats.connection import CONFIRM_S

if TYPE_CHECKING:
    from nats.js import JetStreamContext

WRONG_LAST = (10071, 10164)
"""What the server says where a subject has got another message in the meantime."""


class BucketShelf:
    """The values of a bucket; their revisions are the numbers of its stream."""

    def __init__(self, line: ServerLine, bucket: str) -> None:
        self._line = line
        self._stream = f"KV_{bucket}"
        self._prefix = f"$KV.{bucket}."

    def now(self) -> float:
        """The server's clock."""
        return self._line.now()

    async def look_at_the_clock(self) -> None:
        """Learns the server's time, by writing a value and reading when the server stored it."""

        async def write_and_read(js: JetStreamContext) -> Any:
            await js.publish(f"{self._prefix}clock", b"{}", timeout=CONFIRM_S)
            return await js.get_msg(self._stream, subject=f"{self._prefix}clock")

        self._line.stamp((await self._line.call(write_and_read)).time)

    async def get(self, key: str) -> Shelved | None:
        """What is kept. It waits for the server."""
        from nats.js.errors import NotFoundError

        async def read(js: JetStreamContext) -> Any:
            return await js.get_msg(self._stream, subject=self._prefix + key)

        try:
            kept = await self._line.call(read)
        except NotFoundError:
            return None
        return Shelved(orjson.loads(kept.data), kept.seq, self._line.stamp(kept.time))

    async def put(self, key: str, value: Value, revision: int = 0) -> int | None:
        """Writes, if the key still has that revision; else None. A write whose confirmation is lost gives None too:
        read the key again.
        """
        from nats.js.errors import APIError

        headers = {"Nats-Expected-Last-Subject-Sequence": str(revision)}

        async def write(js: JetStreamContext) -> Any:
            return await js.publish(self._prefix + key, orjson.dumps(value), timeout=CONFIRM_S, headers=headers)

        try:
            return int((await self._line.call(write)).seq)
        except APIError as error:
            if error.err_code in WRONG_LAST:
                return None
            raise
