"""Nouns that describe somebody or something, as the nouns that are asked for: "the one chasing Gasly"."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_ONE = r"(?:car|one|man|driver|guy|bloke|fella|lad)"
_CHASER = compile_later(
    rf"\bthe\s+{_ONE}\s+(?:(?:who|that)(?:['’]s|\s+is)\s+)?(?:chasing|following|hunting|trailing)(?:\s+down)?\s+"
    r"(?!an?\b|points?\b|the\s+(?:points?|podium|safety|win|title|lead|same)\b)(?=\w)",
    re.IGNORECASE,
)
_FOLLOWER = compile_later(r"(?P<who>\b[\w-]+)['’]s\s+(?:follower|pursuer|chaser)\b", re.IGNORECASE)
_MATE = compile_later(
    rf"\b(?:the\s+)?other\s+{_ONE}\s+(?:in|from|on)\s+(?P<whose>his|her)\s+(?:side\s+of\s+the\s+)?(?:garage|team)\b",
    re.IGNORECASE,
)
_THE_RED = compile_later(
    r"\b(?P<at>(?:at|under|during|before|after|(?:moment|time)\s+of)\s+the\s+red)(?=\s*(?:$|[,.?!]))", re.IGNORECASE
)

_ON_WHICH = compile_later(
    r"(?P<ask>\bfastest\s+lap\b.*?)(?:\s*,|\s+and|,\s*and)\s+(?:which|what)\s+(?:tyres?|tires?|compound|rubber)\s+"
    r"(?:did\s+(?:he|she|they)\s+(?:do|set|get)\s+(?:it|that)\s+on|was\s+(?:it|that|he)(?:\s+(?:set|done))?(?:\s+on)?)(?=\W*$)",
    re.IGNORECASE,
)
_AMONG = compile_later(
    r"\bamong(?:st)?\s+(?=(?:those|(?:the\s+)?(?:drivers|cars|ones|guys|lads|people))\s+(?:who|that|which|on|with|without|still)\b)",
    re.IGNORECASE,
)


def in_plain_nouns(question: str) -> str:
    """The question with the car behind somebody, for whoever chases him; his teammate, for the other one in his garage;
    the red flag, for the red; on which tyres, for which tyre he did a fastest lap on; and of those, for among them.
    """
    lower = question.lower()
    if "fastest lap" in lower:
        question = _ON_WHICH.sub(r"\g<ask> and on which tyres", question)
    if "among" in lower:
        question = _AMONG.sub("of ", question)
    if "ing " in lower:
        question = _CHASER.sub("the car behind ", question)
    if "'s " in lower or "’s " in lower:
        question = _FOLLOWER.sub(r"the car behind \g<who>", question)
    if " other " in f" {lower}":
        question = _MATE.sub(r"\g<whose> teammate", question)
    return _THE_RED.sub(r"\g<at> flag", question) if "the red" in lower else question
