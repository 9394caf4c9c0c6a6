"""Questions about how a gap of two has gone, and about the average of two, in the words that show it."""

from __future__ import annotations

_WHO = r"(?!(?:the|his|her|he|she|it|they|anyone|everyone|who|which)\b)[\w'’-]+(?:\s+[\w'’-]+){0,3}?"
_ONE, _OTHER = rf"(?P<one>{_WHO})", rf"(?P<other>{_WHO})"
_WHOM = rf"(?P<whom>the\s+(?:leader|lead)|{_WHO})"
_CLOSER_TO = r"(?:the\s+)?(?:closer|closest|nearer|nearest)\s+to"
_SINCE = r"(?:since|from)\s+lap\s+(?P<n>\d+)(?:\s+(?:on|onwards|to\s+now|until\s+now))?"
_CLOSED = r"(?:closed|gained|caught\s+up|come\s+closer)(?:\s+(?:in|up))?\s+(?:on|to)"
_CLOSING = r"(?:closing(?:\s+(?:in|up))?\s+on|catching(?:\s+up\s+(?:on|with))?|gaining\s+on)"
_OPENING = r"(?:leaving|dropping|(?:pulling|edging|driving)\s+(?:away\s+from|clear\s+of|out\s+on)|putting\s+on)"
_GAP_NOW = r"(?:\s*,?\s+and\s+(?:how\s+big|what)(?:['’]?s|\s+is)\s+the\s+gap(?:\s+(?:now|at\s+the\s+moment))?)"
_A_LAP = r"(?:per|a|each|every)\s+lap"
_LAST_LAPS = r"(?P<span>\s+(?:in|over|during|within)\s+the\s+last\s+[\w-]+\s+laps)?"
_AND_WHEN = r"(?:\s*,?\s+and\s+(?:on\s+)?(?:which|what)\s+lap)?"
_AT_THE_LINE = r"(?:\s+at\s+the\s+line)?"

_AGAINST = r"\s+(?:vs?\.?|versus|against)\s+"
_ON_LAP = r"(?:on\s+|in\s+)?lap\s+(?P<n>\d+)"
_OF_LAP = rf"compare\s+{_ON_LAP}\s*(?:[:,]|\b(?:of|for|between|by)\b)?\s*"
_BOTH_OF_IT = r"(?:team[\s-]?mates|drivers|cars|pair|pairing|duo|twins|boys)"

_COMES_IN = r"(?:pits|stops|boxes|comes\s+in)\s+(?:right\s+now|now|this\s+lap|next\s+lap|here)"
_SIDES = {"ahead of": r"(?:before|ahead\s+of|in\s+front\s+of)", "behind": "behind"}

