"""How things stood, or what has been, at a moment that an event sets, by the tool that tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from director.language.word_lists import words
from director.planners.offline.composing.events import EventMoment, changes, event_moment
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.match import Match, best_matches
from director.planners.offline.matched_question import Reading
from director.planners.offline.name_groups import grouped
from director.planners.offline.plans import plan_of
from director.planners.offline.question_items import Item
from director.planners.offline.several_asks import PART_THRESHOLD
from toolgate.contract import Plan

SINCE = "since_lap"
AT_AN_EVENT = "at the moment of an event"
"""How the rationale of such a plan ends."""
_SAID_AS_A_LAP = "since lap 1"
_OF_ONE_LAP = frozenset({"on_lap", "on_last_lap"})
"""Arguments of what was on a lap and has not gone on since."""
PAST = words("led")
"""Words of a question that asks how it was, though an example of how it is has the same words: "who leads"."""


def asked_of_the_past(items: Sequence[Item]) -> bool:
    """Whether a question says that it was."""
    return not PAST.isdisjoint(item.said for item in items)


def as_an_event_set_it(items: Sequence[Item], knowledge: Knowledge) -> Plan | None:
    """The step that finds the event, and the call for what is asked of its moment; None where no tool takes that."""
    moment = event_moment(items, knowledge.lexicon)
    if moment is None or (SINCE not in moment.arguments and changes(moment.items, knowledge.lexicon)):
        return None
    for match in _matches(moment, knowledge):
        if SINCE in moment.arguments and not _OF_ONE_LAP.isdisjoint(match.arguments):
            continue
        if not moment.arguments.keys() <= match.tool.properties.keys() - match.arguments.keys():
            continue
        calls = plan_of([_with(match, {**match.arguments, **moment.arguments})]).steps
        numbered = (replace(call, id=f"s{number}") for number, call in enumerate(calls, start=2))
        return Plan((moment.find, *numbered), f"{match.tool.name} {AT_AN_EVENT}")
    return None


def _matches(moment: EventMoment, knowledge: Knowledge) -> Iterator[Match]:
    """What tells the rest of a question: said with a lap in place of the event, without it, and of several together."""
    if SINCE in moment.arguments:
        since = _match([*moment.items, *knowledge.reader.read(_SAID_AS_A_LAP)], knowledge)
        if since is not None and since.arguments.get(SINCE) == 1:
            yield _with(since, {name: value for name, value in since.arguments.items() if name != SINCE})
    for items in (moment.items, grouped(moment.items)):
        if items is not None and (rest := _match(items, knowledge)) is not None:
            yield rest


def _match(items: Sequence[Item], knowledge: Knowledge) -> Match | None:
    reading = Reading(items, best_matches(items, knowledge.queries))
    return reading.matches[0] if reading.sure(PART_THRESHOLD) else None


def _with(match: Match, arguments: Mapping[str, object]) -> Match:
    return Match(match.tool, match.score, arguments)
