"""Why what was told is so: "why?", "what for?", "what happened?"."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_WHY = compile_later(
    r"why(?: not| so| though| (?:is|was) (?:it|that|this)| did (?:it|that|this) happen)?|how come|how so"
    r"|what for|for what|what (?:is|was) (?:it|that|this) for|what (?:was|is) the reason"
    r"|what happened(?: (?:there|then|to (?:him|her|it)))?|(?:who|what) caused (?:it|that|this)"
    r"|what went wrong|because of what"
)
_WHOSE = compile_later(r"who (?:is|was) (?:it|that)(?: for| by)?|whose fault(?: (?:is|was) (?:it|that))?")
_IS_OUT = compile_later(r"\b(?:is|seems to be) out\b|\d out\b")
_NO_TIME = compile_later(r"\b(?:no|without a) (?:lap )?time\b")
_HAPPENED = compile_later(r"what (?:happened to (?:him|her|it)|went wrong)")


def why(asked: FollowUp) -> Completion | None:
    """The completion of a question for the reason of what was told, where it is one that can be told."""
    focus, told = asked.focus, asked.focus.question
    whose = _WHOSE.fullmatch(asked.said) and topics.interruption(told)
    if not (whose or _WHY.fullmatch(asked.said)):
        return None
    if topics.PENALTY.search(told):
        if not asked.people.named(asked.base) and len(focus.listed) != 1:
            return Completion((told,))  # about all who have a penalty, with the reasons
        whom = asked.subject or (asked.people.name(focus.listed[0]) if len(focus.listed) == 1 else "")
        return Completion((f"what did {whom} get a penalty for",)) if whom else Completion((told,))
    if interruption := topics.interruption(told):
        return Completion((f"why is the {interruption} out",))
    if _NO_TIME.search(told) and len(focus.listed) == 1:
        return Completion((f"why does {asked.people.name(focus.listed[0])} have no time",))
    if asked.subject and _IS_OUT.search(focus.answer):
        return asked.of_subject(f"why did {asked.subject} retire")
    if asked.subject and _HAPPENED.match(asked.said):
        return asked.of_subject(f"what happened to {asked.subject}")
    return Completion()
