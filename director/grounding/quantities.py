"""Every number in a text, with what it counts: `72.3 s`, `1:12.3`, `P11`, `lap 20`, `three stops`, `two tenths`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

Unit = Literal["s", "m", "%", "deg", "speed"]

_UNITS: dict[str, tuple[Unit, float]] = {
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("s", 1.0)),
    **dict.fromkeys(("ms", "millisecond", "milliseconds", "thousandth", "thousandths"), ("s", 0.001)),
    **dict.fromkeys(("tenth", "tenths"), ("s", 0.1)),
    **dict.fromkeys(("hundredth", "hundredths"), ("s", 0.01)),
    **dict.fromkeys(("min", "mins", "minute", "minutes"), ("s", 60.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("s", 3600.0)),
    **dict.fromkeys(("m", "metre", "metres", "meter", "meters"), ("m", 1.0)),
    **dict.fromkeys(("km", "kilometre", "kilometres", "kilometer", "kilometers"), ("m", 1000.0)),
    **dict.fromkeys(("%", "percent"), ("%", 1.0)),
    **dict.fromkeys(("°", "°c", "deg", "degree", "degrees", "celsius"), ("deg", 1.0)),
    **dict.fromkeys(("km/h", "kmh", "kph"), ("speed", 1 / 3.6)),
    **dict.fromkeys(("m/s",), ("speed", 1.0)),
}


def _list(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


_SMALL = _list(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
    """
)
_TENS = dict(zip(_list("twenty thirty forty fifty sixty seventy eighty ninety"), range(20, 100, 10), strict=True))
_ORDINALS = _list(
    """
    first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth
    """
)
_MORE = {"twice": 2, "thrice": 3, "dozen": 12, "hundred": 100, "half": 0.5, "quarter": 0.25}
_WORDS: dict[str, float] = {word: value for value, word in enumerate(_SMALL)} | _TENS | _MORE
LABELS = word_set(
    "lap laps turn corner sector car cars number no place position rank row stint zone group class stage round heat"
)
"""What a number is the name of, where it follows: `lap 20`, `turn 2`."""
_ABOUT = _list("about around roughly approximately circa some nearly almost approx ~ ≈")
_UNDER = _list("under within below inside")
_OVER = _list("over above beyond")

