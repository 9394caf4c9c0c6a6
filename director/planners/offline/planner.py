"""The offline planner: no key, no network, no model.

It knows English grammar words and nothing of any trade. A question is read into items (names from the
context, numbers, words), laid beside every tool's examples and description, and the tool that explains
the most of it is called, if it explains enough. What no tool can explain makes it silent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from director.planners.base import Turn
from director.planners.offline.follow_up import carried_over, last_named, referents
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.items import Item
from director.planners.offline.keys import is_function
from director.planners.offline.match import Match, best_matches
from director.planners.offline.names import Names
from director.planners.offline.reader import Reader
from director.planners.offline.tools import Tool
from toolgate.contract import Context, JsonObject, Plan, Step

MAX_QUESTION_CHARS = 1000
MAX_ITEMS = 40
MAX_PARTS = 3
THRESHOLD = 0.62
PART_THRESHOLD = 0.75
"""Each part of a double question must match this well, or the question is taken as one."""
CLAUSE_THRESHOLD = 0.85
"""A clause must match better than a whole question: the rest of it says something else."""
GRAMMAR_THRESHOLD = 0.95
"""Words of grammar alone ("who is in?") mean something only where they are an example's own."""

_ASKS = "who|whos|what|whats|where|wheres|when|which|how|hows|is|are|was|were|has|have|did|does|do|can"
_NEXT_PART = re.compile(rf"(?:[?.!;]\s*(?:and\s+)?|,?\s+and\s+(?:also\s+)?)(?=(?:{_ASKS})\b)", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[.!?;,\n]+(?:\s+|$)|:\s+|\s+-+\s+|\s+but\s+|\s+so\s+")


@dataclass(frozen=True, slots=True)
class Reading:
    """A question or a part of it, and the tools that could answer it, best first."""

    items: Sequence[Item]
    matches: Sequence[Match]

    def sure(self, threshold: float) -> bool:
        """Whether the best match is good enough."""
        if all(is_function(item.key) and not item.firm for item in self.items):
            threshold = GRAMMAR_THRESHOLD
        return bool(self.matches) and self.matches[0].score >= threshold

    def why_silent(self) -> str:
        """In a few words, why no tool is called."""
        strange = next((item for item in self.items if not item.known), None)
        if strange is not None and strange.candidates:
            return f"'{strange.text}' could be {' or '.join(strange.candidates)}"
        if strange is not None:
            return f"'{strange.text}' is not something the tools know"
        if self.matches and self.matches[0].lacking:
            return f"{self.matches[0].tool.name} needs {', '.join(self.matches[0].lacking)}"
        if self.matches and self.matches[0].unexplained:
            return f"no tool takes '{self.matches[0].unexplained[0]}' here"
        return "no tool answers this"


class OfflinePlanner:
    """Plans by matching questions to the catalogue's examples and descriptions."""

    name = "offline"

    def __init__(self, threshold: float = THRESHOLD) -> None:
        self._threshold = threshold
        self._key = b""
        self._index = CatalogueIndex(())
        self._reader = Reader(self._index, Names({}), "")

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The call that answers the question, one for each part of a double one, or an empty plan and why."""
        if len(question) > MAX_QUESTION_CHARS:
            return Plan(rationale="the question is too long")
        self._learn(catalogue, context)
        known = referents(memory, self._index)
        whole = self._match(question, known)
        if step := carried_over(whole.items, memory, self._index):
            return Plan((step,), f"{step.name} as before")
        if parts := self._parts(question, known):
            return _plan(parts)
        if whole.sure(self._threshold):
            return _plan([whole.matches[0]])
        if clause := self._clause(question, known):
            return _plan([clause])
        return Plan(rationale=whole.why_silent())

    def _learn(self, catalogue: Sequence[JsonObject], context: Context) -> None:
        """Reads the catalogue and the context, unless they are the ones read last."""
        key = msgspec.json.encode((catalogue, context))
        if key != self._key:
            self._index = CatalogueIndex(catalogue)
            self._reader = Reader(self._index, Names(context.vocabularies), context.session)
            self._key = key

    def _match(self, question: str, known: Mapping[str, object]) -> Reading:
        items = self._reader.read(question, known)[:MAX_ITEMS]
        return Reading(items, best_matches(items, self._index))

    def _parts(self, question: str, known: Mapping[str, object]) -> list[Match]:
        """The matches of a double question ("who leads and who has stopped?"), if it is one."""
        texts = _NEXT_PART.split(question)
        matches: list[Match] = []
        if not 2 <= len(texts) <= MAX_PARTS:
            return []
        for text in texts:
            part = self._match(text, known)
            if not part.sure(PART_THRESHOLD):
                return []
            matches.append(part.matches[0])
            known = last_named(part.items) or known
        return matches

    def _clause(self, question: str, known: Mapping[str, object]) -> Match | None:
        """The first clause that is a question of its own, where the rest is talk."""
        for text in _CLAUSE_END.split(question):
            clause = self._match(text, known)
            if clause.sure(CLAUSE_THRESHOLD) and all(item.known for item in clause.items):
                return clause.matches[0]
        return None


def _plan(matches: Sequence[Match]) -> Plan:
    calls: list[tuple[Tool, JsonObject]] = []
    for match in matches:
        for call in ((match.tool, arguments) for arguments in _each(dict(match.arguments))):
            if call not in calls:
                calls.append(call)
    steps = (Step(f"s{n}", tool.name, arguments, tool.server) for n, (tool, arguments) in enumerate(calls, start=1))
    return Plan(tuple(steps), ", ".join(f"{match.tool.name} matches with {match.score:.2f}" for match in matches))


def _each(arguments: JsonObject) -> list[JsonObject]:
    """The arguments of one call, or of several where a name stands for several."""
    for name, values in arguments.items():
        if isinstance(values, tuple):
            return [one for value in values for one in _each({**arguments, name: value})]
    return [arguments]
