"""The other end of a call while it runs: what a tool may tell its caller, and ask of it. Transports provide it.

A transport that can reach the caller sets `PEER` before it hands the call to the runner; a tool reaches it through the
SDK's `CallContext`. Where it is None, nobody can be told or asked anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from toolgate.contract import JsonObject, ToolError

LogLevel = Literal["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]


@dataclass(frozen=True, slots=True)
class Elicit:
    """Asks the person behind the client to fill in a form."""

    message: str
    schema: JsonObject = field(default_factory=lambda: {"type": "object", "properties": {}})


@dataclass(frozen=True, slots=True)
class Sample:
    """Asks the client's model to go on with a conversation."""

    messages: tuple[JsonObject, ...]
    max_tokens: int = 500
    system_prompt: str | None = None


@dataclass(frozen=True, slots=True)
class Roots:
    """Asks the client for the folders that it works in."""


Question = Elicit | Sample | Roots
"""What a tool may ask of its caller."""


class Peer(Protocol):
    """A caller who can be told and asked while the call runs."""

    @property
    def capabilities(self) -> JsonObject:
        """What the client says that it can do, as MCP writes it: `{"elicitation": {}, "sampling": {}}`."""

    async def progress(self, progress: float, total: float | None, message: str | None) -> None:
        """Says how far the call is, to a caller that wants to know."""

    async def log(self, level: LogLevel, data: Any, logger: str | None) -> None:
        """Sends a line of the tool's log, to a caller that wants it."""

    async def ask(self, questions: Mapping[str, Question]) -> dict[str, JsonObject]:
        """The answer to each question. InputNeeded where the call has to be made again with the answers."""


class InputNeeded(ToolError):
    """The call waits for answers: the transport tells the caller what is asked, who then calls again with them."""

    def __init__(self, keys: list[str]) -> None:
        super().__init__("tool_failed", f"the caller is asked for {', '.join(keys)}: call again with the answers")


PEER: ContextVar[Peer | None] = ContextVar("toolgate_peer", default=None)
"""The other end of the call that runs in this context."""
