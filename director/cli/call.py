"""`director call`: one tool, through the gate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import orjson

from director.cli.command import ANSWERED, FAILED, Command, UsageError, add_source
from director.cli.opening import open_named
from director.race.agents import CALL
from director.settings import Settings
from toolgate.contract import Call, JsonObject, ToolSpec

_HOW = 'write driver=VER, or a JSON object: \'{"driver": "VER"}\''
_TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", metavar="TOOL")
    parser.add_argument(
        "arguments",
        metavar="ARGUMENTS",
        nargs="*",
        help="key=value as often as needed, or one JSON object (default: {})",
    )
    parser.add_argument("--server", metavar="S", help="the server of the tool, where there are several")
    add_source(parser, several=True)


async def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    given = read_words(arguments.arguments)
    async with await open_named(arguments, settings) as race:
        if not _is_json(arguments.arguments):
            spec = next((spec for spec in race.runner.specs if spec.name == arguments.tool), None)
            given = given if spec is None else typed(given, spec)
        outcome = await race.runner.call(Call(arguments.tool, given, race.gate.caller(CALL), arguments.server))
    layout = orjson.OPT_INDENT_2 if sys.stdout.isatty() else 0
    print(orjson.dumps(outcome.envelope, option=layout).decode())
    return ANSWERED if outcome.ok else FAILED


def read_words(words: Sequence[str]) -> JsonObject:
    """ARGUMENTS: a JSON object, or the texts of `key=value` words. UsageError where they are neither."""
    if _is_json(words):
        return read_arguments(words[0])
    given: JsonObject = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise UsageError(f"ARGUMENTS: {word[:100]!r} isn't key=value: {_HOW}")
        if key in given:
            raise UsageError(f"ARGUMENTS: {key[:100]!r} is given twice: give it once")
        given[key] = value
    return given


def typed(given: JsonObject, spec: ToolSpec) -> JsonObject:
    """The arguments with each text as the type that the tool's schema has for it. A text that does not fit stays as it
    is, and the gate rejects it.
    """
    properties = spec.input_schema.get("properties", {})
    return {key: _typed(value, properties.get(key, {})) for key, value in given.items()}


def _typed(text: str, schema: JsonObject) -> Any:
    named = schema.get("type", "string")
    types = [named] if isinstance(named, str) else named
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        value = text
    for name in types:
        if name in _TYPES and type(value) in _TYPES[name]:
            return value
    if "array" in types and "string" not in types:
        items = schema.get("items", {})
        return [_typed(part.strip(), items) for part in text.split(",") if part.strip()]
    return text


def _is_json(words: Sequence[str]) -> bool:
    return len(words) == 1 and words[0].lstrip()[:1] in ("{", "[")


def read_arguments(text: str) -> JsonObject:
    """A JSON object of arguments. UsageError where the text isn't one."""
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise UsageError(f"ARGUMENTS isn't JSON ({error}): {_HOW}") from None
    if not isinstance(given, dict):
        raise UsageError(f"ARGUMENTS must be a JSON object: {_HOW}")
    return given


COMMAND = Command(_add_arguments, _run)
