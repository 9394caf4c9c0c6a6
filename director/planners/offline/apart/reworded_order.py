"""Questions about who is where and about the order as a whole, in words that hide it, and the words that show it."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import CAR, NAME, NUMBER

_AT = r"(?:p\s?)?\d{1,2}(?:st|nd|rd|th)?"
_IN = r"(?:who(?:['’]?s|\s+is)?\s+(?:in\s+|it\s+in\s+)?)"

ORDER: tuple[tuple[str, str, str], ...] = (
    # A gap to a position is that between the two.
    (
        "gap|margin|difference|deficit|distance",
        rf"{_IN}?(?P<at>{_AT})(?:\s*,\s*|\s*,?\s+and\s+)(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+|his\s+|their\s+)?"
        rf"(?:gap|margin|difference|deficit|distance)\s+(?:back\s+|up\s+)?to\s+(?P<other>{_AT})",
        r"who is \g<at> and how far ahead of \g<other>",
    ),
    (
        " and how ",
        rf"who\s+(?:finished|is|was|came|came\s+home)\s+(?:in\s+)?(?P<at>{_AT})\s*,?\s+and\s+how\s+(?:close|far(?:\s+(?:behind|back|off))?)"
        rf"\s+(?:was|is)\s+(?P<other>{_AT})(?:\s+behind)?",
        r"who is \g<at> and how far ahead of \g<other>",
    ),
    (
        " or ",
        rf"{_IN}(?P<at>p\d+|\d{{1,2}}(?:st|nd|rd|th)),?\s+(?:is\s+it\s+)?{NAME}\s+or\s+{NAME}",
        r"who is in \g<at>",
    ),
    (
        " or ",
        rf"{NAME}\s+or\s+{NAME},?\s+(?:who|which(?:\s+one)?)(?:['’]?s|\s+is)?\s+(?:it\s+)?(?:in\s+)?(?P<at>p\d+|\d{{1,2}}(?:st|nd|rd|th))",
        r"who is in \g<at>",
    ),
    (
        "best of the rest",
        rf"is\s+{NAME}\s+(?:the\s+)?best\s+of\s+the\s+rest(?:\s+(?:now|at\s+the\s+moment|right\s+now|so\s+far))?",
        "who is best of the rest",
    ),
    (
        "top ",
        r"(?:the\s+|give\s+me\s+the\s+)?top\s+(?P<n>\d+|three|four|five|six|seven|eight|nine|ten|twelve|fifteen)(?:\s+(?:cars|drivers))?(?:\s*,|\s+and|\s+with)\s+(?:all\s+)?(?:the\s+|their\s+)?(?:best\s+)?(?:lap\s+)?times?",
        r"top \g<n>",
    ),
    (
        "one two|one-two|1 2|1-2",
        r"(?:is\s+(?:it|this|that)\s+)?(?:still\s+)?(?:an?\s+)?(?P<team>[a-z][\w ]*?)\s+(?:one|1)[\s-]+(?:two|2)"
        r"(?:\s+(?:now|still|then|at\s+the\s+moment|so\s+far))?",
        r"where are the \g<team>s",
    ),
    (
        "p1 ",
        r"(?:who(?:['’]?s|\s+is|\s+are)\s+)?p1\s+(?:through|thru|to|down\s+to)\s+p(?P<n>\d+)(?P<of>\b.*)",
        r"top \g<n>\g<of>",
    ),
    (
        "stop",
        rf"did\s+(?P<who>{NAME})\s+(?:keep|hold|retain|lose|hang\s+on\s+to)\s+(?:on\s+to\s+)?(?:the\s+lead|(?:first|his|that)\s+(?:place|position)|p\d+|any\s+(?:places?|positions?))"
        r"\s+(?:through|after|with|in|during|over|at|by|because\s+of)\s+(?:his|the|that|her)\s+(?:\w+\s+)?(?:pit\s?)?stop",
        r"how many places did \g<who> lose with his stop",
    ),
    (
        "stop",
        rf"did\s+(?P<who>{NAME}?)(?:['’]s|s['’])\s+(?:\w+\s+)?(?:pit\s?)?stop\s+(?:cost|lose)\s+(?:him|her|them)\s+(?:the\s+lead|(?:his|a|any)?\s*(?:places?|positions?|spots?))",
        r"how many places did \g<who> lose with his stop",
    ),
    (
        "drop|fall|fell|slip",
        rf"(?:where|(?:what|which)\s+(?:place|position))\s+(?:did|has)\s+(?P<who>{NAME})\s+(?:drop|dropped|fall|fallen|slip|slipped)(?:\s+back)?(?:\s+to)?(?:\s+(?:after|since)\s+(?:losing|he\s+lost)\s+.+)?",
        r"has \g<who> gained or lost positions",
    ),
    (
        "gain|winner|mover|loser",
        r"(?:who\s+(?:has\s+|have\s+)?gained\s+and\s+lost\s+the\s+most|(?:the\s+)?biggest\s+(?:winners?|gainers?|movers?)\s+and\s+(?:the\s+)?(?:biggest\s+)?losers?)"
        r"(?:\s+(?:positions|places|so\s+far|today))*(?:\s+(?:against|compared\s+(?:to|with)|versus|vs|from|since|on)\s+(?:the\s+)?(?:grid|start|qualifying|starting\s+(?:grid|order)))?",
        "who gained the most and who lost the most positions",
    ),
    (
        "trouble|danger",
        r"who(?:['’]?s|\s+is|\s+are)?\s+(?:in\s+)?(?:trouble|danger)\s+(?:in|of\s+(?:going\s+)?out\s+(?:in|of))\s+(?P<part>s?q[123])",
        r"who is in the drop zone",
    ),
    (
        "off the|from the|behind the|to the",
        r"(?:the\s+)?(?P<best>(?:quickest|fastest|best|top|leading)\s+(?!car\b|lap\b|time\b)[\w-]+)(?:\s*,|\s+and)\s+how\s+far\s+(?:is\s+(?:he|it)\s+)?"
        r"(?:off|from|behind|back\s+from)\s+the\s+(?:top|lead|leader|best|pole|front|pace)",
        r"how far off the top is the \g<best>",
    ),
    # The grid of tomorrow's race is the qualifying's order.
    (
        "tomorrow",
        r"(?P<ask>where\s+(?:do|does|will)\s+.+?\s+(?:line\s+up|start|be\s+starting))(?:\s+(?:the\s+race|from))?\s+tomorrow",
        r"\g<ask>",
    ),
    (
        "inherit|takes over",
        r"(?:[^,?]{1,60},\s*)?(?:so\s+)?who\s+(?:now\s+)?(?:inherits|takes\s+over|will\s+inherit)\s+(?:the\s+lead|p1|first(?:\s+place)?)(?:\s+now)?",
        "who is leading",
    ),
    (
        "last man|last one|just made it|scraped|squeaked|squeezed",
        r"who(?:['’]?s|\s+was|\s+is)?\s+(?:the\s+)?(?:last\s+(?:man|one|car|driver)\s+(?:in|through)|(?:just|only\s+just|barely|narrowly)\s+made\s+it(?:\s+(?:in|through))?"
        r"|(?:scraped|squeaked|squeezed)\s+(?:in|through))",
        "who is the last through",
    ),
    (
        "trouble|danger|drop zone",
        r"(?:which|what)\s+(?:\w+\s+)?(?:are|is)\s+in\s+(?:trouble|danger|the\s+drop\s+zone)(?:\s+(?:as\s+it\s+stands|as\s+things\s+stand|right\s+now|now|at\s+the\s+moment))",
        "who is in the drop zone",
    ),
    (
        "rank ",
        r"rank\s+(?:[\w -]+:\s*)?(?:(?:the\s+)?\w+\s+)?"
        r"(?P<who>[\w'’-]+(?:\s*,\s*(?:and\s+)?[\w'’-]+)+(?:\s+and\s+[\w'’-]+)?)",
        r"order of \g<who>",
    ),
    (
        "both ",
        r"(?:are\s+)?both\s+(?P<who>[\w ]+?)\s+(?:are\s+)?(?:gone|done|retired|finished|done\s+for)"
        r"(?:\s+(?:now|already))?",
        r"are both \g<who> out",
    ),
    # What has become of a case is told with it.
    (
        "anything",
        r"(?:was|were|is|has|did\s+(?:they|the\s+stewards)|have\s+(?:they|the\s+stewards))\s+(?:do\s+|say\s+|decide\s+|done\s+|said\s+|decided\s+)?anything\s+(?:been\s+)?(?:done\s+|decided\s+|said\s+|happened\s+)?"
        r"(?:about|on|with|for)\s+(?!the\b|that\b)(?P<who>[\w-]+?)(?:['’]s)?(?:\s+(?:and|for)\s+(?:that|the|his)\s+.+|\s+(?:unsafe|safety|incident|contact|infring|speeding|false|jump|crossing).*)?",
        r"is \g<who> under investigation",
    ),
    (
        "thing between|incident between|contact between|clash between|going on between|went on between",
        r"(?:did\s+the\s+stewards\s+(?:do|say|decide)\s+anything\s+about\s+(?:the|that)\s+(?:turn\s+\d+\s+)?(?:thing|incident|contact|clash|collision)|what(?:['’]?s|\s+is|\s+was)?\s+(?:going|went|gone)\s+on)"
        r"\s+(?:with|between)\s+(?P<one>[\w'’-]+)\s+and\s+(?P<other>[\w'’-]+)(?:\s+(?:at|in|on)\s+turn\s+\d+)?",
        r"what happened between \g<one> and \g<other>",
    ),
    (
        " lapped ",
        rf"(?:has|did)\s+(?P<who>{NAME})\s+(?:already\s+)?lap(?:ped)?\s+(?!any|some|every|the\b)(?P<other>[\w'’-]+)(?:\s+yet)?",
        r"gap between \g<who> and \g<other>",
    ),
    (
        "hole",
        r"(?:(?:what|where)(?:['’]?s|\s+is)\s+)?(?:the\s+)?(?:biggest|largest)\s+(?:hole|gap)\s+between\s+(?:any\s+)?(?:two\s+)?(?:cars|drivers)(?P<of>\s+(?:in|inside|within|of)\s+(?:the\s+)?top\s+\w+)?",
        r"largest gap to the car ahead\g<of>",
    ),
    (
        "aborted start|delayed start",
        r"(?:(?:what(?:['’]?s|\s+is|\s+was|\s+happened)?\s+(?:up\s+)?(?:with|about|going\s+on\s+with)\s+)?(?:the\s+)?(?:aborted|delayed)\s+start"
        r"|what\s+did\s+race\s+control\s+say\s+(?:about|of|on)\s+the\s+(?:aborted|delayed)\s+start)",
        "why was the start aborted",
    ),
    (
        "what time ",
        r"what\s+time\s+(?:do|does|will|are)\s+(?:they|we|it|the\s+(?:session|race)|qualifying)\s+(?:restart|resume|get\s+going)(?:\s+again)?",
        "when do they restart",
    ),
    (
        "what happened",
        r"what\s+happened\s+(?:at|off|on|from)\s+(?:the\s+)?(?:start|line|lights|getaway)",
        "who made the best start and what happened on lap 1",
    ),
    (
        "top ",
        r"(?:what\s+(?:are|were)|give\s+me|show\s+me|list)\s+(?:the\s+)?top\s+(?P<n>\d+|three|four|five|six|eight|ten)\s+(?:lap\s+)?times",
        r"the \g<n> best lap times",
    ),
    # A car's number is told with its driver's name, its maker or its crew beside it.
    (
        " car",
        r"(?P<ask>.*\b)[a-z][\w-]+['’]s\s+(?:#|number\s+|no\.?\s*)?(?P<n>\d{1,3})\s+car\b(?P<rest>.*)",
        r"\g<ask>the \g<n> car\g<rest>",
    ),
    (
        "became|become|happened",
        r"what(?:['’]?s|\s+has|\s+have|\s+ever)?\s+(?:became|become|happened)\s+(?:of|to)\s+the\s+(?:number\s+|#|no\.?\s*)?(?P<n>\d{1,3})\b(?!\s*(?:on|in|at|during)\b).*",
        r"what happened to the \g<n>",
    ),
    (
        "gone|scrubbed|taken away|wiped|chalked",
        r"(?:where\s+did\s+|why\s+(?:is|was|has)\s+)?(?P<who>(?!the\b|his\b)[\w'’-]+?)(?:['’]s)?\s+(?:best\s+|last\s+)?(?:lap|time)\s+(?:is\s+|was\s+|got\s+|has\s+)?"
        r"(?:gone|scrubbed|taken\s+away|wiped|chalked\s+off),?\s+(?:but\s+)?(?:why|what\s+for|how\s+come)",
        r"why was \g<who>'s lap deleted",
    ),
    (
        "before",
        r"how\s+many\s+laps\s+(?:did|has|had)\s+(?P<who>[\w'’-]+)\s+(?:do|done|get|manage|managed|complete|completed|run)\s+before\s+"
        r"(?:(?:he|she|it)\s+(?:stopped|broke\s+down|crashed|retired|went\s+out|went\s+off|parked)|stopping|crashing|retiring|breaking\s+down)",
        r"how many laps has \g<who> done",
    ),
    # The first of the grid are others than the first of now.
    *(
        (
            "starters|qualifiers|grid",
            rf"(?:who|which(?:\s+{CAR})?)\s+(?:out\s+)?(?:of\s+)?(?:the\s+)?(?:top|first)\s+{NUMBER}\s+(?:starters|qualifiers|on\s+the\s+grid)"
            rf"\s+(?:(?:is|are|has|have)\s+)?(?:now\s+)?(?:{said})(?:\s+(?:now|so\s+far))?",
            rf"who started in the top \g<n> and is {told} the grid position",
        )
        for told, said in (
            (
                "below",
                r"lost\s+(?:any\s+)?(?:places|positions|ground)"
                r"|(?:running\s+)?(?:lower|worse|further\s+(?:back|down)|behind|below|down)\s+(?:than\s+)?(?:where\s+)?"
                r"(?:they\s+(?:started|qualified)|their\s+(?:grid|starting)\s+(?:positions?|places?|slots?))",
            ),
            (
                "above",
                r"(?:gained|made\s+up)\s+(?:any\s+)?(?:places|positions|ground)"
                r"|(?:running\s+)?(?:higher|better|further\s+up|ahead\s+of|above|up)\s+(?:than\s+)?(?:where\s+)?"
                r"(?:they\s+(?:started|qualified)|their\s+(?:grid|starting)\s+(?:positions?|places?|slots?))",
            ),
        )
    ),
    # The first six are of the order where no laps or stops of theirs are named.
    (
        "first ",
        rf"(?P<ask>(?:.*\b(?:are|is|do|have|of|between|tyres|tires)\s+)?(?:the\s+)?)first\s+{NUMBER}"
        r"(?P<end>(?:\s*,|\s+(?:and|with|on|have)\b).*)?",
        r"\g<ask>top \g<n>\g<end>",
    ),
    (
        " only ",
        rf"(?:has|have|did|is)\s+(?:it\s+)?only\s+{NAME}\s+(?:out\s+)?of\s+(?:the\s+)?(?P<team>[a-z][\w-]*(?:\s+[a-z][\w-]*)?s)"
        r"\s+(?:that\s+|who\s+)?(?:has\s+|have\s+)?(?P<done>stop(?:ped)?|pit(?:ted)?|box(?:ed)?)(?:\s+(?:so\s+far|yet))?",
        r"which \g<team> have stopped",
    ),
    # Those who led, and not the leader of now.
    (
        "each of the leaders",
        r"how\s+many\s+laps\s+(?:has|have|had|did)\s+each\s+of\s+the\s+leaders\s+(?:led|lead)(?:\s+(?:so\s+far|(?:until|up\s+to)\s+now))?",
        "how many laps has each leader led",
    ),
    # How far the last one is behind is told with who it is.
    (
        "last",
        r"(?:(?:who(?:['’]?s|\s+is)\s+)?(?:the\s+)?(?:dead\s+)?last(?:\s+(?:car|man|one|driver))?(?:\s+(?:still\s+)?(?:running|going|now|on\s+the\s+road))?)"
        r"\s*(?:,|\+|&|and)\s*(?:and\s+)?(?:(?:by\s+)?how\s+(?:far|much)(?:\s+(?:back|time))?(?:\s+is\s+(?:he|she|it))?|(?:the\s+|his\s+)?(?:time|gap|distance))\s+"
        r"(?:off|to|behind|from)\s+(?:the\s+(?:leader|lead)|p1)",
        "who is last",
    ),
    (
        " both ",
        r"(?P<out>how\s+many(?:\s+(?:cars|drivers))?\s+(?:are|have)\s+(?:out|retired)|who(?:['’]?s|\s+is|\s+has)\s+(?:out|retired)),?\s+and\s+"
        r"(?:is\s+there\s+|has\s+|have\s+)?(?:any|a|which)\s+teams?\s+(?:(?:with|has|have|that\s+has|who\s+have)\s+)?(?:lost\s+)?both(?:\s+of\s+(?:its|their))?(?:\s+(?:its|their))?"
        r"\s+cars(?:\s+(?:out|gone))?",
        r"\g<out> and which team lost both cars",
    ),
    (
        "of them",
        r"(?:who|which\s+(?:cars|drivers))\b[^,]*?\bon\s+the\s+lead\s+lap(?:\s+(?:still|now))?,?\s+and\s+who\s+is\s+(?:the\s+)?last\s+of\s+them",
        "who is on the lead lap and who is the last car on the lead lap",
    ),
    *(
        (
            "next ",
            r"(?:who(?:['’]?s|\s+is)\s+)?(?:actually\s+)?(?:leads?|leading|in\s+front|first|p1|(?:the\s+)?leader)\s*(?:,|\s+and)\s+"
            rf"(?:who(?:['’]?s|\s+is|\s+are)\s+)?the\s+next\s+(?:{said})",
            f"the top {n}",
        )
        for n, said in enumerate(("two|2", "three|3", "four|4", "five|5"), 3)
    ),
    (
        "safety car|red flag|vsc",
        r"when\s+(?:was|did|is)\s+the\s+(?:last\s+|latest\s+)?(?P<what>(?:virtual\s+)?safety\s+car|red\s+flag|vsc)(?:\s+(?:come\s+|go\s+)?out)?"
        r"\s*,?\s+and\s+(?P<ask>who\s+(?:was|led|were)\b.*?)\s+(?:then|at\s+(?:that|the)\s+(?:time|point|moment))",
        r"\g<ask> when the \g<what> came out",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
