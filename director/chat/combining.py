"""Several answers in one message: when many wait, or as a digest that goes out once in a while."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from director.answer import Answer
from director.chat.question_queue import Asker, Key


@dataclass(slots=True)
class ReadyAnswer:
    """An answer that is ready to go out, and everybody who waits for it."""

    key: Key
    question: str
    askers: list[Asker]
    result: Answer
    text: str
    since: float


def combined(pieces: Sequence[ReadyAnswer], most_chars: int) -> tuple[str, int]:
    """As many of the answers as one message holds, each for who asked it first; and how many they are, at least one."""
    if len(pieces) == 1:
        return pieces[0].text, 1
    text, count = "", 0
    for piece in pieces:
        longer = f"{text} @{piece.askers[0].message.username} {piece.text}".strip()
        if len(longer) > most_chars:
            break
        text, count = longer, count + 1
    return (text, count) if count > 1 else (pieces[0].text, 1)
