"""One fix for each kind of error that a schema can find. What has none is a reason to reject the step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from jsonschema_rs import ValidationError
from msgspec import Struct

from director.references import JsonPath
from director.validator.argument_schema import ArgumentSchema, Errors, branches_of, excused
from director.validator.coercion import choose, coerce
from director.validator.vocabulary_names import Vocabularies, name_of
from toolgate.contract import JsonObject


class Dropped:
    """Marks a value whose key is to be removed."""


DROPPED = Dropped()
WRAP = "wrap"


class Edit(Struct, frozen=True):
    """One edit of the arguments."""

    path: JsonPath
    after: Any
    rule: str


class Subject(Struct, frozen=True):
    """The arguments under repair and what is known about them."""

    arguments: JsonObject
    schema: ArgumentSchema
    vocabularies: Vocabularies
    is_lasting: bool = False
    """Whether the effect of the call lasts: then nothing is cut, moved to a bound or guessed."""
    set_aside: frozenset[JsonPath] = frozenset()
    """Sets references aside: their values are not known yet, so nothing can be wrong with them."""


class Location(Struct, frozen=True):
    """The path of the error."""

    path: JsonPath
    subject: Subject

    @property
    def value(self) -> Any:
        """The value at the path."""
        return value_at(self.subject.arguments, self.path)

    @property
    def is_whole(self) -> bool:
        """Whether the schema wants an integer at the path."""
        types = self.subject.schema.reader.types_at(self.path)
        return "integer" in types and "number" not in types

    @property
    def is_optional(self) -> bool:
        """Whether the value can be left out of the object that holds it."""
        return self.subject.schema.reader.is_optional(self.path)

    @property
    def vocabulary(self) -> str | None:
        """The list of names that the value is taken from."""
        return self.subject.schema.reader.vocabulary_at(self.path)


def changes_for(errors: Errors, subject: Subject) -> tuple[list[Edit], bool]:
    """The fixes for a list of errors, outermost first, and whether every error has one.

    What lies inside a changed value is left for the next round. So is an argument that no branch of the
    schema took in, until the branches themselves have been repaired.
    """
    pressing = [error for error in errors if error.kind.name != "unevaluatedProperties"] or errors
    changes: list[Edit] = []
    fixed: set[JsonPath] = set()
    failed: set[JsonPath] = set()
    for error in sorted(pressing, key=lambda error: len(error.instance_path)):
        path = tuple(error.instance_path)
        if any(path[:length] in fixed for length in range(len(path) + 1)):
            continue
        fix = None if subject.is_lasting and error.kind.name in BENDING else FIXES.get(error.kind.name)
        found = fix(error, Location(path, subject)) if fix else []
        changes += found
        fixed.update(change.path for change in found)
        if not found:
            failed.add(path)
    return changes, failed <= fixed


def value_at(document: Any, path: JsonPath) -> Any:
    """The value at a path that is known to exist."""
    for key in path:
        document = document[key]
    return document


def fix_type(error: ValidationError, location: Location) -> list[Edit]:
    """Reads the value as the type that is wanted. A null for an argument that may be left out is left out."""
    if not location.path:
        return []
    wanted, value = error.kind.value, location.value
    if value is None and location.is_optional:
        return [Edit(location.path, DROPPED, "drop_null")]
    if found := coerce(value, wanted):
        wraps = isinstance(found[0], list) and found[0] == [value]
        return [Edit(location.path, found[0], WRAP if wraps else "coerce")]
    if isinstance(value, dict) and "string" in wanted and (vocabulary := location.vocabulary):
        name = name_of(value, location.subject.vocabularies.get(vocabulary, []))
        return [] if name is None else [Edit(location.path, name, "name")]
    return []


def fix_option(error: ValidationError, location: Location) -> list[Edit]:
    """The one option that the value means. Names are not guessed, and nothing is where the effect lasts."""
    options = error.kind.value if error.kind.name == "enum" else [error.kind.value]
    if not location.path or location.vocabulary:
        return []
    found = choose(location.value, options, may_guess=not location.subject.is_lasting)
    return [Edit(location.path, option, "option") for option in found]


def clamp_up(error: ValidationError, location: Location) -> list[Edit]:
    """The smallest value allowed."""
    limit = error.kind.value
    return [Edit(location.path, math.ceil(limit) if location.is_whole else limit, "clamp")]


def clamp_down(error: ValidationError, location: Location) -> list[Edit]:
    """The largest value allowed."""
    limit = error.kind.value
    return [Edit(location.path, math.floor(limit) if location.is_whole else limit, "clamp")]


def clamp_above(error: ValidationError, location: Location) -> list[Edit]:
    """The next value above a bound that is not allowed itself."""
    limit = error.kind.value
    after = math.floor(limit) + 1 if location.is_whole else math.nextafter(limit, math.inf)
    return [Edit(location.path, after, "clamp")]


def clamp_below(error: ValidationError, location: Location) -> list[Edit]:
    """The next value below a bound that is not allowed itself."""
    limit = error.kind.value
    after = math.ceil(limit) - 1 if location.is_whole else math.nextafter(limit, -math.inf)
    return [Edit(location.path, after, "clamp")]


def cut(error: ValidationError, location: Location) -> list[Edit]:
    """The beginning of a text or list that is too long. Names are not cut."""
    if error.kind.name == "maxLength" and location.vocabulary:
        return []
    return [Edit(location.path, location.value[: int(error.kind.value)], "clamp")]


def drop_unknown(error: ValidationError, location: Location) -> list[Edit]:
    """Takes out what the schema does not know."""
    return [Edit((*location.path, key), DROPPED, "drop_unknown") for key in error.kind.value]


def fix_branch(error: ValidationError, location: Location) -> list[Edit]:
    """The fixes of the one branch that can be repaired; a list made of one value is the last resort."""
    candidates: list[list[Edit]] = []
    for branch in branches_of(error):
        errors = [inner for inner in branch if not excused(inner, location.subject.set_aside)]
        changes, is_complete = changes_for(errors, location.subject)
        if is_complete and changes not in candidates:
            candidates.append(changes)
    plain = [changes for changes in candidates if all(change.rule != WRAP for change in changes)]
    best = plain or candidates
    return best[0] if len(best) == 1 else []


FIXES: dict[str, Callable[[ValidationError, Location], list[Edit]]] = {
    "type": fix_type,
    "enum": fix_option,
    "const": fix_option,
    "minimum": clamp_up,
    "maximum": clamp_down,
    "exclusiveMinimum": clamp_above,
    "exclusiveMaximum": clamp_below,
    "maxLength": cut,
    "maxItems": cut,
    "additionalProperties": drop_unknown,
    "unevaluatedProperties": drop_unknown,
    "anyOf": fix_branch,
    "oneOf": fix_branch,
}

BENDING = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "maxLength", "maxItems"})
"""Errors whose fix makes another value of the one given."""
