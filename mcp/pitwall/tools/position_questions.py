"""What people ask about places gained and lost: the questions of get_position_history."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

POSITION_QUESTIONS: tuple[Example, ...] = (
    # Who has moved.
    *asked(
        {},
        """
        who has (gained the most places|gained|made up places|made progress|climbed most|moved up the most|moved up|
            come up the most|come through the field|risen the most|advanced|surged|come from furthest back|
            had the best recovery)
        who (gained most|gained|made up the most|made up|recovered the most) places
        who (gained|climbed|improved) the most
        who (gained|made up) most positions / who gained / most places gained / most positions gained
        who is (the biggest gainer|the biggest mover|up on the start|up the most|moving forward|going forward|
            charging through the field|coming through the field|carving through the field|storming through the field|
            slicing through the field|on a charge) / biggest gainer
        top gainers / most places made up / who made up the most ground / biggest mover / movers / movers and shakers
        top movers / top climbers / best climber / biggest climber / who climbed furthest / who moved up
        who moved up most / who (shot up|jumped up) the order / who leapt forward
        who advanced / who went forward / who came from the back / who has come from the back of the grid
        best recovery drive / who fought back / who is the star of the race in places gained
        who went forward and who went backwards / who leapfrogged whom
        """,
    ),
    *asked(
        {"order": "lost"},
        """
        who has (lost the most places|lost the most|lost positions|dropped most|dropped the most places|dropped back|
            fallen furthest|fallen the most|fallen back|gone backwards|had a shocker|slid down the order|been demoted)
        who (lost most|lost) places / who (dropped|dropped back|fell back) the most / who lost the most positions
        who is (the biggest loser|going backwards|in freefall) / who (dropped down|fell down|plunged down) the order
        who lost most / most places lost / most positions lost / biggest loser / biggest losers since the start
        who fell the furthest / who sank / who tumbled down / who plummeted / who slipped down / who slipped back
        who lost out / who slumped / who (lost|dropped) (the most|most) (places|positions) since the start
        who (lost|dropped|fell) (the most|most|the furthest|furthest) since the start
        """,
    ),
    # The whole picture.
    *asked(
        {},
        """
        places gained and lost / positions gained and lost / positions gained / positions lost / places gained
        places lost / positions gained and lost for the whole field / places gained and lost by everyone
        gains and losses / gains and losses for the field / gainers and losers / winners and losers
        biggest winners and losers
        (winners and losers|position changes|what has changed|moves|changes|progress of everyone) since the start
        winners and losers in terms of places / who won and who lost places / who is up and who is down / ups and downs
        plus and minus places / plus and minus places of everyone against the grid / position changes / place changes
        net positions / net gains / net places / how have the positions changed / how has the order changed
        how has the order changed since the start / how has the running order changed / what changed in the order
        changes since the grid / since lights out / changes since lights out / compare the order now with the grid
        compare the order with the start / current order compared with the grid / order versus the grid
        grid versus now / how did the start shake up the order / who has moved / positions lap by lap / position history
        """,
    ),
    # The grid.
    *asked(
        {"order": "grid"},
        """
        who started (on pole|from pole|first|where|on the front row|in position {n})
        who was (on pole|on pole position|the pole sitter|where at the start|{n}th on the grid) / who had pole
        who took pole / who qualified on pole / who qualified first / pole / pole position / pole sitter
        what was the starting grid / the starting grid / grid / grid order / grid positions / grid positions of everyone
        starting order / starting positions / the order at the start / where did everyone start / how did they line up
        how did they start / how did they line up on the grid / the lineup at the start / who lined up on the front row
        front row of the grid / front row / qualifying order / who qualified {n}th / who lined up {n}th
        """,
    ),
    *asked({}, "who has (gained|lost) the most places since the start"),
    # The start.
    *asked(
        {"at_lap": 1},
        """
        who (got|made|had) the best (start|getaway) / best (start|getaway) / who started best
        who (gained|made up) (most|the most) (places|positions) (at the start|on lap 1|off the line)
        who gained at the start / who had a good start / who got the best start compared to where they lined up
        """,
    ),
    *asked(
        {"at_lap": 1, "order": "lost"},
        "who (got|made|had) the worst (start|getaway) / who had a bad start / who lost out at the start"
        " / worst start / who lost (most|the most) (places|positions) (at the start|on lap 1|off the line)",
    ),
    *asked(
        {"on_lap": 1, "driver": "{driver}"},
        "how was the start of {driver} / did {driver} (make|get|have) a good start / how did {driver} get away"
        " / how many places did {driver} (gain|lose) at the start",
    ),
    # Since a lap.
    *asked(
        {"since_lap": "{since_lap}"},
        """
        who has made up places since lap {since_lap}
        (who gained|who has moved up|biggest movers|position changes|what changed|changes) since lap {since_lap}
        who moved up since the restart on lap {since_lap} / (who gained most after|compare with) lap {since_lap}
        """,
    ),
    *asked(
        {"driver": "{driver}", "since_lap": "{since_lap}"},
        "how (has|is) {driver} (done|doing|got on|getting on) since lap {since_lap}",
    ),
    *asked({"since_lap": "{since_lap}", "order": "lost"}, "who (has lost|lost) places since lap {since_lap}"),
    *asked(
        {"driver": "leader"},
        """
        (from|) where did the (leader|winner) start / what position did the (leader|winner) start (in|from)
        did the (pole sitter|polesitter) win (the race|) / who won from pole / did the winner start (from|on) pole
        from which grid position did the winner start / was it won from pole / has the leader started from pole
        """,
    ),
    # One driver: how many places.
    *asked(
        _ONE,
        """
        how many places has {driver} (gained|made up|gained since the start|lost since the start|lost|dropped|climbed|
            moved up)
        how many (positions has {driver} gained|places did {driver} gain|positions has {driver} lost|
            places did {driver} lose|spots has {driver} lost|positions has {driver} dropped|positions up is {driver}|
            places down is {driver}|places up is {driver})
        how many positions has {driver} made up / how many spots did {driver} make up
        how many places has {driver} won or lost in comparison to the start
        has {driver} (gained or lost places|gained places|gained positions|lost places|lost positions|
            gained or lost positions|made up places|made up ground|lost ground|made up any places|moved up|moved down|
            climbed|dropped back|dropped down the order|dropped places|fallen back|risen|recovered|slid down the order|
            improved|jumped anyone) / has {driver} gained or lost positions overall
        did {driver} (gain places|lose places|gain|lose positions)
        {driver} (start to finish|plus or minus how many|start to finish plus or minus how many)
        is {driver} (making progress|going forward|going backwards|moving up|up or down)
        is {driver} up or down compared with the grid / is {driver} up or down on the grid
        is {driver} higher than at the start / how far has {driver} (climbed|dropped|fallen|come)
        how far up has {driver} come / how much has {driver} gained / what has {driver} gained / {driver} gained
        {driver} lost / (places|positions) (gained|lost|made up) by {driver}
        {driver} places (gained|lost) / {driver} positions gained / {driver} positions / plus minus {driver}
        {driver} plus or minus / plus minus positions {driver} / {driver} gains and losses / net positions of {driver}
        {driver} progress / {driver} progress since the start / {driver} versus the grid
        {driver} compared with the start / how is {driver} doing compared to the start
        how is {driver} doing compared with where he started / {driver} now against where he started
        how has {driver} moved through the field / how has {driver} progressed / {driver} moves
        {driver} went from where to where / where did {driver} come from
        where did {driver} start and where did {driver} finish / where from and where to {driver}
        what did {driver} make of the start / how many places did {driver} (win|make|pick up|recover)
        how many places has {driver} (won|picked up|recovered) / {driver} lost how many / {driver} gained how many
        {driver} position changes / how has the position of {driver} changed
        """,
    ),
    # One driver: lap by lap, and on one lap.
    *asked(
        {"driver": "{driver}", "lap_by_lap": True},
        """
        (what|which) (positions|places) has {driver} (had|held|been in) (during the race|so far|lap by lap|)
        position history of {driver} / {driver} position (history|by lap) / (positions|places) of {driver} lap by lap
        where was {driver} (before|earlier|before that)
        {driver} (positions|places) lap by lap / {driver}'s (position|positions) lap by lap
        on (which|what) laps did {driver} (gain|lose|make up|gain or lose) (a place|places|positions)
        on (which|what) laps has {driver} (gained|lost|made up) (a place|places|positions)
        when did {driver} (gain|lose|make up) (his|) (places|positions)
        """,
    ),
    *asked(
        {"driver": "{driver}", "on_last_lap": True},
        """
        how many (places|positions) (did|has) {driver} (gain|gained|lose|lost|make up|made up) on the last lap
        (did|has) {driver} (gain|lose|gained|lost|gain or lose|gained or lost) (a place|places) on the last lap
        (did|has) {driver} (change|changed) position on the last lap
        """,
    ),
    # A position: who had it when.
    *asked(
        {"held": "{n}"},
        """
        who has (been|run) (in P{n}|P{n}|{n}th) (so far|) / which (cars|drivers) have been (in P{n}|P{n}|{n}th)
        who has (held|had) (P{n}|{n}th|{n}th place) (and when|so far|) / how has P{n} changed hands
        how often has (P{n}|{n}th|{n}th place) changed hands
        """,
    ),
    *asked(
        {"held": "{n}", "driver": "{driver}"},
        """
        when (did|has) {driver} (lose|lost) (P{n}|{n}th|{n}th place) (and to whom|)
        who (took|got|has taken) (P{n}|{n}th|{n}th place) (from|off) {driver} (and when|and on which lap|)
        (to whom|who) did {driver} lose (P{n}|{n}th|{n}th place) (to|)
        who was (P{n}|{n}th|{n}th place) before {driver}
        who (lost|gave up) (P{n}|{n}th|{n}th place) to {driver} / whom did {driver} take (P{n}|{n}th|{n}th place) from
        since when (is|has) {driver} (been|) (in P{n}|P{n}|{n}th)
        (since which lap|from which lap on) (is|has) {driver} (been|) (in P{n}|P{n}|{n}th)
        how long (has|is) {driver} (been|) (in P{n}|P{n}|{n}th) / for how long has {driver} been (in P{n}|P{n}|{n}th)
        when did {driver} (take|get|gain|move into|move up to) (P{n}|{n}th|{n}th place)
        how did {driver} (take|get back|take back|retake) (P{n}|{n}th|{n}th place)
        how did {driver} get (P{n}|{n}th|{n}th place) back
        """,
    ),
    # The first few, then and now.
    *asked(
        {"top_n": "{n}"},
        """
        how has the top {n} changed (since the start|since the grid|)
        has the top {n} (changed|order changed) (since the start|since the grid|)
        what has changed in the top {n} (since the start|)
        where did the top {n} start / where did the top {n} (cars|drivers) start (from|) / grid positions of the top {n}
        where did the cars in the top {n} start / (compare the|) top {n} (compared with|against|with) the grid
        what is the top {n} compared with the grid / how did the top {n} start
        how many (places|positions) have the top {n} (gained|lost|gained or lost|gained and lost)
        """,
    ),
    *asked(
        {"top_n": "{n}", "since_lap": "{since_lap}"},
        """
        how has the top {n} changed since lap {since_lap} / what has changed in the top {n} since lap {since_lap}
        how many (places|positions) have the top {n} (gained|lost|gained or lost) since lap {since_lap}
        """,
    ),
    *asked(
        {"moved": "out"},
        """
        who (has|) (dropped|fallen|fell|slipped) out of the points (since the start|)
        who lost (his|a) place in the points
        """,
    ),
    *asked(
        {"moved": "in"},
        """
        who (has|) (moved|come|got|climbed|come up) into the points (since the start|) / who is new in the points
        who is in the points and did not start there
        who is in the points (but|who) did not start (there|in the points)
        """,
    ),
    *(
        example
        for way, into, verbs in (
            ("in", "into", "get|come|climb|move"),
            ("out", "out of", "drop|fall|slip"),
        )
        for span, of in (({}, "the points"), ({"top_n": "{n}"}, "the top {n}"))
        for example in asked(
            {"driver": "{driver}", "moved": way, **span},
            f"(when|on which lap) did {{driver}} ({verbs}) {into} {of}",
        )
    ),
    *asked(
        {"driver": "{driver}", "moved": "last_in", "top_n": "{n}"},
        """
        when was {driver} last in the top {n} / on (which|what) lap was {driver} last in the top {n}
        when was {driver} in the top {n} (the last time|last)
        """,
    ),
    *asked(
        {"driver": "{driver}", "moved": "last_in"},
        "when was {driver} last in the points / on (which|what) lap was {driver} last in the points",
    ),
    *asked(
        {"moved": "out", "top_n": "{n}"},
        "who (has|) (dropped|fallen|fell|slipped) out of the top {n} (since the start|)",
    ),
    *asked(
        {"moved": "in", "top_n": "{n}"},
        """
        who (has|) (moved|come|got|climbed|come up) into the top {n} (since the start|) / who is new in the top {n}
        who is in the top {n} and did not start there
        """,
    ),
    # One driver, or who is in a position: the start.
    *asked(
        _ONE,
        """
        (where|from where|from what position|from which place|what place|what|how) did {driver} start
        where did {driver} (start the race|start from|qualify|line up) / where has {driver} started
        what position did {driver} start in / which position did {driver} start from / {driver} start
        {driver} started where / {driver} starting position
        (starting position|starting place|starting slot|grid position|grid slot|grid place) of {driver} / {driver} grid
        {driver} grid slot / {driver} grid position / {driver} grid place / what was the grid position of {driver}
        what was {driver}'s grid slot / where was {driver} on the grid / which grid spot did {driver} have
        what grid slot did {driver} have / {driver} qualified / where did {driver} line up on the grid
        which row did {driver} start from / which row was {driver} on
        did {driver} start (on pole|at the back) / was {driver} on pole
        """,
    ),
)
