"""What the words around a name say of it: left out, joined to another, or still to come."""

from __future__ import annotations

from collections.abc import Sequence

from director.language.word_lists import words
from director.planners.offline.composing.spotting import NEGATIONS
from director.planners.offline.question_items import Item

JOINING = words("and or vs than both plus with compared to but not")
"""Words that set two names side by side, or against each other."""
SUFFERING = words("was were been being")
"""Words after which a name is the one to whom it was done."""
UNTIMED = words("last first ever")
"""Words that may stand between that name and what was done."""
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
    return following is not None and _is_name(following)


def is_suffered(items: Sequence[Item], at: int) -> bool:
    """Whether what is said there was done to the one before it: "was Hamilton overtaken", "when was he last passed"."""
    while at and items[at].said not in SUFFERING and (_is_name(items[at - 1]) or items[at - 1].said in UNTIMED):
        at -= 1
    return items[at].said in SUFFERING or (at > 0 and items[at - 1].said in SUFFERING)


def _is_name(item: Item) -> bool:
    return item.firm and not item.key


def are_joined(between: Sequence[Item]) -> bool:
    """Whether the words between two names only set them side by side."""
    return all(item.said in JOINING for item in between)
