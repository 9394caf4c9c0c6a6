"""Questions of several who are named, and of what is beside one, in words that show what is asked of each."""

from __future__ import annotations

from director.planners.offline.apart.reworded_stints import NAME, NOW, STINTS, WHOSE

_TWO = rf"(?P<one>{NAME})\s+(?:and|or)\s+(?P<other>{NAME})"
_LIST = rf"(?P<list>{NAME}(?:\s*,\s*(?:(?:and|or)\s+)?{NAME})*\s*,?\s+(?:and|or)\s+{NAME})"
_THREE = rf"(?P<list>{NAME}(?:\s*,\s*{NAME})+\s*,?\s+(?:and|or)\s+{NAME})"
_A_B_C = rf"(?P<a>{NAME})\s*,\s*(?P<b>{NAME})\s*,?\s+(?:and|or)\s+(?P<c>{NAME})"
_FIRST_AND_LAST = rf"(?P<first>{NAME}(?:\s*,\s*{NAME})*)\s*,?\s+(?:and|or)\s+(?P<last>{NAME})"
_MADE = r"(?:made?|done|do)"
_OF = r"(?:who|which(?:\s+(?:one|car|driver))?)\s+(?:out\s+)?of\s+"
_IS = r"\s+(?:is|was|are|were|runs|stands)\s+"
_STILL = r"(?:still\s+)?(?:running|racing|going|circulating|out\s+there|in\s+(?:it|the\s+(?:race|sprint|running)))"
_GONE = r"(?:out(?:\s+of\s+(?:it|the\s+(?:race|sprint)))?|retired)"
_EXCEPT = r"(?:except(?:\s+for)?|besides|apart\s+from|other\s+than|but)"
_AS_HE_STOPPED = r"(?:when|as|before)\s+(?:he|she)\s+(?:last\s+)?(?:pitted|stopped|came\s+in|boxed)"
_PITS = r"(?:pits?|pit\s?lane|box)"


def _of_two(cue: str, has: str, told: str) -> tuple[tuple[str, str, str], ...]:
    """ "Which of A and B has …" and "who has …, A or B"."""
    return (
        (cue, rf"{_OF}{_TWO},?\s+{has}{NOW}", told),
        (cue, rf"(?:who|which(?:\s+one)?)\s+{has}{NOW}\s*[,:]?\s+{_TWO}", told),
    )


_ENDS = (
    "slowest|quickest|fastest|longest|shortest",
    "most|fewest|least",
    "first|last",
    "highest|lowest",
    "oldest|newest|freshest",
)
"""The ends of an order, of which one is asked for after another."""
_AND_WHO = r",?\s+and\s+who\s+(?:(?:was|were|had|has)\s+)?(?:the\s+)?"

