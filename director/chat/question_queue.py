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
        """Where the chat keeps the message and its repetitions."""
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
        elif key in self._waiting:
            self._waiting[key].askers.append(asker)
        else:
            self._waiting[key] = PendingQuestion(text, key, [asker])
        return dropped

    def open(self) -> PendingQuestion:
        """Opens the first question. Whoever asks the same before it is closed joins its askers."""
        _, self._open = self._waiting.popitem(last=False)
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
        self._messages = 0
        return askers

    def _make_room(self) -> Asker | None:
        """Drops the oldest message of the person who has the most waiting: nobody can push the others out alone."""
        waiting = [(asker, question) for question in self._waiting.values() for asker in question.askers]
        if not waiting:
            return None
        many = Counter(asker.message.username for asker, _ in waiting)
        most = max(many.values())
        asker, question = min(
            ((asker, question) for asker, question in waiting if many[asker.message.username] == most),
            key=lambda pair: pair[0].since,
        )
        question.askers.remove(asker)
        if not question.askers:
            del self._waiting[question.key]
        self._messages -= 1
        return asker
