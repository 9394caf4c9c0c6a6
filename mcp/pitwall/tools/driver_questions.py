"""What people ask of one driver: the questions of get_driver."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

EXAMPLES: tuple[Example, ...] = (
    # Position.
    *asked(
        _ONE,
        """
        where is {driver} / {driver} / where is {driver} at / where is {driver} in the race
        {driver} is where / {driver} where / {driver} is where at the moment
        where is {driver} in the order / where is {driver} in the running order / where is {driver} running
        where does {driver} stand / where does {driver} sit / where is {driver} placed / where on the road is {driver}
        where did {driver} finish / result of {driver} / what was the result for {driver}
        final position of {driver} / {driver} final position
        is {driver} (keeping|holding|holding on to|in|still in|up to|down to) {n}th / is {driver} {n}th
        is {driver} (in|still in|now in|currently in|running in|up to|down to) p{n} / is {driver} p{n}
        did {driver} (finish|come|end up) {n}th / is {driver} (keeping|holding|in) {n}th place / {driver} {n}th
        (what|which) (position|place) did {driver} (finish in|finish|end up in|come in|take) / {driver} finished where
        what did {driver} finish / {driver} finished what
        where did {driver} end up / what position is {driver} in
        on what position is {driver} / {driver} position / position of {driver} / position {driver}
        what is the position of {driver} / pos of {driver} / {driver} pos / what place is {driver} in
        which place is {driver} running in / what place does {driver} hold / place of {driver} / {driver} place
        which spot is {driver} in / what p is {driver} / {driver} p / how high up is {driver} / how high is {driver}
        whereabouts is {driver} on track / whereabouts is {driver} / is {driver} in the lead / is {driver} leading
        {driver} (leading|in the lead|winning) / {driver} still (leading|in the lead|winning)
        is {driver} winning / is {driver} p1 / did {driver} win
        """,
    ),
    *asked(
        {**_ONE, "tell": "points"},
        """
        is {driver} (in|inside|still in|now in|running in|out of|outside) the points / {driver} in the points
        is {driver} in a points (position|place) / is {driver} on (course|track) for points
        did {driver} (finish|come home|end up) (in|inside|outside|out of) the points
        """,
    ),
    *asked(
        {**_ONE, "top_n": 3},
        "is {driver} (on|still on|now on) the podium / is {driver} in (a|the) podium (position|place|places)",
    ),
    *asked(
        {**_ONE, "top_n": "{n}"},
        """
        is {driver} (in|inside|within|still in|now in|running in) the top {n} / {driver} in the top {n}
        has {driver} (got|come|moved|made it|climbed|broken) (into|in to) the top {n}
        did {driver} (finish|come|make it|end up) (in|into) the top {n} / is {driver} among the (top|first) {n}
        """,
    ),
    *asked(
        {**_ONE, "tell": "last"},
        """
        is {driver} last / is {driver} (dead|plumb|stone) last / is {driver} (now|still) last / {driver} last
        is {driver} (in last place|running last|at the back|the last car|bottom of the order|at the back of the field)
        did {driver} finish last / has {driver} dropped to last
        """,
    ),
    *asked(
        {**_ONE, "tell": "laps"},
        """
        how many laps has {driver} (done|completed) (so far|in this session|in the session|)
        how many laps did {driver} (do|complete) / laps done by {driver}
        how many laps (has|does) {driver} (left|have left|still have) (to drive|to run|to go|)
        laps (left|to go|remaining) (for|of) {driver}
        how many laps does {driver} (still|) have to (drive|do|run)
        """,
    ),
    # How it goes.
    *asked(
        _ONE,
        """
        how is {driver} doing / how is {driver} getting on / how is {driver} going / how does {driver} look
        how is it looking for {driver} / how is it going for {driver} / how are things for {driver}
        how is the race of {driver} going / how is {driver}'s race / how did {driver} do / how did {driver} get on
        how goes it for {driver} / how is the afternoon going for {driver} / what sort of race is {driver} having
        how are the fortunes of {driver} / what shape is {driver} in / is {driver} in trouble / what is {driver} up to
        what is {driver} doing / what is going on with {driver} / what is happening with {driver}
        what is happening to {driver} / what is up with {driver} / what about the race of {driver}
        what about {driver} in the race / what is the situation of {driver} / what is the deal with {driver}
        what is the story with {driver} / what is the status of {driver} / status of {driver} / {driver} status
        {driver} update / update on {driver} / latest on {driver} / news on {driver} / news of {driver}
        any news on {driver} / info on {driver} / {driver} info / information about {driver} / details about {driver}
        details of {driver} / facts about {driver} / report on {driver} / {driver} report / everything about {driver}
        everything on {driver} / all about {driver} / lowdown on {driver} / rundown on {driver} / {driver} rundown
        summary of {driver} / {driver} race / tell me about {driver}
        everything on {driver} for the commentators / fill me in on {driver} / brief me on {driver}
        bring me up to speed on {driver} / catch me up on {driver}
        is {driver} alive or done
        """,
    ),
    # Running or not.
    *asked(
        _ONE,
        """
        is {driver} still running / is {driver} still in the race / is {driver} still in it / is {driver} still going
        is {driver} still driving / is {driver} still racing / {driver} still racing / is {driver} still out there
        is {driver} in the race / is {driver} taking part / is {driver} racing today / is {driver} competing
        is {driver} still circulating / are the two still racing {driver} / where are the two {driver}
        is {driver} still on track / is {driver} still alive / is {driver} out of the race / is {driver} out
        {driver} out / is {driver} gone / has {driver} retired / did {driver} retire / {driver} retired
        has {driver} dropped out / did {driver} drop out
        did {driver} finish / has {driver} finished / has {driver} stopped on track / has {driver} stopped for good
        has {driver} pulled off / did {driver} break down / has {driver} broken down
        has {driver} parked it / has {driver} parked the car / is {driver} parked / did {driver} make it to the end
        did {driver} survive
        dnf {driver} / {driver} dnf / did {driver} dnf
        did {driver} abandon the race / did {driver} quit
        what became of {driver}
        how did it end for {driver} / where has {driver} gone / is {driver} in the pit lane or on track
        """,
    ),
    # Neighbours.
    *asked(
        _ONE,
        """
        (who|which car) is (the|) closest to {driver} / who is next to {driver} in the order
        who is {driver} fighting with / who is {driver} fighting / who is {driver} battling / who is {driver} racing
        who is around {driver} / which drivers are around {driver} / cars around {driver} / who is near {driver}
        who is close to {driver} / who surrounds {driver} / who is {driver} sandwiched between
        who is sandwiching {driver} / who is either side of {driver} / between whom is {driver} running
        who are the neighbours of {driver} / who is ahead and behind {driver}
        who is ahead of {driver} and who is behind (him|) / who is in front of {driver} and who is behind (him|)
        """,
    ),
    # Whether in a position: no argument takes the number, since the answer tells the position.
    *asked(
        _ONE,
        """
        is {driver} p{at_lap} / is {driver} in p{at_lap} / is {driver} {at_lap}th
        did {driver} finish {at_lap}th / did {driver} finish in p{at_lap} / was {driver} {at_lap}th
        did {driver} come {at_lap}th / is {driver} p{at_lap} or p{at_lap} / is {driver} still {at_lap}th
        """,
    ),
    # Laps and pace.
    *asked(
        _ONE,
        """
        last and best lap of {driver}
        what lap is {driver} on / what lap did {driver} get to / lap count of {driver}
        """,
    ),
)
