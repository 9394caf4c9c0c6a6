"""Questions as a chat types them, in the words of the tools: who is in trouble, who ditched his tyres, which of two."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import HERE, NAME, SO_FAR

_COMPOUND = r"(?:softs?|mediums?|meds|hards?|inters?|intermediates?|wets?|slicks|ultrasofts?|supersofts?|hypersofts?)"
_GROUP = r"(?:the\s+)?[\w'’-]+(?:\s[\w'’-]+)?"
_LEFT = r"(?:ditched|dumped|abandoned|binned|got\s+rid\s+of|(?:taken|come|moved|switched|swapped)\s+off)"
_BEST = r"(?:fastest|quickest|best|benchmark|one\s+to\s+beat|time\s+to\s+beat|lap\s+to\s+beat)"

_OF_NOBODY = (
    "session|race|total|pit|stop|lane|lap|best|fastest|quickest|last|pole|sector|local|track|first|next|full|half|mean"
    "|average|elapsed|finish|finishing|start|starting|fuel|gap|what|which|any|no|more|same|some|that|this|time|winning|leading"
)
"""What a time is called by that is nobody's."""
_MANY = r"(?:\d+|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen)"
_CRASHED = (
    r"(?:bin(?:ned)?\s+it|crash(?:ed)?|spin|spun|shunt(?:ed)?|(?:hit|in)\s+the\s+(?:wall|barriers?)|go(?:ne)?\s+off)"
)

