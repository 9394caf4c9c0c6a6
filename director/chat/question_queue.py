"""The bounded queue of questions; equal questions wait as one."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass, field

from director.chat.delivery import Delivery
from director.chat.message import ChatMessage

Key = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Asker:
    """One message that waits, since when, and its deliveries until now."""

    message: ChatMessage
    since: float
    deliveries: list[Delivery] = field(default_factory=list)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the message and its repetitions in the chat's stream."""
        return [delivery.number for delivery in self.deliveries]


@dataclass(slots=True)
class PendingQuestion:
    """A question and everybody who asked it, in order of arrival."""

    text: str
    key: Key
    askers: list[Asker]


class QuestionQueue:
    """Questions in the order in which they were first asked; at most `most` messages, the open one's included."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: OrderedDict[Key, PendingQuestion] = OrderedDict()
        self._open: PendingQuestion | None = None
        self._messages = 0
        self._arrived: dict[Asker, PendingQuestion] = {}
        """The questions that wait, in the order in which they came."""
        self._many: Counter[str] = Counter()
        """How many messages of each person wait."""

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def is_busy(self, many: int) -> bool:
        """Whether at least so many questions wait; 0: it never is."""
        return bool(many) and len(self._waiting) >= many

    def put(self, text: str, key: Key, asker: Asker) -> Asker | None:
        """Adds a message. Returns the one that was dropped to make room, which may be this one, or None."""
        dropped = self._make_room() if self._messages >= self._most else None
        if self._messages >= self._most:
            return asker
        self._messages += 1
        if self._open is not None and self._open.key == key:
            self._open.askers.append(asker)
            return dropped
        question = self._waiting.setdefault(key, PendingQuestion(text, key, []))
        question.askers.append(asker)
        self._arrived[asker] = question
        self._many[asker.message.username] += 1
        return dropped

    def open(self) -> PendingQuestion:
        """Opens the first question. Whoever asks the same before it is closed joins its askers."""
        _, self._open = self._waiting.popitem(last=False)
        for asker in self._open.askers:
            self._no_longer_waits(asker)
        return self._open

    def close(self) -> list[Asker]:
        """Closes the open question, if there is one; returns its askers."""
        askers = self._open.askers if self._open else []
        self._open = None
        self._messages -= len(askers)
        return askers

    def leave_out(self, asker: Asker) -> Asker:
        """Takes a message out of the open question."""
        assert self._open is not None, "no question is open"
        self._open.askers.remove(asker)
        self._messages -= 1
        return asker

    def clear(self) -> list[Asker]:
        """Empties the queue; returns all askers."""
        askers = [*self.close(), *(asker for question in self._waiting.values() for asker in question.askers)]
        self._waiting.clear()
        self._arrived.clear()
        self._many.clear()
        self._messages = 0
        return askers

    def _make_room(self) -> Asker | None:
        """Drops the oldest message of the person who has the most waiting: nobody can push the others out alone."""
        if not self._arrived:
            return None
        most = max(self._many.values())
        asker = next(each for each in self._arrived if self._many[each.message.username] == most)
        question = self._arrived[asker]
        self._no_longer_waits(asker)
        question.askers.remove(asker)
        if not question.askers:
            del self._waiting[question.key]
        self._messages -= 1
        return asker

    def _no_longer_waits(self, asker: Asker) -> None:
        del self._arrived[asker]
        self._many[asker.message.username] -= 1
        if not self._many[asker.message.username]:
            del self._many[asker.message.username]
