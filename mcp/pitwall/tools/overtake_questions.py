"""What people ask about overtakes: the questions of get_overtakes."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

OVERTAKE_QUESTIONS: tuple[Example, ...] = (
    *asked(
        {},
        """
        how many overtakes have there been / how much overtaking has there been / list the overtakes
        who has overtaken whom / how many passes on track / overtakes so far
        any overtakes / has there been much overtaking / latest overtakes / last overtake / what was the last overtake
        has there been any overtaking / who overtook last / recent overtakes / how many on track passes / any passes
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        whom has {driver} overtaken / (who|whom) did {driver} (overtake|pass|get past|go past|get by)
        overtakes of {driver} / how many cars has {driver} passed on track
        (did|has) {driver} (get|got|gone) (past|by|back past) (anyone|anybody|someone|somebody|any car|any cars)
        (did|has) {driver} (overtake|overtaken|pass|passed) (anyone|anybody|someone|somebody)
        who was (overtaken|passed) by {driver} / who (has|) let {driver} (past|by|through)
        """,
    ),
    *asked(
        {"driver": "{driver}", "passed": "{passed}", "how": "any"},
        """
        did {driver} (overtake|pass|get past|get by|get in front of|get ahead of|jump|clear) {passed}
        why is {driver} (suddenly|now|) ahead of {passed} (now|suddenly|all of a sudden|)
        how did {driver} come to be (ahead of|in front of) {passed}
        has {driver} (overtaken|passed|got past|got by|got in front of|got ahead of|jumped|cleared|
            made it past) {passed}
        (when|how|where|on which lap|in which lap) did {driver} (overtake|pass|get past|get by|get ahead of|
            get in front of|jump|take the lead from|take the position from) {passed}
        (when|how|where|on which lap) did {driver} (pass|overtake|get past|get by|get ahead of|
            get in front of) {passed} for (the lead|position|{n}th|p{n}) (and stay there|)
        (when|how|where|on which lap|) did {driver} (nick|pinch|steal|grab|snatch|take) (p{n}|the place) (off|
            from) {passed}
        did {driver} (pass|overtake|get past|get by) {passed} for (the lead|position|{n}th)
        have {driver} and {passed} (swapped|swapped places|swapped positions|traded places|changed places)
        {driver} and {passed} (swap|swap places|swap positions)
        did {driver} and {passed} (swap places|swap positions|swap)
        how many times have {driver} and {passed} swapped (places|positions)
        (when|on which lap) did {driver} and {passed} (last|) (swap|change|trade) (places|positions) (last|)
        (when|on which lap) (have|did) {driver} and {passed} last (swapped|changed|swap|change) (places|positions)
        last (swap|change) of (places|positions) between {driver} and {passed}
        (overtakes|passes|overtaking) between {driver} and {passed}
        how many (overtakes|passes) (have there been|were there|) between {driver} and {passed}
        was {passed} (overtaken|passed) by {driver}
        how did {driver} end up ahead of {passed} / when was {passed} overtaken by {driver}
        (when|how|where|on which lap) did {passed} (fall|drop|slip) behind {driver}
        since when (has|is) {driver} (been|) (ahead|in front) of {passed}
        when was {passed} passed by {driver} / has {passed} been passed by {driver}
        did {passed} lose (the place|the position) to {driver} / when did {passed} lose the lead to {driver}
        did {driver} (overtake|pass|get past|get) {passed} on (the|) track (or in the pits|or by a stop|)
        where did {driver} (get|pass) {passed} on track or in the pits / how many times did {driver} pass {passed}
        (when|where|why|on which lap) did {passed} let {driver} (past|by|through|pass)
        (did|has) {passed} (let|waved) {driver} (past|by|through)
        """,
    ),
    *asked(
        {"driver": "{driver}", "passed": "{passed}", "how": "stop"},
        """
        (did|has) {driver} (undercut|overcut) {passed} / {driver} undercut on {passed}
        did {driver} (get past|pass|jump|get ahead of) {passed} (in the pits|at the stops|through the stops|by stopping)
        did the (undercut|overcut) of {driver} on {passed} work
        (was|has) {passed} (been|) (undercut|overcut) by {driver} / did {passed} get (undercut|overcut) by {driver}
        """,
    ),
    *asked(
        {"passed": "{passed}", "how": "stop"},
        """
        who (overtook|passed|jumped|got ahead of|got past) {passed} (in the pits|in the stops|at the stops|by stopping)
        who (undercut|overcut|has undercut|has overcut) {passed}
        """,
    ),
    *asked(
        {"driver": "{driver}", "how": "stop"},
        """
        (who|whom|which cars) did {driver} (pass|jump|get past) (in|at|through|by) the (stops|pit stops|pits)
        who did {driver} get ahead of (in|at|through) the (stops|pit stops)
        """,
    ),
    *asked(
        {"how": "stop"},
        """
        who got ahead (in|at|through) the (stops|pit stops)
        who (passed|jumped) whom (in|at|through) the (stops|pit stops) / passes (in|at|through) the (stops|pit stops)
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        "(who|whom) did {driver} (overtake|pass) last / (who|whom) did {driver} last (overtake|pass)"
        " / last (overtake|pass) of {driver} / who was last (overtaken|passed) by {driver}",
    ),
    *asked(
        {"passed": "{driver}"},
        "has {driver} been (overtaken|passed) / who overtook {driver} / who passed {driver} on track"
        " / who (has|is|) passed {driver}"
        " / (did|has) (anyone|anybody|someone|somebody) (pass|passed|overtake|overtaken) {driver} / who got {driver}"
        " / (who|whom) (did|has) {driver} let (past|by|through)"
        " / who has overtaken {driver} / who (overtook|passed) {driver} last"
        " / who (overtook|passed|has overtaken|has passed) {driver} and (on which laps|on which lap|when)"
        " / who was the (last|latest) to (overtake|pass) {driver} / when was {driver} last (overtaken|passed)",
    ),
    *asked(
        {"driver": "{driver}", "how": "start"},
        """
        (who|whom|which cars) did {driver} (overtake|pass|get past) (at the start|off the line|on lap 1)
        overtakes of {driver} (at the start|off the line)
        """,
    ),
    *asked(
        {"passed": "{driver}", "how": "start"},
        "who (got past|passed|overtook|jumped|got ahead of) {driver} (at the start|off the line)",
    ),
    *asked(
        {"how": "any", "driver": "{driver}"},
        """
        (have|did) the (two|) {driver} (cars|) (swapped|swap|changed|change|trade|traded) (places|positions)
        how many times have the (two|) {driver} (cars|) swapped (places|positions)
        """,
    ),
    *asked(
        {"recent": True},
        """
        (any|have there been any) (overtakes|passes) (this lap|since the last lap|since the line|just now|on this lap|
            since they crossed the line)
        (has|did) (anyone|anybody) (passed|pass|overtaken|overtake) (anyone|anybody|) (this lap|since the last lap|
            since the line|just now|on this lap)
        who has just (been|) (passed|overtaken) / who has just passed (whom|someone|who)
        """,
    ),
    *asked(
        {"recent": True, "how": "any"},
        """
        has the order changed (this lap|since the last lap|since the line|just now|on this lap)
        (any|have there been any) changes of (position|order) (this lap|since the last lap|since the line|just now)
        (any|have there been any) position changes (this lap|since the last lap|since the line|just now)
        (has|have) (anyone|anybody|any cars) (changed|swapped) (places|positions) (this lap|since the last lap|
            since the line|just now|on this lap)
        what (has|is) changed in the order (just now|this lap|since the last lap|since the line)
        """,
    ),
    *asked({"lap": "{n}"}, "overtakes on lap {n} / who overtook on lap {n}"),
)
