"""Whether an answer already tells the amount that is asked for after it."""

from __future__ import annotations

import re

_AMOUNTS = (
    (re.compile(r"\bhow old\b"), re.compile(r"\blaps? old\b")),
    (re.compile(r"\bhow many\b"), re.compile(r"(?<![\dP.:])\d+(?![\d.:]*\d)")),
    (re.compile(r"\b(?:how (?:much|far|close|big|large|long)|gap|margin)\b"), re.compile(r"\d s\b|\d:\d\d|\d laps?\b")),
    (re.compile(r"\b(?:which|what) laps?\b|\bwhen\b"), re.compile(r"\blaps? \d+\b(?![:.]\d)|\b\d\d:\d\d")),
)
"""What asks for an amount, and how an answer has it."""


def tells(answer: str, question: str) -> bool:
    """Whether the answer has an amount of the kind that the question asks for, if it asks for one."""
    asked = next((told for asks, told in _AMOUNTS if asks.search(question.lower())), None)
    return asked is None or asked.search(answer) is not None
