"""Answers into a stream: each message is answered there once, however often an answer to it is published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from director.chat.jetstream.line import ServerLine
from director.chat.jetstream.shelf import WRONG_LAST
from director.chat.message import ChatAnswer
from director.chat.outlet import NotPublished, Overtaken, Published
from toolgate.nats.connection import CONFIRM_S

if TYPE_CHECKING:
    from nats.js import JetStreamContext


class StreamOutlet:
    """Publishes to a subject that a stream keeps. Who only subscribes to the subject sees every attempt."""

    knows_again = True

    def __init__(self, line: ServerLine, subject: str) -> None:
        self._line = line
        self._subject = subject
        self.stream = ""
        """The stream that keeps the subject; it is known once there is a connection."""

    async def publish(self, answer: ChatAnswer, after: int) -> Published:
        """Publishes under the id of the message, if number `after` is still the stream's last. NotPublished without a
        connection, Overtaken where another answer came first.
        """
        from nats.js.errors import APIError

        js = self._line.js
        if js is None:
            raise NotPublished("there is no connection to NATS")
        headers = {"Nats-Msg-Id": answer.input_id, "Nats-Expected-Last-Subject-Sequence": str(after)}
        try:
            taken = await js.publish(self._subject, answer.frame(), timeout=CONFIRM_S, headers=headers)
        except APIError as error:
            if error.err_code in WRONG_LAST:
                raise Overtaken("another answer went out first") from None
            raise
        return await self._kept(taken.seq)

    async def last(self) -> Published | None:
        """The newest answer of the stream."""
        from nats.js.errors import NotFoundError

        try:
            return await self._kept(0)
        except NotFoundError:
            return None

    async def _kept(self, number: int) -> Published:
        """The answer of that number, 0: the newest."""

        async def read(js: JetStreamContext) -> Any:
            if number:
                return await js.get_msg(self.stream, seq=number)
            return await js.get_last_msg(self.stream, self._subject)

        kept = await self._line.call(read)
        return Published(kept.seq, self._line.stamp(kept.time), _text(kept.data))


def _text(frame: bytes) -> str:
    """The answer in a frame that somebody has published; empty where the frame isn't one of ours."""
    try:
        return str(orjson.loads(frame)["data"]["answer"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return ""
