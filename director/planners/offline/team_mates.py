"""The team mate of somebody who is named, "Hamilton's teammate", as the one who that is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from director.language.grammar import FUNCTION, QUESTION_WORDS
from director.language.name_meanings import group_kind, related_kind
from director.language.word_lists import words
from director.planners.offline.question_items import Item

NamedBy = Callable[[str], Mapping[str, object]]
"""What a text names, by kind; empty where it names nobody."""
MATES = (("teammate",), ("team", "mate"))
OWNING = ("'s", "\N{RIGHT SINGLE QUOTATION MARK}s")
_TEAM, _DRIVER = related_kind("team"), "driver"
_ASKING_FOR = QUESTION_WORDS | FUNCTION | words("where's who's")


def with_team_mates(items: Sequence[Item], named_by: NamedBy) -> list[Item]:
    """The items with each team mate of somebody as a name. "Who is Hamilton's teammate" asks for the name itself."""
    out: list[Item] = []
    at = 0
    while at < len(items):
        length = _mate_at(items, at + 1) if items[at].text.casefold().endswith(OWNING) else 0
        asks_for_him = at + 1 + length == len(items) and all(item.said in _ASKING_FOR for item in items[:at])
        mate = _mate_of(items[at], named_by) if length and not asks_for_him else None
        out.append(items[at] if mate is None else mate)
        at += 1 if mate is None else 1 + length
    return out


def _mate_at(items: Sequence[Item], at: int) -> int:
    """How many items say "teammate" here."""
    return next((len(said) for said in MATES if tuple(item.said for item in items[at : at + len(said)]) == said), 0)


def _mate_of(item: Item, named_by: NamedBy) -> Item | None:
    """The only other driver of his team; None where that is not one."""
    team, own = item.readings.get(_TEAM), item.readings.get(_DRIVER)
    drivers = named_by(str(team)).get(group_kind(_DRIVER)) if team and own else None
    others = [one for one in drivers if one != own] if isinstance(drivers, tuple) else []
    if len(others) != 1 or not (readings := named_by(str(others[0]))):
        return None
    return Item(item.text, "", readings, firm=True)
