"""What people ask about the running order: the questions of get_standings."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

STANDINGS_QUESTIONS: tuple[Example, ...] = (
    # The leader.
    *asked(
        {"place": 1},
        """
        who (is leading|leads|is first in|is at the head of|heads) the (restart queue|queue for the restart|queue)
        who restarts (at the front|in the lead|first) / who will restart first / who leads at the restart
        who leads them away / who leads the field away / who is leading the race / who is leading / who leads
        who was in the lead / who is the race leader
        race leader / who has the lead / leader / current leader / leader of the race / who is the leader
        who occupies the lead / who holds the lead / who took the lead / which driver is leading
        which car is in the lead / which car is leading / who is winning the race
        who is winning / who is in front / who is up front / who is out in front / which driver is out in front
        who is at the front / who is at the front of the field / who is at the front of the race / who is on top
        who is top / who is at the top / who has the top spot / who is in top spot / who is at the head of the field
        who is heading the field / who heads the field / who heads the pack / who is ahead / who is ahead of everyone
        who is ahead in the race / who is out ahead / who leads the pack / who is leading the pack / who leads the way
        who is leading the way / who is running at the front / who is the front runner / who is setting the pace
        who is the pacesetter / who is top of the leaderboard / who is top of the order
        who tops (the order|it|this|the session) / who tops the timing screens
        who is number one / who is first / who is in first / p1 / first place
        who is p one / who is at the sharp end / who is leading overall / who leads overall / overall leader
        who is the overall leader
        who won overall / overall winner / who is first overall / who is leading outright / outright leader
        who spearheads the field / who is out front
        who is dictating the race / who controls the race / who is in command / who commands the race
        who won the race / who won / who took the win / who took victory / who is the winner / race winner / winner
        (who|which car|which driver) (won it|took the race|got the win)
        who was victorious / who stands on the top step / who took the chequered flag / who crossed the line first
        """,
    ),
    # One position.
    *asked(
        {"place": "{n}"},
        """
        who is in P{n} / who is P{n} / who is {n} / who is in {n} place / who is running {n}th / who runs {n}th
        who rounds out the top {n} / who completes the top {n}
        who is in {n}th place / who is in position {n} / who holds {n} position / who held p{n} / who held {n}th place
        who is p{n} and by how much / who is {n}th and how far back / who is {n}th and by how much
        which driver is {n}th / which car is in p{n} / which driver is in {n}th place
        which driver is in position {n} / which driver was in p{n} / who occupies place {n} / who is at place {n}
        who finished {n}th / the driver in {n}th / name of the driver in {n}th place / who was number {n}
        who sits {n}th / who has {n}th place / which car runs {n}th / who is sitting in {n}th
        who is holding {n}th spot / p{n} / {n}th place / who is placed {n}th / who is the {n}th car
        which driver holds down {n}th / who has the {n}th spot / who is lying {n}th / who came {n}th / who took {n}
        position {n} / place {n} / who is on position {n} / who is on place {n} / who is in place number {n}
        who holds p{n} / who has p{n} / who is currently {n}th in the race / who is up in {n}th / who is down in {n}th
        """,
    ),
    *asked(
        {"place": 2},
        """
        who is behind the leader / who is chasing the leader / who is runner up / who follows the leader
        who is hunting the leader / who was second
        """,
    ),
    *asked(
        {"place": 3},
        """
        who rounds out the podium / who completes the podium / who has the last podium place
        who holds the final podium spot / who is on the bottom step of the podium
        """,
    ),
    *asked(
        {"points": "last"},
        """
        who has the last point / who is in the last points place / who is in the final points position
        who holds the last points position / who rounds out the points / who is just inside the points
        """,
    ),
    *asked(
        {"points": "outside"},
        "who is just outside the points / who is first outside the points / who is the first car out of the points",
    ),
    # The whole order.
    *asked(
        {},
        """
        show me the standings / what are the current standings / race standings / current standings
        what is the running order / running order / full running order / read me the running order
        read out the order / what is the order / order / race order / the current order / order of the race
        (what is the|) (running|) order (behind|under) the (safety car|virtual safety car)
        order of the cars / order of all the cars on track / all cars in order / field order
        the whole field in order / full order from first to last / full order / everyone in order / cars in order
        drivers in order / in what order are they running / in which order are they / what order are they running in
        who is where / who is where on the track / classification / full classification / current classification
        leaderboard / what does the leaderboard look like / timing / timing tower / tower / timing screen
        timing sheet / scoreboard / ranking / current ranking / the pecking order / hierarchy of the field
        the ladder / the table / positions / what are the positions / all positions / current positions
        positions of all the cars / positions of everyone / positions of all drivers / race positions
        positions one to twenty / list of positions with gaps and intervals / what position is everyone in
        which place is everyone in / where is everyone / where are all the cars / where are they all
        how do they stand / how do the drivers stand / how does everybody rank / how does the field line up
        how does the field look / what does the field look like / how does the order look
        what does the order look like / how are they running / who is ahead of whom / gaps
        gaps to the leader for everyone / how spread out is the field / gaps through the field / order with gaps
        running order for the graphic / order for the on screen graphic / full screen of the order / the race result
        results / result of the race / final order / finishing order / final classification / who finished where
        (what is|) (the|) restart (order|grid)
        (what is the|) (order|grid|running order) for the (restart|next restart)
        how did the race finish / how did it finish / overall order / overall standings / overall classification
        """,
    ),
    # From the front.
    *asked(
        {"top_n": "{n}"},
        """
        the top {n} / who are the top {n} / who is in the top {n} / what is the top {n} / who makes up the top {n}
        top {n} drivers / top {n} cars / top {n} positions / top {n} places / top {n} order / top {n} for the graphic
        order of the top {n} / how does the top {n} look / top {n} with gaps
        (what|which) order are the top {n} in / in (what|which) order are the top {n}
        how many positions does the top {n} hold / the first {n} in order / {n} best placed drivers
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        "top {n} (at|for) (this|the next|the coming) restart / order of the top {n} for the restart",
    ),
    *asked(
        {"road": True},
        """
        (the|what is the|what was the|) order on the road / (the|what was the|) finishing order on the road
        order as they crossed the line / order without (the|) penalties / who is ahead on the road
        in what order did they cross the line
        """,
    ),
    *asked(
        {"top_n": 3},
        """
        who is on the podium / the podium places / which three are on the podium / podium / podium positions
        who is in podium position / who is in the podium places / who would be on the podium / podium order
        who is in the medals / who made the podium
        """,
    ),
    *asked(
        {"points": "in"},
        """
        who is in the points / which drivers are in the points / points positions / who scores points / points places
        who is in a points position / who is in the points places / who is running in the points
        which cars are in the points / who is scoring points / who would score points / in the points
        """,
    ),
    *asked(
        {"rest": True},
        """
        who (is|was) (the|) best of the rest / best of the rest / who (leads|is leading) the rest
        who is (the|) best of the rest (behind|after) the (leaders|top teams|front runners)
        """,
    ),
    # From the back.
    *asked(
        {"last_n": 1},
        """
        who is last / who is in last / who is in last place / who is running last / last place / who is dead last
        dead last / who is plumb last / who is stone last / which driver is last / which car is last
        last man running / last car on track / who is the last car / who is at the back
        who is at the back of the field / who is at the rear of the field / who is bringing up the rear
        who is at the tail of the pack / who is at the tail / tail ender / who is the tail ender
        who is trailing the pack / who is trailing the field / who is propping up the field
        who is propping up the order / who is at the bottom / bottom of the order / who is at the bottom of the order
        who is at the bottom of the leaderboard / who is bottom / who is the backmarker / backmarker
        who is holding the red lantern / who is the lanterne rouge / who is at the end of the field
        who is in the last position / who is the slowest / slowest car in the order / who is furthest back
        (which|what) (car|driver) is (the|) slowest / slowest (of all|car of all|car|)
        who is (dead|stone|plumb|) last (at the moment|right now|overall)
        who is the (very|) last (of them|of all|of everyone)
        (slowest|last) (finisher|of the finishers|of those who finished)
        who was the (slowest|last) (finisher|to finish)
        who came last of those (who|that) finished
        who (crossed|was) (the line|) last / who finished last / who was last across the line
        gap from the leader to last place / gap from first to last / gap from lead to last / gap to last place
        how far behind is last place / how far (back|behind) is the last (car|driver|one)
        how (far|many laps|many seconds) (behind|off) the leader is the last (car|driver|place)
        how far is the last (car|driver) behind the leader / how many laps (behind|down) is the last (car|driver)
        who is last and (how far|how many laps|by how much) (behind|back|down) / who is last and by how much
        who finished last and (how far|how many laps) (behind|back|down)
        what is the gap (from|between) (the leader|the first|first) (to|and) (the last|last) (car|)
        how far apart are first and last
        gap from the leader to the last car / how many seconds (cover|separate) the (whole field|field)
        lowest placed car / lowest placed driver / who is the straggler / who has the wooden spoon / the rearguard
        """,
    ),
    *asked(
        {"last_n": "{n}"},
        """
        last {n} / who are the last {n} / the bottom {n} cars / the back {n} of the field / the last {n} in the order
        which {n} are bringing up the rear / the {n} bringing up the rear / which {n} are at the back
        the {n} stragglers / the {n} lowest placed / the bottom {n} of the order / the last {n} running
        who is in the bottom {n}
        """,
    ),
)