SEVERAL: tuple[tuple[str, str, str], ...] = (
    *STINTS,
    ("where are the two", r"where\s+are\s+the\s+two\s+(?P<team>.+)", r"where are the \g<team>"),
    (
        "how far|how close|how spread",
        rf"how\s+(?:far\s+apart|spread(?:\s+out)?|close(?:\s+together)?)\s+are\s+{_THREE}{NOW}",
        r"gaps between \g<list>",
    ),
    # Where one is in a list of speeds or laps, his own speed or lap tells.
    *(
        (
            "list|table|ranking",
            rf"(?P<ask>.*\b(?:{said})\b.*?),?\s+and\s+where(?:['’]?s|\s+is)\s+(?P<who>{NAME})\s+(?:in|on)\s+(?:that|the|this)"
            r"\s+(?:list|table|ranking)",
            rf"\g<ask> and what is the {told} of \g<who>",
        )
        for said, told in (
            (r"top\s+speeds?|speed\s+traps?|highest\s+speeds?", "top speed"),
            (r"(?:fastest|best|quickest)\s+(?:laps?|lap\s+times?)", "best lap"),
        )
    ),
    # What compares them is asked of the two who were named.
    (
        " or ",
        rf"(?P<first>(?:who|which(?:\s+one)?)\s+[^,]+?,?\s+(?P<one>{NAME})\s+or\s+(?P<other>{NAME})),?\s+and\s+"
        r"(?P<then>(?:who|which(?:\s+one)?)\s+(?:is|has)\s+(?:on\s+)?(?:the\s+)?\w+er\b[^,]*)",
        r"\g<first> and \g<then>, \g<one> or \g<other>",
    ),
    (
        " and ",
        rf"(?:is|are)\s+(?:both\s+)?{_TWO}\s+(?:both\s+)?{_STILL}{NOW}",
        r"is \g<one> still running and is \g<other> still running",
    ),
    (
        " and ",
        rf"(?:is|are|have)\s+(?:both\s+)?{_TWO}\s+(?:both\s+)?{_GONE}{NOW}",
        r"is \g<one> out and is \g<other> out",
    ),
    (
        " of ",
        rf"{_OF}{_THREE}{_IS}(?:ahead|in\s+front|leading|first|(?:the\s+)?(?:highest|best\s+placed|furthest\s+up)){NOW}",
        r"who of \g<list> is highest placed",
    ),
    (
        " of ",
        rf"{_OF}{_LIST}{_IS}(?:last|behind|(?:the\s+)?(?:lowest|furthest\s+(?:back|down|behind))){NOW}",
        r"who is lowest placed of \g<list>",
    ),
    (
        "last",
        rf"who(?:['’]s|\s+is|\s+was)\s+(?:last|furthest\s+(?:back|down))(?:\s+(?:out\s+)?of|\s*[,:])\s+{_THREE}",
        r"who is lowest placed of \g<list>",
    ),
    (
        "ahead|leading|first",
        rf"who(?:['’]s|\s+is|\s+was)\s+(?:ahead|in\s+front|leading|first)(?:\s+(?:out\s+)?of|\s*[,:])\s+{_THREE}",
        r"who of \g<list> is highest placed",
    ),
    (
        "retired|went out|dropped out",
        rf"who\s+(?:retired|went\s+out|dropped\s+out)\s+(?:first|last|earlier|later)(?:\s+(?:out\s+)?of|\s*[,:]?)\s+{_LIST}",
        r"order of retirements of \g<list>",
    ),
    (
        " of ",
        rf"{_OF}{_LIST}\s+(?:retired|went\s+out|dropped\s+out|stopped\s+on\s+track)\s+(?:first|last|earlier|later)",
        r"order of retirements of \g<list>",
    ),
    (
        "retire",
        rf"did\s+(?P<one>{NAME})\s+retire\s+(?:before|after|earlier\s+than|later\s+than)\s+(?P<other>{NAME})",
        r"order of retirements of \g<one> and \g<other>",
    ),
    (
        "overtakes|passes",
        rf"how\s+many\s+(?:overtakes|passes)\s+(?:have|has|did)\s+(?:both\s+)?{_TWO}\s+(?:each\s+)?{_MADE}(?:\s+each)?{NOW}",
        r"number of overtakes by \g<one> and \g<other>",
    ),
    (
        "overtakes|passes",
        rf"how\s+many\s+(?:overtakes|passes)\s+(?:have|has|did)\s+{_FIRST_AND_LAST}\s+(?:each\s+)?{_MADE}(?:\s+each)?{NOW}",
        r"who has made the most overtakes, \g<first> or \g<last>",
    ),
    (
        "overtakes|passes",
        rf"{_OF}{_FIRST_AND_LAST}\s+(?:has\s+|have\s+)?{_MADE}\s+(?:the\s+)?(?:most|more)\s+(?:overtakes|passes){NOW}",
        r"who has made the most overtakes, \g<first> or \g<last>",
    ),
    (
        "class",
        rf"where\s+(?:is|are)\s+{_A_B_C}\s+in\s+(?:their\s+)?class(?:es)?{NOW}",
        r"where is \g<a> in class, where is \g<b> in class and where is \g<c> in class",
    ),
    (
        "top speed",
        rf"(?:what\s+(?:is|are|was|were)\s+)?(?:the\s+)?top\s+speeds?\s+of\s+{_A_B_C}",
        r"what is the top speed of \g<a>, what is the top speed of \g<b> and what is the top speed of \g<c>",
    ),
    ("traffic", rf"{_OF}{_LIST}{_IS}in\s+traffic{NOW}", r"who of \g<list> is within 3 seconds of the car ahead"),
    (
        "stops",
        rf"(?:who|which(?:\s+(?:one|team|driver))?)\s+(?:has|had|makes)\s+(?:the\s+)?(?:faster|quicker|slower)\s+(?:pit\s?)?stops\s*[,:]?\s+{_TWO}",
        r"fastest stops of \g<one> and \g<other>",
    ),
    (
        "started",
        rf"(?P<which>which\s+(?:of\s+)?.+?|who(?=.+\bor\b))\s+started\s+(?:further\s+(?:back|down)|lower)(?P<of>\s*[,:]?\s+{NAME}\s+or\s+{NAME})?",
        r"\g<which> started ahead\g<of>",
    ),
    *_of_two(
        "points",
        r"(?:has|have|gets?|got|scores?|is\s+on)\s+(?:the\s+)?(?:more|most|fewer)\s+points",
        r"points of \g<one> and \g<other>",
    ),
    *_of_two(
        "overtaken|passed",
        r"(?:has\s+|have\s+)?(?:been|was|got)\s+(?:overtaken|passed)\s+(?:the\s+)?(?:more|most)(?:\s+(?:often|times))?",
        r"how many times has \g<one> been overtaken and how many times has \g<other> been overtaken",
    ),
    (
        "overtaken|passed",
        rf"how\s+(?:often|many\s+times)\s+(?:have|were|has|was)\s+{_TWO}\s+(?:been\s+)?(?:overtaken|passed)",
        r"how many times has \g<one> been overtaken and how many times has \g<other> been overtaken",
    ),
    *_of_two(
        "time",
        rf"(?:has\s+)?(?:spent|lost|had)\s+(?:the\s+)?(?:more|most|less|longer|longest)\s+(?:time\s+)?(?:in|at)\s+the\s+{_PITS}",
        r"how much time have \g<one> and \g<other> lost in the pits",
    ),
    *_of_two(
        "start|lap 1",
        r"(?:has\s+)?(?:gained|made\s+up|won|lost)\s+(?:the\s+)?(?:more|most)\s+(?:places|positions)\s+(?:at\s+the\s+start|on\s+lap\s+1|off\s+the\s+line)",
        r"how was the start of \g<one> and how was the start of \g<other>",
    ),
    *_of_two(
        "penalty",
        r"(?:has|have|got|was\s+given)\s+the\s+(?:bigger|larger|longer|harsher|heavier|smaller|biggest)\s+penalty",
        r"penalties of \g<one> and \g<other>",
    ),
    (
        "team",
        rf"is\s+{WHOSE}s?\s+team\s?-?mate\s+on\s+the\s+same\s+(?P<what>tyres?|tires?|compound)(?:\s+as\s+(?:he|him|her|she|\w+)(?:\s+is)?)?{NOW}",
        r"are \g<one> and \g<one>'s teammate on the same tyres",
    ),
    (
        " than ",
        rf"(?:was|is)\s+{WHOSE}\s+(?:(?P<which>last|first|second|latest)\s+)?(?:pit\s?)?stop\s+(?:faster|slower|quicker|longer|shorter|better|worse)"
        r"\s+than\s+(?:the\s+|an\s+)?average(?:\s+(?:pit\s?)?stop)?",
        r"how long was \g<one>'s stop and what is the average pit stop",
    ),
    (
        "between",
        rf"how\s+many\s+laps\s+(?:were\s+|are\s+|did\s+|lay\s+)?(?:there\s+)?between\s+{WHOSE}\s+(?:two\s+|first\s+and\s+(?:his\s+)?second\s+|(?:pit\s?)?)*stops",
        r"laps between stops of \g<one>",
    ),
    (
        "age|old",
        rf"(?:what\s+(?:was|were)\s+the\s+(?:tyre\s+age|age\s+of\s+the\s+tyres)\s+of\s+|how\s+old\s+were\s+the\s+tyres\s+of\s+)(?P<one>{NAME})\s+{_AS_HE_STOPPED}",
        r"tyre age at stops of \g<one>",
    ),
    (
        "age|old",
        rf"(?:what\s+was\s+{WHOSE}\s+tyre\s+age|how\s+old\s+were\s+(?P<two>{NAME})(?:['’]s|['’])\s+tyres)\s+{_AS_HE_STOPPED}",
        r"tyre age at stops of \g<one>\g<two>",
    ),
    (
        "last lap|latest lap",
        rf"(?:was|is)\s+{WHOSE}\s+(?:last|latest)\s+lap\s+(?:any\s+)?(?:faster|slower|quicker|better|worse)\s+than\s+(?:the|his|her)\s+"
        r"(?:(?:one|lap)\s+before(?:\s+(?:that|it))?|previous(?:\s+(?:one|lap))?)",
        r"last 2 laps of \g<one>",
    ),
    (
        "how many laps ago",
        r"how\s+many\s+laps\s+ago\s+(?P<ask>did\s+(?!.*\b(?:stop|pit|box|come)\b).+)",
        r"when \g<ask>",
    ),
    (
        " than ",
        rf"(?:does|do|has|have)\s+(?P<one>{NAME})\s+(?:have\s+|got\s+)?(?:more|fewer)\s+points\s+than\s+(?P<other>{NAME})",
        r"points of \g<one> and \g<other>",
    ),
    (
        " than ",
        rf"(?:has|was)\s+(?P<one>{NAME})\s+(?:been\s+)?(?:overtaken|passed)\s+more(?:\s+(?:often|times))?\s+than\s+(?P<other>{NAME})",
        r"how many times has \g<one> been overtaken and how many times has \g<other> been overtaken",
    ),
    (
        " than ",
        rf"(?:did|has)\s+(?P<one>{NAME})\s+(?:gain|gained|make\s+up|made\s+up|win|won)\s+more\s+(?:places|positions)\s+"
        rf"(?:at\s+the\s+start|on\s+lap\s+1)\s+than\s+(?P<other>{NAME})",
        r"how was the start of \g<one> and how was the start of \g<other>",
    ),
    (
        " than ",
        rf"(?:does|did|has|is)\s+(?P<one>{NAME}(?:['’]s)?)\s+(?:have|get|got)\s+(?:a|the)\s+(?:bigger|larger|longer|smaller)\s+penalty\s+than\s+(?P<other>{NAME})",
        r"penalties of \g<one> and \g<other>",
    ),
    ("lap", rf"(?:the\s+)?lap\s+(?P<n>\d+)\s+(?:of|by|from)\s+(?P<one>{NAME})", r"lap time of \g<one> on lap \g<n>"),
    (
        "second",
        r"(?:how\s+(?:far|much)|by\s+how\s+much)\s+(?:is\s+)?(?:faster|quicker|ahead|clear)?(?:\s+is)?(?:\s*(?:of|than)\s+the\s+second(?:\s+(?:best|fastest|quickest))?(?:\s+lap)?)?"
        r"\s+(?:is\s+)?the\s+(?:fastest|best|quickest)\s+lap(?:\s+(?:faster|quicker|ahead|clear))?(?:\s+(?:of|than)\s+the\s+second(?:\s+(?:best|fastest|quickest))?(?:\s+(?:lap|one))?)?",
        "what is the fastest lap",
    ),
    (
        "except|besides|apart from|other than|but",
        rf"(?P<who>who|which\s+(?:cars?|drivers?))\s+(?P<not>(?:did\s+not|didn['’]t|has\s+not|hasn['’]t|have\s+not|haven['’]t|never)\s+.+?),?\s+{_EXCEPT}\s+(?P<one>{NAME})",
        r"\g<who> except \g<one> \g<not>",
    ),
    (
        "except|besides|apart from|other than|but",
        rf"(?:who|which\s+(?:cars?|drivers?))(?:['’]s|\s+is|\s+are)?(?:\s+else)?(?:\s+is)?\s+in\s+the\s+{_PITS}{NOW},?\s+{_EXCEPT}\s+{NAME}",
        "who is in the pits now",
    ),
    (
        "except|besides|apart from|other than|but",
        rf"(?:who|which\s+(?:cars?|drivers?))\s+(?:else\s+)?{_EXCEPT}\s+{NAME}\s+(?:is|are)\s+in\s+the\s+{_PITS}{NOW}",
        "who is in the pits now",
    ),
    (
        "both ",
        r"are\s+both\s+(?:of\s+)?(?:the\s+)?(?P<team>(?!(?:cars|drivers|teams|of|on|them|these|those|the)\b)[\w'’-]+(?:\s(?!(?:a|and|on|or|still|lapped|now)\b)[\w'’-]+)?)\s+"
        r"(?P<what>(?:still\s+|now\s+)?(?:(?:a|\d|two|three)\s+laps?\s+down|lapped|on\s+.+))",
        r"are the \g<team> cars \g<what>",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""

BOTH_ENDS: tuple[tuple[str, str, str], ...] = (
    # Who had the other end of an order, had it of the same.
    *(
        (
            " and who ",
            rf"(?P<first>(?P<ask>(?:who|which)\b.*\b)(?:{ends})\b(?P<rest>(?:(?!,|\band\b).)*)){_AND_WHO}(?P<other>{ends})",
            r"\g<first> and \g<ask>\g<other>\g<rest>",
        )
        for ends in _ENDS
    ),
    (
        " and who ",
        rf"(?P<ask>.*\b(?P<did>retire|stop|pit)(?:d|ped|ted)?\b(?:(?!,|\band\b).)*){_AND_WHO}(?P<end>first|last)",
        r"\g<ask> and who was the \g<end> to \g<did>",
    ),
)
"""The same, of both ends of one order: after what is put in words of its own."""
