"""On which tyres, asked beside who somebody is or who was fastest: "who leads, and on what"."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_TYRE = r"(?:tyres?|tires?|compounds?|rubber|set|boots)"
_ON_WHAT = compile_later(
    r"(?P<ask>.*?\w)(?:\s*[,;]\s*|\s+)(?:(?:and|&|plus)\s+)?"
    rf"(?:(?<=\s)on\s+(?:what|which)(?:\s+{_TYRE})?|(?<=\s)(?:what|which)\s+{_TYRE})"
    r"(?:\s+(?:was|is)\s+(?:that|it|this)(?:\s+(?:on|set\s+on|done\s+on))?)?\s*[?!.]*",
    re.IGNORECASE,
)
_LAP = compile_later(
    r"(?:(?!\bwho\b.*\b(?:leads|leading|ahead|first|won)\b).)*\b(?:fastest|quickest|best)\s+(?:lap|time)\b.*",
    re.IGNORECASE,
)
_WHO = compile_later(r"(?:so\s+|and\s+|now\s+)*(?:who|which\s+(?:car|driver))(?:['’]?s)?\s+(?!else\b).*", re.IGNORECASE)
_WAS_IT_ON = compile_later(
    r"(?P<ask>.*?\w)(?:\s*[,;]\s*|\s+)(?:(?:and|&|but)\s+)?(?:was|is)\s+(?:it|that)\s+(?:set\s+|done\s+)?on\s+"
    r"(?:the\s+)?[\w-]+(?:\s+(?:tyres?|tires?))?\s*[?!.]*",
    re.IGNORECASE,
)
_ON_ITS_OWN = compile_later(
    r".*\b(?:is|are|was|were|be|still|went|go|goes|started|finished|ran|running|stopped)", re.IGNORECASE
)
"""What ends so goes on with its tyres: "who is on which tyres" asks one thing."""
_IS_ON = compile_later(
    r"(?:is|are)\s+(?P<who>P\d+)\s+(?:(?:still|now|already|yet)\s+)*on\s+(?:the\s+)?[\w-]+(?:\s+(?:tyres?|tires?|ones))?",
    re.IGNORECASE,
)
_LAPS_TYRE = "what tyre was the fastest lap set on"


def asked_in_full(question: str) -> str:
    """The question with its second ask in full: "who leads and what tyres is he on"."""
    on_what, was_it = (pattern.fullmatch(question.strip()) for pattern in (_ON_WHAT, _WAS_IT_ON))
    found = on_what or was_it
    if found is None or _ON_ITS_OWN.fullmatch(found["ask"]):
        return question
    ask = found["ask"]
    if _LAP.fullmatch(ask):
        return f"{ask} and {_LAPS_TYRE}"
    return f"{ask} and what tyres is he on" if on_what and _WHO.fullmatch(ask) else question


def of_position_holder(ask: str) -> str:
    """Which tyres the holder of a position is on, where the ask is whether he is on some: "is P1 still on slicks"."""
    found = _IS_ON.fullmatch(ask.strip(" ?!."))
    return f"what tyres is {found['who']} on" if found else ask
