"""What people ask of pit stops."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.pit_stop_ask_questions import ASK_EXAMPLES
from pitwall.tools.pit_stop_asks import PLAN
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

EXAMPLES: tuple[Example, ...] = (
    # One driver: whether and how often.
    *asked(
        _ONE,
        """
        has {driver} (pitted|stopped|made a stop|made a pit stop|boxed|boxed yet or not|been in|been in the pits|
            come in|visited the pits|been in for tyres|changed tyres|pulled into the pits|made the mandatory stop)
        did {driver} (pit|stop|make a pit stop|box|come in|come into the pits|visit the pit lane|change tyres|
            swap tyres|peel into the pits|get fresh rubber|have a drive through|duck into the pits) / {driver} pitted
        {driver} boxed / is {driver} due a stop / was {driver} serviced / was {driver} called in
        (when is the stop|number of pit stops|stop count|pit stops|stops|all stops|pit history) of {driver}
        how many (stops has {driver} made|stops has {driver} done|stops {driver}|stops did {driver} make|
            stops for {driver}|pit stops {driver}|times has {driver} pitted|times did {driver} pit|
            times has {driver} stopped) / how many pit stops has {driver} made
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
        when did {driver} (pit|stop|box|come in|make the pit stop|get new tyres|
            switch tyres|change tyres|dive into the pits) / when was {driver} in the pits
        when did {driver} (pit|stop|come in) and how long (was it|did it take|was the stop)
        how many stops has {driver} made and how long (were they|did they take)
        how long was the (first|second|third) stop of {driver} / (second|third) stop of {driver}
        how long was {driver}'s (first|second|third|last) stop
        (when was the first|when was the pit|first|how long was the|how quick was the|
            how was the) stop of {driver} / {driver} first stop
        (on which lap|which lap) did {driver} pit
        (on what lap|how long) did {driver} stop / what lap did {driver} come in
        what lap did {driver} box / which lap did {driver} stop on / on which lap was the stop of {driver}
        (pit lap|pit lane time|lane time|pit stop time) of {driver} / {driver} (box|in|pit|stop) lap
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
        {"driver": "leader"},
        "has the (leader|race leader) (stopped|pitted|boxed|made a stop|been in) / did the leader (stop|pit)"
        " / when did the leader (stop|pit) / how many stops has the leader made",
    ),
    *asked(
        {"driver": "leader", "tell": PLAN},
        "when will the leader (stop|pit) / will the leader (stop|pit) again / when does the leader have to (stop|pit)"
        " / does the leader (still|) have to (stop|pit) (again|)",
    ),
    # All: what has been.
    *asked(
        {},
        """
        pit stops / all pit stops / list of pit stops / list the stops / all stops
        pit stop summary / pit summary / pit log
        pit stop table / pit stops for the graphic / pit activity / pit window / pit times / pit stop times
        has anyone boxed / had anyone stopped / did anyone pit
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
        who stopped (the least|least)
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
        who is (in the pits|in the pit lane|pitting|boxing|stopping|coming in|in|being serviced|
            due a stop|overdue a stop)
        (is anyone in|which cars are in|which drivers are in|anyone in|who dived into|who has committed to) the pits
        (is anybody|which cars are|cars) in the pit lane / pit lane / is anyone pitting / is anyone boxing
        anyone stopping / who ducked in
        who is still out on worn tyres
        """,
    ),
    *ASK_EXAMPLES,
    *asked(
        {},
        """
        how many cars are in the (pits|pit lane) / are the leaders in the pits / who is in the pits (right now|now)
        """,
    ),
)
