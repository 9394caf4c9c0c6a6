"""A plan with slots in the place of the values that it took from its question."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from director.language.folding import fold
from director.language.sameness import RELATIVE
from director.language.tokens import tokenise
from director.plan_cache.question_form import QuestionForm
from director.plan_cache.slots import CLOCK, ORDINAL, SlotValue
from director.references import is_reference, parse_reference
from toolgate.contract import Context, JsonObject, Plan, Step
from toolgate.errors import LocalError

RATIONALE = "planned before, for a question of the same form"
_DIGITS = re.compile(r"\d+")


class NotReusable(LocalError):
    """Something in a plan does not come from the words of its question."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A slot that fills an argument or a part of it, and the form in which its value stands there."""

    slot: int
    form: str


@dataclass(frozen=True, slots=True)
class PlanTemplate:
    """Steps with Filled where a value goes, and the slots that the steps do not use, which must stay as they were."""

    steps: tuple[Step, ...]
    fixed: tuple[tuple[int, SlotValue], ...]
    assumed: bool = False
    """Whether a number may have been taken from the race as it stood, as the current lap, and not from the question."""

    def fits(self, reading: QuestionForm) -> bool:
        """Whether a reading of the same intent has the same values where they are fixed."""
        return all(reading.slots[number] == slot for number, slot in self.fixed)

    def fill(self, reading: QuestionForm) -> Plan | None:
        """The plan for a reading that fits; None where a name is not known in the form that is needed."""
        try:
            steps = tuple(replace(step, arguments=_filled(step.arguments, reading.slots)) for step in self.steps)
        except KeyError:
            return None
        return Plan(steps, RATIONALE)


def make_template(plan: Plan, reading: QuestionForm, catalogue: Sequence[JsonObject], context: Context) -> PlanTemplate:
    """The template of a plan that answered this question. NotReusable where a part of it has another source."""
    tracing = _Tracing(reading, catalogue, context)
    steps = tuple(replace(step, arguments=tracing.arguments(step)) for step in plan.steps)
    loose = tracing.loose()
    if loose:
        # A value that can be traced in two ways is not replaced: it stays in the plan as it is.
        steps = tuple(replace(step, arguments=_settled(step.arguments, reading.slots, loose)) for step in steps)
    used = {number for number in range(len(reading.slots)) if tracing.uses[number]} - loose
    fixed = tuple((number, slot) for number, slot in enumerate(reading.slots) if number not in used)
    return PlanTemplate(steps, fixed, tracing.assumed)


