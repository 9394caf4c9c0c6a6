"""The offline planner: no key, no network, no model.

It knows English grammar words and nothing of any trade. A question is read into items (names from the
context, numbers, words), laid beside every tool's examples and description, and the tool that explains
the most of it is called, if it explains enough. What no tool can explain makes it silent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from director.planners.base import Turn
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.items import Item, is_function
from director.planners.offline.match import Match, best_matches, read_phrases_out
from director.planners.offline.names import Names
from director.planners.offline.reader import Reader
from toolgate.contract import Context, JsonObject, Plan, Step

MAX_QUESTION_CHARS = 1000
MAX_ITEMS = 40
THRESHOLD = 0.66


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
        items = self._reader.read(question, _referents(memory))
        if len(items) > MAX_ITEMS:
            return Plan(rationale="the question is too long")
        return self._plan(items)

    def _learn(self, catalogue: Sequence[JsonObject], context: Context) -> None:
        """Reads the catalogue and the context, unless they are the ones read last."""
        key = msgspec.json.encode((catalogue, context))
        if key != self._key:
            self._index = CatalogueIndex(catalogue)
            self._reader = Reader(self._index, Names(context.vocabularies), context.session)
            self._key = key

    def _plan(self, items: Sequence[Item]) -> Plan:
        if all(is_function(item.key) and not item.firm for item in items):
            return Plan(rationale="no question that a tool could answer")
        matches = best_matches(read_phrases_out(items, self._index), self._index)
        if not matches or matches[0].score < self._threshold:
            return Plan(rationale=_why_silent(items, matches))
        best = matches[0]
        step = Step("s1", best.tool.name, dict(best.arguments), best.tool.server)
        return Plan((step,), f"{best.tool.name} matches with {best.score:.2f}")


def _referents(memory: Sequence[Turn]) -> Mapping[str, object]:
    return {}


def _why_silent(items: Sequence[Item], matches: Sequence[Match]) -> str:
    unknown = [item.text for item in items if not item.known]
    if unknown:
        return f"'{unknown[0]}' is not something the tools know"
    if matches and matches[0].unexplained:
        return f"no tool takes '{matches[0].unexplained[0]}' here"
    if matches and matches[0].lacking:
        return f"{matches[0].tool.name} needs {', '.join(matches[0].lacking)}"
    return "no tool answers this"
