"""Text in a tool's definition that a person would not see, or that speaks to the model behind a person's back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from toolgate.contract import JsonObject

_HIDDEN = frozenset(("Cc", "Cf", "Co", "Cs", "Cn"))
_PLAIN = frozenset("\n\t\r\u200d\ufe0f")
"""Line ends, and what joins emoji."""
_SPOKEN = re.compile(
    r"<\s*(?:important|system|secret|hidden|instructions?)\s*>"
    r"|\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:previous|prior|earlier|above)\b"
    r"|\bdo\s+not\s+(?:tell|mention|reveal|inform|show)\b.{0,40}\buser\b"
    r"|\bwithout\s+(?:telling|informing|asking)\s+the\s+user\b"
    r"|<!--",
    re.IGNORECASE | re.DOTALL,
)


def hidden_in(native: JsonObject) -> str | None:
    """What is hidden in a definition, in a few words; None where nothing is."""
    for text in _texts({key: value for key, value in native.items() if key != "_meta"}):
        odd = next((c for c in text if c not in _PLAIN and unicodedata.category(c) in _HIDDEN), None)
        if odd is not None:
            return f"the character U+{ord(odd):04X}, which is invisible"
        if (spoken := _SPOKEN.search(text)) is not None:
            return f"{' '.join(spoken[0].split())[:60]!a}, which addresses the model and not its user"
    return None


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict) and depth < 64:
        for key, item in value.items():
            yield str(key)
            yield from _texts(item, depth + 1)
    elif isinstance(value, list) and depth < 64:
        for item in value:
            yield from _texts(item, depth + 1)
