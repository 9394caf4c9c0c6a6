"""Questions of stops and tyres whose order of words hides what is asked: each with its cues and what it asks."""

from __future__ import annotations

from director.planners.offline.apart.reworded_parts import NAME

TYRES = r"(?:softs?|mediums?|hards?|inters?|intermediates|wets|supersofts|ultrasofts|hypersofts)"
_EXTREMES = {"fastest": "(?:fastest|quickest|shortest|best)", "slowest": "(?:slowest|longest|worst)"}
_STOP = r"(?P<what>(?:(?:first|second|third)\s+)?(?:pit\s?)?stop)s?"
_WHO_HAD = r"(?:(?:who\s+(?:has\s+|had\s+|made\s+)?|what\s+(?:was|is)\s+)?(?:the\s+)?)"
_BY_TIME = {
    "fastest": r"(?:(?:was\s+)?(?:the\s+)?(?:quickest|fastest)|(?:lost\s+)?(?:the\s+)?least)",
    "slowest": r"(?:(?:was\s+)?(?:the\s+)?slowest|(?:lost\s+)?(?:the\s+)?most)",
}
_IN_LANE = r"(?:\s+time)?\s+(?:through|in)\s+the\s+(?:pit\s?)?(?:lane|pits)"
_EVERYONE = r"(?:everyone|everybody|all(?:\s+(?:cars|drivers|of\s+them))?|the\s+whole\s+field)"
_EXCEPT = r"(?:but|except(?:\s+for)?|bar|apart\s+from|other\s+than)"
_STARTING = r"(?:starting|first|original|opening|grid)"
_COMPOUNDS = r"(?:softs|mediums|hards|inters|intermediates|wets|slicks)"
_FITTED = r"(?:took|fitted|chose|picked|put\s+on|went\s+(?:to|onto|for|on\s+to)|switched\s+to|changed\s+to|opted\s+for)"

