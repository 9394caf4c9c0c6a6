"""What is said beside a clause and must not be dropped where the clause alone is answered."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from director.language.late_patterns import compile_later
from director.language.racing import ANYBODY
from director.language.word_lists import words
from director.planners.offline.align import value_for
from director.planners.offline.clauses import EXCLAIMS
from director.planners.offline.match import Match
from director.planners.offline.question_items import NUMBER, Item

_ASKS_ITSELF = compile_later(
    r"\s*(?:and\s+|but\s+|so\s+|or\s+)*(?:who|whos|who['’]s|whose|which|where|wheres|where['’]s|when|why|whys"
    r"|how\s+(?:much|many|far|long|old|big|often|did|does|has|is)|what\s+(?:lap|tyres?|place|position|time|gap|is|was|did|does))\b",
    re.IGNORECASE,
)
_TALK = compile_later(
    r"\s*(?:and\s+|but\s+|so\s+)*(?:who\s+(?:do|did|would)\s+(?:you|we|i)|what\s+(?:is|did|was|does)\s+(?:going|i|we|that|this|it\s+(?:matter|with))"
    r"|where\s+(?:are\s+we|was\s+i|were\s+we|did\s+(?:i|that\s+come))|how\s+(?:is|did)\s+(?:that|this|it|i|we)"
    r"|when\s+(?:i|we|you|the)|which\s+(?:is|was)|where\s+(?:it|the|he|they)|why\s+(?:do|did|am)\s+(?:i|you|we))\b",
    re.IGNORECASE,
)
"""What has the form of a question and asks the race nothing."""
_OF_ANYBODY = ANYBODY | words("who whos whose leader leaders winner race field we us")
"""Words with which a clause is of somebody else than the one who was named before it."""


def asks_itself(text: str) -> bool:
    """Whether a clause asks something of its own: `whose car?`, and not `who knows`."""
    return bool(_ASKS_ITSELF.match(text)) and not (EXCLAIMS.match(text) or _TALK.match(text))


def is_of_named_before(match: Match, items: Sequence[Item], known: Mapping[str, object]) -> bool:
    """Whether a clause that names nobody asks what may be asked of the one who was named before it."""
    if not known or any((item.firm and item.readings.keys() - {NUMBER}) or item.said in _OF_ANYBODY for item in items):
        return False
    named = Item("", "", known, firm=True)
    return any(
        prop.name not in match.arguments and value_for(named, prop) is not None
        for prop in match.tool.properties.values()
        if prop.kind in known
    )
