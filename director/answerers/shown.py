"""Whether a tool's summary shows what a question asks: a name for "who", seconds for "how many seconds"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from director.language.late_patterns import compile_later
from toolgate.contract import StepResult

_NAME = (
    r"(?<!^)(?<![.!?] )\b[A-ZÀ-Þ][\w'’-]*[a-zß-ÿ]|^[A-ZÀ-Þ][\w'’-]+ (?:is|was|has|had|[a-z]+(?:s|ed))\b|#\d+|\bcar \d"
)
_NO_ONE = r"\b(?i:nobody|none|neither|nor|no|not|nothing|every|everybody|everyone|all|both|cannot)\b"
_UNTOLD = r"\b(?i:feed|timing|tells?)\b"
_SHOWN: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (what, compile_later(asked, re.IGNORECASE), compile_later(f"{shown}|{_UNTOLD}"))
    for what, asked, shown in (
        ("name", r"\b(?:who|whose|whom|which (?:cars?|drivers?|teams?))\b|\bwho['’]?s\b", f"{_NAME}|{_NO_ONE}"),
        (
            "time",
            r"\bhow (?:many|much) (?:seconds|secs|time)\b.* (?:between|ahead|behind|apart|separates?|splits?)\b",
            r"\d s\b|\d:\d\d|\blaps?\b|(?i:gap|second|alongside)",
        ),
        ("DRS", r"(?<!within )\bdrs\b(?! (?:range|reach|zone|distance|window|trains?)\b)", r"DRS|\bdrs\b"),
        ("penalty", r"\bpenal(?:ty|ties|ised|ized)\b", r"(?i:penal|disqualif|steward|investigat|case)"),
        ("rain", r"\brain(?:ing|ed|s)?\b", r"(?i:rain|wet|dry)"),
        ("temperature", r"\btemp(?:erature|eratures|s)?\b", "°C"),
        ("wind", r"\bwind(?:y|s)?\b", r"(?i:wind)"),
    )
)
"""What a question asks for, the words that ask for it, and how a text shows it or says that there is none."""


def not_shown(question: str, text: str, results: Sequence[StepResult]) -> str:
    """What the question asks for and the text, of results about a race, does not show; empty where it shows all."""
    if not text or not all("as_of" in result.envelope for result in results if result.status == "ok"):
        return ""
    return next((what for what, asked, shown in _SHOWN if asked.search(question) and not shown.search(text)), "")
