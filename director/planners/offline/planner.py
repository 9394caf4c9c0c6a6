"""The offline planner: no key, no network, no model.

It knows English grammar words and nothing of any trade. A question is read into items (names from the
context, numbers, words), laid beside every tool's examples and description, and the tool that explains
the most of it is called, if it explains enough. What no tool can explain makes it silent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from director.language.grammar import QUESTION_WORDS, REASON
from director.language.other_languages import other_language
from director.planners.base import Turn
from director.planners.offline.catalogue_tools import Tool
from director.planners.offline.commands import commanded
from director.planners.offline.filling import is_topic
from director.planners.offline.follow_up import carried_over, last_named, only_named, referents, spelt_out_pair
from director.planners.offline.items import NUMBER, Item
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.literal import foreign, literal_plan
from director.planners.offline.match import Match, best_matches
from director.planners.offline.name_groups import grouped
from director.planners.offline.word_keys import is_function
from toolgate.contract import Context, JsonObject, Plan, Step

MAX_QUESTION_CHARS = 1000
MAX_ITEMS = 40
MAX_PARTS = 3
THRESHOLD = 0.62
PART_THRESHOLD = 0.75
"""Each part of a double question must match this well, or the question is taken as one."""
CLAUSE_THRESHOLD = 0.85
"""A clause must match better than a whole question: the rest of it says something else."""
TALK = 0.45
"""Whatever matches less is no question to the tools."""
GRAMMAR_THRESHOLD = 0.95
"""Words of grammar alone ("who is in?") mean something only where they are an example's own."""

ENGLISH_ONLY = "the offline planner reads English; a language model (--planner claude or gemini) reads others"

_ASKS = "who|whos|what|whats|where|wheres|when|which|how|hows|is|are|was|were|has|have|did|does|do|can"
_NEXT_PART = re.compile(rf"(?:[?.!;]\s*(?:and\s+)?|,?\s+and\s+(?:also\s+)?)(?=(?:{_ASKS})\b)", re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"[.!?;,\n]+(?:\s+|$)|:\s+|\s+-+\s+"
    r"|\s+(?=(?:because|cause|cos)\b)"
    r"|\s+(?:but|so|since\s+(?:i|we)|as\s+(?:i|we)|while\s+(?:i|we)|or\s+what|or\s+not)\b\s*"
    r"|\s+(?:that\s+)?(?:we|i)\s+(?:can|could|might|may|should)\b"
    r"|\s+now\s+that\b.*$"
    r"|\s+for\s+(?=(?:the|a|an|our|this|that|these|those)\b)"
    r"|\b(?:wants?|needs?|asking\s+for|asks\s+for|looking\s+for)\s+"
    r"|\s+(?=(?:who|whos|what|whats|where|wheres|which|how|hows)\b)",
    re.IGNORECASE,
)
_CHEER = re.compile(r"\s*(?:go|forza|vamos|allez)\s+(?!on\b|to\b|back\b|over\b|through\b|into\b)", re.IGNORECASE)
_EARLIER = re.compile(r"\s*(?:after|before|since|until|till)\s+(?!i\b|we\b|you\b)\w", re.IGNORECASE)
_NARROWS = re.compile(
    r"\s*(?:if|unless|except|apart|besides|without|when|once|while|given|assuming|excluding|because|cause|cos|for)\b"
    r"(?!\s+(?:i|we|my|our|you|it|it's|its|the\s+(?:graphic|article|broadcast|stream|viewers|show)|this|a|an)\b)",
    re.IGNORECASE,
)
"""The beginning of what narrows a question, rather than of what its asker says of himself."""
_STATEMENT = re.compile(r"\s*(?:i|im|i'm|we|we're|it|its|it's|my|our|that's|thats|they|they're|this)\b", re.IGNORECASE)


class Reading(Struct, frozen=True):
    """A question or a part of it, and the tools that could answer it, best first."""

    items: Sequence[Item]
    matches: Sequence[Match]

    def sure(self, threshold: float) -> bool:
        """Whether the best match is good enough. Numbers alone ("2+2") ask little."""
        if len(self.items) > 1 and all(NUMBER in item.readings for item in self.items):
            if all(item.firm for item in self.items):
                return False
            threshold = GRAMMAR_THRESHOLD
        if all(is_function(item.key) and not item.firm for item in self.items):
            threshold = GRAMMAR_THRESHOLD
        return bool(self.matches) and self.matches[0].score >= threshold

    def asks(self) -> bool:
        """Whether it has a question word."""
        return any(item.key in QUESTION_WORDS for item in self.items)

    def stands_alone(self) -> bool:
        """Whether this says what it asks, in known words: more than a name and words of grammar."""
        bare = any(item.firm for item in self.items) and all(is_function(item.key) or item.firm for item in self.items)
        return (self.asks() or not bare) and all(item.known for item in self.items)

    def beyond(self) -> bool:
        """Whether this asks for a reason, or how things were some time ago, and no tool knows."""
        return any(item.key in REASON for item in self.items) and not self.sure(CLAUSE_THRESHOLD)

    def partly(self) -> bool:
        """Whether this asks something of the tools, but not only what they know."""
        return bool(self.matches) and self.matches[0].score >= TALK and any(not item.known for item in self.items)

    def asks_more(self) -> bool:
        """Whether this names somebody or has two words of a topic: too much to be talk."""
        names = any(item.firm and not item.key for item in self.items)
        return names or sum(not item.known or is_topic(item) for item in self.items) > 1

    def why_silent(self) -> str:
        """In a few words, why no tool is called."""
        strange = next((item for item in self.items if not item.known), None)
        if strange is not None and strange.candidates:
            return f"'{strange.text}' could be {' or '.join(strange.candidates)}"
        if strange is not None:
            return f"'{strange.text}' is not something the tools know"
        reason = next((item.text for item in self.items if item.key in REASON), None)
        if reason is not None:
            return f"no tool takes '{reason}' here"
        if self.matches and self.matches[0].lacking:
            return f"{self.matches[0].tool.name} needs {', '.join(self.matches[0].lacking)}"
        if self.matches and self.matches[0].unexplained:
            return f"no tool takes '{self.matches[0].unexplained[0]}' here"
        return "no tool answers this"


