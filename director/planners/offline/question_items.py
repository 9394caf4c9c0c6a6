"""What a question and an example are made of once they are read: items that can be laid side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct, field

NUMBER = "number"
ORDINAL = "ordinal"
TEXT = "text"
CLOCK = "clock"
LEADER = "leader"
_PLACED = re.compile(r"p\d+")


def affixed(kind: str, affix: str) -> str:
    """The kind of a number with letters, `number:q` of `q2`: another kind than that of a plain 2."""
    return f"{kind}:{affix}" if affix else kind


class Item(Struct, frozen=True):
    """One meaningful piece of a question.

    `key` is what equal words share; `readings` are the values it can give to a slot, by kind.
    An item that is `firm` must be used by the tool that is chosen.
    """

    text: str
    key: str
    readings: Mapping[str, object] = field(default_factory=dict)
    firm: bool = False
    shaky: bool = False
    """Looks like a value only by chance, as "per" does like a code: something else must bear it out."""
    known: bool = True
    """Whether the catalogue has the word, or needs not."""
    own: bool = False
    """Whether it names the very session that is asked about: its event, its town, its kind."""
    said: str = ""
    """The folded word, where it is one."""
    candidates: tuple[str, ...] = ()
    """Whom an ambiguous name could mean."""


def of_somebody_placed(items: Iterable[Item]) -> bool:
    """Whether somebody is asked about by a position: "the leader", "P4"."""
    return any(item.key == LEADER or _PLACED.fullmatch(item.said) for item in items)
