"""Finds the JSON object in a model's text, and checks that it is a plan or an answer."""

from __future__ import annotations

from director.models.base import Purpose
from director.plan_text import DECODER
from toolgate.contract import JsonObject

_TEXT_MAX = 1_000_000
_STARTS_MAX = 500
_READ_MAX = 5_000_000
"""How many characters may be read without finding an object: nested objects that never end are each read to the end."""


def find_object(text: str) -> JsonObject | None:
    """The JSON object in a text: the text itself, or the longest one within prose or a code fence. None without one."""
    text = text.strip()[:_TEXT_MAX]
    best: tuple[int, JsonObject] | None = None
    at, room = text.find("{"), _READ_MAX
    for _ in range(_STARTS_MAX):
        if at < 0 or room < 0:
            break
        try:
            found, end = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            room -= len(text) - at
            end = at + 1
        else:
            if best is None or end - at > best[0]:
                best = end - at, found
        at = text.find("{", end)
    return best[1] if best else None


def is_what_was_asked(data: JsonObject, purpose: Purpose) -> bool:
    """Whether an object is a plan, a list of steps, or an answer, a text. What is in them is for others to judge."""
    if purpose == "answer":
        return isinstance(data.get("answer"), str)
    steps = data.get("plan")
    return isinstance(steps, list) and all(isinstance(step, dict) for step in steps)
