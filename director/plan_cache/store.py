"""The plans that are kept: the newest of them, found by what was asked."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from operator import itemgetter
from threading import Lock

from rapidfuzz.distance import Indel

from director.plan_cache.question_form import QuestionForm
from director.plan_cache.template import PlanTemplate

Scope = tuple[str, str]
"""The hash of the catalogue and the kind of the session."""
SIMILAR = 0.75
"""Least similarity of two questions with the same intent: harmless words may differ, but not most of a question."""


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One plan, and the question it was made for."""

    scope: Scope
    reading: QuestionForm
    template: PlanTemplate
    unproven_at: str = ""
    """The state of the race when a plan with an assumption was made; empty: it needs no proof, or has it."""


class PlanStore:
    """At most `most` plans; the one unused for longest goes first. Threads may share it."""

    def __init__(self, most: int, similar: float = SIMILAR) -> None:
        self._most = most
        self._similar = similar
        self._lock = Lock()
        self._entries: OrderedDict[int, Entry] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, scope: Scope, reading: QuestionForm) -> Entry | None:
        """The plan whose question is most like this one, among those that may serve it."""
        with self._lock:
            # Of two that are equally alike, the one used last.
            fitting = [
                (similarity(each.reading, reading), key)
                for key, each in reversed(self._entries.items())
                if not each.unproven_at
                and each.scope == scope
                and each.reading.intent == reading.intent
                and each.template.fits(reading)
            ]
            best, key = max(fitting, key=itemgetter(0), default=(0.0, 0))
            if best < self._similar:
                return None
            self._entries.move_to_end(key)
            return self._entries[key]

    def add(self, entry: Entry) -> None:
        """Stores a plan in the place of the one of the same question.

        A plan that came out the same in two states of the race is proven.
        """
        with self._lock:
            for key, other in list(self._entries.items()):
                if other.scope == entry.scope and other.reading == entry.reading:
                    del self._entries[key]
                    if other.template == entry.template and other.unproven_at != entry.unproven_at:
                        entry = replace(entry, unproven_at="")
            self._entries[id(entry)] = entry
            while len(self._entries) > self._most:
                self._entries.popitem(last=False)

    def drop(self, entry: Entry) -> None:
        """Removes a plan."""
        with self._lock:
            self._entries.pop(id(entry), None)


def similarity(one: QuestionForm, other: QuestionForm) -> float:
    """How alike the words of two questions are, in their order: 1 for the same words, 0 for none in common."""
    return Indel.normalized_similarity(one.words, other.words)
