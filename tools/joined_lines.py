"""Lines of two asks, and of an ask beside talk, made of what people asked and said: people type several things at once.

Of two asks about one driver the second says "he"; of two others each names its own.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from leaning_lines import Asked, about_him
from msgspec import structs

OF_HIM, WITH_TALK, WITH_ANOTHER = 0.4, 0.3, 0.4
"""The share of the questions after which one about him is asked, which stand beside talk, and beside another one."""
TALK_OF_HIM = 0.3
MOST_WORDS = 16
"""A longer question is not joined to another."""
_SLOT = re.compile(r"\{(\w+)\}")
_ASKS = re.compile(
    r"(?:and |so |but |ok )?(?:by |on |in |at |for |with |from |since )?(?:who|what|where|when|which|how|why|is|are|was"
    r"|were|did|does|do|has|have|had|will|can|could|would|any|anyone|anybody)(?:n?['’]?(?:s|t|re))?\b",
    re.IGNORECASE,
)
_LEANS = re.compile(r"\b(?:he|him|his|they|them|their|that|those|it|its|there|then|this)\b", re.IGNORECASE)
JOINED = ("and ", "so ", "but ")
JOINING = (" and ", " and ", ", and ", "? ", "?? ", ". ", ", ", "? and ", " n ", ", also ", " + ", "... ", " plus ")
PARTING = ("? ", "?? ", ". ", ", ", " - ", "... ", "? and ", ", and ", "! ")
"""Between two asks, of which the second opens as a question does, and between others."""
AFTER_TALK, BEFORE_TALK = (". ", "! ", ", ", "... ", " lol ", "!! ", " - ", " "), ("? ", ", ", "?? ", ". ", "... ")
OTHERS = {"driver": "other", "other": "third", "team": "otherteam", "n": "m", "l": "m", "compound": "other_compound"}
"""Whom and what the second ask names where the first names its like."""


def joined_lines(asked: Sequence[Asked], talk: Sequence[str], rng: random.Random) -> Iterator[Asked]:
    """Two of the questions in one, and questions beside talk. `talk`: lines that ask nothing."""
    said = [text for text in talk if not (_ASKS.match(text) or "?" in text)]
    plain, of_him = [text for text in said if "{" not in text], [text for text in said if _slots(text) == {"driver"}]
    alone = [row for row in asked if " ; " not in row.plain and len(row.question.split()) <= MOST_WORDS]
    by_kind: dict[str, list[Asked]] = defaultdict(list)
    about: dict[str, list[Asked]] = defaultdict(list)
    for row in alone:
        by_kind[row.kind].append(row)
        if _is_of_driver(row):
            about[row.kind].append(row)
    for row in alone:
        if _is_of_driver(row) and rng.random() < OF_HIM:
            second = rng.choice(about[row.kind])
            if second.plain != row.plain and (his := about_him(second.question)) is not None:
                yield _both(row, structs.replace(second, question=his), rng)
        if rng.random() < WITH_ANOTHER and not _LEANS.search(row.question):
            second = _of_others(rng.choice(by_kind[row.kind]), _slots(row.question))
            if second is not None and second.plain != row.plain and not _LEANS.search(second.question):
                yield _both(row, second, rng)
        if rng.random() < WITH_TALK:
            yield _beside_talk(row, plain, of_him, rng)


def _both(one: Asked, other: Asked, rng: random.Random) -> Asked:
    first = one.question.rstrip(" ?.!")
    opens = _ASKS.match(other.question) and not other.question.startswith(JOINED)
    ways = JOINING if opens else PARTING
    said = f"{first}{rng.choice(ways)}{other.question}"
    plain = f"{one.plain} ; {other.plain}"
    return structs.replace(one, question=said, plain=plain)


def _beside_talk(row: Asked, talk: Sequence[str], of_him: Sequence[str], rng: random.Random) -> Asked:
    asks = row.question
    if _is_of_driver(row) and rng.random() < TALK_OF_HIM and (his := about_him(asks)) is not None:
        said = f"{rng.choice(of_him).rstrip(' .!')}{rng.choice(AFTER_TALK)}{his}"
    elif rng.random() < 1 / 4:
        said = f"{asks.rstrip(' ?.!')}{rng.choice(BEFORE_TALK)}{rng.choice(talk)}"
    else:
        said = f"{rng.choice(talk).rstrip(' .!')}{rng.choice(AFTER_TALK)}{asks}"
    return structs.replace(row, question=said)


def _of_others(row: Asked, taken: set[str]) -> Asked | None:
    """The question of others than those who are named; None where there are no others."""
    new = {slot: OTHERS.get(slot, "") if slot in taken else slot for slot in _slots(row.question)}
    names = list(new.values())
    if "" in names or len(set(names)) < len(names) or not taken.isdisjoint(names):
        return None

    def renamed(text: str) -> str:
        return _SLOT.sub(lambda slot: f"{{{new.get(slot[1], slot[1])}}}", text)

    return structs.replace(row, question=renamed(row.question), plain=renamed(row.plain))


def _is_of_driver(row: Asked) -> bool:
    return _slots(row.plain) == {"driver"} == _slots(row.question)


def _slots(text: str) -> set[str]:
    return set(_SLOT.findall(text))
