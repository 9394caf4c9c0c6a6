"""Repair of one step's arguments, driven by what the schema says is wrong with them.

Only what is wrong is touched: a value that the schema accepts is never changed.
"""

from __future__ import annotations

import copy

from msgspec.structs import replace

from director.plan_text import fits_64_bits
from director.references import find, find_references, join_pointer
from director.validator.argument_schema import ArgumentSchema, Errors
from director.validator.fixes import DROPPED, Edit, Location, Subject, changes_for, value_at
from director.validator.review import Draft, Review, StepRefused
from director.validator.vocabulary_names import Vocabularies

MAX_ROUNDS = 16
MAX_REPAIRABLE = 2000
"""Arguments of more values than this are accepted or rejected as they are, unless a reference has to be set aside."""
EXACT_FLOAT = 2**53
MESSAGE_CHARS = 300
CODES = {"required": "missing_argument", "enum": "invalid_option", "const": "invalid_option"}


def repair_arguments(
    step: Draft, schema: ArgumentSchema, review: Review, vocabularies: Vocabularies, *, is_lasting: bool = False
) -> None:
    """Makes a step's arguments valid, recording each change. StepRefused where that cannot be done.

    `is_lasting` is for a tool whose effect lasts: no text or list is cut, no number clamped, no option guessed.
    """
    known = len(review.repairs)
    try:
        if step.has_references or not schema.is_valid(step.arguments):
            errors = repair_rounds(step, Subject(step.arguments, schema, vocabularies, is_lasting), review)
            if errors:
                raise refusal(errors)
    except (ValueError, OverflowError, RecursionError) as error:
        raise StepRefused("malformed_step", f"arguments cannot be read: {type(error).__name__}") from None
    if step.has_whole_floats or len(review.repairs) > known:
        make_whole(step, schema, review)


def repair_rounds(step: Draft, subject: Subject, review: Review) -> Errors:
    """Fixes what can be fixed, until nothing is wrong or nothing helps. Returns what is still wrong.

    One fix can bring the next error to light: a text becomes a number, and the number is then too large.
    """
    if step.size > MAX_REPAIRABLE and not step.has_references:
        return subject.schema.first_error(step.arguments)
    for _ in range(MAX_ROUNDS):
        set_aside = frozenset(path for path, _ in find_references(step.arguments))
        errors = subject.schema.errors(step.arguments, set_aside)
        if not errors:
            return []
        changes, _ = changes_for(errors, replace(subject, set_aside=set_aside))
        if not changes:
            return errors
        for change in changes:
            apply(change, step, review)
    return errors


def make_whole(step: Draft, schema: ArgumentSchema, review: Review) -> None:
    """12.0 becomes 12 where an integer is wanted: JSON Schema takes both, a tool that counts does not."""
    subject = Subject(step.arguments, schema, {})
    for path, value in list(find(step.arguments, is_whole_float)):
        if Location(path, subject).is_whole:
            if not fits_64_bits(int(value)):
                where = join_pointer(("arguments", *path))
                raise StepRefused("invalid_argument", f"{where}: {value:g} is beyond 64 bits")
            if abs(value) >= EXACT_FLOAT:
                continue
            apply(Edit(path, int(value), "coerce"), step, review)


def is_whole_float(value: object) -> bool:
    """Whether a value is a whole number written with a point."""
    return isinstance(value, float) and value.is_integer()


def apply(change: Edit, step: Draft, review: Review) -> None:
    """Makes a change to the step's arguments and records it."""
    parent, key = value_at(step.arguments, change.path[:-1]), change.path[-1]
    before, after = copy.deepcopy(parent[key]), copy.deepcopy(change.after)
    if change.after is DROPPED:
        del parent[key]
        after = None
    else:
        parent[key] = change.after
    review.repair(step.id, join_pointer(("arguments", *change.path)), before, after, change.rule)


def refusal(errors: Errors) -> StepRefused:
    """The most telling error, as the reason to reject a step: something missing, then a wrong option."""
    known = [error for name in CODES for error in errors if error.kind.name == name]
    error = (known or errors)[0]
    path = join_pointer(("arguments", *error.instance_path))
    return StepRefused(CODES.get(error.kind.name, "invalid_argument"), f"{path}: {error.message}"[:MESSAGE_CHARS])
