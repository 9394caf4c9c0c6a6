"""input: the arguments must fit the tool's schema."""

from __future__ import annotations

from dataclasses import replace

from toolgate.catalogue import compiled
from toolgate.contract import Call, InvalidArgument, Outcome
from toolgate.layers import Next
from toolgate.plain_json import encode


class Input:
    """Refuses what the schema refuses. 3.0 passes for an integer in JSON; the handler gets 3."""

    async def __call__(self, call: Call, next: Next, /) -> Outcome:
        tool = compiled(call)
        if not isinstance(call.arguments, dict):
            raise InvalidArgument("the arguments must be an object", path="/")
        mistake = tool.input.mistake(call.arguments)
        if mistake is not None:
            where = f"{mistake.path}: " if mistake.path else ""
            raise InvalidArgument(f"{where}{mistake.message}", path=mistake.path or "/")
        try:
            encode(call.arguments)  # a schema looks only at what it names
        except ValueError as wrong:
            raise InvalidArgument(f"the arguments hold {wrong}", path="/") from None
        integers = tool.integers
        floats = integers and [name for name in integers if isinstance(call.arguments.get(name), float)]
        if floats:
            whole = {name: int(call.arguments[name]) for name in floats}
            call = replace(call, arguments={**call.arguments, **whole})
        return await next(call)
