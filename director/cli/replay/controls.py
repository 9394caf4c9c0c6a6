"""What keys mean. Pure: a key in, a command out; it holds nothing but the line that is being typed."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from director.cli.replay.keys import HANG_UP
from director.pipeline import QUESTION_MAX_CHARS

Simple = Literal["pause", "faster", "slower", "back", "forward", "dismiss", "quit"]


@dataclass(frozen=True, slots=True)
class GoTo:
    """Jump to the moment at which the first car completed this lap."""

    lap: int


@dataclass(frozen=True, slots=True)
class AskAbout:
    """Ask this question about the moment that is shown."""

    question: str


Command = Simple | GoTo | AskAbout

_SIMPLE: MappingProxyType[str, Simple] = MappingProxyType(
    {
        " ": "pause",
        "+": "faster",
        "=": "faster",
        "-": "slower",
        "left": "back",
        "right": "forward",
        "escape": "dismiss",
        "q": "quit",
        "Q": "quit",
    }
)
_ASK_KEYS = frozenset("?aA")
_LAP_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Prompt:
    """The line being typed: a lap or a question."""

    kind: Literal["lap", "question"]
    text: str = ""


class Controls:
    """The keys of a replay. While `prompt` is set, keys write into it."""

    def __init__(self) -> None:
        self.prompt: Prompt | None = None

    def press(self, key: str) -> Command | None:
        """What that key asks for, None where it asks for nothing (yet)."""
        if key == HANG_UP:
            return "quit"
        if self.prompt is not None:
            return self._type(self.prompt, key)
        if key in _ASK_KEYS:
            self.prompt = Prompt("question")
        elif _is_digit(key):
            self.prompt = Prompt("lap", key)
        return _SIMPLE.get(key)

    def _type(self, prompt: Prompt, key: str) -> Command | None:
        if key == "escape":
            self.prompt = None
        elif key == "enter":
            self.prompt = None
            return _entered(prompt)
        elif key == "backspace":
            left = Prompt(prompt.kind, prompt.text[:-1])
            self.prompt = left if left.text or prompt.kind == "question" else None
        elif len(key) == 1 and _fits(prompt, key):
            self.prompt = Prompt(prompt.kind, prompt.text + key)
        return None


def _fits(prompt: Prompt, key: str) -> bool:
    if prompt.kind == "lap":
        return _is_digit(key) and len(prompt.text) < _LAP_DIGITS
    return len(prompt.text) < QUESTION_MAX_CHARS


def _is_digit(key: str) -> bool:
    return len(key) == 1 and key.isascii() and key.isdecimal()


def _entered(prompt: Prompt) -> Command | None:
    text = prompt.text.strip()
    if not text:
        return None
    return GoTo(int(text)) if prompt.kind == "lap" else AskAbout(text)
