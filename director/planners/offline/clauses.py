"""Where a question has several parts, and which of them is talk, a condition, or cheering."""

from __future__ import annotations

import re

from director.language.late_patterns import compile_later

_ASKS = "who|whos|what|whats|where|wheres|when|which|how|hows|is|are|was|were|has|have|did|does|do|can"
_AND = r"[?.!;]\s*(?:and\s+)?|,?\s+and\s+(?:also\s+|then\s+)*"
NEXT_PART = compile_later(rf"(?:{_AND})(?=(?:{_ASKS})\b)", re.IGNORECASE)
LISTED = compile_later(rf"(?:{_AND}|,\s+)(?=(?:{_ASKS})\b)", re.IGNORECASE)
"""Where the next of three and more begins: of fewer, what a comma parts may be talk."""
CLAUSE_END = compile_later(
    r"[.!?;,\n]+(?:\s+|$)|:\s+|\s+-+\s+"
    r"|\s+(?=(?:because|cause|cos)\b)"
    r"|\s+(?:but|so|since\s+(?:i|we)|as\s+(?:i|we)|while\s+(?:i|we)|or\s+what|or\s+not)\b\s*"
    r"|\s+(?:that\s+)?(?:we|i)\s+(?:can|could|might|may|should)\b"
    r"|\s+now\s+(?:that\b|the\s+[\w ]{2,25}?(?:['’]s|\s(?:is|has|are|have))\b).*$"
    r"|\s+for\s+(?=(?:the|a|an|our|this|that|these|those)\b)"
    r"|\b(?:wants?|needs?|asking\s+for|asks\s+for|looking\s+for)\s+"
    r"|\s+(?=(?:who|whos|what|whats|where|wheres|which|how|hows)\b)",
    re.IGNORECASE,
)
CHEER = compile_later(
    r"\s*(?:(?:go|forza|vamos|allez)\s+(?!on\b|to\b|back\b|over\b|through\b|into\b)|go\s+on\s+\w+\W*$|(\w{3,})(?:\W+\1)+\W*$"
    r"|(?:le+t['’]?s+\s*go+|le+sgo+|c['’]?mon|come\s+on|ye+s+|woo+|get\s+in)(?:\W+\w+){0,2}\s*[!.]*$)",
    re.IGNORECASE,
)
"""Cheering, somebody's name beside it, and one word over and over."""
EARLIER = compile_later(r"\s*(?:after|before|since|until|till)\s+(?!i\b|we\b|you\b)\w", re.IGNORECASE)
PARTED = compile_later(r"[?!;]+\s+(?=\w)|\.\s+(?=\w)|\s[-–—]+\s")
"""A sign within a question that parts it."""
NARROWS = compile_later(
    r"\s*(?:if|unless|except|apart|besides|without|when|once|while|given|assuming|excluding|because|cause|cos|for)\b"
    r"(?!\s+(?:i|we|my|our|you|it|it's|its|the\s+(?:graphic|article|broadcast|stream|viewers|show)|this|a|an)\b)",
    re.IGNORECASE,
)
"""The beginning of what narrows a question, rather than of what its asker says of himself."""
STATEMENT = compile_later(
    r"\s*(?:i|im|i'm|we|we're|it|its|it's|my|our|that's|thats|they|they're|this)\b", re.IGNORECASE
)
ASKED_BESIDE = compile_later(
    r",?\s+and\s+(?P<asked>(?:(?:at|by|on|in|for|with|from|since)\s+)?(?:what|which|how|when|where|why)"
    r"(?:\s+(?:for|with|much|many|far|long|big|fast|late|rate|pace|lap|laps|time|seconds|tyres|compound|position|reason))*)\s*[?.!]*$",
    re.IGNORECASE,
)
"""What is asked of the same thing besides: "who set the fastest lap and when"."""
AFTERWARDS = compile_later(r"(?!\s*and\b).*\b(?:he|she|him|her|his)\b", re.IGNORECASE)
"""A question about one who was named before: what was said of him there was said to name him."""
WHETHER = compile_later(
    r"\s*(?:and|so|but|or)?\s*(?:is|are|was|were|has|have|had|did|does|do|can|will)(?:n['’]?t)?\b", re.IGNORECASE
)
"""The beginning of a question for yes or no."""

_ASK_WORD = (
    r"(?:who|whos|who['’]s|what|whats|what['’]s|where|wheres|where['’]s|which|how|hows|how['’]s|why|whys|why['’]s|when)"
)
_OF = r"(?:(?:by|on|in|at|for|with|from|to|of)\s+)?"
_DOES_HE = (
    r"(?:is|are|was|were|did|does|do|has|have|had|will|can|could|would)\s+(?:he|she|they|it|there|anyone|anybody)"
)
OPENS_ASK = compile_later(rf"\s*(?:{_OF}{_ASK_WORD}|{_DOES_HE})\b", re.IGNORECASE)
"""The beginning of a clause that asks something of its own."""
NEXT_ASK = compile_later(
    rf"(?:[?.!;]+\s*(?:and\s+|but\s+)?|,?\s+and\s+(?:also\s+|then\s+)*)(?={_OF}{_ASK_WORD}\b|{_DOES_HE}\b)"
    r"|,\s+(?=(?:how|what|whats|what['’]s|why)\b)",
    re.IGNORECASE,
)
"""Where the next thing is asked; after a comma alone "who" and "which" tell of whom the clause before speaks."""
OF_THOSE = compile_later(
    r"\b(?:among(?:st)?|which\s+of|(?:of|out\s+of)\s+(?:those|these|them|the)|in\s+that\s+case)\b", re.IGNORECASE
)
"""What chooses among those that the clause before found."""
EXCLAIMS = compile_later(
    r"\s*(?:who\s+(?:cares|knows|needs|wants|else|would|asked)|what\s+(?:a|an|the)\b|how\s+(?:about|come\s+on)|why\s+not)",
    re.IGNORECASE,
)
"""The beginning of what has the form of a question and asks nothing."""
