"""The lap that was just told, by its number: "where was Ocon two laps later" after when somebody stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.late_patterns import compile_later
from director.language.numbers import read_number
from director.planners.base import Turn
from director.planners.offline.knowledge import Knowledge

_THEN = compile_later(
    r"\s*,?\s+(?:(?:on|in|at)\s+(?:that|the\s+same)\s+lap|(?P<count>\w+)\s+laps?\s+(?:later|after(?:\s+that)?))\W*",
    re.IGNORECASE,
)
_LAP = compile_later(r"\blap (\d+)\b")
_ASKED_LAST = "last"


def on_told_lap(question: str, memory: Sequence[Turn], knowledge: Knowledge) -> str:
    """The question with the lap in place of such words at its end, where it names somebody and one lap was told."""
    found = next((one for one in _THEN.finditer(question) if one.end() == len(question)), None) if memory else None
    lap = _told(memory[-1]) if found is not None else None
    if found is None or lap is None or not knowledge.people.named(knowledge.reader.read(question)):
        return question
    number = read_number(found["count"]) if found["count"] else None
    if found["count"] and found["count"].lower() != "a" and number is None:
        return question
    later = int(number.value) if number is not None else int(bool(found["count"]))
    return f"{question[: found.start()]} on lap {lap + later}"


def _told(turn: Turn) -> int | None:
    """The only lap that an answer tells, or the first where the last of several was asked for."""
    laps = [int(lap) for lap in _LAP.findall(turn.answer)]
    asked_last = any(step.arguments.get("tell") == _ASKED_LAST for step in turn.plan.steps)
    return laps[0] if laps and (asked_last or len(set(laps)) == 1) else None
