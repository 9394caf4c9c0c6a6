"""Recognises our own messages when the chat sends them back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Literal

from director.chat.message import ChatMessage
from director.language.back_references import words

_REMEMBERED = 50
_CUT_MIN_WORDS = 6
"""A chat may cut long messages: one of at least so many words that begin one of our answers is ours."""

Ours = Literal["own_name", "own_text"]


class OwnVoice:
    """Knows our names, and the answers published last, whoever's name stands over them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(_folded(name) for name in names)
        self._said: deque[tuple[str, ...]] = deque(maxlen=2 * _REMEMBERED)

    def said(self, answer: str, username: str) -> None:
        """Remembers an answer, as it is and as addressed to its asker ("@ann P3.")."""
        spoken = words(answer)
        self._said += (spoken, (*words(username), *spoken))

    def heard(self, message: ChatMessage) -> Ours | None:
        """Why the message counts as our own; None where it is somebody else's."""
        if _folded(message.username) in self._names:
            return "own_name"
        spoken = words(message.text) if self._said else ()
        if spoken and any(_same(spoken, ours) for ours in self._said):
            return "own_text"
        return None


def _same(heard: tuple[str, ...], ours: tuple[str, ...]) -> bool:
    if len(heard) < _CUT_MIN_WORDS:
        return heard == ours
    # The last word may have been cut within.
    *before, last = heard
    return tuple(before) == ours[: len(before)] and any(word.startswith(last) for word in ours[len(before) :][:1])


def _folded(name: str) -> str:
    return " ".join(name.removeprefix("@").casefold().split())
