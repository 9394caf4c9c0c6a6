"""The model port: what planners and answerers ask of a language model, whoever provides it."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from toolgate.contract import JsonObject
from toolgate.errors import UnavailableError

Purpose = Literal["plan", "answer"]

Fault = Literal[
    "no_key",  # no key is set for this provider
    "auth",  # the key is refused
    "spend_limit",  # the account may spend no more
    "rate_limited",  # too many requests
    "overloaded",  # the provider cannot answer now
    "timeout",  # no reply within the deadline
    "unreachable",  # no connection
    "bad_request",  # the provider refuses the request as such, as for an unknown model
    "refused",  # the model declines, or the prompt is blocked
    "truncated",  # the reply stops before its end
    "unreadable",  # the reply is not the JSON that was asked for
    "circuit_open",  # too many failures just now: not asked
    "not_recorded",  # a replay that does not hold this exchange
]

PROVIDER_FAULTS: frozenset[Fault] = frozenset(
    (
        "no_key",
        "auth",
        "spend_limit",
        "rate_limited",
        "overloaded",
        "timeout",
        "unreachable",
        "bad_request",
        "circuit_open",
    )
)
"""Faults of a provider, its account or the network. All other faults concern one reply that did arrive."""


class Message(Struct, frozen=True):
    """One turn of a conversation."""

    role: Literal["user", "assistant"]
    text: str


class Request(Struct, frozen=True):
    """What is asked. `schema` is a JSON Schema of an object: a backend sends as much of it as its provider takes."""

    purpose: Purpose
    system: str
    messages: tuple[Message, ...]
    schema: JsonObject


class Usage(Struct, frozen=True):
    """What a reply cost. `input_tokens` includes the cached ones; `cost_usd` is None where the price is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = None


class ModelError(UnavailableError):
    """A model gave no usable reply. The message is one line for the caller: no key, no trace, no address.

    `retry_after_s` is how long the provider wants to be left alone; None where another try is no use.
    `usage` and `model` are what the failure cost, as a reply that was cut off is paid for all the same.
    """

    def __init__(
        self,
        fault: Fault,
        message: str,
        *,
        retry_after_s: float | None = None,
        usage: Usage | None = None,
        model: str = "",
    ) -> None:
        super().__init__(message)
        self.fault: Fault = fault
        self.retry_after_s = retry_after_s
        self.usage = usage or Usage()
        self.model = model


class ModelReply(Struct, frozen=True):
    """What came back: an object that is JSON, not yet held to the schema."""

    data: JsonObject
    model: str
    usage: Usage = Usage()
    request_id: str = ""


class Model(Protocol):
    """A language model."""

    @property
    def name(self) -> str:
        """The provider's name in the registry of models."""

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        """One reply within `timeout_s` seconds, retries included. ModelError where no reply can be used.

        A deadline around the call has to be longer: the circuit counts a timeout of the model as a failure, but no
        cancellation.
        """

    async def aclose(self) -> None:
        """Closes the connections."""
