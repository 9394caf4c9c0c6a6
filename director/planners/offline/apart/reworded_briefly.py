"""Questions said in few words, as on a note, and asks of which one answer tells the second."""

from __future__ import annotations

from director.planners.offline.apart.reworded_stints import NAME
from director.planners.offline.apart.reworded_stops import TYRES

_BEST = r"(?:best|fastest|quickest)"
_BEST_LAP = rf"{_BEST}\s+lap(?:\s+time)?"
_HOW_FAR = r"how\s+(?:many\s+(?:secs?|seconds|tenths)|far|much)(?:\s+is\s+(?:he|she))?\s+(?:back|behind|off|away)"
_STOPS = r"(?:boxes|pits|stops|comes\s+in|dives\s+in)"
_NOW = r"(?:\s+(?:now|right\s+now|this\s+lap|next\s+lap|at\s+the\s+end\s+of\s+(?:this|the)\s+lap))?"
_CAME_IN = r"(?:came\s+in|pitted|stopped|boxed|made\s+his\s+stop)"
_GROUP = r"(?!(?:top|first|leaders|cars|drivers|ones|front)\b)[\w-]+(?:\s(?!(?:is|was)\b)[\w-]+)?"
_PACE = r"(?:average|mean|typical)\s+(?:lap(?:\s+time)?|pace)"

SUPPOSED: tuple[tuple[str, str, str], ...] = (
    # What would be after a stop, not what was after the last.
    *(
        (
            "if ",
            form,
            r"where would \g<who> rejoin",
        )
        for form in (
            rf"if\s+(?P<who>the\s+leader|{NAME})\s+{_STOPS}{_NOW}\s*,?\s+where\s+(?:does|would|will|might)\s+(?:he|she)\s+(?:rejoin|come\s+(?:back\s+)?out|end\s+up|slot\s+in)",
            rf"where\s+(?:does|would|will|might)\s+(?P<who>the\s+leader|{NAME})\s+(?:rejoin|come\s+(?:back\s+)?out|end\s+up|slot\s+in)\s+if\s+(?:he|she)\s+{_STOPS}{_NOW}",
        )
    ),
    *(
        (cue, form, r"would \g<who> stay ahead of \g<other> with a stop")
        for cue, form in (
            (
                "if ",
                rf"if\s+(?P<who>{NAME})\s+{_STOPS}{_NOW}\s*,?\s+(?:does|would|will|can)\s+(?:he|she)\s+(?:still\s+)?(?:keep|hold)\s+(?P<other>{NAME})\s+behind",
            ),
            (
                "if ",
                rf"if\s+(?P<who>{NAME})\s+{_STOPS}{_NOW}\s*,?\s+(?:does|would|will|can|is)\s+(?:he|she)\s+(?:still\s+)?(?:be\s+|stay\s+|come\s+out\s+|remain\s+)?"
                rf"(?:ahead|in\s+front|clear)\s+of\s+(?P<other>{NAME})",
            ),
            (
                "enough",
                rf"(?:is\s+there\s+|has\s+he\s+got\s+)?(?:enough|a\s+big\s+enough)\s+(?:of\s+a\s+)?(?:cushion|gap|margin|room)\s+(?:to|over|on|from)\s+(?P<other>{NAME})"
                rf"\s+for\s+(?P<who>{NAME})\s+to\s+(?:stop|pit|box|come\s+in)\s+and\s+(?:still\s+)?(?:be|stay|remain|come\s+out)\s+(?:in\s+front|ahead)",
            ),
        )
    ),
)

