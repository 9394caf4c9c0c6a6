"""A model's answer, as clauses of claims and slots: evaluated, filled and worded by code."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from director.grounding.asked_rows import cars_of
from director.grounding.column_statements import SCOPES, said_of
from director.grounding.derived.of_one_result import DIFFERENCES, FROM_OTHERS, with_derived
from director.grounding.evidence import Evidence
from director.grounding.languages import Language, language
from director.grounding.meanings import MEANINGS, Meaning
from director.grounding.quotes import field_clause, quote_clause
from director.grounding.slots import BadSlot, FilledSlot, read_slot
from director.grounding.statements import Statement, who_is
from director.grounding.values import Drivers, drivers_of
from director.grounding.wording import contradictions, worded
from director.session_progress import is_over, is_race_over
from toolgate.contract import Context, JsonObject, StepResult

CLAUSES_MOST = 8


class Rendered(Struct, frozen=True):
    """A worded answer: its text, the field of every value in it, and what of the reply could not be said."""

    text: str
    evidence: tuple[Evidence, ...] = ()
    flaws: tuple[str, ...] = ()


def render(reply: JsonObject, steps: Sequence[StepResult], context: Context) -> Rendered:
    """`{"language", "clauses": [{"says", "slots", "text"}]}` as an answer.

    A clause whose claim the results do not say is left out and told in `flaws`.
    """
    clauses = reply.get("clauses")
    if not isinstance(clauses, list) or not all(isinstance(clause, dict) for clause in clauses):
        return Rendered("", (), ("the reply holds no list of clauses",))
    claimed = {str(clause.get("says")) for clause in clauses[:CLAUSES_MOST]}
    rendering = _Rendering(str(reply.get("language") or "en"), claimed, steps, context)
    said: list[str] = []
    for number, clause in enumerate(clauses[:CLAUSES_MOST], start=1):
        try:
            text = rendering.clause(clause)
        except BadSlot as flaw:
            rendering.flaws.append(f"clause {number}: {flaw}")
        else:
            said += [text] if text not in said else []
    return Rendered(" ".join(said), tuple(rendering.evidence), tuple(rendering.flaws))


class _Rendering:
    """One reply on its way."""

    def __init__(self, code: str, claimed: Collection[str], steps: Sequence[StepResult], context: Context) -> None:
        self.tongue: Language = language(code)
        self.steps: Mapping[str, StepResult] = {step.id: step for step in steps}
        self.drivers: Drivers = drivers_of(context.vocabularies)
        made = said_of(steps, context, _meanings_of(claimed))
        self.statements = with_derived([one for one in made if not one.moment.startswith(SCOPES)])
        self.cars = cars_of(context.vocabularies)
        self.is_over = is_race_over(context)
        self.has_ended = is_over(context)
        self.evidence: list[Evidence] = []
        self.flaws: list[str] = []
        self.moment = ""
        """That of the clause before."""

    def clause(self, clause: JsonObject) -> str:
        """One clause as a sentence. BadSlot where it cannot be said."""
        says = str(clause.get("says"))
        slots = {name: read_slot(at, self.steps) for name, at in _slots(clause.get("slots"))}
        if says in ("field", "quote"):
            make = field_clause if says == "field" else quote_clause
            text, evidence = make(slots, self.steps, self.statements, self.tongue)
            self.evidence += evidence
            return text
        if says not in MEANINGS:
            raise BadSlot("what it says isn't a claim")
        if slots.keys() - MEANINGS[says].roles.keys():
            raise BadSlot(f"the slots of {says} are {', '.join(MEANINGS[says].roles)}")
        statement = self._found(says, slots)
        written_text = clause.get("text")
        text = written_text if isinstance(written_text, str) else ""
        for flaw in contradictions(text, statement, self.tongue, self.drivers) if text else ():
            raise BadSlot(flaw)
        is_past = self.has_ended or bool(statement.moment) or statement.event
        said, filled = worded(text, statement, frozenset(slots), self.tongue, self.drivers, is_past=is_past)
        for role, told in filled.items():
            part = statement.parts[role]
            if part.pointer and part.kind != "who":
                self.evidence.append(Evidence(told, statement.step, part.pointer, str(part.value)))
        return f"{self._moment(statement)}{said}"

    def _found(self, says: str, slots: Mapping[str, FilledSlot]) -> Statement:
        """The statement of the results that the clause makes. BadSlot where they make none such."""
        missing = MEANINGS[says].roles.keys() - MEANINGS[says].open - slots.keys()
        fitting = [
            one
            for one in self.statements
            if one.says == says and all(_fits(one, *slot, self.cars) for slot in slots.items())
        ]
        if says in DIFFERENCES and (slot := slots.get("value")) and slot.operation not in ("", "diff"):
            fitting = []
        if not fitting:
            raise BadSlot(f"the results do not say {says} of these slots")
        if missing and len({one.about() for one in fitting}) > 1:
            raise BadSlot(f"{says} needs the slot {min(missing)!r}")
        if says == "leads" and self.is_over and not fitting[0].moment:
            return self._position(fitting[0])
        steps = [slot.step for slot in slots.values()]
        return max(fitting, key=lambda one: steps.count(one.step))

    def _position(self, leads: Statement) -> Statement:
        """Where somebody stands who leads: nobody leads a race that is over. BadSlot where no result says so."""
        who = leads.value("subject")
        for one in self.statements:
            if one.says == "has_position" and one.value("subject") == who and one.step == leads.step:
                return one
        raise BadSlot("nobody leads a race that is over: claim has_position or won")

    def _moment(self, statement: Statement) -> str:
        """`On lap 10: ` before what was so at another moment than now, and `Now: ` after it."""
        if statement.event:
            return ""
        before, self.moment = self.moment, statement.moment
        moment = statement.moment
        if not moment:
            return str(self.tongue.words["now"]) if before else ""
        if moment.startswith("lap "):
            return str(self.tongue.words["at_lap"]).format(moment.removeprefix("lap "))
        return str(self.tongue.words["at_time"]).format(moment.upper() if moment.startswith("q") else moment)


def _meanings_of(claimed: Collection[str]) -> Mapping[str, Meaning]:
    """The claims that statements are made of: those of the reply where no other bears on them, else all."""
    alone = all(says in MEANINGS and says not in FROM_OTHERS for says in claimed)
    return {says: MEANINGS[says] for says in claimed} if alone else MEANINGS


def _slots(written_slots: Any) -> Iterator[tuple[str, Any]]:
    """The slots by name: a list of `{"name", "at"}`, or an object."""
    if isinstance(written_slots, dict):
        yield from written_slots.items()
    for slot in written_slots if isinstance(written_slots, list) else ():
        if not isinstance(slot, dict) or not isinstance(slot.get("name"), str):
            raise BadSlot("a slot has a name and a pointer")
        yield slot["name"], slot.get("at", slot.get("ref", slot.get("pointer")))


def _fits(statement: Statement, role: str, slot: FilledSlot, cars: Mapping[str, str]) -> bool:
    """Whether a slot stands for this part of a statement: the same one, or the same number."""
    part = statement.parts.get(role)
    if part is None:
        return False
    if part.kind == "who":
        who = who_is(slot.value)
        return who is not None and part.value in (who, cars.get(who))
    if isinstance(part.value, str) or isinstance(slot.value, bool | str):
        return bool(slot.value == part.value)
    if not isinstance(slot.value, int | float):
        return False
    return bool(abs(abs(slot.value) - abs(part.value)) < 1e-6)
