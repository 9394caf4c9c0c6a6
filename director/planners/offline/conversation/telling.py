"""Whether an answer already tells the amount that is asked for after it."""

from __future__ import annotations

from director.language.late_patterns import compile_later

_AMOUNTS = (
    (compile_later(r"\bhow old\b"), compile_later(r"\blaps? old\b")),
    (compile_later(r"\bhow many\b"), compile_later(r"(?<![\dP.:])\d+(?![\d.:]*\d)")),
    (
        compile_later(r"\b(?:how (?:much|far|close|big|large|long)|gap|margin)\b"),
        compile_later(r"\d s\b|\d:\d\d|\d laps?\b"),
    ),
    (compile_later(r"\b(?:which|what) laps?\b|\bwhen\b"), compile_later(r"\blaps? \d+\b(?![:.]\d)|\b\d\d:\d\d")),
)
"""What asks for an amount, and how an answer has it."""


def tells(answer: str, question: str) -> bool:
    """Whether the answer has an amount of the kind that the question asks for, if it asks for one."""
    asked = next((told for asks, told in _AMOUNTS if asks.search(question.lower())), None)
    return asked is None or asked.search(answer) is not None
