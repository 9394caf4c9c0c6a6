"""The outlet: publishes the answers of a chat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from director.chat.clock import ChatClock
from director.chat.message import ChatAnswer
from toolgate.errors import LocalError

Publish = Callable[[ChatAnswer], Awaitable[None]]
"""Gives an answer to the chat. NotPublished says that it surely did not arrive, another error leaves that open.

It must not take long: who stops the responder waits for it.
"""


class NotPublished(LocalError):
    """The answer did not reach the chat. It may be tried again."""


class Overtaken(LocalError):
    """Somebody else has answered since the turn was taken: this answer is not out."""


class Published(NamedTuple):
    """An answer that is out: its number among the answers, when it went out by the shelf's clock, and its text, which
    is that of an earlier try where there was one.
    """

    number: int
    at: float
    answer: str


class Outlet(Protocol):
    """Publishes answers."""

    knows_again: bool
    """Whether an answer to the same message is taken once, however often it is published."""

    async def publish(self, answer: ChatAnswer, after: int) -> Published:
        """Publishes an answer where the last one is that of number `after`. NotPublished and Overtaken: it is not out;
        another error leaves that open.
        """

    async def last(self) -> Published | None:
        """The answer that went out last, None where none is known."""


class PlainOutlet:
    """Publishes for this process alone: nobody else's answers are known."""

    knows_again = False

    def __init__(self, publish: Publish, clock: ChatClock) -> None:
        self._publish = publish
        self._clock = clock

    async def publish(self, answer: ChatAnswer, after: int) -> Published:
        """Publishes an answer."""
        await self._publish(answer)
        return Published(after + 1, self._clock.now(), answer.answer)

    async def last(self) -> Published | None:
        """None: the answers of others are not known."""
        return None
