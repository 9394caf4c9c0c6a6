"""What people ask of pit stops."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}
STANDSTILL = "standstill"

EXAMPLES: tuple[Example, ...] = (
    # One driver: whether and how often.
    *asked(
        _ONE,
        """
        has {driver} (pitted|stopped|made a stop|made a pit stop|boxed|boxed yet or not|been in|been in the pits|
            come in|visited the pits|been in for tyres|changed tyres|pulled into the pits|made the mandatory stop|
            not stopped yet)
        did {driver} (pit|stop|make a pit stop|box|come in|come into the pits|visit the pit lane|change tyres|
            swap tyres|peel into the pits|get fresh rubber|have a drive through|duck into the pits) / {driver} pitted
        {driver} boxed / is {driver} due a stop / was {driver} serviced / was {driver} called in
        is {driver} yet to stop / does {driver} still have to stop / does {driver} need to stop
        does {driver} still need to pit
        (when is the stop|strategy|number of pit stops|stop count|pit stops|stops|all stops|pit history) of {driver}
        is {driver} on a one stopper / {driver} strategy
        how many (stops has {driver} made|stops has {driver} done|stops {driver}|stops did {driver} make|
            stops for {driver}|pit stops {driver}|times has {driver} pitted|times did {driver} pit|
            times has {driver} stopped|sets has {driver} used) / how many pit stops has {driver} made
        how many pit stops did {driver} make / number of stops {driver} / how many times has {driver} been in
        how often has {driver} (been in|come in|pitted) / how often did {driver} (come in|stop)
        how many times did {driver} visit the pits / how often has {driver} stopped / how often did {driver} pit
        how often was {driver} in the pits / how many visits to the pits has {driver} made
        how many trips to the pits for {driver} / how many tyre changes has {driver} had / {driver} pit stops
        {driver} stops / {driver} pit info
        """,
    ),
    # One driver: when, where and how long.
    *asked(
        _ONE,
        """
        when did {driver} (pit|stop|box|come in|make the pit stop|last stop|last pit|get new tyres|
            switch tyres|change tyres|dive into the pits) / when was {driver} in the pits
        (when was the last|when was the first|when was the pit|last|first|how long was the|how quick was the|
            how was the) stop of {driver} / {driver} last stop / {driver} first stop
        (on which lap|which lap|how many laps ago) did {driver} pit
        (on what lap|how long ago|how long) did {driver} stop / what lap did {driver} come in
        what lap did {driver} box / which lap did {driver} stop on / on which lap was the stop of {driver}
        (pit lap|pit lane time|lane time|pit stop time) of {driver} / {driver} (box|in|pit|stop) lap
        how long since {driver} stopped / time since {driver} stopped / how long is it since {driver} pitted
        is {driver} (in the pits|in the pit lane|pitting|boxing|stopping|coming in|in for service|out of the pits|
            in the box) / has {driver} left the pits
        how long was {driver} (in the pits|in the pit lane)
        how long did {driver} spend in the pit lane / how long did {driver} spend in the pits
        has {driver} (stopped|pitted) (once|twice|three times|more than once|more than twice)
        has {driver} (had|made|done|taken|completed) {n}th stop / has {driver} stopped {n}th time
        did {driver} (make|have|do|take) {n}th stop / (when was|what lap was|which lap was) {n}th stop of {driver}
        when did {driver} make {n}th stop / has {driver} pitted {n}th time / did {driver} (pit|stop) {n}th time
        how long did the stop of {driver} take / {driver} pit time / {driver} stop time
        """,
    ),
    *asked(
        {"driver": "{driver}", "of": STANDSTILL},
        """
        how long was {driver} (stationary|standing still|in the pit box|in the box|on the jacks) (|for)
        how long was {driver} (stationary|standing still) (at|in|for|on) (the|his|her) (|pit) stop
        how long was {driver} stationary in the pits / stationary time of {driver} / {driver} stationary time
        how long (did|was) {driver} (stand|stand still|standing) in the pits
        """,
    ),
    *asked(
        {"driver": "leader"},
        "has the (leader|race leader) (stopped|pitted|boxed|made a stop|been in) / did the leader (stop|pit)"
        " / when did the leader (stop|pit) / how many stops has the leader made",
    ),
    # All: what has been.
    *asked(
        {},
        """
        pit stops / all pit stops / list of pit stops / list the stops / has anyone not (pitted|stopped) / all stops
        pit stop summary / pit summary / pit log
        pit stop table / pit stops for the graphic / pit activity / pit window / pit times / pit stop times
        has anyone boxed / had anyone stopped / have the leaders stopped / did anyone pit
        who has (made|had|done) a (proper|real|full|) (stop|pit stop)
        who has (already|) (pitted|stopped|boxed) (already|)
        who has (been in|been in already|already been in|come in already)
        which (cars|drivers) have (stopped|pitted) already
        how many (drivers|cars) have already (pitted|stopped)
        anyone stopped (yet|already|so far|in this race|in this sprint)
        has anyone pitted / tyre changes / who had a drive through / did both cars stop already
        have both drivers of the team stopped / who went long
        """,
    ),
    *asked(
        {"last": "{n}"},
        """
        last {n} stops / the last {n} stops / (last {n}|the last {n}|{n} latest|{n} most recent) pit stops
        who were the last {n} to pit / which {n} cars pitted last / show the last {n} stops
        """,
    ),
    # All: the first, the last, the most, the shortest.
    *asked(
        {"last": 1},
        """
        who came into the pits most recently / who was last to pit
        who was the last to stop / who stopped last / who pitted last / (last|the last|latest|most recent) pit stop
        last stop / last to pit / latest stop / who pitted most recently / who made the last stop / last car to pit
        """,
    ),
    *asked(
        {"last": 5},
        """
        latest pit stops / latest stops / last pit stops / most recent stops / recent pit stops / who pitted recently
        who has recently stopped / who came in recently
        """,
    ),
    *asked(
        {"order": "first"},
        """
        who pitted first / who stopped first / who was first to pit / who was the first to stop / who stopped early
        first to pit / first pit stop / first stop of the race / who made the first stop / earliest stop
        first car to pit / who opened the pit window
        """,
    ),
    *asked(
        {"order": "most"},
        """
        who has (made the most stops|the most pit stops) / most pit stops / who stopped most
        who stopped most often / how many stops has everyone made / how many stops has each driver made
        how many pit stops has everyone made / how often has everyone stopped / number of stops per driver
        stops per driver
        (total stops|number of stops|stop count|stops) (per car|per car sorted|for each car|by driver)
        who made the most stops / who stopped the most / who pitted the most / most stops
        who made the most pit stops / who visited the pits most
        """,
    ),
    *asked(
        {"order": "fewest"},
        """
        who stopped (the least|least) / who is on a one stop strategy
        who made the fewest stops / fewest stops / fewest pit stops / who has made the fewest stops
        who pitted the least
        """,
    ),
    *asked(
        {"order": "quickest"},
        """
        (fastest|best|shortest|who had the fastest) pit stop / fastest stop / shortest stop
        quickest stop through the pit lane / who had the quickest stop / shortest time in the pit lane
        (best|quickest|fastest|shortest) (pit lane time|time through the pit lane) (of the race|so far|)
        """,
    ),
    *asked(
        {"order": "slowest"},
        """
        slowest pit stop / longest pit stop / slowest stop / longest stop / who had the slowest stop
        who had the longest stop / who lost most time in the pits / who spent the longest in the pits
        who lost the most (in|time in) the (pits|pit stops|stops)
        """,
    ),
    # All: who is in, and who has not been.
    *asked(
        {},
        """
        who is (in the pits|in the pit lane|pitting|boxing|stopping|coming in|in|being serviced|yet to stop|yet to pit|
            due a stop|overdue a stop)
        (is anyone in|which cars are in|which drivers are in|anyone in|who dived into|who has committed to) the pits
        (is anybody|which cars are|cars) in the pit lane / pit lane / is anyone pitting / is anyone boxing
        anyone stopping / who ducked in
        who has not (stopped|pitted|been in|come in|boxed|changed tyres|made the mandatory stop|
            made the obligatory stop) / who did not stop / who has yet to stop / who has yet to pit
        (who has|which drivers have|anybody) yet to make a stop / yet to stop / not stopped / who still needs to stop
        who still needs to pit / who still has a stop to make / who still has the mandatory stop to make
        which cars have not pitted / which drivers have not stopped / who is still out on worn tyres
        who is still on the first stint / which are on their first stint / who is still on the first set of tyres
        who started and has not stopped
        """,
    ),
    # All: counts and durations.
    *asked(
        {},
        """
        stop count / pit stop count / how many pit stops have there been
        how many (stops have there been|pit stops in total|stops|have pitted|cars have stopped|drivers have pitted|
            have not stopped) / who is on a two stop / which strategies are they on / strategies
        how long were the stops / how long did the stops take / how long is a pit stop taking
        """,
    ),
    # One driver: what his stops cost.
    *asked(
        _ONE,
        """
        where did {driver} (come out|rejoin) / where did {driver} come out after (his|the) (stop|last stop|pit stop)
        where did {driver} rejoin after (his|the) (stop|last stop) / where was {driver} before his (stop|last stop)
        where was {driver} before the stops
        did {driver} lose (a place|places|positions) (in|with) (the|his) (stop|stops|pit stop)
        how many (places|positions) did {driver} lose (in|with) (his|the|his last) (stop|stops|pit stop)
        what did the (stop|last stop|slow stop) cost {driver} / did the (stop|slow stop) cost {driver} (places|time)
        how much time did {driver} lose (in|with) (his|the|his last|his slow) (stop|stops|pit stop)
        how much time (did|has) {driver} (lost|lose|spent|spend) in the pits / total time of {driver} in the pits
        how much time did the last stop cost {driver} / was the (stop|last stop) of {driver} slow
        total pit time of {driver} / how much time has {driver} lost with stops
        """,
    ),
    *asked(
        {},
        """
        how many cars are in the (pits|pit lane) / are the leaders in the pits / who is in the pits (right now|now)
        """,
    ),
)