_LAPS: tuple[tuple[str, str, str], ...] = (
    (
        "just ",
        rf"what\s+did\s+(?P<who>{NAME})\s+just\s+(?:do|clock|run)\s*,?\s+and\s+what(?:['’]?s|\s+is|\s+was)\s+(?:the\s+{_BEST}\s+(?:he|she)(?:['’]s|\s+has)\s+(?:gone|done|run)\b.*|(?:his|her)\s+{_BEST}(?:\s+lap|\s+time)?)",
        r"what was \g<who>'s last lap time and what is \g<who>'s best lap",
    ),
    # The lap is told with the fastest lap.
    (
        " lap",
        rf"(?P<ask>.*\b{_BEST_LAP}\b.*?)\s*,?\s+and\s+(?:on\s+)?(?:what|which)\s+lap\s+(?:did|was|is)\s+(?:he|she|it|that)(?:\s+(?:set|do|did|get|done)(?:\s+(?:it|that))?)?",
        r"\g<ask>",
    ),
    (
        " when",
        rf"(?P<ask>.*\b{_BEST_LAP}\s+of\s+(?:the|this)\s+(?:whole\s+|entire\s+)?(?:race|sprint|grand\s+prix))\s*,?\s+and\s+when\s+(?:was|is)\s+(?:it|that)",
        r"\g<ask>",
    ),
    (
        " lap",
        rf"(?P<ask>who\b[^,]*\b{_BEST_LAP}\b[^,]*)\s*,?\s+and\s+(?:on\s+)?(?:what|which)\s+(?:tyres?|tires?|rubber|compound)\s+(?:was|were|did)\s+"
        r"(?:fitted\s+when|(?:(?:he|she|it|that)\b))(?:\s+(?:it|that|he|on|was|set|use|fitted|do|with))*",
        r"\g<ask> and tyres of the fastest lap",
    ),
    (
        " lap",
        rf"(?:what\s+(?:was|is)\s+)?(?P<who>{NAME})['’]s\s+{_BEST_LAP}\s*,?\s+and\s+(?:on\s+)?(?:what|which)\s+(?:tyres?|tires?|rubber|compound)\s+(?:was|did)\s+(?:it|he|she|that)"
        r"(?:\s+(?:it|that|on|set|use|do|with))*",
        r"tyres of the best lap of \g<who>",
    ),
    (
        "lap ",
        rf"lap\s+(?:count|number)\s+of\s+(?P<who>{NAME})\s+when\s+(?:he|she)\s+(?:did|set|drove|got)\s+(?:his|her)\s+{_BEST}(?:\s+lap|\s+time)?",
        r"on which lap did \g<who> set his best lap",
    ),
    (
        " lap",
        rf"(?P<one>{NAME})(?:['’]s)?\s+{_BEST_LAP}\s+(?:vs?\.?|versus|against)\s+(?P<other>{NAME})(?:['’]s)?\s+{_BEST_LAP}(?:\W+(?:and\s+)?(?:is|which|who)\b.*)?",
        r"who has the quicker best lap, \g<one> or \g<other>",
    ),
    (
        "best on",
        rf"(?!who|which|what)(?P<who>{NAME})(?:['’]s)?\s+best\s+on\s+(?:the\s+)?(?P<tyres>{TYRES})",
        r"best lap of \g<who> on \g<tyres>",
    ),
    (
        "laps",
        rf"(?:number\s+of\s+)?laps\s+(?:done|driven|completed|run)\s+by\s+(?P<who>{NAME})(?P<rest>\s+(?:on|in)\s+.+?)?(?:\s+(?:today|so\s+far))?",
        r"how many laps has \g<who> done\g<rest>",
    ),
    *(
        (
            "average|mean|typical",
            rf"(?:taking\s+all\s+(?:the\s+)?cars\s+together,?\s+)?(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?{form}",
            r"what is the average pace on \g<one> and what is the average pace on \g<other>",
        )
        for form in (
            rf"{_PACE}\s+on\s+(?:the\s+)?(?P<one>{TYRES})\s*,?\s+(?:and|vs?\.?|versus|against)\s+(?:what\s+is\s+it\s+)?(?:on\s+)?(?:the\s+)?(?P<other>{TYRES})",
            rf"(?P<one>{TYRES})\s+(?:vs?\.?|versus|against)\s+(?P<other>{TYRES})\s*[,:]\s*{_PACE}(?:\s+difference)?(?:\s+(?:today|so\s+far|in\s+the\s+race))",
        )
    ),
)

