"""How engineers and tickers write laps, averages and times: "avg L10-20", "a minute back"."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_LAPS = compile_later(
    r"\bL(?P<from>\d{1,3})\s*(?:-|–|\.\.|to|until|till)\s*L?(?P<to>\d{1,3})\b(?![:.]\d)", re.IGNORECASE
)
_LAP = compile_later(r"\b(?:lap\s+)?L(?P<lap>\d{1,3})(?P<since>\+)?(?!\w|[:.]\d)", re.IGNORECASE)
_TURN = compile_later(r"\bt(?=\d{1,2}\b)(?!\d+[:.]\d)", re.IGNORECASE)
_AVERAGE = compile_later(r"\bavg\b\.?", re.IGNORECASE)
_SPEED = compile_later(r"\b(?:kph|kmh|kmph)\b", re.IGNORECASE)
_MINUTES = compile_later(
    r"\b(?P<count>half\s+an?|an?|one|two|three|\d)\s+minutes?(?=\s+(?:behind|ahead|off|adrift|back|down|of)\b)",
    re.IGNORECASE,
)
_SECONDS_OF = {"a": 60, "an": 60, "one": 60, "two": 120, "three": 180}
_HAS_LAP = compile_later(r"\bl\d", re.IGNORECASE)


def spelt_out_shorthand(question: str) -> str:
    """The question with laps 10 to 20, for "L10-20"; since lap 10, for "L10+"; turn 1, for "t1"; average, for "avg";
    km/h, for "kph"; 60 seconds, for "a minute behind".
    """
    if _HAS_LAP.search(question):
        question = _LAPS.sub(r"laps \g<from> to \g<to>", question)
        question = _LAP.sub(lambda so: f"{'since ' if so['since'] else ''}lap {so['lap']}", question)
    lower = question.lower()
    question = _TURN.sub("turn ", question)
    if "minute" in lower:
        question = _MINUTES.sub(_in_seconds, question)
    if "avg" in lower:
        question = _AVERAGE.sub("average", question)
    return _SPEED.sub("km/h", question) if "k" in lower else question


def _in_seconds(minutes: re.Match[str]) -> str:
    count = minutes["count"].lower()
    seconds = 30 if count.startswith("half") else _SECONDS_OF.get(count) or 60 * int(count)
    return f"{seconds} seconds"
