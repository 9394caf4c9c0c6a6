"""How pace, gaps of many and tyres that were not driven are asked in other words."""

from __future__ import annotations

from director.planners.offline.apart.reworded_stops import TYRES

_WHICH = r"which\s+(?!(?:car|driver|team|class|compound|tyre|of)\b)(?P<team>[\w ]+?)(?:\s+(?:car|driver))?\s+"
PACE: tuple[tuple[str, str, str], ...] = (
    (
        "what split|what separate|what divide",
        r"what\s+(?:splits?|separates|separated|divides|divided)\s+"
        r"(?P<of>the\s+two\s+[\w ]+|[\w'’-]+\s+and\s+[\w'’-]+)",
        r"gap between \g<of>",
    ),
    # What covers so many is the gap from the first to the last of them.
    (
        "top ",
        r"(?:how\s+(?:close|tight|far\s+apart)\s+(?:is|are|was|were)"
        r"|(?:what|how\s+much(?:\s+time)?|how\s+many\s+seconds)\s+(?:covers?|covered|separates?|splits?))"
        r"\s+the\s+top\s+(?P<n>\d+)(?:\s+(?:cars|drivers))?",
        r"how far is P\g<n> behind the leader",
    ),
    (
        "p1|pole",
        r"(?:what\s+is\s+the\s+|what['’]s\s+the\s+|the\s+)?gap\s+(?:between|from)\s+"
        r"(?:(?:p1|pole)\s+(?:and|to)\s+(?P<n>p\d+)|(?P<m>p\d+)\s+(?:and|to)\s+(?:p1|pole))",
        r"how far is \g<n>\g<m> behind the leader",
    ),
    (
        "covers|separates|splits",
        r"(?:what|how\s+much(?:\s+time)?)\s+(?:covers|separates|splits)\s+(?:p\s?)?(?P<one>\d+)(?:st|nd|rd|th)?"
        r"\s+(?:to|and|from|through\s+to)\s+(?:p\s?)?(?P<other>\d+)(?:st|nd|rd|th)?",
        r"gap between P\g<one> and P\g<other>",
    ),
    # The rank is told with a best lap.
    (
        "was that|was it|is it|is that",
        r"(?P<ask>.*\b(?:best|fastest|quickest)\s+(?:lap|time)\b.*?),?\s+(?:and\s+)?(?:was|is)\s+(?:that|it)\s+the"
        r"\s+(?:fastest|quickest|best)(?:\s+of\s+.+|\s+lap.*|\s+overall)?",
        r"\g<ask>",
    ),
    # Who is fast at this moment is not who has the fastest lap.
    (
        "now|moment|currently",
        r"(?:who\s+is|who['’]?s|which\s+car\s+is)\s+(?:the\s+)?(?:fastest|quickest)(?:\s+(?:car|driver|man))?"
        r"(?:\s+(?:on\s+(?:the\s+)?track|out\s+there))?\s+(?:right\s+now|now|at\s+the\s+moment|currently)",
        r"who is the fastest car on track",
    ),
    # The best lap and the top speed of both cars of a team tell which is better.
    (
        "which ",
        _WHICH + r"(?:has|had|set)\s+the\s+(?:better|faster|quicker|best|fastest)"
        r"\s+(?:(?:best|fastest)\s+)?lap",
        r"fastest lap of the two \g<team> cars",
    ),
    (
        "which ",
        _WHICH + r"(?:has|had)\s+the\s+(?:higher|better|highest)\s+top\s+speed",
        r"top speed of the two \g<team> cars",
    ),
    # Who has driven none on a tyre has not used it.
    (
        "not|n't|n’t",
        rf"(?P<who>(?:who|which\s+cars|which\s+drivers|how\s+many\s+cars)\s+(?:have|has))(?:n['’]?t|\s+not)\s+"
        rf"(?:run|driven|been\s+out|done\s+a\s+run|gone\s+out)\s+on\s+(?:the\s+)?(?P<what>{TYRES}|soft|medium|hard)",
        r"\g<who> not used \g<what>",
    ),
    (
        "without",
        rf"(?:who\s+is\s+|who['’]?s\s+)?(?:the\s+)?(?P<how>fastest|quickest)\s+without\s+(?:using\s+)?(?:the\s+)?(?P<what>{TYRES})",
        r"who is \g<how> not on \g<what>",
    ),
)
"""What of a question shows that it may be one, how it is put, and what is asked instead."""
