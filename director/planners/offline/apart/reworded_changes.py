"""Questions about what changed: places that somebody has had, passes, how it has gone since the restart."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import NAME

_WHOM = rf"(?:(?:his|her)\s+team[\s-]?mate|{NAME}?)"

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
    # Who leads after something leads now.
    (
        "after|since|following",
        r"(?P<ask>who\s+leads|who(?:['’]?s|\s+is)\s+(?:leading|ahead|in\s+front|in\s+the\s+lead|the\s+leader|up\s+front|(?:in\s+)?(?:first|second|third|fourth|fifth|p\d+)))"
        r"(?:\s+now)?\s+(?:after|since|following)\s+(?:the|that|this|those)\s+(?:last\s+|latest\s+)?"
        r"(?:restart|safety\s+car|vsc|virtual\s+safety\s+car|red\s+flag|(?:pit\s?)?stops)(?:\s+now)?",
        r"\g<ask>",
    ),
)
"""The cues, the form and what it asks, as in `reworded`."""