DUELS: tuple[tuple[str, str, str], ...] = (
    # Where he comes out if he stops is foretold, and nothing of the stops that were.
    *(
        (
            "pits |stops |boxes |comes in",
            rf"(?:(?:say|if|suppose|when)\s+)?{_ONE}\s+{_COMES_IN}\s*[,:;]?\s+(?:(?:is|does|will|would)\s+(?:he|she)\s+)?"
            rf"(?:still\s+|be\s+|come\s+(?:back\s+)?out\s+|stay\s+|rejoin\s+)*{said}\s+{_OTHER}",
            rf"would \g<one> come out {side} \g<other> if he stops now",
        )
        for side, said in _SIDES.items()
    ),
    (
        "p",
        r"(?:from\s+)?(?P<one>p\d+)\s*(?:to|through|-|–|down\s+to)\s*(?P<other>p\d+)\s*[,:]?\s*(?:the\s+)?(?:gap|spread|delta|difference|margin)",
        r"how far is \g<other> behind \g<one>",
    ),
    # Beside a gap of two "their" is of both.
    *(
        (
            "gap",
            rf"{form},?\s+(?:and|&|\+|plus)\s+(?:their\s+|the\s+)?(?P<what>tyre\s+ages?|tire\s+ages?|age\s+of\s+(?:their\s+)?(?:tyres|tires)|tyres|tires|stops|pace)",
            told,
        )
        for form, told in (
            (
                rf"(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?gap\s+between\s+{_ONE}\s+and\s+{_OTHER}",
                r"gap between \g<one> and \g<other> and what are the \g<what> of \g<one> and \g<other>",
            ),
            (
                rf"(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?gap\s+between\s+(?:the\s+)?(?:two\s+)?(?P<team>(?!them\b){_WHO})(?:\s+{_BOTH_OF_IT})?",
                r"what is the gap between the two \g<team> and what are the \g<what> of the two \g<team>",
            ),
            (
                rf"(?:the\s+)?(?P<team>{_WHO})(?:\s+{_BOTH_OF_IT})?\s*[:,-]\s*(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?gap(?:\s+between\s+(?:them|the\s+two))?",
                r"what is the gap between the two \g<team> and what are the \g<what> of the two \g<team>",
            ),
        )
    ),
    # A lap of two is their times on it.
    (
        "compare",
        rf"{_OF_LAP}{_ONE}\s+(?:and|&|vs?\.?|versus|against|to|with)\s+{_OTHER}",
        r"compare the lap times of \g<one> and \g<other> on lap \g<n>",
    ),
    (
        "compare",
        rf"{_OF_LAP}(?:the\s+|both\s+)?(?:two\s+)?(?P<team>[\w-]+(?:\s[\w-]+)?)\s+{_BOTH_OF_IT}",
        r"lap times of the two \g<team> on lap \g<n>",
    ),
    (
        "lap ",
        rf"{_ON_LAP}\s*[:,]?\s+{_ONE}{_AGAINST}{_OTHER}",
        r"compare the lap times of \g<one> and \g<other> on lap \g<n>",
    ),
    (
        "lap ",
        rf"{_ONE}{_AGAINST}{_OTHER}\s*[:,]?\s+{_ON_LAP}",
        r"compare the lap times of \g<one> and \g<other> on lap \g<n>",
    ),
    (
        "compare",
        rf"compare\s+the\s+lap\s+times\s+of\s+(?P<who>{_WHO}(?:\s*,\s*{_WHO})+\s*,?\s+and\s+{_WHO})\s+{_ON_LAP}",
        r"lap times of \g<who> on lap \g<n>",
    ),
    # "Compare" at the end is of both.
    (
        "compare",
        rf"how\s+(?:do|did|does)\s+the\s+(?:tyres|tires)\s+of\s+{_ONE}\s+and\s+{_OTHER}\s+compare",
        r"tyres of \g<one> and \g<other>",
    ),
    (
        "compare",
        rf"how\s+(?:do|did|does)\s+the\s+(?P<what>[\w -]+?)\s+of\s+{_ONE}\s+and\s+{_OTHER}\s+compare",
        r"compare the \g<what> of \g<one> and \g<other>",
    ),
    # How big the gap is now is told with how it has changed.
    (
        "since lap",
        rf"(?:by\s+)?how\s+(?:much(?:\s+time)?|many\s+seconds)\s+has\s+{_ONE}\s+{_CLOSED}\s+{_OTHER}\s+{_SINCE}{_GAP_NOW}?",
        r"how has the gap between \g<one> and \g<other> changed since lap \g<n>",
    ),
    (
        "since lap",
        rf"{_ONE}\s+has\s+{_CLOSED}\s+{_OTHER}\s*,?\s+(?:and\s+)?by\s+how\s+(?:much|many\s+seconds)\s+{_SINCE}{_GAP_NOW}?",
        r"how has the gap between \g<one> and \g<other> changed since lap \g<n>",
    ),
    (
        " lap",
        rf"(?:what|how\s+much(?:\s+time)?)\s+(?:has|is|was)\s+{_ONE}\s+(?:been\s+)?{_OPENING}\s+{_OTHER}\s+{_A_LAP}\s*,?\s+(?:say\s+)?{_SINCE}",
        r"how much has \g<one> pulled away from \g<other> since lap \g<n>",
    ),
    # Who is closer, the gaps of both to the third tell.
    *(
        (
            "clos|near",
            said,
            r"what is the gap between \g<one> and \g<whom> and what is the gap between \g<other> and \g<whom>",
        )
        for said in (
            rf"(?:who|which(?:\s+one|\s+car)?)(?:['’]?s|\s+is|\s+was)\s+{_CLOSER_TO}\s+{_WHOM}"
            rf"(?:\s*[,:]\s*|\s+(?=[\w'’-]+\s+or\b)){_ONE}\s+or\s+{_OTHER}",
            rf"(?:who|which)\s+(?:out\s+)?of\s+{_ONE}\s+(?:and|or)\s+{_OTHER}\s+(?:is|was)\s+{_CLOSER_TO}\s+{_WHOM}",
            rf"is\s+{_ONE}\s+or\s+{_OTHER}\s+{_CLOSER_TO}\s+{_WHOM}",
        )
    ),
    # How far the second is, is told with who it is; how much one best lap is quicker, with whose it is.
    (
        "second",
        rf"(?:how\s+much|what)(?:['’]?s|\s+has|\s+does|\s+is)?\s+{_ONE}\s+(?:got|have|has)\s+(?:on|over|in\s+hand\s+over)\s+"
        r"(?:who(?:m|so)?ever(?:['’]?s|\s+is)\s+(?:in\s+)?|the\s+(?:man|car|guy|driver|one|bloke)\s+in\s+)?second(?:\s+place)?",
        r"gap between \g<one> and P2",
    ),
    (
        "best|fastest",
        rf"(?:who|which)\s+of\s+{_ONE}\s+(?:and|or)\s+{_OTHER}\s+(?:has|had|set)\s+the\s+(?:quicker|faster|better)\s+(?:best|fastest)(?:\s+lap)?"
        r"(?:,?\s+(?:and\s+)?by\s+how\s+much)?",
        r"who has the quicker best lap, \g<one> or \g<other>",
    ),
    (
        "by how much",
        r"(?P<ask>(?:who|which)\b[^,]*\b(?:quicker|faster|better)\s+(?:best|fastest|quickest)\b[^,]*(?:,\s*[\w'’-]+\s+or\s+[\w'’-]+)?),?\s+(?:and\s+)?by\s+how\s+much",
        r"\g<ask>",
    ),
    # The change a lap is told with the gap's history.
    (
        "rate|how fast|how quickly|how much",
        rf"(?:at\s+what\s+rate|how\s+(?:fast|quickly)|how\s+much(?:\s+time)?\s+{_A_LAP})\s+is\s+{_ONE}\s+{_OPENING}\s+{_OTHER}"
        rf"(?:\s+{_A_LAP})?",
        r"describe the gap between \g<one> and \g<other>",
    ),
    (
        "gaps",
        rf"(?:is|was|has)\s+{_ONE}\s+(?:really\s+|actually\s+|still\s+)?(?:been\s+)?{_CLOSING}\s+{_OTHER}\s*[,;?]?\s+(?:and\s+)?how\s+have\s+the"
        r"\s+(?:last\s+|recent\s+|latest\s+)?(?:few\s+)?gaps\s+(?:gone|been|developed|changed)",
        r"describe the gap between \g<one> and \g<other>",
    ),
    (
        "inside",
        rf"(?:for\s+)?how\s+(?P<long>many\s+laps|long){_AT_THE_LINE}\s+(?:has|was)\s+{_ONE}\s+(?:been\s+)?inside\s+(?:a|one|1)\s+second\s+of\s+{_OTHER}",
        r"how \g<long> has \g<one> been within 1 second of \g<other>",
    ),
    (
        "team",
        rf"how\s+(?:close|near)\s+(?:did|has)\s+{_ONE}\s+(?:get|got|come|been)\s+to\s+(?:his|her)\s+team\s?-?mate{_AT_THE_LINE}{_LAST_LAPS}{_AND_WHEN}",
        r"how close did \g<one> get to \g<one>'s teammate\g<span>",
    ),
    (
        "at the line|lap|near ",
        rf"how\s+(?:close|near)\s+(?:did|has)\s+{_ONE}\s+(?:get|got|come|been)\s+to\s+{_OTHER}{_AT_THE_LINE}{_LAST_LAPS}{_AND_WHEN}",
        r"how close did \g<one> get to \g<other>\g<span>",
    ),
    (
        "average",
        rf"how\s+does\s+the\s+average(?:\s+(?:pace|lap|lap\s+time))?\s+of\s+{_ONE}\s+over\s+laps\s+(?P<n>\d+)\s+to\s+(?P<m>\d+)\s+compare\s+(?:with|to)"
        rf"\s+(?:that\s+of\s+)?{_OTHER}(?:\s*,\s*whom?\s+he\b.*)?",
        r"average lap times of \g<one> and \g<other> over laps \g<n> to \g<m>",
    ),
    (
        "mean|average",
        rf"(?:the\s+)?(?:mean|average)(?:\s+laps?)?\s+of\s+{_ONE}\s+and\s+(?:of\s+)?{_OTHER}\s+(?:over|for|in|on|from)\s+laps?\s+(?P<n>\d+)\s*(?:-|–|to)\s*(?P<m>\d+)"
        r"(?:\W+(?:and\s+)?(?:i\s+want\s+|give\s+me\s+)?the\s+(?:delta|difference|gap))?",
        r"average lap times of \g<one> and \g<other> over laps \g<n> to \g<m>",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
