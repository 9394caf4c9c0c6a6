"""Questions about stewards, safety cars and penalties as people say them, and what they ask."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import HERE, NAME, SO_FAR

_ANYBODY = r"(?:anyone|anybody|someone|somebody)"
_SAFETY_CAR = r"(?:safety\s+car|sc|vsc|virtual\s+safety\s+car)"
_AFFAIRS = r"(?:things?|infringements?|infractions?|investigations?|incidents?|business|cases?|offences?)"
_WHEN_IT_WAS = (
    r"\b(?:how\s+(?:many|long)|which|what|from|to|until|till|when|laps?|minutes|mins|start|end|in|out|and|did|it|last"
    r"|was|begin)\b"
)
_DID = (
    r"(?:did|has|was|is|will)\s+(?:the|that|this)\s+(?:\w+\s+)?"
    r"(?:clash|incident|contact|collision|coming\s+together|bump)\s+"
)
_LOOKED_AT = (
    r"(?:(?:get|got|been|being|be|ever|even|still)\s+)*(?:looked\s+(?:at|into)|investigated|reviewed|noted|under\s+investigation)"
    r"(?:\s+by\s+(?:the\s+)?stewards)?(?:\s+at\s+all)?"
)

LOOKED_AT: tuple[tuple[str, str, str], ...] = (
    # Whether stewards looked at something between two, or of one.
    *(
        ("clash|incident|contact|collision|coming together|bump", rf"{_DID}{between}\s+{_LOOKED_AT}{SO_FAR}", told)
        for between, told in (
            (
                rf"(?:between|of|by)\s+(?P<one>{NAME})\s+(?:and|with)\s+(?P<other>{NAME})",
                r"did the stewards look at \g<one> and \g<other>",
            ),
            (rf"(?:with|involving|of|by)\s+(?P<one>{NAME})", r"is \g<one> under investigation"),
        )
    ),
)
"""The cues, the form and what it asks, as in `reworded`."""
STEWARDS: tuple[tuple[str, str, str], ...] = (
    # What it is, its status tells, whichever of the two it is.
    (
        "virtual|vsc",
        r"(?:is|was)\s+(?:that|this|it)\s+(?:the\s+|a\s+)?(?:(?:proper|real|full|actual|physical)\s+)?(?:safety\s+car|sc)\s+or\s+"
        r"(?:(?:just|only)\s+)?(?:the\s+|a\s+)?(?:virtual(?:\s+(?:one|safety\s+car))?|vsc)",
        "is the safety car out",
    ),
    (
        "virtual|vsc",
        r"(?:is|was)\s+(?:that|this|it)\s+(?:(?:just|only)\s+)?(?:the\s+|a\s+)?(?:virtual(?:\s+(?:one|safety\s+car))?|vsc)\s+or\s+"
        r"(?:the\s+|a\s+)?(?:(?:proper|real|full|actual|physical)\s+)?(?:safety\s+car|sc|real\s+one|proper\s+one|full\s+one)",
        "is the safety car out",
    ),
    (
        "trouble|bother|hot water",
        rf"(?:(?:is|are)\s+(?:{_ANYBODY}|any\s+(?:drivers?|cars?))|who(?:['’]?s|\s+is))\s+in\s+(?:trouble|bother|hot\s+water)(?:\s+with\s+the\s+stewards)?"
        rf"\s+(?:for|over|about)\s+(?:\w+\s+){{0,6}}?(?:behind|under|during)\s+the\s+{_SAFETY_CAR}",
        "who is under investigation for a safety car infringement",
    ),
    (
        "vsc|virtual",
        r"(?P<why>why|how\s+come)\s+(?:did\s+(?:we|they)\s+(?:have|get|call)|(?:we|they)\s+(?:had|got|called)|was\s+there|there\s+was)\s+"
        r"(?:a\s+|the\s+)?(?:vsc|virtual(?:\s+safety\s+car)?)\s*,?\s+(?:and\s+)?(?:then|after\s+that|later)\s+(?:also\s+)?(?:a\s+|the\s+)?"
        r"(?:safety\s+car|sc|(?:(?:real|proper|full|actual)\s+)+(?:thing|one|safety\s+car|sc))",
        "why was there a VSC and why was there a safety car",
    ),
    # Who it is and what for is told with each case.
    (
        "stewards",
        r"(?:who|which(?:\s+(?:two|three|\d))?(?:\s+(?:drivers?|cars?|blokes?|guys?|lads?))?)\s+(?:are|is|have)\s+the\s+stewards\s+"
        rf"(?:looking\s+(?:at|into)|investigating|after|got\s+(?:their\s+eye|an\s+eye)\s+on){HERE},?\s+(?:and\s+)?"
        r"(?:why|(?:for|over|about)\s+what|what\s+(?:for|about|over))",
        "who are the stewards looking at",
    ),
    # What became of what was done behind the safety car.
    (
        "safety car|sc ",
        rf"(?:did|have|has|will)\s+(?:the\s+stewards|they|race\s+control)\s+(?:ever\s+)?(?:do|done|decide|decided|say|said)\s+(?:anything|something)\s+(?:about|on|with)"
        rf"\s+(?:that|those|the|these)\s+{_SAFETY_CAR}\s+{_AFFAIRS}{SO_FAR}",
        "what came of the safety car infringements",
    ),
    (
        "safety car|sc ",
        rf"what(?:['’]?s|\s+has|\s+was)?\s+(?:happened|came|come|become|became|been\s+decided|decided)\s+(?:with|to|of|about|on)\s+"
        rf"(?:that|those|the|these)\s+{_SAFETY_CAR}\s+{_AFFAIRS}{SO_FAR}",
        "what came of the safety car infringements",
    ),
    (
        "safety car|sc",
        rf"(?:(?:did|has|have|was|were)\s+(?:{_ANYBODY})\s+(?:actually\s+|ever\s+|even\s+)?(?:get\s+|got\s+|been\s+)?(?:punished|penali[sz]ed|a\s+penalty)\s+for"
        rf"|(?:were|are|have)\s+(?:all\s+)?(?:of\s+)?)\s*(?:those|the|these)\s+{_SAFETY_CAR}s?\s+(?:{_AFFAIRS}\s*)+?"
        r"(?:\s*(?:all\s+)?(?:been\s+)?(?:closed|dropped|cleared|dismissed)(?:\s+without\s+(?:an?\s+|any\s+)?(?:penalty|penalties|action))?)?"
        r"(?:\W+(?:and\s+)?who\s+(?:was|were)\s+(?:involved|it|they))?",
        "what came of the safety car infringements",
    ),
    # Safety cars of both kinds have one name.
    (
        "safety car or",
        r"(?:is|was|were|has|have|did)\s+(?:there|we|they)\s+(?:(?:been|had|have|get)\s+)?(?:an?\s+|any\s+)?safety\s+cars?\s+or\s+"
        rf"(?:an?\s+|any\s+)?(?:vscs?|virtual(?:\s+safety\s+cars?|\s+ones?)?)(?:\s+periods?)?(?:\s+(?:in|during)\s+(?:the|this)\s+(?:race|sprint))?{SO_FAR}",
        "has there been a full course yellow",
    ),
    # Who it was and what for is told with it.
    (
        "penalty",
        r"what\s+(?:was|is)\s+(?:that|the|this)\s+penalty(?:\s+(?:message|note|call|thing))?\s+(?:just\s+now|there|that\s+just\s+came(?:\s+(?:up|out|in))?)"
        r"(?:\W+(?:and\s+)?(?:(?:for\s+)?whom?|what\s+for|why)(?:\s*(?:&|,|and)\s*(?:what\s+for|why|for\s+what))?)?",
        "what was the last penalty",
    ),
    # From which lap to which, and for how long, is told of each.
    (
        "safety car|sc|vsc|red flag",
        rf"(?:the\s+)?(?P<nth>first|second|third|last)\s+(?P<what>{_SAFETY_CAR}|red\s+flag)\s*[:,]\s*(?:{_WHEN_IT_WAS}\W*)+",
        r"how long was the \g<nth> \g<what>",
    ),
    (
        "penalty",
        rf"(?P<ask>what\s+(?:did|was|has)\s+(?P<who>{NAME})\s+(?:get|got|given)\s+(?:his|her|the|that|a)\s+penalty\s+for)\s*,?\s+and\s+(?:has|did)\s+(?:he|she)\s+"
        r"(?:(?:already|actually)\s+)?(?:done?|served?|taken?|paid)(?:\s+(?:it|that))?(?:\s+(?:yet|already|now))?",
        r"\g<ask> and has \g<who> served the penalty",
    ),
    # Who caused them is asked of the same flags.
    (
        "red flag|by red",
        r".*?\b(?:how\s+(?:many|often)|number\s+of)\s+(?:(?:times|stoppages?|interruptions?|was|has)\b.*?\b)?red(?:\s+flags?)?\b(?:(?!\bunder\b|\bduring\b).)*?,?\s+and\s+"
        r"(?:who\s+(?:caused|brought|triggered)\b.*|whose\s+fault\b.*|who(?:['’]?s|\s+was|\s+were)\s+(?:to\s+blame|the\s+culprits?|behind)\b.*)",
        "how many red flags have there been and who caused the red flag",
    ),
    # Whom they were given to is told with each.
    (
        "penalt",
        rf"how\s+many\s+penalties(?:\s+(?:were|was|are|have\s+been|has\s+been)\s+(?:there|given|handed\s+out)|\s+(?:were|are)\s+there|\s+given)?{SO_FAR},?\s+and\s+"
        r"(?:(?:for|to|against|on)\s+(?:who|whom|which\s+(?:drivers?|cars?))|who\s+(?:got|gets|had|has|received)(?:\s+(?:them|one))?|who(?:\s+(?:for|to))?)",
        "who got penalties",
    ),
)
"""Of safety cars, of what was done behind them, and of whom stewards look at and punish."""
