"""Interjections before a question, which are no part of it: "hang on, who leads?"."""

from __future__ import annotations

import re

_MOMENT = r"(?:\s+(?:a|one|half\s+a)\s+(?:sec|second|min|minute|mo|moment|tick|bit))?"
_OPENING = re.compile(
    rf"""\s*(?:and\s+|but\s+|so\s+)?(?:
        (?:hang|hold)\s+on{_MOMENT}(?!\s+to\b)
      | hold\s+up{_MOMENT} | hold\s+your\s+horses
      | wait{_MOMENT}(?!\s+(?:for|until|till|times?)\b) | one\s+(?:sec|second|moment)
      | bet(?!\s+(?:on|against|some|money|the|a)\b|\s*\d)
      | (?:quick|random|silly|dumb|stupid|serious|genuine)\s+(?:one|q|question)
      | (?:right|so|ok|okay|well|now)(?:\s+then)?(?=\s*,)
      | (?:sorry,?\s+)?(?:first\s+time\s+(?:watching|viewer|here)|(?:i['’]?m\s+)?new\s+(?:here|to\s+this)
          |(?:i\s+)?just\s+(?:joined|tuned\s+in|got\s+(?:here|in|back)|woke\s+up|arrived))(?=\s*[,:;.!-])
      | (?:be\s+honest|to\s+be\s+fair|for\s+real|not\s+gonna\s+lie|real\s+talk)(?=\s*,)
      | (?:just\s+)?for\s+(?:my|our|the)\s+(?:notes|records?|report|article|viewers|listeners|readers)(?=\s*[,:])
      | say\s+what | come\s+again | scratch\s+that | never\s*mind(?=\s*,)
    )(?:[\s,:;.!?…-]+|$)(?=\w)""",
    re.IGNORECASE | re.VERBOSE,
)
MOST = 3
"""So many stand in a row at most: "wait, hang on, quick one"."""


def without_interjections(question: str) -> str:
    """The question without the interjections before it. A line of nothing but interjections stays as it is."""
    for _ in range(MOST):
        left = _OPENING.sub("", question, count=1) if _OPENING.match(question) else question
        if left == question or not left.strip(" ?!.,"):
            break
        question = left
    return question
