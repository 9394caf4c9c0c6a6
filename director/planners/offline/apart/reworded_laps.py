"""Questions about last laps, laps that were done and the best of a class, and what they ask."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import NAME

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
    (
        "deleted",
        rf"(?:had|has|have|did)\s+(?P<who>{NAME})\s+(?:(?:had|have|got|get)\s+)?(?:a|any|that)\s+(?:lap\s+time|lap|time)\s+deleted\s*,?\s+and\s+"
        r"(?:why|what\s+for|for\s+what)",
        r"why was \g<who>'s lap time deleted",
    ),
    # Who was away is told what happened since.
    (
        "catch me up|fill me in|what did i miss|what have i missed|up to speed|up to date",
        r".*\b(?:away|out|gone|busy|missed|been|was)\b.*?\b(?P<n>\d+)\s+laps\W+(?:so\s+|and\s+)?(?:catch\s+me\s+up|fill\s+me\s+in"
        r"|what\s+(?:did\s+i\s+miss|have\s+i\s+missed)|(?:bring|get)\s+me\s+up\s+to\s+(?:speed|date))",
        r"what happened in the last \g<n> laps",
    ),
    (
        " out| retired",
        r"(?P<who>who(?:['’]?s|\s+is|\s+has|\s+are|\s+have)?)\s+(?:out(?:\s+of\s+the\s+race)?|retired)\s*,?\s+and\s+(?:on\s+(?:which|what)\s+lap|when)"
        r"\s+did\s+(?:each(?:\s+(?:of\s+them|one))?|they)\s+(?:stop|retire|go\s+out|drop\s+out)",
        "who has retired and on which lap",
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
