"""Parses a planner's output into steps with an id, a name and arguments."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeGuard

from director.plan_text import RepeatedKey, fits_64_bits, read_json
from director.references import JsonPath, is_reference, join_pointer
from director.validator.review import Draft, Review, StepRefused, brief
from toolgate.contract import JsonObject, Step

MAX_DEPTH = 64
MAX_VALUES = 20_000
"""How many values a plan may hold, far beyond what a planner writes; it bounds the time that checking takes."""
MAX_RECORDED = 100
MAX_ID = 10**9
STEP_FIELDS = frozenset({"id", "name", "arguments", "server"})


def read_plan(plan: Any) -> Review:
    """The plan's steps, with ids given where missing or repeated. What is no step is already rejected."""
    review = Review()
    steps = plan.get("plan") if isinstance(plan, dict) else None
    if not isinstance(steps, list):
        return no_plan(review, 'a plan must be an object with a list "plan"')
    if isinstance(plan, RepeatedKey):
        return no_plan(review, repeated_key(plan, "the plan").message)
    written = [step.get("id") if isinstance(step, dict) else None for step in steps]
    for step, step_id in zip(steps, assign_ids(written, review), strict=True):
        name = step.get("name") if isinstance(step, dict) else None
        try:
            review.steps[step_id] = read_step(step, step_id, review)
        except StepRefused as refusal:
            shown = name[:200] if is_text(name) else ""
            review.reject(step_id, shown, refusal.code, refusal.message)
    return review


def read_steps(steps: Sequence[Step]) -> Review:
    """Reads steps that are typed already. Their arguments are a planner's words all the same."""
    review = Review()
    for step, step_id in zip(steps, assign_ids([step.id for step in steps], review), strict=True):
        try:
            review.steps[step_id] = draft(step_id, step.name, step.arguments, step.server, review)
        except StepRefused as refusal:
            review.reject(step_id, step.name[:200] if is_text(step.name) else "", refusal.code, refusal.message)
    return review


def no_plan(review: Review, why: str) -> Review:
    """The review of a value that isn't a plan."""
    review.order[""] = 0
    review.reject("", "", "malformed_plan", why)
    return review


def repeated_key(value: RepeatedKey, where: str) -> StepRefused:
    """Why an object that has a key twice cannot be taken: nobody can tell which value was meant."""
    return StepRefused("malformed_step", f"{where}: the key {brief(value.key)} is there twice")


def assign_ids(written: list[Any], review: Review) -> list[str]:
    """One id per step: its own, `s<index + 1>` where it has none, a free one where it repeats another's."""
    given = [written_id(own) for own in written]
    taken = set(given)
    next_free = len(written) + 1
    for index, (own, step_id) in enumerate(zip(written, given, strict=True)):
        repeated = step_id in review.order
        if repeated:
            review.repeated_ids.add(step_id)
        if repeated or not step_id:
            step_id = "" if repeated else f"s{index + 1}"
            while not step_id or step_id in taken:
                step_id, next_free = f"s{next_free}", next_free + 1
            taken.add(step_id)
        if step_id != own:
            review.repair(step_id, "/id", as_record(own), step_id, "repeated_id" if repeated else "assign_id")
        review.order[step_id] = index
    return list(review.order)


def written_id(own: Any) -> str:
    """The id as a text; none when it cannot be one."""
    if type(own) is int and 0 <= own < MAX_ID:
        return str(own)
    return own if is_text(own) else ""


def read_step(step: Any, step_id: str, review: Review) -> Draft:
    """One step of the plan. StepRefused where it is not an object, or its fields are not of their type."""
    if not isinstance(step, dict):
        raise StepRefused("malformed_step", f"a step must be an object, not {brief(step)}")
    if isinstance(step, RepeatedKey):
        raise repeated_key(step, "the step")
    if not all(is_text(field) for field in step):
        raise StepRefused("malformed_step", "the names of a step's fields must be texts")
    name, server = step.get("name"), step.get("server")
    check_names(name, server)  # before what is recorded of the rest
    for field in [field for field in step if field not in STEP_FIELDS]:
        review.repair(step_id, join_pointer([field]), as_record(step[field]), None, "drop_unknown")
    return draft(step_id, name, step.get("arguments", {}), server, review)


