"""A chat message in, an answer out: their shapes on the wire."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import orjson

MESSAGE_TYPE = "youtube_chat_message"
ANSWER_TYPE = "director_answer"


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """What somebody wrote."""

    id: str
    username: str
    text: str
    sent_at: float | None = None
    """When, as the chat says it: seconds since 1970, UTC."""


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What is published. `ts` is when: seconds since 1970, UTC."""

    input_id: str
    username: str
    question: str
    answer: str
    ts: float

    def frame(self) -> bytes:
        """`{"type": "director_answer", "data": {"input_id", "username", "question", "answer", "ts_iso", "ts"}}`."""
        data = {
            "input_id": self.input_id,
            "username": self.username,
            "question": self.question,
            "answer": self.answer,
            "ts_iso": iso(self.ts),
            "ts": round(self.ts, 3),
        }
        return orjson.dumps({"type": ANSWER_TYPE, "data": data})


def iso(ts: float) -> str:
    """`2024-05-01T12:00:00.000Z`."""
    return datetime.fromtimestamp(ts, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def clean(text: str) -> str:
    """The text in one line, without what a terminal or a chat would obey."""
    if text.isprintable():
        return text.strip()
    return "".join(character if character.isprintable() else " " for character in text).strip()