_YEAR = re.compile(r"(?<![\w:.#])(?:19|20)\d\d(?![\w:.]\d|\w)")


class OfflinePlanner:
    """Plans by matching questions to the catalogue's examples and descriptions."""

    name = "offline"

    def __init__(self, threshold: float = THRESHOLD, folder: Path | None = None) -> None:
        """What is learnt of a catalogue is kept in `folder`; in None it is not kept."""
        self._threshold = threshold
        self._knowledge = Knowledge(folder)

    def keep_in(self, folder: Path | None) -> None:
        """From now on, what is learnt of a catalogue is kept in the folder; in None it is not kept."""
        self._knowledge = Knowledge(folder)

    async def plan(
        self, question: str, catalogue: Sequence[JsonObject], context: Context, memory: Sequence[Turn] = ()
    ) -> Plan:
        """The call that answers the question, one for each part of a double one, or an empty plan and why."""
        if len(question) > MAX_QUESTION_CHARS:
            return Plan(rationale="the question is too long")
        if language := other_language(question):
            return Plan(rationale=f"this looks like {language}: {ENGLISH_ONLY}")
        own = [entry for entry in catalogue if not foreign(entry)]
        self._knowledge.refresh(own, context)
        plan = self._plan(spelt_out_pair(question, memory), memory)
        if not plan.steps and len(own) < len(catalogue):
            literal = literal_plan(question, [entry for entry in catalogue if foreign(entry)])
            if literal.steps:
                return literal
            plan = Plan(rationale=(literal.rationale if not own else "") or plan.rationale)
        used = [value for step in plan.steps for value in step.arguments.values()]
        elsewhen = next((year for year in _YEAR.findall(question) if year not in context.session), None)
        if elsewhen is not None and int(elsewhen) not in used:
            return Plan(rationale=f"'{elsewhen}' is another year than this session's")
        return plan

    def _plan(self, question: str, memory: Sequence[Turn]) -> Plan:
        known = (
            referents(memory, self._knowledge.queries)
            or referents(memory, self._knowledge.commands)
            or self._spoken_of(memory)
        )
        if command := self._command(question, known):
            return _plan([command])
        whole = self._match(question, known)
        if _CHEER.match(question) and not whole.asks():
            return Plan(rationale="that cheers, and asks nothing")
        asks_itself = whole.asks() and whole.sure(self._threshold)
        if not asks_itself and (step := carried_over(whole.items, memory, self._knowledge.queries)):
            return Plan((step,), f"{step.name} as before")
        if parts := self._parts(question, known):
            return _plan(parts)
        if whole.sure(self._threshold):
            return _plan([whole.matches[0]])
        if (each := self._of_each(whole.items)) is not None:
            return _plan([each])
        if clause := self._clause(question, known):
            return _plan([clause])
        return Plan(rationale=whole.why_silent())

    def _command(self, question: str, known: Mapping[str, object]) -> Match | None:
        """What the question tells a tool to do, if it says that and nothing else."""
        tools = self._knowledge.command_tools
        return commanded(self._knowledge.command_reader.read(question, known), tools) if tools else None

    def _spoken_of(self, memory: Sequence[Turn]) -> Mapping[str, object]:
        """Whom the latest answer was about. Only names of the context are taken from it, and only if there is one."""
        return only_named(self._knowledge.reader.read(memory[-1].answer)) if memory and memory[-1].answer else {}

    def _match(self, question: str, known: Mapping[str, object]) -> Reading:
        items = self._knowledge.reader.read(question, known)[:MAX_ITEMS]
        return Reading(items, best_matches(items, self._knowledge.queries))

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

    def _of_each(self, items: Sequence[Item]) -> Match | None:
        """The match of a question that asks the same of several who are named, if it does."""
        together = grouped(items)
        reading = together and Reading(together, best_matches(together, self._knowledge.queries))
        return reading.matches[0] if reading and reading.sure(self._threshold) else None

    def _clause(self, question: str, known: Mapping[str, object]) -> Match | None:
        """The first clause that is a question of its own, where the rest is talk."""
        answer: Match | None = None
        for text in _CLAUSE_END.split(question):
            clause = self._match(text, known)
            if clause.beyond() or (_EARLIER.match(text) and all(item.known for item in clause.items)):
                return None
            if _NARROWS.match(text) and clause.items:
                return None
            if clause.sure(CLAUSE_THRESHOLD) and clause.stands_alone():
                if answer is not None and answer != clause.matches[0]:
                    return None
                answer = clause.matches[0]
            elif (clause.partly() or clause.asks_more()) and not _STATEMENT.match(text):
                return None
            known = last_named(clause.items) or known
        return answer


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
