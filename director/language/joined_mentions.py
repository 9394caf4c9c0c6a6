"""Mentions that stand side by side and mean the same car: "the 12 Lexus", "that GTD Porsche", "Penske Porsche 7"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.language.name_meanings import CLASS_OF, MAKE, MAX_GROUP, RELATED, group_kind, related_kind
from director.language.tokens import Word

WHOM = "driver"
_SHARED = (("team", "team"), (MAKE, MAKE), ("class", CLASS_OF))
"""Kinds of readings that several cars share, with the field of a car that says so."""
_RANKING = frozenset({"top", "last", "first", "past", "next", "lap", "laps", "p", "position", "best", "other"})
"""A number after one of these is no car's."""
_COUNTED = frozenset({"cars", "entries", "drivers", "runners", "machines", "teams"})
"""A number before one of these, with a class or a make between them, counts them."""

Readings = Mapping[str, object]
Cars = Mapping[str, Mapping[str, str]]
"""The fields of each car, by what stands for it."""


def joined(one: Readings, other: Readings, cars: Cars, words: Sequence[Word], start: int, end: int) -> Readings | None:
    """What the two mean together, of which the words `start:end` are; None where they say nothing of the same car.

    One of the two must tell the make or the class, or a team beside a number.
    """
    told = one.keys() | other.keys()
    if not ({MAKE, "class"} & told or ("team" in told and _is_numbered(words, start, end))):
        return None
    others = frozenset(_who(other, cars))
    both = [who for who in _who(one, cars) if who in others]
    if not both or len(both) > MAX_GROUP:
        return None
    counts = end < len(words) and words[end].text in _COUNTED
    if words[start].text.lstrip("#").isdigit() and (counts or (start and words[start - 1].text in _RANKING)):
        return None
    if len(both) > 1:
        return {group_kind(WHOM): tuple(both), MAKE: cars[both[0]].get(MAKE, "")}
    return {WHOM: both[0]} | {related_kind(key): value for key, value in cars[both[0]].items()}


def _is_numbered(words: Sequence[Word], start: int, end: int) -> bool:
    return any(word.text.lstrip("#").isdigit() for word in words[start:end])


def _who(readings: Readings, cars: Cars) -> tuple[str, ...]:
    """The cars that a mention may stand for."""
    named = readings.get(WHOM)
    if isinstance(named, str):
        return (named,)
    several = readings.get(group_kind(WHOM))
    if isinstance(several, tuple):
        return several
    for kind, field in _SHARED:
        if (value := readings.get(kind)) is not None and not kind.startswith(RELATED):
            return tuple(who for who, fields in cars.items() if fields.get(field) == value)
    return ()
