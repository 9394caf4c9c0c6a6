"""A moment that an event sets: "who was third when the safety car came out" asks a tool how things stood then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from director.language.word_lists import words
from director.planners.offline.composing.conditions import conditions, filled
from director.planners.offline.composing.lexicon import Lexicon
from director.planners.offline.composing.scan import scan
from director.planners.offline.composing.spotting import longest_phrase
from director.planners.offline.composing.topics import DELTA
from director.planners.offline.question_items import Item, of_somebody_placed
from toolgate.contract import JsonObject, Step

FOUND = "s1"
MOMENTS = words("at_lap at_time since_lap from_lap to_lap")
"""The arguments that an event sets: a way with others finds no event."""
HIS_STOP = ["before", "stop"]
"""Of two who are named it is that of the first; several stops are those of the race."""
HAPPENING = words("happen happens happened went wrong why")


class EventMoment(Struct, frozen=True):
    """A question without the words of its moment, the step that finds the event, and the arguments it sets."""

    items: tuple[Item, ...]
    find: Step
    arguments: JsonObject


def event_moment(items: Sequence[Item], lexicon: Lexicon) -> EventMoment | None:
    """The moment that a question names by an event, if it does."""
    behind = 0
    for at in range(len(items)):
        if at < behind:
            continue  # "for the restart" is a phrase, and its last word none of its own
        phrase, values = longest_phrase(items, at, lexicon)
        behind = at + len(phrase.keys) if phrase else at
        numbers = [use.number for use in phrase.uses if use.role == "narrow"] if phrase else []
        for way in (way for number in numbers for way in lexicon.narrows[number]):
            if phrase is None or way.find is None or not way.arguments or not way.arguments.keys() <= MOMENTS:
                continue
            rest = (*items[:at], *items[at + len(phrase.keys) :])
            values = {**values, **_whose(way.find, rest)}
            his_stop = [item.said for item in items[at:behind]] == HIS_STOP
            of_one = _named(rest) == 1 or his_stop
            if not values.keys() >= _slots(way.find) or (way.one and not of_one):
                continue
            if his_stop and not _named(rest) and of_somebody_placed(rest):
                continue  # the stop is that of the leader or of P4, and not the first of all
            where = [[*one[:2], *(filled(value, values, None) for value in one[2:])] for one in way.find["where"]]
            find = {**way.find, "where": conditions(where)}
            pick = str(values["nth"]) if way.pick == "nth" else way.pick
            arguments: dict[str, Any] = {
                name: filled(value, values, (FOUND, pick)) for name, value in way.arguments.items()
            }
            return EventMoment(rest, Step(FOUND, lexicon.tool, find, lexicon.server), arguments)
    return None


_WHOSE = "{driver}"


def _slots(find: JsonObject) -> set[str]:
    """What a query that finds an event must be told: of whom it is."""
    return {"driver" for one in find["where"] if _WHOSE in one[2:]}


def _named(items: Sequence[Item]) -> int:
    return sum(item.firm and "driver" in item.readings for item in items)


def _whose(find: JsonObject, items: Sequence[Item]) -> JsonObject:
    """Whose event it is, where one is named first: "where was Sainz before his stop"."""
    named = [item.readings["driver"] for item in items if item.firm and "driver" in item.readings]
    return {"driver": named[0]} if _slots(find) and named and isinstance(named[0], str) else {}


def changes(items: Sequence[Item], lexicon: Lexicon) -> bool:
    """Whether a question asks what changed or happened, which is not how things stood at a moment."""
    if not HAPPENING.isdisjoint(item.said for item in items):
        return True
    uses = {use.number for found, _ in scan(items, lexicon).topics for use in found if use.role == "said"}
    return any(lexicon.topics[number].each == DELTA for number in uses)
