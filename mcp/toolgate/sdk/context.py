"""What a tool may do with its caller while it runs: say how far it is, write to its log, ask something back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

from toolgate.contract import JsonObject, ToolError
from toolgate.peer import PEER, Elicit, LogLevel, Peer, Question, Roots, Sample


class Reply:
    """An answer to a form: `action` is accept, decline or cancel; `content` is what was filled in."""

    __slots__ = ("action", "content")

    def __init__(self, action: str, content: JsonObject) -> None:
        self.action = action
        self.content = content

    @property
    def accepted(self) -> bool:
        """Whether the form was filled in and sent."""
        return self.action == "accept"


class CallContext:
    """Injected where a parameter of an async tool declares it. It reaches the caller, and nothing else of the request.

    What is asked is known by its `key`. By the newer protocol a tool that asks runs again from its beginning once the
    answers are there, so ask before you change anything.
    """

    __slots__ = ("_peer",)

    def __init__(self, peer: Peer | None) -> None:
        self._peer = peer

    @property
    def capabilities(self) -> Mapping[str, Any]:
        """What the client says that it can do: `elicitation`, `sampling`, `roots`. Empty where there is no client."""
        return MappingProxyType({} if self._peer is None else self._peer.capabilities)

    async def progress(self, progress: float, total: float | None = None, message: str | None = None) -> None:
        """Says how far the tool is. It says nothing to a caller that does not want to know."""
        if self._peer is not None:
            await self._peer.progress(progress, total, message)

    async def log(self, data: Any, level: LogLevel = "info", logger: str | None = None) -> None:
        """Sends a line to a caller that wants the tool's log."""
        if self._peer is not None:
            await self._peer.log(level, data, logger)

    async def elicit(
        self, message: str, form: type[BaseModel] | JsonObject | None = None, *, key: str = "form"
    ) -> Reply:
        """Asks the person behind the client to fill in a form: a model of plain fields, or its JSON Schema."""
        return self._reply((await self.ask({key: elicit(message, form)}))[key])

    async def sample(
        self,
        prompt: str | Sequence[JsonObject],
        *,
        max_tokens: int = 500,
        system_prompt: str | None = None,
        key: str = "sample",
    ) -> str:
        """Asks the client's model, and gives its text."""
        answer = (await self.ask({key: sample(prompt, max_tokens=max_tokens, system_prompt=system_prompt)}))[key]
        content = answer.get("content")
        return str(content.get("text", "")) if isinstance(content, Mapping) else ""

    async def roots(self, *, key: str = "roots") -> list[str]:
        """The URIs of the folders that the client works in."""
        return [str(root["uri"]) for root in (await self.ask({key: Roots()}))[key]["roots"]]

    async def ask(self, questions: Mapping[str, Question]) -> dict[str, JsonObject]:
        """Several questions at once, by their keys; the answers as MCP writes them.

        ToolError where the transport cannot ask back, as REST cannot, or the client has not said that it can answer.
        """
        if self._peer is None:
            raise ToolError("tool_failed", "the tool asks its caller something, which only a client of MCP can answer")
        return await self._peer.ask(questions)

    @staticmethod
    def _reply(answer: JsonObject) -> Reply:
        return Reply(answer["action"], answer.get("content") or {})


def elicit(message: str, form: type[BaseModel] | JsonObject | None = None) -> Elicit:
    """A form, as `CallContext.ask` takes it."""
    if form is None:
        return Elicit(message)
    return Elicit(message, form.model_json_schema() if isinstance(form, type) else form)


def sample(prompt: str | Sequence[JsonObject], *, max_tokens: int = 500, system_prompt: str | None = None) -> Sample:
    """A question to the client's model, as `CallContext.ask` takes it."""
    said = [{"role": "user", "content": {"type": "text", "text": prompt}}] if isinstance(prompt, str) else prompt
    return Sample(tuple(said), max_tokens, system_prompt)


def current() -> CallContext:
    """The context of the call that runs now."""
    return CallContext(PEER.get())
