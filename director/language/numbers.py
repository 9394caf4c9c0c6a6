"""Numbers as people write them: digits, words, ordinals, positions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct, structs

from director.language.tokens import Word

UNITS = tuple(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
    """.split()  # noqa: SIM905 - read as a text
)
ORDINALS = tuple(
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth
    """.split()  # noqa: SIM905 - read as a text
)
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
NUMBER_WORDS = frozenset((*UNITS, *ORDINALS, *TENS))

_PARTS = {
    word + ending: value
    for word, value in (("tenth", 0.1), ("hundredth", 0.01), ("thousandth", 0.001))
    for ending in ("", "s")
}
"""Parts of a second."""
_NUMERAL = re.compile(r"(p?)#?(\d{1,9}(?:\.\d{1,6})?)(st|nd|rd|th)?")
_BY_WORD = {word: value for value, word in enumerate(UNITS)} | TENS
_BY_ORDINAL = {word: value for value, word in enumerate(ORDINALS, start=1)}
_CLOCK = re.compile(r"\d{1,3}(?::\d{1,2}){1,2}")


class Number(Struct, frozen=True):
    """A number in a question. One in words is not `firm`: it need not be used ("which two", "one second")."""

    value: int | float
    ordinal: bool = False
    firm: bool = True


def read_number(word: str) -> Number | None:
    """The number that one folded word stands for."""
    if match := _NUMERAL.fullmatch(word):
        value = float(match[2])
        return Number(int(value) if value.is_integer() else value, ordinal=bool(match[1] or match[3]))
    if word in _BY_WORD:
        return Number(_BY_WORD[word], firm=False)
    if word in _BY_ORDINAL:
        return Number(_BY_ORDINAL[word], ordinal=True, firm=False)
    return None


def is_clock(word: str) -> bool:
    """Whether a word looks like a time, `1:02:03` or `45:10`."""
    return _CLOCK.fullmatch(word) is not None


def as_clock(word: str) -> str:
    """A time as `HH:MM:SS`; two parts are hours and minutes."""
    parts = [part.zfill(2) for part in word.split(":")]
    return ":".join(parts if len(parts) == 3 else [*parts, "00"])


def joined(words: Sequence[Word]) -> list[Word]:
    """Words with the numbers of several words made one: "forty five", "half a second", "one and a half"."""
    out: list[Word] = []
    for word in words:
        before = out[-1].text if out else ""
        if before in TENS and (rest := read_number(word.text)) and not rest.firm and 0 < rest.value < 10:
            out[-1] = structs.replace(word, text=f"{TENS[before] + rest.value}{'th' if rest.ordinal else ''}")
        elif before == "half" and word.text in ("a", "second"):
            out[-1] = structs.replace(out[-1], text="0.5")
            out += [word] if word.text != "a" else []
        elif word.text in _PARTS and (part := _part_of_a_second(before, word.text)):
            out[-1] = structs.replace(out[-1], text=part)
            out.append(structs.replace(word, text="seconds"))
        elif word.text == "second" and [each.text for each in out[-3:]] == ["seconds", "of", "a"]:
            del out[-2:]
        elif word.text == "half" and len(out) > 2 and (before, out[-2].text) == ("a", "and"):
            out[-3:] = [structs.replace(word, text=_and_a_half(out[-3].text))]
        else:
            out.append(word)
    return out


def _part_of_a_second(many: str, part: str) -> str | None:
    """`0.2` of "two tenths"; None where the word before is no number: "the tenth"."""
    number = read_number("one" if many in ("a", "one") else many)
    if number is None or number.ordinal or (part[-1] != "s" and number.value != 1):
        return None
    return f"{number.value * _PARTS[part]:.3f}".rstrip("0").rstrip(".")


def _and_a_half(word: str) -> str:
    number = read_number(word)
    return str(number.value + 0.5) if number else word


def as_ordinal(value: int) -> str:
    """A number as an ordinal in digits, `3rd`."""
    ending = "th" if 10 < value % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{ending}"
