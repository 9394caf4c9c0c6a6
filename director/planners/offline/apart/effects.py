"""Whether something paid off: "did the undercut work", "was it the right call". Passes and stops decide it."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later
from director.planners.offline.apart.clause_splitting import ReadItems
from director.planners.offline.conversation.people import People

_PAID_OFF = compile_later(
    r"\b(?:did|didn['’]?t|has|have|is\s+(?:it|that)|was|wasn['’]?t)\b.*\b(?:work(?:ed|ing)?(?:\s+out)?|pay(?:ing)?\s+off|paid\s+off|worth\s+it"
    r"|(?:right|good|bad|wrong|great|smart)\s+(?:call|choice|move|decision|stop)|backfired?|a\s+mistake)\b",
    re.IGNORECASE,
)
_LOST_OUT = compile_later(r"\b(?:did|has)\b.*\b(?:los[et]|lost)\s+out\s+to\b", re.IGNORECASE)
_WAS_AHEAD = compile_later(r"\bwas\s+(?:he|she|\w+)\s+(?:ahead|in\s+front)\b.*\bbefore\b", re.IGNORECASE)
_STOP = compile_later(
    r"\b(?:stop(?:s|ped|ping)?|pit(?:s|ted|ting)?|box(?:ed|ing)?|undercut|overcut|came\s+in|come\s+in|stay(?:ed|ing)\s+out)\b",
    re.IGNORECASE,
)
_STAYED_OUT = compile_later(
    r"\b(?:overcut|stay(?:ed|ing|s)?\s+out|(?:a|one|two|three|\d+)\s+laps?\s+(?:later|longer)|later|longer|after)\b",
    re.IGNORECASE,
)
_FIRST = compile_later(r"\b(?:undercut|before|earlier|first|early)\b", re.IGNORECASE)
_AHEAD_OF_TIME = compile_later(r"\b(?:will|would|going\s+to|now|if)\b", re.IGNORECASE)


def asks_of_effect(ask: str) -> bool:
    """Whether a question asks whether something that was done paid off."""
    paid = _PAID_OFF.search(ask) or ((_LOST_OUT.search(ask) or _WAS_AHEAD.search(ask)) and _STOP.search(ask))
    return bool(paid) and not _AHEAD_OF_TIME.search(ask)


def told_by(ask: str, before: str, read: ReadItems, people: People) -> tuple[str, ...]:
    """The questions of fact that tell whether it paid off; none where no fact decides it.

    Of two, whether the one came past the other by their stops and who is ahead; of one, from where to where he stopped.
    """
    said = f"{before}, {ask}"
    if not _STOP.search(said):
        return ()
    named = people.named(read(ask, {}))
    named += tuple(who for who in people.named(read(before, {})) if who not in named) if len(named) < 2 else ()
    names = [people.name(who) for who in named]
    if len(names) == 1:
        of_two = _STAYED_OUT.search(said) or _FIRST.search(said)
        return () if of_two else (f"where did {names[0]} come out after his stop",)
    if len(names) != 2:
        return ()
    one, other = names
    if _WAS_AHEAD.search(ask):
        one, other, way = other, one, "undercut"
    elif _LOST_OUT.search(ask):
        one, other, way = other, one, "undercut" if _STAYED_OUT.search(said) else "overcut"
    elif _STAYED_OUT.search(said):
        way = "overcut"
    elif _FIRST.search(said):
        way = "undercut"
    else:
        return (f"where did {one} come out after his stop", f"is {one} ahead of {other}")
    return (f"did {one} {way} {other}", f"is {one} ahead of {other}")
