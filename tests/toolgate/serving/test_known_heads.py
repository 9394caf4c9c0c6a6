"""Heads that were read before: whoever sends one again is who it was, unless something else has a word in it."""

from __future__ import annotations

from typing import Any

import pytest

from toolgate.contract import AgentContext
from toolgate.serving.identity import Identity
from toolgate.serving.known_heads import Head, KnownHeads

PLAIN = {"host": "127.0.0.1", "content-type": "application/json"}


def known(heads: KnownHeads, identity: Identity, headers: dict[str, str]) -> tuple[Head, AgentContext]:
    """The head of a request that was read for the first time, and its caller."""
    head = tuple((name.encode(), value.encode()) for name, value in headers.items())
    caller = identity.over_http({**headers, "x-request-id": "made"}, None)
    heads.keep(head, headers, caller)
    return head, caller


@pytest.mark.parametrize("more", [{}, {"x-agent-id": "ann"}, {"x-agent-id": "ann", "x-model": "m"}])
def test_who_comes_again_is_who_it_was_but_for_the_number_of_the_request(more: dict[str, str]) -> None:
    identity = Identity(model="usual")
    heads = KnownHeads(identity)
    head, first = known(heads, identity, PLAIN | more)
    again, once_more = heads.caller(head), heads.caller(head)
    assert again is not None
    assert once_more is not None
    assert (again.agent_id, again.model, again.metadata) == (first.agent_id, first.model, first.metadata)
    assert len({first.request_id, again.request_id, once_more.request_id}) == 3
    assert len(again.request_id) == 32
    changed: Any = again.metadata
    changed["client"] = "a tool has written here"
    assert once_more.metadata == first.metadata == {"transport": "http"}


def test_who_names_nobody_is_who_the_rules_say_now() -> None:
    unnamed = ["one"]
    identity = Identity(lambda: unnamed[0])
    heads = KnownHeads(identity)
    silent, _ = known(heads, identity, PLAIN)
    blank, _ = known(heads, identity, PLAIN | {"x-agent-id": " \x07"})
    named, _ = known(heads, identity, PLAIN | {"x-agent-id": "one"})
    unnamed[0] = "two"
    assert [found.agent_id for head in (silent, blank, named) if (found := heads.caller(head))] == ["two", "two", "one"]


@pytest.mark.parametrize("name", ["x-request-id", "traceparent"])
def test_a_head_that_does_not_come_again_is_not_kept(name: str) -> None:
    identity = Identity()
    heads = KnownHeads(identity)
    head, _ = known(heads, identity, PLAIN | {name: "1"})
    assert (heads.caller(head), len(heads)) == (None, 0)


def test_where_tokens_are_needed_each_request_is_asked_for_its_own() -> None:
    identity = Identity(tokens={"ann": "a-token-of-ann"})
    heads = KnownHeads(identity)
    head, _ = known(heads, identity, PLAIN | {"authorization": "Bearer a-token-of-ann"})
    assert (heads.caller(head), len(heads)) == (None, 0)


def test_64_heads_are_kept_and_no_more() -> None:
    identity = Identity()
    heads = KnownHeads(identity)
    sent = [known(heads, identity, PLAIN | {"content-length": str(number)})[0] for number in range(64)]
    assert None not in [heads.caller(head) for head in sent]
    last, _ = known(heads, identity, PLAIN | {"content-length": "64"})
    assert len(heads) <= 64
    assert heads.caller(last) is not None
