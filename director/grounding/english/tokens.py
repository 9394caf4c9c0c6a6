"""A sentence of English as tokens: words, names, and numbers with what they count. Each says all that it can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from director.grounding.english.bounds import BOUNDS, Bound
from director.grounding.languages import language
from director.grounding.meanings import Kind
from director.grounding.values import Drivers
from director.language.folding import fold
from director.language.nicknames import NICKNAMES, TEAM_NICKNAMES
from toolgate.contract import JsonObject


class Amount(Struct, frozen=True):
    """A number as it is said: `step` is the worth of its last digit, `bound` what is said of its size."""

    value: float
    step: float = 1.0
    bound: Bound = ""

    def is_said_of(self, value: float) -> bool:
        """Whether this amount, with its rounding or its bound, may be said of that value."""
        if self.bound in ("over", "under") and abs(value - self.value) < 1e-9:
            return False  # more than one stop is not one
        units = round(self.value / self.step)
        # `About 30 s` may be said of 29, `nearly 40 s` of 37; `about 27 s` is rounded, `nearly 17 minutes` is over 16.
        near = self.step * 0.75 if units % 5 else max(0.6 * self.step, self.value / 20)
        close = self.value / 10 if units >= 20 and not units % 10 else self.step * (1.0 if self.step < 0.5 else 0.5)
        least, most = {
            "": (self.value - self.step / 2, self.value + self.step / 2),
            "about": (self.value - near, self.value + near),
            "over": (self.value, 2 * self.value),
            "just over": (self.value, self.value + close),
            "under": (self.value / 2 if self.value > 0.1 else 0.0, self.value),  # less than a tenth is any of them
            "just under": (self.value - close, self.value),
            "at least": (self.value, 2 * self.value),
            "at most": (self.value / 2, self.value),
        }[self.bound]
        return least - 1e-6 <= value <= most + 1e-6


class Token(Struct, frozen=True):
    """One token: a word, or whom or how much it can mean, by kind. `text` is as it was written."""

    text: str
    word: str = ""
    means: Mapping[Kind, frozenset[str] | Amount | str] = {}


_ORDINALS: Sequence[str] = language("en").words["ordinals"]
_NUMBERS: Sequence[str] = ("zero", *language("en").words["numbers"][1:])
_SPELLED = {word: float(number) for number, word in enumerate(_NUMBERS)}
_UNITS = _NUMBERS[1:10]
_TENS = {
    word: 10.0 * number
    for number, word in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
_TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0, "single": 1.0, "no": 0.0}
_ANY = rf"(?:{'|'.join((*_SPELLED, *_TENS))})"
_COMPOUNDS = ("hypersoft", "ultrasoft", "supersoft", "soft", "medium", "hard", "intermediate", "inter", "wet")
_LEX = re.compile(
    rf"""
    (?P<bound>\b(?:{"|".join(BOUNDS).replace(" ", "[ ]")})\s+(?!\S+\s+(?:laps?\s+ago|clean\s+laps?)\b)
        (?!\d+(?:st|nd|rd|th)\b)(?=\d|(?:half\s|an?\s|three[\s-]quarters|two[\s-]thirds)|once\b|twice\b|{_ANY}\b))?
    (?: (?P<laps>\b(?:laps\s+(?P<lap1>\d+)\s*(?P<between>-|–|to|until|and|through)
          |lap\s+(?P<lap3>\d+)\s*(?:-|–|to|until|through))\s*(?P<lap2>\d+)\b(?![:.]\d))
      | (?P<lapof>\blap\s+(?P<done>\d+)(?=\s+of\s+\d))
      | (?P<lap>\blap\s+(?:number\s+)?(?P<lapn>\d+|{_ANY})\b)
      | (?P<nthlap>\b(?:(?P<nthl>\d+)(?:st|nd|rd|th)|(?P<nthw>{"|".join(_ORDINALS)}))\s+lap\b)
      | (?P<clock>\b(?:(?P<m>\d+):(?P<s>\d\d(?:\.\d+)?)
          |(?P<mm>\d+)\s?(?:min|minutes?|m)\s?(?P<ss>\d+(?:\.\d+)?)\s?(?:s\b|sec\w*)?))
      | (?P<mixed>\b(?P<mixedn>\d+|an?|one|{"|".join(_SPELLED)})\s+(?:
            (?P<mixed1>second|tenth|minute)\s+and\s+a\s+(?P<part1>half|quarter)
          |and\s+a\s+(?P<part2>half|quarter)\s+(?P<mixed2>seconds?|tenths?|minutes?))\b)
      | (?P<single>\ban?\s+(?=place\b|position\b|spot\b))
      | (?P<place>\bP(?P<p>\d+)\b|\b(?P<pn>\d+)(?:st|nd|rd|th)\b|\b(?:{"|".join(_ORDINALS)})\b)
      | (?P<number>(?:(?<![\w.])|(?<=\bQ))(?:(?P<digits>\d+(?:\.\d+)?)
          |(?P<half>half\s+a|(?:a\s+(?:quarter|third)|three[\s-]quarters|two[\s-]thirds)\s+of\s+an?|a|an|one)
            (?=\s+(?:second|minute|hour|degree|tenth|hundredth|thousandth|lap\s+(?:older|younger|fresher|newer|old|down|behind|ahead|after|before|later|earlier))\b)
          |(?P<spelled>(?:{"|".join(_TENS)})(?:[-\s](?:{"|".join(_UNITS)}))?|{"|".join(_SPELLED)})\b
            (?:\s+point(?P<decimals>(?:\s+(?:zero|{"|".join(_UNITS)})\b)+))?)
          (?:[\s-]?(?P<unit>seconds?\b|secs?\b|s\b|(?:ten|hundred|thousand)ths?(?:\s+of\s+a\s+(?:second|degree))?\b|minutes?\b|mins?\b|hours?\b|laps?\b
          |degrees?(?:\s+(?:C|Celsius))?\b|°\s?C?|%|percent\b|per\s+cent\b|m/s|metres?\s+per\s+second
          |km/h\b|kph\b|kmh\b|kilometres\s+(?:an|per)\s+hour\b))?)
      | (?P<tyre>\b(?:{"|".join(_COMPOUNDS)})s?\b(?:\s+(?:tyres?|tires?|compound)\b)?)
      | (?P<word>'s\b|FP\d\b|[^\W\d_]+(?:['-](?!s\b)[^\W\d_]+)*|\d\w*)
      | (?P<mark>[,;:()\u2013\u2014-]) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SECONDS = {"s": 1.0, "sec": 1.0, "secs": 1.0, "second": 1.0, "seconds": 1.0, "tenth": 0.1, "tenths": 0.1,
            "hundredth": 0.01, "hundredths": 0.01, "thousandth": 0.001, "thousandths": 0.001}  # fmt: skip


