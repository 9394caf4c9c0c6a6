"""What was asked of somebody or of some, asked of others: "same for the top three", "and of the Ferraris?"."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later
from director.planners.offline.conversation.completion import Completion, FollowUp

_STANDING = (
    r"(?:the )?(?:top|front|bottom|leading) (?:\d+|two|three|four|five|six|eight|ten)|the (?:leaders|podium|front row)"
)
_SAID = compile_later(
    r"(?P<same>(?:the )?same (?:question )?)?(?:(?:what|how) about )?(?P<of>(?:for|of|with|from) )?(?:both )?"
    r"(?P<group>(?:the )?\S+(?: \S+)?)"
)
_STANDS = compile_later(_STANDING)
_WHO_STANDS = compile_later(
    r"who is (?:in )?(?:the )?(?:p\d+|\w+(?:st|nd|rd|th)|first|second|third|leading|leader)(?: place)?"
)
_SINGULAR = compile_later(r"\b(?P<verb>is|has|was) (?=(?:the (?:top|front|bottom|leading|leaders|podium)|both)\b)")
_PLURAL = {"is": "are", "has": "have", "was": "were"}
_GROUP = "driver*"


def same_of_group(asked: FollowUp) -> Completion | None:
    """The question before of those who stand so, or of a team, in place of those it was of."""
    said, question = _SAID.fullmatch(asked.said), asked.focus.question
    if said is None or asked.named or not (asked.joined or said["same"] or said["of"]):
        return None
    group = _STANDS.fullmatch(said["group"]) or _is_team(asked, said["group"])
    if not group or not question or not asked.focus.again:
        return Completion() if group and said["same"] else None
    whom = f"{'' if said['group'].startswith('the ') else 'the '}{said['group']}"
    if _WHO_STANDS.fullmatch(question):
        return Completion((f"the {said['group'].removeprefix('the ')}",))
    before = _STANDS.search(question)
    spoken = before[0] if before is not None else _spoken(asked)
    if not spoken:
        return Completion() if said["same"] else None
    text = question.replace(spoken, whom, 1)
    return Completion((_SINGULAR.sub(lambda found: f"{_PLURAL[found['verb']]} ", text),), alone=True)


def _is_team(asked: FollowUp, said: str) -> bool:
    """Whether a word is a team and nothing else."""
    named = [item for item in asked.items if item.firm]
    return len(named) == 1 and _GROUP in named[0].readings and named[0].text.lower() == re.sub(r"^the ", "", said)


def _spoken(asked: FollowUp) -> str:
    """Whom the question before names, as it was said; empty where that is nobody or several."""
    spoken = [item.text.lower() for item in asked.base if item.firm and {"driver", _GROUP} & item.readings.keys()]
    return spoken[0] if len(spoken) == 1 else ""
