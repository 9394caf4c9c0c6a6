"""What people ask about who led: the questions of get_lead_changes."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

LEAD_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {},
        """
        how many lead changes have there been / lead changes / how often has the lead changed
        how many changes of lead / how many drivers have led the race / different leaders
        has the lead changed / when did the lead change / who has led the race
        how many led / how many drivers have led / how many drivers (led|have led) a lap / who led which laps
        who has led this race / who led this race
        everyone who (led|has led) / list the leaders lap by lap
        how many different leaders / when did the lead last change / who has been in the lead so far
        who led before / history of the lead / how many times has the lead changed hands / previous leaders
        who was leading before / who led before {driver} / who was leading before {driver}
        who (led|was leading) before the (leader|current leader|present leader) / who led before him
        who was the previous leader / who was the leader before (this one|the leader)
        who lost the lead to {driver}
        who took the lead from {driver} / who took the lead when {driver} (stopped|pitted|came in|retired)
        when did the lead change hands
        who took the lead after {driver} (stopped|pitted) / has the lead ever changed / did the lead change
        has anybody else led / who else has led / has anyone but {driver} led / has anyone other than {driver} led
        has anybody led other than {driver} / did anyone else lead
        on which laps did the lead change
        how many (different|) leaders have there been / how many leaders (were|have) there (been|) / number of leaders
        who (overtook|passed) for the lead / (overtakes|passes) for the lead
        which drivers (have led|led) (a lap|laps|the race|) / who took the lead and when
        who has been leading (this|the race|it|)
        who (has led|led) (a lap|laps|any laps|at least a lap)
        """,
    ),
    *asked(
        {"by_driver": True},
        """
        laps led by each driver / how many laps (has|did) each (driver|leader) (led|lead) / laps in the lead by driver
        who has led the most laps / who led the most laps / who has spent the most laps in the lead / laps led
        most laps led / how many laps has everyone led / laps led by each (leader|of the leaders)
        how (was|were) (the lead|laps led|laps in the lead|the laps in the lead) (shared|split|divided) (out|up|)
        who led and for how many laps / who led for how many laps / who has led and for how many laps
        """,
    ),
    *asked(
        {"by_driver": True, "driver": "{driver}"},
        """
        how many laps has {driver} led (compared to|compared with|against|versus|vs) (everyone else|the others|the rest)
        how many laps did {driver} lead (compared to|compared with|against|versus|vs) (everyone else|the others)
        laps led by {driver} (compared to|against|versus|vs) (everyone else|the others|the rest)
        has {driver} led more laps than (anyone else|everyone else|the others)
        has {driver} led the most laps / did {driver} lead the most laps
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        how many laps has {driver} led / has {driver} led the race / did {driver} lead / when did {driver} lead
        how long did {driver} lead / does {driver} lead / how many laps in the lead for {driver}
        when did {driver} take the lead / when did {driver} lose the lead / laps led by {driver}
        has {driver} been in the lead / for how many laps did {driver} lead / has {driver} led every lap
        did {driver} lead every lap / has {driver} led from the start / has {driver} led all the way
        did {driver} lead all race
        how much of the race has {driver} led / how much of the race did {driver} lead / has {driver} ever led
        did {driver} ever lead / has {driver} led at any point / how long has {driver} been in the lead
        since when has {driver} been leading / since when has {driver} led / how long has {driver} led
        did {driver} keep the lead / has {driver} held the lead throughout / did {driver} hold the lead
        did {driver} keep the lead through the (stops|pit stops|first stops|pit cycle) / did {driver} lose the lead
        has {driver} lost the lead / when was {driver} in the lead / did {driver} lead at the start
        has {driver} led from lights to flag / did {driver} lead from start to finish / has {driver} led a lap
        which laps did {driver} lead / on which laps did {driver} lead / which laps has {driver} led
        how did {driver} (take|get|lose) the lead / how has {driver} (taken|got|lost) the lead
        how did {driver} (get to|come to|make it to|end up in) the front / how did {driver} end up (in the lead|leading)
        how did {driver} (win|win it|win the race|come to win)
        who did {driver} (take|lose) the lead (from|to) / on which lap did {driver} take the lead
        when did {driver} hit the front / when did {driver} get the lead
        from (which|what) lap (has|did) {driver} (led|lead|been leading|been in the lead)
        did {driver} (take|get|inherit|win) the lead (on|on the) track or (by|with|through|in) (a|his|the) (stop|stops)
        did {driver} take the lead (by|through) (a stop|stopping|a pit stop) or (by|with) (an overtake|a pass)
        when did {driver} last lead / when was {driver} last in the lead / did {driver} take the lead
        did {driver} (take|get|lose) the lead (on track or in the pits|in the pits or on track|on track or by a stop)
        """,
    ),
    *asked(
        {"to_lap": "{n}"},
        """
        how many (lead changes|changes of lead) (were there|have there been|) (in|over|during) the first {n} laps
        (lead changes|changes of lead) (in|over|during) the first {n} laps / did the lead change in the first {n} laps
        how (often|many times) did the lead change in the first {n} laps
        """,
    ),
    *asked(
        {"driver": "{driver}", "in_a_row": True},
        """
        how many laps (has|did) {driver} (led|lead) in a row / most laps led in a row by {driver}
        how many laps (in a row|on end|running) (has|did) {driver} (led|lead)
        longest (spell|time|stint|run) (of {driver} in the lead|in the lead of {driver})
        """,
    ),
    *(
        asked_for
        for size, words in (("largest", "biggest|largest|greatest|maximum"), ("smallest", "smallest|narrowest"))
        for asked_for in asked(
            {"driver": "{driver}", "lead": size},
            f"""
            (what was|what is|) the ({words}) (lead|margin|advantage) of {{driver}} (so far|)
            (what was|what is|) {{driver}}'s ({words}) (lead|margin|advantage) (so far|)
            when was the lead of {{driver}} ({words}) / how ({words}) was the lead of {{driver}}
            """,
        )
    ),
    *asked(
        {"driver": "{driver}", "lead": "largest"},
        """
        how big was the lead of {driver} at (most|its biggest|its largest|its peak|best)
        how big did the lead of {driver} get
        how far ahead was {driver} at (most|best) / what was the most that {driver} led by
        """,
    ),
)