class NamesInText:
    """Whom a text can name: drivers by full, first, last and nickname and by code, teams by their first words."""

    def __init__(self, drivers: Drivers, teams: Sequence[JsonObject]) -> None:
        self.aliases: dict[str, frozenset[str]] = {}
        self.teams: dict[str, str] = {}
        self.codes: set[str] = set()
        """What is a name only in capitals."""
        entries = {car: entry for car, entry in drivers.items() if car == entry.get("car")}
        for car, entry in entries.items():
            name, code = str(entry.get("name") or ""), str(entry.get("code") or "")
            words = name.split()
            nicknames = NICKNAMES.get(fold(words[-1]), ()) if words else ()
            spoken = {name, *words[:1], *words[-1:], " ".join(words[1:]), *nicknames}
            self.codes |= {fold(code)} - set(map(fold, spoken))
            for alias in {*spoken, code} - {""}:
                self.aliases[fold(alias)] = self.aliases.get(fold(alias), frozenset()) | {car}
        for team in teams:
            name = str(team.get("name") or "")
            for alias in (name, name.split()[0] if name else "", " ".join(name.split()[:2])):
                if len(alias) > 2 or (alias and alias == name):
                    self.teams.setdefault(fold(alias), name)
                    self.teams.setdefault(f"{fold(alias)}s", name)
            for known, nicknames in TEAM_NICKNAMES.items():
                if fold(name).startswith(known):
                    self.teams |= dict.fromkeys(nicknames, name)
        every = sorted((*self.aliases, *self.teams), key=len, reverse=True)
        self.pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, every))})(?!\w)") if every else None


