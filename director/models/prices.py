"""What tokens cost. A model that is not listed has no known price, and none is guessed."""

from __future__ import annotations

from typing import NamedTuple


class Price(NamedTuple):
    """US dollars for a million tokens. `cached` is None where it is not known."""

    model: str
    input: float
    output: float
    cached: float | None = None


PRICES: tuple[Price, ...] = (
    Price("claude-haiku-5-5", 0.10, 0.50),
    Price("claude-sonnet-5-5", 2.00, 10.00),
    Price("claude-opus-5-5", 4.00, 20.00),
)
"""US dollars for a million tokens, by the provider's price list when this was written. Dated versions cost the same."""


def cost_usd(model: str, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float | None:
    """What a reply cost, or None where a price is not known. `input_tokens` includes the cached ones."""
    price = next((price for price in PRICES if f"{model}-".startswith(f"{price.model}-")), None)
    if price is None or (cached_tokens and price.cached is None):
        return None
    fresh = (input_tokens - cached_tokens) * price.input + cached_tokens * (price.cached or 0.0)
    return round((fresh + output_tokens * price.output) / 1_000_000, 9)
