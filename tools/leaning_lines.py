"""Later turns made of questions that people asked in full: one about a driver becomes one about "him", one about a
driver, a team, a lap or a compound is asked again of another, and a question that leans on nothing follows any other.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

_NOW_ON = ("and on {0}?", "what about {0}", "on {0}?", "and {0}", "how about {0}?")
AGAIN = {
    "{driver}": (
        "{other}",
        ("and {0}?", "what about {0}", "how about {0}?", "{0}?", "and for {0}", "same for {0}", "ok and {0}", "now {0}",
         "{0} then?", "and what about {0}?"),
    ),
    "{team}": (
        "{other_team}",
        ("and {0}?", "what about {0}", "how about the {0}s?", "{0}?", "same for {0}", "and for {0}", "ok, {0}?"),
    ),
    "lap {l}": ("lap {m}", (*_NOW_ON, "same for {0}")),
    "lap {n}": ("lap {m}", _NOW_ON),
    "{compound}": ("{other_compound}", ("and the {0}?", "what about the {0}", "on the {0}?", "and on {0}", "{0}?")),
}  # fmt: skip
"""What a plain question is asked of, what it is asked of then, and how people say so."""
OF_HIM, FOLLOWS = 0.5, 0.2
"""The share of the questions about one driver that are asked about him, and of all that follow any other."""
_SLOT = re.compile(r"\{\w+\}")
_DRIVER = "{driver}"
_OWN = re.compile(r"\{driver\}(?:'s|’s)")
_AFTER = re.compile(
    r"(?:^|\b(?:is|has|did|was|will|does|do|can|could|should|would|if|when|that|and|because|since|before|after|until|"
    r"where|why|how|hows|how's|wheres|where's|what lap|lap|position|place|time|tyres?|long|much|many \w+))\s*$"
)
_VERB = re.compile(
    r"\s+(?:is|has|was|did|had|will|still|gonna|got|needs|on|in|out|pitted|pitting|stopped|losing|gaining)\b"
)
_LEANS = re.compile(r"\b(?:he|him|his|they|them|their|that|those|it|there|then|this)\b")
_FULL = 5
"""A question of so many words leans on nothing."""


class Asked(Struct, frozen=True):
    """A question as somebody asked it, with slots, and its plain form."""

    kind: str
    question: str
    plain: str
    writer: str


class Later(Struct, frozen=True):
    """A later turn with slots: what was asked before, whom the answer named, what is asked now and what that means."""

    kind: str
    before: str
    named: str
    question: str
    plain: str
    writer: str


def later_turns(asked: Sequence[Asked], rng: random.Random) -> Iterator[Later]:
    """Later turns made of questions that were asked in full."""
    of_driver: dict[str, list[Asked]] = defaultdict(list)
    of_any: dict[str, list[Asked]] = defaultdict(list)
    for row in asked:
        if set(_SLOT.findall(row.plain)) == {_DRIVER}:
            of_driver[row.kind].append(row)
        if not _SLOT.search(row.plain):
            of_any[row.kind].append(row)
    for row in asked:
        slots = set(_SLOT.findall(row.plain))
        if slots == {_DRIVER} == set(_SLOT.findall(row.question)) and rng.random() < OF_HIM:
            before = rng.choice(
                of_driver[row.kind] if rng.random() < OF_HIM else of_any[row.kind] or of_driver[row.kind]
            )
            if (said := about_him(row.question)) is not None:
                yield Later(row.kind, before.plain, _DRIVER, said, row.plain, row.writer)
        if not _LEANS.search(row.question) and len(row.question.split()) >= _FULL and rng.random() < FOLLOWS:
            before = rng.choice(of_driver[row.kind])
            yield Later(row.kind, _of_another(before.plain), _of_another(_DRIVER), row.question, row.plain, row.writer)
    for kind, plain, writer in sorted({(row.kind, row.plain, row.writer) for row in asked}):
        slots = set(_SLOT.findall(plain))
        for of, (another, ways) in AGAIN.items():
            if len(slots) == 1 and plain.count(of) == 1:
                named, said = of if of in (_DRIVER, "{team}") else "", rng.choice(ways).format(another)
                yield Later(kind, plain, named, said, plain.replace(of, another), writer)


def about_him(question: str) -> str | None:
    """The question with "he", "him" or "his" for its driver, None where it is not plain which."""
    if question.count(_DRIVER) != 1:
        return None
    if _OWN.search(question):
        return _OWN.sub("his", question)
    before, after = question.split(_DRIVER)
    if not before.strip():
        return f"he{after}" if _VERB.match(after) else None
    if _AFTER.search(before.lower()):
        return f"{before}he{after}"
    return f"{before}him{after}"


def _of_another(text: str) -> str:
    return text.replace(_DRIVER, "{someone}")
