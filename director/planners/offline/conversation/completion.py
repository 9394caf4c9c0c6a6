"""A question in full, as it may have been meant."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from director.language.session_kinds import is_of_positions
from director.planners.offline.conversation.focus import Focus
from director.planners.offline.conversation.people import People
from director.planners.offline.question_items import Item


class Completion(Struct, frozen=True):
    """The wordings that a question may stand for, the likeliest first; none where none of them is certain."""

    texts: tuple[str, ...] = ()
    of: frozenset[str] = frozenset()
    """Whom the plan must be about."""
    like: bool = False
    """Whether the plan must make the calls of the one before, with other values."""
    alone: bool = True
    """Whether nothing else can be meant: where none of the wordings is understood, silence is the answer."""
    surely: bool = False
    """Whether the plan of a wording that is understood, or silence where there is none, needs no second opinion."""


class FollowUp(Struct, frozen=True):
    """A question after others, as it was said, with what was spoken of."""

    said: str
    """In small letters, short forms in full, without a word that joins it to the one before."""
    joined: bool
    """Whether it began with such a word."""
    items: tuple[Item, ...]
    named: tuple[str, ...]
    focus: Focus
    people: People
    kind: str | None
    """The kind of session."""
    laps: tuple[int, int | None] | None
    """How many laps are done, and of how many, where the session's line says so."""
    class_named: str = ""
    """The class that the question before was about."""
    latest_of: Callable[[], tuple[str, ...]] = tuple
    """Gives the two whom the last two answers were about."""
    base: tuple[Item, ...] = ()
    """The question before, in full."""
    pair_of: Callable[[str], tuple[str, ...]] = lambda who: ()
    """Gives the two whom one of the last answers was about, of whom somebody is one."""

    @property
    def subject(self) -> str:
        """The name of whom the last answer was about; empty where that is nobody, or several."""
        return self.people.name(self.focus.subject) if self.focus.subject else ""

    @property
    def two(self) -> tuple[str, ...]:
        """The two whom "them" stands for: asked for together, one after the other, or told together."""
        return self.focus.pair if self.focus.both else self.latest_of() or self.focus.pair

    @property
    def is_race(self) -> bool:
        """Whether the session is one of positions and not of best laps."""
        return is_of_positions(self.kind)

    def of_subject(self, *texts: str) -> Completion:
        """The completion about whom the last answer was about."""
        return Completion(texts, frozenset({self.focus.subject} if self.focus.subject else ()))

    def of_both(self, wording: str, pair: tuple[str, ...], *, surely: bool = False) -> Completion:
        """The completion about two, in whose wording {a} and {b} are their names."""
        one, other = (self.people.name(who) for who in pair)
        return Completion((self.at_moment(wording.format(a=one, b=other)),), frozenset(pair), surely=surely)

    def at_moment(self, text: str) -> str:
        """The text at the moment of the question before, where that was a past one."""
        return f"{text} on lap {self.focus.lap}" if self.focus.lap is not None else text
