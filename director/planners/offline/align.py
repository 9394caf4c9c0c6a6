"""Lays a question beside an example: which pieces are the same, in the same order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.name_meanings import group_kind, related_kind
from director.planners.offline.catalogue_tools import Property, Slot
from director.planners.offline.learning import Part
from director.planners.offline.question_items import NUMBER, ORDINAL, TEXT, Item, affixed
from director.planners.offline.word_keys import key_of

DOUBTFUL = 0.75
"""What is left of a slot's weight when the value may be a plain word or number."""

_POSITION = re.compile(r"p\d+")
_MEASURES = frozenset(map(key_of, ("laps", "minutes", "seconds", "stops", "places", "positions")))
_NUMBERED = frozenset(map(key_of, ("sector", "lap", "laps", "turn", "seconds", "stops")))
"""A slot beside one of these takes its number."""

Pair = tuple[int, int]


def value_for(item: Item, prop: Property) -> object | None:
    """The value an item gives to a property, if it can; a tuple where it names several."""
    if prop.choices:
        return prop.choices.get(item.key)
    value = item.readings.get(prop.kind, item.readings.get(group_kind(prop.kind)))
    if value is None:
        return _stand_in(item, prop)
    return value if prop.allows(value) else None


def _stand_in(item: Item, prop: Property) -> str | None:
    """What stands for a name: "p3", "the leader"."""
    if prop.place is not None and ORDINAL in item.readings:
        return prop.place.format(item.readings[ORDINAL])
    return prop.stand_ins.get(item.key)


def slot_value(item: Item, slot: Slot) -> object | None:
    """The value an item gives to a slot: its own, or what belongs to it (a driver's team)."""
    if slot.affix:
        number = item.readings.get(affixed(slot.prop.kind, slot.affix))
        return number if number is not None and slot.prop.allows(number) else None
    value = value_for(item, slot.prop)
    return item.readings.get(related_kind(slot.prop.kind)) if value is None else value


def stands_in(item: Item, slot: Slot) -> bool:
    """Whether an item is no value of the slot's kind but stands for one, as "the leader" stands for a driver."""
    return slot.prop.kind not in item.readings and _stand_in(item, slot.prop) is not None


def is_free_text(slot: Slot | None) -> bool:
    """Whether a slot takes whatever stands in its place."""
    return slot is not None and slot.prop.kind == TEXT and not slot.prop.choices


def _affinity(item: Item, part: Part, slot: Slot) -> float:
    """How well one item matches a slot, from 0 to the part's weight."""
    if slot_value(item, slot) is None or (slot.ordinal and ORDINAL not in item.readings):
        return 0.0
    own = affixed(slot.prop.kind, slot.affix) in item.readings or bool(slot.prop.choices)
    if not (own or slot.fills):
        return 0.0
    return part.weight if own and is_sure(item, slot) else part.weight * DOUBTFUL


def is_sure(item: Item, slot: Slot) -> bool:
    """Whether an item can hardly mean anything but a value of this kind: a bare number is hardly a name."""
    if slot.prop.kind == NUMBER and ORDINAL in item.readings:
        return True
    return item.firm and (NUMBER not in item.readings or slot.prop.kind == NUMBER)


def numbers_another(item: Item, parts: Sequence[Part], column: int) -> bool:
    """Whether an item says a position, "p2", and the part is the number of something else, as a sector's, or says how
    many there are, as of "the two Ferraris".
    """
    if _POSITION.fullmatch(item.said) is None:
        return False
    after = parts[column + 1 : column + 2]
    if parts[column].slot is None:
        return any(part.slot is not None and part.slot.prop.kind != NUMBER for part in after)
    return any(part.key in _NUMBERED for part in (*parts[max(column - 1, 0) : column], *after))


def names_a_car(items: Sequence[Item], row: int) -> bool:
    """Whether a number is one that a car wears, "car 5" or "car number 5", and no place: not "the car 5 laps ago"."""
    before, after = [item.key for item in items[max(row - 2, 0) : row]], [item.key for item in items[row + 1 : row + 2]]
    return (before[-1:] == ["car"] or before == ["car", "number"]) and _MEASURES.isdisjoint(after)


class PartRows:
    """Where the parts of examples stand in one question: each is looked up once, though many examples have it."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = items
        self._by_key: dict[str, list[int]] = {}
        self._of_part: dict[int, Sequence[tuple[int, float]]] = {}
        for row, item in enumerate(items):
            self._by_key.setdefault(item.key, []).append(row)

    def of(self, part: Part) -> Sequence[tuple[int, float]]:
        """The rows of the items that match a part, and how well: from 0 to the part's weight."""
        if (known := self._of_part.get(id(part))) is None:
            if part.slot is None:
                found = [(row, part.weight) for row in self._by_key.get(part.key, ())]
            else:
                found = [(row, _affinity(item, part, part.slot)) for row, item in enumerate(self.items)]
            known = self._of_part[id(part)] = [(row, match) for row, match in found if match]
        return known


def align(part_rows: PartRows, parts: Sequence[Part]) -> tuple[float, list[Pair]]:
    """The heaviest matching of items and parts that keeps the order of both: its weight, and its pairs (row, column).

    A longest common subsequence by weight. Order is kept because it carries meaning ("the gap of A to B"). Words that
    only one of the two has cost nothing here: whoever weighs the whole match judges them.
    """
    rows = len(part_rows.items)
    before = [0.0] * (rows + 1)
    best, columns = [before], []
    for column, part in enumerate(parts):
        if not (found := part_rows.of(part)):
            continue  # it changes nothing
        here = before[:]
        for row, match in found:
            reached = before[row] + match
            for at in range(row + 1, rows + 1):
                if here[at] >= reached:
                    break
                here[at] = reached
        best.append(here)
        columns.append(column)
        before = here
    # Back through the table: where leaving an item or a part out weighs as much, they are no pair.
    pairs: list[Pair] = []
    row, at = rows, len(columns)
    while row and at:
        if best[at][row] == best[at][row - 1]:
            row -= 1
        elif best[at][row] == best[at - 1][row]:
            at -= 1
        else:
            row, at = row - 1, at - 1
            pairs.append((row, columns[at]))
    return before[rows], pairs[::-1]


def captured_text(items: Sequence[Item], parts: Sequence[Part], pairs: Sequence[Pair]) -> dict[int, range]:
    """For each free-text slot, by its column, the items between its neighbours in the example."""
    row_of = {column: row for row, column in pairs}
    captured: dict[int, range] = {}
    for column, part in enumerate(parts):
        if not is_free_text(part.slot):
            continue
        # Free text has no words of its own to match: it is whatever lies between the parts beside it, if both matched.
        before = row_of.get(column - 1, -1 if column == 0 else None)
        after = row_of.get(column + 1, len(items) if column == len(parts) - 1 else None)
        if before is not None and after is not None and after - before > 1:
            captured[column] = range(before + 1, after)
    return captured
