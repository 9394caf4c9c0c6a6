"""The port to what was said in the chat: every message, answered or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from pitwall.corpus.port import Problem

MESSAGE_CHARS = 500
"""A longer message is kept cut."""
USERNAME_CHARS = 80


class ChatLine(Struct, frozen=True):
    """One message. `id` is its own within its channel; `ts` is when it was said, seconds since 1970, UTC."""

    id: str
    username: str
    message: str
    ts: float
    channel: str = ""


class ChatHit(NamedTuple):
    """A message that was found. A smaller score is a better one."""

    line: ChatLine
    score: float


class ChatSearch(NamedTuple):
    """The messages of a search, the best first, and how many match in all; none where there is a problem."""

    hits: tuple[ChatHit, ...] = ()
    matching: int = 0
    problem: Problem | None = None


class ChatPage(NamedTuple):
    """The latest messages first, and how many are kept."""

    lines: tuple[ChatLine, ...] = ()
    kept: int = 0
    problem: Problem | None = None


class ChatStore(Protocol):
    """What the chat said, within limits of age and count. Any thread may call; ToolError where it cannot be done."""

    def keep(self, lines: Sequence[ChatLine]) -> int:
        """Keeps messages; how many of them were new."""
        ...

    def recent(self, *, limit: int, until_ts: float | None = None) -> ChatPage:
        """The latest messages, those until a time where one is given."""
        ...

    def search(
        self,
        query: str,
        *,
        limit: int,
        username: str | None = None,
        between: tuple[float, float] | None = None,
        until_ts: float | None = None,
    ) -> ChatSearch:
        """The best messages for ordinary words: of one person, of a span of time, until a time, where given."""
        ...


class NoChat:
    """Nobody keeps a chat."""

    def keep(self, lines: Sequence[ChatLine]) -> int:
        """Keeps nothing."""
        return 0

    def recent(self, *, limit: int, until_ts: float | None = None) -> ChatPage:
        """Nothing, and why."""
        return ChatPage(problem="database_missing")

    def search(
        self,
        query: str,
        *,
        limit: int,
        username: str | None = None,
        between: tuple[float, float] | None = None,
        until_ts: float | None = None,
    ) -> ChatSearch:
        """Nothing, and why."""
        return ChatSearch(problem="database_missing")
