"""What goes along with one call to a server behind us beside its arguments: its time, its `_meta`, who hears of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from contextvars import ContextVar
from typing import Any

from mcp.shared.exceptions import MCPError
from msgspec import Struct, field

from toolgate.contract import JsonObject

ROUNDS = ("inputResponses", "requestState")
"""What a client sends with the second round of a call in which a server has asked something."""

Tell = Callable[[str, JsonObject], Awaitable[None]]
"""Passes a notification, by method and parameters, to the client whose call it is about."""

Ask = Callable[[str, JsonObject], Awaitable[JsonObject]]
"""Passes a request of the server to the client whose call it is about; gives the client's result."""


class Listener(Struct, frozen=True):
    """Who is to be told that a resource has changed: a connection or a stream of a client."""

    key: Hashable
    tell: Callable[[str], Awaitable[None]]
    """Gets the address of the resource that has changed."""
    connection: Any = None
    """The client's connection, by the older protocol; None for a stream of the newer one."""


class Beside(Struct, frozen=True):
    """What a client has sent with its call, and how it can be reached while the call runs."""

    timeout_ms: int | None = None
    """The time that the client gives it, where that is less than the tool's own."""
    meta: JsonObject | None = None
    extra: JsonObject | None = None
    """Further parameters, as the answers to what a server has asked in an earlier round."""
    capabilities: JsonObject | None = None
    """What the client can do for a server: of the newer protocol a server is told so with every call."""
    tell: Tell | None = None
    ask: Ask | None = None
    listener: Listener | None = None
    errors: list[MCPError] = field(default_factory=list)
    """The server's own error, noted while the call fails, for who passes it on as it is."""

    @property
    def openly(self) -> JsonObject:
        """The client's capabilities, as a server is told them when a session is opened."""
        return self.capabilities or {}

    @property
    def by_rounds(self) -> bool:
        """Whether the client can be asked only by the call's result, and then repeats the call with its answers."""
        return self.ask is None and bool(self.capabilities)


BESIDE: ContextVar[Beside] = ContextVar("beside", default=Beside())  # noqa: B039 - nobody notes errors in the default
"""What came beside the call that runs in this context. A handler starts in the context of its caller."""
