"""Questions about positions, leads and gaps in words that hide which rows they are of, and the words that show it."""

from __future__ import annotations

from director.planners.offline.apart.reworded_held_positions import FAR_FROM_A_POSITION, HELD_A_POSITION
from director.planners.offline.apart.reworded_parts import CAR, NAME, NUMBER, WHO

_IS = r"(?:['’]?s|\s+is|\s+was|\s+are|\s+were)?"
_PLACE = r"(?P<place>p\d+)"
_BESIDE = r"(?:ahead\s+of|behind|in\s+front\s+of)"

POSITIONS: tuple[tuple[str, str, str], ...] = (
    # Where who started so is now, is told with who that is.
    (
        "start|qualif|grid|lined up",
        rf"(?P<ask>{WHO}\s+(?:started|qualified|lined\s+up|(?:was|sat)\s+on\s+the\s+grid\s+in)\s+(?:in\s+|from\s+|on\s+)?[\w-]+(?:\s+place)?)"
        r"\s*,?\s+(?:and\s+)?where(?:['’]?s|\s+is)\s+(?:he|she)(?:\s+(?:running\s+)?now)?",
        r"\g<ask>",
    ),
    (
        "first|next|best|highest",
        rf"{WHO}{_IS}\s+(?:the\s+)?(?:first|next|best|best\s+placed|highest|highest\s+placed|leading)(?:\s+{CAR})?"
        rf"\s+(?:just\s+|right\s+)?(?:outside|out\s+of|below|not\s+in)\s+the\s+top\s+{NUMBER}",
        r"highest placed car outside the top \g<n>",
    ),
    (
        "just outside|just below",
        rf"{WHO}{_IS}\s+just\s+(?:outside|below)\s+the\s+top\s+{NUMBER}",
        r"highest placed car outside the top \g<n>",
    ),
    (
        "longest|most",
        rf"{WHO}\s+(?:has\s+|have\s+)?(?:been|spent|ran|run|was|held)\s+(?:the\s+most\s+laps\s+|(?:for\s+)?the\s+longest(?:\s+time)?\s+)?(?:in|on|)\s*{_PLACE}"
        r"(?:\s+place)?(?:\s+(?:for\s+)?the\s+(?:longest|most)(?:\s+(?:laps|time))?)?",
        r"most laps in \g<place>",
    ),
    (
        "before|start",
        rf"(?:is|was)\s+(?P<who>{NAME})\s+(?:ahead\s+of|in\s+front\s+of|behind|above|below|higher\s+than|lower\s+than|better\s+than|up\s+on|down\s+on)"
        r"\s+(?:where\s+(?:he|she|they)\s+(?:started|began|was\s+at\s+the\s+start)|(?:his|her|the)\s+(?:grid|starting)\s+(?:position|place|slot))",
        r"how many places has \g<who> gained",
    ),
    (
        "who is behind|who's behind|whos behind|who is ahead|who's ahead|whos ahead",
        rf"who(?:['’]?s|\s+is)\s+(?:ahead|in\s+front)\s+of\s+(?P<who>{NAME})\s*,?\s+(?:and\s+)?who(?:['’]?s|\s+is)\s+(?:behind|chasing)(?:\s+(?:him|her|it))?",
        r"who is ahead and behind \g<who>",
    ),
    (
        "who is behind|who's behind|whos behind",
        rf"who(?:['’]?s|\s+is)\s+behind\s+(?P<who>{NAME})\s*,?\s+(?:and\s+)?who(?:['’]?s|\s+is)\s+(?:ahead|in\s+front)(?:\s+of\s+(?:him|her|it))?",
        r"who is ahead and behind \g<who>",
    ),
    (
        "and the car behind|and behind|and the car ahead|and ahead|either side",
        rf"(?:what\s+(?:are|is)\s+)?(?:the\s+)?gaps?\s+(?:from|of|for|between)\s+(?P<who>{NAME})\s+(?:to|and)\s+the\s+(?:car|cars|one|ones)\s+"
        r"(?:ahead|in\s+front|behind)(?:\s+of\s+him)?\s+and\s+(?:to\s+)?(?:the\s+)?(?:car\s+|one\s+)?(?:behind|ahead|in\s+front)(?:\s+him)?",
        r"who is ahead and behind \g<who>",
    ),
    (
        "before",
        r"who\s+(?:led(?!.*\bstops\b)|was\s+leading|was\s+in\s+the\s+lead|was\s+in\s+front)\s+(?:just\s+|right\s+)?(?P<before>before\s+(?:the|his|her|their|any)\s+.+)",
        r"who was in P1 \g<before>",
    ),
    (
        "how many laps",
        rf"how\s+many\s+laps\s+(?:was|did|has|were)\s+(?P<who>{NAME})\s+(?:spend\s+|run\s+|spent\s+|stay\s+|been\s+)?"
        r"(?P<where>(?:in|inside|on)\s+(?:the\s+)?(?:top\s+\w+|points|podium|p\d+))",
        r"how many laps has \g<who> been \g<where>",
    ),
    (
        "within",
        rf"(?:who|which\s+(?:cars?|drivers?)|is\s+any(?:one|body))(?:['’]?s|\s+is|\s+are)?\s+within\s+(?P<n>\d+|two|three|four|five|ten)\s+seconds\s+of"
        rf"\s+(?P<who>{NAME})",
        r"cars within \g<n> seconds of \g<who> on the road",
    ),
    (
        "within a second|within one second|within 1 second",
        rf"(?:who|which\s+(?:cars?|drivers?)|is\s+any(?:one|body))(?:['’]?s|\s+is|\s+are)?\s+within\s+(?:a|one|1)\s+second\s+of\s+(?P<who>{NAME})",
        r"cars within 1 seconds of \g<who> on the road",
    ),
    (
        "how many drivers|how many cars",
        rf"how\s+many\s+(?:drivers|cars|people)\s+(?:has|did)\s+(?P<who>{NAME})\s+(?P<passed>overtaken|passed|overtake|pass)",
        r"how many overtakes has \g<who> made",
    ),
    (
        "ever ",
        rf"(?:was|has)\s+(?P<who>{NAME})\s+ever\s+(?:been\s+)?(?:ahead|in\s+front)\s+of\s+(?P<other>{NAME})",
        r"has \g<who> been ahead of \g<other> today",
    ),
    (
        "rookies",
        r"(?:which|what)\s+rookies?\s+(?:is|are)\s+(?:ahead|in\s+front|doing\s+(?:the\s+)?best)|where\s+are\s+the\s+rookies|how\s+are\s+the\s+rookies\s+doing|(?:who\s+is\s+)?(?:the\s+)?(?:best|top|highest)(?:\s+placed)?\s+rookies?",
        "who is the best rookie",
    ),
    (
        "furthest|farthest",
        rf"{WHO}{_IS}\s+(?:the\s+)?(?:furthest|farthest)\s+(?:behind|from|off)\s+the\s+(?:car|one|driver)\s+(?:ahead|in\s+front)",
        "largest gap to the car ahead",
    ),
    (
        " under | below | less than | within ",
        rf"has\s+the\s+gap\s+between\s+(?P<who>{NAME})\s+and\s+(?P<other>{NAME})\s+(?:ever\s+)?been\s+(?:under|below|less\s+than|within)\s+.+",
        r"what was the smallest gap between \g<who> and \g<other>",
    ),
    (
        "who led after|who was leading after|who was ahead after",
        r"who\s+(?:led|was\s+leading|was\s+ahead|was\s+in\s+front)\s+after\s+the\s+(?:start|first\s+lap|opening\s+lap|first\s+corner)",
        "who was in P1 on lap 1",
    ),
    (
        "has led since",
        r"who\s+has\s+led\s+since\s+the\s+(?:stops|pit\s+stops|restart|safety\s+car|first\s+stops)",
        "who has led the race",
    ),
    (
        "first time",
        rf"(?:was|is)\s+(?:it|this|that)\s+the\s+first\s+time\s+(?:that\s+)?(?P<who>{NAME})\s+(?:has\s+)?(?:led|leads|lead)",
        r"how many laps has \g<who> led",
    ),
    (
        "through the|because of|due to|thanks to",
        r"(?P<ask>how\s+many\s+(?:places|positions)\s+(?:did|has)\s+.+?)\s+(?:through|because\s+of|due\s+to|thanks\s+to)\s+the\s+(?P<what>safety\s+car|vsc|virtual\s+safety\s+car)",
        r"\g<ask> under the \g<what>",
    ),
    (
        "better start|better getaway",
        rf"who\s+(?:got|had|made)\s+the\s+better\s+(?:start|getaway),?\s+(?P<who>{NAME})\s+or\s+(?P<other>{NAME})",
        r"how was the start of \g<who> and how was the start of \g<other>",
    ),
    (
        " and is he| and is she",
        rf"how\s+far\s+(?:behind|back)\s+is\s+(?P<who>{NAME})\s+and\s+is\s+(?:he|she)\s+(?:catching|closing|closing\s+in|gaining)(?:\s+up)?",
        r"how far is \g<who> behind the car ahead",
    ),
    (
        "overtakes have|overtakes did",
        rf"how\s+many\s+(?:overtakes|passes)\s+(?:have|did)\s+(?P<who>{NAME})\s+and\s+(?P<other>{NAME})\s+(?:made|make|done|do)",
        r"how many overtakes has \g<who> made and how many overtakes has \g<other> made",
    ),
    (
        "cover|separate|between|spread",
        r"how\s+(?:many\s+seconds|much\s+time|much)\s+(?:cover|covers|separate|separates|is\s+between)\s+(?:the\s+)?(?:points|points\s+places|top\s+ten|points\s+positions)",
        "gap from the leader to the points",
    ),
    (
        "on lap|in lap",
        rf"(?:how\s+many\s+(?:places|positions)\s+)?(?:did|has)\s+(?P<who>{NAME})\s+(?:gain(?:ed)?|lose|lost|ma[dk]e\s+up|pick(?:ed)?\s+up)"
        r"(?:\s+or\s+(?:lose|lost))?(?:\s+(?:any\s+|a\s+)?(?:places?|positions?))?\s+(?:on|in)\s+lap\s+(?P<lap>\d+)",
        r"how many places did \g<who> gain within lap \g<lap>",
    ),
    (
        "on lap|in lap|during lap",
        r"(?P<who>who(?:\s+has)?\s+(?:gained|lost|made\s+up)(?:\s+the\s+most|\s+most)?\s+(?:places|positions))\s+(?:on|in|during)\s+lap\s+(?P<lap>[2-9]|[1-9]\d+)",
        r"\g<who> within lap \g<lap>",
    ),
    (
        " or in the pits| or in the stops| or by a stop| or in the pit",
        rf"did\s+(?P<who>{NAME})\s+(?:get|pass|take|overtake|jump|beat)\s+(?:past\s+)?(?P<other>{NAME})\s+on\s+(?:the\s+)?track\s+or\s+.+",
        r"when did \g<who> pass \g<other>",
    ),
    *FAR_FROM_A_POSITION,
    (
        "behind|ahead",
        rf"who\s+finished\s+(?:right|just|directly|immediately)?\s*(?P<where>behind|ahead\s+of|in\s+front\s+of)\s+(?P<who>{NAME})",
        r"who is \g<where> \g<who>",
    ),
    *HELD_A_POSITION,
    (
        "dropped",
        r"(?P<who>who(?:\s+has)?)\s+dropped\s+(?P<out>out\s+of\s+the\s+(?:points|top\s+\w+)(?:\s+since\s+.+)?)",
        r"\g<who> fallen \g<out>",
    ),
    (
        "when he|when she|as he|before he|before she",
        rf"(?:in\s+(?:which|what)\s+(?:position|place)|(?:what|which)\s+(?:position|place)|where)\s+was\s+(?P<who>{NAME})\s+(?:running\s+|in\s+)?(?:when|as|before)\s+(?:he|she)"
        r"\s+(?:retired|stopped\s+for\s+good|went\s+out|dropped\s+out|broke\s+down)",
        r"from which position did \g<who> retire",
    ),
    (
        "since the restart|since the stops|since the safety car|since the pit stops",
        r"(?:has|did)\s+the\s+lead\s+changed?(?:\s+hands)?\s+since\s+the\s+(?:restart|stops|pit\s+stops|safety\s+car)",
        "has the lead changed",
    ),
    (
        " ahead of | behind ",
        rf"(?:are|were)\s+(?P<one>(?:the\s+)?[\w ]+?\s+cars)\s+{_BESIDE}\s+(?P<other>(?:the\s+)?[\w ]+?\s+cars)",
        r"highest placed of \g<one> and \g<other>",
    ),
    (
        " ahead of | behind ",
        rf"is\s+any\s+(?P<one>[\w ]+?)(?:\s+car)?\s+{_BESIDE}\s+an?y?\s+(?P<other>[\w ]+?)(?:\s+car)?",
        r"highest placed of the \g<one> and \g<other> cars",
    ),
    (
        "when did",
        rf"when\s+did\s+(?P<who>{NAME})\s+(?:lose|drop\s+(?:from|out\s+of)|fall\s+(?:from|out\s+of)|get\s+(?:back\s+)?in(?:to)?|move\s+into)"
        r"\s+(?:the\s+)?(?:p\d+|top\s+\w+|points|second|third|fourth|fifth|podium)(?:\s+place)?",
        r"position history of \g<who>",
    ),
    (
        "how did",
        rf"how\s+did\s+(?P<who>{NAME})\s+(?:get|come|go|drop|fall|climb|move)\s+from\s+p?\d+(?:st|nd|rd|th)?\s+to\s+p?\d+(?:st|nd|rd|th)?",
        r"position history of \g<who>",
    ),
    (
        "since the first lap|since lap one",
        rf"(?P<ask>how\s+many\s+(?:places|positions)\s+has\s+{NAME}\s+(?:gained|lost|made\s+up))\s+since\s+(?:the\s+first\s+lap|lap\s+one)",
        r"\g<ask> since lap 1",
    ),
    (
        "lapped",
        r"who\s+(?:has\s+been|was|is)\s+lapped\s+(?:twice|two\s+times)",
        "who is 2 laps down",
    ),
    (
        "team|teams",
        r"which\s+teams?\s+(?:has\s+|have\s+)?(?:gained|made\s+up|won)\s+the\s+most\s+(?:places|positions)(?:\s+since\s+the\s+start)?",
        "places gained by each team",
    ),
    (
        "team|teams",
        r"which\s+teams?\s+(?:has\s+|have\s+)?(?:lost|dropped)\s+the\s+most\s+(?:places|positions)(?:\s+since\s+the\s+start)?",
        "places lost by each team",
    ),
    (
        "from the points|off the points|from a points",
        r"(?:who|which\s+(?:cars|drivers)|(?:did|has)\s+(?:anyone|anybody))\s+(?:has\s+|have\s+)?"
        r"(?:retired?|drop(?:ped)?\s+out|went\s+out|go(?:ne)?\s+out)"
        r"\s+from\s+(?:the\s+|a\s+)?points(?:\s+(?:positions?|places?))?",
        "who retired in the points",
    ),
    (
        "of the winner|of the leader",
        r"how\s+many\s+(?:cars|drivers)\s+finished\s+within\s+(?P<n>\w+)\s+seconds\s+of\s+the\s+(?:winner|leader)",
        r"how many cars are within \g<n> seconds of the leader",
    ),
    (
        "last car",
        r"how\s+far\s+ahead\s+of\s+the\s+last\s+(?:car|driver|place)\s+is\s+the\s+leader|how\s+far\s+is\s+the\s+leader\s+ahead\s+of\s+the\s+last\s+(?:car|driver|place)",
        "how far behind the leader is the last car",
    ),
    (
        "missed",
        r"who\s+(?:just\s+)?(?:missed|missed\s+out\s+on|narrowly\s+missed|misses)\s+(?:out\s+on\s+)?(?:the|a)\s+podium(?:\s+by\s+one\s+place)?",
        "who is in P4",
    ),
    (
        "making progress|moving forward|coming through",
        r"who\s+is\s+(?:making\s+progress|moving\s+forward|coming\s+through)",
        "who has gained the most places",
    ),
    (
        "on the last lap|on the final lap",
        r"(?:what\s+(?:was|is)\s+)?(?:the\s+)?(?P<ask>gap\s+between\s+.+?)\s+on\s+the\s+(?:last|final)\s+lap",
        r"\g<ask>",
    ),
    (
        "end up behind|end up ahead|get behind",
        rf"how\s+did\s+(?P<who>{NAME})\s+(?:end\s+up|get|come\s+to\s+be)\s+behind\s+(?P<other>{NAME})",
        r"when did \g<other> pass \g<who>",
    ),
    (
        "anyone gain|anybody gain|anyone make up",
        r"did\s+(?:anyone|anybody)\s+(?:gain|make\s+up)\s+(?:places|positions)\s+(?:at\s+the\s+start|on\s+lap\s+(?:1|one)|on\s+the\s+first\s+lap)",
        "who gained the most places at the start",
    ),
    (
        "from|off|outside",
        rf"how\s+(?:far|much)\s+(?:is|was)\s+(?P<who>{NAME})\s+(?:from|off|outside|behind|away\s+from|short\s+of|out\s+of)\s+the\s+top\s+(?P<n>\d+)",
        r"gap from \g<who> to P\g<n>",
    ),
    (
        "behind|ahead|in front",
        rf"who(?:['’]?s|\s+is)\s+the\s+(?:one|{CAR})\s+(?:that\s+|who\s+)?(?P<who>{NAME}?)(?:['’]?s|\s+is)\s+(?:\w+\s+)?"
        r"(?P<side>behind|ahead\s+of|in\s+front\s+of)(?:\s+(?:then|now|right\s+now|at\s+the\s+moment))?",
        r"who is \g<who> \g<side>",
    ),
)
"""The cues, the form and what it asks, as in `reworded`."""
