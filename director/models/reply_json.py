"""Finds the JSON object in a model's reply, and checks that it is a plan or an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from director.models.base import Purpose
from director.plan_text import DECODER
from toolgate.contract import JsonObject

_TEXT_MAX = 1_000_000
_STARTS_MAX = 500
_READ_MAX = 5_000_000
"""How many characters are read in vain: objects that never end within each other are all read to the end."""


def find_object(text: str) -> JsonObject | None:
    """The JSON object in a text: the text itself, or the longest one within prose or a code fence. None without one.

    A list of steps without its object is a plan, a list of clauses an answer.
    """
    text = text.strip()[:_TEXT_MAX]
    if (bare := _bare_list(text)) is not None:
        return bare
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


def plan_of_calls(calls: Sequence[tuple[str, Any]]) -> JsonObject:
    """The plan that a model made by calling the tools instead of naming them: `(name, arguments)` each."""
    return {"rationale": "", "plan": [{"name": name, "arguments": arguments} for name, arguments in calls]}


def _bare_list(text: str) -> JsonObject | None:
    """The list that a text is, or that stands in its code fence, as the object that it belongs into."""
    start = text.find("[")
    if start < 0 or "{" in text[:start]:
        return None
    try:
        found, end = DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        return None
    if not found:
        return {"plan": [], "clauses": []} if not text[end:].strip("` \n") else None
    if all("says" in each for each in found):
        return {"clauses": found}
    return {"plan": found} if all("name" in each for each in found) else None


def is_what_was_asked(data: JsonObject, purpose: Purpose) -> bool:
    """Whether an object is a plan, a list of steps, or an answer, a list of clauses. What they say others judge."""
    if purpose == "answer":
        return isinstance(data.get("clauses"), list) or isinstance(data.get("answer"), str)
    steps = data.get("plan")
    return isinstance(steps, list) and all(isinstance(step, dict) for step in steps)
