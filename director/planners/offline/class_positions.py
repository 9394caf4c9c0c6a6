"""A position within a class as the name of whoever holds it: "the GTD leader", "second in GTD", "the class leader"."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.name_meanings import CLASS_OF, related_kind
from director.language.word_lists import words
from director.planners.offline.composing.compose import Composition, compose
from director.planners.offline.knowledge import Knowledge
from director.planners.offline.match import best_matches
from director.planners.offline.matched_question import Reading
from director.planners.offline.question_items import ORDINAL, Item

CLASS = "class"
DRIVER = "driver"
LEADERS = words("leader winner")
WITHIN = words("in of")
"""Before a class: "leader of GTD"."""
HELD_TO = words("to and or behind ahead of catch catching")
"""Between two positions of which the class is said once: "from first to third in GTD", "second behind first in GTD"."""
STOPPING = words("pitted stopped boxed pit stop")
"""After these "first in GTD" says when, and not who."""


def with_class_positions(whole: Reading, knowledge: Knowledge, threshold: float) -> Reading:
    """The question with each position in a class as one name, where it is understood better so."""
    if len(said := _without_whose(whole.items)) < len(whole.items):
        whole = Reading(said, best_matches(said, knowledge.queries))
    if (named := _named(whole.items)) is None:
        return whole
    instead = Reading(named, best_matches(named, knowledge.queries))
    if instead.sure(threshold) and instead.score > whole.score:
        return instead
    understood = whole.sure(threshold) or isinstance(compose(whole.items, knowledge.lexicon), Composition)
    return whole if understood else instead


def _without_whose(items: Sequence[Item]) -> list[Item]:
    """The items without a "his" before "class" that stands for nobody else."""
    unsaid = {at for at, item in enumerate(items) if item.firm and not item.key and not item.readings}
    return [item for at, item in enumerate(items) if at not in unsaid or _word(items, at + 1) != CLASS]


def _named(items: Sequence[Item]) -> list[Item] | None:
    """The items with such positions as names; None where there are none."""
    theirs = {str(of) for item in items if (of := item.readings.get(related_kind(CLASS_OF)))}
    own = next(iter(theirs)) if len(theirs) == 1 else ""
    named: list[Item] = []
    at = 0
    while at < len(items):
        name, end = _position_at(items, at, own)
        named.append(Item(name, "", {DRIVER: name}, firm=True) if name else items[at])
        at = end
    return named if len(named) < len(items) else None


def _position_at(items: Sequence[Item], at: int, own: str) -> tuple[str, int]:
    """The name that begins here, and where it ends; empty where none does. `own`: the class of whom it is about."""
    if (class_name := _class(items, at)) and _word(items, at + 1) in LEADERS:
        return f"P1 in {class_name}", at + 2
    if class_name and _word(items, at + 1) == CLASS and _word(items, at + 2) in LEADERS:
        return f"P1 in {class_name}", at + 3
    if own and _word(items, at) == CLASS and _word(items, at + 1) in LEADERS:
        return f"P1 in {own}", at + 2
    position = 1 if _word(items, at) in LEADERS else items[at].readings.get(ORDINAL)
    if not position or (at and items[at - 1].said in STOPPING):
        return "", at + 1
    if _word(items, at + 1) in WITHIN and (class_name := _class(items, at + 2)):
        return f"P{position} in {class_name}", at + (4 if _word(items, at + 3) == CLASS else 3)
    if own and _word(items, at + 1) in WITHIN and _word(items, at + 2) == CLASS:
        return f"P{position} in {own}", at + 3
    other, _, class_name = _held_to(items, at + 1, own).partition(" in ")
    return (f"P{position} in {class_name}", at + 1) if class_name and other != f"P{position}" else ("", at + 1)


def _held_to(items: Sequence[Item], at: int, own: str) -> str:
    """The position in a class that another one is held to; empty where none follows."""
    begun = at
    while _word(items, at) in HELD_TO:
        at += 1
    return _position_at(items, at, own)[0] if begun < at < len(items) else ""


def _class(items: Sequence[Item], at: int) -> str:
    value = items[at].readings.get(CLASS) if at < len(items) and items[at].firm else None
    return value if isinstance(value, str) else ""


def _word(items: Sequence[Item], at: int) -> str:
    return items[at].said if at < len(items) else ""
