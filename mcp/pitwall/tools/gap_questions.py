"""What people ask about gaps: the questions of get_gap."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.drs_questions import DRS_QUESTIONS
from pitwall.tools.position_gap_questions import POSITION_GAP_QUESTIONS
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_PAIR: JsonObject = {"driver": "{driver}", "other": "{other}"}

GAP_QUESTIONS: tuple[Example, ...] = (
    # Two drivers: how far.
    *asked(
        _PAIR,
        """
        (what is the gap|gap|how many seconds|seconds|secs|time|how much time|distance|difference|delta|interval|split|
            what is the margin|buffer|how many car lengths) between {driver} and {other}
        (gap|head to head|seconds|time gap|what is the difference|delta|interval) {driver} {other}
        (gap|gap from|gap of|how close is|how many secs from|distance from|how many metres from|delta from|spacing from|
            deficit of) {driver} to {other} / {driver} {other} gap / {driver} {other}
        {driver} (to|and|vs|against|behind|ahead of|margin over|advantage over|lead over) {other}
        what gap does {driver} have to {other} / gap between {driver} and {other} after the (stops|pit stops)
        how big is the (gap from {driver} to|gap between {driver} and|advantage of {driver} over|
            lead of {driver} over) {other}
        how (much|long|wide) is the gap (between {driver} and|from {driver} to) {other}
        how (far is {driver} behind|far is {driver} from|much is {driver} behind|does {driver} compare with|
            is {driver} doing against|clear is {driver} of) {other}
        how far (behind|ahead of|off|back from|in front of|adrift of) {other} is {driver}
        (how far|how much|by how much|how many seconds) is {driver} ahead of {other}
        (how far apart are|how close are|separation of|what separates|how many tenths separate|
            how much separates) {driver} and {other} / how far clear is {driver} of {other}
        is {driver} close to {other} / are {driver} and {other} close / how many seconds is {driver} behind {other}
        (margin|what is the lead|cushion) of {driver} over {other} / how much of a lead does {driver} have over {other}
        how much does {driver} lead {other} by / by how much does {driver} lead {other}
        how much does {driver} trail {other} by / how much is the gap {driver} {other}
        how much time does {driver} have in hand over {other} / how far up the road is {driver} from {other}
        is {driver} (within|less than|more than) {n} (seconds|second) (of|behind|ahead of|from) {other}
        are {driver} and {other} on the same lap / is {driver} on the same lap as {other}
        how far is the (best placed|first) {driver} (behind|ahead of|from) {other}
        how much does {driver} (need|have to find|have to gain) to (be ahead of|beat|get ahead of) {other}
        how far down the road is {driver} from {other} / {driver} vs {other} how many seconds
        are both {driver} and {other} close together / delta to {other} for {driver}
        how much time does {driver} have over {other}
        """,
    ),
    # Two drivers: how it changes.
    *asked(
        _PAIR,
        """
        is {driver} (catching|closing on|closing in on|closing the gap to|gaining on|gaining time on|reeling in|
            hauling in|homing in on|clawing back|clawing time back from|trimming the gap to|bridging the gap to|
            hunting down|chasing down|chasing|bearing down on|getting closer to|coming back at|cutting the lead of|
            reducing the gap to|chipping away at|making inroads on|taking time out of|pulling away from|
            getting away from|escaping|breaking away from|gapping|dropping|disappearing from|fading from|
            pulling clear of|extending the lead over|edging away from|stretching away from|increasing the gap to|
            building a gap to|dropping back from|losing time to|losing ground to|falling back from|slipping away from|
            holding off|keeping up with|staying with|matching the pace of|past|ahead of|in front of|behind|
            within reach of|in reach of|a threat to|on the gearbox of|putting pressure on|
            under pressure from) {other} / has {driver} (closed the gap to|got past|passed) {other}
        is {driver} (holding up|holding back) {other}
        is {driver} reeling {other} in / is {driver} whittling down the gap to {other}
        how fast is {driver} catching {other} / how much time has {driver} taken out of {other}
        how much has {driver} gained on {other} / how much is {driver} gaining on {other} per lap
        is {driver} (safe|clear) (from|of) {other} / how has the gap from {driver} to {other} evolved
        is {other} getting away from {driver} / how much time has {driver} lost to {other}
        how much is {driver} losing to {other} / is {driver} staying the same distance from {other}
        trend of the gap between {driver} and {other} / gap trend {driver} {other} / {driver} {other} trend
        how has the gap between {driver} and {other} developed / how has the gap between {driver} and {other} changed
        is the gap between {driver} and {other} (growing or shrinking|getting bigger or smaller|stable)
        is the gap from {driver} to {other} coming down / is the gap from {driver} to {other} going up
        (who is ahead|who is in front|which one is ahead|who is higher|who leads|who beat who|who won out|
            who is leading|who came out ahead|who is ahead now) {driver} or {other}
        (final gap|gap at the flag|gap at the finish|gap at the end|gap at the line) between {driver} and {other}
        did {driver} (keep|hold) {other} behind / did {driver} (hold off|stay ahead of|fend off) {other}
        {driver} or {other} who is ahead / who of {driver} and {other} is ahead
        which of {driver} and {other} is ahead / is {driver} (catching|closing on|fighting) {other} for (the lead|{n}th)
        at what rate is {driver} (catching|closing on|gaining on) {other} / how fast is {driver} closing on {other}
        is {driver} closing on {other} for {n}th and at what rate / how quickly is {driver} catching {other}
        is {driver} catching {other} and by how much per lap / what is it between {driver} and {other}
        how far has {driver} (fallen|dropped|slipped) behind {other} / is {driver} losing time against {other}
        is {driver} (near|close) enough to (attack|challenge|have a go at|pass|overtake) {other}
        how close is {driver} getting to {other} / how {driver} is doing against {other}
        is {driver} still ahead of {other} / did {driver} finish (ahead of|behind|in front of) {other}
        how much did {driver} beat {other} by / by how much did {driver} beat {other} / did {driver} beat {other}
        by how much did {driver} finish (ahead of|behind|in front of) {other}
        who is (further up|better placed|ahead right now) {driver} or {other}
        {driver} or {other} (which|who) is (higher|in front|further up)
        """,
    ),
    # The two of a team under one name.
    *asked(
        {"driver": "{driver}"},
        """
        which {driver} finished ahead / which of the {driver} finished ahead / which {driver} finished higher
        which {driver} is ahead / which of the {driver} is ahead / which of the two {driver} is ahead
        who is ahead at {driver} / which {driver} beat the other
        who beat who at {driver} / who beat who in the {driver} / who is ahead of the two {driver}
        who is leading the {driver} / who won the battle of the {driver} / which {driver} driver is ahead
        which {driver} leads / lead {driver} / the lead {driver} / who is the lead {driver} / which is the lead {driver}
        final gap between the {driver} / (gap|difference|delta) between the {driver} / gap between the two {driver}
        what is the (gap|difference|delta) between the (two|) {driver}
        how (many seconds|much time) (are|is|) between the (two|) {driver}
        how (many seconds|much time|much) (separates|separate|splits|split) the (two|) {driver}
        how far apart are the {driver} / how close are the two {driver}
        """,
    ),
    # To the leader.
    *asked(
        {"driver": "{driver}", "to": "leader"},
        """
        how far is {driver} (behind the leader|from the leader|off the lead|from the lead|behind the lead|from p1|
            from first place) / {driver} gap to leader / how far back did {driver} finish
        how far behind the winner did {driver} finish / how far behind was {driver} at the (finish|flag|end)
        delta {driver} to (winner|leader) / delta of {driver} to the winner / {driver} delta to winner
        how far off the win was {driver} / how close did {driver} get to the win / how close was {driver} to winning
        how far (back|off the lead|behind the leader|behind the lead|off the leader|off the front|from the front|
            from victory|off|behind|adrift) is {driver}
        ({driver} time behind|gap from {driver} to|{driver} to|{driver} behind|distance from {driver} to|
            {driver} deficit to|time {driver} is behind|is {driver} catching|is {driver} closing on|
            is {driver} gaining on|gap between {driver} and) the leader / what is the gap of {driver} to the leader
        (what is the|how big is the|) gap to {driver} / (what is the|) gap from the leader to {driver}
        gap to the leader for {driver} / gap from {driver} to p1 / {driver} gap to first / gap to first for {driver}
        gap {driver} leader / how many seconds is {driver} behind the leader
        how many seconds is {driver} off the leader / how much is {driver} behind the leader
        how many seconds (behind the leader is|to P1 for|off the front is) {driver}
        how far is {driver} off the pace of the leader / how much is {driver} behind P1
        distance of {driver} to the front / how close is {driver} to the lead / how close is {driver} to the leader
        deficit of {driver} / {driver} deficit (at the flag|at the finish|at the line|at the end|)
        how far adrift is {driver} of the race leader
        is {driver} catching the race leader / what does {driver} need to catch the leader
        how much time is {driver} losing to the leader / {driver} delta to leader / leader to {driver}
        gap between the leader and {driver} / how far ahead of {driver} is the leader
        how far is the leader ahead of {driver} / how long behind the leader is {driver}
        (by how much|how much|with what margin) did {driver} (win|win by|win with|win it|win it by|win this|take it)
        what did {driver} win by / how big was the (winning margin|margin of victory|win) of {driver}
        (winning margin|margin of victory) of {driver}
        (what is|what was|) {driver}'s (winning margin|margin of victory)
        (by how much|how much) did {driver} (lose|lose by|miss the win by)
        how much did {driver} miss out on the win by / how far was {driver} off winning
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "leader"},
        "is {driver} (still|) on the lead lap",
    ),
    *DRS_QUESTIONS,
    # To the car ahead.
    *asked(
        {"driver": "{driver}", "to": "ahead"},
        """
        is {driver} catching up
        how far is {driver} behind the car ahead / how far is {driver} from the car in front
        how far is {driver} from the car ahead / how far is {driver} behind the car in front
        what is the gap of {driver} to the car ahead / {driver} (gap|gap to|to the car|delta) ahead / {driver} gap
        gap {driver} / (gap ahead|gap in front|what is the interval|interval ahead) of {driver}
        gap to the car ahead for {driver} / (gap to|how far is|how far ahead is) the car in front of {driver}
        (gap from {driver} to|{driver} gap to|{driver} to|{driver} interval to|is {driver} close to|
            is {driver} catching|is {driver} closing on|is {driver} gaining on|is {driver} losing) the car in front
        gap from {driver} to the car ahead / gap from {driver} to the next car / {driver} gap in front
        {driver} gap to next / {driver} interval / how far is the car ahead of {driver}
        what is ahead of {driver} in seconds / seconds to the next car for {driver}
        how many seconds to the car ahead for {driver} / how many seconds is {driver} behind the car in front
        how many seconds is {driver} behind the next car / who is ahead of {driver} and by how much
        who is in front of {driver} and how far / how far ahead is the next car of {driver}
        who is {driver} chasing and how far is it / who is {driver} chasing and what is the gap
        how close is {driver} to (the car ahead|the car in front|overtaking)
        is {driver} (close to|catching|closing on|closing the gap to|gaining on|reeling in|dropping back from|
            within a second of) the car ahead / is {driver} close to the next car
        is {driver} right on the tail of the car ahead / how long until {driver} is on the gearbox of the car ahead
        is {driver} (catching anyone|catching the one ahead|closing in on anyone|closing in|closing|closing the gap|
            gaining on anyone) / is {driver} closing on the one ahead
        how much does {driver} need to gain a place / is {driver} within a second of the car in front
        is {driver} (faster|quicker|slower) than the car (ahead|in front) (lately|now|at the moment|right now|)
        is {driver} lapping (faster|quicker|slower) than the car (ahead|in front)
        (pace|lap times) of {driver} (and|against|compared with|compared to) the car (ahead|in front)
        (how is {driver} lapping|what are {driver}'s lap times) compared (with|to) the car (ahead|in front)
        who is (faster|quicker) {driver} or the car (ahead|in front)
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "ahead", "laps": "{n}"},
        """
        is {driver} (faster|quicker|slower) than the car (ahead|in front) over the last {n} laps
        has {driver} been (faster|quicker|slower) than the car (ahead|in front) over the last {n} laps
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "laps": "{n}"},
        """
        was the gap between {driver} and {other} (bigger|smaller) {n} laps ago
        was {driver} (closer to|further from|further ahead of|further behind) {other} {n} laps ago
        """,
    ),
    *asked(
        {"driver": "{driver}", "to": "behind", "laps": "{n}"},
        """
        is {driver} (faster|quicker|slower) than the car behind over the last {n} laps
        has {driver} been (faster|quicker|slower) than the car behind over the last {n} laps
        """,
    ),
    # To the car behind.
    *asked(
        {"driver": "{driver}", "to": "behind"},
        """
        (who is|) best of the rest behind {driver}
        how (far|far back|close) is the car behind {driver} / (gap|margin|cushion) behind {driver}
        how much is {driver} (ahead|in front|leading) by / by how much is {driver} ahead
        {driver} (gap|gap to the car|gap to|to the car|interval) behind / what is the gap to the car behind {driver}
        gap from {driver} to the car behind / how far ahead of the car behind is {driver}
        how far is {driver} ahead of the car behind / how far is {driver} ahead of the next car
        how far (is it|) from {driver} back to the (next car|car behind|one behind|following car)
        how far back is the (car behind|one behind|next one|next car) from {driver} / gap back from {driver}
        how (comfortable|safe) is {driver} (ahead|in front|there|at the front|up front)
        how far back is the next car behind {driver} / how far (clear|ahead|in front) is {driver}
        how many seconds is {driver} ahead of the car behind / how many seconds is {driver} ahead
        what is the margin of {driver} to the car behind / what buffer does {driver} have behind
        (what buffer|what cushion|how much breathing space|how big a lead) does {driver} have
        how much of a (cushion|lead|gap) does {driver} have / does {driver} have anyone close behind
        is (anyone close behind|anyone reeling in|anyone catching|anybody closing on|the car behind catching|
            anyone hunting) {driver} / is anybody close to {driver} from behind
        is someone breathing down the neck of {driver} / who is breathing down the neck of {driver}
        is {driver} (comfortable|under pressure|under pressure from behind|in danger from behind|under threat|
            under threat from behind|under attack|being caught|being reeled in|being hunted down|getting caught|
            pulling clear|pulling away|extending the lead) / how safe is {driver} from the car behind
        is {driver} safe from the car behind / is {driver} safe from behind
        is the car behind {driver} closing / is the car behind gaining on {driver}
        who is (catching|threatening|closing in on|hunting) {driver}
        who is behind {driver} and (how far|by how much|how many seconds) / who is chasing {driver} and how far back
        who is chasing {driver} and by how many seconds / who follows {driver} and how close
        is {driver} pulling away from the car behind / is {driver} pulling away at the front
        is {driver} (faster|quicker|slower) than the car behind (lately|now|at the moment|right now|)
        is {driver} lapping (faster|quicker|slower) than the car behind
        who is (faster|quicker) {driver} or the car behind
        how many seconds does {driver} lead by / how much does {driver} lead by / by how much does {driver} lead
        how big is the lead of {driver} / what is the lead of {driver} / lead of {driver}
        how big is the lead of {driver} over the car behind / how big is the advantage of {driver} / {driver} advantage
        how has the lead of {driver} (changed|developed|evolved|gone) / has the lead of {driver} (grown|shrunk|changed)
        is the lead of {driver} growing or shrinking / how much has {driver} (pulled out|pulled away by|pulled clear by)
        how much (of a lead|of a gap|) has {driver} (built|built up|opened up|got in hand)
        """,
    ),
    # Positions instead of drivers.
    *POSITION_GAP_QUESTIONS,
    *asked(
        {"driver": "{driver}", "to": "leader"},
        """
        how many laps is {driver} behind the (overall|race) leader / how many laps is {driver} down (overall|)
        how many laps (down|behind) is {driver} / how far is {driver} behind the overall leader
        """,
    ),
    *(
        example
        for part in ("q1", "q2", "q3")
        for example in asked(
            {"driver": "{driver}", "other": "{other}", "segment": part},
            f"""
            gap (between|from) {{driver}} (and|to) {{other}} in {part}
            who was faster in {part} {{driver}} or {{other}}
            how (far|much) was {{driver}} (behind|off|slower than) {{other}} in {part}
            how (far|much) was {{driver}} (ahead of|faster than) {{other}} in {part}
            """,
        )
    ),
)
