"""What a server says of its own accord goes to the client whose call it is about."""

from __future__ import annotations

import logging
from typing import Any

import mcp_types
from mcp.shared.exceptions import MCPError

from toolgate.contract import JsonObject
from toolgate.downstream.requests import Beside

_log = logging.getLogger("toolgate.downstream")

PROGRESS = "notifications/progress"
LOG = "notifications/message"
_TO_CALLERS = (PROGRESS, LOG)


class BackChannel:
    """The calls that are under way on one session, each with its client.

    Progress names its call. Anything else goes to the client whose call is the youngest: over one pipe a server does
    not say which it means, and a session has one agent's calls alone unless its entry says otherwise.
    """

    def __init__(self) -> None:
        self._open: dict[str, Beside] = {}

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, token: str, beside: Beside) -> JsonObject:
        """Notes a call; gives the `_meta` that the server is sent, with a token that is ours."""
        self._open[token] = beside
        meta = dict(beside.meta or {})
        if meta.pop("progressToken", None) is not None and beside.tell is not None:
            meta["progressToken"] = token
        return meta

    def end(self, token: str) -> None:
        """Forgets a call that has been answered."""
        self._open.pop(token, None)

    async def told(self, method: str, params: JsonObject) -> None:
        """Passes a server's notification on to the client, changed only in the progress token: the client's own."""
        if method not in _TO_CALLERS:
            return
        if method == PROGRESS:
            beside = self._open.get(str(params.get("progressToken")))
            token = None if beside is None else (beside.meta or {}).get("progressToken")
            params = {**params, "progressToken": token}
        else:
            beside = next((one for one in reversed(self._open.values()) if one.tell is not None), None)
        if beside is not None and beside.tell is not None:
            await beside.tell(method, params)

    async def asked(self, method: str, params: JsonObject) -> JsonObject:
        """The client's answer to what a server asks, as it came. MCPError where no client can be asked."""
        beside = next((one for one in reversed(self._open.values()) if one.ask is not None), None)
        if beside is None or beside.ask is None:
            asked = f"no client to ask {method[:60]} of: ask while a call runs whose client can answer"
            raise MCPError(code=mcp_types.METHOD_NOT_FOUND, message=asked, data=method)
        return await beside.ask(method, params)


def of(params: Any) -> JsonObject:
    """A copy of the parameters of a message; empty where there are none."""
    return dict(params or {})