STOPS: tuple[tuple[str, str, str], ...] = (
    # The compound says what tyres are meant.
    (
        "slicks|tyres|tires|rubber",
        r"(?:the\s+)?(?:slicks|tyres|tires|rubber)\s*[:,–-]\s*(?P<ask>(?:who|which|what)\b.*\b(?:softs?|mediums?|hards?)\b.*)",
        r"\g<ask>",
    ),
    # Which of their stops it was, the lap of each tells.
    (
        "last",
        rf"(?:who|which\s+(?:of\s+the\s+)?(?:cars|drivers))\s+{_FITTED}\s+(?P<what>{_COMPOUNDS})"
        rf"(?:\s+(?:rather\s+than|instead\s+of|and\s+not|not)\s+{_COMPOUNDS})?\s+(?:at|in|with|on)\s+(?:the|their|that|those)\s+"
        r"(?:last|latest)\s+(?:(?:round|set|lot)\s+of\s+)?(?:pit\s+)?stops?",
        r"who pitted for \g<what>",
    ),
    # The fastest and the slowest stop are two questions, of the same stops.
    *(
        (
            " and ",
            form,
            rf"who had the {one} \g<what>\g<rest> and who had the {other} \g<what>\g<rest>",
        )
        for one, other in (("fastest", "slowest"), ("slowest", "fastest"))
        for form in (
            rf"{_WHO_HAD}{_EXTREMES[one]}\s+and\s+{_WHO_HAD}{_EXTREMES[other]}\s+{_STOP}\b(?P<rest>.*)",
            rf"{_WHO_HAD}{_EXTREMES[one]}\s+{_STOP}\b(?P<rest>(?:\s+[\w-]+)*?)(?:\s*[,.?]?\s+(?:and\s+)?who\s+(?:was|had)\s+it)?\s*[,.?]?\s+and"
            rf"\s+{_WHO_HAD}{_EXTREMES[other]}(?:\s+(?:one|stop|pit\s?stop))?",
        )
    ),
    *(
        (
            " and ",
            rf"who\s+{_BY_TIME[one]}{_IN_LANE}(?P<rest>.*?)\s*,?\s+and\s+who\s+{_BY_TIME[other]}(?:\s+in\s+there)?",
            rf"who had the {one} pit stop\g<rest> and who had the {other} pit stop\g<rest>",
        )
        for one, other in (("fastest", "slowest"), ("slowest", "fastest"))
    ),
    *(
        (
            "time",
            rf"whose\s+(?P<nth>first|second|third|last)\s+(?:pit\s?)?stop\s+(?:took|cost)\s+the\s+{much}\s+time(?:\s+in\s+the\s+(?:pit\s?)?(?:lane|pits))?"
            r"(?:\s+so\s+far)?",
            rf"who had the {how} \g<nth> stop",
        )
        for much, how in (("least", "fastest"), ("most", "slowest"))
    ),
    (
        "in and out",
        r"(?:who\s+was\s+)?(?:the\s+)?(?P<how>fastest|quickest|slowest)\s+in\s+and\s+out(?:\s+of\s+the\s+pits)?"
        r"(?:\s+when\s+(?:they|everyone|everybody)\s+(?!(?:in|from)\b)[\w ]+?)?\s+on\s+lap\s+(?P<n>\d+)",
        r"who had the \g<how> pit stop on lap \g<n>",
    ),
    (
        "come out ",
        r"did\s+(?P<who>[\w'’-]+)\s+come\s+(?:back\s+)?out\s+(?:of|from|after)\s+(?:his\s+(?:pit\s?)?stop|the\s+(?:pits|pit\s?lane|stop))\s+"
        r"(?P<how>ahead\s+of|behind|in\s+front\s+of)\s+(?P<rest>.+)",
        r"did \g<who> come out \g<how> \g<rest>",
    ),
    # What they are on now, not what their best laps were on.
    (
        "tyres|tires|tyre|tire|compound|compounds",
        r"(?:what|which)\s+(?:tyres?|tires?|compounds?)\s+(?:are|do)\s+the\s+(?P<top>(?:top|first)\s+[\w-]+)\s+(?:on|have)",
        r"the \g<top> and their tyres",
    ),
    # Who is on what he started with has not stopped.
    (
        "starting |first |original |opening ",
        rf"(?:(?:is\s+|has\s+)?(?:anyone|anybody)|who|which\s+(?:cars?|drivers?))(?:['’]?s|\s+is|\s+are|\s+has|\s+have)?(?:\s+still)?(?:\s+(?:is|are|has|have|got|running))?(?:\s+on)?"
        rf"\s+(?:their|his|the)\s+{_STARTING}(?:\s+sets?\s+of)?\s+(?P<tyres>{TYRES})(?:\s+on)?(?:\s+(?:still|now))?",
        r"who is on \g<tyres> and has not stopped",
    ),
    (
        "tyres|tires|set|rubber|softs|mediums|hards|inters|wets",
        r"(?:is|are)\s+(?P<who>[\w'’-]+)\s+(?:still\s+)?(?:on|running|using)\s+(?:the|his|her)\s+"
        rf"(?:(?:tyres|tires|set|ones|rubber|{TYRES})\s+(?:that\s+)?(?:he|she)\s+(?:started|began)\s+(?:with|on)"
        rf"|{_STARTING}\s+(?:tyres|tires|set|rubber|stint|{TYRES}))(?:\s+still)?",
        r"has \g<who> stopped",
    ),
    (
        "gone out on|been out on|went out on",
        rf"(?P<who>who|which\s+(?:cars?|drivers?))\s+(?:has|have|)\s*(?:gone|been|went)\s+out\s+on\s+(?:the\s+)?(?P<tyres>{TYRES})(?:\s+tyres?)?(?:\s+(?:so\s+far|yet))?",
        r"\g<who> has used \g<tyres>",
    ),
    # Who is on a one stop has stopped once so far.
    (
        "one stop|one-stop",
        r"(?:who|which\s+cars?)(?:['’]?s|\s+is|\s+are)?"
        r"\s+(?:still\s+)?on\s+(?:a|the)\s+one[\s-]stop(?:per)?(?:\s+strategy)?",
        "who has stopped only once",
    ),
    (
        "two stop|two-stop",
        r"(?:who|which\s+cars?)(?:['’]?s|\s+is|\s+are)?"
        r"\s+(?:still\s+)?on\s+(?:a|the)\s+two[\s-]stop(?:per)?(?:\s+strategy)?",
        "who has stopped twice",
    ),
    (
        "older|newer|fresher",
        r"(?:by\s+)?how\s+(?:many\s+laps|much)\s+(?P<how>older|newer|fresher)\s+are\s+(?P<who>[\w-]+?)['’]?s?['’]?\s+tyres"
        r"\s+than\s+(?P<other>[\w-]+?)(?:['’]s?)?",
        r"does \g<who> have \g<how> tyres than \g<other>",
    ),
    (
        "will | would ",
        r"where\s+(?:will|would)\s+(?P<who>[\w-]+)\s+be\s+(?:once|when|if|after|with)\s+"
        r"(?:(?:everyone|everybody|all)\s+(?:has|have)\s+stopped|all\s+(?:the\s+)?stops\s+(?:are\s+)?made)",
        r"where is \g<who> once everyone has stopped",
    ),
    (
        "first stint|first set",
        r"(?:who\s+(?:had|did|has|went|drove)\s+)?(?:the\s+)?longest\s+(?:on\s+(?:the\s+)?)?(?:first|opening)\s+(?:stint|set)\s+(?:on|of)"
        rf"\s+(?:the\s+)?(?P<tyres>{TYRES})",
        r"who went the longest on the first set of \g<tyres>",
    ),
    (
        "will it |will the rain",
        r"(?:when\s+)?will\s+(?:it|the\s+rain)\s+(?:rain|start\s+raining|stop\s+raining|dry\s+out|stop|come(?:\s+back)?|arrive|start)"
        r"(?:\s+(?:again|later|soon|in\s+the\s+race|before\s+the\s+end|today))*",
        "is rain expected",
    ),
    (
        "slicks:|dries:|tyres:|tires:",
        r"(?:slicks|dries|(?:dry\s+)?(?:tyres|tires))\s*:\s*(?P<ask>who\b.*\b(?:softs?|mediums?|hards?|supersofts?|ultrasofts?|hypersofts?)\b.*)",
        r"\g<ask>",
    ),
    # How old his tyres are is told with what they are.
    (
        "age",
        rf"(?:what(?:['’]?s|\s+is)\s+)?(?P<who>{NAME}?)(?:\s+(?:up\s+to|doing|on))?\s*[,:]\s*(?:place|position)\s*(?:[,/&]|\band\b)\s*"
        r"(?:tyres?|tires?|rubber|compound)\s*(?:[,/&]|,?\s+and\b)\s*(?:(?:tyre|their|its)\s+)?age",
        r"\g<who>: position and tyres",
    ),
    (
        " before ",
        rf"(?:did\s+)?(?P<who>{NAME})\s+(?:came\s+in|come\s+in|stop(?:ped)?|pit(?:ted)?|box(?:ed)?)\s+before\s+(?P<other>{NAME})"
        r"(?:,?\s+did(?:n['’]?t|\s+not)\s+(?:he|she))?,?\s+(?:and\s+)?where\s+did\s+(?:that|it|(?:the|his|her)\s+(?:pit\s?)?stop)\s+(?:drop|put|leave)\s+(?:him|her)",
        r"did \g<who> stop before \g<other> and where did \g<who> come out after the stop",
    ),
    (
        "raining",
        r"(?:is\s+it\s+)?(?:still\s+)?raining(?:\s+(?:still|now|rn|right\s+now|at\s+the\s+moment|in\s+[\w-]+|there))*,?\s+or\s+(?:has|did)\s+(?:it|the\s+rain)\s+"
        r"(?:stop(?:ped)?|eased?(?:\s+off)?|dried(?:\s+up)?|gone)(?:\s+(?:now|again))?",
        "is it raining",
    ),
    (
        " rather than | instead of ",
        rf"(?P<ask>.*\b(?P<tyres>{TYRES}))\s+(?:rather\s+than|instead\s+of)\s+{TYRES}(?P<rest>.*)",
        r"\g<ask>\g<rest>",
    ),
    (
        " on ",
        r"who\s+(?:went|did|ran|goes|has\s+(?:gone|done|run))\s+(?:the\s+)?(?:whole|entire|full|all\s+the)"
        rf"\s+(?:way|race|distance|sprint)\s+on\s+(?P<tyres>{TYRES})",
        r"who has used only \g<tyres>",
    ),
    (
        "how many laps ago",
        r"how\s+many\s+laps\s+ago\s+did\s+(?P<who>[\w-]+)\s+(?:last\s+)?(?:stop|pit|box|come\s+in)",
        r"how long ago did \g<who> stop",
    ),
    (
        "when will |when is |when are ",
        r"when\s+(?:will|is|are)\s+(?P<who>[\w-]+)\s+(?:going\s+to\s+|due\s+to\s+|likely\s+to\s+)?"
        r"(?:pit|stop|box|come\s+in|stopping|pitting|change\s+tyres)(?:\s+(?:again|next|for\s+(?:new\s+|fresh\s+)?tyres))?",
        r"when does \g<who> have to stop",
    ),
    (
        " still ",
        r"(?P<who>who|which(?:\s+(?:cars?|drivers?))?)(?P<of>\b.*?)?\s+(?:still\s+(?:has|have|needs?)\s+to|(?:has|have|needs?)\s+still\s+to|is\s+(?:still\s+)?yet\s+to)"
        r"\s+(?:stop|pit|box|make\s+(?:a|his|their)\s+(?:first\s+|mandatory\s+)?(?:pit\s*)?stop)",
        r"\g<who>\g<of> has not stopped",
    ),
    (
        "the only",
        r"who(?:['’]s|\s+is|\s+are)?\s+the\s+only\s+(?:one|ones|car|cars|driver|drivers)(?P<of>\s+(?:of|in|from|among)\s+(?:the\s+)?"
        r"(?:top|first|leading)\s+\w+)?\s+(?:still\s+)?(?P<how>on|with)\s+(?P<what>(?!a\s+stop|one\s+stop).+)",
        r"who\g<of> is \g<how> \g<what>",
    ),
    # Who is the exception is who is not.
    (
        "every|all |the whole field",
        rf"{_EVERYONE}(?:['’]s|\s+is|\s+are|\s+has|\s+have)?(?:\s+(?:now|gone|went|bolted|running))?\s+on(?:to)?\s+(?:the\s+)?(?P<tyres>{TYRES})"
        rf"(?:\s+(?:now|it\s+seems))?,?\s+(?:{_EXCEPT}\s+whom?|who\s+(?:is\s+not|isn['’]?t|is\s+the\s+exception)"
        r"|(?:is|are)\s+there\s+(?:any\s+|an\s+)exceptions?|any\s+exceptions?|anyone\s+not)",
        r"who is not on \g<tyres>",
    ),
    (
        "split",
        r"(?:(?:give\s+me|what(?:['’]?s|\s+is)|how\s+is)\s+)?the\s+split\s+(?:between|of)\s+(?:the\s+)?"
        rf"(?P<tyres>{TYRES})\s+(?:and|or|to)\s+(?:the\s+)?(?P<other>{TYRES})",
        r"who is on \g<tyres> and who is on \g<other>",
    ),
    (
        " or ",
        rf"(?P<tyres>{TYRES})\s+or\s+(?P<other>{TYRES}),?\s+who\s+(?:(?:is|are|went|has\s+gone)\s+)?(?:on\s+)?(?:which|what)(?:\s+way)?(?:\s+now)?",
        r"who is on \g<tyres> and who is on \g<other>",
    ),
    (
        "split",
        r"(?:(?:give\s+me|what(?:['’]?s|\s+is)|how\s+(?:is|are))\s+)?the\s+(?:split\s+(?:of|on|between)\s+(?:the\s+)?(?:tyres|tires|compounds)"
        r"|(?:tyre|tire|compound)\s+split|(?:tyres|tires|compounds)\s+split)(?:\s+(?:now|up))?",
        "how many cars are on each compound",
    ),
    # Whether it is only one, the others on that list tell.
    (
        "is it just|is it only|is it really just",
        rf"is\s+it\s+(?:really\s+)?(?:just|only)\s+.+?\s+(?:(?:who|that)(?:\s+(?:is|are|has|have|went|gone))*|on)\s+(?:on(?:to)?\s+)?(?:the\s+)?(?P<tyres>{TYRES})"
        r"(?:\s+(?:now|for\s+the\s+end))?(?:,?\s+or\s+(?:(?:are|is)\s+)?(?:there\s+)?(?:others?|anyone\s+else|somebody\s+else|someone\s+else)(?:\s+(?:too|as\s+well))?)?",
        r"who is on \g<tyres>",
    ),
    (
        "not to ",
        r"(?P<ask>.+\s(?:has|have))\s+(?:chosen|decided|opted|elected)\s+not\s+to\s+(?:come\s+in|pit|stop|box)\b(?:\s+at\s+all)?(?P<rest>.*)",
        r"\g<ask> not stopped\g<rest>",
    ),
    # Whether a set was new is told with it.
    (
        " on",
        rf"what(?:['’]?s|\s+is)\s+(?P<who>{NAME})\s+(?:running\s+)?on(?:\s+now)?\s*,?\s+(?:and\s+)?(?:(?:is\s+(?:it|that)|are\s+they)\s+)?(?:an?\s+)?(?:new|fresh|used|old)"
        r"(?:\s+(?:set|ones?))?(?:\s+or\s+(?:an?\s+)?(?:new|fresh|used|old|scrubbed)(?:\s+(?:set|ones?))?)?",
        r"what tyres is \g<who> on",
    ),
    (
        "to the flag|to the line|to the finish",
        rf"(?P<ask>.*\b{TYRES})\s+for\s+the\s+(?:final\s+|last\s+)?(?:dash|run|sprint|push)\s+to\s+the\s+(?:flag|line|finish)",
        r"\g<ask>",
    ),
    (
        "gambling on|staying on|hanging on",
        rf"(?P<who>who|which\s+(?:cars?|drivers?))(?:['’]?s|\s+is|\s+are)\s+(?:still\s+)?(?:gambling|staying|hanging)\s+on(?:to)?\s+(?:the\s+)?(?P<tyres>{TYRES}|slicks)"
        r"(?:\s+still)?",
        r"\g<who> is on \g<tyres>",
    ),
    (
        "same time|same lap",
        r"did\s+(?P<who>[\w'’-]+\s+and\s+[\w'’-]+)\s+(?:both\s+)?(?:stop|pit|box|come\s+in)\s+(?:on|at)\s+the\s+same\s+(?:time|lap)\s+for\s+"
        rf"(?P<tyres>{TYRES})",
        r"when did \g<who> stop for \g<tyres>",
    ),
    (
        "same time|same lap",
        r"did\s+(?P<who>[\w'’-]+\s+and\s+[\w'’-]+)\s+(?:both\s+)?(?:stop|pit|box|come\s+in)\s+for\s+"
        rf"(?P<tyres>{TYRES})\s+(?:on|at)\s+the\s+same\s+(?:time|lap)",
        r"when did \g<who> stop for \g<tyres>",
    ),
)
"""As `reworded` reads them: cues, the form, and what it asks."""
