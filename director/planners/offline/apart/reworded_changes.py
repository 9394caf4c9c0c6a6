"""Questions about what changed: places that somebody has had, passes, how it has gone since the restart."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import NAME

_WHOM = rf"(?:(?:his|her)\s+team[\s-]?mate|{NAME}?)"
_AFTER_IT = (
    r"(?:\s+after\s+(?:his|her|that|the)\s+(?:off|spin|mistake|error|moment|excursion|trip|puncture|(?:pit\s?)?stop))?"
)

CHANGES: tuple[tuple[str, str, str], ...] = (
    *(
        (
            f" {said}",
            rf"(?:was|has|did)\s+(?P<who>{NAME})\s+(?:(?:ever\s+)?(?:been\s+|run\s+)?(?:in\s+)?{said}(?:\s+place)?\s+(?:at\s+(?:any|some|one)\s+"
            rf"(?:point|stage)|ever|earlier(?:\s+on)?|before)|ever\s+(?:been\s+|run\s+)?(?:in\s+)?{said}(?:\s+place)?)",
            rf"was \g<who> in P{at}",
        )
        for at, said in enumerate(("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"), 2)
    ),
    (
        "restart",
        rf"how(?:['’]?s|\s+has|\s+is|\s+did|\s+was)\s+(?:the\s+)?restart\s+(?:gone\s+|going\s+|go\s+|been\s+|worked\s+out\s+)?for\s+(?P<who>{NAME})",
        r"how has \g<who> done since the restart",
    ),
    (
        "since ",
        rf"(?:has|did)\s+(?:anyone|anybody)\s+(?:else\s+)?(?:set|done|do|gone|go|been)\s+(?:a\s+|any\s+)?(?:faster|quicker)(?:\s+lap)?\s+than\s+{NAME}"
        r"\s+(?P<since>since\s+the\s+(?:restart|safety\s+car|vsc|red\s+flag))",
        r"who has set the fastest lap \g<since>",
    ),
    (
        "when|lap",
        rf"(?P<who>{NAME})\s+(?:took|got|passed|overtook|jumped|picked\s+off|cleared)\s+(?:past\s+|by\s+)?(?!(?:new|old|fresh|used|soft|medium|hard|inter\w*|wet|slick)s?\b)"
        rf"(?P<other>{_WHOM}(?:\s+and\s+{_WHOM})?)\s*,?\s+(?:and\s+)?(?:when|on\s+(?:which|what)\s+lap|(?:which|what)\s+lap)(?:\s+was\s+(?:that|it))?",
        r"when did \g<who> pass \g<other>",
    ),
    (
        "time ",
        r"(?:(?:at\s+)?what\s+)?time\s+(?:(?:was\s+it\s+)?(?:when|that|did)\s+)?the\s+(?:race|sprint|session)\s+(?:(?:got|get)\s+(?:going|under\s?way|running)\s+again"
        r"|resumed?|restart(?:ed)?|went\s+green\s+again)",
        "when was the restart",
    ),
    # Who leads after something leads now.
    (
        "after|since|following",
        r"(?P<ask>who\s+leads|who(?:['’]?s|\s+is)\s+(?:leading|ahead|in\s+front|in\s+the\s+lead|the\s+leader|up\s+front|(?:in\s+)?(?:first|second|third|fourth|fifth|p\d+)))"
        r"(?:\s+now)?\s+(?:after|since|following)\s+(?:the|that|this|those)\s+(?:last\s+|latest\s+)?"
        r"(?:restart|safety\s+car|vsc|virtual\s+safety\s+car|red\s+flag|(?:pit\s?)?stops)(?:\s+now)?",
        r"\g<ask>",
    ),
    (
        "'s lead |’s lead ",
        rf"(?:by\s+)?how\s+much\s+has\s+{NAME}\s+lead\s+(?P<how>grown|shrunk|changed|increased|come\s+down)\s+since\s+(?P<lap>lap\s+\d+)",
        r"how much has the lead \g<how> since \g<lap>",
    ),
    (
        " was | had been ",
        rf"(?P<who>{NAME})\s+(?:was|had\s+been)\s+(?:leading|in\s+the\s+lead|ahead|in\s+front)\s*,?\s+(?:and\s+|so\s+)?(?:then\s+)?who\s+(?:then\s+)?"
        r"(?:took\s+(?:over|the\s+lead|it)|went\s+(?:by|past|ahead|through)|got\s+(?:by|past|ahead))(?:\s+(?:in)?to\s+(?:first|the\s+lead|p1)|\s+(?:him|her))*",
        r"who took the lead from \g<who>",
    ),
    # Where he was and where he is.
    (
        " now",
        rf"(?P<who>{NAME})\s+(?:right\s+)?now\s*(?:,|and|vs?\.?|versus)\s*(?:(?P=who)\s+)?(?:on|at|after)\s+lap\s+(?P<n>\d+)\s*[:,]?\s*(?:positions?|places?)?",
        r"where was \g<who> on lap \g<n> and where is \g<who> now",
    ),
    (
        " now",
        rf"(?P<who>{NAME}?)(?:['’]s)?\s*[:,]?\s+(?:position|place)\s+(?:after|on|at\s+the\s+end\s+of)\s+lap\s+(?P<n>\d+)\s+"
        r"(?:vs?\.?|versus|against|compared\s+(?:to|with)|and)\s+now",
        r"where was \g<who> on lap \g<n> and where is \g<who> now",
    ),
    (
        " to",
        rf"where\s+did\s+(?P<who>{NAME})\s+(?:fall|drop|slip|sink)(?:\s+(?:back|down))?\s+to{_AFTER_IT}(?:,?\s+and\s+where(?:['’]?s|\s+is)\s+(?:he|she)"
        r"(?:\s+now)?)?",
        r"position history of \g<who>",
    ),
    (
        " or ",
        rf"is\s+(?P<who>{NAME})\s+(?:now\s+)?(?P<how>ahead\s+of|behind|in\s+front\s+of)\s+(?P<other>{NAME})(?:\s+(?:now|after\s+the\s+stops))?,?\s+or\s+"
        r"(?:(?:is\s+he|is\s+she)\s+)?still\s+(?:only\s+)?(?:in\s+)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|p\d+)",
        r"is \g<who> \g<how> \g<other> and where is \g<who>",
    ),
)
"""The cues, the form and what it asks, as in `reworded`."""
