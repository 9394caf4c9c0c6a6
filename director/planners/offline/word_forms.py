"""Forms in which a word can only be a value: a time zone, a clock time, a date, an address, a path."""

from __future__ import annotations

import re
from functools import lru_cache

FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("uri", re.compile(r"[a-z][a-z0-9+.-]{1,20}://\S+")),
    ("email", re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")),
    ("date", re.compile(r"\d{4}-\d{2}-\d{2}")),
    ("time", re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")),
    ("zone", re.compile(r"[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_+-]*[A-Za-z0-9]){1,2}")),
    ("path", re.compile(r"(?:~|\.{1,2})?/[\w.@/-]+")),
)
"""The first that fits is the form of a word. A zone has capitals: `and/or` is none."""

_SHOWN = re.compile(r"['\"`]([^'\"`\s]{2,200})['\"`]")
_NAMED = (("HH:MM", "time"), ("YYYY-MM-DD", "date"), ("URL", "uri"), ("URI", "uri"), ("IANA timezone", "zone"))
_FORMATS = {"uri": "uri", "email": "email", "date": "date", "time": "time"}


def form_of(text: str) -> str | None:
    """The form of a word; None of a plain one."""
    return next((name for name, pattern in FORMS if pattern.fullmatch(text)), None)


@lru_cache(4096)
def forms_in(description: str, format_: str = "") -> frozenset[str]:
    """The forms that an argument takes, by the examples in quotes in its description, by name, and by its format."""
    shown = (form_of(match[1]) for match in _SHOWN.finditer(description[:2000]))
    named = (form for text, form in _NAMED if text in description)
    return frozenset((*filter(None, shown), *named, *filter(None, (_FORMATS.get(format_),))))
