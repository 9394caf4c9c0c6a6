"""Which bearer tokens may be set. A plain rule, usable without the libraries that serve."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

SHORTEST_TOKEN = 16
"""In characters."""

_AGENT = re.compile(r"[A-Za-z0-9_.-]+")
_TOKEN = re.compile(rf"[!-~]{{{SHORTEST_TOKEN},}}")

TOKENS_WANTED = (
    "names of letters, digits and _ . -, and for each a token of its own, "
    f"a word of at least {SHORTEST_TOKEN} characters"
)


def are_tokens(given: Any) -> bool:
    """Whether it maps agents to tokens that are long enough, each agent to one of its own."""
    if not isinstance(given, Mapping) or not all(isinstance(text, str) for pair in given.items() for text in pair):
        return False
    own = len(set(given.values())) == len(given)
    return own and all(_AGENT.fullmatch(agent) and _TOKEN.fullmatch(token) for agent, token in given.items())
