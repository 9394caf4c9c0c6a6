"""input: the arguments must fit the tool's schema."""

from __future__ import annotations

from dataclasses import replace

from toolgate.catalogue import compiled
from toolgate.contract import Call, InvalidArgument
from toolgate.plain_json import encode


def fitting(call: Call) -> Call:
    """Refuses what the schema refuses. 3.0 passes for an integer in JSON; the handler gets 3."""
    tool, given = compiled(call), call.arguments
    if not isinstance(given, dict):
        raise InvalidArgument("the arguments must be an object", path="/")
    mistake = tool.input.mistake(given)
    if mistake is not None:
        where = f"{mistake.path}: " if mistake.path else ""
        raise InvalidArgument(f"{where}{mistake.message}", path=mistake.path or "/")
    try:
        encode(given)  # a schema looks only at what it names
    except ValueError as wrong:
        raise InvalidArgument(f"the arguments hold {wrong}", path="/") from None
    for value in given.values():
        if isinstance(value, float):
            return _in_whole_numbers(call, tool.integers)
    return call


def _in_whole_numbers(call: Call, integers: frozenset[str]) -> Call:
    given = call.arguments
    whole = {name: int(value) for name, value in given.items() if name in integers and isinstance(value, float)}
    return replace(call, arguments={**given, **whole}) if whole else call
