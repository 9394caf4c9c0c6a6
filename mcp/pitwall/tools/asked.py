"""What people ask each tool, written densely. It is all that a planner knows of racing."""

from __future__ import annotations

import re
from itertools import product

from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ALTERNATIVES = re.compile(r"\(([^()]*)\)")


def asked(arguments: JsonObject, questions: str) -> tuple[Example, ...]:
    """One example for each question of a text, all with these arguments.

    Questions end at `/` or at a line's end. `how (far|close) is {driver}` is two questions; alternatives may run over
    several lines.
    """
    lines = _ALTERNATIVES.sub(_on_one_line, questions).splitlines() if "(" in questions else questions.splitlines()
    parts = (part.strip() for line in lines for part in line.split("/"))
    found = dict.fromkeys(question for part in parts if part for question in _alternatives(part))
    return tuple((question, arguments) for question in found)


def _on_one_line(found: re.Match[str]) -> str:
    return f"({'|'.join(' '.join(words.split()) for words in found[1].split('|'))})"


def _alternatives(part: str) -> list[str]:
    if "(" not in part:
        return [part]
    # The split gives plain text and groups of alternatives by turns.
    pieces = [piece.split("|") if index % 2 else [piece] for index, piece in enumerate(_ALTERNATIVES.split(part))]
    return [" ".join("".join(chosen).split()) for chosen in product(*pieces)]
