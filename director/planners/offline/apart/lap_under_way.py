"""Two compared on the lap that they are on, in a session of best laps: how each of their laps goes is what is known."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_NAME = r"[\w'’-]+(?:\s+[\w'’-]+)??"
_ON_IT = r"on\s+(?:this|the\s+current|the\s+present|his\s+current|this\s+current)\s+lap"
_FASTER = r"(?:faster|quicker|slower|up|down|ahead)"
_OF_TWO = compile_later(
    rf"is\s+(?P<one>{_NAME})\s+{_FASTER}\s+(?:than|on|of)\s+(?P<other>{_NAME})\s+{_ON_IT}\W*"
    rf"|who(?:['’]?s|\s+is)\s+{_FASTER}\s+{_ON_IT}\s*[,:]?\s+(?P<first>{_NAME})\s+or\s+(?P<second>{_NAME})\W*",
    re.IGNORECASE,
)


def of_laps_under_way(question: str) -> str:
    """The question of the lap of each, where it compares those of two; else as it is."""
    found = _OF_TWO.fullmatch(question.strip())
    if found is None:
        return question
    one, other = found["one"] or found["first"], found["other"] or found["second"]
    return f"is {one} improving on this lap and is {other} improving on this lap"
