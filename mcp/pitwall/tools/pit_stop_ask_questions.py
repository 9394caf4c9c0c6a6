"""What people ask of one value of a driver's stops, of two drivers' stops, and of how many have stopped."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.planned_stop_questions import PLANNED_STOP_QUESTIONS
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject


def _tell(tell: str) -> JsonObject:
    return {"driver": "{driver}", "tell": tell}


_ONE: tuple[Example, ...] = (
    *asked(
        _tell("last"),
        """
        when did {driver} (last stop|last pit|last change tyres|last come in) / when was the last stop of {driver}
        (how was|how long was|how quick was) the last (stop|pit stop) of {driver}
        (last stop|latest stop|last pit stop|most recent stop) of {driver} / {driver} last (stop|pit stop)
        (how long ago|how many laps ago) did {driver} (pit|stop|come in) / how long ago was the stop of {driver}
        how (long|many laps) since {driver} (stopped|pitted) / time since {driver} stopped
        laps since the stop of {driver}
        how long is it since {driver} pitted
        how many laps has {driver} (been out|done|driven|run) since (his|the) (last stop|stop|pit stop)
        what (happened|went wrong) (at|in|with) the (|last) (stop|pit stop) of {driver}
        was there (a|any) (problem|trouble|delay) (at|in|with) the (|last) (stop|pit stop) of {driver}
        was the (stop|last stop) of {driver} (slow|quick|fast) / has {driver} just (stopped|pitted|been in)
        """,
    ),
    *asked(
        _tell("places"),
        """
        where did {driver} (come out|rejoin) / where did {driver} come out after (his|the) (stop|last stop|pit stop)
        where did {driver} rejoin after (his|the) (stop|last stop) / where was {driver} before his (stop|last stop)
        where was {driver} (before the stops|after his stop|after the stop|after his last stop)
        (what|which) position (was|did) {driver} (in|pit from|stop from|come out in) (|before his stop|after his stop)
        did {driver} (lose|gain) (a place|places|positions|a position) (in|with|by) (the|his|his last) (stop|stops|
            pit stop)
        how many (places|positions) did {driver} (lose|gain) (in|with|by) (his|the|his last) (stop|stops|pit stop)
        how many (places|positions) did the (stop|last stop|pit stop) cost {driver}
        what did the (stop|last stop|slow stop) cost {driver} / did the (stop|slow stop) cost {driver} places
        which places did {driver} come in and go out
        (has {driver} had|did {driver} get) a free stop (under the safety car|)
        where was {driver} after his (first|second|third) (stop|pit stop)
        how many (places|positions) did {driver} (lose|gain) (in|with|by|at) his (first|second|third) (stop|pit stop)
        how far did {driver} drop (with|at|after|through) his (stop|pit stop)
        """,
    ),
    *asked(
        {**_tell("places"), "driver": "leader"},
        """
        where did the leader (come out|rejoin) (|after his stop|after the stop|after his last stop)
        where was the leader before (his|the) stop / (what|which) position was the leader in before (his|the) stop
        how many (places|positions) did the leader lose (in|with|by) (his|the) (stop|last stop)
        """,
    ),
    *asked(
        _tell("came_out"),
        """
        who did {driver} (come out|rejoin) (behind|ahead of|in front of|between)
        who came out (behind|ahead of) {driver}
        did {driver} (come out|rejoin) in (traffic|clear air) (|after his stop)
        who was ahead of {driver} after his stop
        who was behind {driver} after his stop / who was around {driver} after his stop
        """,
    ),
    *asked(
        _tell("next_to"),
        """
        has the car (ahead of|behind|in front of) {driver} (stopped|pitted|been in)
        have the cars (around|near|next to) {driver} (stopped|pitted)
        did the car (ahead of|behind) {driver} (stop|pit)
        how many stops has the car (ahead of|behind) {driver} made
        when did the car (ahead of|behind|in front of) {driver} (last|) (stop|pit)
        """,
    ),
    *asked(
        _tell("lane_time"),
        """
        how much time did {driver} lose (in|with) (his|the|his last|his slow) (stop|stops|pit stop)
        how much time (did|has) {driver} (lost|lose|spent|spend) in the (pits|pit lane)
        total (time of {driver} in the pits|pit time of {driver}|pit stop time of {driver})
        how long has {driver} been in the (pits|pit lane) (in all|in total|altogether)
        how much time did the last stop cost {driver} / how much time has {driver} lost with stops
        did the (stop|slow stop) cost {driver} time
        """,
    ),
    *asked(
        _tell("in_lane"),
        """
        is {driver} (in the pits|in the pit lane|pitting|boxing|stopping|coming in|in for service|out of the pits|
            in the box|on an in lap|on an out lap|on his out lap|in) (|now|right now) / has {driver} left the pits
        """,
    ),
    *asked(
        _tell("tyres"),
        """
        what tyres (did|was) {driver} (have|use|run|on) before his (last|) (stop|pit stop)
        what was {driver} on before his (last|) (stop|pit stop)
        (strategy|race strategy|tyre strategy|pit strategy) of {driver} / {driver} strategy
        what is {driver} doing on strategy
        (what|which) strategy is {driver} on / is {driver} on a one stopper / what was the strategy of {driver}
        is {driver} yet to stop / has {driver} not stopped (yet|)
        does {driver} (still|) (have|need) to (stop|pit) (again|)
        stops and tyres of {driver} / {driver} stops and tyres / how has {driver} used his tyres
        what tyres has {driver} used / which (tyres|compounds) has {driver} used / what compounds has {driver} used
        has {driver} (used|run) (two|both|three|all three|different) compounds / how many compounds has {driver} used
        how many different compounds has {driver} used / how many sets has {driver} (used|had)
        what tyres did {driver} (come off|take off|run before|have before|use before)
        (what|which) tyres (was|were) {driver} on before
        how many (stops|pit stops) has {driver} made and (on|) (what|which) tyres
        (stops|number of stops|stop count) and (tyre order|order of tyres|tyre history|compounds) of {driver}
        {driver} (stops|number of stops|stop count) and (tyre order|order of tyres|tyre history|compounds)
        """,
    ),
)
_STARTED_ON: tuple[Example, ...] = asked(
    _tell("started_on"),
    """
    is {driver} (still|) on the (tyres|set|set of tyres) he started on / is {driver} still on the tyres from the start
    is {driver} still on (his|the) (starting tyres|first set|first set of tyres|original tyres)
    has {driver} changed tyres (yet|since the start) / has {driver} done the whole race on one set
    """,
)
_BOTH_CARS: tuple[Example, ...] = asked(
    {"driver": "{driver}"},
    "have both {driver} (cars|) (stopped|pitted|been in) / have both cars of {driver} (stopped|pitted)"
    " / have both (stopped|pitted) at {driver}",
)
_WINNER: tuple[Example, ...] = asked(
    {"driver": "leader", "tell": "tyres"},
    """
    (what was|what is) the strategy of the (winner|leader) / strategy of the (winner|leader) / winner's strategy
    (what|which) strategy (did the winner use|is the leader on|won the race) / stops and tyres of the (winner|leader)
    """,
)
_TWO: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "{other}", "tell": "last"},
        """
        did {driver} (pit|stop|come in|box) (before|after|before or after|earlier than|later than) {other}
        has {driver} stopped (before|after|earlier than|later than) {other}
        who (stopped|pitted) (earlier|later|first|last) {driver} or {other} / {driver} or {other} who stopped first
        """,
    ),
    *asked(
        {"driver": "{other}", "other": "{driver}", "tell": "apart"},
        """
        how many laps (after|before) {driver} did {other} (pit|stop|come in)
        how many laps (later|earlier) did {other} (pit|stop) than {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "tell": "apart"},
        """
        how many laps (after|before) {other} (has|have) {driver} (pitted|stopped)
        how many laps (were|are|lie) between the (stops|pit stops) of {driver} and {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "tell": "came_out"},
        """
        did {driver} (come out|rejoin) (ahead of|behind|in front of) {other} (|after his stop)
        was {driver} (ahead of|behind) {other} after his stop
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "tell": "same_lap"},
        """
        did {driver} and {other} (stop|pit|come in) (on the same lap|together|at the same time)
        did {driver} (pit|stop) (with|on the same lap as|together with) {other}
        have {driver} and {other} (stopped|pitted) (on the same lap|together)
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        has {driver} stopped (more often than|less often than|as often as|fewer times than) {other}
        is {driver} (a stop|one stop) (behind|ahead of|up on|down on) {other}
        has {driver} made (the same number of|as many|more|fewer|less) stops (as|than) {other}
        how many (stops more|more stops|fewer stops|stops less) has {driver} made than {other}
        stops of {driver} and {other} / compare the stops of {driver} and {other}
        have {driver} and {other} (stopped|made) (as often|the same number of stops)
        """,
    ),
)
_ALL: tuple[Example, ...] = (
    *asked(
        {"tell": "stops"},
        """
        stop count / pit stop count / how many (pit stops|stops) have there been
        (total|total number of) (stops|pit stops)
        how many (stops have there been in total|pit stops in total|stops|pit stops) / number of (stops|pit stops)
        """,
    ),
    *asked(
        {"tell": "stopped"},
        """
        how many (have|cars have|drivers have) (pitted|stopped|made a stop|been in) (|already|so far)
        how many (drivers|cars) have already (pitted|stopped)
        who has (made|had|done) a (proper|real|full|) (stop|pit stop)
        who has (already|) (pitted|stopped|boxed) (already|so far|)
        which (cars|drivers) have (stopped|pitted) (|already)
        """,
    ),
    *asked(
        {"tell": "not_stopped"},
        """
        how many (|cars|drivers) have not (stopped|pitted|been in) (|yet) / has anyone not (stopped|pitted)
        has (everyone|everybody|every car) (stopped|pitted|been in|made a stop|changed tyres) (|already|now|yet)
        have (all|all the cars|all cars|they all|all of them|all the drivers) (stopped|pitted|been in)
        who (still has|still needs) to (stop|pit)
        who is the only (one|car|driver) (without a stop|not to have stopped)
        is there anyone who has not (stopped|pitted) / is there a car without a stop / cars without a stop
        who has not (stopped|pitted|been in|come in|boxed|changed tyres|made the mandatory stop|
            made the obligatory stop) (|yet)
        who did not stop / who has yet to (stop|pit) / who has no stop / who is still without a stop
        (who has|which drivers have|anybody) yet to make a stop / yet to stop / not stopped
        who still has (a stop|the mandatory stop) to make / which cars have not pitted / which drivers have not stopped
        who is still on the (first set of tyres|starting tyres|starting set)
        which are on their first stint
        who started and has not stopped / who is on the same tyres since the start / who (is|are) yet to (stop|pit)
        """,
    ),
    *asked({}, "which strategies are they on / strategies / how long were the stops / who is on a two stop"),
    *asked(
        {"order": "quickest"},
        """
        how long did the stops take / how long is a pit stop taking
        how long (does|do) (a stop|a pit stop|stops) take
        """,
    ),
    *asked(
        {"order": "most_time"},
        """
        who has (spent|lost) the most time in the (pits|pit lane) / most time in the (pits|pit lane)
        who has been in the (pits|pit lane) the longest / who has spent longest in the (pits|pit lane)
        """,
    ),
    *asked(
        {"order": "least_time"},
        "who has (spent|lost) the least time in the (pits|pit lane) / least time in the (pits|pit lane)",
    ),
    *asked(
        {"order": "most_places"},
        """
        who (lost|has lost) the most (places|positions) (in|with|by|at) (a stop|his stop|the stops|the pit stops|
            a pit stop)
        which stop cost the most (places|positions) / most places lost (in|with|by) a stop
        who lost (places|positions) (in|with|by|at) (a stop|his stop|the stops|the pit stops)
        """,
    ),
    *asked(
        {"order": "gained"},
        """
        who (gained|has gained|won) the most (|places|positions) (in|by|at|through|from) the (stops|pit stops|pits)
        who gained (|places|positions) (in|by|at|through) the (stops|pit stops|pits) / places gained in the stops
        who gained and lost (|places|positions) in the (stops|pit stops) / who came out best of the (stops|pit stops)
        """,
    ),
    *asked(
        {"order": "last_first"},
        """
        who was the last to make his first stop / who (made|did) his first stop (last|latest) / latest first stop
        who stayed out (the longest|longest) before (his|the) first stop / who was the last to stop for the first time
        """,
    ),
)
ASK_EXAMPLES: tuple[Example, ...] = (*PLANNED_STOP_QUESTIONS, *_ONE, *_STARTED_ON, *_BOTH_CARS, *_WINNER, *_TWO, *_ALL)
