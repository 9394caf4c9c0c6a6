"""What is to be done, rather than asked: only in the words of an example.

A question may be guessed at, since a wrong guess is one answer too many. What changes something may not: no word more
or less than an example has (fillers aside), none corrected, none in another form. "Is Vettel pinned" pins nobody.
"""

from __future__ import annotations

from collections.abc import Sequence

from director.language.tokens import tokenise
from director.planners.offline.align import slot_value
from director.planners.offline.catalogue_tools import Example, Tool
from director.planners.offline.match import Match
from director.planners.offline.question_items import Item
from toolgate.contract import JsonObject, Tier


def is_command(entry: JsonObject) -> bool:
    """Whether a catalogue entry is of a tool that changes something. An entry without a tier only reads."""
    return bool(entry.get("tier", Tier.READ_ONLY) != Tier.READ_ONLY)


def commanded(items: Sequence[Item], tools: Sequence[Tool]) -> Match | None:
    """The tool that is told to act, and its arguments."""
    for tool in tools:
        for example in tool.examples:
            arguments = _filled(items, example, tool)
            if arguments is not None:
                return Match(tool, 1.0, arguments)
    return None


def _filled(items: Sequence[Item], example: Example, tool: Tool) -> dict[str, object] | None:
    """The example's arguments with the values that the items give; None where these are not the example's words."""
    if len(items) != len(example.words):
        return None
    slots, arguments = example.slots(tool), dict(example.fixed)
    for item, word in zip(items, example.words, strict=True):
        slot = slots.get(word.raw)
        if slot is None:
            if [said.text for said in tokenise(item.text)] != [word.text]:
                return None
        elif not item.firm or (value := slot_value(item, slot)) is None:
            return None
        else:
            arguments[slot.prop.name] = value
    return arguments
