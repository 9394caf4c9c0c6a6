"""Heads of requests that were read before: of a client's calls one after another only the bodies differ."""

from __future__ import annotations

from collections.abc import Mapping
from os import urandom

from toolgate.contract import AgentContext
from toolgate.serving.identity import REQUEST_HEADER, TRACE, Identity

Head = tuple[tuple[bytes, bytes], ...]
"""The headers of a request, as they came."""

_MOST = 64
"""At most so many are kept: with the longest headers that a request may have, that is 4 MB."""
_OF_ONE_REQUEST = frozenset((REQUEST_HEADER.encode(), TRACE.encode()))
"""A head with one of these does not come again."""


class KnownHeads:
    """The callers of heads that have passed all checks. Nothing is kept where a token is needed."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity
        self._kept: dict[Head, tuple[AgentContext, bool]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def caller(self, head: Head) -> AgentContext | None:
        """The caller of one more request with this head; None where it is to be read, and checked, as if new."""
        known = self._kept.get(head)
        if known is None:
            return None
        first, claimed = known
        agent = first.agent_id if claimed else self._identity.unnamed()  # the rules say, as they are now
        return AgentContext(agent, first.model, urandom(16).hex(), {**first.metadata})

    def keep(self, head: Head, headers: Mapping[str, str], caller: AgentContext) -> None:
        """Keeps a head that was read and checked: `headers` are what was read, `caller` who they are of."""
        if self._identity.needs_login or not _OF_ONE_REQUEST.isdisjoint([name for name, _ in head]):
            return
        if len(self._kept) >= _MOST:
            self._kept.clear()
        self._kept[head] = caller, bool(self._identity.claim(headers))
