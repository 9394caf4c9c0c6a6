"""Those of whom the question before does not hold, or of whom it does: "who isn't?", "who has?"."""

from __future__ import annotations

from director.language.late_patterns import compile_later
from director.planners.offline.conversation.completion import Completion, FollowUp
from director.planners.offline.conversation.people import NUMBERED
from director.planners.offline.conversation.who_of_that import IN_THE_PAST, infinitive

_AUXILIARY = r"(?:is|are|was|were|has|have|had|did|does|do)"
_WHO = compile_later(
    r"(?P<anybody>is|has|have|did|was) (?:anyone|anybody)(?: else)?|"
    rf"(?:who|which (?:cars|drivers|ones)|anyone)(?: else)? (?P<verb>{_AUXILIARY})(?P<denied> not)?(?: then)?"
)
_OF_ALL = compile_later(
    rf"(?:who|which (?:cars|drivers)|how many(?: cars| drivers)?|has anyone|is anyone) (?:"
    rf"(?P<verb>{_AUXILIARY}) )?(?P<denied>not )?(?P<rest>.+)"
)
_ONE = "\0"
_OF_ONE = compile_later(
    rf"(?:(?P<verb>{_AUXILIARY}) (?:not )?{_ONE}|{_ONE} (?P<said>{_AUXILIARY})(?: not)?) (?P<rest>\S.*)"
)
_OF_NOBODY = compile_later(rf"(?P<verb>{_AUXILIARY}) (?:not )?(?P<rest>.+)")
_PAST = compile_later(
    rf"(?:who|which (?:cars|drivers)|did anyone|how many(?: cars| drivers)?) (?P<past>{IN_THE_PAST})\b(?P<rest>.*)"
)
_TENSES = (frozenset({"is", "are", "was", "were"}), frozenset({"has", "have", "had"}), frozenset({"did", "does", "do"}))


def who_has_or_not(asked: FollowUp) -> Completion | None:
    """ "Who isn't?" after who is on hards, "who has?" after whether somebody has changed to slicks."""
    if (said := _WHO.fullmatch(asked.said)) is None or asked.named:
        return None
    if not asked.focus.question or not asked.focus.again or (found := _predicate(asked)) is None:
        return Completion()
    verb, rest = found
    asks = said["anybody"] or said["verb"]
    if not any(verb in tense and asks in tense for tense in _TENSES):
        return Completion()
    whether = f"{asks} anyone {rest}" if said["anybody"] else f"who {asks}{said['denied'] or ''} {rest}"
    return Completion((whether,))


def _predicate(asked: FollowUp) -> tuple[str, str] | None:
    """The verb and what it says in the question before, of all or of one who is named."""
    question = asked.focus.question
    if (past := _PAST.fullmatch(question)) is not None:
        return "did", f"{infinitive(past['past'])}{past['rest']}"
    if (of_all := _OF_ALL.fullmatch(question)) is not None:
        verb = of_all["verb"] or {"has anyone": "has", "is anyone": "is"}.get(" ".join(question.split()[:2]), "")
        return (verb, of_all["rest"]) if verb else None
    if not asked.people.named(asked.base):
        question = NUMBERED.sub("", question).replace("  ", " ")
        of_nobody = _OF_NOBODY.fullmatch(question)
        return (of_nobody["verb"], of_nobody["rest"]) if of_nobody is not None else None
    named = [item.text.lower() for item in asked.base if item.firm and "driver" in item.readings]
    of_one = _OF_ONE.fullmatch(question.replace(named[0], _ONE, 1)) if len(named) == 1 else None
    return (of_one["verb"] or of_one["said"], of_one["rest"]) if of_one is not None else None
