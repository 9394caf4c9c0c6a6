"""Questions as people say them who watch rather than read timing, and the words of a timing screen."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import HERE, NAME, SO_FAR
from director.planners.offline.apart.reworded_stewards import LOOKED_AT, STEWARDS
from director.planners.offline.apart.reworded_stops import TYRES

_PLACES = r"(?:places?|positions?|spots?|ground)"
_IN_ALL = rf"(?:\s+(?:in|over|during)\s+the\s+(?:whole\s+|entire\s+)?(?:race|sprint|session|grand\s+prix))?{SO_FAR}"
_ORDINAL = r"(?P<nth>first|second|third|fourth|last)"
_LOST = r"(?:lose|drop|shed|give\s+up|give\s+away)"
_GAINED = r"(?:gain|make\s+up|pick\s+up)"
_POLE = (
    r"(?:the\s+)?(?:(?:guy|man|bloke|driver|car|one)\s+(?:(?:who|that)\s+(?:was|started)\s+)?(?:on|from)\s+pole"
    r"|pole[\s-]?(?:sitter|man))"
)
_ALL = r"(?:everyone|everybody|all\s+(?:of\s+)?(?:them|(?:the\s+)?(?:cars|drivers))|the\s+whole\s+field)"
_FEW = r"(?P<few>the\s+(?:points|top\s+\w+))"
_IS_IT_SO = r"(?:\W+(?:then|right|correct|yes|no|yeah))"
_MOVING = r"(?:been\s+)?(?:moving|changing|developing|evolving|trending)(?:\s+(?:lately|of\s+late|recently))?"
_ON_THE_GRID = (
    r"(?:pole(?:\s+position)?|(?:the\s+)?(?:back|rear|front)(?:\s+row)?(?:\s+of\s+the\s+(?:grid|field))?|(?:dead\s+)?last"
    r"|the\s+pit\s?lane|p\d+|\d+(?:st|nd|rd|th)(?:\s+on\s+the\s+grid)?)"
)
_NO_TEAM = (
    "two|top|first|front|leading|lead|last|best|other|leaders|champions|cars|drivers|teams|classes|stops|stints|laps"
    "|sectors|compounds|tyres|tires"
)

LOOSELY: tuple[tuple[str, str, str], ...] = (
    *LOOKED_AT,
    (
        "deleted",
        r"(?P<who>.*\b(?:more|fewer|less)\s+than\s+\w+)\s+laps?(?:\s+times?)?\s+deleted",
        r"\g<who> deleted laps",
    ),
    # Places go to passes, stops and retirements alike: the history tells on which laps.
    (
        "where ",
        rf"where\s+(?:did|has|have)\s+(?P<who>{NAME})\s+(?:all\s+)?(?P<how>{_LOST}|{_GAINED}|lost|dropped|gained|made\s+up|picked\s+up)"
        rf"\s+(?:all\s+)?(?:of\s+)?(?:(?:those|these|the|his|her|that|so\s+many|a\s+few|some|\d+)\s+)?{_PLACES}{SO_FAR}",
        r"position history of \g<who>",
    ),
    (
        "gone|been|done|fared|got on|getting on|doing|faring",
        rf"how(?:['’]?s|\s+is|\s+has|\s+did|\s+have)?\s+(?P<who>{NAME})\s+(?:gone|been|done|doing|faring|fared|got\s+on|getting\s+on|do|fare|get\s+on)\s+"
        rf"(?:(?:after|since|having|from)\s+(?:start(?:ing|ed)|qualif(?:ying|ied)|lin(?:ing|ed)\s+up|he\s+started)\b.*|from\s+{_ON_THE_GRID})",
        r"has \g<who> gained or lost positions",
    ),
    (
        "third of the way|quarter of the way|thirds of the way|quarters of the way|way in|way through",
        r"(?:are|is|were)\s+(?:we|they|it|this|the\s+(?:race|sprint))\s+(?:even\s+|already\s+|nearly\s+|about\s+|only\s+|yet\s+)*"
        r"(?:past\s+|over\s+)?(?:an?\s+|one\s+|two\s+|three\s+)?(?:third|quarter|fifth|tenth|thirds|quarters)\s+(?:of\s+the\s+way\s+)?"
        r"(?:in|through|done|into\s+(?:it|this|the\s+(?:race|sprint)))(?:\s+(?:yet|already|now))?",
        "what percentage of the race is done",
    ),
    (
        "left of|left in|remains of",
        r"(?:so\s+)?(?:what(?:['’]?s|\s+is)|how\s+much(?:['’]?s|\s+is)?)\s+(?:still\s+)?left\s+(?:of|in)\s+(?:this|the)\s+(?:sprint|race|grand\s+prix|gp)",
        "how much of the race is left",
    ),
    (
        " any lap| a lap|single lap",
        rf"(?:has|did|have)\s+(?P<who>{NAME})\s+(?:even\s+|actually\s+)?(?:done|do|complete|completed|manage|managed|get|got|turn|turned|drive|driven)"
        r"\s+(?:any|a(?:\s+single)?)\s+laps?(?:\s+(?:in|at\s+all|yet|so\s+far|today))*",
        r"how many laps has \g<who> done",
    ),
    # The place it started in and the one it has are told with it.
    (
        "pole",
        rf"how\s+many\s+{_PLACES}\s+(?:has|did|have)\s+{_POLE}\s+(?:lost|lose|dropped|drop|fallen|fall|slipped|given\s+up)(?:\s+back)?{SO_FAR}",
        "where is the car that started P1",
    ),
    (
        "pole",
        rf"(?:where(?:['’]?s|\s+is|\s+are|\s+did)\s+{_POLE}(?:\s+(?:finish|end\s+up|now|right\s+now|at\s+the\s+moment))?"
        rf"|what\s+(?:became|has\s+become)\s+of\s+{_POLE}|how(?:['’]?s|\s+is)\s+{_POLE}\s+doing"
        r"|who\s+(?:started|was|sat|qualified|began)\s+(?:on|from)\s+pole(?:\s+position)?,?"
        r"\s+and\s+where(?:['’]?s|\s+is)\s+(?:he|she|that\s+car|it)(?:\s+now)?)",
        "where is the car that started P1",
    ),
    (
        "other ",
        r"who(?:['’]?s|\s+is|\s+was|\s+has|\s+drives|\s+drove)?\s+(?:in\s+|driving\s+)?the\s+other\s+[\w ]+?"
        rf"\s+(?:next\s+to|alongside|beside|with|besides|apart\s+from|than)\s+(?P<who>{NAME})",
        r"who is \g<who>'s teammate",
    ),
    *STEWARDS,
    (
        "time round|time around|time",
        rf"(?P<ask>how\s+long\s+(?:was|did|has)\s+(?P<who>{NAME}))\s+(?:sat|sitting|stuck|stopped|spend|spent|been|parked|stay|in)?\s*(?:in\s+)?the\s+(?:pits?|pit\s?lane|box)"
        rf"\s+(?:for\s+)?(?:the\s+|his\s+|her\s+)?{_ORDINAL}\s+time(?:\s+(?:round|around))?",
        r"how long was \g<who>'s \g<nth> stop",
    ),
    (
        " out of | from ",
        rf"how\s+many\s+laps\s+(?:did|has|have)\s+(?P<who>{NAME})\s+(?:squeezed?|got|get|gotten|wrung|wring|milked?|coaxed?|extract(?:ed)?|eked?|had|have|do|done)"
        rf"\s+(?:out\s+of|from)\s+(?:his|her|the|that|those)\s+(?:\w+\s+)?(?:set\s+of\s+)?(?P<tyres>{TYRES})(?:\s+(?:tyres?|stint|set))?{SO_FAR}",
        r"how long were \g<who>'s stints on \g<tyres>",
    ),
    (
        "going home|heading home|for the chop|eliminated|cut|knocked out|go out|going out|be out",
        r"(?:who(?:['’]?d|\s+would|\s+will)\s+be\s+(?:going\s+home|heading\s+home|for\s+the\s+chop|eliminated|cut|knocked\s+out|going\s+out|out|gone)|who\s+(?:goes|would\s+go|will\s+go)\s+(?:home|out))"
        rf"\s+if\s+(?:s?q[123]|it|this|(?:the\s+)?(?:session|segment|qualifying))\s+(?:stopped|stops|ended|ends|finished|finishes|was\s+over|were\s+over){HERE}",
        "who is in the drop zone",
    ),
    (
        "nobody|no one|no-one|no cars|nothing|empty",
        r"(?:why|how\s+come)(?:['’]?s|\s+is|\s+are|\s+was)?\s+(?:there\s+)?(?:(?:nobody|no[\s-]one|no\s+cars?|nothing)\s+(?:is\s+|are\s+)?(?:out(?:\s+there)?|on\s+(?:the\s+)?track|running|driving|going\s+round)"
        r"|(?:the\s+)?track\s+(?:is\s+)?(?:so\s+)?empty)(?:\s+(?:out\s+there|now|right\s+now|at\s+the\s+moment))?",
        "is the session running",
    ),
    (
        " no | isn| not ",
        r"(?:why|how\s+come)(?:['’]?s|\s+is|\s+are)?\s+(?:there\s+)?(?:(?:is\s+)?no\s+(?P<who>(?!one\b|more\b|cars?\b)[\w'’-]+))\s+(?:on|in)\s+(?:the\s+|this\s+)?(?:board|list|screen|tower|timing|timing\s+screen|race|sprint|order|standings|track|results)",
        r"what happened to \g<who>",
    ),
    (
        "up front|at the front|at the sharp end|at the top",
        r"how\s+(?:did|does|has)\s+(?:the\s+|this\s+)?(?:race|sprint|gp|grand\s+prix|it)\s+(?:finish|end|end\s+up|turn\s+out|look)\s+(?:up\s+front|(?:up\s+)?at\s+the\s+(?:front|sharp\s+end|top))",
        "top three",
    ),
    (
        "up front|at the front|at the sharp end",
        r"(?:which|what)\s+(?:tyres?|tires?|compounds?|rubber)(?:\s+(?:are|is)\s+(?:they|everyone|everybody|it))?(?:\s+(?:on|using|running))?\s+(?:up\s+front|(?:up\s+)?at\s+the\s+(?:front|sharp\s+end))",
        "the top three and their tyres",
    ),
    (
        "had to",
        r"who\s+(?:(?:has|have)\s+)?had\s+to\s+(?:pit|box|stop|come\s+in)(?P<when>\s+(?:on|in|at|during|under|by|before|after)\s+.+)?",
        r"who pitted\g<when>",
    ),
    (
        "happened",
        rf"what(?:['’]?s|\s+is)\s+happened\s+(?:to|with)\s+(?P<who>{NAME})(?P<rest>\b.*)",
        r"what happened to \g<who>\g<rest>",
    ),
    # The one who chases the last points is told with how far he is behind.
    (
        "point",
        r"who(?:['’]?d|['’]?s|\s+would|\s+has|\s+is|\s+holds|\s+gets|\s+takes)?\s+(?:get|gets|has|have|take|takes|holds?|score|scores|in|on)?\s*"
        rf"the\s+last\s+(?:\w+\s+)?points?(?:\s+(?:place|position|spot))?{HERE}(?:\s+as\s+(?:it|things)\s+stands?)?\s*,?\s+and\s+"
        r"(?:by\s+how\s+much|(?:how\s+(?:far|much|close)\s+(?:back|behind|off|away)?\s*(?:is|are)\s+|who(?:['’]?s|\s+is)\s+)"
        r"(?:the\s+)?(?:chaser|chasing(?:\s+(?:him|it))?|next(?:\s+(?:car|man|one|driver))?|(?:car|man|one|driver)\s+behind(?:\s+him)?|first\s+(?:car|man|one|driver)\s+outside)"
        r"(?:\s+behind)?)",
        "who has the last point and who is just outside the points",
    ),
    (
        "last ",
        r"(?:who(?:['’]?s|\s+is|\s+has|\s+holds)?\s+)?(?:in\s+)?(?:the\s+)?last\s+(?:(?:guy|man|car|driver|one)\s+in\s+the\s+points|(?:points?|paying|scoring)\s+(?:place|position|spot))"
        r"\s*,?\s+and\s+who(?:['’]?s|\s+is)\s+(?:the\s+)?(?:next(?:\s+(?:in\s+line|up|one))?|(?:just|first)\s+outside|knocking\s+(?:on\s+the\s+door|at\s+it)|chasing(?:\s+(?:him|it))?)",
        "who has the last point and who is just outside the points",
    ),
    (
        "track limits",
        rf"how\s+many\s+(?:laps?|lap\s+times?|times)\s+(?:went|were\s+lost|have\s+gone|have\s+been\s+lost|were\s+deleted|got\s+deleted)\s+(?:to|for)\s+track\s+limits{_IN_ALL}"
        r"\s*,?\s+and\s+who\s+(?:(?:was|is)\s+(?:the\s+)?worst(?:\s+(?:offender|culprit))?|(?:had|has|lost)\s+(?:the\s+)?most)",
        "how many laps were deleted and who had the most",
    ),
    (
        "how ",
        r"(?P<ask>who(?:['’]?s|\s+is)\s+(?:in\s+)?(?P<one>p\d+))\s*,?\s+and\s+how\s+(?:close|near|far(?:\s+(?:back|behind|off|away))?)\s+is\s+(?P<other>p\d+)",
        r"\g<ask> and what is the gap between \g<one> and \g<other>",
    ),
    # Who leads them is the best placed of them.
    (
        "them|those|the lot",
        rf"(?P<who>who(?:['’]?s|\s+is|\s+are)\s+on)\s+(?:the\s+|full\s+)*(?P<tyres>{TYRES})\s*,?\s+and\s+(?:who(?:['’]?s|\s+is)?\s+)?"
        r"(?:leads?|leading|ahead|in\s+front|first|(?:the\s+)?(?:best|highest)(?:\s+placed)?|top)\s*(?:of\s+|among\s+)?(?:them|those|the\s+lot)",
        r"\g<who> \g<tyres> and who is highest placed on \g<tyres>",
    ),
    # "Laps" and "leading" of one question would be the laps led.
    (
        "lead",
        r"how\s+many\s+laps\s+(?:(?:are|is)\s+)?(?:there\s+)?(?:still\s+)?(?:to\s+go|left|remaining|remain)\s*(?:,|,?\s+and)\s*who(?:['’]?s|\s+is)\s+(?:leading|in\s+the\s+lead)",
        "how many laps are left and who is the leader",
    ),
    (
        "lead",
        r"who(?:['’]?s|\s+is)\s+(?:leading|in\s+the\s+lead)\s*(?:,|,?\s+and)\s*how\s+many\s+laps\s+(?:(?:are|is)\s+)?(?:there\s+)?(?:still\s+)?(?:to\s+go|left|remaining|remain)",
        "who is the leader and how many laps are left",
    ),
    (
        "between the",
        rf"(?P<ask>.*\b(?:gap|difference|delta)\s+between\s+the)\s+(?!(?:\w+\s+)?(?:{_NO_TEAM})\b)"
        r"(?P<team>[a-z][\w-]*(?:\s+[a-z][\w-]*)?s)",
        r"\g<ask> two \g<team>",
    ),
    (
        "finish behind",
        rf"who(?:['’]?d|\s+did)\s+(?P<who>{NAME})\s+finish\s+(?:just\s+|right\s+)?behind(?P<much>,?\s+and\s+by\s+how\s+much)?",
        r"who is ahead of \g<who>\g<much>",
    ),
    (
        "after|following",
        rf"(?P<ask>where\s+did\s+{NAME}\s+(?:end\s+up|finish|come\s+home))\s+(?:after|following)\s+(?:going\s+off|spinning|running\s+wide|(?:his|her|the|that)\s+(?:off|spin|excursion))",
        r"\g<ask>",
    ),
    # On which lap it was is told with its tyres.
    (
        "lap and ",
        rf"(?:on\s+)?(?:what|which)\s+lap\s+and\s+(?:on\s+)?(?:what\s+|which\s+)?(?:tyres?|tires?|compound)\s+did\s+(?P<who>{NAME})\s+(?:do|set|get|drive)\s+(?:his|her)\s+(?:best|fastest|quickest)\s+(?:lap\s+time|lap|time)(?:\s+on)?",
        r"what tyre did \g<who> set his best time on",
    ),
    (
        " lost| losing",
        rf"what\s+(?:was|is)\s+(?P<who>{NAME})\s+doing\W+(?:he\s+)?(?:(?:was\s+)?losing|lost|(?:over\s+|about\s+)?\d+\s*(?:s|secs?|seconds)\s+lost)(?:\s+.*)?",
        r"where did \g<who> lose time",
    ),
    # Where he is now is told with where he was.
    (
        "before he|before his|before the",
        rf"(?:where\s+was\s+)?(?P<who>{NAME})(?:\W+where\s+was\s+he)?\s+before\s+(?:he\s+(?:stopped|pitted|boxed)|(?:his|the)\s+(?:pit\s?)?stop)"
        r"\s+and\s+where(?:['’]?s|\s+is)\s+he(?:\s+now)?",
        r"where was \g<who> before he stopped",
    ),
    (
        "position",
        rf"(?:what\s+(?:are|were)\s+)?(?P<one>{NAME}?)(?:['’]s)?\s+and\s+(?P<other>{NAME}?)['’]s\s+positions?\s+and\s+best\s+(?:lap\s+times|laps?|times?)",
        r"where is \g<one>, where is \g<other> and what are the best laps of \g<one> and \g<other>",
    ),
    (
        " top ",
        rf"(?P<who>{NAME}?)(?:['’]?s|\s+is)\s+(?:out\s+of|outside)\s+the\s+top\s+(?P<n>\d+)\W+(?:and\s+)?how\s+far\s+(?:off|out|away|back|outside)(?:\s+is\s+he)?",
        r"is \g<who> out of the top \g<n> and what is the gap between \g<who> and p\g<n>",
    ),
    # What is said of everyone is asked: those of whom it is not so are told.
    (
        "everyone|everybody|all |field",
        rf"(?:so\s+)?{_ALL}(?:['’]?s|\s+is|\s+are)\s+(?:still\s+|now\s+)?on\s+(?:the\s+)?(?P<what>{TYRES}){_IS_IT_SO}?",
        r"is everyone on \g<what>",
    ),
    (
        "everyone|everybody|all |field",
        rf"(?:so\s+)?{_ALL}\s+(?:still\s+|now\s+)?on\s+(?:the\s+)?(?P<what>{TYRES}){_IS_IT_SO}",
        r"is everyone on \g<what>",
    ),
    *(
        (
            "everyone|everybody|every |all |are the top ",
            rf"(?:so\s+)?{whom}\s+(?:still\s+|now\s+)?on\s+(?:the\s+)?(?P<what>{TYRES}){_IS_IT_SO}?",
            r"who in \g<few> is not on \g<what>",
        )
        for whom in (
            rf"(?:is|are)\s+(?:{_ALL}|every\s+(?:car|driver|one))\s+(?:in|of)\s+{_FEW}",
            rf"are\s+(?:all\s+(?:of\s+)?)?{_FEW}",
            rf"(?:are\s+)?{_FEW}\s+(?:are\s+)?all",
            rf"(?:{_ALL}|every\s+(?:car|driver|one))\s+(?:in|of)\s+{_FEW}\s+(?:is|are)",
        )
    ),
    (
        "moving|changing|developing|evolving|trending",
        rf"(?P<gap>.*\b(?:gap|drs\s+range)\b.*?),?\s+and\s+how(?:['’]?s|\s+has|\s+is)\s+(?:it|that)\s+{_MOVING}",
        r"\g<gap> and how has the gap changed",
    ),
    (
        "moving|changing|developing|evolving|trending",
        rf"how(?:['’]?s|\s+has|\s+is)\s+(?P<gap>the\s+gap\b.*?)\s+{_MOVING}",
        r"how has \g<gap> changed",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