_STOPS_AND_TYRES: tuple[tuple[str, str, str], ...] = (
    (
        "stop",
        r"(?P<ask>(?:the\s+)?(?:slowest|quickest|fastest|longest|shortest)\s+(?:pit\s?)?stop\b[^,:]*?)\s*[,:]\s*(?:who|whose)(?:\s+(?:was\s+it|is\s+it|had\s+it))?\s+and\s+"
        r"how\s+(?:long|slow|quick|fast)(?:\s+was\s+it)?(?:\s+in\s+the\s+(?:pit\s?)?(?:lane|pits|box))?",
        r"\g<ask>",
    ),
    (
        "number of|how many",
        rf"(?:number\s+of|how\s+many)\s+(?:cars|drivers)\s+(?:(?:are\s+)?out\s+there\s+|still\s+|running\s+|now\s+)*(?:with|have|having|on)\s+(?:the\s+)?(?P<tyres>{TYRES})"
        r"(?:\s+(?:rubber|tyres|tires))?(?:\s+(?:bolted\s+on|fitted|on))?(?:\s+now)?",
        r"how many cars are on \g<tyres>",
    ),
    (
        "when |as |moment",
        rf"(?:what|which)\s+(?:place|position)\s+(?:did\s+(?P<who>{NAME})\s+(?:hold|have)|was\s+(?P<whom>{NAME})(?:\s+in)?)\s+(?:when|just\s+as|as|at\s+the\s+moment)\s+(?:he|she)\s+{_CAME_IN}",
        r"where was \g<who>\g<whom> before his stop",
    ),
    (
        "last",
        rf"(?:what\s+(?:was|is)\s+)?(?P<who>{NAME})['’]s\s+(?:lane|pit|stop)(?:\s?lane)?\s+time\s+(?:at|on|in|for|of)\s+(?:his|her|the)\s+last\s+(?:pit\s?)?(?:stop|visit)\s*,?\s+and\s+was\s+(?:it|that)\s+"
        rf"(?:quicker|faster|slower|longer|shorter|better|worse)\s+than\s+(?P<other>{NAME})['’]s",
        r"how long was the last stop of \g<who> and how long was the last stop of \g<other>",
    ),
    (
        "running in",
        rf"(?:what|where)\s+was\s+(?P<who>{NAME})\s+running\s+in\s+(?P<when>(?:on|after)\s+lap\s+\d+)",
        r"what position was \g<who> in \g<when>",
    ),
    (
        "did they both",
        rf"did\s+they\s+both\s+(?P<what>[^,:–—-]+?)\s*[,:–—-]+\s*(?P<who>{NAME}\s+and\s+{NAME})",
        r"did \g<who> \g<what>",
    ),
    (
        " stops",
        rf"(?:the\s+)?(?:cars|drivers)\s+(?P<how>in\s+front\s+of|ahead\s+of|behind)\s+(?P<who>{NAME})\s+(?:on|with)\s+(?:zero|no|0)\s+stops",
        r"who \g<how> \g<who> has not stopped",
    ),
    (
        "tyre|tire|rubber",
        rf"(?P<who>{NAME})(?:['’]s)?\s+start(?:ing)?\s+(?:tyres?|tires?|rubber)\s*(?:/|\+|,|-?>|→|\bvs\b|\band\b)\s*(?:current|present)(?:\s+(?:tyres?|tires?|rubber|ones?))?",
        r"what tyres did \g<who> start on and what tyres is \g<who> on",
    ),
    (
        "in their",
        r"(?:not\s+out\s+(?:at\s+the\s+moment|now|right\s+now)\s*,?\s+)?(?:(?:who(?:['’]?s|\s+is)|which\s+cars\s+are)\s+)?in\s+their\s+(?:boxes|box|garages?)(?:\s*,?\s+(?:names|who|which\s+ones))?",
        "who is in the garage",
    ),
)

