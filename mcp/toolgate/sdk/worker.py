"""A process that runs tools, `python -m toolgate.sdk.worker`: JSON on stdin and stdout, each frame behind its length.

A length is 4 bytes, big-endian. The first frame gives the import path, each further one is a call; all are answered.
What a tool prints goes to stderr.
"""

from __future__ import annotations

import asyncio
import importlib
import inspect
import os
import runpy
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, cast

import orjson

from toolgate.contract import AgentContext, Handler, JsonObject, Native, ToolError
from toolgate.sdk.lifeline import hold
from toolgate.sdk.marks import ToolMark
from toolgate.sdk.tools import bound

LENGTH = 4
_MAIN = "__toolgate_main__"


def main() -> None:
    """Serves calls until stdin ends."""
    with os.fdopen(os.dup(0), "rb") as calls, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(2, 1)  # a tool that prints does not speak to our parent
        hold(calls.fileno())
        sys.path[:] = _read(calls)["path"]
        _write(answers, {"ready": True})
        handlers: dict[tuple[str, str, str], Handler] = {}
        modules: dict[str, Mapping[str, Any]] = {}
        loop = asyncio.new_event_loop()
        while (call := _read(calls)) is not None:
            key = call["file"], call["module"], call["function"]
            try:
                if key not in handlers:
                    handlers[key] = bound(_found(*key, modules), ToolMark(**call["mark"]))
                _write(answers, _answer(handlers[key], call, loop))
            except BaseException as error:  # noqa: BLE001 - even SystemExit is an answer
                traceback.print_exc(file=sys.stderr)
                _write(answers, {"crash": type(error).__name__})


def _found(file: str, module: str, function: str, modules: dict[str, Mapping[str, Any]]) -> Callable[..., Any]:
    """The function of that name. A program's own file is run under another name, so that its server does not start."""
    if file:
        if file not in modules:
            modules[file] = runpy.run_path(file, run_name=_MAIN)
        found: Any = modules[file][function.partition(".")[0]]
        for part in function.split(".")[1:]:
            found = getattr(found, part)
    else:
        found = importlib.import_module(module)
        for part in function.split("."):
            found = getattr(found, part)
    return cast("Callable[..., Any]", found)


def _answer(handler: Handler, call: JsonObject, loop: asyncio.AbstractEventLoop) -> JsonObject:
    if "arguments" not in call:
        return {"warm": True}
    try:
        given = handler(call["arguments"], AgentContext(**call["agent"]))
        if inspect.isawaitable(given):
            given = loop.run_until_complete(given)
    except ToolError as error:
        return {"error": [error.error_type, error.message, error.details]}
    if isinstance(given, Native):
        return {"payload": given.payload, "native": given.result}
    return {"payload": given}


def _read(stream: BinaryIO) -> Any:
    head = stream.read(LENGTH)
    return orjson.loads(stream.read(int.from_bytes(head))) if len(head) == LENGTH else None


def _write(stream: BinaryIO, frame: JsonObject) -> None:
    body = orjson.dumps(frame)
    stream.write(len(body).to_bytes(LENGTH) + body)
    stream.flush()


if __name__ == "__main__":
    main()
