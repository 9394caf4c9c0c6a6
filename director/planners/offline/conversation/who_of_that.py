"""Who of those that the question before was of: "who did the most?", "who was first to do it?", "which are out?"."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation import topics
from director.planners.offline.conversation.completion import Completion, FollowUp

_MOST = compile_later(
    r"who (?:did|has|had|made|got|is on|has done|has made) (?:the )?(?P<most>most|fewest)(?: of (?:them|all))?"
)
_COUNTED = compile_later(r"\bhow many (?P<what>laps|stops|pit stops|places|points|overtakes|passes)\b")
_DOES = {"laps": "done", "stops": "made", "pit stops": "made", "overtakes": "made", "passes": "made"}
_FIRST = compile_later(
    r"(?:who|which one) (?:is|was|were) (?:the )?(?P<which>first|last)(?: one)? to (?:do (?:it|that|so)|\w+)(?: it)?"
)
_DONE = compile_later(
    r"(?:who|which cars|which drivers|has anyone|has anybody)(?: (?:has|have|is|s))? (?P<verb>\w+)(?P<rest>.*)"
)
_WHICH_ONES = compile_later(r"which (?:ones|one|of them) (?P<verb>is|are|was|were|has|have|did) (?P<rest>.+)")
_IRREGULAR = {
    "led": "lead", "lost": "lose", "won": "win", "made": "make", "took": "take", "taken": "take", "got": "get",
    "came": "come", "come": "come", "went": "go", "gone": "go", "set": "set", "retired": "retire", "used": "use",
    "changed": "change", "been": "be", "done": "do", "put": "put",
}  # fmt: skip
IN_THE_PAST = rf"(?:\w+ed|{'|'.join(_IRREGULAR)})"
_AFTERWARDS = compile_later(
    r"who (?:went|was|is|retired|followed|came|stopped)(?: out)?(?: next)? (?:after|before) (?:them|him|her|that|it)"
)


def infinitive(verb: str) -> str:
    """The verb that stands after "did" and "to", of one in the past: "stop" of "stopped", "go" of "gone"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    doubled = verb.endswith("ed") and verb[-4:-3] == verb[-3:-2]
    return verb[:-3] if doubled else verb.removesuffix("ed")


def who_did_most(asked: FollowUp) -> Completion | None:
    """ "Who did the most?" after how many laps somebody has done."""
    said = _MOST.fullmatch(asked.said)
    if said is None:
        return None
    found = _COUNTED.search(asked.focus.question)
    if found is None:
        return Completion()
    done = _DOES.get(found["what"], "got")
    return Completion((f"who has {done} the {said['most']} {found['what']}",))


def who_was_first_to(asked: FollowUp) -> Completion | None:
    """ "Who was first to do it?" after who has done it; who came after somebody is not told."""
    if _AFTERWARDS.fullmatch(asked.said) and (
        topics.OUT.search(asked.focus.question) or topics.STOPS.search(asked.focus.question)
    ):
        return Completion()
    if (said := _FIRST.fullmatch(asked.said)) is None or not asked.said.endswith((" it", " that", " so")):
        return None
    done = _DONE.fullmatch(asked.focus.question)
    verb = infinitive(done["verb"]) if done is not None else ""
    return Completion((f"who was the {said['which']} to {verb}{done['rest']}",) if done is not None and verb else ())


def which_ones(asked: FollowUp) -> Completion | None:
    """ "Which ones are out?" of those who were counted."""
    said = _WHICH_ONES.fullmatch(asked.said)
    if said is None or asked.named or "how many" not in asked.focus.question:
        return None
    return Completion((f"who {said['verb']} {said['rest']}", f"which cars {said['verb']} {said['rest']}"))
