"""Patterns that turns of phrase share: a name, a number in words or digits, where a clause begins and ends."""

from __future__ import annotations

import re
from collections.abc import Callable

Turn = str | Callable[[re.Match[str]], str]
"""What a turn is put into: a template of the match, or what is made of it."""
NAME = r"(?-i:[A-Z])[\w-]+(?:'(?!s\b)[\w-]+)?"
"""One word of a name, without the `'s` behind it."""
WHO = rf"{NAME}(?: {NAME})?"
"""A name of one word or two."""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
SPELLED = "|".join(NUMBERS)
COUNT = rf"(?:\d+|{SPELLED}|[a-z]+teen|twenty)"
NUMBER = rf"(?:\d+|{SPELLED})"
BOUND = r"(?:(?:just |a little |well )?(?:over|under)|about|around|almost|nearly|only|just|less than|more than)"
PART = r"(?:a (?:third|quarter)|(?:two|three)[ -](?:thirds|quarters)) of a"
"""How much of a second: `two thirds of a`."""
FAR = (
    rf"(?:{BOUND} )?(?:\d[\d.]* ?s\b|(?:{PART}|an?|half a|{NUMBER}|\d[\d.]*)(?: point \w+)? "
    r"(?:seconds?|tenths?|hundredths?|thousandths?)\b(?: of a second\b)?)"
)
"""How far apart two are, in seconds or parts of one."""
ONLY = r"(?:(?:just|only) (?!over|under|more|less|shy|short))?"
"""What says that it is little, and is no part of `just over`."""
HEAD = r"(?:^|(?<=[.!?;] ))"
END = r"(?=[.,;:]|$| and\b| but\b| while\b)"
ALONE = r"(?-i:[^A-Z.;:]|\.(?=\d))*?"
"""What names nobody else."""
LEAD = "lead|advantage|cushion|margin|buffer"
TYRES = "tyres|softs|mediums|hards|inters|intermediates|wets|hypersofts|ultrasofts|supersofts"
ORDINAL = r"(?:\d+(?:st|nd|rd|th)|[a-z]+(?:st|nd|rd|th)|second|third|P\d+)"
SEVERAL = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
MANY = rf"(?:{SEVERAL}|[\w-]*teen|twenty(?:-\w+)?|\d+)"
"""So many of something, of which there is more than one."""
SECTOR = "first|opening|second|middle|third|final|last"
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy")
TEENS = ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_ANY = "|".join((*(f"(?:{ten})-(?:{'|'.join(NUMBERS[:9])})" for ten in TENS), *TENS, *TEENS, *NUMBERS))
ANY_NUMBER = rf"(?:\d+|{_ANY})"
"""A whole number in digits or words, `thirty-seven`."""
_UNIT = r"(?:s|seconds?|tenths?|hundredths?|thousandths?)\b(?: of a second\b)?"
ANY_SECONDS = rf"(?:(?:\d+\.\d+|{ANY_NUMBER}|an?|half a)(?: and a half)? ?{_UNIT}|an? {_UNIT} and a half)"
PLACES = (*NTH, "tenth", "eleventh", "twelfth", *(f"{one}th" for one in TEENS))
PLACE = rf"(?:P\d+|\d+(?:st|nd|rd|th)|{'|'.join(PLACES)})\b"


def number_of(said: str) -> int:
    """The number that is said in digits or words."""
    said = said.lower()
    if said.isdecimal():
        return int(said)
    if said in NUMBERS:
        return NUMBERS.index(said) + 1
    if said in TEENS:
        return TEENS.index(said) + 13
    ten, _, one = said.partition("-")
    return 10 * (TENS.index(ten) + 2) + (NUMBERS.index(one) + 1 if one else 0)
