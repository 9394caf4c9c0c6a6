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
FAR = (
    rf"(?:{BOUND} )?(?:\d[\d.]* ?s\b|(?:an?|half a|{NUMBER}|\d[\d.]*)(?: point \w+)? "
    r"(?:seconds?|tenths?|hundredths?|thousandths?)\b(?: of a second\b)?)"
)
"""How far apart two are, in seconds or parts of one."""
HEAD = r"(?:^|(?<=[.!?;] ))"
END = r"(?=[.,;:]|$| and\b| but\b| while\b)"
ALONE = r"(?-i:[^A-Z.;:]|\.(?=\d))*?"
"""What names nobody else."""
SECTOR = "first|opening|second|middle|third|final|last"
