"""What people ask of flags and safety cars."""

from __future__ import annotations

from pitwall.facts.periods import FULL_COURSE
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from pitwall.tools.track_words import NTH

_CALLED = {
    "safety_car": ("safety car", "safety cars"),
    "vsc": ("(virtual safety car|vsc)", "(virtual safety cars|vscs)"),
    FULL_COURSE: ("(full course yellow|fcy)", "(full course yellows|fcys)"),
    "red": ("red flag", "red flags"),
    "yellow": ("yellow flag", "yellow flags"),
}
"""One of them and several, as people call them."""
_FIRST = {
    "count": """
        how many {many} (have there been|have we had|were there|did we have|have been out|today|so far|) / {one} laps
        how (often|many times) (was|has) the {one} (been|) out / number of {many} / {one} periods / {many}
        on (which|what) laps was the {one} (out|) / (which|what) laps were (run|) (under|behind) the {one}
        when (was|were) the {one} out / when (was|were) the {many} (out|) / when did the {one} come out
        on (which|what) lap did the {one} come out / what lap did the {one} come out / any {many} so far
        were there any {many} / which {one} is this / is this (already|) the (second|third) {one}
        is this the (first or|first or the|second or|second or the) (second|third) {one}
        was the last {one} (out|) longer than the (one before|previous one|first|first one) / how long was each {one}
        how long did each {one} (last|stay out) / how long was each of the {many} (out|)
        which lap was the {one} (on|out) / how many {many} and (when|on which laps)
    """,
    "first": """
        when was the first {one} (out|) / when did the {one} first come out / on (which|what) lap was the first {one}
        how long was the first {one} (out|) / how long did the first {one} (last|stay out) / first {one}
        when did the {one} come out the first time / when did the first {one} (come out|start|begin|end|come in)
        which lap was the first {one} / on (which|what) lap did the first {one} (come out|start|begin|end|come in)
    """,
    "last": """
        when was the (last|latest) {one} (out|period|) / how long was the (last|latest) {one} (out|) / last {one}
        when was the last time the {one} was out / when did we last have a {one} / how long did the last {one} last
        how long (has|was) the {one} (been|) out (for|) / how long did the {one} (last|stay out)
        how long was the {one}
        how (long|many laps) ago did the {one} (come in|end|go in)
        when did the {one} (come in|end|go in) / on (which|what) lap did the {one} (come in|end|go in)
        on (which|what) lap was the (last|latest) {one} / when did the (last|latest) {one} (come out|start|come in|end)
        (which|what) lap did the last {one} (come out|start|begin|come in|end) / since when is the {one} out
        how (much longer|long) will the {one} (be out|last|stay out) / how much longer is the {one} out
        since (when|which lap|what lap) has the {one} been out / how long ago was the last {one} / when is the {one} out
    """,
    **{
        nth: f"""
        when was the {nth} {{one}} (out|) / how long was the {nth} {{one}} (out|) / {nth} {{one}}
        how long did the {nth} {{one}} (last|stay out) / on (which|what) laps was the {nth} {{one}} (out|)
        when did the {nth} {{one}} (come out|start|begin|end|come in) / (which|what) lap was the {nth} {{one}} (on|)
        on (which|what) lap did the {nth} {{one}} (come out|start|begin|end|come in)
        """
        for nth in NTH
    },
    "longest": """
        how long was the longest {one} (out|period|) / how many laps was the longest {one} / longest {one} (period|)
        (which|what|when) was the longest {one} (period|) / which {one} was the longest
        how long did the longest {one} (last|stay out) / on (which|what) laps was the longest {one}
        which {one} (lasted|was out) (the|) longest
    """,
    "share": """
        (what|which) (percentage|share|percent|part) of the race (was|has been|is) (run|) (under|behind) the {one}
        how much of the race (was|has been) (run|) (under|behind) the {one}
        how much time (was|has been) spent (under|behind) the {one} / total time under the {one}
        how long were the {many} out / how long have the {many} been out / total time of the {many}
    """,
}
"""What is to be told first, and how it is asked; of flags nobody says that they come in, and none is asked so."""

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what is the track status / flags / is there debris on the track / is the track green
        how long has (the track|it) been (green|clear) / since when is the track (green|clear)
        is the track clear / what flag is out / any flags (out|showing|waving|up|) / are any flags (out|showing)
        are we under green
        (any|have we had any|have there been any|were there any) (yellows|yellow flags|flags) or (safety cars|scs)
        (any|have we had any|have there been any|were there any) safety cars or (yellows|yellow flags|flags|red flags)
        are we racing or behind the safety car / is it a yellow flag or a red flag / is the race neutralised
        is it under caution / how many times has the race been neutralised / what flags have been out
        when did it go green / has the race resumed or restarted / are they under yellow
        are they still running / are the cars still running / is the session (still|) running / is the session stopped
        is it green flag racing / are we green / are we back to green / green yet / is it green yet
        is it green flag / flag status
        did the virtual safety car (become|turn into) a (full|) safety car
        (was|has|is) the virtual safety car (been|) (turned into|upgraded to|replaced by|followed by) a safety car
        did they (upgrade|change) the virtual safety car to a (full|proper|) safety car
        which flag is shown / what flag are we under / what colour is the flag / flag / track status / is the race live
        are we under green flag conditions / is the race back under way / are they racing / caution
        why (are|have) (they|they all|all of them|all the cars) (slow|slowed down|slowing down|going slow|backed off)
        why (is|has) (everyone|everybody|the whole field) (slow|slowed down|slowing down|going slow|backed off)
        """,
    ),
    *asked(
        {"kind": "safety_car"},
        """
        is there a safety car / safety car / is it under sc or vsc / is the safety car out
        are we under the safety car / was there a safety car earlier / has there been a safety car
        was there a safety car / sc out / is the safety car deployed / has the safety car been deployed
        is the safety car on track / sc / any sc or vsc / safety car status / is the safety car in
        safety car or green / are they behind the safety car / are these safety car conditions
        is safety car in this lap / is the safety car coming in / will the safety car come in this lap
        did we have a safety car / has race control said the safety car is coming in
        what lap did the (safety car|full safety car) replace the virtual one
        on (which|what) lap did the safety car replace the virtual safety car
        (is it a|) (sc|full sc|full safety car|real safety car) or (a|) (vsc|virtual safety car|virtual|virtual one)
        (sc|safety car) or (vsc|virtual safety car)
        is it (now|) (the|a|) (safety car|virtual safety car|vsc) or (the|a|) (safety car|virtual safety car|vsc)
        was there any safety car (at all|today|so far) / sc or vsc status
        (is it|is that|is this|) another safety car
        """,
    ),
    *asked(
        {"kind": "vsc"},
        """
        is the virtual safety car deployed / is vsc on / is vsc ending
        has there been a virtual safety car / virtual safety car / is there a virtual safety car / was there a vsc
        """,
    ),
    *asked(
        {"kind": FULL_COURSE},
        """
        full course yellow / fcy / is it a full course yellow
        is there a full course yellow / was there a full course yellow / are we under full course yellow
        any full course yellows (|today) / are we under fcy / is it fcy / has there been a full course yellow
        """,
    ),
    *asked(
        {"kind": "red"},
        """
        is the race red flagged / was there a red flag / has there been a red flag
        has the race been stopped / is the race suspended / is there a red flag / red flag
        how long did the red flag cost / how much time did the red flag cost
        how long did that red (last|cost) / how long was that red / how long did the red (last|cost)
        how much time was lost to the red flag / how much time did we lose to the red flag
        when (will|does) (they|the session|running) (get going|go|resume|restart) (again|)
        when is the session back on / when can they go again / in (which|what) (segment|part) was the red flag
        when (will|does) the race (go|resume|restart) (again|)
        how long has the race been stopped / how long was the race stopped / how many times was the race stopped
        """,
    ),
    *asked(
        {"kind": "yellow"},
        """
        are there yellow flags / is there a yellow flag / any yellow flags out / yellows / yellow flag
        is there a yellow / have there been yellow flags / are the yellow flags out / any yellows / yellow
        was there a yellow flag
        """,
    ),
    *asked(
        {"kind": FULL_COURSE, "tell": "share"},
        """
        how long (was|were) the safety car and the (virtual safety car|vsc) out (together|)
        how long were the safety cars and the (virtual safety cars|vscs) out (together|)
        """,
    ),
    *asked(
        {"kind": FULL_COURSE, "tell": "count"},
        """
        how many safety cars (and|or) (virtual safety cars|vscs) (have there been|have we had|were there|so far|)
        how many (virtual safety cars|vscs) and safety cars (have there been|have we had|were there|so far|)
        (number of|) safety cars and (virtual safety cars|vscs)
        """,
    ),
    *(
        example
        for kind, (one, many) in _CALLED.items()
        for tell, questions in _FIRST.items()
        for example in asked({"kind": kind, "tell": tell}, questions.format(one=one, many=many))
    ),
    *asked(
        {"tell": "restarts"},
        """
        how many restarts (have there been|were there|have we had|so far|today|) / restarts / number of restarts
        when was the (last|latest|) restart / on (which|what) lap was the (last|latest|) restart / was there a restart
        (which|what) lap was the (last|latest|) restart (on|) / when did (racing|the race) (resume|restart|go green)
        when did (we|they) (go|get back to) green / when did the race last go green / has there been a restart
        on (which|what) lap did (racing|the race) (resume|restart|go green) (again|)
        (on|) (which|what) lap did the (last|) restart happen (on|) / when did the (last|) restart happen
        how many times (was|has) the race (been|) restarted / when did they (start|get) racing again
        """,
    ),
)