def check_names(name: Any, server: Any) -> None:
    """StepRefused where the name of a tool or of its server isn't a valid name."""
    if not is_text(name) or not name:
        raise StepRefused("malformed_step", f"the name of a tool must be a text, not {brief(name)}")
    if server is not None and not is_text(server):
        raise StepRefused("malformed_step", f"the name of a server must be a text, not {brief(server)}")


def draft(step_id: str, name: Any, arguments: Any, server: Any, review: Review) -> Draft:
    """A step with a copy of its arguments. StepRefused unless they are a JSON object."""
    check_names(name, server)
    if arguments is None or isinstance(arguments, str):
        written, arguments = arguments, parse_arguments(arguments)
        review.repair(step_id, "/arguments", written, arguments, "parse_json")
    if not isinstance(arguments, dict):
        raise StepRefused("malformed_step", f"arguments must be an object, not {brief(arguments)}")
    copier = Copier(MAX_VALUES - review.size)
    copied = copier.copy(arguments, ())
    review.size += copier.size
    return Draft(step_id, name, copied, server, copier.size, copier.has_whole_floats, copier.has_references)


def parse_arguments(written: str | None) -> Any:
    """Arguments that a model wrote as a text of JSON, or left null."""
    if written is None:
        return {}
    try:
        return read_json(written)
    except (ValueError, RecursionError):
        raise StepRefused("malformed_step", f"arguments must be an object, not the text {brief(written)}") from None


def as_record(value: Any) -> Any:
    """A value of the plan as a record can hold it; null where it is not JSON, or too large."""
    try:
        return Copier(MAX_RECORDED).copy(value, ())
    except StepRefused:
        return None


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text that can be written as JSON; half a surrogate pair cannot."""
    if not isinstance(value, str):
        return False
    try:
        return value.isascii() or bool(value.encode())
    except UnicodeEncodeError:
        return False


class Copier:
    """Copies JSON so that the plan is never changed, and takes note of what the checks look for."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.size = 0
        self.has_whole_floats = False
        self.has_references = False

    def copy(self, value: Any, path: JsonPath) -> Any:
        """The copy. StepRefused for what is not JSON (NaN, other types) and for nesting beyond any real call."""
        self.size += 1
        if self.size > self.room:
            raise StepRefused("malformed_step", f"the plan holds more than {MAX_VALUES} values")
        kind = type(value)
        if value is None or kind is bool or (kind is str and value.isascii()) or is_text(value):
            return value
        if isinstance(value, int):
            if not fits_64_bits(value):
                shown = value if value.bit_length() < 256 else "a number of hundreds of digits"
                raise StepRefused("malformed_step", f"{join_pointer(('arguments', *path))}: {shown} is beyond 64 bits")
            return value
        if isinstance(value, float):
            if not math.isfinite(value):
                raise StepRefused("malformed_step", f"{value} is not a JSON number")
            self.has_whole_floats = self.has_whole_floats or value.is_integer()
            return value
        if len(path) >= MAX_DEPTH:
            raise StepRefused("malformed_step", f"arguments are nested deeper than {MAX_DEPTH}")
        if isinstance(value, dict):
            return self._copy_object(value, path)
        if isinstance(value, list):
            return [self.copy(item, (*path, index)) for index, item in enumerate(value)]
        raise StepRefused("malformed_step", f"{brief(value)} cannot be written as JSON")

    def _copy_object(self, value: JsonObject, path: JsonPath) -> JsonObject:
        if isinstance(value, RepeatedKey):
            raise repeated_key(value, join_pointer(("arguments", *path)))
        if not all((type(key) is str and key.isascii()) or is_text(key) for key in value):
            raise StepRefused("malformed_step", "the keys of an object must be texts")
        self.has_references = self.has_references or is_reference(value)
        return {key: self.copy(item, (*path, key)) for key, item in value.items()}
