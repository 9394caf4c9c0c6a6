"""The tag at the end of a statement that makes it a question: "Sainz is out, isn't he?"."""

from __future__ import annotations

import re

_VERBS = "is|are|was|were|has|have|had|did|does|do|will|would|can|could"
_PERSONS = "it|he|she|they|there|we|that|you"
_SAID = "".join(rf"(?<!\b{word})" for word in ("why", "how", "who", "what", "where", "when", "or", "and", "but"))
"""What is behind none of these is a tag without a comma: "Sainz is out isn't he"."""
_TAG = re.compile(
    rf"""\s*(?:
        [,;.\-]\s*(?:{_VERBS})(?:n['’]?t)?\s+(?:{_PERSONS})(?:\s+not)?
      | {_SAID}\s+(?:{_VERBS})n['’]?t\s+(?:{_PERSONS})
      | [,;.\-]\s*(?:right|correct|true|yeah|yes|yep|no|innit|eh|huh|ok|okay|or\s+not|true\s+or\s+false|yes\s+or\s+no
          |for\s+real|seriously|honestly|be\s+honest|no\s+joke)
      | \s+or\s+(?:not|what|nah|nope|naw|am\s+i\s+(?:wrong|dreaming|seeing\s+things))
      | \s+(?:tho|though|eh|innit|pls|plz|please)
    )\s*[?!.]*\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_DENIED = re.compile(
    rf"""(?P<joined>(?:(?:and|but|so|wait|ok)\s+)*)(?P<who>(?:[\w'’-]+\s+){{0,3}}?)
    (?P<verb>{_VERBS})(?:n['’]?t|\s+not)\s+(?P<rest>\S.*?)[\s,;]+(?P=verb)\s+(?P<person>{_PERSONS})\s*[?!.]*\s*""",
    re.IGNORECASE | re.VERBOSE,
)
"""A denial and its tag: "he hasn't stopped has he"."""
_OF_NOBODY = re.compile(
    r"(?:\w+ed|got|been|had|done|made|set|gone|led|lost|won|a|an|the|on|in|out|behind|ahead)\b", re.IGNORECASE
)
"""How what is said of somebody begins, where it does not say of whom."""
_ASKS = re.compile(r"\b(?:who|whos|which|what|whats|where|when|why|how)\b", re.IGNORECASE)


def without_tag(question: str) -> str:
    """The question without its tag; of a denial what it asks: "has he stopped" of "he hasn't stopped, has he?".

    One that is nothing but a tag stays as it is.
    """
    denied = _DENIED.fullmatch(question.strip())
    if denied is not None and not _ASKS.search(denied["who"]):
        bare = not denied["who"] and _OF_NOBODY.match(denied["rest"])
        who = f"{denied['person']} " if bare else denied["who"]
        return f"{denied['joined']}{denied['verb']} {who}{denied['rest']}"
    return _TAG.sub("", question) or question
