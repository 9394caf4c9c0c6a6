"""Values over time, never overwritten: what was known after any message can be asked again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Generic, TypeVar

from pitwall.state.near import count_near

T = TypeVar("T")


class Timeline(Generic[T]):
    """Values in the order of the messages that brought them. Messages are counted from 0 through the whole feed."""

    __slots__ = ("_near", "messages", "values")

    def __init__(self) -> None:
        self.messages: list[int] = []
        self.values: list[T] = []
        self._near = 0

    def append(self, message: int, value: T, /) -> None:
        """The value holds from this message on. A second value in the same message replaces the first."""
        if self.messages and self.messages[-1] == message:
            self.values[-1] = value
            return
        self.messages.append(message)
        self.values.append(value)

    def at(self, message: int) -> T | None:
        """The value that held after that message, None where there was none yet."""
        told = len(self.values)  # first of all: in another thread more may be told meanwhile
        if told and self.messages[told - 1] <= message:  # most are asked for as they are now
            return self.values[told - 1]
        index = self.count(message)
        return self.values[index - 1] if index else None

    def at_each(self, messages: Sequence[int]) -> list[T | None]:
        """The values that held after each of some messages."""
        counts = [bisect_right(self.messages, message) for message in messages]
        return [self.values[count - 1] if count else None for count in counts]

    def upto(self, message: int) -> Sequence[T]:
        """All values until that message, that message included."""
        return self.values[: self.count(message)]

    def since(self, count: int, message: int) -> Sequence[T]:
        """All values up to and including `message`, but for the first `count`."""
        return self.values[count : self.count(message)]

    def count(self, message: int) -> int:
        """How many values there were until that message, that message included."""
        self._near = found = count_near(self.messages, message, self._near)
        return found
