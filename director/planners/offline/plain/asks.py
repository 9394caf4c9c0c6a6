"""What a question asks, in plain questions that examples and grammar understand: as the rewriter says it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct

from director.language.late_patterns import compile_later
from director.language.rewriting.marks import AND_THEN, MOST_SAID, NO_PLAIN, SaidBefore, is_mark
from director.language.rewriting.shipped import shipped
from director.planners.base import Turn
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.plain.marking import Values, heard, heard_before, spoken
from director.planners.offline.plans import calls_of
from toolgate.contract import Plan

MOST_TURNS = 3
"""So many turns before a question are looked at to understand what it leans on."""
MOST_NAMED = 4
"""So many of those whom an answer names are spoken of."""
MOST_KEPT = 64
"""So many questions are kept with what they may ask: a follow-up looks at those before it again."""
_IN_A_KIND = compile_later(r" in (?P<kind>class|practice|qualifying)$")
_ON_LAP_1 = compile_later(r" on (?:lap )?1$")
_AT_THE_START = compile_later(
    r"\b(?:laps?|first|one|start|starts|started|opening|beginning|turn|corner|early|grid|launch|getaway)\b"
)
"""Words of which one is heard where the first lap is meant."""
_LAP_WORD = "lap"
_LAP = compile_later(r"\blap (\d+)\b", re.IGNORECASE)


class PlainAsk(Struct, frozen=True):
    """One way to understand a question: its plain questions, none where it asks nothing, and how likely that is."""

    texts: tuple[str, ...]
    likely: float
    """From 0 to 1."""
    marks: frozenset[str] = frozenset()
    """The names and numbers in the plain questions, by their marks."""
    left_out: frozenset[str] = frozenset()
    """Those of the question that are in none of them."""

    @property
    def said(self) -> str:
        """The plain questions on one line."""
        return f" {AND_THEN} ".join(self.texts)


class PlainAsks:
    """Understands questions one by one, after the turns before them. `plan_of` plans one way to understand one."""

    def __init__(self, knowledge: Knowledge, plan_of: Callable[[PlainAsk], Plan | None]) -> None:
        self._knowledge = knowledge
        self._plan_of = plan_of
        self._people = knowledge.people
        self._known: dict[tuple[str, tuple[SaidBefore, ...]], list[PlainAsk]] = {}

    def prepare(self) -> None:
        """Loads the rewriter, which comes with the package."""
        shipped()

    @property
    def taught(self) -> frozenset[str]:
        """The tools whose examples the rewriter has learnt."""
        return shipped()[1]

    def of(self, question: str, memory: Sequence[Turn] = ()) -> list[PlainAsk]:
        """What the question may ask, the likeliest first."""
        if self._people is not self._knowledge.people:
            self._people = self._knowledge.people
            self._known.clear()
        turns = memory[-MOST_TURNS:]
        before = tuple(self._said(turns[:end]) for end in range(len(turns), max(len(turns) - MOST_SAID, 0), -1))
        if (question, before) not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[question, before] = self._rewritten(question, before)
        return self._known[question, before]

    def _said(self, turns: Sequence[Turn]) -> SaidBefore:
        """What the last of the turns asked in plain words, and whom its answer named.

        Of the ways to understand it, the one that is planned as what was called; else the likeliest, unless it leaves
        something out.
        """
        turn = turns[-1]
        asks, calls = self.of(turn.question, turns[:-1]), calls_of(turn.plan)
        planned = ((ask, self._plan_of(ask)) for ask in asks)
        was_called = (ask for ask, plan in planned if plan is not None and calls_of(plan) == calls)
        likeliest = asks[0] if asks and not (turn.plan.steps and asks[0].left_out) else None
        ask = next(was_called, likeliest)
        return SaidBefore((ask.said if ask else "") or turn.question, self._named(turn.answer, turn.plan))

    def _named(self, answer: str, plan: Plan) -> str:
        """Whom an answer names, those first of whom each call of several is; and its lap, where it tells one."""
        if not answer:
            return ""
        people = self._knowledge.people
        of_each = people.called(plan) if len(plan.steps) > 1 else ()
        told = sorted(people.named(self._knowledge.reader.read(answer)), key=lambda who: who not in of_each)
        names = [people.name(who) for who in told[:MOST_NAMED]]
        laps = set(_LAP.findall(answer))
        return " ".join([*names, *(f"lap {lap}" for lap in laps if len(laps) == 1)])

    def _rewritten(self, question: str, before: Sequence[SaidBefore]) -> list[PlainAsk]:
        read, values = self._knowledge.reader.read, Values()
        said = heard(question, read(question), values)
        own = frozenset(values.texts)
        context = heard_before(before, read, values)
        spoken_of = " ".join((said, *(one.plain for one in context))).lower()
        before_it = " ".join(f"{one.plain} {one.named}" for one in context)
        heard_of = f"{spoken_of} {self._knowledge.session}".lower()
        out = []
        for one in shipped()[0].rewritings(said, context, values.texts):
            asks = split_asks(one.tokens) if NO_PLAIN not in one.tokens else []
            marks = frozenset(filter(is_mark, one.tokens))
            if any(_is_first_a_lap(mark, one.tokens, values, before_it) for mark in marks - own):
                continue
            texts = (on_any_lap(in_any_session(spoken(tokens, values.texts), heard_of), spoken_of) for tokens in asks)
            told = tuple(dict.fromkeys(texts))
            out.append(PlainAsk(told, one.likely, marks, own - marks))
        return out


def _is_first_a_lap(mark: str, tokens: Sequence[str], values: Values, before: str) -> bool:
    """Whether a plain question has a lap of a number that nobody called one before."""
    is_lap = (_LAP_WORD, mark) in pairwise(tokens) and mark in values.texts
    return is_lap and re.search(rf"\blaps? {re.escape(values.texts[mark])}\b", before) is None


def in_any_session(plain: str, heard_of: str) -> str:
    """The plain question without `in class` or `in practice` at its end, where nothing that was heard speaks of it.

    The rewriter does not hear what kind of session it is.
    """
    found = _IN_A_KIND.search(plain)
    return plain if found is None or found["kind"] in heard_of else plain[: found.start()]


def on_any_lap(plain: str, spoken_of: str) -> str:
    """The plain question without `on lap 1` at its end, where nobody spoke of laps or of the start."""
    if _ON_LAP_1.search(plain) is None or _AT_THE_START.search(spoken_of) is not None:
        return plain
    return _ON_LAP_1.sub("", plain)


def split_asks(tokens: Sequence[str]) -> list[list[str]]:
    """The tokens of each plain question among those of several."""
    asks: list[list[str]] = [[]]
    for token in tokens:
        if token == AND_THEN:
            asks.append([])
        else:
            asks[-1].append(token)
    return [ask for ask in asks if ask]
