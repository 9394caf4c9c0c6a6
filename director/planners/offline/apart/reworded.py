"""Questions in an order of words that hides what is asked, in one that shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from director.language.late_patterns import compile_later
from director.planners.offline.apart.reworded_briefly import BRIEFLY
from director.planners.offline.apart.reworded_changes import CHANGES
from director.planners.offline.apart.reworded_chat import CHAT
from director.planners.offline.apart.reworded_duels import DUELS
from director.planners.offline.apart.reworded_laps import LAPS, LAST_LAPS
from director.planners.offline.apart.reworded_loosely import LOOSELY
from director.planners.offline.apart.reworded_order import ORDER
from director.planners.offline.apart.reworded_pace import PACE
from director.planners.offline.apart.reworded_positions import POSITIONS
from director.planners.offline.apart.reworded_several import BOTH_ENDS, SEVERAL
from director.planners.offline.apart.reworded_stops import STOPS, TYRES
from director.planners.offline.apart.reworded_timed import TIMED

_PASSED = r"(?:get|got|pass|passed|take|taken|overtake|overtaken|jump|jumped|get\s+past|got\s+past|get\s+by|got\s+by)"
_REWORDED: tuple[tuple[Sequence[str], re.Pattern[str], str], ...] = tuple(
    (cues.split("|"), compile_later(pattern, re.IGNORECASE), told)
    for cues, pattern, told in (
        *BRIEFLY,
        *CHAT,
        *DUELS,
        *SEVERAL,
        *LOOSELY,
        *TIMED,
        *ORDER,
        *(*POSITIONS, *CHANGES),
        *STOPS,
        *BOTH_ENDS,
        # Whether it is the only one, the others on that list tell.
        (
            "the only",
            r"(?:is|was|are|were)\s+(?!it\b|he\b|she\b|that\b|this\b)[\w'’ -]+?\s+the\s+only\s+(?:one|car|driver|man)"
            r"(?P<of>\s+(?:of|in|from|among)\s+(?:the\s+)?(?:top|first|leading)\s+\w+)?"
            r"\s+(?P<how>on|with|under)\s+(?P<what>.+)",
            r"who\g<of> is \g<how> \g<what>",
        ),
        (
            "the only",
            r"(?:is|was|are|were)\s+(?!it\b|he\b|she\b|that\b|this\b)[\w'’ -]+?\s+the\s+only\s+(?:one|car|driver|man)"
            r"\s+(?:to\s+have|who\s+has|that\s+has|who['’]s|yet\s+to\s+have)\s+(?P<what>.+)",
            r"who has \g<what>",
        ),
        # What somebody got for a reason is a penalty.
        (
            "get",
            r"what\s+did\s+(?P<who>(?!he\b|she\b|they\b)[\w'’-]+(?:\s[\w'’-]+)?)\s+get,?\s+(?:and\s+)?(?:why|(?:what|and)\s+for|for\s+what)",
            r"what did \g<who> get a penalty for",
        ),
        # Of two in a place only one can be there.
        (
            " or ",
            r"(?:(?:so|is\s+it|who['’]?s|who\s+is)\s+(?:it\s+)?)?[\w'’-]+\s+or\s+[\w'’-]+\s+(?:in|is\s+in|running|for)\s+"
            r"(?P<place>p\d+|\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)",
            r"who is in \g<place>",
        ),
        *PACE,
        # On which lap it was, the passes of the two tell.
        (
            "start",
            rf"(?P<ask>(?:did|has|have)\s+[\w'’-]+\s+{_PASSED}\s+(?:past\s+|by\s+|ahead\s+of\s+)?[\w'’-]+)"
            r"\s+(?:at|on|off|after|from)\s+the\s+start",
            r"\g<ask>",
        ),
        (
            "laps",
            rf"how\s+many\s+laps\s+(?:are\s+|have\s+|were\s+)?(?:there\s+)?on\s+(?P<whose>[\w-]+['’]?s)\s+{TYRES}",
            r"how old are \g<whose> tyres",
        ),
        # How much a lap is told with who is quicker, and the margin with a fastest lap.
        (
            "by how much",
            r"(?P<ask>who['’]?s?\s+(?:(?:was|is|has\s+been)\s+)?(?:quicker|faster|slower)\b.*?),?\s+(?:and\s+)?by\s+how\s+much"
            r"\s+(?:a|per|each)\s+lap",
            r"\g<ask>",
        ),
        (
            "fastest lap|best lap|quickest lap",
            r"(?P<ask>.*\b(?:fastest|best|quickest)\s+lap\b.*?),?\s+and\s+(?:by\s+)?how\s+(?:far|much)\s+(?:clear|quicker|faster|ahead)\b.*",
            r"\g<ask>",
        ),
        (
            "stint",
            r"(?P<ask>who['’]?s?\b.*\bon\b.*?)\s+(?:for|in|on|during)\s+(?:this|the\s+current|the\s+present|their\s+current)\s+stint",
            r"\g<ask>",
        ),
        (
            "what did|what have|what has",
            r"what\s+(?:did|have|has)\s+(?:the\s+)?(?:top|front|first|leading)\s+(?P<n>\w+)\s+(?:put\s+on|fit|fitted|gone\s+(?:on)?to"
            r"|go\s+(?:on)?to|switch(?:ed)?\s+to|change(?:d)?\s+to|bolt(?:ed)?\s+on)",
            r"what tyres are the top \g<n> on",
        ),
        (
            "old",
            rf"(?P<ask>.*\bon\s+)(?:the\s+|those\s+|these\s+)?old\s+(?P<tyres>{TYRES})",
            r"\g<ask>\g<tyres>",
        ),
        (
            "how close did",
            r"how\s+close\s+did\s+(?P<who>[\w-]+)\s+(?:get|come|finish)(?:\s+(?:at|by)\s+the\s+(?:chequered\s+)?(?:flag|finish|end|line))?",
            r"how close was \g<who>",
        ),
        (
            "overall|in total|altogether",
            r"(?P<ask>how\s+(?:many|much|often|long)\b.*?)\s+(?:overall|in\s+total|altogether|all\s+told)",
            r"\g<ask>",
        ),
        (
            "how",
            r"how(?:['’]?s|\s+is)\s+(?P<whose>[\w-]+?)(?:['’]s|s['’]?)\s+lead(?:\s+(?:looking|doing|now))*",
            r"how big is \g<whose>'s lead",
        ),
        # Who would be in P3 is who is; who would be knocked out is not.
        (
            "would be",
            r"who\s+would\s+be\s+(?:out|knocked\s+out|eliminated|gone)(?:\s+(?:(?:right\s+)?now|as\s+(?:it|things)\s+stands?))?",
            "who is in the drop zone",
        ),
        # After the flag a gap is that of the flag.
        (
            "flag|finish|end|line",
            r"(?P<ask>(?!.*\b(?:will|would|when)\b).*\b(?:gaps?|margin|how\s+close|apart|difference)\b.*?)\s+(?:at|by|across)\s+the"
            r"\s+(?:chequered\s+)?(?:flag|finish|end|line)",
            r"\g<ask>",
        ),
        # What happened between two, whatever the thing is called.
        (
            " thing",
            r"(?:so\s+)?what\s*(?:was|is|['’]s|s)\s+(?:that|the|this)\s+thing\s+(?:with|between)\s+(?P<one>[\w'’-]+)\s+and\s+(?P<other>[\w'’-]+)"
            r"(?:\s+(?:at|on|in|about)\s+.*)?",
            r"what happened between \g<one> and \g<other>",
        ),
        (
            " of the ",
            r"(?:did\s+|has\s+)?any(?:thing|body)?\s+(?:come|came|happen(?:ed)?)\s+of\s+the\s+(?P<one>[\w-]+)(?:\s*(?:and|/|,)\s*|\s+)"
            r"(?P<other>[\w-]+)\s+(?:thing|incident|contact|clash|collision|business)(?:\s+(?:at|on|in)\s+.*)?",
            r"what happened between \g<one> and \g<other>",
        ),
        # Who leads is told with who drives.
        (
            " it",
            r"(?P<ask>who['’]?s?\s+(?:is\s+)?(?:leads?|leading|in\s+front|ahead|first|second|third|p\d+)\b.*?),?\s+(?:and\s+)?who['’]?s?\s+(?:is\s+)?"
            r"(?:in|driving|at\s+the\s+wheel\s+of)\s+it(?:\s+now)?",
            r"\g<ask>",
        ),
        (
            "one stop|1 stop|single stop",
            r"(?:who|which\s+(?:cars?|drivers?))(?:['’]?s|\s+is|\s+are|\s+has|\s+have)?\s+(?:the\s+only\s+(?:one|car|driver)s?\s+)?(?:left\s+|still\s+)?"
            r"(?:with|made|on|had)\s+(?:just\s+|only\s+)?(?:one|1|a\s+single)\s+stop(?:\s+(?:so\s+far|yet))?",
            "who has stopped once",
        ),
        (
            " only ",
            r"(?P<who>(?:who|which)\b.*\b(?:has|have))\s+only\s+(?P<done>stopped|pitted|been\s+in|boxed)\s+(?P<times>once|twice|one\s+time)",
            r"\g<who> \g<done> \g<times>",
        ),
        (
            "how ",
            r"how\s+(?:much|far|big)\s+(?:(?:of\s+)?an?\s+(?:lead|gap|cushion)\s+)?(?:has|is)\s+(?P<who>[\w-]+)\s+(?:got\s+)?"
            r"(?:pulled\s+out|pulled\s+away|clear|ahead|built|opened\s+up)\s+(?:on|of|over|from|to)\s+(?:the\s+(?:rest|field|pack|others)|everyone|everybody|them)"
            r"(?:\s+(?:already|now|so\s+far|else))*",
            r"how big is \g<who>'s lead",
        ),
        (
            " lead",
            r"(?P<who>[\w-]+)['’]s\s+lead\s*(?:,|and)\s*(?P<laps>(?:how\s+many\s+)?laps\s+(?:to\s+go|left|remaining).*)",
            r"how big is \g<who>'s lead and \g<laps>",
        ),
        (
            " stop",
            r"where\s+did\s+(?:the|his|that)\s+(?:pit\s?)?stop\s+(?:drop|put|leave)\s+(?P<who>[\w-]+)",
            r"where did \g<who> come out after the stop",
        ),
        (
            " and who",
            r"(?P<ask>.*\bthe\s+(?P<car>\d{1,3})\b.*?),?\s+and\s+who['’]?s?\s+(?:is\s+)?(?:driving|in|at\s+the\s+wheel)(?:\s+(?:it|of\s+it))?(?:\s+now)?",
            r"\g<ask> and who is driving the \g<car>",
        ),
        (
            "stationary|standing still",
            r"(?P<ask>how\s+long\s+was\s+(?:the\s+)?[\w'’-]+\s+(?:stationary|standing\s+still))(?:\s+(?:for|in\s+the\s+pits))?(?:\s+(?:at|on|in|during|for)\s+"
            r"(?:his|her|its|the|that)\s+(?:\w+\s+)?(?:pit\s?)?stop)?",
            r"\g<ask>",
        ),
        (
            "closest to",
            r"who['’]?s?\s+(?:is\s+)?(?:the\s+)?closest\s+to\s+the\s+(?:car|one|driver)\s+(?:ahead|in\s+front)(?:\s+of\s+(?:him|them|it))?(?:\s+now)?",
            "smallest gap to the car ahead",
        ),
        (
            " off ",
            rf"(?:is|are|has)\s+(?:anyone|anybody|any\s+(?:car|driver)s?)\s+(?:come\s+|gone\s+)?off\s+(?:the\s+|those\s+|their\s+)?(?P<tyres>{TYRES})(?:\s+yet)?",
            r"who is not on \g<tyres>",
        ),
        (
            " after start",
            r"(?P<ask>where['’]?s?\s+(?:is\s+)?[\w-]+?(?:\s+now)?)\s+after\s+start(?:ing|ed)?\b.*",
            r"\g<ask>",
        ),
        (
            "and when",
            r"(?P<ask>.*\b(?:safety\s+cars?|cautions?|red\s+flags?|vscs?|full\s+course\s+yellows?|yellows|scs?)\b.*?),?\s+and\s+when",
            r"\g<ask>",
        ),
        (
            ",",
            r"(?:(?:the|those|both)\s+)?(?:two\s+)?(?P<team>\w[\w -]*?),\s*(?:who|which(?:\s+one)?)(?:['’]?s)?\s+"
            r"(?:(?:finished|is|was|came\s+home)\s+)?(?P<rest>(?:ahead|in\s+front|higher)\b.*)",
            r"which \g<team> is \g<rest>",
        ),
        (
            "pit lane|pitlane",
            r"what['’]?s?\s+(?:is\s+)?(?:going\s+on|happening|the\s+(?:story|deal|matter))\s+(?:with|in|at)\s+the\s+pit\s?lane",
            "is the pit lane open",
        ),
        *LAST_LAPS,
        (
            "lost",
            r"who\s+(?:has\s+|have\s+)?lost\s+(?:a|his|their|the|any)?\s*(?:places?|positions?|spots?)\s+to"
            r"\s+(?!an?\b|the\b|his\b|their\b)(?P<who>[\w'’ -]+)",
            r"who has \g<who> passed",
        ),
        # After the flag a car's tyres are those of the flag.
        (
            "flag|finish|end|line",
            r"(?P<ask>(?!.*\b(?:will|would|when)\b).*\b(?:tyres?|tires?|compound|rubber|softs|mediums|hards|inters|wets)\b.*?)"
            r"\s+(?:at|by|when\s+he\s+crossed)\s+the\s+(?:flag|finish|end|line|chequered\s+flag)",
            r"\g<ask>",
        ),
        *LAPS,
        (
            "stop",
            r"(?:was\s+there|is\s+there|were\s+there|did\s+they\s+have)?\s*(?:a|any|some)?\s*(?:problems?|trouble|issues?|delay)"
            r"\s+(?:at|with|in|during|on)\s+(?P<whose>[\w-]+['’]?s?['’]?)\s+(?P<stop>(?:pit\s*)?stop)",
            r"was \g<whose> \g<stop> slow",
        ),
        (
            "back",
            rf"who(?:['’]s|\s+has|\s+have|\s+is|\s+are)?\s+(?:went|gone|going|come)?\s*back\s+(?:to|on|onto)\s+(?:the\s+)?(?P<on>{TYRES})"
            r"(?:\s+(?:for\s+the\s+(?:last|final)\s+stint|now|again))?",
            r"who is on \g<on>",
        ),
        (
            "worst|lowest",
            r"how\s+(?:far\s+(?:down|back)|low)\s+(?:was|did|has)\s+(?P<who>[\w'’-]+)\s+(?:at\s+(?:his\s+)?worst|at\s+the\s+(?:worst|lowest)"
            r"(?:\s+point)?|at\s+(?:his\s+)?lowest)",
            r"worst position of \g<who>",
        ),
        (
            "penalty",
            r"(?:if\s+they\s+finish\s+like\s+this|as\s+it\s+stands|like\s+this|as\s+things\s+stand)?[\s,]*where\s+(?:does|would|will|do)\s+"
            r"(?P<who>[\w-]+?)['’]?s\s+penalty\s+(?:drop|put|leave|place)\s+him",
            r"where does the penalty drop \g<who>",
        ),
        (
            "vsc|virtual",
            r"was\s+(?:it|there|that)\s+(?:just\s+|only\s+)?(?:a\s+)?(?:vsc|virtual\s+safety\s+car)\s+(?:at\s+)?(?:first|before|initially|to\s+begin\s+with)\b.*",
            "did the virtual safety car become a safety car",
        ),
    )
)
"""One of the words that a question must have, so that no pattern is compiled in vain; its form; and what it asks."""
_BY_CUE: dict[str, list[int]] = {}
for _at, (_cues, *_) in enumerate(_REWORDED):
    for _cue in _cues:
        _BY_CUE.setdefault(_cue, []).append(_at)


@lru_cache(64)
def reworded(question: str) -> str:
    """The question in other words, where it is one of these; else as it is. It is asked several times of a question."""
    said = question.strip().rstrip("?!. ")
    lower = said.lower()
    for at in sorted({at for cue, having in _BY_CUE.items() if cue in lower for at in having}):
        _, pattern, told = _REWORDED[at]
        if found := pattern.fullmatch(said):
            return found.expand(told)
    return question
