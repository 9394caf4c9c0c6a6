"""Whether a reference can hold: the step is there, its output has such a value, and the argument takes its type.

All of it is known before anything runs, from the output schema of the tool that is referred to. A tool that declares
none may give anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from director.references import Expression, Pick, Reference, Text, field_pointer
from director.rows import same
from director.validator.review import Draft, Review, StepRefused, brief
from director.validator.tools import CatalogueTool
from toolgate.nearest import did_you_mean
from toolgate.pointers import JsonPath, join_pointer, split_pointer
from toolgate.schema_reader import ALL_TYPES, ANY_ITEM, SchemaReader, type_name

NUMBERS = frozenset({"integer", "number"})
WRITABLE = NUMBERS | {"string"}
"""What a text can hold, and what rows can be ordered by."""


def check_expression(
    path: JsonPath, expression: Expression, step: Draft, review: Review, tools: Mapping[str, CatalogueTool]
) -> Expression:
    """The expression; a text of it where a number has to go into a text. StepRefused where it cannot hold.

    One that refers to a rejected step is left as it is.
    """
    where = join_pointer(("arguments", *path))
    for reference in expression.references:
        check_step(reference, where, review)
    if any(reference.step in review.rejections for reference in expression.references):
        return expression
    given = [types_of(reference, tools[reference.step], where) for reference in expression.references]
    wanted = tools[step.id].input.reader.types_at(path)
    if isinstance(expression, Text):
        for reference, types in zip(expression.references, given, strict=True):
            require(types, WRITABLE, where, reference)
        if "string" not in wanted:
            raise StepRefused("reference_type", f"{where}: a text of references is a string, not {listed(wanted)}")
        return expression
    (types,) = given
    if types != ALL_TYPES and types & NUMBERS and "string" in wanted and not wanted & NUMBERS:
        return Text("{0}", (expression,))
    require(types, wanted, where, expression)
    return expression


def check_step(reference: Reference, where: str, review: Review) -> None:
    """StepRefused where a reference names no step, or several."""
    if reference.step in review.repeated_ids:
        raise StepRefused("ambiguous_reference", f"{where}: there are several steps {brief(reference.step)}")
    if reference.step not in review.order:
        hint = did_you_mean(reference.step, list(review.order))
        raise StepRefused("unknown_reference", f"{where}: there is no step {brief(reference.step)}{hint}")


def types_of(reference: Reference, tool: CatalogueTool, where: str) -> frozenset[str]:
    """The types that a reference can bring. StepRefused where it can bring nothing."""
    if tool.output is None:
        return ALL_TYPES
    reader = tool.output.reader
    path: JsonPath = tuple(reference.tokens)
    types = types_there(reader, path, reference, where)
    if reference.pick is None:
        return types
    require(types, frozenset({"array"}), where, reference)
    row: JsonPath = (*path, ANY_ITEM)
    check_fields(reader, row, reference.pick, reference, where)
    return types_there(reader, (*row, *split_pointer(reference.get)), reference, where)


def check_fields(reader: SchemaReader, row: JsonPath, pick: Pick, reference: Reference, where: str) -> None:
    """Refuses a pick by a field that no row has, or by a value that the field never has."""
    for field, value in pick.fields:
        path = (*row, *split_pointer(field_pointer(field)))
        types = types_there(reader, path, reference, where)
        if pick.how != "where":
            require(types, WRITABLE, where, reference)
            continue
        kind = "integer" if isinstance(value, float) and value.is_integer() else type_name(value)
        options = reader.options_at(path)
        if kind not in types or (options is not None and not any(same(option, value) for option in options)):
            raise StepRefused("reference_type", f"{where}: {brief(field)} is never {brief(value)}")


def types_there(reader: SchemaReader, path: JsonPath, reference: Reference, where: str) -> frozenset[str]:
    """The types of an output at a path. StepRefused, naming the first part at fault, when nothing can be there."""
    if types := reader.types_at(path):
        return types
    length = next(length for length in range(len(path) + 1) if not reader.types_at(path[:length]))
    hint = did_you_mean(str(path[length - 1]), reader.names_at(path[: length - 1])) if length else ""
    missing = brief(join_pointer(["*" if token == ANY_ITEM else token for token in path[:length]]))
    raise StepRefused("reference_path", f"{where}: the output of {brief(reference.step)} has no {missing}{hint}")


def require(given: frozenset[str], wanted: frozenset[str], where: str, reference: Reference) -> None:
    """StepRefused where none of the given types is wanted."""
    if not given & wanted:
        pointer = brief(reference.pointer + ("/*" + reference.get if reference.pick else ""))
        raise StepRefused("reference_type", f"{where}: {pointer} is {listed(given)}, not {listed(wanted)}")


def listed(types: frozenset[str]) -> str:
    """Types in a sentence."""
    return " or ".join(sorted(types))
