"""Suggests the nearest known name for an unknown one."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`: did you mean 'ask'?`, or nothing where no known name is near."""
    from difflib import get_close_matches  # and what it imports, which only a mistake needs

    close = get_close_matches(word[:100].lower(), [name.lower() for name in known], n=1, cutoff=0.6)
    meant = next((name for name in known if close and name.lower() == close[0]), "")
    return f": did you mean {meant!r}?" if meant else ""
