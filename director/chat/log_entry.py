"""What is kept of a message: what was asked, what became of it, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from director.answer import Answer

Fate = Literal["answered", "batched", "held", "silent", "ignored", "dropped"]


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One row of the answers log. `reason` says why there is no answer; `result` is the evidence, if it was asked."""

    ts: float
    """When the outcome was known: seconds since 1970, UTC."""
    channel: str
    input_id: str
    username: str
    question: str
    fate: Fate
    answer: str = ""
    reason: str = ""
    published: bool = False
    waited_ms: float | None = None
    result: Answer | None = None


Keep = Callable[[LogEntry], None]
"""Keeps an entry. It must not wait."""
