"""One delivery of a chat message, and what its chat is told of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


def _nobody() -> None:
    """Tells nobody: the chat keeps nothing."""


@dataclass(slots=True, eq=False)
class Delivery:
    """Bytes that may be a message. A chat that keeps its messages delivers one again until it is `settled`."""

    frame: bytes
    number: int = 0
    """Its number in the chat's stream, the same at each delivery; 0 where no stream keeps it."""
    age_s: float = 0.0
    """How long it had been kept when it was delivered."""
    settled: Callable[[], None] = _nobody
    """Says that it need not come again."""
    left: Callable[[], None] = _nobody
    """Says nothing more of it: another responder has it."""
    given_back: Callable[[], None] | None = None
    """Asks that somebody else gets it; None: nobody else would."""