_UNIT = r"(?:km/h|m/s|°\s?C|per\ cent|%|°|[A-Za-z]+)"
_NUMERAL = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_BIG = r"\d+)\s?(?P<bigunit>h|hours?|hrs?|m|mins?|minutes?"
_SMALLER = r"\d+(?:\.\d+)?)\s?(?P<smallunit>m|mins?|minutes?|s|secs?|seconds?"
_STANDS = _list(
    """
    is was are runs running lies lying sits sitting in now currently stays remains starts started finished finishes
    """
)
_TOKEN = re.compile(
    rf"""
    (?P<date>\b\d{{4}}-\d{{2}}-\d{{2}}\b)
    | (?P<clock>(?<![\w.:])\d{{1,3}}(?::\d{{2}}){{1,2}}(?:\.\d+)?(?![\w:]))
    | (?P<parts>(?<![\w.])(?P<big>{_BIG})\s?(?:and\s)?(?P<small>{_SMALLER})\b)
    | (?P<place>(?<![\w.])[Pp]\s?(?P<at>\d{{1,3}})(?![\w.]*\d))
    | (?P<nth>(?<![\w.])(?P<ord>\d{{1,4}})(?:st|nd|rd|th)\b)
    | (?P<number>
        (?<![\w.,])(?P<sign>[-+\u2212])?(?P<digits>{_NUMERAL})(?![\w.]*\d)(?:[\s-]?(?P<unit>{_UNIT})(?!\w))?
      )
    | (?P<code>(?<!\w)(?=\w*\d)\w[\w/-]*)
    | (?P<spelled>
        (?<![\w-])
        (?:(?P<ten>{"|".join(_TENS)})[\s-](?P<one>{"|".join(_SMALL[1:10])})|(?P<word>{"|".join(_WORDS)}))(?!\w)
        (?:[\s-](?:of\s)?(?:an?\s)?(?P<wordunit>{_UNIT})(?!\w))?
      )
    | (?P<article>
        \b(?:an?)\s(?P<one_unit>tenth|second|minute|hour)\b
        (?=\s(?:behind|ahead|off|back|slower|faster|quicker|adrift|clear|down|up|away|apart|between)\b|\s*(?:[.,;:!?)]|$))
      )
    | (?P<rank>
        (?<![\w-])(?:{"|".join(_STANDS)})\s(?P<rankword>{"|".join(_ORDINALS)})(?![\w-])
        (?!\s(?:time|lap|stint|stop|set|half|row))
      )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEFORE = re.compile(r"([^\W\d_]+|[#~≈])\.?\s*$")
_AFTER = re.compile(r"^[\s-]*(?:of\s)?([^\W\d_]+)")
_AROUND = 60
"""How far the words around a number may be."""
_JOINS = re.compile(r"^\s*(?:to|and|or|until|through|-|–|,|&)\s*(?:and\s)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as a text has it. `value` is in the unit's base: seconds, metres; `step` is its last digit's worth."""

    text: str
    start: int
    end: int
    value: float
    step: float = 1.0
    unit: Unit | None = None
    clock: bool = False
    place: bool = False
    before: str = ""
    """The word it is the number of: `lap` in `lap 20`."""
    after: str = ""
    """The word it counts: `stop` in `2 stops`."""
    bound: Literal["", "about", "under", "over"] = ""
    literal: bool = False
    """Not a number but a word with digits, as `MP4`: it must be there as it is."""


def normal(text: str) -> str:
    """The text with full-width digits, ligatures and typographic spaces as plain ones."""
    return unicodedata.normalize("NFKC", text).replace("\u2044", "/")


def quantities(text: str) -> list[Quantity]:
    """The numbers of a text that has gone through `normal`, in order."""
    found: list[Quantity] = []
    # "2024-05-01T12:00:00Z" is read as a date and a clock: its letters would make it one word with digits.
    for match in _TOKEN.finditer(re.sub(r"(?<=\d)[Tt](?=\d\d:)|(?<=\d)Z\b", " ", text)):
        for quantity in _read(match):
            found.append(_in_place(quantity, text, found[-1] if found else None))
    return found


def stem(word: str) -> str:
    """A noun without its plural."""
    word = word.lower()
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _read(match: re.Match[str]) -> Iterator[Quantity]:
    span, text = match.span(), match[0]
    kinds = ("date", "clock", "parts", "place", "nth", "number", "code", "spelled", "article", "rank")
    kind = next(name for name in kinds if match[name])
    if kind == "date":
        yield Quantity(text, *span, 0.0, literal=True)  # no arithmetic on dates: it must be in the outputs as written
    elif kind == "clock":
        yield _clock(text, span)
    elif kind == "parts":
        big, small = _UNITS[match["bigunit"].lower()], _UNITS[match["smallunit"].lower()]
        # "1 m 12 s" is minutes, whatever m is elsewhere.
        factors = [60.0 if unit[0] == "m" else unit[1] for unit in (big, small)]
        value = float(match["big"]) * factors[0] + float(match["small"]) * factors[1]
        yield Quantity(text, *span, value, _step(match["small"]) * factors[1], "s")
    elif kind == "place":
        yield Quantity(text, *span, float(match["at"]), place=True)
    elif kind == "nth":
        yield Quantity(text, *span, float(match["ord"]), place=True)
    elif kind == "code":
        yield Quantity(text, *span, 0.0, literal=True)
    elif kind == "number":
        yield _number(match, span)
    elif kind == "spelled":
        yield from _spelled(match, span)
    elif kind == "article":
        unit, factor = _UNITS[match["one_unit"].lower()]
        yield Quantity(text, *span, factor, factor, unit)
    else:
        word = match["rankword"]
        yield Quantity(word, *match.span("rankword"), float(_ORDINALS.index(word.lower()) + 1), place=True)


def _clock(text: str, span: tuple[int, int]) -> Quantity:
    parts = text.split(":")
    value = 0.0
    for part in parts:
        value = value * 60 + float(part)
    return Quantity(text, *span, value, _step(parts[-1]), "s", clock=True)


def _number(match: re.Match[str], span: tuple[int, int]) -> Quantity:
    digits = match["digits"].replace(",", "")
    value = float(digits) * (-1 if match["sign"] in ("-", "\u2212") else 1)
    unit = _unit(match["unit"])
    if unit is None:
        end = match.end("digits")
        text = match.string[span[0] : end]
        return Quantity(text, span[0], end, value, _step(digits))
    return Quantity(match[0], *span, value * unit[1], _step(digits) * unit[1], unit[0])


def _spelled(match: re.Match[str], span: tuple[int, int]) -> Iterator[Quantity]:
    value = (
        _TENS[match["ten"].lower()] + _WORDS[match["one"].lower()] if match["ten"] else _WORDS[match["word"].lower()]
    )
    unit = _unit(match["wordunit"])
    if value in (0.5, 0.25) and unit is None:
        return  # "half the field" is no number
    if unit is None and value == 1.0 and (match["wordunit"] or "").lower() not in ("lap", "stop", "place", "car"):
        return  # "the one", "no one", "one of them"
    end = match.end("wordunit") if unit else (match.end("one") if match["ten"] else match.end("word"))
    step = (1.0 if value >= 1 or value == 0 else 0.1) * (unit[1] if unit else 1.0)
    yield Quantity(
        match.string[span[0] : end], span[0], end, value * (unit[1] if unit else 1.0), step, unit[0] if unit else None
    )


def _unit(written: str | None) -> tuple[Unit, float] | None:
    if not written:
        return None
    return _UNITS.get(written.lower().replace(" ", ""))


def _step(digits: str) -> float:
    return 10.0 ** -len(digits.partition(".")[2])


def _in_place(quantity: Quantity, text: str, last: Quantity | None) -> Quantity:
    """The quantity with the words around it."""
    left, right = text[max(quantity.start - _AROUND, 0) : quantity.start], text[quantity.end : quantity.end + _AROUND]
    before = _BEFORE.search(left)
    word = before[1].lower() if before else ""
    # A label is a number's word ("lap 20"). A unit rules it out; in a list ("laps 3, 5 and 8") it passes on.
    label = "number" if word == "#" else word if word in LABELS else ""
    if quantity.unit is not None:
        label = ""
    elif not label and last is not None and last.before and _JOINS.match(text[last.end : quantity.start]):
        label = last.before
    after = _AFTER.match(right) if quantity.unit is None else None
    bound: Literal["", "about", "under", "over"] = ""
    if word in _ABOUT:
        bound = "about"
    elif word in _UNDER or left.lower().rstrip().endswith("less than"):
        bound = "under"
    elif word in _OVER or left.lower().rstrip().endswith(("more than", "at least")):
        bound = "over"
    return replace(quantity, before=stem(label), after=stem(after[1]) if after and not label else "", bound=bound)
