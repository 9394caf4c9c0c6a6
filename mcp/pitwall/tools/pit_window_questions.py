"""What people ask of a stop that a car could make now."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        where does {driver} come out if he stops now / if {driver} stops now where does he rejoin
        where would {driver} rejoin / where would {driver} come out after a stop / where will {driver} come out
        if {driver} pits now where does he come out / if {driver} boxes now where does he come out
        where does {driver} rejoin after a stop now / where would {driver} be after a pit stop
        pit window of {driver} / {driver} pit window / predict the pit window of {driver}
        does {driver} have a pit window / is the pit window of {driver} open / what is the pit window of {driver}
        who would {driver} come out behind / who would {driver} come out in front of / who would {driver} rejoin behind
        would {driver} come out in traffic / would {driver} come out in clear air
        what position would {driver} drop to with a stop / what would a stop now cost {driver}
        can {driver} undercut the car ahead / would the undercut work for {driver} / does an undercut work for {driver}
        is the undercut on for {driver} / could {driver} pull off an undercut / undercut for {driver}
        would {driver} stay ahead with a stop / would {driver} keep the position with a stop
        would {driver} keep the lead with a stop / would {driver} come out in traffic if he stops now
        would {driver} come out in (traffic|clear air) after a stop / who would be around {driver} after a stop
        who leads if {driver} (pits|stops|boxes) / who (inherits|takes|gets) the lead if {driver} (pits|stops)
        who gains if {driver} (pits|stops) now / who does {driver} lose places to if he stops now
        who gets past {driver} if he stops
        how many cars are within a pit stop of {driver} / who is within a pit stop of {driver}
        how far is the car a pit stop behind {driver} / who gets the position of {driver} if he stops
        how much gap does {driver} need for a free stop
        """,
    ),
    *asked(
        {"driver": "{driver}", "free": True},
        """
        does {driver} have a free stop / is there a free stop for {driver} / would {driver} have a free stop
        (can|could) {driver} (stop|pit) without losing (a place|places|a position|anything)
        does {driver} have a gap to stop into
        how many (places|positions) would {driver} lose with a (stop|pit stop)
        would {driver} lose places if he stops now
        how many positions would a pit stop cost {driver} / how many places does {driver} lose if he stops now
        does {driver} have a (pit stop|stop) in hand / is a stop free for {driver}
        """,
    ),
    *asked({"driver": "leader", "free": True}, "does the leader have a free stop / has the leader a free stop"),
    *asked(
        {"driver": "leader"},
        """
        where would the leader rejoin / would the leader keep the lead with a stop
        where (does|would|will) the leader (come out|rejoin) (if he stops now|if he stops|if he pits now|after a stop|)
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        would {driver} come out (ahead of|in front of|behind) {other} if he stops now
        would {driver} come out (ahead of|in front of|behind) {other} after a stop
        would {driver} be (ahead of|behind) {other} after a stop / would {driver} stay ahead of {other} with a stop
        is {driver} a pit stop (ahead of|clear of) {other} / is {driver} more than a pit stop ahead of {other}
        does {driver} have a pit stop (gap over|gap to|in hand over|in hand on) {other}
        does {driver} have a pit stop over {other} / is {other} within a pit stop of {driver}
        who is ahead after the stops {driver} or {other} / is {other} in the pit window of {driver}
        can {driver} undercut {other} / could {driver} undercut {other} / is {driver} in undercut range of {other}
        would an undercut by {driver} on {other} work / is {driver} close enough to undercut {other}
        is {driver} an undercut threat to {other} / does {driver} threaten {other} with an undercut
        """,
    ),
    *asked(
        {"driver": "{other}", "other": "{driver}"},
        """
        is {driver} safe from an undercut by {other} / is {other} an undercut threat to {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "threats": True},
        """
        who can undercut {driver} / who could undercut {driver} / who threatens {driver} with an undercut
        who is an undercut threat to {driver} / who is in undercut range of {driver} / is {driver} safe from an undercut
        is {driver} under threat of an undercut / can anyone undercut {driver}
        """,
    ),
)
