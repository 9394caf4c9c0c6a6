"""Who is the best of some who race: the one who is placed highest, where nothing else is said to be best."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.late_patterns import compile_later
from director.language.name_meanings import SEASON, group_kind
from director.language.word_lists import words
from director.planners.offline.apart.clause_splitting import ReadItems
from director.planners.offline.question_items import Item

RACES = frozenset({"race", "sprint"})
_BEST = compile_later(r"\bbest\b")
_BETWEEN = words("of the a")
_BESIDE = words("and the who whos which what is s now right currently car cars one moment at then so")
"""Words beside which the group is all that is said to be best."""
_GROUP = group_kind("driver")


def of_best_placed(question: str, kind: str | None, read: ReadItems) -> str:
    """The question with "best placed" for "best" of a team or a make in a race: "best Porsche right now"."""
    if kind not in RACES or not _BEST.search(question):
        return question
    items = read(question, {})
    at = next((at for at, item in enumerate(items) if item.said == "best"), None)
    if at is None or not _is_of_group(items[at + 1 :]) or any(not _is_beside(item) for item in items):
        return question
    return _BEST.sub("best placed", question, count=1)


def _is_of_group(items: Sequence[Item]) -> bool:
    following = next((item for item in items if item.said not in _BETWEEN), None)
    return following is not None and _is_group(following)


def _is_beside(item: Item) -> bool:
    return item.said in _BESIDE or item.said == "best" or _is_group(item) or item.said in _BETWEEN


def _is_group(item: Item) -> bool:
    """Whether it names a team or a make: of rookies a tool knows the best."""
    return item.firm and _GROUP in item.readings and SEASON not in item.readings
