"""Text that people hand in: one harmless line, of a length that the schema bounds. It is data, whatever it says."""

from __future__ import annotations

import re

from pitwall.effects.one_line import plain_line
from pitwall.tools import schemas as s
from toolgate.contract import SUMMARY_MAX_CHARS, AgentContext, InvalidArgument

AUTHOR_CHARS = 80


def text_argument(description: str, *, longest: int) -> s.JsonSchema:
    """An argument of free text."""
    return {**s.text(description, longest=longest), "minLength": 1}


def line_of(text: str, *, path: str) -> str:
    """The text as it is kept and shown. InvalidArgument where nothing of it can be shown."""
    line = plain_line(text)
    if not line:
        raise InvalidArgument("the text is empty, or nothing of it can be shown: write some words", path=path)
    return line


def author_of(agent: AgentContext) -> str:
    """Who wrote it, as the caller says."""
    return plain_line(agent.agent_id)[:AUTHOR_CHARS].strip() or "anonymous"


def excerpt(start: str, text: str, query: str) -> str:
    """`start` and the part of a text where the words of a query stand, in one line, cut where a summary ends."""
    line = plain_line(text)
    room = SUMMARY_MAX_CHARS - len(start) - 2
    folded, words = line.casefold(), re.findall(r"\w+", query.casefold())
    found = [folded.find(each) for each in (" ".join(words), *words)]
    at = next((index for index in found if index >= 0), 0)
    if len(line) <= room or at < room // 2:
        return quoted(start, line)
    begin = line.find(" ", min(at - room // 4, len(line) - room)) + 1
    return quoted(start, f"…{line[min(begin, at) :]}")


def quoted(start: str, text: str) -> str:
    """`start` and the text, cut where a summary ends."""
    said = f"{start}{text}"
    return said if len(said) <= SUMMARY_MAX_CHARS else f"{said[: SUMMARY_MAX_CHARS - 1]}…"
