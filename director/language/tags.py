"""The tag at the end of a statement that makes it a question: "Sainz is out, isn't he?"."""

from __future__ import annotations

import re

_VERBS = "is|are|was|were|has|have|had|did|does|do|will|would|can|could"
_PERSONS = "it|he|she|they|there|we|that|you"
_TAG = re.compile(
    rf"""\s*(?:
        [,;.\-]\s*(?:{_VERBS})(?:n['’]?t)?\s+(?:{_PERSONS})(?:\s+not)?
      | [,;.\-]\s*(?:right|correct|true|yeah|yes|yep|no|innit|eh|huh|ok|okay|or\s+not|true\s+or\s+false|yes\s+or\s+no
          |for\s+real|seriously|honestly|be\s+honest|no\s+joke)
      | \s+or\s+(?:not|what|nah|nope|naw|am\s+i\s+(?:wrong|dreaming|seeing\s+things))
      | \s+(?:tho|though|eh|innit|pls|plz|please)
    )\s*[?!.]*\s*$""",
    re.IGNORECASE | re.VERBOSE,
)


def without_tag(question: str) -> str:
    """The question without its tag. One that is nothing but a tag stays as it is."""
    return _TAG.sub("", question) or question
