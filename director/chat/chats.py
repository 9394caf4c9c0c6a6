"""What a chat is to a responder, and which kind of chat a server of NATS can give."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from director.chat.bus import Bus
from director.chat.clock import ChatClock
from director.chat.delivery import Delivery
from director.chat.jetstream.pulling import StreamChat
from director.chat.jetstream.streams import ChatNames, has_jetstream
from director.chat.operator_line import OperatorLine
from director.chat.outlet import Outlet
from director.chat.shelf import Shelf
from toolgate.nats.link import NatsLink

_log = logging.getLogger("director.chat")

ALONE = "ids, like questions and the rate of answers are known to this process alone: let no other answer the same chat"


class Chat(Protocol):
    """Messages in, answers out."""

    @property
    def missed(self) -> int:
        """Messages that came too fast to be taken."""

    @property
    def outlet(self) -> Outlet:
        """The outlet of answers."""

    @property
    def shelf(self) -> Shelf | None:
        """What all responders of the chat share; None where they share nothing."""

    @property
    def operator(self) -> OperatorLine | None:
        """The operator's line for commands and alerts; None: alerts go to stderr alone."""

    def deliveries(self) -> AbstractAsyncContextManager[AsyncIterator[Delivery]]:
        """Opens the chat: messages as they come, until it ends."""


async def nats_chat(link: NatsLink, names: ChatNames, clock: ChatClock) -> Chat:
    """The chat of a server, once there is a connection: kept by JetStream where the server has it."""
    async with link.connected() as (client, *_):
        if await has_jetstream(client):
            return StreamChat(link, names)
    _log.warning("the server has no JetStream: %s", ALONE)
    return Bus(link, names.messages, names.answers, clock, OperatorLine(names.control, names.alerts, names.durable))
