"""Changes that are told the wrong way round: a fall to a better position, a gap that shrinks to more than it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.grounding.english.tokens import Amount
from director.grounding.languages import language
from director.grounding.statements import Statement
from director.language.word_lists import words

_SHRINKS, _GROWS = words("fallen shrunk dropped closed cut down narrowed"), words("grown risen opened widened up")
_TO, _RISES, _FALLS = words("to into"), words("up promoted elevated"), words("down")


def is_turned(
    says: str, said: Mapping[str, object], key: Sequence[str], statements: Mapping[str, Sequence[Statement]]
) -> bool:
    """Whether a wording of a claim tells the change that lies in it the wrong way round."""
    other_place = says == "has_position" and _is_other_move(said, key, statements)
    return other_place or _is_other_way(says, said, key) or _is_turned_gap(said, key)


def _is_other_move(
    said: Mapping[str, object], key: Sequence[str], statements: Mapping[str, Sequence[Statement]]
) -> bool:
    """Whether somebody is `up to` a place to which he has fallen since the start, and never risen, or the reverse."""
    rises, falls = not _RISES.isdisjoint(key), not _FALLS.isdisjoint(key)
    if rises == falls or _TO.isdisjoint(key):
        return False
    own = [
        (one.says, one.value("start"), one.value("value"))
        for name in ("moved", "rose_to", "fell_to")
        for one in statements.get(name, ())
        if said.get("subject") == {one.value("subject")} and not one.moment
    ]
    ways = {(end < start) for name, start, end in own if name == "moved" and end != start}
    place = said.get("value")
    since = "rose_to" if rises else "fell_to"
    again = any(name == since and isinstance(place, Amount) and place.value == end for name, _, end in own)
    return not again and ways == {falls}


def _is_other_way(says: str, said: Mapping[str, object], key: Sequence[str]) -> bool:
    """Whether somebody is said to have dropped to a better position than the one he came from, or the reverse."""
    start, end = said.get("start"), said.get("value")
    if "<position>" not in key or not isinstance(start, Amount) or not isinstance(end, Amount):
        return False
    if says == "stop_moved" and start.value == end.value:
        return True  # who comes out where he came in has not moved
    return language("en").is_other_way(key, start.value, end.value)


def _is_turned_gap(said: Mapping[str, object], key: Sequence[str]) -> bool:
    """Whether a gap is said to have shrunk to more than it was, or to have grown to less."""
    start, end = said.get("start"), said.get("value")
    if "gap" not in key or not isinstance(start, Amount) or not isinstance(end, Amount):
        return False
    return not (_SHRINKS if end.value > start.value else _GROWS).isdisjoint(key)
