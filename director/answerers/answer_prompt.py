"""A question and the tools' data as a request to a model that answers."""

from __future__ import annotations

from collections.abc import Sequence

from director.defaults import ANSWER_MAX_CHARS
from director.models.base import Message, Request
from director.reasoning import answer_again, answer_prompt, asked, data_block, session_block
from toolgate.contract import Context, JsonObject

QUESTION_MAX_CHARS = 2000


def answer_schema(max_chars: int) -> JsonObject:
    """The schema of `{"answer": text}`."""
    return {
        "type": "object",
        "properties": {"answer": {"type": "string", "maxLength": max_chars}},
        "required": ["answer"],
        "additionalProperties": False,
    }


def answer_request(
    question: str,
    data: Sequence[JsonObject],
    context: Context,
    *,
    max_chars: int = ANSWER_MAX_CHARS,
    refused: tuple[str, Sequence[str]] | None = None,
    system_prompt: str = "",
) -> Request:
    """What is asked of a model that answers. `data` is clean already; `refused` is its last answer and what was wrong.

    Of a refused answer only the flaws are told: the answer itself may be what somebody wanted repeated.
    `system_prompt` is what the operator wants said before the rules.
    """
    text = f"{session_block(context)}{asked(question, QUESTION_MAX_CHARS)}\n{data_block(data)}"
    if refused is not None:
        text = f"{text}\n{answer_again(refused[1])}"
    return Request(
        "answer", answer_prompt(max_chars, system_prompt), (Message("user", text),), answer_schema(max_chars)
    )