CHAT: tuple[tuple[str, str, str], ...] = (
    # The stewards and the clock both bring trouble.
    (
        "trouble|bother|strife",
        rf"(?:is|are)\s+(?P<who>{NAME})\s+in\s+(?:any\s+|big\s+|some\s+|real\s+)*(?:trouble|bother|strife){HERE}{SO_FAR}",
        r"where is \g<who> and is \g<who> under investigation",
    ),
    (
        " or ",
        rf"(?:is\s+it\s+)?{_COMPOUND}\s+or\s+{_COMPOUND}\s+(?:for|on)\s+(?P<who>{_GROUP})",
        r"what tyres are \g<who> on",
    ),
    (
        " or ",
        rf"(?:is|are)\s+(?P<who>{_GROUP})\s+on\s+(?:the\s+)?{_COMPOUND}\s+or\s+(?:on\s+)?(?:the\s+)?{_COMPOUND}{HERE}",
        r"what tyres are \g<who> on",
    ),
    (
        "ditched|dumped|abandoned|binned|got rid|taken off|come off|moved off|switched off|swapped off",
        rf"(?P<who>who|which\s+cars|which\s+drivers)(?:['’]?s|\s+has|\s+have)?\s+(?:already\s+)?{_LEFT}\s+(?:the\s+|their\s+|his\s+)?(?P<what>{_COMPOUND}){SO_FAR}",
        r"who has come off the \g<what>",
    ),
    (
        "no longer",
        rf"(?P<who>who|which\s+cars|which\s+drivers)(?:['’]?s|\s+is|\s+are)\s+no\s+longer\s+on\s+(?:the\s+)?(?P<what>{_COMPOUND})",
        r"who is not on \g<what>",
    ),
    (
        "still",
        rf"is\s+(?:that|the)\s+(?:lap\s+(?:of|by)\s+)?(?P<who>{NAME})(?:\s+(?:lap|time))?\s+still\s+(?:the\s+)?{_BEST}(?:\s+(?:lap|time|one))?",
        r"does \g<who> still have the fastest lap",
    ),
    (
        "still",
        rf"is\s+(?P<who>{NAME})\s+still\s+(?:the\s+)?(?:fastest|quickest)",
        r"does \g<who> still have the fastest lap",
    ),
    (
        "at it|fighting|battling|scrapping|each other",
        rf"are\s+(?:the\s+|both\s+|the\s+two\s+)(?P<who>[\w'’-]+(?:\s[\w'’-]+)?)\s+(?:still\s+)?"
        rf"(?:(?:at\s+it|fighting|battling|scrapping)(?:\s+again|\s+each\s+other)?|racing\s+each\s+other){HERE}",
        r"how close are the two \g<who>",
    ),
    (
        "still running|still going|still racing|still out there|still left|s left|is left|are left",
        rf"(?:who(?:['’]?s|\s+is)|which\s+(?:cars|drivers)\s+are)\s+(?:still\s+(?:running|going|racing|out\s+there|left)|left(?:\s+running)?){HERE}",
        "who is still in the race",
    ),
    (
        "for the safety|for the sc|for the vsc|for the virtual",
        r"(?P<ask>.*\b(?:pit|pitted|box|boxed|stop|stopped|come\s+in|came\s+in))\s+for\s+"
        r"(?P<what>the\s+(?:(?:virtual\s+)?safety\s+car|vsc|sc))(?P<end>\W.*)?",
        r"\g<ask> under \g<what>\g<end>",
    ),
    (
        "more laps",
        r"(?:how\s+)?many\s+more\s+laps(?:\s+(?:to\s+go|left|are\s+there|of\s+this|is\s+it))?",
        "how many laps are left",
    ),
    # What he did otherwise, the same answer tells.
    (
        " or ",
        rf"did\s+(?P<who>{NAME})\s+{_CRASHED}\s*,?\s+or\s+(?:did|was|were|had|has|is|get|just)\b.*",
        r"what happened to \g<who>",
    ),
    (
        "listed|on the list|on the tower|in the order|showing",
        rf"(?:why|how\s+come)(?:['’]?s|\s+is|\s+isn['’]?t|\s+is\s+not)?\s+(?P<who>{NAME})\s+(?:not\s+|isn['’]?t\s+)?"
        r"(?:listed|on\s+the\s+(?:list|tower)|in\s+the\s+order|showing)(?:\s+(?:any\s?more|now|at\s+all))?",
        r"what happened to \g<who>",
    ),
    (
        "wasn|isn|wasnt|isnt|hadn|hadnt",
        r"(?P<ask>(?:how|why|where|what|who)(?:['’]?s)?\s+.*?)\s*,\s+(?:was|is|had)n['’]?t\s+(?:he|she)\s+.*",
        r"\g<ask>",
    ),
    (
        "quicker|faster",
        rf"(?:is\s+it\s+|who['’]?s\s+)?(?P<one>{NAME})\s+or\s+(?P<other>{NAME})\s+(?P<how>quicker|faster)"
        r"(?:\s+(?:now|right\s+now|at\s+the\s+moment|currently|of\s+late|lately))?",
        r"who is \g<how> over the last 5 laps, \g<one> or \g<other>",
    ),
    (
        " or ",
        rf"who\s+(?:came|finished|was|is|got|ended\s+up)\s+(?:in\s+)?(?P<nth>p\d+|\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth"
        rf"|seventh|eighth|ninth|tenth)\s*,?\s+{NAME}\s+or\s+{NAME}",
        r"who is in \g<nth>",
    ),
    (
        "biggest loser|biggest winner|biggest gainer|biggest mover",
        r"(?:who(?:['’]?s|\s+is|\s+was)\s+)?(?:the\s+)?biggest\s+(?P<how>loser|winner|gainer|mover)\s+(?:vs?\.?|versus|against|from|compared\s+(?:to|with)|on)\s+"
        r"(?:his|her|their|the|its)\s+(?:grid|starting)(?:\s+(?:slot|position|spot|place))?",
        r"who is the biggest \g<how> since the start",
    ),
    (
        "this time",
        r"(?P<ask>.*\w)\s+this\s+time(?:\s+(?:a)?round)?",
        r"\g<ask>",
    ),
    (
        "laps are on|laps is on|there on",
        rf"how\s+many\s+laps\s+(?:are|is)\s+(?:there\s+)?on\s+(?P<who>{NAME})(?:['’]s|s['’])?\s+(?:{_COMPOUND}|tyres|set){HERE}",
        r"how old are the tyres of \g<who>",
    ),
    (
        "ing with|ing against",
        rf"who(?:['’]?s|\s+is|\s+are)\s+(?P<who>{_GROUP})\s+(?:fighting|scrapping|battling|racing)\s+(?:with|against){HERE}",
        r"where are \g<who>",
    ),
    (
        "got a|set a|put a|put in|done a|posted|got in|got any|set any",
        rf"has\s+(?P<who>{NAME})\s+(?:got|set|put|done|posted)\s+(?:in\s+)?(?:a\s+|any\s+)(?:lap|time|banker|lap\s+time)"
        r"(?:\s+(?:in|on\s+the\s+board|down))?(?:\s+yet)?",
        r"where is \g<who>",
    ),
    (
        "tight finish|close finish|narrow finish",
        r"(?:(?:was|is)\s+it\s+|it\s+was\s+)?(?:a\s+)?(?:tight|close|narrow)\s+finish(?:\s+then)?",
        "how close was the finish",
    ),
    (
        "front before|ahead before|leading before|lead before",
        rf"(?:and\s+)?(?:who\s+(?:was|were)\s+)?(?:in\s+front|ahead|leading|in\s+the\s+lead|up\s+front)\s+before\s+(?P<who>{NAME})",
        "who was leading before",
    ),
    (
        "did they",
        r"did\s+they\s+(?:ever\s+)?(?:stop|halt|suspend|red[\s-]flag)\s+(?:the|this)\s+(?:session|race|sprint|practice|qualifying|running)"
        r"(?:\s+(?:at\s+all|at\s+any\s+point|ever))?",
        "was there a red flag",
    ),
    (
        "it drop|that drop|it leave|that leave|it put|that put|it left|that left",
        r"where\s+(?:did|has|does)\s+(?:it|that)\s+(?P<how>drop|dropped|leave|left|put)\s+(?P<who>him|her)(?:\s+to)?",
        r"where is he",
    ),
    (
        "the cut",
        r"who\s+(?P<how>missed|just\s+missed|made)\s+the\s+cut\s+for\s+(?P<part>q[23])",
        r"who \g<how> \g<part>",
    ),
    (
        "to pole",
        rf"(?:what(?:['’]?s|\s+is)\s+)?(?P<who>{NAME}?)(?:['’]s|s['’]|s)?\s+(?:gap|deficit|margin|distance)\s+to\s+pole",
        r"how far off pole is \g<who>",
    ),
    (
        "hang on|hold on|cling on|hung on|held on",
        rf"(?:did|has|can|will)\s+(?P<who>{NAME})\s+(?:hang|hold|cling|hung|held)\s+on\s+to\s+(?:his\s+|the\s+)?(?:p\d+|\w+(?:\s+place)?)",
        r"where is \g<who>",
    ),
    (
        "time",
        rf"(?!(?:{_OF_NOBODY})\b)(?P<who>{NAME}?)(?:['’]s|s['’]|s)?\s+time",
        r"best lap of \g<who>",
    ),
    (
        "time did",
        rf"(?:what|which)\s+(?:lap\s+)?time\s+did\s+(?P<who>(?!he\b|she\b|they\b){NAME})\s+(?:do|set|manage)",
        r"best lap of \g<who>",
    ),
    # What was not so is asked as whether it was.
    (
        "wasn|isn|didn|hasn|doesn|hadn",
        r"(?:but\s+|and\s+)?(?P<verb>was|is|did|has|does|had)n['’]?t\s+(?P<who>he|she|they|it)\s+(?P<rest>(?!not\b).+)",
        r"\g<verb> \g<who> \g<rest>",
    ),
    # That it was behind the safety car, the lap of it tells.
    (
        "bin it|binned it|crash|spin|spun|shunt|wall|barrier|go off|gone off",
        rf"(?P<ask>(?:did|has)\s+(?P<who>{NAME})\s+{_CRASHED})\s+(?:behind|under|during)\s+(?:the\s+)?(?:safety\s+car|sc|vsc)",
        r"did \g<who> crash",
    ),
    *(
        (
            cue,
            rf"(?:who(?:['’]?s|\s+has)?|(?:has|did|have)\s+(?:anyone|anybody|any\s+(?:car|driver)))\s+(?:{forms})\s+"
            rf"(?P<n>{_MANY})(?:\s+or\s+more)?\s+(?:places|positions|spots){SO_FAR}",
            rf"who has {how} at least \g<n> places",
        )
        for cue, forms, how in (
            ("gain|made up|make up", r"gain(?:ed)?|ma[dk]e\s+up", "gained"),
            ("lost|lose|drop", r"lost|lose|dropp?(?:ed)?", "lost"),
        )
    ),
    (
        "stuck behind|held up behind",
        rf"who(?:['’]?s|\s+is)\s+(?P<who>{NAME})\s+(?:stuck|held\s+up)\s+behind{HERE}",
        r"who is ahead of \g<who>",
    ),
    (
        "leaders",
        rf"(?:what\s+(?:tyres?\s+|tires?\s+)?(?:are|have)\s+the\s+leaders\s+(?:on|running|using|got\s+on)|tyres\s+of\s+the\s+leaders){HERE}",
        "what tyres are the top three on",
    ),
    (
        "a red|a yellow|any red|any yellow",
        r"(?:was|is|were|has|have)\s+there\s+(?:been\s+)?(?:a|any)\s+(?P<what>red|yellow)s?(?:\s+(?:so\s+far|yet|earlier|today|at\s+all))*",
        r"has there been a \g<what> flag",
    ),
    (
        " drop| slip| fall| lose",
        rf"when\s+did\s+(?P<who>{NAME})\s+(?:drop|slip|fall|lose\s+(?:ground|out))(?:\s+(?:back|down|off|away|so\s+far))*",
        r"when did \g<who> lose places",
    ),
    (
        "running away with|walking it|cruising",
        rf"(?:is|has)\s+(?P<who>{NAME})\s+(?:just\s+)?"
        r"(?:running\s+away\s+with\s+(?:it|this)|walking\s+(?:it|this)|cruising)(?:\s+then)?",
        r"by how much does \g<who> lead",
    ),
    (
        " new | used | fresh ",
        rf"(?:is\s+)?(?P<who>{NAME})\s+on\s+(?:a\s+|the\s+)?(?:new|used|fresh|old)\s+(?:{_COMPOUND}\s+)?or\s+"
        r"(?:new|used|fresh|old)(?:\s+(?:ones|tyres|set))?",
        r"how old are the tyres of \g<who>",
    ),
    (
        "deg ",
        rf"(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?deg\s+(?:on|of|for)\s+(?P<who>{NAME}?)(?:['’]s|s['’])?(?:\s+(?:{_COMPOUND}|tyres))?",
        r"tyre degradation of \g<who>",
    ),
    (
        "advantage over|cushion over|margin over|advantage on",
        rf"(?:what(?:['’]?s|\s+is|\s+was)\s+)?(?P<one>{NAME}?)(?:['’]s|s['’])?\s+(?:advantage|cushion|margin)\s+(?:over|on)\s+"
        rf"(?P<other>{NAME})(?P<rest>\s+.*)?",
        r"gap between \g<one> and \g<other>\g<rest>",
    ),
    (
        "end up|finish up|get on",
        r"how\s+did\s+(?P<who>(?:the|both)\s+[\w'’-]+s(?:\s+[\w'’-]+s)?)\s+(?:end\s+up|finish\s+up|get\s+on)",
        r"where are \g<who>",
    ),
    (
        "last man|last car|last one",
        r"(?:who(?:['’]?s|\s+is)\s+)?(?:the\s+)?last\s+(?:man|car|one)\s+(?:on\s+the\s+road|on\s+track|running)(?:\s+is\s+who)?",
        "who is last",
    ),
    (
        "points lead|title lead|championship lead|points gap|points advantage|title gap",
        r"(?:what(?:['’]?s|\s+is)\s+)?(?:his|her|the|[\w'’-]+)\s+(?:points|title|championship)\s+(?:lead|gap|advantage)(?:\s+now|\s+then)?",
        "championship standings",
    ),
    (
        "need for|needs for|need to make|need to get|need to reach",
        rf"what(?:['’]?s|\s+is|\s+does|\s+do)?\s+(?P<who>{NAME})\s+needs?\s+(?:for|to\s+make|to\s+get\s+in(?:to)?|to\s+reach)\s+"
        r"(?:the\s+)?(?:top\s+(?:ten|10)|q2|q3|next\s+(?:part|segment)|cut)",
        r"how much does \g<who> need",
    ),
    (
        "laps per|laps by|laps completed per|laps done per|laps for each|laps of each",
        r"(?:number\s+of\s+)?laps(?:\s+completed|\s+done|\s+driven)?\s+(?:per|by|for\s+each|of\s+each)\s+(?:driver|car)",
        "how many laps has everyone done",
    ),
    # Whatever he got it for, the cases tell.
    (
        "get anything|get something|get punished|get penalised|get done",
        rf"did\s+(?P<who>{NAME}(?:\s+and\s+{NAME})?)\s+get\s+(?:anything|something|punished|penalised|done)\s+for\s+(?:(?:that|the|his|it|this|turn|lap)\b.*)",
        r"did \g<who> get a penalty",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
