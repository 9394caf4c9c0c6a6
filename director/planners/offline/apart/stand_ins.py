"""Words that stand for somebody whom the question itself tells: who is asked for, the winner, a car by its number."""

from __future__ import annotations

import re
from collections.abc import Collection

from director.language.late_patterns import compile_later

_WHOEVER = compile_later(
    r"(?P<who>^(?:and\s+|so\s+)?(?:who|which\s+(?:cars?|drivers?|ones?)|is\s+any(?:one|body)|has\s+any(?:one|body))\b.*?)"
    r"\b(?:he|she)(?P<began>\s+(?:has\s+|had\s+)?(?:started|began|qualified)\b)",
    re.IGNORECASE,
)
"""Where one started is asked of the same one: "who is running where he started"."""
_OF_EACH = compile_later(
    r"\b(?P<each>(?:each|every)\s+(?:driver|car|one)\b[^,;?]*?)\b(?:his|her|its)(?P<own>\s+(?:own\s+)?team\s?mates?\b)",
    re.IGNORECASE,
)
"""Each has a team mate of his own."""
_WINNER = compile_later(r"\bthe\s+(?:race\s+)?winner(?P<own>['’]?s)?(?!\s+(?:of|in)\b)\b", re.IGNORECASE)
_OVER = re.compile(r"lap (\d+) of \1 completed|, over\.")
_BARE = compile_later(
    r"(?P<before>^(?:and\s+)?|\b(?:the|whats|what's)\s+(?=\d+s\s)|\b(?:is|was|has|had|did|does|whats|what's|hows|how's|wheres|where's|of|for|by)\s+)(?P<car>\d{1,3})"
    r"(?P<own>['’]?s)?(?P<after>\s+(?:still|out|in|on|to|last|made|make|pit|pitted|stopped|stops|stop|stints?|gap|position|lead|leading|going"
    r"|retired|running|lost|gained|doing|driven|driving|drivers?|penal\w+|best)\b)",
    re.IGNORECASE,
)
"""A number where a car's name stands: "31 pit stops", "the 31s lead". Of laps or seconds another word follows."""
_COUNTED = compile_later(r"^\s+(?:stops?\s+(?:race|strategy)|pit\s+stops?\s+(?:race|strategy))", re.IGNORECASE)


def of_whoever(question: str) -> str:
    """The question with "they" for whoever is asked for: "who is on the tyres they started on", "gap of each driver to
    their teammate".
    """
    return _OF_EACH.sub(r"\g<each>their\g<own>", _WHOEVER.sub(r"\g<who>they\g<began>", question))


def with_winner(question: str, session: str) -> str:
    """The question with P1 for the winner, where the session's line says that it is over."""
    if not _OVER.search(session):
        return question
    return _WINNER.sub(lambda winner: "P1's" if winner["own"] else "P1", question)


def with_cars(question: str, cars: Collection[str]) -> str:
    """The question with "#34" for a bare 34 where a car's name stands, if there is such a car."""

    def named(bare: re.Match[str]) -> str:
        number = bare["car"]
        if number not in cars or _COUNTED.match(bare["after"]):
            return bare[0]
        before = "" if bare["before"].lower().startswith("the") else bare["before"]
        own = "'s" if bare["own"] else ""
        return f"{before}#{number}{own}{bare['after']}"

    return _BARE.sub(named, question, count=1)
