"""What people ask of pit stops and the pit lane."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

EXAMPLES: tuple[Example, ...] = (
    # One driver: whether and how often.
    *asked(
        _ONE,
        """
        has {driver} pitted / did {driver} pit / {driver} pitted / has {driver} stopped / did {driver} stop
        has {driver} made a stop / has {driver} made a pit stop / did {driver} make a pit stop / has {driver} boxed
        did {driver} box / {driver} boxed / has {driver} boxed yet or not / has {driver} been in
        has {driver} been in the pits / has {driver} come in / did {driver} come in / did {driver} come into the pits
        has {driver} visited the pits / did {driver} visit the pit lane / has {driver} been in for tyres
        has {driver} changed tyres / did {driver} change tyres / did {driver} swap tyres
        did {driver} peel into the pits / has {driver} pulled into the pits / has {driver} made the mandatory stop
        is {driver} due a stop / did {driver} get fresh rubber / was {driver} serviced / was {driver} called in
        did {driver} have a drive through / did {driver} duck into the pits / has {driver} not stopped yet
        is {driver} yet to stop / does {driver} still have to stop / does {driver} need to stop
        does {driver} still need to pit / when is the stop of {driver}
        is {driver} on a one stopper / strategy of {driver} / {driver} strategy / how many stops has {driver} made
        how many stops has {driver} done / how many stops {driver} / how many stops did {driver} make
        how many stops for {driver} / how many pit stops has {driver} made / how many pit stops did {driver} make
        how many pit stops {driver} / number of pit stops of {driver} / number of stops {driver}
        stop count of {driver} / how many times has {driver} pitted / how many times did {driver} pit
        how many times has {driver} stopped / how many times has {driver} been in
        how many times did {driver} visit the pits / how often has {driver} stopped / how often did {driver} pit
        how often was {driver} in the pits / how many visits to the pits has {driver} made
        how many trips to the pits for {driver} / how many tyre changes has {driver} had
        how many sets has {driver} used / {driver} pit stops / {driver} stops / pit stops of {driver}
        stops of {driver} / all stops of {driver} / {driver} pit info / pit history of {driver}
        """,
    ),
    # One driver: when, where and how long.
    *asked(
        _ONE,
        """
        when did {driver} pit / when did {driver} stop / when did {driver} box / when did {driver} come in
        when was {driver} in the pits / when was the last stop of {driver} / when was the first stop of {driver}
        when was the pit stop of {driver} / when did {driver} make the pit stop / when did {driver} last stop
        last stop of {driver} / first stop of {driver} / {driver} last stop / {driver} first stop
        when did {driver} get new tyres / when did {driver} switch tyres / when did {driver} change tyres
        when did {driver} dive into the pits / on which lap did {driver} pit / which lap did {driver} pit
        on what lap did {driver} stop / what lap did {driver} come in / what lap did {driver} box
        which lap did {driver} stop on / on which lap was the stop of {driver} / pit lap of {driver}
        {driver} box lap / {driver} in lap / {driver} pit lap / {driver} stop lap / how many laps ago did {driver} pit
        how long since {driver} stopped / time since {driver} stopped
        how long is it since {driver} pitted
        how long ago did {driver} stop / is {driver} in the pits / is {driver} in the pit lane / is {driver} pitting
        is {driver} boxing / is {driver} stopping / is {driver} coming in / is {driver} in for service
        is {driver} out of the pits / has {driver} left the pits / is {driver} in the box
        how long was {driver} in the pits / how long was {driver} in the pit lane
        how long did {driver} spend in the pit lane / how long did {driver} spend in the pits
        how long was the stop of {driver} / how long did the stop of {driver} take
        how long was {driver} stationary in the pits / how long was {driver} in the pit box
        how long did {driver} stop / pit lane time of {driver} / lane time of {driver} / {driver} pit time
        {driver} stop time / pit stop time of {driver}
        how quick was the stop of {driver} / how was the stop of {driver}
        """,
    ),
    # All: what has been.
    *asked(
        {},
        """
        pit stops / all pit stops / list of pit stops / all stops / pit stop summary / pit summary / pit log
        pit stop table / pit stops for the graphic / pit activity / pit window / pit times / pit stop times
        who pitted / who has stopped
        who has boxed / who boxed / has anyone boxed / who has made a pit stop / who has made a stop
        who has already been in / who has been in the pits / who has been through the pits / who came in
        who has come in / who came in for tyres / who came in for new tyres / who visited the pits
        who pitted this lap / who stopped this lap / who came in this lap
        which drivers have stopped / which drivers have pitted / which cars have stopped / which cars have pitted
        which drivers have been in / had anyone stopped / have the leaders stopped / did the leader pit
        did anyone pit / has anyone pitted / who changed tyres / who has changed tyres
        tyre changes / who swapped tyres
        who bolted on new tyres / who put on new tyres / who fitted new tyres / who took on fresh tyres
        who peeled into the pits / who pulled into the pits / who called in at the pits / who had a drive through
        did both cars stop already / have both drivers of the team stopped / when did they pit
        when did everyone stop / on which laps did they stop / which lap did everyone pit on
        who went long
        """,
    ),
    *asked(
        {"last": "{n}"},
        """
        last {n} stops / the last {n} stops / last {n} pit stops / the last {n} pit stops / {n} latest pit stops
        {n} most recent pit stops / who were the last {n} to pit / which {n} cars pitted last / show the last {n} stops
        """,
    ),
    # All: the first, the last, the most, the shortest.
    *asked(
        {"last": 1},
        """
        who has just pitted / who just stopped / who came into the pits most recently / who was last to pit
        who was the last to stop / who stopped last / who pitted last / last pit stop / the last pit stop
        latest pit stop / most recent pit stop / last stop / last to pit / latest stop / who pitted most recently
        who made the last stop / last car to pit
        """,
    ),
    *asked(
        {"last": 5},
        """
        latest pit stops / latest stops / last pit stops / most recent stops / recent pit stops
        who pitted recently / who has recently stopped / who came in recently
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
        who has made the most stops / most pit stops / who stopped most / who stopped most often
        who has pitted more than once / who has stopped more than once / who has stopped twice
        who has pitted twice / who has made two stops / who has stopped {n} times / how many stops has everyone made
        how many stops has each driver made / how many pit stops has everyone made / how often has everyone stopped
        number of stops per driver / stops per driver / who made the most stops / who stopped the most
        who pitted the most / most stops / who has the most pit stops / who made the most pit stops
        who visited the pits most
        """,
    ),
    *asked(
        {"order": "fewest"},
        """
        who has done one stop / who stopped once / who is on a one stop strategy / who made the fewest stops
        fewest stops / fewest pit stops / who stopped the least / who stopped least / who has made the fewest stops
        who pitted the least / who stopped only once
        """,
    ),
    *asked(
        {"order": "quickest"},
        """
        fastest pit stop / best pit stop / shortest pit stop / fastest stop / shortest stop
        quickest stop through the pit lane / who had the fastest pit stop / who had the quickest stop
        shortest time in the pit lane
        """,
    ),
    *asked(
        {"order": "slowest"},
        """
        slowest pit stop / longest pit stop / slowest stop / longest stop / who had the slowest stop
        who had the longest stop / who lost most time in the pits / who spent the longest in the pits
        """,
    ),
    # All: who is in, and who has not been.
    *asked(
        {},
        """
        who is in the pits / who is in the pit lane / is anyone in the pits / is anybody in the pit lane
        which cars are in the pits / which cars are in the pit lane / which drivers are in the pits
        anyone in the pits / cars in the pit lane / pit lane / who is pitting / is anyone pitting / is anyone boxing
        who is boxing / who is stopping / anyone stopping / who is coming in / who is in / who is being serviced
        who dived into the pits / who ducked in / who has committed to the pits / who has not stopped
        who has not pitted / who did not stop / who has not been in / who has not come in / who has not boxed
        who has not changed tyres / who is yet to stop / who is yet to pit / who has yet to stop / who has yet to pit
        who has yet to make a stop / which drivers have yet to make a stop / anybody yet to make a stop / yet to stop
        not stopped / who still needs to stop / who still needs to pit
        who still has a stop to make / who has not made the mandatory stop / who has not made the obligatory stop
        who still has the mandatory stop to make / who is due a stop / who is overdue a stop
        which cars have not pitted / which drivers have not stopped / who stayed out / who is still out
        who is still out on worn tyres / who is still on the first stint / which are on their first stint
        who is still on the first set of tyres / who started and has not stopped
        """,
    ),
    # All: counts and durations.
    *asked(
        {},
        """
        stop count / pit stop count
        how many pit stops have there been / how many stops have there been / how many pit stops in total
        how many stops / how many have pitted / how many cars have stopped / how many drivers have pitted
        how many have not stopped
        who is on a two stop
        which strategies are they on / strategies
        how long were the stops
        how long did the stops take / how long is a pit stop taking
        """,
    ),
)
