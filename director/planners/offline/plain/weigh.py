"""What is made of a question by examples, beside what the plain reader makes of it: agreed, corrected, or silence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from director.language.grammar import QUESTION_WORDS
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.matched_question import Reading
from director.planners.offline.plans import calls_of, plan_of
from director.planners.offline.question_items import Item
from toolgate.contract import Plan

if TYPE_CHECKING:
    from director.planners.offline.plain.read import PlainReading

EXACT = 0.95
"""An example that is so like the question needs no second opinion."""
STRONG = 0.87
"""One that is so like it stands against a reader who is not sure of another meaning."""
ENOUGH = 0.8
"""... against one who understands nothing, or hardly; and of each driver of a team, of whom nothing is read."""
DOUBT = 0.6
"""How sure the reader must be of another meaning to speak against a match."""
AGREED = 0.4
"""How sure it must be where it understands what the best match does."""
SURE = 0.65
"""How sure the reader must be, to be followed against what an example reads."""
SURE_ALONE = 0.55
"""... where no example is like the question, and nothing is joined in it."""
SURER = 0.75
"""How sure it must be to be followed against a match that is so like the question that it stands against the unsure."""
SURE_THOUGH_STRANGE = 0.85
"""... where a word is among the question's that nobody used, or there are few words."""
SURE_THOUGH_PARTED = 0.9
"""... for all of a question that a sign parts."""
SURE_THOUGH_NARROWER = 0.8
"""... where a word that may narrow the question is not the wording's."""

MOST_ASKED = 2
"""One wording asks "who leads and by how much"; with more words that ask it would leave one of them out."""
ANOTHER_ASK = frozenset(("and", "or", "but"))
"""After these a question may ask a second thing."""

READ_AS = "read as '"
"""So the rationale of a plan begins that was made for a plain wording or a plain question."""
PlanOf = Callable[[str], Plan]


def plainly(items: Sequence[Item], knowledge: Knowledge, plan_of_text: PlanOf, *, broken: bool = False) -> Plan | None:
    """The plan of the plain wording that surely asks the same; None where no wording does.

    `broken`: a sign parts the question, so that one wording for all of it must be surer.
    """
    if sum(item.key in QUESTION_WORDS for item in items) > MOST_ASKED:
        return None
    reading = _read(items, knowledge)
    least = SURE if any(item.key in ANOTHER_ASK for item in items) else SURE_ALONE
    if reading is None or not _is_sure(reading, least) or (broken and reading.confidence < SURE_THOUGH_PARTED):
        return None
    plan = plan_of_text(reading.text)
    return read_as(plan, reading.text) if plan.steps else None


def weighed(whole: Reading, knowledge: Knowledge, plan_of_text: PlanOf) -> Plan:
    """The plan of the best match, where the plain reader understands the same or the match is like enough."""
    matched = plan_of(whole.matches[:1])
    of_several = len(matched.steps) > 1  # a team: no plain wording is asked of each of its drivers
    if whole.score >= (ENOUGH if of_several else EXACT) or not knowledge.lexicon.tool:
        return matched
    reading = _read(whole.items, knowledge)
    meant = plan_of_text(reading.text) if reading is not None else Plan()
    agrees = reading is not None and (whole.score >= ENOUGH or reading.confidence >= AGREED)
    if agrees and calls_of(meant) == calls_of(matched):
        return matched
    if reading is None or not meant.steps or reading.confidence < DOUBT:
        return matched if whole.score >= ENOUGH else Plan(rationale="this is like several questions and surely none")
    if _is_sure(reading) and (whole.score < STRONG or reading.confidence >= SURER):
        return read_as(meant, reading.text)
    if whole.score >= STRONG or meant.steps[-1].name == matched.steps[-1].name:
        return matched
    return Plan(rationale=f"this could ask for {matched.steps[-1].name}, or '{reading.text}'")


def _read(items: Sequence[Item], knowledge: Knowledge) -> PlainReading | None:
    """The plain wording with its values, and how sure that is."""
    from director.planners.offline.plain.read import read_plainly  # noqa: PLC0415 - most questions need no weights
    from director.planners.offline.plain.weights import shipped  # noqa: PLC0415

    return read_plainly(items, shipped(), knowledge.lexicon.session_kind)


def _is_sure(reading: PlainReading, least: float = SURE) -> bool:
    if reading.strange:
        return reading.confidence >= SURE_THOUGH_STRANGE
    return reading.confidence >= (SURE_THOUGH_NARROWER if reading.passes_over else least)


def read_as(plan: Plan, text: str) -> Plan:
    """The plan, with what the question was read as."""
    return replace(plan, rationale=f"{READ_AS}{text}': {plan.rationale}")
