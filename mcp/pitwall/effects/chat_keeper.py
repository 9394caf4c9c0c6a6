"""Takes note of every message of a chat, answered or not, without making anybody wait."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from math import isfinite

from pitwall.effects.background import Background
from pitwall.effects.chat_store import MESSAGE_CHARS, USERNAME_CHARS, ChatLine, ChatStore
from pitwall.effects.one_line import plain_line
from toolgate.moments import utc_now

_ID_CHARS = 200


class ChatKeeper:
    """What a responder hands its messages to. `lost` counts what could not be kept."""

    def __init__(self, store: ChatStore, *, channel: str = "", clock: Callable[[], datetime] = utc_now) -> None:
        self._channel = channel
        self._clock = clock
        self._background = Background(store.keep, "chat")

    @property
    def lost(self) -> int:
        """Messages that could not be kept."""
        return self._background.lost

    def heard(self, id: str, username: str, message: str, sent_at: float | None = None) -> None:
        """Has a message kept. `sent_at` is when it was said, seconds since 1970; a time to come counts as now."""
        now = self._clock().timestamp()
        line = plain_line(message)[:MESSAGE_CHARS]
        if line:
            who = plain_line(username)[:USERNAME_CHARS]
            said = min(sent_at, now) if sent_at is not None and isfinite(sent_at) else now
            self._background.put(ChatLine(plain_line(id)[:_ID_CHARS], who, line, said, self._channel))

    def close(self) -> None:
        """Keeps what is left."""
        self._background.close()
