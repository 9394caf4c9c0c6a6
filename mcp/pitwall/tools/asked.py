"""What people ask a tool, written densely: these examples are all that a planner knows of its English."""

from __future__ import annotations

from pitwall.tools.tool import Example
from toolgate.contract import JsonObject


def asked(arguments: JsonObject, questions: str) -> tuple[Example, ...]:
    """One example for each question of a text, all with these arguments. A question ends at `/` or its line's end."""
    parts = (part.strip() for line in questions.splitlines() for part in line.split("/"))
    return tuple((part, arguments) for part in parts if part)
