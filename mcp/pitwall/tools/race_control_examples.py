"""How people ask for messages of race control: the examples of get_race_control."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

_MOST = (
    "(who|which driver|which car) (has|was|) (been|) shown (the most {0} flags|{0} flags the most)"
    " / (who|which driver|which car) (has had|had|has|got|has got) the most {0} flags / most {0} flags"
    " / {0} flags (by|per|of each|for each) (driver|car) / who has been shown {0} flags (most often|and how many)"
    " / how many {0} flags has each (driver|car) (been shown|had)"
)
"""Who was shown them is told with how many."""
EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what does race control say / race control messages / what did race control say
        latest race control messages / any messages from race control / any news from race control
        what have the stewards said / race director messages / what is the latest from race control
        any word from the stewards / any news from the stewards / any word from race control
        """,
    ),
    *asked({"last_n": 1}, "what was the last race control message / the latest message from race control"),
    *asked(
        {"flag": "yellow"},
        """
        where (is|was) the (last|latest|) yellow flag / where (are|were) the (last|latest|) yellow flags
        in which sector (is|was) the (last|latest|) yellow flag / which sector is yellow / where is it yellow
        """,
    ),
    *asked(
        {"last_n": "{n}"},
        "last {n} race control messages / last {n} messages from race control"
        " / the {n} latest messages of race control",
    ),
    *asked(
        {"since_lap": "{since_lap}"},
        """
        race control messages since lap {since_lap} / messages from race control since lap {since_lap}
        what has race control said since lap {since_lap} / what have the stewards said since lap {since_lap}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        what did race control say about {driver} / race control messages about {driver}
        messages from race control for {driver} / stewards on {driver}
        any (word|news) from (the stewards|race control) (on|about) {driver}
        (anything|something) from (the stewards|race control) (on|about) {driver}
        what (do|did|have) the stewards (say|said) about {driver}
        """,
    ),
    *asked(
        {"about": "lapped_cars"},
        """
        (which|what) cars may unlap themselves / who may unlap / (can|may|are) lapped cars (overtake|unlap|overtaking)
        (have|were) (lapped cars|backmarkers) (been|) (allowed to overtake|let through|released|unlapped)
        who was (let through|allowed to unlap|allowed to unlap himself) / lapped cars may overtake
        race control messages (on|about) lapped cars
        """,
    ),
    *asked(
        {"about": "start"},
        "(is it|will it be|was it) a (standing|rolling) (restart|start) / (standing|rolling) (restart|start) or not",
    ),
    *asked(
        {"about": "penalty"},
        """
        any penalties / who got a penalty / has anyone been penalised / which drivers have penalties
        list the penalties / what penalties have been given / time penalties / who has a penalty / who got penalised
        who has a penalty and what for / who picked up a penalty / has anyone picked up a penalty
        what penalties are there
        list every penalty / every penalty / all the penalties / list every time penalty / every time penalty
        all the time penalties / list all the time penalties / which time penalties have been given
        who have the stewards punished / have the stewards given anyone a penalty / who was penalised and why
        have the stewards handed out any penalties / have there been any penalties / who was given a penalty
        """,
    ),
    *asked(
        {"about": "penalty", "driver": "{driver}"},
        """
        does {driver} have a penalty / did {driver} get a penalty / penalty for {driver}
        has {driver} been penalised / why was {driver} penalised
        what is the penalty of {driver} for / what did {driver} get a penalty for / {driver} penalty
        what penalty has {driver} got / what penalty did {driver} get / what did the stewards give {driver}
        what have the stewards given {driver} and what for / why did the stewards penalise {driver}
        why did {driver} get a penalty / why does {driver} have a penalty / how big is the penalty of {driver}
        (did|does|has) {driver} (get|got|have|been given|received) a time penalty / how many seconds did {driver} get
        {driver} has been given something by the stewards what for / {n} seconds for {driver}
        {n} second penalty for {driver}
        did {driver} get {n} seconds / has {driver} got a {n} second penalty / was {driver} given {n} seconds
        what was the penalty for {driver} / what was the penalty of {driver} / what did {driver} do to get a penalty
        has {driver} picked up a penalty / are there penalties for {driver} / penalties of {driver}
        """,
    ),
    *asked(
        {"about": "investigation"},
        """
        who is under investigation / any incidents under investigation / what are the stewards investigating
        any incidents noted / what incidents have been noted / is anyone under investigation
        anyone under investigation / how many (cars|drivers|) are (still|) under investigation
        who is being investigated / who is still under investigation / whom are the stewards looking at
        who are the stewards looking at / what are the stewards looking at / any investigations
        is anything under review / anything still to be investigated / is anything still to be looked at
        are the stewards (investigating|looking at|looking into) (anything|anyone|anybody)
        what are the stewards looking into / is there anything with the stewards
        are there any investigations pending / open investigations / who is in trouble with the stewards
        is anyone in trouble with the stewards / who is under investigation after the race
        who will be investigated after the race / what is under investigation
        (what|which incidents) (will be|is to be|are to be) (investigated|looked at|decided) after the (race|session)
        what will (they|the stewards) (only|) (look at|look into|investigate|decide) after the (race|session|sprint)
        (what|whom|who) are the stewards (looking at|looking into|investigating) after the (race|session|sprint)
        """,
    ),
    *asked(
        {"about": "investigation", "driver": "{driver}"},
        """
        is {driver} under investigation / is {driver} being investigated / what is {driver} under investigation for
        did {driver} (jump the start|make a false start|have a false start) / {driver} false start / {driver} jump start
        are the stewards (looking at|investigating) {driver} / what is {driver} being investigated for
        was {driver} investigated / why is {driver} under investigation / is {driver} in trouble with the stewards
        (what|why) is {driver} being looked at (for|) (by the stewards|) / what are the stewards looking at {driver} for
        why are the stewards looking at {driver} / is {driver} being looked at (by the stewards|)
        (any news|any word|anything new|what is the news) on the {driver} (investigation|incident|case|
            false start|inquiry)
        (what came of|what became of|what happened with|any outcome of|
            did anything come of) the {driver} (investigation|incident|case|false start|inquiry|thing)
        did the {driver} (investigation|case|incident) (go anywhere|come to anything|lead to anything)
        anything (from|on|about|with) {driver} (under investigation|to be investigated|to be looked at)
        was the {driver} (case|incident|investigation|false start) (settled|resolved|closed)
        was the (case|incident|investigation|false start) of {driver} (settled|resolved|decided)
        is {driver} to be investigated / is there an investigation of {driver} / is {driver} to be looked at
        has {driver} been noted by the stewards / was {driver} under investigation
        """,
    ),
    *asked(
        {"about": "slippery"},
        """
        where is the track slippery / is the track slippery (anywhere|) / slippery (track|surface|) (where|warnings|)
        (which|what) (part|parts|sector|sectors) of the track (is|are) slippery / is it slippery out there
        (any|) (slippery surface|slippery track|low grip) (messages|warnings|flags|)
        """,
    ),
    *asked(
        {"about": "track_limits"},
        "messages about track limits / what has been said about track limits"
        " / whose lap time was deleted last / who was the last to have a (lap time|lap) deleted",
    ),
    *asked(
        {"about": "track_limits", "driver": "{driver}"},
        "why (was|is|did) {driver}'s (lap time|lap|time) (deleted|get deleted)"
        " / (at which|at what|for which) (turn|corner) was {driver}'s (lap time|lap|time) deleted"
        " / where was {driver}'s (lap time|lap|time) deleted"
        " / which (laps|lap times) of {driver} were deleted and where"
        " / has {driver} had a lap time deleted"
        " / track limits of {driver} / has {driver} exceeded track limits"
        " / how (often|many times) has {driver} exceeded track limits / is {driver} close to a track limits penalty"
        " / how many track limits warnings (has|does) {driver} (got|had|have)"
        " / (warnings|track limits warnings) of {driver} / {driver} warnings",
    ),
    *asked(
        {"about": "start"},
        """
        (why was|was) the (first|) start (aborted|called off) / start aborted
        was there an (aborted start|extra formation lap|additional formation lap)
        """,
    ),
    *(
        example
        for flag, said in (("blue", "blue"), ("black_and_white", "black and white"))
        for example in asked(
            {"flag": flag},
            f"""
            who was shown {said} flags / {said} flags / who got a {said} flag / how many {said} flags
            how many {said} flags (were there|have there been|did each driver get)
            {_MOST.format(said)}
            """,
        )
    ),
    *asked(
        {"flag": "blue", "driver": "{driver}"},
        """
        does {driver} have blue flags / is {driver} shown blue flags / was {driver} shown blue flags
        how (often|many times) (has|was) {driver} (been|) shown (a blue flag|blue flags|the blue flag)
        how many blue flags has {driver} (had|been shown|got) / how many blue flags for {driver}
        """,
    ),
    *asked(
        {"flag": "black_and_white", "driver": "{driver}"},
        "did {driver} get a black and white flag / was {driver} shown a black and white flag"
        " / does {driver} have a black and white flag / has {driver} had a black and white flag",
    ),
    *asked(
        {"flag": "black"},
        "who got a black flag / did anyone get a black flag / has there been a black flag / black flags"
        " / has anyone been black flagged / was anyone shown a black flag",
    ),
    *asked(
        {"flag": "black_and_orange"},
        "who got a meatball flag / did anyone get a (meatball|black and orange) flag / black and orange flags",
    ),
    *asked(
        {"flag": "black_and_orange", "driver": "{driver}"},
        "did {driver} get a (meatball|black and orange) flag / was {driver} shown a (meatball|black and orange) flag",
    ),
    *asked(
        {"flag": "black", "driver": "{driver}"},
        "did {driver} get a black flag / was {driver} black flagged / was {driver} shown a black flag",
    ),
    *asked(
        {"category": "drs"},
        "has drs been enabled / when was drs enabled / was drs disabled / drs enabled / is drs on / is drs enabled"
        " / how (often|many times) (has|was) drs (been|) (disabled|switched off|turned off) (again|)"
        " / how (often|many times) (has|was) drs (been|) (disabled|switched off) (again|) since it was first enabled"
        " / (when|on which laps) was drs (disabled|switched off|turned off)"
        " / is drs allowed / can they use drs / is drs available / is drs active / when can they use drs",
    ),
    *asked(
        {"category": "drs"},
        "why is drs (disabled|off|not enabled|not allowed|not available) / why can they not use drs",
    ),
    *asked(
        {"about": "start"},
        """
        has the (start|race|session) been delayed / was the (start|race|session) delayed
        has the start been (moved|put back|postponed)
        what time does the race start now / when does the race start now / is the start delayed
        is the restart (standing or rolling|rolling or standing|standing|rolling)
        will the restart be (standing or rolling|rolling or standing|standing|rolling)
        """,
    ),
    *asked(
        {"about": "track_limits"},
        """
        who is one (warning|strike|lap) (away|) from a (penalty|track limits penalty|penalty for track limits)
        who is (close|closest|near) to a (penalty for track limits|track limits penalty)
        """,
    ),
    *asked(
        {"about": "track_limits", "driver": "{driver}"},
        """
        is {driver} one (warning|strike|lap) (away|) from a penalty
        how close is {driver} to a (penalty for track limits|track limits penalty)
        """,
    ),
)
