"""A question beside the tools that hear it alike: what is found in it once, for all examples laid beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from director.planners.offline.accounting import demanding, is_unspecific, unstated
from director.planners.offline.align import PartRows, is_free_text, value_for
from director.planners.offline.catalogue_tools import Property, Tool
from director.planners.offline.index import CatalogueIndex, Template
from director.planners.offline.question_items import NUMBER, TEXT, Item
from director.planners.offline.question_without_phrases import Asked
from director.planners.offline.word_keys import is_function

DISTINCTIVE = 0.7
"""A description speaks for its tool only with a word that weighs this much."""


class Hearing:
    """A question as some tools hear it, and each of these tools beside it."""

    def __init__(self, asked: Asked, index: CatalogueIndex) -> None:
        self.asked = asked
        self.part_rows = PartRows(asked.items)
        """Where parts of examples stand in it."""
        told = (item for item in asked.items if not (is_unspecific(item) or (is_function(item.key) and not item.firm)))
        self.distinctive = frozenset(item.key for item in told if index.weight(item.key) >= DISTINCTIVE)
        """The keys that speak for a tool whose description has them."""
        self._demands = demanding(asked)
        self._index = index
        self._by: dict[int, HeardByTool] = {}

    def by(self, number: int) -> HeardByTool:
        """What the tool of this number hears."""
        if (known := self._by.get(number)) is None:
            known = self._by[number] = HeardByTool(self.asked, self._demands, number, self._index)
        return known

    def gives_all(self, template: Template) -> bool:
        """Whether it gives something for each phrase and slot of an example."""
        given = self.by(template.tool).given
        return template.by_phrase <= given.keys() and all(
            slot.prop.name in given or is_free_text(slot) or self.part_rows.of(part)
            for part in template.slots
            if (slot := part.slot) is not None and slot.fills
        )

    def has_no_use(self, template: Template) -> bool:
        """Whether it surely says something that neither this example says nor its tool states nor an argument takes."""
        heard, items = self.by(template.tool), self.asked.items
        unsaid = [row for row in heard.unstated if items[row].key not in template.keys and not heard.takers(row)]
        if not unsaid or any(is_free_text(part.slot) for part in template.slots):
            return False
        filling = {row for part in template.slots for row, _ in self.part_rows.of(part)}
        return not filling.issuperset(unsaid)


class HeardByTool:
    """A question as the tool of this number hears it. `demands`: what `demanding` finds in it."""

    def __init__(self, asked: Asked, demands: Collection[int], number: int, index: CatalogueIndex) -> None:
        self.asked = asked
        self.number = number
        self.tool = index.tools[number]
        self.given: Mapping[str, object] = {
            self.tool.phrases[phrase.written]: value for phrase, value in asked.given.items()
        }
        """The arguments that its phrases give."""
        self.unstated: Sequence[int] = unstated(asked, demands, number, index)
        """The rows of what an argument must use or an example must say."""
        self._takers: dict[int, Sequence[Property]] = {}

    def takers(self, row: int) -> Sequence[Property]:
        """The properties that could take the item of a row, whatever they have already."""
        if (known := self._takers.get(row)) is None:
            known = self._takers[row] = takers(self.asked.items[row], self.tool)
        return known


def takers(item: Item, tool: Tool) -> list[Property]:
    """The properties that an item chooses a value of, or surely names; a bare number may name anything."""
    sure = item.firm and NUMBER not in item.readings
    return [
        prop
        for prop in tool.properties.values()
        if not prop.by_example
        and (
            item.key in prop.choices and prop.name not in tool.shown
            if prop.choices
            else sure and prop.kind != TEXT and value_for(item, prop) is not None
        )
    ]
