"""The known names nearest to one that is unknown, for the messages that name a remedy."""

from __future__ import annotations

from collections.abc import Iterable

_LOOKED_AT_CHARS = 100
_LOOKED_AT_NAMES = 500
"""Comparing takes time in both: a caller's word may be long, and a foreign server may have many names."""
_CUTOFF = 0.6
_SHORTEST_PART = 3


def nearest(word: str, known: Iterable[str], most: int = 3) -> list[str]:
    """At most `most` known names, the nearest first, case aside. A name that the word is a part of is near too."""
    from difflib import get_close_matches  # and what it imports, which only a mistake needs

    wanted = word[:_LOOKED_AT_CHARS].lower()
    names = {name.lower(): name for name in list(known)[:_LOOKED_AT_NAMES]}
    close = get_close_matches(wanted, names, n=most, cutoff=_CUTOFF)
    whole = [name for name in names if len(wanted) >= _SHORTEST_PART and wanted in name]
    return [names[name] for name in dict.fromkeys([*close, *whole])][:most]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`: did you mean 'ask'?`, or nothing where no known name is near."""
    near = nearest(word, known, 1)
    return f": did you mean {near[0]!r}?" if near else ""
