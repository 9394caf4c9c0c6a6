"""Chat over NATS without JetStream: messages of a subject in, answers to another one out. Nothing is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from director.chat.clock import ChatClock
from director.chat.delivery import Delivery
from director.chat.message import ChatAnswer
from director.chat.operator_line import OperatorLine
from director.chat.outlet import NotPublished, PlainOutlet
from toolgate.errors import UnavailableError
from toolgate.nats.connection import CONFIRM_S
from toolgate.nats.link import NatsLink

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

_log = logging.getLogger("director.chat")

_FRAMES_MAX = 10_000
_BYTES_MAX = 16 * 1024 * 1024
GROUP = "director_chat"
"""The queue group of responders: each message reaches one of them."""


class Bus:
    """A chat on a connection that is renewed for as long as the bus is open. `missed` counts what came too fast."""

    shelf = None
    """Nothing is shared with other responders."""

    def __init__(
        self, link: NatsLink, subject: str, answers: str, clock: ChatClock, operator: OperatorLine | None = None
    ) -> None:
        self.operator = operator
        self.outlet = PlainOutlet(self._publish, clock)
        self._link = link
        self._missed = 0
        self._subject = subject
        self._answers = answers
        self._client: Client | None = None
        self._frames: asyncio.Queue[Delivery | None] = asyncio.Queue()

    @property
    def missed(self) -> int:
        """Frames that came too fast to be taken."""
        return self._missed + self._link.missed

    @asynccontextmanager
    async def deliveries(self) -> AsyncIterator[AsyncIterator[Delivery]]:
        """Opens the chat: messages as they come, through every loss of the connection. NatsRefused ends it."""
        listening = asyncio.ensure_future(self._listen())
        listening.add_done_callback(lambda _: self._frames.put_nowait(None))
        try:
            yield self._received(listening)
        finally:
            listening.cancel()
            with suppress(asyncio.CancelledError, UnavailableError):
                await listening

    async def _publish(self, answer: ChatAnswer) -> None:
        """Publishes an answer. NotPublished without a connection, another error where the server did not confirm."""
        client = self._client
        if client is None or not client.is_connected:
            raise NotPublished("there is no connection to NATS")
        await client.publish(self._answers, answer.frame())
        await asyncio.wait_for(client.flush(), CONFIRM_S)

    async def _received(self, listening: asyncio.Future[None]) -> AsyncIterator[Delivery]:
        while (delivery := await self._frames.get()) is not None:
            yield delivery
        listening.result()

    async def _listen(self) -> None:
        while True:
            async with self._link.connected() as (client, gone, where):
                await client.subscribe(
                    self._subject, GROUP, self._take, pending_msgs_limit=_FRAMES_MAX, pending_bytes_limit=_BYTES_MAX
                )
                await asyncio.wait_for(client.flush(), CONFIRM_S)
                if self.operator is not None:
                    await self.operator.connect(client)
                self._client = client
                _log.info("connected to %s: %s", where, self._subject)
                await gone.wait()

    async def _take(self, message: Msg) -> None:
        if self._frames.qsize() < _FRAMES_MAX:
            self._frames.put_nowait(Delivery(message.data))
        else:
            self._missed += 1
