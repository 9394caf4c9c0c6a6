"""A model with scripted replies: for tests, and to try a pipeline without a provider."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from director.models.base import ModelError, ModelReply, Request, Usage
from toolgate.contract import JsonObject

Said = JsonObject | ModelReply | ModelError
"""What the model says: the data of a reply, a whole reply, or the fault it has instead."""


class ScriptedModel:
    """Answers from a list, one entry a request, or from a function of the request. It keeps what it was asked.

    ModelError `not_recorded` where the list is used up; `timeout` where `wait_s` is longer than the time allowed.
    """

    def __init__(
        self, script: Iterable[Said] | Callable[[Request], Said], *, name: str = "scripted", wait_s: float = 0.0
    ) -> None:
        self._name = name
        self._wait_s = wait_s
        self._script = script if callable(script) else _in_turn(script)
        self.requests: list[Request] = []

    @property
    def name(self) -> str:
        """The name that the caller gave it."""
        return self._name

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        """The next scripted reply."""
        self.requests.append(request)
        await asyncio.sleep(min(self._wait_s, timeout_s))
        if self._wait_s > timeout_s:
            raise ModelError("timeout", f"{self._name}: no reply within {timeout_s:g} s")
        said = self._script(request)
        if isinstance(said, ModelError):
            raise said
        return (
            said
            if isinstance(said, ModelReply)
            else ModelReply(said, self._name, Usage(input_tokens=1, output_tokens=1))
        )

    async def aclose(self) -> None:
        """Does nothing: there are no connections."""


def _in_turn(script: Iterable[Said]) -> Callable[[Request], Said]:
    left = iter(script)
    return lambda _: next(left, ModelError("not_recorded", "the script has no more replies"))
