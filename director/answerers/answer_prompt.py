"""A question and the tools' data as a request to a model that answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.answerers.base import Refused
from director.defaults import ANSWER_MAX_CHARS
from director.grounding.asked_rows import as_fields, is_given
from director.grounding.languages import LANGUAGES
from director.grounding.meanings import MEANINGS
from director.models.base import Message, Request
from director.reasoning import answer_again, answer_prompt, asked, data_block, session_block
from director.sanitise import clean_data
from toolgate.contract import Context, JsonObject

QUESTION_MAX_CHARS = 2000
_ROLES = ("subject", "object", "value", "lap", "start", "end", "over", "since", "total", "age", "position", "reason")
_SLOT: JsonObject = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "enum": list(_ROLES)},
        "at": {"type": "string", "description": "s1#/rows/0/gap_s, or diff(s1#/a, s1#/b)"},
    },
    "required": ["name", "at"],
    "additionalProperties": False,
}
_CLAUSE: JsonObject = {
    "type": "object",
    "properties": {
        "says": {"type": "string", "enum": [*MEANINGS, "field", "quote"]},
        "slots": {"type": "array", "items": _SLOT},
        "text": {"type": "string", "description": "the clause with its slots in braces, or empty"},
    },
    "required": ["says", "slots", "text"],
    "additionalProperties": False,
}
ANSWER_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "language": {"type": "string", "enum": list(LANGUAGES)},
        "clauses": {"type": "array", "items": _CLAUSE},
    },
    "required": ["language", "clauses"],
    "additionalProperties": False,
}
"""The schema of a worded answer: always the same, so that a grammar of it is made once."""


def answer_request(
    question: str,
    data: Sequence[JsonObject],
    context: Context,
    *,
    max_chars: int = ANSWER_MAX_CHARS,
    refused: Refused | None = None,
    system_prompt: str = "",
) -> Request:
    """The request to a model that answers. `data` is clean already; `refused` is its last answer and what was wrong.

    The refused answer stands among the data, as it may repeat a stranger's text; its flaws are in our own words.
    `system_prompt` is what the operator wants said before the rules.
    """
    told = [{**entry, **_claims(entry, context)} if "output" in entry else entry for entry in data]
    if refused is not None:
        told.append({"your_last_answer": clean_data(refused[0])})
    text = f"{session_block(context)}{asked(question, QUESTION_MAX_CHARS)}\n{data_block(told)}"
    if refused is not None:
        text = f"{text}\n{answer_again(refused[1])}"
    return Request("answer", answer_prompt(max_chars, system_prompt), (Message("user", text),), ANSWER_SCHEMA)


def _claims(entry: JsonObject, context: Context) -> Mapping[str, list[str]]:
    """What a tool's output says, a line each: `is_behind subject=/behind object=/ahead value=/gap_s`."""
    told = entry.get("arguments")
    arguments: JsonObject = told if isinstance(told, dict) else {}
    lines = [
        _claim(one)
        for declared in context.claims.get(str(entry.get("tool")), ())
        if declared.get("says") in MEANINGS and is_given(declared, arguments)
        for one in as_fields(declared, arguments)
    ]
    return {"claims": lines} if lines else {}


def _claim(declared: JsonObject) -> str:
    fields = (f"{role}={declared[role]}" for role in _ROLES if isinstance(declared.get(role), str))
    where = (f"where {field} is {value}" for field, value in declared.get("where", {}).items())
    return " ".join((str(declared["says"]), *fields, *where))
