"""How much of a large space a test goes through: little of what is dear, and far more where one asks for it.

`--hypothesis-profile=thorough` goes through at least ten times as many examples, the same ones at each run, and through the whole of
each long list; `--hypothesis-profile=search` looks for new examples, twenty times as many.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from hypothesis import settings

T = TypeVar("T")

_PROFILE = settings.get_current_profile_name()
SEARCHING = _PROFILE == "search"
MORE = {"thorough": 10, "search": 20}.get(_PROFILE, 1)
"""So many times the examples of a usual run."""


def examples(count: int, **more: Any) -> settings:
    """So many examples in a usual run, and a multiple of them where one asks for more."""
    return settings(max_examples=count * MORE, **more)


def some(items: Iterable[T], each: int) -> list[T]:
    """In a usual run the first of each so many; all of them where one asks for more."""
    return list(items)[:: each if MORE == 1 else 1]
