"""How many examples a property is tried on: few of those that are dear, and many of all of them where one asks for a search."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

SEARCHING = settings.get_current_profile_name() == "search"
"""`--hypothesis-profile=search`: new examples at each run, and this many times more of them."""
MORE = 20


def examples(count: int, **more: Any) -> settings:
    """So many examples; with the profile `search` a multiple."""
    return settings(max_examples=count * MORE if SEARCHING else count, **more)
