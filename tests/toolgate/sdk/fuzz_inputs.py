"""Calls and messages of every kind, as hypothesis makes them, and how many are made.

A sample by default; FUZZ_CALLS=100000 (`make fuzz`) makes so many in all.
"""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.toolgate.sdk.sdk_tools import broken, get_customer, picture, refusing, who

CALLS = int(os.environ.get("FUZZ_CALLS", "0"))
TOOLS = (get_customer, who, broken, refusing, picture)
REGISTERED = tuple(vars(tool)["__toolgate__"].name for tool in TOOLS)


def share(few: int, parts: int) -> settings:
    """So many examples, or an equal part of all that were asked for."""
    return settings(max_examples=max(few, CALLS // parts))


_HALVES = st.characters(exclude_categories=())
"""Half surrogate pairs too: JSON can write them, and nobody can decode them."""
TEXTS = st.text(max_size=20) | st.text(_HALVES, max_size=5)
NAMES = st.one_of(st.sampled_from(REGISTERED), TEXTS)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
)
ARGUMENTS = st.one_of(
    st.fixed_dictionaries({"customer_id": st.text(max_size=30)}),
    st.dictionaries(st.sampled_from(["customer_id", "agent", "request", "__class__"]), VALUES, max_size=3),
    VALUES,
)
DEEP = st.integers(1, 3000).map(lambda levels: b"[" * levels + b"]" * levels)


def objects(**keys: Any) -> st.SearchStrategy[bytes]:
    """JSON of objects that have some of these keys."""
    return st.fixed_dictionaries({}, optional=keys).map(lambda value: json.dumps(value).encode())


ANY = st.one_of(st.binary(max_size=60), VALUES.map(lambda value: json.dumps(value).encode()), DEEP)
BODIES = ANY | objects(tool=NAMES | VALUES, arguments=ARGUMENTS, server=VALUES, more=VALUES)
FRAMES = st.one_of(
    ANY,
    objects(id=VALUES, execute=VALUES, capabilities=VALUES, caller=VALUES, more=VALUES),
    objects(execute=st.fixed_dictionaries({"tool": NAMES, "arguments": ARGUMENTS})),
)
METHODS = st.sampled_from(
    ["tools/call", "tools/list", "ping", "resources/read", "prompts/get", "completion/complete", "logging/setLevel"]
)
MESSAGES = ANY | objects(
    jsonrpc=st.just("2.0") | VALUES,
    id=st.integers(0, 99) | VALUES,
    method=METHODS | TEXTS,
    params=st.fixed_dictionaries({}, optional={"name": VALUES, "arguments": VALUES, "_meta": VALUES}) | VALUES,
    result=VALUES,
)
