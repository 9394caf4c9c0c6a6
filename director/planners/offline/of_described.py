"""A question about somebody whom it describes is planned with a driver's name in his place, and whoever that is is put
back into the calls: a position, or a reference to the step that finds him.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from director.planners.base import PartialPlan
from director.planners.offline.apart.chained_asks import after, whom_found
from director.planners.offline.conversation.people import People, conditions_of, texts_of
from director.planners.offline.described_subjects import FINDS_BESIDE, FIRST_PLACED, LEADER, Described, subjects_of
from director.planners.offline.follow_up import MOMENT_NAMES
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.matched_question import UNKNOWN
from director.planners.offline.plain.weigh import READ_AS
from director.planners.offline.plans import of_another
from director.references import referred_to
from toolgate.contract import JsonObject, Plan, Step

_POSITION_NOW = "position_now"
_OF_THE_LEADER = frozenset((LEADER, FIRST_PLACED, "laps_down", "lapped", "gap_s"))
"""What names whoever leads, and what is told of a car beside him."""


def of_described(plan: Plan, question: str, planned: Callable[[str], Plan], knowledge: Knowledge) -> Plan:
    """The plan of a question about somebody whom it describes, where the one that is there makes no use of him.

    `planned` plans a question with names.
    """

    def finder(text: str) -> tuple[Step, JsonObject] | None:
        finds = planned(text)
        whom = whom_found(finds, knowledge.catalogue)
        return (finds.steps[0], whom) if whom is not None else None

    people, subjects = knowledge.people, subjects_of(question, knowledge, finder)
    finders = [one.finds.name for one in subjects if one.finds]
    served = {entry["name"] for entry in knowledge.catalogue}
    if len(finders) > 1 or not served.issuperset(finders) or all(_is_used(one, plan) for one in subjects):
        return plan
    if _has_strange_word(plan, question, subjects):
        return plan
    of_each = [
        _with_names(question, subjects, names, planned, people) for names in _stand_ins(question, subjects, people)
    ]
    if not of_each or of_each[0] is None or any(one is None or one.steps != of_each[0].steps for one in of_each):
        return plan
    return of_each[0]


def _with_names(
    question: str, subjects: Sequence[Described], names: Sequence[str], planned: Callable[[str], Plan], people: People
) -> Plan | None:
    """The plan with these drivers standing for the subjects; None where not every call is of one of them."""
    named = question
    for subject, who in reversed(list(zip(subjects, names, strict=True))):
        named = f"{named[: subject.start]}{people.name(who)}{named[subject.end :]}"
    said = planned(named)
    if not said.steps or isinstance(said, PartialPlan) or not set(names) <= set(people.called(said)):
        return None
    finds = next((subject.finds for subject in subjects if subject.finds is not None), None)
    steps, rationale, own_references = said.steps, said.rationale, referred_to(said)
    for subject, who in zip(subjects, names, strict=True):
        if finds is not None and not all(who in texts_of(step.arguments) for step in steps):
            return None
        said = of_another(said, who, subject.value)
        rationale = rationale.replace(people.name(who), question[subject.start : subject.end])
    if finds is None:
        return replace(said, rationale=rationale)
    moment = {name: step.arguments[name] for step in steps for name in MOMENT_NAMES if name in step.arguments}
    if own_references or any(map(_is_of_one_lap, steps)):
        return None  # who it was on that lap a query of laps does not say
    return after(replace(finds, arguments={**finds.arguments, **moment}), said, rationale)


def _is_of_one_lap(step: Step) -> bool:
    """Whether a query is held to one lap."""
    return any(one.get("field") == "lap" and one.get("op") == "is" for one in conditions_of(step.arguments))


def _stand_ins(question: str, subjects: Sequence[Described], people: People) -> list[list[str]]:
    """Twice, drivers of several teams to stand for the subjects: what is only of one of them is not of whoever is
    meant. A team mate stands for himself.
    """
    of_teams: dict[str, list[str]] = {}
    for who, entry in people.entries.items():
        if not _is_named(people.name(who), question):
            of_teams.setdefault(str(entry.get("team", who)), []).append(who)
    free = [who for several in of_teams.values() for who in several[:1]]
    free += [who for several in of_teams.values() for who in several[1:]]
    known = [one.value if isinstance(one.value, str) and one.value in people.entries else None for one in subjects]
    needed = known.count(None)
    if not needed:
        return [[str(one) for one in known]]
    if len(free) < 2 * needed:
        return []
    rounds = (iter(free[:needed]), iter(free[needed : 2 * needed]))
    return [[one or next(names) for one in known] for names in rounds]


def _has_strange_word(plan: Plan, question: str, subjects: Sequence[Described]) -> bool:
    """Whether a word stays unknown that no subject is described by."""
    if not plan.rationale.endswith(UNKNOWN):
        return False
    word = plan.rationale.removesuffix(UNKNOWN).strip().strip("'").lower()
    return not any(word in question[one.start : one.end].lower() for one in subjects)


def _is_named(name: str, question: str) -> bool:
    lower = question.lower()
    return any(part in lower for part in name.lower().split())


def _is_used(subject: Described, plan: Plan) -> bool:
    """Whether the calls of a plan are of whoever is described."""
    texts = {text for step in plan.steps for text in _said_in(step.arguments)}
    if subject.finds is not None:
        # a line read as who is ahead of somebody may have asked something of that one
        only_finds = subject.finds.name == FINDS_BESIDE and plan.rationale.startswith(READ_AS)
        return not (only_finds or subject.used_by.isdisjoint(texts))
    if subject.value in (LEADER, FIRST_PLACED):
        return not texts.isdisjoint(_OF_THE_LEADER) or _is_of_position(plan, texts, 1)
    number = str(subject.value).removeprefix("P")
    return subject.value in texts or (number.isdigit() and _is_of_position(plan, texts, int(number)))


def _is_of_position(plan: Plan, texts: Collection[str], number: int) -> bool:
    """Whether calls are of who holds a position, by its number or as the one beside another."""
    beside = (f"P{number + 1}", "ahead"), (f"P{number - 1}", "behind")
    if any(all(text in texts for text in said) for said in beside):
        return True
    return any(step.arguments.get("place") == number or _is_held(step.arguments, number) for step in plan.steps)


def _is_held(arguments: Mapping[str, object], number: int) -> bool:
    """Whether a query is held to a position."""
    values = [one.get("value") for one in conditions_of(arguments) if one.get("field") == _POSITION_NOW]
    return any(value == number or (isinstance(value, Sequence) and number in value) for value in values)


def _said_in(arguments: Mapping[str, object]) -> set[str]:
    """The names and texts of arguments, however deep."""
    out = {*arguments, *texts_of(arguments)}
    for value in arguments.values():
        for one in value if isinstance(value, Sequence) and not isinstance(value, str) else (value,):
            out |= _said_in(one) if isinstance(one, Mapping) else set()
    return out
