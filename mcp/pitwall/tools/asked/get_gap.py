"""What people ask of the gap between two cars."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_PAIR: JsonObject = {"driver": "{driver}", "other": "{other}"}

EXAMPLES: tuple[Example, ...] = (
    # Two drivers: how far.
    *asked(
        _PAIR,
        """
        what is the gap between {driver} and {other} / gap between {driver} and {other} / gap {driver} {other}
        gap from {driver} to {other} / {driver} {other} gap / {driver} {other} / {driver} to {other}
        {driver} and {other} / gap of {driver} to {other} / what gap does {driver} have to {other}
        how big is the gap from {driver} to {other} / how big is the gap between {driver} and {other}
        {driver} vs {other} / {driver} against {other} / how far is {driver} behind {other}
        how far behind {other} is {driver} / how far is {driver} from {other} / how far is {driver} ahead of {other}
        how far ahead of {other} is {driver} / {driver} behind {other} / {driver} ahead of {other}
        how far apart are {driver} and {other} / how far off {other} is {driver}
        how far back from {other} is {driver} / how far in front of {other} is {driver}
        how far clear is {driver} of {other} / how much is {driver} ahead of {other}
        how much is {driver} behind {other} / by how much is {driver} ahead of {other}
        how close is {driver} to {other} / is {driver} close to {other} / how close are {driver} and {other}
        are {driver} and {other} close / compare {driver} and {other} / how does {driver} compare with {other}
        how is {driver} doing against {other} / head to head {driver} {other}
        how many seconds between {driver} and {other} / how many seconds is {driver} behind {other}
        how many seconds is {driver} ahead of {other} / {driver} vs {other} how many seconds
        seconds {driver} {other} / seconds between {driver} and {other} / how many secs from {driver} to {other}
        secs between {driver} and {other} / time between {driver} and {other} / time gap {driver} {other}
        how much time between {driver} and {other} / distance between {driver} and {other}
        distance from {driver} to {other} / how many metres from {driver} to {other}
        difference between {driver} and {other} / what is the difference {driver} {other} / delta {driver} {other}
        delta from {driver} to {other} / delta between {driver} and {other} / delta to {other} for {driver}
        interval {driver} {other} / interval between {driver} and {other} / split between {driver} and {other}
        separation of {driver} and {other} / spacing from {driver} to {other} / what separates {driver} and {other}
        how many tenths separate {driver} and {other} / how much separates {driver} and {other}
        margin of {driver} over {other} / what is the margin between {driver} and {other}
        {driver} margin over {other} / {driver} advantage over {other}
        how big is the advantage of {driver} over {other} / {driver} lead over {other}
        how big is the lead of {driver} over {other} / what is the lead of {driver} over {other}
        how much of a lead does {driver} have over {other} / how much does {driver} lead {other} by
        by how much does {driver} lead {other} / how much does {driver} trail {other} by
        deficit of {driver} to {other} / how much time does {driver} have over {other}
        how much time does {driver} have in hand over {other} / how far up the road is {driver} from {other}
        how far down the road is {driver} from {other} / how far adrift of {other} is {driver}
        buffer between {driver} and {other} / cushion of {driver} over {other}
        how many car lengths between {driver} and {other} / how clear is {driver} of {other}
        are both {driver} and {other} close together
        """,
    ),
    # Two drivers: how it changes.
    *asked(
        _PAIR,
        """
        is {driver} catching {other} / is {driver} closing on {other} / is {driver} closing in on {other}
        is {driver} closing the gap to {other} / has {driver} closed the gap to {other}
        is {driver} gaining on {other} / is {driver} gaining time on {other} / is {driver} reeling in {other}
        is {driver} reeling {other} in / is {driver} hauling in {other} / is {driver} homing in on {other}
        is {driver} clawing back {other} / is {driver} clawing time back from {other}
        is {driver} whittling down the gap to {other} / is {driver} trimming the gap to {other}
        is {driver} bridging the gap to {other} / is {driver} hunting down {other} / is {driver} chasing down {other}
        is {driver} chasing {other} / is {driver} bearing down on {other} / is {driver} getting closer to {other}
        is {driver} coming back at {other} / is {driver} cutting the lead of {other}
        is {driver} reducing the gap to {other} / is {driver} chipping away at {other}
        is {driver} making inroads on {other} / how fast is {driver} catching {other}
        is {driver} taking time out of {other} / how much time has {driver} taken out of {other}
        how much has {driver} gained on {other} / how much is {driver} gaining on {other} per lap
        is {driver} pulling away from {other} / is {driver} getting away from {other} / is {driver} escaping {other}
        is {driver} breaking away from {other} / is {driver} gapping {other} / is {driver} dropping {other}
        is {driver} disappearing from {other} / is {driver} fading from {other} / is {driver} pulling clear of {other}
        is {driver} extending the lead over {other} / is {driver} edging away from {other}
        is {driver} stretching away from {other} / is {driver} increasing the gap to {other}
        is {driver} building a gap to {other} / is {other} getting away from {driver}
        is {driver} dropping back from {other} / is {driver} losing time to {other}
        is {driver} losing ground to {other} / is {driver} falling back from {other}
        is {driver} slipping away from {other} / how much time has {driver} lost to {other}
        how much is {driver} losing to {other} / is {driver} holding off {other} / is {driver} keeping up with {other}
        is {driver} staying with {other} / is {driver} staying the same distance from {other}
        is {driver} matching the pace of {other} / trend of the gap between {driver} and {other}
        gap trend {driver} {other} / {driver} {other} trend / how has the gap between {driver} and {other} developed
        how has the gap between {driver} and {other} changed / how has the gap from {driver} to {other} evolved
        is the gap between {driver} and {other} growing or shrinking / is the gap from {driver} to {other} coming down
        is the gap from {driver} to {other} going up
        is the gap between {driver} and {other} getting bigger or smaller
        is the gap between {driver} and {other} stable / has {driver} got past {other} / has {driver} passed {other}
        is {driver} past {other} / is {driver} ahead of {other}
        is {driver} in front of {other} / is {driver} behind {other} / who is ahead {driver} or {other}
        who is in front {driver} or {other} / which one is ahead {driver} or {other}
        is {driver} within reach of {other}
        is {driver} in reach of {other} / is {driver} within drs of {other} / is {driver} in drs range of {other}
        is {driver} a threat to {other} / is {driver} on the gearbox of {other}
        is {driver} putting pressure on {other} / is {driver} under pressure from {other}
        """,
    ),
    # The two of a team under one name.
    *asked(
        {"driver": "{driver}"},
        """
        gap between the {driver} / gap between the two {driver} / how far apart are the {driver}
        how close are the two {driver} / difference between the {driver} / delta between the {driver}
        """,
    ),
    # To the leader.
    *asked(
        {"driver": "{driver}", "to": "leader"},
        """
        how far is {driver} behind the leader / how far is {driver} from the leader / {driver} gap to leader
        how far back did {driver} finish / how far behind the winner did {driver} finish / how far back is {driver}
        how far off the lead is {driver} / {driver} time behind the leader
        what is the gap of {driver} to the leader / gap to the leader for {driver} / gap from {driver} to the leader
        gap from {driver} to p1 / {driver} gap to first / gap to first for {driver} / gap {driver} leader
        {driver} to the leader / {driver} behind the leader / how many seconds is {driver} behind the leader
        how many seconds is {driver} off the leader / how much is {driver} behind the leader
        how far behind the leader is {driver} / how many seconds behind the leader is {driver}
        how far behind the lead is {driver} / how far off the lead is {driver} / how far off the leader is {driver}
        how far off the front is {driver} / how far from the front is {driver} / how far is {driver} off the lead
        how far is {driver} from the lead / how far is {driver} behind the lead
        how far is {driver} off the pace of the leader / how many seconds to P1 for {driver}
        how much is {driver} behind P1 / how far is {driver} from p1 / how far is {driver} from first place
        how far from victory is {driver} / how many seconds off the front is {driver}
        distance of {driver} to the front / distance from {driver} to the leader / how far back is {driver}
        how far off is {driver} / how far behind is {driver} / how close is {driver} to the lead
        how close is {driver} to the leader / {driver} deficit to the leader / deficit of {driver} / {driver} deficit
        how far adrift is {driver} of the race leader / how far adrift is {driver}
        time {driver} is behind the leader / is {driver} catching the leader / is {driver} closing on the leader
        is {driver} gaining on the leader / is {driver} catching the race leader
        what does {driver} need to catch the leader / how much time is {driver} losing to the leader
        {driver} delta to leader / leader to {driver} / gap between {driver} and the leader
        gap between the leader and {driver} / how far ahead of {driver} is the leader
        how far is the leader ahead of {driver} / how long behind the leader is {driver}
        """,
    ),
    # To the car ahead.
    *asked(
        {"driver": "{driver}", "to": "ahead"},
        """
        how far is {driver} behind the car ahead / how far is {driver} from the car in front
        how far is {driver} from the car ahead / how far is {driver} behind the car in front
        what is the gap of {driver} to the car ahead / {driver} gap ahead / {driver} gap / gap {driver}
        gap ahead of {driver} / gap in front of {driver} / gap to the car ahead for {driver}
        gap to the car in front of {driver} / gap from {driver} to the car in front
        gap from {driver} to the car ahead / gap from {driver} to the next car / {driver} gap to the car in front
        {driver} gap in front / {driver} gap to next / {driver} gap to ahead / {driver} to the car ahead
        {driver} to the car in front / {driver} delta ahead / {driver} interval
        {driver} interval to the car in front / what is the interval of {driver} / interval ahead of {driver}
        how far is the car in front of {driver} / how far is the car ahead of {driver}
        how far ahead is the car in front of {driver} / what is ahead of {driver} in seconds
        seconds to the next car for {driver} / how many seconds to the car ahead for {driver}
        how many seconds is {driver} behind the car in front / how many seconds is {driver} behind the next car
        who is ahead of {driver} and by how much / who is in front of {driver} and how far
        how far ahead is the next car of {driver} / who is {driver} chasing and how far is it
        who is {driver} chasing and what is the gap / how close is {driver} to the car ahead
        how close is {driver} to the car in front / how close is {driver} to overtaking
        is {driver} close to the car ahead / is {driver} close to the next car / is {driver} close to the car in front
        is {driver} right on the tail of the car ahead / how long until {driver} is on the gearbox of the car ahead
        is {driver} catching the car ahead / is {driver} catching the car in front / is {driver} catching anyone
        is {driver} catching the one ahead / is {driver} closing on the car ahead
        is {driver} closing on the one ahead / is {driver} closing on the car in front
        is {driver} closing in on anyone / is {driver} closing in / is {driver} closing / is {driver} closing the gap
        is {driver} closing the gap to the car ahead / is {driver} gaining on the car in front
        is {driver} gaining on the car ahead / is {driver} gaining on anyone / is {driver} reeling in the car ahead
        is {driver} losing the car in front / is {driver} dropping back from the car ahead
        how much does {driver} need to gain a place / is {driver} in drs range / does {driver} have drs
        is {driver} within drs / is {driver} within drs of the car ahead
        is {driver} within a second of the car in front / is {driver} within a second of the car ahead
        """,
    ),
    # To the car behind.
    *asked(
        {"driver": "{driver}", "to": "behind"},
        """
        how far is the car behind {driver} / how far back is the car behind {driver} / gap behind {driver}
        how much is {driver} ahead by / by how much is {driver} ahead / how much is {driver} in front by
        {driver} gap behind / what is the gap to the car behind {driver} / gap from {driver} to the car behind
        {driver} gap to the car behind / {driver} gap to behind / {driver} to the car behind
        {driver} interval behind / how close is the car behind {driver} / how far ahead of the car behind is {driver}
        how far is {driver} ahead of the car behind / how far is {driver} ahead of the next car
        how far back is the next car behind {driver} / how far clear is {driver} / how far ahead is {driver}
        how far in front is {driver} / how many seconds is {driver} ahead of the car behind
        how many seconds is {driver} ahead / what is the margin of {driver} to the car behind / margin behind {driver}
        what buffer does {driver} have behind / what buffer does {driver} have / what cushion does {driver} have
        how much of a cushion does {driver} have / cushion behind {driver}
        how much breathing space does {driver} have / does {driver} have anyone close behind
        is anyone close behind {driver} / is anybody close to {driver} from behind
        is someone breathing down the neck of {driver} / who is breathing down the neck of {driver}
        is {driver} comfortable / is {driver} under pressure / is {driver} under pressure from behind
        is {driver} in danger from behind / is {driver} under threat / is {driver} under threat from behind
        is {driver} under attack / is {driver} safe / how safe is {driver} from the car behind
        is {driver} being caught / is {driver} being reeled in / is {driver} being hunted down
        is anyone reeling in {driver} / is {driver} getting caught / is anyone catching {driver}
        is anybody closing on {driver} / is the car behind {driver} closing / is the car behind gaining on {driver}
        is the car behind catching {driver} / is anyone hunting {driver} / who is catching {driver}
        who is threatening {driver} / who is closing in on {driver} / who is hunting {driver}
        who is behind {driver} and how far / who is behind {driver} and by how much
        who is chasing {driver} and how far back / who is chasing {driver} and by how many seconds
        who is behind {driver} and how many seconds / who follows {driver} and how close / is {driver} pulling clear
        is {driver} pulling away / is {driver} pulling away from the car behind
        is {driver} pulling away at the front / is {driver} extending the lead
        how many seconds does {driver} lead by / how much does {driver} lead by / by how much does {driver} lead
        how much is {driver} leading by / how big is the lead of {driver} / what is the lead of {driver}
        {driver} lead / lead of {driver} / how big is the lead of {driver} over the car behind
        how big is the advantage of {driver} / {driver} advantage / how big a lead does {driver} have
        is the lead of {driver} growing or shrinking
        """,
    ),
    # Places instead of drivers.
    *asked(
        {"driver": "P2", "to": "ahead"},
        """
        gap between first and second / gap from first to second / gap between the top two / gap at the front
        how far ahead is the leader / how far clear is the leader / how big is the lead / lead of the leader
        by how much is the leader leading / how far behind is second place / is second place catching the leader
        is the leader pulling away / is the lead growing or shrinking / what is the gap at the front
        """,
    ),
    *asked(
        {"driver": "P2", "to": "leader"},
        """
        winning margin / what was the winning margin / margin of victory / how much did the winner win by
        by how much did the winner win / how close was the finish / how close was it at the finish
        """,
    ),
    *asked(
        {"driver": "P3", "to": "ahead"},
        """
        gap between second and third / gap from second to third / how far behind is third place
        is third place catching second
        """,
    ),
    *asked(
        {"driver": "P4", "to": "ahead"}, "gap between third and fourth / gap from third to fourth / gap to the podium"
    ),
)
