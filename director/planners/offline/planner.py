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
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.items import Item
from director.planners.offline.keys import is_function
from director.planners.offline.match import Match, best_matches, read_phrases_out
from director.planners.offline.names import Names
from director.planners.offline.reader import Reader
from toolgate.contract import Context, JsonObject, Plan, Step

MAX_QUESTION_CHARS = 1000
MAX_ITEMS = 40
THRESHOLD = 0.6
CLAUSE_THRESHOLD = 0.85
"""A part of a question must match better than a whole one: the rest of it says something else."""

_CLAUSE_END = re.compile(r"[.!?;,\n]+(?:\s+|$)|:\s+|\s+-+\s+|\s+but\s+|\s+so\s+")


@dataclass(frozen=True, slots=True)
class Reading:
    """A question or a part of it, and the tools that could answer it, best first."""

    items: Sequence[Item]
    matches: Sequence[Match]

    def sure(self, threshold: float) -> bool:
        """Whether the best match is good enough."""
        return bool(self.matches) and self.matches[0].score >= threshold

    def why_silent(self) -> str:
        """In a few words, why no tool is called."""
        unknown = [item.text for item in self.items if not item.known]
        if unknown:
            return f"'{unknown[0]}' is not something the tools know"
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
        """The one call that answers the question, or an empty plan and why."""
        if len(question) > MAX_QUESTION_CHARS:
            return Plan(rationale="the question is too long")
        self._learn(catalogue, context)
        whole = self._match(question, memory)
        if whole.sure(self._threshold):
            return _plan(whole.matches[0])
        for clause in _CLAUSE_END.split(question):
            part = self._match(clause, memory)
            if part.sure(CLAUSE_THRESHOLD) and all(item.known for item in part.items):
                return _plan(part.matches[0])
        return Plan(rationale=whole.why_silent())

    def _learn(self, catalogue: Sequence[JsonObject], context: Context) -> None:
        """Reads the catalogue and the context, unless they are the ones read last."""
        key = msgspec.json.encode((catalogue, context))
        if key != self._key:
            self._index = CatalogueIndex(catalogue)
            self._reader = Reader(self._index, Names(context.vocabularies), context.session)
            self._key = key

    def _match(self, question: str, memory: Sequence[Turn]) -> Reading:
        items = self._reader.read(question, _referents(memory))[:MAX_ITEMS]
        if all(is_function(item.key) and not item.firm for item in items):
            return Reading(items, ())
        return Reading(items, best_matches(read_phrases_out(items, self._index), self._index))


def _referents(memory: Sequence[Turn]) -> Mapping[str, object]:
    return {}


def _plan(match: Match) -> Plan:
    calls = _each(dict(match.arguments))
    steps = (Step(f"s{n}", match.tool.name, arguments, match.tool.server) for n, arguments in enumerate(calls, start=1))
    return Plan(tuple(steps), f"{match.tool.name} matches with {match.score:.2f}")


def _each(arguments: JsonObject) -> list[JsonObject]:
    """The arguments of one call, or of several where a name stands for several."""
    for name, values in arguments.items():
        if isinstance(values, tuple):
            return [one for value in values for one in _each({**arguments, name: value})]
    return [arguments]
