"""What the words around a name say of it: left out, joined to another, or still to come."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.word_lists import words
from director.planners.offline.composing.spotting import NEGATIONS
from director.planners.offline.question_items import Item

JOINING = words("and or vs than both plus with compared to but not")
"""Words that set two names side by side, or against each other."""
OF = words("from of in a an the for by")
"""Words between "not" and whom it leaves out."""


def is_left_out(items: Sequence[Item], at: int) -> bool:
    """Whether the words before a name say "not from", "not a"."""
    before = at - 1
    while before >= 0 and items[before].said in OF:
        before -= 1
    return before >= 0 and items[before].said in NEGATIONS


def names_follow(items: Sequence[Item], at: int) -> bool:
    """Whether a name comes next: what "except" leaves out."""
    following = next((item for item in items[at:] if item.said not in OF), None)
    return following is not None and following.firm and not following.key


def are_joined(between: Sequence[Item]) -> bool:
    """Whether the words between two names only set them side by side."""
    return all(item.said in JOINING for item in between)
