"""The conversations of a chat: for each person, the turns that a follow-up such as "and behind him?" refers to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from director.answer import Answer
from director.memory import Memory
from director.planners.base import Turn

_PERSONS = 1000


class Memories:
    """The memory of each person. `clock` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float], persons: int = _PERSONS) -> None:
        self._clock = clock
        self._most = persons
        self._persons: OrderedDict[str, Memory] = OrderedDict()

    def add(self, person: str, answer: Answer) -> None:
        """Remembers an answered question. Above the limit, the person who was quiet longest is forgotten."""
        if not answer.plan.steps:
            return
        memory = self._persons.setdefault(person, Memory(clock=self._clock))
        memory.add(answer.question, answer.plan, answer.text)
        self._persons.move_to_end(person)
        if len(self._persons) > self._most:
            self._persons.popitem(last=False)

    def turns(self, person: str) -> tuple[Turn, ...]:
        """The recent turns of that person, the latest last."""
        memory = self._persons.get(person)
        return () if memory is None else memory.turns()

    def clear(self) -> None:
        """Begins new conversations with everybody."""
        self._persons.clear()

    def forget(self, person: str) -> None:
        """Begins a new conversation with that person."""
        self._persons.pop(person, None)
