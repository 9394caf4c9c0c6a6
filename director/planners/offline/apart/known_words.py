"""Other words for what is asked, that examples know."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later
from director.planners.offline.conversation.people import People

_SO_MANY = compile_later(
    r"^(?:and\s+)?which\s+(?:two|three|four|five|six|\d)(?:\s+(?:cars?|drivers?))?\s+(?P<verb>are|have)\b"
    r"(?!.*\b(?:close\w*|near\w*|fight\w*|battl\w*|fast\w*|quick\w*|ahead|behind|team|apart)\b)",
    re.IGNORECASE,
)
"""What compares them asks of the two or three together."""
_BLOKES = compile_later(
    r"\b(?P<which>which|what|how\s+many|fastest|quickest|slowest)(?P<many>\s+(?:two|three|\d))?\s+(?:bloke|lad|guy|fella|chap)(?P<s>s?)\b",
    re.IGNORECASE,
)
_ENDED_ON = compile_later(r"\b(?:ended|wound|finished)\s+up\s+(?=on\b)", re.IGNORECASE)
_BEEN_LEADING = compile_later(
    r"^(?P<and>(?:and|so)\s+)?who(?:['’]?s|\s+has)\s+(?:been\s+(?:in\s+the\s+lead|in\s+front|leading)|led)"
    r"(?=(?:\s+(?:so\s+far|at\s+all|today))?\W*$)",
    re.IGNORECASE,
)
_OVERALL = compile_later(
    r"\b(?P<ask>who(?:['’]?s|\s+(?:came|is|was|finished))\s+(?:in\s+)?(?:first|second|third|last|fourth|fifth|p\d+))\s+overall\b",
    re.IGNORECASE,
)
_A_COUPLE = compile_later(r"\ba\s+couple\s+(?:of\s+)?(?=(?:laps|seconds|tenths|minutes)\b)", re.IGNORECASE)
_TOOK_OVER = compile_later(
    r"^(?!.*\b(?:lead|front|p\d+)\b)who\s+(?:took\s+over|takes\s+over|has\s+taken\s+over|replaced|relieved)\s+(?:from\s+|for\s+)?"
    r"(?P<who>[\w'’ -]+?)(?P<end>\W*)$",
    re.IGNORECASE,
)
_SINCE_THE_START = compile_later(
    r"(?P<ask>\b(?:pitt?e?d?|stop\w*|boxed|pit\s*lane|pits|retired|overt\w+|pass\w*|led|penal\w+)\b.*?)\s+since\s+(?:the\s+)?"
    r"(?:lights\s+(?:went\s+)?out|race\s+(?:began|started)|off|start(?:\s+of\s+the\s+race)?)\b",
    re.IGNORECASE,
)


def in_known_words(question: str, people: People) -> str:
    """The question in other words: driver, for "bloke"; who, for "which three"; 2 laps, for "a couple of laps"; who has
    led the race, for "who has been in the lead"; finished, for "ended up"; who drives, for "who took over"; so far, for
    "since the lights went out".

    A driver is taken over from only where cars are shared. No pattern is compiled where a word of it is not said.
    """
    lower = question.lower()
    if any(one in lower for one in ("bloke", "lad", "guy", "fella", "chap")):
        question = _BLOKES.sub(r"\g<which>\g<many> driver\g<s>", question)
    if "which" in lower:
        question = _SO_MANY.sub(lambda so: f"who {'has' if so['verb'].lower() == 'have' else 'is'}", question)
    if "overall" in lower:
        question = _OVERALL.sub(r"\g<ask>", question)
    if "been" in lower or " led" in lower:
        question = _BEEN_LEADING.sub(lambda so: f"{so['and'] or ''}who has led the race", question)
    if "a couple" in lower:
        question = _A_COUPLE.sub("2 ", question)
    if " since " in lower:
        question = _SINCE_THE_START.sub(r"\g<ask> so far", question)
    if " up on" in lower:
        question = _ENDED_ON.sub("finished ", question)
    if not any(cue in lower for cue in ("over", "replaced", "relieved")):
        return question
    shared = any("class_name" in entry for entry in people.entries.values())
    return _TOOK_OVER.sub(r"who drives the car of \g<who>\g<end>", question) if shared else question
