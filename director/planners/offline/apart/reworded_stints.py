"""Questions about one stint, the stop before last and stops of both cars at once, and what they ask."""

from __future__ import annotations

WORD = (
    r"(?!(?:the|his|her|their|its|this|that|those|these|both|any|each|every|all|cars?|of|and|or|is|are)\b)"
    r"[\w’-]+(?:'(?!s\b)\w+)?"
)
NAME = rf"{WORD}(?:\s+{WORD})??"
WHOSE = rf"(?P<one>{NAME})(?:['’]s|['’])"
NOW = r"(?:\s+(?:now|right\s+now|at\s+the\s+moment|currently|on\s+(?:the\s+)?track|so\s+far))?"
_NTH = r"(?P<nth>first|second|third|fourth|fifth)"
_TYRES = r"(?:tyres?|tires?|compound|rubber)"
_STOP = r"(?:pit\s?)?stop"
_BEFORE_LAST = (
    rf"(?:last\s+{_STOP}\s+but\s+one|{_STOP}\s+before\s+(?:the\s+)?last|(?:second\s+to\s+last|penultimate)\s+{_STOP})"
)

STINTS: tuple[tuple[str, str, str], ...] = (
    (
        "double",
        rf"(?:did|have|has)\s+(?P<one>{NAME})\s+double[\s-]?stack(?:ed)?{NOW}",
        r"did the two \g<one> cars stop on the same lap",
    ),
    (
        "stint",
        rf"(?:what|which)\s+{_TYRES}\s+(?:was|did)\s+(?P<one>{NAME})\s+(?:on|use|have|run|drive)(?:\s+on)?\s+(?:in|for|during)"
        rf"\s+(?:the|his|her)\s+{_NTH}\s+stint",
        r"\g<nth> stint of \g<one>",
    ),
    (
        "stint",
        rf"(?:(?:what|which)\s+(?:was|is)\s+)?(?:the\s+)?{_TYRES}\s+(?:of|in|for)\s+(?:the\s+{_NTH}\s+stint\s+of\s+(?P<one>{NAME})"
        rf"|(?P<two>{NAME})(?:['’]s|['’])\s+{_NTH.replace('nth', 'mth')}\s+stint)",
        r"\g<nth>\g<mth> stint of \g<one>\g<two>",
    ),
    (
        "stop",
        rf"(?:how\s+(?:long|quick|fast)|when)\s+was\s+(?:{WHOSE}\s+{_BEFORE_LAST}|(?:the\s+)?{_BEFORE_LAST}\s+(?:of|by)\s+(?P<two>{NAME}))",
        r"pit stops of \g<one>\g<two>",
    ),
    (
        " laps ",
        r"(?:which|what)\s+laps\s+(?:have|has|did)\s+(?P<list>.+?)\s+(?:done|do|driven|drive|set)\s+(?P<since>(?:since|after)\s+.+)",
        r"lap times of \g<list> \g<since>",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
