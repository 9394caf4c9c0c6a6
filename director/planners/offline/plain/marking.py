"""A question as the rewriter hears it: its own words, with one and the same name in place of each one that it says."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from director.language.late_patterns import compile_later
from director.language.numbers import as_ordinal
from director.language.rewriting.marks import MOST_SAID, NUMBER_LETTER, OWN, STAND_INS, SaidBefore, stand_in
from director.language.word_lists import words
from director.planners.offline.plain.pieces import (
    CLASS,
    COMPOUND,
    COUNT,
    DRIVER,
    MOMENT,
    NTH,
    TEAM,
    SaidPiece,
    pieces_of,
)
from director.planners.offline.question_items import NUMBER, Item

MARKS = {DRIVER: "D", TEAM: "T", CLASS: "L", COMPOUND: "K", COUNT: "N", NTH: "N", MOMENT: "M"}
"""The letter of a value by its kind: `D1` is the first driver, `N2` the second number."""
NO_NUMBERS = words("a an one first second half")
"""Words that are numbers too, and seldom values."""
NTH_MARK = "##th"
POSITION = "P"
_POSITION = re.compile(r"[pP]\d")
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)$")
_THE = "the "
_AFTER_CAR = compile_later(
    r"\s*(?:$|[?!.,;]|(?:is|was|has|had|and|or|in|on|at|from|to|now|still|got|pit|pits|pitted|stop|stops|"
    r"stopped|retired|car|doing|vs|ahead|behind|finish|finished|start|started)\b)"
)
_POSSESSIVE = ("'s", "’s")
_BLANKS = re.compile(r"\s+")
TOKEN = re.compile(r"'s\b|[\w][\w.:'’-]*?(?='s\b)|[\w][\w.:-]*|[;+]|\S")
"""Words of a plain question."""


class Values(Struct):
    """The values that a question and what was said before it name: one mark for each, however often it is named."""

    marks: dict[tuple[str, str], str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    """How the value of each mark is written in a plain question."""
    counted: Counter[str] = field(default_factory=Counter)

    def mark(self, piece: SaidPiece, item: Item) -> str:
        """The mark of a value, a new one where it was not named before."""
        known = _identity(piece, item)
        if known not in self.marks:
            letter = known[0]
            self.counted[letter] += 1
            self.marks[known] = f"{letter}{self.counted[letter]}"
            self.texts[self.marks[known]] = piece.text
        return self.marks[known]

    def named(self, piece: SaidPiece, item: Item) -> str | None:
        """The mark of a value that was named, else None."""
        return self.marks.get(_identity(piece, item))


def heard(text: str, items: Sequence[Item], values: Values) -> str:
    """The text in small letters, with stand-ins for the names in it; their marks are among the values then."""
    low, out, done = text.lower(), "", 0
    for item, said in zip(items, pieces_of(items), strict=True):
        if said.kind not in MARKS or (said.number is not None and item.text.lower() in NO_NUMBERS):
            continue
        span = _span(low, item.text.lower(), done)
        car = _car(item, low, span)
        mark = values.mark(car or said, item)
        if span is None:
            continue
        span = (span[0] - len(_THE), span[1]) if car else span
        out, done = out + text[done : span[0]] + _stand_in(low[slice(*span)], mark), span[1]
    return _BLANKS.sub(" ", (out + text[done:]).lower()).strip()


def heard_before(
    before: Sequence[SaidBefore], read: Callable[[str], Sequence[Item]], values: Values
) -> tuple[SaidBefore, ...]:
    """What was said before a question as the rewriter hears it."""
    texts = ((said.plain, said.named) for said in before[:MOST_SAID])
    return tuple(SaidBefore(*(heard(text, read(text), values) if text else "" for text in pair)) for pair in texts)


def told(plain: str, items: Sequence[Item], values: Values) -> list[str] | None:
    """The tokens of a plain question, with marks for the values in it; None where it names who was not named."""
    out: list[str] = []
    done, low = 0, plain.lower()
    for item, piece in zip(items, pieces_of(items), strict=True):
        if piece.kind not in MARKS:
            continue
        mark = values.named(piece, item)
        if mark is None:
            if MARKS[piece.kind] in "DTL":
                return None
            continue
        if (span := _span(low, item.text.lower(), done)) is None:
            continue
        raw = plain[slice(*span)]
        if mark[0] == NUMBER_LETTER and not any(map(str.isdigit, raw)):
            continue  # "first" and "two" are words of a plain question
        before = [POSITION] if _POSITION.match(raw) else []
        after = [OWN] if raw.endswith(_POSSESSIVE) else [NTH_MARK] if _ORDINAL.search(raw) else []
        out += [*TOKEN.findall(low[done : span[0]]), *before, mark, *after]
        done = span[1]
    return [*out, *TOKEN.findall(low[done:])]


def spoken(tokens: Sequence[str], texts: Mapping[str, str]) -> str:
    """The plain question of some tokens, with the values in place of their marks."""
    out = ""
    for at, token in enumerate(tokens):
        text = texts.get(token, token).removesuffix(".0")
        if token == NTH_MARK:
            number = re.search(r"\d+$", out)
            out = out[: number.start()] + as_ordinal(int(number[0])) if number else out
        elif not out or token in (OWN, ",") or (at and tokens[at - 1] == POSITION):
            out += text
        else:
            out += f" {text}"
    return out


def _identity(piece: SaidPiece, item: Item) -> tuple[str, str]:
    letter = MARKS[piece.kind]
    if letter in "DTL":
        for kind in ("driver", "class", "driver*", "team"):
            if kind in item.readings:
                return letter, str(item.readings[kind])
    return letter, str(piece.number if piece.number is not None else piece.text.lower())


def _span(low: str, said: str, begin: int) -> tuple[int, int] | None:
    """Where a value is said: in its whole, else its first word; a number not within another."""
    for text in (said, *said.split()[:1]):
        found = re.compile(rf"(?<!\d){re.escape(text)}(?!\d)").search(low, begin) if text else None
        if found is not None:
            return found.span()
    return None


def _car(item: Item, low: str, span: tuple[int, int] | None) -> SaidPiece | None:
    """The car that a number is: "who is in the 31 now", and not "the 5 fastest laps"."""
    if span is None or "driver" not in item.readings or NUMBER not in item.readings:
        return None
    ends = item.text.endswith(_POSSESSIVE) or _AFTER_CAR.match(low, span[1])
    is_car = ends and low[: span[0]].endswith(_THE)
    return SaidPiece(DRIVER, f"#{item.readings.get('car', item.said)}") if is_car else None


def _stand_in(said: str, mark: str) -> str:
    """What is heard in place of a value, with what says that something is its own."""
    own = OWN if mark[0] in STAND_INS and said.endswith(_POSSESSIVE) else ""
    return f"{stand_in(said, mark)}{own}"
