"""Messages that are no valid call: they are recorded and answered.

They are no JSON (half a surrogate pair, 2,000 levels, a torn end), no valid request, or name no tool.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any

import orjson
from mcp_types import INVALID_REQUEST, PARSE_ERROR

from toolgate.contract import AgentContext, Call
from toolgate.serving.served_tools import ServedTools

Undecodable = Callable[[bytes, str, AgentContext], Awaitable[object]]
"""Records a request that describes no call: what came, why, and who sent it."""

WHY = "the request isn't readable JSON: send valid UTF-8, nested a few hundred levels deep at most"
_NO_MESSAGE = (
    'the request is no message of JSON-RPC: send {"jsonrpc": "2.0", "id": 1, "method": "...", "params": {}},'
    " one at a time, its id a text or a whole number"
)

_LOOKED_AT = 1_000_000
_ID = re.compile(r'"id"\s{0,9}:\s{0,9}(?:(-?[0-9]{1,18})(?=\s{0,9}[,}])|"([^"\\]{1,200})")')


def salvaged_id(text: str) -> int | str | None:
    """What the request was to be answered under; None where that cannot be read."""
    found = _ID.search(text[:_LOOKED_AT])
    if found is None:
        return None
    return found[2] if found[1] is None else int(found[1])


def fault_of(sent: bytes) -> tuple[int, str] | None:
    """What is wrong with a request that is no message of JSON-RPC, as its code and a sentence; None of one that is."""
    try:
        given: Any = orjson.loads(sent)
    except orjson.JSONDecodeError:
        return PARSE_ERROR, WHY
    return None if _is_message(given) else (INVALID_REQUEST, _NO_MESSAGE)


def _is_message(given: Any) -> bool:
    """Whether it is a request, a notification (which has no id) or an answer."""
    if not isinstance(given, dict) or given.get("jsonrpc") != "2.0":
        return False
    known = type(given.get("id")) in (int, str)
    if "method" in given:
        whole = isinstance(given["method"], str) and isinstance(given.get("params"), dict | None)
        return whole and (known or "id" not in given)
    return (known and isinstance(given.get("result"), dict)) or isinstance(given.get("error"), dict)


def refused_by(runner: ServedTools) -> Undecodable:
    """Records such bytes: the gate refuses a call of the unknown tool `<undecodable>` with their length and SHA-256."""

    async def refuse(sent: bytes, why: str, agent: AgentContext) -> None:
        await runner.call(Call("<undecodable>", {"bytes": len(sent), "sha256": sha256(sent).hexdigest()}, agent))

    return refuse
