"""What providers have in common: a key, a connection for each event loop, tries under one deadline, mapped errors."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Generic, TypeVar
from weakref import WeakKeyDictionary

import httpx2

from director.models.base import Fault, ModelError, ModelReply, Request, Usage
from director.models.faults import excerpt, saying
from director.models.http import make_http
from director.models.options import ProviderOptions, Role
from director.models.retries import retried

SDK = TypeVar("SDK")


class Provider(ABC, Generic[SDK]):
    """A model behind an SDK. A subclass says how to connect, how to ask once, and what the SDK's errors mean."""

    name: ClassVar[str]
    optional: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Parameters that a request can do without: the words of a 400 that is about each."""

    def __init__(self, options: ProviderOptions) -> None:
        self._options = options
        self._left_out: defaultdict[str, set[str]] = defaultdict(set)
        """The optional parameters that each model has refused."""
        self._connections: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[httpx2.AsyncClient, SDK]]
        self._connections = WeakKeyDictionary()

    async def complete(self, request: Request, timeout_s: float) -> ModelReply:
        """One reply within the time."""
        if not self._options.key:
            raise self._fault("no_key")
        return await retried(partial(self._once, request), self.name, timeout_s, self._options.limits)

    async def aclose(self) -> None:
        """Closes the connections of the running loop."""
        http, _ = self._connections.pop(asyncio.get_running_loop(), (None, None))
        if http is not None:
            await http.aclose()

    @abstractmethod
    def _connect(self, http: httpx2.AsyncClient) -> SDK:
        """The SDK's client over this HTTP client, without retries of its own."""

    @abstractmethod
    async def _ask(self, request: Request, role: Role, timeout_s: float) -> ModelReply:
        """One try. It may raise anything."""

    @abstractmethod
    def _error(self, error: Exception) -> ModelError:
        """What an error of the SDK means. The only place that knows its classes."""

    async def _once(self, request: Request, timeout_s: float) -> ModelReply:
        role = self._options.plan if request.purpose == "plan" else self._options.answer
        try:
            for text in (request.system, *(message.text for message in request.messages)):
                text.encode()
            reply = await self._ask(request, role, timeout_s)
        except ModelError:
            raise
        except UnicodeEncodeError:
            raise self._fault("bad_request", "the text isn't valid Unicode") from None
        except Exception as error:  # noqa: BLE001 - an SDK is another system: whatever it throws is mapped
            raise self._error(error) from None
        if self._options.key in str(reply.data):
            # Whoever plays our key back is no provider: it goes into no plan, no answer and no record.
            raise self._fault("unreadable", usage=reply.usage, model=reply.model)
        return reply

    def _leaves_out(self, model: str, sent: frozenset[str], said: str) -> bool:
        """Whether a 400 is about an optional parameter that was sent. The model is not sent it again."""
        named = {name for name in sent if any(word in said.lower() for word in self.optional[name])}
        self._left_out[model] |= named
        return bool(named)

    def _takes(self, model: str, wanted: Mapping[str, object]) -> frozenset[str]:
        """The optional parameters that are wanted and that the model has not refused."""
        return frozenset(name for name, value in wanted.items() if value and name not in self._left_out[model])

    def _client(self) -> SDK:
        """The SDK's client of the running loop: connections belong to the loop that opened them."""
        loop = asyncio.get_running_loop()
        if loop not in self._connections:
            http = make_http(self._options.base_url)
            self._connections[loop] = http, self._connect(http)
        return self._connections[loop][1]

    def _detail(self, fault: Fault, status: int, said: object) -> str:
        """What was rejected, in the provider's words; of an unknown model also which settings name it."""
        if fault != "bad_request":
            return ""
        words = excerpt(said, self._options.key)
        return f"no such model ({words}): check {self._options.model_settings}" if status == 404 else words

    def _fault(
        self,
        fault: Fault,
        detail: str = "",
        *,
        retry_after_s: float | None = None,
        usage: Usage | None = None,
        model: str = "",
    ) -> ModelError:
        message = saying(fault, self.name, self._options.key_setting, detail)
        return ModelError(fault, message, retry_after_s=retry_after_s, usage=usage, model=model)
