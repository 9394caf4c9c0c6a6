"""One question for two things of the same: "where did Sainz start and finish", "gap ahead and behind"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from director.language.late_patterns import compile_later
from director.planners.base import left_open
from director.planners.offline.several_asks import lacks_a_thing, together
from toolgate.contract import Plan

_AND = compile_later(r"\s+(?:and|plus|&|\+)\s+", re.IGNORECASE)
_AND_AGAIN = compile_later(r"\s+(?:and|plus|&|\+)\s+(?=(?:from|between)\b)", re.IGNORECASE)
_FIND = compile_later(r"(?:who|which|whose|anyone|anybody|any|how\s+many)\b", re.IGNORECASE)
_EXTREME = compile_later(
    r"(?:(?:the|p)?\s*\w*(?:est|most|first|last|best|worst)|p\d+|\w+(?:th|nd|rd))\b", re.IGNORECASE
)
_GOES_ON = compile_later(
    r"(?:of|for|in|on|at|to|since|does|do|did|has|have|had|is|are|was|were|so|after|before)$", re.IGNORECASE
)
"""What both share after them begins with one of these."""
_VERB = compile_later(
    r"(?:is|are|was|were|has|have|had|did|does|do|can|will|he|she|they|who|what|where|when|which|how|why)\b",
    re.IGNORECASE,
)
_OPPOSITES = compile_later(
    r"\b(?:ahead(?:\s+of\s+him)?\s+and\s+behind|behind\s+and\s+(?:ahead|in\s+front)|in\s+front\s+and\s+behind|start(?:ed)?(?:\s+from)?"
    r"\s+and\s+finish|fastest\s+and\s+slowest|first\s+and\s+last|oldest\s+and\s+(?:newest|freshest)|most\s+and\s+(?:fewest|least))",
    re.IGNORECASE,
)
_SCALES = (
    frozenset(("fastest", "quickest", "slowest")),
    frozenset(("highest", "lowest")),
    frozenset(("oldest", "newest", "freshest", "youngest")),
    frozenset(("most", "fewest", "least")),
    frozenset(("longest", "shortest")),
    frozenset(("biggest", "largest", "smallest")),
    frozenset(("best", "worst")),
)
"""Each with the words for its two ends."""
_END = "|".join(sorted(word for scale in _SCALES for word in scale))
_BOTH_ENDS = compile_later(
    rf"(?P<before>.*)\b(?P<one>{_END})\s+(?:and|&)\s+(?:the\s+)?(?P<other>{_END})\b(?P<after>.*)", re.IGNORECASE
)
_ALL_AND_MOST = compile_later(
    r"(?P<all>how\s+many\s+(?P<what>(?:[\w-]+\s+){1,2}?)(?:were|was|are|is|have|has|did|went|so)\b.*?)\s*,?\s+(?:and|&|plus)\s+"
    r"(?P<who>(?:who|which\s+(?:driver|car|team))\s+(?:has\s+|have\s+|was\s+|been\s+)*(?:had|has|have|made|got|did|done|given|lost|took|taken|suffered)"
    r"\s+(?:the\s+)?most)(?:\s+of\s+(?:them|those))?",
    re.IGNORECASE,
)
"""All of them, and who has most of them."""
_ANYTHING = compile_later(r"\b(?:anything|something|everything|nothing)\b", re.IGNORECASE)
"""Of what, nobody said."""
_SEVERAL = compile_later(r"[,.;:?!]\s")
_OPENING = frozenset(("from", "between"))
"""What both have before them ends where the second begins: "gap from first to second and from second to third"."""
MOST_WORDS = 3
"""So many words at most are what the second thing stands instead of."""


def is_of_opposites(question: str) -> bool:
    """Whether it asks for two things that no one call tells: the first and the last."""
    return _OPPOSITES.search(question) is not None or _ends(question) is not None


def of_both(question: str, plan_of: Callable[[str], Plan]) -> Plan | None:
    """One plan for both things, where each is understood by itself; else None."""
    read = cache(plan_of)
    ends = _ends(question)
    for one, other in (*((ends,) if ends else ()), *_halves(question.strip(" ?!."))):
        if lacks_a_thing(one) or lacks_a_thing(other):
            continue
        plans = (read(one), read(other)) if _is_whole(read(one)) else ()
        if plans and _is_whole(plans[1]) and plans[0].steps != plans[1].steps:
            return together(plans)
    return None


def _is_whole(plan: Plan) -> bool:
    return bool(plan.steps) and not left_open(plan)


def _ends(question: str) -> tuple[str, str] | None:
    """The question for the one end of a scale and for the other: "the slowest and the fastest stop"; or for how many
    there are and for who has most.
    """
    said = question.strip(" ?!.")
    if (both := _ALL_AND_MOST.fullmatch(said)) is not None:
        deleted = "deleted " if "deleted" in both["all"].lower() else ""
        return both["all"], f"{both['who']} {deleted}{both['what'].strip()}"
    found = _BOTH_ENDS.fullmatch(said)
    if found is None:
        return None
    one, other = found["one"].lower(), found["other"].lower()
    if one == other or not any({one, other} <= scale for scale in _SCALES):
        return None
    return f"{found['before']}{one}{found['after']}", f"{found['before']}{other}{found['after']}"


def _halves(question: str) -> Iterator[tuple[str, str]]:
    """Each way in which the question may be two: what they share stands before both, or after both."""
    parts = _AND.split(question)
    if len(parts) > 2:
        parts = _AND_AGAIN.split(question)
    if len(parts) != 2 or _VERB.match(parts[1]):
        return
    left, right = parts[0].split(), parts[1].split()
    if _ANYTHING.search(question) or _SEVERAL.search(question):
        return
    if _FIND.match(question) and not (_EXTREME.fullmatch(left[-1]) and _EXTREME.match(parts[1])):
        return  # "who did this and that" asks for those who did both
    if (opens := right[0].lower()) in _OPENING and opens in (words := [word.lower() for word in left]):
        yield parts[0], " ".join((*left[: words.index(opens)], *right))
        return
    for instead in range(1, min(MOST_WORDS, len(left) - 1) + 1):
        before = left[:-instead]
        for own in range(1, min(MOST_WORDS, len(right) - 1) + 1):
            if _GOES_ON.match(right[own]):
                yield " ".join((*left, *right[own:])), " ".join((*before, *right))
        if len(right) <= MOST_WORDS:
            yield parts[0], " ".join((*before, *right))
