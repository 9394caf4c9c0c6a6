"""Messages out of a stream: pulled, held for as long as somebody is at them, and acknowledged once they are settled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from director.chat.delivery import Delivery
from director.chat.jetstream.line import ServerLine
from director.chat.jetstream.outlet import StreamOutlet
from director.chat.jetstream.shelf import BucketShelf
from director.chat.jetstream.streams import MOST_OPEN, ChatNames, make_all
from director.chat.operator_line import OperatorLine
from toolgate.errors import UnavailableError
from toolgate.nats.connection import CONFIRM_S
from toolgate.nats.link import NatsLink
from toolgate.waiting import let_go

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

_log = logging.getLogger("director.chat")
_DONE, _AGAIN, _AT_IT = b"+ACK", b"-NAK", b"+WPI"


class StreamChat:
    """A chat that JetStream keeps, through every loss of the connection."""

    def __init__(self, link: NatsLink, names: ChatNames) -> None:
        self._link = link
        self._names = names
        self.operator: OperatorLine | None = OperatorLine(names.control, names.alerts, names.durable)
        self._line = ServerLine()
        self.shelf = BucketShelf(self._line, names.bucket)
        self.outlet = StreamOutlet(self._line, names.answers)
        self._deliveries: asyncio.Queue[Delivery | None] = asyncio.Queue()
        self._open: set[str] = set()
        """Where to tell the server of messages that are not settled."""
        self._told: list[tuple[str, bytes]] = []
        self._due = asyncio.Event()
        self._pulling = asyncio.Event()
        self._pulling.set()

    missed = 0
    """Nothing is missed: what is not taken stays in the stream."""

    @asynccontextmanager
    async def deliveries(self) -> AsyncIterator[AsyncIterator[Delivery]]:
        """Opens the chat: messages as they come. NatsRefused or ChatUnavailable where that ends it."""
        listening = asyncio.ensure_future(self._listen())
        listening.add_done_callback(lambda _: self._deliveries.put_nowait(None))
        try:
            yield self._received(listening)
        finally:
            self._pulling.clear()
            self._told += [(where, _AGAIN) for where in self._open]  # to another responder, at once
            self._open.clear()
            self._due.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._tell_all(), CONFIRM_S)
            listening.cancel()
            with suppress(asyncio.CancelledError, UnavailableError):
                await listening

    async def _received(self, listening: asyncio.Future[None]) -> AsyncIterator[Delivery]:
        while (delivery := await self._deliveries.get()) is not None:
            yield delivery
        listening.result()

    async def _listen(self) -> None:
        while True:
            async with self._link.connected() as (client, gone, where):
                js = client.jetstream()
                stream, self.outlet.stream = await make_all(js, self._names)
                self._line.connect(client)
                if self.operator is not None:
                    await self.operator.connect(client)
                await self.shelf.look_at_the_clock()
                _log.info("connected to %s: %s, shared by all responders of %s", where, stream, self._names.durable)
                work = (self._pull(js, stream), self._tell(client), self._hold(), _until(gone))
                working = [asyncio.create_task(each) for each in work]
                try:
                    done, _ = await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
                    for each in done:
                        each.result()
                finally:
                    self._line.disconnect()
                    await let_go(working)

    async def _pull(self, js: Any, stream: str) -> None:
        pulled = await js.pull_subscribe_bind(self._names.durable, stream)
        while self._pulling.is_set():
            room = MOST_OPEN - len(self._open)
            if room <= 0:
                await asyncio.sleep(self._names.pull_wait_s / 10)
                continue
            try:
                messages = await pulled.fetch(min(self._names.pull_batch, room), timeout=self._names.pull_wait_s)
            except TimeoutError:
                continue
            for message in messages:
                self._deliver(message)
        await asyncio.Event().wait()  # what is left is told to the server over this connection

    def _deliver(self, message: Msg) -> None:
        told, where = message.metadata, message.reply
        kept_at = self._line.stamp(told.timestamp)
        self._open.add(where)
        self._deliveries.put_nowait(
            Delivery(
                message.data,
                number=told.sequence.stream,
                age_s=max(self._line.now() - kept_at, 0.0),
                settled=partial(self._end, where),
                left=partial(self._open.discard, where),
                given_back=_when_it_closes,
            )
        )

    def _end(self, where: str) -> None:
        self._open.discard(where)
        self._told.append((where, _DONE))
        self._due.set()

    async def _tell(self, client: Client) -> None:
        """Tells the server what is settled. Where it does not hear, it delivers again, and is told again."""
        while True:
            await self._due.wait()
            self._due.clear()
            told, self._told = self._told, []
            for where, word in told:
                await client.publish(where, word)
            await client.flush()

    async def _tell_all(self) -> None:
        """Waits until the server has been told of all that is settled; not where there is no connection."""
        while self._told and self._line.js is not None:  # noqa: ASYNC110 - either ends it
            await asyncio.sleep(0.01)

    async def _hold(self) -> None:
        """Says of what is not settled that somebody is at it."""
        while True:
            await asyncio.sleep(self._names.ack_wait_s / 3)
            self._told += [(where, _AT_IT) for where in self._open]
            self._due.set()


async def _until(gone: asyncio.Event) -> None:
    await gone.wait()


def _when_it_closes() -> None:
    """What is not settled goes back when the chat is closed: before, it would come to us again."""
