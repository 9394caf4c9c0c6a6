"""What people ask of places gained and lost, and of the start."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

EXAMPLES: tuple[Example, ...] = (
    # Who has moved.
    *asked(
        {},
        """
        who has gained the most places / who gained most places / who gained the most / who gained most positions
        who gained places / who has gained / who gained / most places gained / most positions gained
        who is the biggest gainer / biggest gainer / top gainers / who made up the most places
        who made up most positions / who made up places / who has made up places / most places made up
        who made up the most ground / who has made progress / biggest mover / who is the biggest mover / movers
        movers and shakers / top movers / top climbers / best climber / biggest climber / who climbed the most
        who has climbed most / who climbed furthest / who moved up / who has moved up the most / who moved up most
        who has moved up / who has come up the most / who has come through the field / who has risen the most
        who shot up the order / who jumped up the order / who leapt forward / who has advanced / who advanced
        who improved the most / who is up on the start / who is up the most / who is moving forward
        who is going forward / who went forward / who is charging through the field / who is coming through the field
        who is carving through the field / who is storming through the field / who is slicing through the field
        who has surged / who is on a charge / who has come from furthest back / who came from the back
        who has come from the back of the grid / who has had the best recovery / best recovery drive
        who recovered the most places / who fought back
        who is the star of the race in places gained / who has lost the most places
        who lost most places / who lost the most positions / who has lost the most / who lost most / who lost places
        who has lost positions / most places lost / most positions lost / biggest loser / who is the biggest loser
        biggest losers since the start / who dropped the most / who has dropped most / who has dropped the most places
        who has dropped back / who dropped back the most / who dropped down the order / who has fallen furthest
        who fell the furthest / who has fallen the most / who fell back the most / who fell down the order
        who has fallen back / who sank / who tumbled down / who plummeted / who slipped down / who slipped back
        who lost out / who has gone backwards / who is going backwards / who went forward and who went backwards
        who has had a shocker / who is in freefall / who plunged down the order / who slumped
        who has slid down the order / who has been demoted / who leapfrogged whom
        """,
    ),
    # The whole picture.
    *asked(
        {},
        """
        places gained and lost / positions gained and lost / positions gained / positions lost / places gained
        places lost / positions gained and lost for the whole field / places gained and lost by everyone
        gains and losses / gains and losses for the field / gainers and losers / winners and losers
        biggest winners and losers / winners and losers since the start / winners and losers in terms of places
        who won and who lost places / who is up and who is down / ups and downs / plus and minus places
        plus and minus places of everyone against the grid / position changes / position changes since the start
        place changes / net positions / net gains / net places / how have the positions changed
        how has the order changed / how has the order changed since the start / how has the running order changed
        what has changed since the start / what changed in the order / moves since the start / changes since the start
        changes since the grid / since lights out / changes since lights out / compare the order now with the grid
        compare the order with the start / current order compared with the grid / order versus the grid
        grid versus now / how did the start shake up the order / who has moved / positions lap by lap
        position history / progress of everyone since the start
        """,
    ),
    # The grid.
    *asked(
        {"order": "grid"},
        """
        who started on pole / who was on pole / who was on pole position / who started from pole / who had pole
        who took pole / who qualified on pole / who qualified first / who started first / pole / pole position
        pole sitter / who was the pole sitter / what was the starting grid / the starting grid / grid / grid order
        grid positions / grid positions of everyone / starting order / starting positions / the order at the start
        who was where at the start / who started where / where did everyone start / how did they line up
        how did they start / how did they line up on the grid / the lineup at the start
        who lined up on the front row / front row of the grid / front row / who started on the front row
        who started from the back / who started last / who started at the back / who started from the pit lane
        where did the leader start / from where did the leader start / qualifying order / who was {n}th on the grid
        who started {n}th / who started in p{n} / who started from p{n} / who qualified {n}th
        who started in position {n} / who lined up {n}th
        """,
    ),
    # Since a lap.
    *asked(
        {"since_lap": "{since_lap}"},
        """
        who has made up places since lap {since_lap} / who has lost places since lap {since_lap}
        who gained since lap {since_lap} / who has moved up since lap {since_lap}
        biggest movers since lap {since_lap} / position changes since lap {since_lap}
        what changed since lap {since_lap} / changes since lap {since_lap}
        who moved up since the restart on lap {since_lap} / who gained most after lap {since_lap}
        who lost most after lap {since_lap} / compare the order with lap {since_lap}
        """,
    ),
    # One driver: how many places.
    *asked(
        _ONE,
        """
        how many places has {driver} gained / how many positions has {driver} gained
        how many places did {driver} gain / how many places has {driver} made up
        how many positions has {driver} made up / how many spots did {driver} make up
        how many places has {driver} gained since the start / how many places has {driver} lost since the start
        how many places has {driver} lost / how many positions has {driver} lost / how many places did {driver} lose
        how many spots has {driver} lost / how many places has {driver} dropped
        how many positions has {driver} dropped / how many places has {driver} climbed
        how many places has {driver} moved up / how many positions up is {driver} / how many places down is {driver}
        how many places up is {driver} / how many places has {driver} won or lost in comparison to the start
        has {driver} gained or lost places / has {driver} gained places / has {driver} gained positions
        has {driver} lost places / has {driver} lost positions / has {driver} gained or lost positions
        has {driver} gained or lost positions overall / did {driver} gain places / did {driver} lose places
        did {driver} gain / did {driver} lose positions / has {driver} made up places / has {driver} made up ground
        has {driver} lost ground / has {driver} made up any places / has {driver} moved up / has {driver} moved down
        has {driver} climbed / has {driver} dropped back / has {driver} dropped down the order
        has {driver} dropped places / has {driver} fallen back / has {driver} risen / has {driver} recovered
        has {driver} slid down the order / has {driver} improved / has {driver} jumped anyone
        is {driver} making progress / is {driver} going forward / is {driver} going backwards / is {driver} moving up
        is {driver} up or down / is {driver} up or down compared with the grid / is {driver} up or down on the grid
        is {driver} higher than at the start / how far has {driver} climbed / how far has {driver} dropped
        how far has {driver} fallen / how far has {driver} come / how far up has {driver} come
        how much has {driver} gained / what has {driver} gained / {driver} gained / {driver} lost
        places gained by {driver} / positions lost by {driver} / {driver} places gained / {driver} positions gained
        {driver} places lost / {driver} positions / plus minus {driver} / {driver} plus or minus
        plus minus positions {driver} / {driver} gains and losses / net positions of {driver} / {driver} progress
        {driver} progress since the start / {driver} versus the grid / {driver} compared with the start
        how is {driver} doing compared to the start / how is {driver} doing compared with where he started
        {driver} now against where he started / how has {driver} moved through the field / how has {driver} progressed
        {driver} moves / {driver} overtakes / {driver} went from where to where / where did {driver} come from
        how did {driver} come from the back / how did {driver} get to this position / position history of {driver}
        {driver} position history / {driver} position changes / how has the position of {driver} changed
        {driver} places lap by lap / positions of {driver} lap by lap / {driver} position by lap
        which cars has {driver} overtaken / how many cars has {driver} overtaken / how many cars has {driver} passed
        how many overtakes has {driver} made
        """,
    ),
    # One driver: the start.
    *asked(
        _ONE,
        """
        where did {driver} start / where did {driver} start the race / where did {driver} start from
        where has {driver} started / from where did {driver} start / from what position did {driver} start
        from which place did {driver} start / what position did {driver} start in
        which position did {driver} start from / what place did {driver} start / what did {driver} start
        {driver} start / {driver} started where / {driver} starting position / starting position of {driver}
        starting place of {driver} / starting slot of {driver} / {driver} grid / {driver} grid slot
        {driver} grid position / {driver} grid place / grid position of {driver} / grid slot of {driver}
        what was the grid position of {driver} / what was {driver}'s grid slot / grid place of {driver}
        where was {driver} on the grid / which grid spot did {driver} have / what grid slot did {driver} have
        where did {driver} qualify / {driver} qualified / where did {driver} line up
        where did {driver} line up on the grid / which row did {driver} start from / which row was {driver} on
        did {driver} start on pole / was {driver} on pole / did {driver} start from the pit lane
        did {driver} start at the back / how did {driver} start
        """,
    ),
)