class _Tracing:
    """Finds where the values in the arguments of one plan come from."""

    def __init__(self, reading: QuestionForm, catalogue: Sequence[JsonObject], context: Context) -> None:
        self.uses: dict[int, set[str]] = defaultdict(set)
        """The names of the arguments that each slot fills."""
        self.assumed = False
        self._loose: set[int] = set()
        self._reading = reading
        self._schemas = {entry["name"]: entry["input_schema"].get("properties", {}) for entry in catalogue}
        self._names = {
            fold(str(value))
            for entries in context.vocabularies.values()
            for entry in entries
            for value in entry.values()
            if isinstance(value, str | int)
        }
        self._session = fold(context.session)
        self._numbers = [int(digits) for digits in _DIGITS.findall(context.session) if len(digits) < 10]
        self._relative = not RELATIVE.isdisjoint(reading.words)

    def arguments(self, step: Step) -> JsonObject:
        """The arguments of a step with Filled in them."""
        schemas = self._schemas.get(step.name, {})
        own = {name: schema for name, schema in schemas.items() if isinstance(schema, dict)}
        return {name: self._traced(value, name, own.get(name, {})) for name, value in step.arguments.items()}

    def loose(self) -> set[int]:
        """The slots that fill two different arguments, or could: their values may be equal by chance.

        Where a plan leaves a position out, it may follow from another: P4 behind P3 is behind the car ahead.
        """
        numbers = self._reading.slots
        places = {slot for slot, value in enumerate(numbers) if value.kind == ORDINAL}
        tied = places if any(not self.uses[slot] for slot in places) else set()
        twice = {slot for slot, names in self.uses.items() if len(names) > 1 and numbers[slot].is_number}
        return self._loose | tied | twice

    def _traced(self, value: Any, name: str, schema: Mapping[str, Any]) -> Any:
        if is_reference(value):
            for reference in parse_reference(value).references:
                self._follow(f"{reference.step}#{reference.pointer}")
            return value
        if isinstance(value, dict):
            return {key: self._traced(each, name, {}) for key, each in value.items()}
        if isinstance(value, list):
            return [self._traced(each, name, {}) for each in value]
        if value is None or isinstance(value, bool):
            return value
        found = [(n, form) for n, slot in enumerate(self._reading.slots) if (form := slot.form_of(value)) is not None]
        if len(found) > 1:
            self._loose |= {number for number, _ in found}
            return value
        if found:
            self.assumed |= self._may_be_reckoned(value)
            self.uses[found[0][0]].add(name)
            return Filled(*found[0])
        if isinstance(value, str):
            if not self._is_constant(value, schema):
                raise NotReusable(name)
        elif value != schema.get("default"):
            self._assume(value)
        return value

    def _assume(self, value: float) -> None:
        """Notes a number that no slot holds as a default or a word's meaning, and the slots it may be computed from."""
        said = any(slot.is_number and slot.value == value for slot in self._reading.slots)
        self.assumed |= not said or self._may_be_reckoned(value)
        slots = enumerate(self._reading.slots)
        names = {str(value), str(int(value))}
        self._loose |= {n for n, slot in slots if slot.is_number or slot.kind == CLOCK or names & _texts(slot)}

    def _follow(self, ref: str) -> None:
        """A pointer into an earlier output: an index may come from any number of the question, a key from a name."""
        tokens = ref.partition("#")[2].split("/")
        if any(_DIGITS.fullmatch(token) for token in tokens):
            self._loose |= {number for number, slot in enumerate(self._reading.slots) if slot.is_number}
        if any(fold(token) in self._names and not _DIGITS.fullmatch(token) for token in tokens):
            raise NotReusable(ref)
        if any(not slot.is_number and _texts(slot).intersection(tokens) for slot in self._reading.slots):
            raise NotReusable(ref)

    def _may_be_reckoned(self, value: str | int | float) -> bool:
        """Whether "5 laps ago" may have become lap 5 because the race is at lap 10."""
        if not self._relative or isinstance(value, str):
            return False
        return any(abs(now - 2 * value) <= 1 or abs(now - value) <= 1 for now in self._numbers)

    def _is_constant(self, value: str, schema: Mapping[str, Any]) -> bool:
        """Whether a text that is in no slot comes from the tool or the words, not from the race."""
        folded = fold(value)
        if folded in self._names or _DIGITS.search(folded):
            return False
        words = {word.text for word in tokenise(value)}
        return words <= set(self._reading.words) or value in schema.get("enum", ()) or folded not in self._session


def _texts(slot: SlotValue) -> set[str]:
    return {str(form) for form in slot.forms.values()}


def _filled(value: Any, slots: Sequence[SlotValue]) -> Any:
    if isinstance(value, Filled):
        return slots[value.slot].forms[value.form]
    if isinstance(value, dict):
        return {key: _filled(each, slots) for key, each in value.items()}
    return [_filled(each, slots) for each in value] if isinstance(value, list) else value


def _settled(value: Any, slots: Sequence[SlotValue], loose: set[int]) -> Any:
    """The value with the places of loose slots filled for good."""
    if isinstance(value, Filled):
        return slots[value.slot].forms[value.form] if value.slot in loose else value
    if isinstance(value, dict):
        return {key: _settled(each, slots, loose) for key, each in value.items()}
    return [_settled(each, slots, loose) for each in value] if isinstance(value, list) else value
