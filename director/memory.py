"""The conversation so far: what a follow-up such as "and behind him?" refers to."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from director.planners.base import Turn
from toolgate.contract import Plan

TURNS = 10
AGE_S = 300.0


class Memory:
    """The last turns of one conversation, each for a while. `clock` gives seconds that only grow."""

    def __init__(self, turns: int = TURNS, age_s: float = AGE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._turns: deque[Turn] = deque(maxlen=turns)
        self._age_s = age_s
        self._clock = clock

    def add(self, question: str, plan: Plan, answer: str = "") -> None:
        """Keeps one turn."""
        self._turns.append(Turn(question, plan, answer, self._clock()))

    def turns(self) -> tuple[Turn, ...]:
        """What is remembered now, the latest last."""
        oldest = self._clock() - self._age_s
        while self._turns and self._turns[0].at < oldest:
            self._turns.popleft()
        return tuple(self._turns)
