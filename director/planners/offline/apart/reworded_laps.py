"""Questions about last laps, laps that were done and the best of a class, and what they ask."""

from __future__ import annotations

_AND = r"(?:\+|&|/|,|and|plus)"
_CLASS = r"gtp|gtd(?:\s?pro)?|lmp[123]|lmgt3|gt[34]|gte|hypercar"

LAST_LAPS: tuple[tuple[str, str, str], ...] = (
    # Several last laps are lap times; the last one is a value of the car.
    (
        "last laps",
        r"(?:what\s+(?:were|are)\s+)?(?P<whose>[\w'’ -]+?(?<!\bthe))\s+last\s+laps(?:\s+like)?",
        r"recent laps of \g<whose>",
    ),
    (
        "last laps",
        r"(?:the\s+)?last\s+laps\s+(?:of|by|for|from)\s+(?!(?:(?:all|the|those)\s+)?(?:cars|drivers|who|that)\b)(?P<who>.+)",
        r"recent laps of \g<who>",
    ),
)
"""The cues, the form and what it asks, as in `reworded`."""
LAPS: tuple[tuple[str, str, str], ...] = (
    (
        "lap",
        r"(?P<who>who|which\s+(?:cars?|drivers?|ones))\s+(?:didn['’]?t|did\s+not|never|failed\s+to)\s+(?:make|made|get|got|survive)"
        r"(?:\s+it)?(?:\s+(?:past|beyond|through|round|around))?\s+(?:lap\s+(?:1|one)|the\s+(?:first|opening)\s+lap)",
        "who retired on lap 1",
    ),
    (
        "how many laps",
        r"how\s+many\s+laps\s+(?P<did>did|has|have)\s+(?P<who>.+?)\s+(?:managed?|got\s+done|get\s+done|get\s+through|got\s+in|get\s+in)",
        r"how many laps \g<did> \g<who> complete",
    ),
    (
        " lap",
        rf"(?P<best>best|fastest|quickest|record)\s+(?P<class>{_CLASS})\s+lap(?:\s+(?:time|of\s+the\s+race|so\s+far|today))*",
        r"fastest lap in \g<class>",
    ),
    (
        "record",
        rf"record\s+lap\s+(?:in|among|of|for)\s+(?:the\s+)?(?P<class>{_CLASS}?)s?",
        r"fastest lap in \g<class>",
    ),
    (
        "laps",
        rf"laps\s*{_AND}\s*(?:minutes|mins|time)\s+(?:to\s+go|left|remaining)",
        "how many laps are left and how much time is left",
    ),
    # Who is at the top on a lap led it; a time is said to be fast.
    (
        "lap ",
        r"lap\s+(?P<n>\d+)\s*[,:]\s*(?:(?:who|name|car|driver|man)\s+)?(?:(?:was|is)\s+)?"
        r"(?:at\s+the\s+(?:very\s+)?(?:top|front|head)|in\s+front|in\s+the\s+lead|leading|first|p1)",
        r"who led on lap \g<n>",
    ),
    # Who is next is told in the same list.
    (
        "next|second",
        r"(?P<ask>.*\b(?:top\s+speed|speed\s+traps?|(?:fastest|best|quickest)\s+lap)\b.*?)(?:\s+(?:of|by)\s+anybody)?,?\s+and\s+(?:who(?:['’]?s|\s+is|\s+was)\s+)?"
        r"(?:the\s+)?(?:next|second)(?:\s+(?:best|fastest|quickest|highest|one))?(?:\s+(?:in|on)\s+(?:the|that)\s+(?:speed\s+trap\s+|top\s+speed\s+)?(?:list|table|ranking))?",
        r"\g<ask>",
    ),
)
"""How many somebody did, who did none, and which was the best of a class."""
