"""Who is slow at this moment of a race is not who is last in it: the laps of late tell."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_SLOWEST_NOW = compile_later(
    r"(?:who|which\s+(?:car|driver))(?:['’]?s|\s+is)\s+(?:the\s+)?slowest(?:\s+(?:car|driver|man|one))?"
    r"(?:\s+(?:on\s+(?:the\s+)?track|out\s+there))?\s+(?:right\s+now|now|at\s+the\s+moment|currently|at\s+present)\W*",
    re.IGNORECASE,
)


def slow_of_late(question: str) -> str:
    """The question of the last laps, where it asks who is slowest now; else as it is."""
    return "who is the slowest over the last 5 laps" if _SLOWEST_NOW.fullmatch(question.strip()) else question
