"""Questions about positions, leads and gaps in words that hide which rows they are of, and the words that show it."""

from __future__ import annotations

_WHO = r"(?:who|which\s+(?:car|driver))"
_IS = r"(?:['’]?s|\s+is|\s+was|\s+are|\s+were)?"
_NUMBER = r"(?P<n>\d+|three|four|five|six|seven|eight|ten|twelve)"
_CAR = r"(?:cars?|drivers?|ones?|man)"
_SECOND = r"(?P<place>p\d+|\d+(?:st|nd|rd|th)|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
_NAME = r"(?!the\b|his\b|her\b|everyone\b|anyone\b)[\w'’-]+"

PLACES: tuple[tuple[str, str, str], ...] = (
    (
        "first|next|best|highest",
        rf"{_WHO}{_IS}\s+(?:the\s+)?(?:first|next|best|best\s+placed|highest|highest\s+placed|leading)(?:\s+{_CAR})?"
        rf"\s+(?:just\s+|right\s+)?(?:outside|out\s+of|below|not\s+in)\s+the\s+top\s+{_NUMBER}",
        r"highest placed car outside the top \g<n>",
    ),
    (
        "just outside|just below",
        rf"{_WHO}{_IS}\s+just\s+(?:outside|below)\s+the\s+top\s+{_NUMBER}",
        r"highest placed car outside the top \g<n>",
    ),
    (
        "longest|most",
        rf"{_WHO}\s+(?:has\s+|have\s+)?(?:been|spent|ran|run|was|held)\s+(?:the\s+most\s+laps\s+|(?:for\s+)?the\s+longest(?:\s+time)?\s+)?(?:in|on|)\s*{_SECOND}"
        r"(?:\s+place)?(?:\s+(?:for\s+)?the\s+(?:longest|most)(?:\s+(?:laps|time))?)?",
        r"most laps in \g<place>",
    ),
    (
        "before|start",
        rf"(?:is|was)\s+(?P<who>{_NAME})\s+(?:ahead\s+of|in\s+front\s+of|behind|above|below|higher\s+than|lower\s+than|better\s+than|up\s+on|down\s+on)"
        r"\s+(?:where\s+(?:he|she|they)\s+(?:started|began|was\s+at\s+the\s+start)|(?:his|her|the)\s+(?:grid|starting)\s+(?:position|place|slot))",
        r"how many places has \g<who> gained",
    ),
    (
        "who is behind|who's behind|whos behind|who is ahead|who's ahead|whos ahead",
        rf"who(?:['’]?s|\s+is)\s+(?:ahead|in\s+front)\s+of\s+(?P<who>{_NAME})\s*,?\s+(?:and\s+)?who(?:['’]?s|\s+is)\s+(?:behind|chasing)(?:\s+(?:him|her|it))?",
        r"who is ahead and behind \g<who>",
    ),
    (
        "who is behind|who's behind|whos behind",
        rf"who(?:['’]?s|\s+is)\s+behind\s+(?P<who>{_NAME})\s*,?\s+(?:and\s+)?who(?:['’]?s|\s+is)\s+(?:ahead|in\s+front)(?:\s+of\s+(?:him|her|it))?",
        r"who is ahead and behind \g<who>",
    ),
    (
        "and the car behind|and behind|and the car ahead|and ahead|either side",
        rf"(?:what\s+(?:are|is)\s+)?(?:the\s+)?gaps?\s+(?:from|of|for|between)\s+(?P<who>{_NAME})\s+(?:to|and)\s+the\s+(?:car|cars|one|ones)\s+"
        r"(?:ahead|in\s+front|behind)(?:\s+of\s+him)?\s+and\s+(?:to\s+)?(?:the\s+)?(?:car\s+|one\s+)?(?:behind|ahead|in\s+front)(?:\s+him)?",
        r"who is ahead and behind \g<who>",
    ),
    (
        "cover|separate|between|spread",
        r"how\s+(?:many\s+seconds|much\s+time|much)\s+(?:cover|covers|separate|separates|is\s+between)\s+(?:the\s+)?(?:points|points\s+places|top\s+ten|points\s+positions)",
        "gap between the leader and the last car in the points",
    ),
    (
        "on lap|in lap",
        rf"(?:how\s+many\s+(?:places|positions)\s+)?(?:did|has)\s+(?P<who>{_NAME})\s+(?:gain(?:ed)?|lose|lost|ma[dk]e\s+up|pick(?:ed)?\s+up)"
        r"(?:\s+or\s+(?:lose|lost))?(?:\s+(?:any\s+|a\s+)?(?:places?|positions?))?\s+(?:on|in)\s+lap\s+(?P<lap>\d+)",
        r"how many places did \g<who> gain within lap \g<lap>",
    ),
    (
        "from|off|outside",
        rf"how\s+(?:far|much)\s+(?:is|was)\s+(?P<who>{_NAME})\s+(?:from|off|outside|behind|away\s+from|short\s+of|out\s+of)\s+the\s+top\s+(?P<n>\d+)",
        r"gap from \g<who> to P\g<n>",
    ),
)
"""The cues, the form and what it asks, as in `reworded`."""