def tokens_of(text: str, names: NamesInText) -> list[Token] | None:
    """The tokens of a sentence; None where a sign in it is none of these."""
    found: list[Token] = []
    folded = fold(text)
    if len(folded) != len(text):  # no letter for letter: names then are not told from words
        return None
    index = 0
    while index < len(text):
        if text[index].isspace():
            index += 1
            continue
        name = names.pattern.match(folded, index) if names.pattern else None
        if name and (text[index].isupper() if name[0] not in names.codes else text[slice(*name.span())].isupper()):
            found.append(_named(text[slice(*name.span())], name[0], names))
            index = name.end()
            continue
        match = _LEX.match(text, index)
        if match is None or match.end() == index:
            return None
        found += _token(match)
        index = match.end()
    return found


def _named(text: str, folded: str, names: NamesInText) -> Token:
    if folded in names.aliases:
        return Token(text, means={"who": names.aliases[folded]})
    return Token(text, word=folded, means={"team": names.teams[folded]})


def _token(match: re.Match[str]) -> Iterator[Token]:
    text = match[0]
    bound: Bound = BOUNDS[match["bound"].strip().lower()] if match["bound"] else ""
    if match["laps"]:
        first = match["lap1"] or match["lap3"]
        yield Token(first, means={"lap": Amount(float(first))})
        yield Token("to", word="and" if match["between"] == "and" else "to")
        yield Token(match["lap2"], means={"lap": Amount(float(match["lap2"]))})
    elif match["lapof"]:
        yield Token(text, means={"count": Amount(float(match["done"]))})
    elif match["lap"] or match["nthlap"]:
        yield Token(text, means={"lap": Amount(_lap(match), bound=bound)})
    elif match["clock"]:
        seconds = match["s"] or match["ss"]
        value = 60 * float(match["m"] or match["mm"]) + float(seconds)
        amount = Amount(value, _step(seconds), bound)
        yield Token(text, means={"time": amount, "duration": amount, "seconds": amount})
    elif match["mixed"]:
        unit = match["mixed1"] or match["mixed2"]
        part = 0.5 if "half" in (match["part1"] or match["part2"]) else 0.25
        yield _and_a_part(match["mixedn"].lower(), part, _SECONDS.get(unit.lower(), 60.0), bound)
    elif match["single"]:
        yield Token(text, means={"count": Amount(1.0, bound=bound)})
    elif match["place"]:
        yield Token(text, word=text.lower(), means={"position": Amount(_place(match))})
    elif match["number"]:
        yield _amount(match, bound)
    else:
        often = fold(match["word"] or "") in _TIMES
        for word in "" if often else (match["bound"] or "").lower().split():
            yield Token(word, word=word)
        if match["tyre"]:
            word = match["tyre"].split()[0].lower()
            root = word.removesuffix("s")
            yield Token(word, word=word, means={"compound": "INTERMEDIATE" if root == "inter" else root.upper()})
        elif match["word"]:
            word = fold(match["word"])
            yield Token(match["word"], word, {"count": Amount(_TIMES[word], bound=bound)} if often else {})
        elif match["mark"]:
            yield Token(match["mark"], word=",")


def _lap(match: re.Match[str]) -> float:
    if match["lapn"]:
        return float(match["lapn"]) if match["lapn"].isdecimal() else _spelled(match["lapn"].lower())
    return float(match["nthl"]) if match["nthl"] else _ORDINALS.index(match["nthw"].lower()) + 1.0


