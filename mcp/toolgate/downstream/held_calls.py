"""Bridges protocols: a server of the older one asks in the middle of a call, a client of the newer one is asked by the
call's result. The call is held meanwhile, and goes on when the client repeats it with the answers.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Hashable, Mapping
from types import MappingProxyType
from typing import Any

import mcp_types
from mcp.shared.exceptions import MCPError
from msgspec import structs

from toolgate.contract import JsonObject, ToolError
from toolgate.downstream.back_channel import PROGRESS
from toolgate.downstream.requests import Beside
from toolgate.downstream.rounds import INPUT_REQUIRED

MOST_HELD = 256
"""Calls to one server that wait for their clients; with one too many, the one that has waited longest is given up."""

NEEDS: Mapping[str, str] = MappingProxyType(
    {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}
)
"""What a server may ask, and what a client must have said that it can do for that."""

Work = Callable[[Beside], Awaitable[JsonObject]]
"""Makes the call, with whom the server can tell and ask while it runs."""


class HeldCalls:
    """The calls to one server that are under way, or wait for what their clients answer."""

    def __init__(self) -> None:
        self._waiting: dict[str, _Held] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    async def run(self, who: Hashable, beside: Beside, work: Work) -> JsonObject:
        """The call's result, or what the server asks. `who` must be the same when the call is made again."""
        extra = beside.extra or {}
        if "requestState" in extra or "inputResponses" in extra:
            held = self._taken(who, extra.get("requestState"))
            held.go_on(beside, extra.get("inputResponses"))
        else:
            held = _Held(who, beside, work)
        if not await held.has_asked():
            return held.task.result()
        return {"resultType": INPUT_REQUIRED, "inputRequests": held.questions, "requestState": self._kept(held)}

    def close(self) -> None:
        """Gives all of them up."""
        for held in list(self._waiting.values()):
            held.task.cancel()

    def _kept(self, held: _Held) -> str:
        while len(self._waiting) >= MOST_HELD:
            self._waiting.pop(next(iter(self._waiting))).task.cancel()
        state = secrets.token_urlsafe(24)
        self._waiting[state] = held
        held.task.add_done_callback(lambda done: self._waiting.pop(state, None))
        return state

    def _taken(self, who: Hashable, state: object) -> _Held:
        """Only the same call of the same agent goes on with what it was given."""
        held = self._waiting.get(state) if isinstance(state, str) else None
        if held is None or held.who != who:
            message = "no call is waiting for this answer: make the call again"
            raise ToolError("validation_error", message, path="/requestState")
        del self._waiting[str(state)]
        return held


class _Held:
    """One call. Its task goes on from round to round."""

    def __init__(self, who: Hashable, beside: Beside, work: Work) -> None:
        self.who = who
        self._beside = beside
        self._asked = asyncio.Event()
        self._count = 0
        self._open: dict[str, tuple[JsonObject, asyncio.Future[JsonObject]]] = {}
        known = structs.replace(beside, ask=self._ask, tell=self._tell)
        self.task: asyncio.Task[JsonObject] = asyncio.ensure_future(work(known))
        self.task.add_done_callback(lambda done: None if done.cancelled() else done.exception())

    @property
    def questions(self) -> JsonObject:
        """What is not answered yet, as the newer protocol writes it."""
        return {key: asked for key, (asked, _) in self._open.items()}

    def go_on(self, beside: Beside, answers: object) -> None:
        """Hands over the answers with which the client has repeated the call."""
        self._beside = beside
        for key, answer in answers.items() if isinstance(answers, Mapping) else ():
            if key in self._open and isinstance(answer, Mapping):
                self._open.pop(key)[1].set_result(dict(answer))
        if not self._open:
            self._asked.clear()

    async def has_asked(self) -> bool:
        """Waits for the next question: True, or the call's end: False. A cancellation cancels the call too."""
        asking = asyncio.ensure_future(self._asked.wait())
        try:
            await asyncio.wait({self.task, asking}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self.task.cancel()
            raise
        finally:
            asking.cancel()
        return not self.task.done()

    async def _ask(self, method: str, params: JsonObject) -> JsonObject:
        if NEEDS.get(method) not in (self._beside.capabilities or {}):
            raise MCPError(mcp_types.METHOD_NOT_FOUND, "the client does not support this question", method)
        self._count += 1
        key = f"question-{self._count}"
        answer: asyncio.Future[JsonObject] = asyncio.get_running_loop().create_future()
        self._open[key] = ({"method": method, "params": params}, answer)
        self._asked.set()
        try:
            return await answer
        finally:
            self._open.pop(key, None)

    async def _tell(self, method: str, params: JsonObject) -> None:
        """Passes a notification to the round that is under way, progress with that round's own token."""
        beside: Any = self._beside
        if method == PROGRESS:
            token = (beside.meta or {}).get("progressToken")
            if token is None:
                return
            params = {**params, "progressToken": token}
        if beside.tell is not None:
            await beside.tell(method, params)
