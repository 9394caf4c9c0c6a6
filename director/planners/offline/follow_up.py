"""What a question takes from the ones before it: whom "he" means, and what "and Vettel?" asks."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from director.language.late_patterns import compile_later
from director.planners.base import Turn
from director.planners.offline.align import value_for
from director.planners.offline.catalogue_tools import Tool
from director.planners.offline.conversation.people import People
from director.planners.offline.index import CatalogueIndex
from director.planners.offline.match import Match
from director.planners.offline.question_items import CLOCK, NUMBER, TEXT, Item
from director.planners.offline.question_without_phrases import hear
from director.planners.offline.word_keys import LIGHT_KEYS, is_function
from director.references import referred_to
from toolgate.contract import JsonObject, Plan, Step

TO_BE = frozenset({"do", "does", "will"})
IT = frozenset({"it", "that", "they", "them"})
MOMENT_NAMES = ("at_lap", "at_time")
_STILL_THEN = compile_later(
    r"(?!.*\b(?:laps?|after|before|when|since|until|till|end|start|finish|flag|under|during|now|ever|last|first|q[123])\b)"
    r"(?:(?:and|so)\s+)?(?:(?:on\s+(?:what|which)(?:\s+(?:tyres?|tires?|compounds?))?\W*$)"
    r"|(?:(?:on\s+)?(?:what|which|where|how|who)\b.*\s)?(?:was|were|had)\s+(?:he|she|they|it)\b)",
    re.IGNORECASE,
)
"""What stays at the moment that was asked about: "what tyres was he on", "on which tyres"."""
_THEN = compile_later(r"\w[^?!.]*\b(?:then|at that (?:point|time|moment))\b", re.IGNORECASE)
_PAIR = compile_later(r"\b(he|she)\b(.{1,40}?)\b(him|her)\b", re.IGNORECASE)
_AHEAD = compile_later(r"\b(?:ahead|in front|front of)\b", re.IGNORECASE)
_BEHIND = compile_later(r"\b(?:behind|following|chasing)\b", re.IGNORECASE)


def referents(memory: Sequence[Turn], index: CatalogueIndex) -> Mapping[str, object]:
    """The names in the latest plan, by kind: what a pronoun stands for."""
    found: dict[str, object] = {}
    for number, step in _latest(memory, index):
        for name, value in step.arguments.items():
            prop = index.tools[number].properties.get(name)
            if prop is not None and prop.kind not in (NUMBER, CLOCK, TEXT) and isinstance(value, str):
                found.setdefault(prop.kind, value)
    return found


def spelt_out_pair(question: str, memory: Sequence[Turn], people: People) -> str:
    """ "Is he catching him?" after "who is ahead of Hamilton?" is about Hamilton and the car ahead of him."""
    turn = next((turn for turn in reversed(memory) if turn.plan.steps), None)
    if turn is None:
        return question
    named = people.called(turn.plan)
    return pair_beside(question, people.name(named[0]) if len(named) == 1 else "", turn.question)


def pair_beside(question: str, whom: str, before: str) -> str:
    """ "Is he catching him" after a question of the car ahead of or behind somebody: of the two."""
    if _AHEAD.search(before):
        return _PAIR.sub(lambda pair: f"{whom or pair[1]}{pair[2]}the car ahead", question, count=1)
    if _BEHIND.search(before):
        return _PAIR.sub(lambda pair: f"the car behind{pair[2]}{whom or pair[3]}", question, count=1)
    return question


def spoken_of(items: Sequence[Item]) -> Mapping[str, object]:
    """Whom an answer is about: who is named before anybody else and any number, or alone in it."""
    named = [item.readings for item in items if item.firm and not item.key]
    if not named or all(readings == named[0] for readings in named):
        return named[0] if named else {}
    first = next(item for item in items if item.firm or NUMBER in item.readings)
    return first.readings if first.firm and not first.key else {}


def last_named(items: Sequence[Item]) -> Mapping[str, object]:
    """The readings of the last name in an earlier part of the same question."""
    return next((item.readings for item in reversed(items) if item.firm and not item.key), {})


def carried_over(items: Sequence[Item], memory: Sequence[Turn], index: CatalogueIndex) -> tuple[Step, ...]:
    """The latest steps with new values in the last of them, where a question is nothing but new values.

    "It" alone stands for what was asked: "when did he set it?". A query is not carried over here: `composing.follow_up`
    does that.
    """
    latest = _latest(memory, index)
    if not latest or not (len(latest) == 1 or _is_chain(latest)) or latest[-1][1].name == index.lexicon.tool:
        return ()
    number, step = latest[-1]
    tool = index.tools[number]
    asked = next(asked for asked, tools in hear(items, index) if number in tools)
    values = [item for item in asked.items if item.firm]
    if not (values or asked.given or leans(items)) or will_be(items):
        return ()
    if any(not (item.firm or is_function(item.key) or item.key in LIGHT_KEYS) for item in asked.items):
        return ()
    arguments: JsonObject = step.arguments | {
        tool.phrases[phrase.written]: value for phrase, value in asked.given.items()
    }
    replaced: set[str] = set()
    for item in values:
        name = _place(item, tool, step.arguments.keys() - replaced)
        if name is None:
            if leans(items) and not item.said:
                continue  # "when did he set it": he is of the answer, the call was not about him
            return ()
        arguments[name] = value_for(item, tool.properties[name])
        replaced.add(name)
    again = Step(step.id, step.name, arguments, step.server)
    needed = referred_to(Plan((again,)))
    return (*(before for _, before in latest[:-1] if before.id in needed), again)


def will_be(items: Sequence[Item]) -> bool:
    """Whether a question asks when something is to be: "when does it come in"."""
    return any(one.said == "when" and other.said in TO_BE for one, other in pairwise(items))


def the_same(match: Match, items: Sequence[Item], memory: Sequence[Turn]) -> Step | None:
    """ "Is it growing?" after a gap is about that gap: the call before, where "it" is asked of the same tool."""
    before = next((turn.plan.steps[-1] for turn in reversed(memory) if turn.plan.steps), None)
    named = any(item.firm for item in items)
    if before is None or before.name != match.tool.name or named or IT.isdisjoint(item.said for item in items):
        return None
    return Step("s1", before.name, before.arguments, before.server)


def leans(items: Sequence[Item]) -> bool:
    """Whether a question has a word for what was spoken of and none for a topic of its own."""
    words = {item.said for item in items}
    counted = [any(NUMBER in other.readings for other in items[max(at - 1, 0) : at + 2]) for at in range(len(items))]
    topics = [
        item
        for item, has_number in zip(items, counted, strict=True)
        if not (item.firm or has_number or is_function(item.key) or item.key in LIGHT_KEYS)
    ]
    return not topics and bool(words & IT or (words & {"much", "when"} and len(items) <= 3))


def then(steps: Sequence[Step], question: str, memory: Sequence[Turn], index: CatalogueIndex) -> tuple[Step, ...]:
    """The steps at the moment of the question before, where this one says "then" or what somebody was on or had."""
    latest = _latest(memory, index)
    if not latest or not (_THEN.search(question) or _STILL_THEN.match(question)):
        return tuple(steps)
    moment = {name: value for name, value in latest[-1][1].arguments.items() if isinstance(value, str | int)}
    taken = {tool.name: tool.properties for tool in index.tools}
    return tuple(
        Step(step.id, step.name, {**_of_moment(moment, taken.get(step.name, {})), **step.arguments}, step.server)
        for step in steps
    )


def _of_moment(arguments: JsonObject, taken: Collection[str]) -> JsonObject:
    return {name: arguments[name] for name in MOMENT_NAMES if name in arguments and name in taken}


def _is_chain(latest: Sequence[tuple[int, Step]]) -> bool:
    """Whether each step but the last only finds what the last needs."""
    return referred_to(Plan((latest[-1][1],))) == {step.id for _, step in latest[:-1]}


def _place(item: Item, tool: Tool, names: Collection[str]) -> str | None:
    """The argument of the latest step that a new value takes the place of."""
    for name, prop in tool.properties.items():
        if name in names and isinstance(value_for(item, prop), str | int | float):
            return name
    return None


def _latest(memory: Sequence[Turn], index: CatalogueIndex) -> list[tuple[int, Step]]:
    """The steps of the latest plan, each with its tool's number."""
    numbers = {tool.name: number for number, tool in enumerate(index.tools)}
    plan = next((turn.plan for turn in reversed(memory) if turn.plan.steps), None)
    return [(numbers[step.name], step) for step in plan.steps if step.name in numbers] if plan else []
