"""The options of language models."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct


class Role(Struct, frozen=True):
    """A model for one purpose. The temperature is sent only to a model that still takes one."""

    model: str
    max_tokens: int = 4096
    temperature: float = 0.0


class RequestLimits(Struct, frozen=True):
    """Attempts and timeouts (seconds) of one request, within the deadline that the caller sets."""

    attempts: int = 3
    attempt_timeout_s: float = 20.0
    connect_timeout_s: float = 2.0
    retry_after_max_s: float = 10.0
    """A provider that asks for a longer pause is not asked again for this request."""


_LIMITS = RequestLimits()


class ProviderOptions(Struct, frozen=True):
    """How to reach one provider, and its options."""

    plan: Role
    answer: Role
    key: str = ""
    key_setting: str = "its key"
    """The name of the setting that holds the key, for the message that it is missing."""
    model_settings: str = "its models"
    """The names of the settings that name the models, for the message that there is no such model."""
    base_url: str = ""
    """Empty: the provider's own."""
    api_version: str = ""
    effort: str = ""
    """How much a model thinks, in the provider's own words. Empty: as the model likes."""
    limits: RequestLimits = _LIMITS

    def __repr__(self) -> str:
        """Without the key, which must not stand in a log."""
        return f"ProviderOptions(plan={self.plan!r}, answer={self.answer!r}, base_url={self.base_url!r})"


class CircuitOptions(Struct, frozen=True):
    """How many failures in a row open the circuit, and for how long."""

    failures: int = 3
    open_s: float = 30.0


class ModelOptions(Struct, frozen=True):
    """Providers by name, and options shared by all of them."""

    providers: Mapping[str, ProviderOptions]
    circuit: CircuitOptions = CircuitOptions()
    record: Path | None = None
    """The file that keeps every exchange."""
