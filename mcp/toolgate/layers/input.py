"""input: the arguments must fit the tool's schema."""

from __future__ import annotations

from dataclasses import replace

from toolgate.catalogue import compiled
from toolgate.contract import Call, InvalidArgument, JsonObject
from toolgate.nearest import nearest
from toolgate.plain_json import encode
from toolgate.pointers import in_brackets, split_pointer
from toolgate.printable import shown
from toolgate.schema import SchemaMistake
from toolgate.schema_reader import SchemaReader

_MAX_CANDIDATES = 20


def fitting(call: Call) -> Call:
    """Refuses what the schema refuses. 3.0 passes for an integer in JSON; the handler gets 3."""
    tool, given = compiled(call), call.arguments
    if not isinstance(given, dict):
        raise InvalidArgument("the arguments must be an object", path="/")
    mistake = tool.input.mistake(given)
    if mistake is not None:
        raise _refusal(tool.spec.input_schema, mistake)
    try:
        encode(given)  # a schema looks only at what it names
    except ValueError as wrong:
        raise InvalidArgument(f"the arguments hold {wrong}", path="/") from None
    for value in given.values():
        if isinstance(value, float):
            return _in_whole_numbers(call, tool.integers)
    return call


def _refusal(schema: JsonObject, mistake: SchemaMistake) -> InvalidArgument:
    """What the caller is told: which argument is wrong, and for an unknown name the known ones that are near."""
    path, parts = mistake.path or "/", split_pointer(mistake.path)
    where = f"{shown(in_brackets(parts))}: " if parts else ""
    if mistake.absent is not None:
        return InvalidArgument(f"{where}'{shown(mistake.absent)}' is required", path=path)
    if not mistake.unknown:
        return InvalidArgument(f"{where}{mistake.message}", path=path)
    unknown, known = mistake.unknown[0], SchemaReader(schema).names_at(tuple(parts))
    near = nearest(unknown, known)
    candidates = near or known[:_MAX_CANDIDATES]
    if near:
        remedy = f"did you mean {near[0]!r}?"
    else:
        remedy = f"choose from {', '.join(candidates)}" if candidates else "leave it out"
    message = f"{where}there is no argument '{shown(unknown)}': {remedy}"
    return InvalidArgument(message, path=path, candidates=candidates)


def _in_whole_numbers(call: Call, integers: frozenset[str]) -> Call:
    given = call.arguments
    whole = {name: int(value) for name, value in given.items() if name in integers and isinstance(value, float)}
    return replace(call, arguments={**given, **whole}) if whole else call
