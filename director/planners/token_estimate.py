"""How long a text is for a model, before one has counted."""

from __future__ import annotations

_CHARS_PER_TOKEN = 3.5


def estimate_tokens(text: str) -> int:
    """About as many tokens as a tokenizer makes of it, rather more than fewer: JSON and names cost more than prose."""
    wide = sum(1 for char in text if ord(char) > 0x2FF) if not text.isascii() else 0
    return int((len(text) - wide) / _CHARS_PER_TOKEN) + wide + 1
