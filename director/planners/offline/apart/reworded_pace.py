"""How pace, gaps of many and tyres that were not driven are asked in other words."""

from __future__ import annotations

from director.planners.offline.apart.reworded_stops import TYRES

_WHICH = r"which\s+(?!(?:car|driver|team|class|compound|tyre|of)\b)(?P<team>[\w ]+?)(?:\s+(?:car|driver))?\s+"
_BEST_LAP = (
    r"(?:(?:who\s+(?:has|holds|had|set)|what(?:['’]?s|\s+is|\s+was))\s+)?(?:the\s+)?(?:fastest|best|quickest)\s+lap"
)
_OVER_LAPS = r"(?:on|over|from|in|between|during)\s+(?:the\s+)?laps?\s+\d"
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
        "top |first |front |leading ",
        r"(?:how\s+(?:close|tight|far\s+apart)\s+(?:is|are|was|were)"
        r"|(?:what|how\s+much(?:\s+time)?|how\s+many\s+(?:seconds|tenths))\s+(?:covers?|covered|separates?|splits?))"
        r"\s+the\s+(?:top|first|front|leading)\s+(?P<n>three|four|five|six|seven|eight|ten|\d+)(?:\s+(?:cars|drivers))?"
        r"(?:\s+(?:now|right\s+now|at\s+the\s+moment|as\s+(?:we|they)\s+go\s+green|at\s+the\s+restart))?",
        r"the top \g<n>",
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
    # The lap and the margin to the next driver are told with a fastest lap.
    (
        "by how much",
        rf"{_BEST_LAP}\s*,?\s+(?:and\s+)?(?:when|(?:on|in)\s+(?:which|what)\s+lap)\s*,?\s+and\s+by\s+how\s+much"
        r"(?:\s+(?:over|ahead\s+of|clear\s+of|from)\s+(?:the\s+)?(?:best|next|second|rest|others)\b.*)?",
        "what is the fastest lap",
    ),
    (
        "next best|next fastest|next quickest",
        r"how\s+far\s+(?:off|behind|from|back\s+from)\s+(?:that|it|the\s+(?:fastest|best|quickest)\s+lap)\s+is\s+the\s+next\s+(?:best|fastest|quickest)"
        r"(?:\s+(?:lap|one|driver))?(?:\s+(?:of|by|from)\s+(?:anyone|anybody)(?:\s+else)?)?",
        "what is the fastest lap",
    ),
    (
        " before",
        rf"{_BEST_LAP}(?:\s+(?:now|right\s+now|rn|at\s+the\s+moment|so\s+far))?\s*[,;?.]?\s+(?:and\s+)?(?:who\s+(?:had|held)\s+it|whose\s+was\s+it)"
        r"\s+before(?:\s+(?:that|him|then))?",
        "what is the fastest lap and who held the fastest lap before",
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
    # The averages of two over laps tell what is between them.
    (
        "how much",
        r"how\s+much\s+(?P<how>faster|quicker|slower)\s+(?:is|was)\s+(?P<one>[\w'’-]+)\s+than\s+(?P<other>[\w'’-]+)"
        rf"\s+(?P<over>{_OVER_LAPS}.*)",
        r"was \g<one> \g<how> than \g<other> \g<over>",
    ),
    (
        "difference|delta",
        r"(?:what(?:['’]?s|\s+is|\s+was)\s+)?(?:the\s+)?(?:average\s+)?(?:pace|lap\s+time|time)\s+(?:difference|delta)"
        rf"\s+(?:of|between)\s+(?P<one>[\w'’-]+)\s+and\s+(?P<other>[\w'’-]+)\s+(?P<over>{_OVER_LAPS}.*)",
        r"was \g<one> faster than \g<other> \g<over>",
    ),
    *(
        (
            "fastest|best|quickest",
            r"who(?:['’]?s|\s+has|\s+is)\s+(?:got\s+)?(?:the\s+)?(?:fastest|best|quickest)(?:\s+lap)?(?:\s+(?:so\s+far|now))?\s*(?:,|\s+and)\s+"
            rf"(?:who(?:['’]?s|\s+is|\s+are)\s+)?(?:{said})",
            f"the {n} fastest drivers",
        )
        for n, said in (
            (3, r"the\s+next\s+(?:two|2)|second\s+and\s+third"),
            (4, r"the\s+next\s+(?:three|3)|second,\s+third\s+and\s+fourth"),
            (5, r"the\s+next\s+(?:four|4)"),
        )
    ),
)
"""What of a question shows that it may be one, how it is put, and what is asked instead."""
