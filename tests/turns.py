"""What a later turn of a conversation asks, held to the same question in full."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from director.planners.base import Turn


async def asks_the_same(ask: Callable[..., Any], before: Sequence[Turn], question: str, same: str) -> None:
    """Holds that `question` after the turns `before` makes the calls that `same` makes alone, and that it makes some."""
    meant = (await ask(same)).steps
    assert meant, same
    plan = await ask(question, list(before))
    assert [(step.name, step.arguments) for step in plan.steps] == [(step.name, step.arguments) for step in meant]