BRIEFLY: tuple[tuple[str, str, str], ...] = (
    *SUPPOSED,
    *_LAPS,
    *_STOPS_AND_TYRES,
    (
        "made up|formed|filled",
        r"who\s+(?:made\s+up|formed|filled)\s+the\s+(?:top|first)\s+(?P<n>\w+)\s+(?P<when>(?:on|after|at\s+the\s+end\s+of)\s+(?:the\s+)?(?:\w+\s+)?lap\b.*)",
        r"the top \g<n> \g<when>",
    ),
    (
        "lap complete|lap completed|lap done|lap over",
        r"(?:the\s+)?(?:opening|first)\s+lap\s+(?:completed?|done|over)\s*[,:]\s*(?:the\s+)?(?:top|first)\s+(?P<n>\w+)",
        r"the top \g<n> after the first lap",
    ),
    (
        "restart",
        r"(?:the\s+)?restart\s*[,:]?\s+(?:(?:on\s+)?(?:which|what)\s+lap(?:\s+was\s+(?:it|that))?|lap(?:\s+number)?)(?:\s*,?\s+(?:pls|please))?",
        "on which lap was the restart",
    ),
    (
        "left|to go",
        r"(?:what|which)\s+lap\s+(?:are\s+(?:we|they)|is\s+(?:it|this))(?:\s+on|\s+in)?\s*,?\s+and\s+(?:what(?:['’]?s|\s+is)\s+(?:left|to\s+go)|how\s+(?:many|much)(?:\s+is|\s+are)?\s+(?:left|to\s+go))",
        "what lap is it and how many laps are left",
    ),
    (
        "penalties",
        r"(?:(?:all\s+)?penalties\s*[,:]\s*(?:the\s+)?(?:number|count|tally|how\s+many)\s*(?:,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?)(?:the\s+)?(?:list|which(?:\s+ones)?|who)"
        r"|(?:what(?:['’]?s|\s+is)\s+the\s+(?:tally|number|count)\s+of|how\s+many)\s+penalties\b[^,]*?,?\s+and\s+(?:what|which)(?:\s+ones)?\s+(?:were|are)\s+(?:they|those))",
        "what penalties have been given",
    ),
    (
        "better|best|lead",
        rf"(?P<team>{NAME})(?:['’]s)?\s+(?:better|best|lead|leading)\s+(?:man|car|driver|placed\s+car)\s*[,:]?\s+how\s+(?:many\s+(?:secs?|seconds)|far|much)\s+"
        r"(?:off|behind|from|to)\s+(?:the\s+)?(?:leader|lead|p1)",
        r"how far is the best placed \g<team> behind the leader",
    ),
    (
        "of the lap|of a lap",
        rf"(?:in|on)?\s*(?:what|which)\s+(?:third|part|bit|sector)\s+of\s+(?:the|a)\s+lap\s+(?:does|is|has)\s+(?P<who>{NAME})\s+(?:have\s+|got\s+)?(?:the\s+(?:better|beating|measure)\s+of"
        rf"|beat|faster\s+than|quicker\s+than|stronger\s+than)\s+(?P<other>{NAME})",
        r"in which sector does \g<other> lose to \g<who>",
    ),
    (
        "lost",
        rf"(?:.*\s(?:says|shows|has|thinks)\s+)?(?P<who>{NAME})\s+lost\s+(?!(?:a|an|\d+|\w+)\s+(?:places?|positions?)\b)[^,]*?\s+on\s+lap\s+(?P<n>\d+)\s*,?\s+(?:so\s+)?"
        r"(?:what\s+happened(?:\s+there|\s+to\s+him)?|why(?:\s+was\s+that)?|how\s+come)",
        r"why was \g<who> slow on lap \g<n>",
    ),
    (
        "who",
        rf"(?:the\s+)?car\s+(?:right\s+|just\s+)?behind\s+(?P<who>{NAME})\s*[,:]?\s+who(?:['’]?s|\s+is)\s+(?:driving\s+(?:it|that)|in\s+(?:it|that)|it|that)(?:\s*,?\s+and\s+{_HOW_FAR})?",
        r"how far is the car behind \g<who>",
    ),
    (
        "drs|wing",
        rf"(?:can|could|does|has|is|will)\s+the\s+car\s+behind\s+(?P<who>{NAME})\s+(?=.*\bdrs\b).*",
        r"does the car behind \g<who> have drs",
    ),
    (
        "behind him|behind her",
        rf"(?:has\s+)?(?P<who>{NAME})\s+(?:got\s+|has\s+|have\s+)?(?:somebody|someone|anybody|anyone|a\s+car)\s+(?:under|within|inside|less\s+than)\s+(?:a|one|1)\s+second"
        r"\s+behind\s+(?:him|her)",
        r"how far is the car behind \g<who>",
    ),
    (
        "last",
        r"(?:the\s+)?last\s+(?:man|car|driver|one)\s+in\s+the\s+points\s*(?:,|/|and|\+)\s*(?:and\s+)?(?:the\s+)?first\s+(?:man|car|driver|one)?\s*(?:out|outside)(?:\s+of)?(?:\s+(?:them|it|the\s+points))?",
        "who has the last point and who is just outside the points",
    ),
    *(
        (cue, form, r"which \g<team> is ahead and what is the gap between the two \g<team>")
        for cue, form in (
            (
                " v",
                rf"(?P<team>{NAME})\s+(?:vs?\.?|versus)\s+(?P=team)\s*[:,]\s*(?:the\s+)?(?:lead|leading|better)\s+car\s*(?:,|\+|and)\s*(?:the\s+)?gap",
            ),
            (
                "by how",
                rf"(?:which|who)\s+(?:one\s+)?of\s+the\s+(?:two\s+)?(?P<team>{_GROUP})\s+(?:is|was)\s+(?:the\s+)?(?:better|ahead|in\s+front|on\s+top)"
                r"\s*,?\s+(?:and\s+)?by\s+how\s+(?:much|many\s+(?:tenths|seconds))",
            ),
            (
                "mate",
                rf"(?:the\s+)?team[\s-]?mate\s+(?:battle|duel|fight)\s+at\s+(?P<team>{NAME})(?:\s+(?:now|today|this\s+\w+))?\s*[:,]\s*who\b.*\bgap\b.*",
            ),
        )
    ),
    (
        "laps",
        r"(?:.*\b(?:so|and),?\s+)?how\s+many\s+laps\s+(?:have\s+(?:they|we)\s+(?:still\s+)?(?:got\s+)?to\s+(?:do|go|run)|are\s+(?:still\s+)?(?:left|to\s+go))\s*,?\s+and\s+what(?:['’]?s|\s+is)\s+that\s+in\s+"
        r"(?:time|minutes)",
        "how many laps are left and how much time is left",
    ),
    (
        "weather",
        r"(?:the\s+)?weather(?:\s+\w+)?\s*[:,]\s*(?:(?:and\s+)?(?:air|track|temps?|temperatures?|humidity|rh|wind|pressure|rain)(?:\s*[,+/&]\s*|\s+|$)){2,}",
        "what is the weather",
    ),
    # Without a name, behind is behind the leader.
    (
        "far ",
        rf"is\s+(?P<who>{NAME})\s+(?:very\s+|too\s+|that\s+)?far\s+(?:behind|adrift|off)(?:\s+now)?",
        r"how far behind is \g<who>",
    ),
    (
        "closing rate",
        rf"(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?closing\s+rate\s+(?:of\s+)?(?P<who>{NAME})\s+(?:on|to)\s+(?P<other>{NAME})(?:\W+is\s+(?:he|she)\s+(?:even\s+)?(?:closing|catching)\b.*)?",
        r"is \g<who> catching \g<other> and how much faster per lap is \g<who> than \g<other>",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