def _place(match: re.Match[str]) -> float:
    return float(match["p"] or match["pn"] or _ORDINALS.index(match["place"].lower()) + 1)


def _spelled(word: str) -> float:
    ten, _, one = re.sub(r"[-\s]+", " ", word).partition(" ")
    return (_TENS[ten] + (_SPELLED[one] if one else 0.0)) if ten in _TENS else _SPELLED[ten]


def _decimal(spelled: str, decimals: str) -> str:
    """`nine point six` in digits; `spelled` is what stands before the point."""
    whole = spelled.lower().partition(" point")[0]
    return f"{_spelled(whole):.0f}.{''.join(f'{_SPELLED[digit]:.0f}' for digit in decimals.lower().split())}"


def _step(digits: str) -> float:
    return 10.0 ** -len(digits.partition(".")[2])


def _parts_of_one(text: str) -> tuple[float, float]:
    """`half a`, `two thirds of a`, `a`: how much of a second, and how exactly that is said."""
    if text.startswith("half"):
        return 0.5, 0.15
    if text.startswith("three"):
        return 0.75, 0.1
    if "third" in text:
        return (2 if text.startswith("two") else 1) / 3, 0.06
    return (0.25, 0.05) if "quarter" in text else (1.0, 1.0)


def _and_a_part(number: str, part: float, worth: float, bound: Bound) -> Token:
    """`four and a half seconds`: a half is said of what is within a tenth of it, a quarter of less."""
    whole = float(number) if number.isdecimal() else _SPELLED.get(number, 1.0)
    step = 0.2 if part == 0.5 else 0.15
    if worth > 1 and bound in ("just over", "just under"):
        step *= 2  # half of a long step is allowed for, all of a short one
    amount = Amount((whole + part) * worth, step * worth, bound)
    return Token(
        number, means={"duration": amount, "seconds": amount} if worth > 1 else {"seconds": amount, "time": amount}
    )


def _amount(match: re.Match[str], bound: Bound) -> Token:
    digits, spelled, unit = match["digits"], match["spelled"], (match["unit"] or "").lower().partition(" of ")[0]
    if match["decimals"]:
        digits = _decimal(spelled, match["decimals"])
    if digits:
        value, step = float(digits), _step(digits)
    elif spelled:
        value = _spelled(spelled.lower())
        step = 1.0
    else:
        value, step = _parts_of_one(match["half"].lower())
        step = (
            0.6 if value == 1.0 and unit.startswith(("sec", "min", "hour", "deg")) else step
        )  # nobody says a second of 1.4 s
    word = match["number"].lower() if not unit else ""
    if not unit:
        amount = Amount(value, step, bound)
        bare: dict[Kind, Amount] = {"seconds": amount, "degrees": amount, "percent": amount} if digits else {}
        bare["kmh"] = amount
        if step == 1.0:
            bare |= {"count": amount, "laps": amount}
        return Token(match[0], word=word, means=bare)
    if unit in _SECONDS:
        amount = Amount(value * _SECONDS[unit], step * _SECONDS[unit], bound)
        degrees: dict[Kind, Amount] = {"degrees": amount} if unit.startswith("ten") else {}
        return Token(match[0], means={"seconds": amount, "time": amount, "duration": amount, **degrees})
    if unit.startswith(("min", "hour")):
        worth = 60 if unit.startswith("min") else 3600
        amount = Amount(value * worth, step * worth, bound)
        return Token(match[0], means={"duration": amount, "seconds": amount})
    amount = Amount(value, step, bound)
    kind: Kind = "speed"
    if unit.startswith("lap"):
        kind = "laps"
    elif unit.startswith(("deg", "°")):
        kind = "degrees"
    elif unit.startswith("k"):
        kind = "kmh"
    elif unit.startswith(("%", "per")):
        kind = "percent"
    return Token(match[0], means={kind: amount})
