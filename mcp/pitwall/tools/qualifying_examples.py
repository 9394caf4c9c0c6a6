"""How people ask of a qualifying: the examples of get_qualifying."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.grid_examples import GRID_EXAMPLES
from pitwall.tools.knock_out_examples import LINE_EXAMPLES
from pitwall.tools.timed_questions import HOW_MANY_TIMED
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        how is qualifying going / qualifying order / qualifying standings / what is the order in qualifying
        (the|what is the|) (starting|provisional|provisional starting) grid (as it stands|) / grid as it stands
        what is the (starting grid|grid|provisional grid) / how would they line up (on the grid|)
        qualifying result / qualifying results / how did qualifying finish / times in qualifying
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        "top {n} in qualifying / the first {n} of qualifying / who are the top {n} in qualifying",
    ),
    *asked(
        {"tell": "pole"},
        """
        pole / who is on pole / who took pole / who is on provisional pole / who got pole position / pole position
        what was the pole lap / what was the pole time / pole lap time / who has pole / who qualified first
        who holds provisional pole / provisional pole / provisional pole is held by / who has provisional pole
        {driver} is on pole by how much / is {driver} on pole / by how much is {driver} on pole
        who is starting from the front / who would start from the front / who would be starting from the front
        who starts (first|at the front) / who will start (first|at the front) / who lines up first
        who starts from pole / who will start from pole / who starts on pole / who is on pole for the race
        how close was second to pole / who set the pole time / who set pole / who is on pole and by how much
        how big is the gap on pole / by how much is pole / the fight for pole / who is second to pole
        (pole margin|margin on pole|margin of pole|gap to pole|winning margin for pole) (in thousandths|
            to the thousandth|)
        did {driver} (get|take|grab|win) pole / how much did {driver} beat {other} to pole by
        """,
    ),
    *asked(
        {"top_n": 2},
        "who is on the front row / front row / the front row of the grid / who makes up the front row",
    ),
    *asked({"top_n": 4}, "who is on the second row / who locked out the second row / the second row of the grid"),
    *asked({"top_n": 6}, "who is on the third row / the third row of the grid / third row / starting row 3"),
    *asked(
        {"top_n": 8},
        "who is on the fourth row / the fourth row of the grid / fourth row / (grid row|starting row|row) 4",
    ),
    *asked({"top_n": 10}, "who is on the fifth row / the fifth row of the grid / (grid row|starting row|row) 5"),
    *asked(
        {},
        """
        (who is|) (quickest|fastest|on top) in this (segment|part|session) / order (of|in) this (segment|part)
        """,
    ),
    *asked({"tell": "at_risk"}, "who in the drop zone has (no time|not set a time) (yet|)"),
    *asked(
        {"tell": "clock"},
        """
        is there (time|enough time|still time) for (another|one more) (lap|run|attempt|go)
        is there (time|enough time|still time) (left|) for a lap / can they (get|do|fit) (in|) another lap
        """,
    ),
    *asked(
        {}, "(who|which cars|which drivers) (has|have) set a (time|lap|lap time) (in this segment|in this part|so far|)"
    ),
    *asked({"top_n": 4}, "front two rows / the first two rows / the two front rows / the first two rows of the grid"),
    *asked(
        {"tell": "in_it"},
        """
        who made it through / who got through / who is through / who is going through / who is still in it
        which drivers are still in qualifying / who is left in qualifying / who is still in qualifying
        how many cars are left in qualifying / how many are left in qualifying / how many cars are still in qualifying
        """,
    ),
    *(
        example
        for number in (2, 3)
        for example in asked(
            {"tell": "in_it", "segment": number},
            f"""
            who is in q{number} / who made q{number} / who made it to q{number} / who made it into q{number}
            who got through to q{number} / who is through to q{number} / how many cars are in q{number}
            who is still in q{number} / who took part in q{number} / which drivers got into q{number}
            who is going to q{number} / who will be in q{number} / who got into q{number}
            """,
        )
    ),
    *asked(
        {"tell": "at_risk"},
        """
        who is in the drop zone / who is at risk / who is in danger of being knocked out
        who is in the elimination zone / who would be knocked out / who is on the bubble
        who is about to be eliminated / (who is|which cars are) out (as it stands|as things stand|if it ends now)
        who (drops|would drop|goes|would go|is going|falls) out (if the flag fell now|as it stands|if it ends now|now)
        which cars (drop|would drop|would go) out (now|as it stands) / who are the (bottom five|ones at risk)
        the five who would (be eliminated|be knocked out|go out|drop out)
        bubble / the bubble / who is on the edge / who would miss out (now|as it stands)
        """,
    ),
    *asked(
        {"tell": "at_risk", "driver": "{driver}"},
        """
        is {driver} safe in qualifying / is {driver} safe / is {driver} safe for now / is {driver} at risk
        is {driver} in the drop zone
        will {driver} be knocked out / is {driver} through / did {driver} make it through
        did {driver} make it out of q1 / is {driver} on the bubble / {driver} bubble / is {driver} out of qualifying
        is {driver} through to q2 / is {driver} through to q3
        did {driver} (make|make it to|make it into|get into|get to|reach) (q2|q3) / did {driver} get (knocked out|
            eliminated) / is {driver} in q2 / was {driver} knocked out
        has {driver} made it through to q2 / is {driver} in q3 / was {driver} eliminated
        is {driver} going out / are both {driver} (cars|) through
        (did|have) both {driver} (cars|) (make|made) it through
        """,
    ),
    *asked(
        {"tell": "deleted", "driver": "{driver}"},
        """
        where would {driver} (be|stand|have been) with (his|the) deleted (lap|time)
        would {driver} (be|have been|be through|have gone|go) (through|safe|) with (his|the) deleted (lap|time)
        what would (his|the) deleted lap have been worth for {driver} / how fast was the deleted lap of {driver}
        which laps of {driver} were deleted / (did|has) {driver} (lose|lost) a (lap|time|lap time)
        """,
    ),
    *asked(
        {"tell": "untimed"},
        """
        who has no time (yet|) / who has not set a time (yet|) / who (has|is) (yet|still) to set a (time|lap|lap time)
        who is without a (time|lap time) / who has no lap (on the board|) (yet|) / which cars have no time (yet|)
        who has not been out yet / how many (cars|drivers) have no time (yet|) / who is not on the board
        (has|have) (everyone|everybody|they all|all of them|all cars|all the cars) (set|posted|done) a (time|lap|
            lap time)
        (has|have) (everyone|they all|all cars) a (time|lap) (on the board|)
        (is|are) (everyone|they all|all cars) on the board
        who (has|is) (still|) (yet|) to (post|put in) a (time|lap)
        (has|is) anyone not (been round|been out|set a time|done a lap|posted a time) / who has not been round
        """,
    ),
    *asked({"tell": "timed"}, HOW_MANY_TIMED),
    *(
        example
        for number in (1, 2, 3)
        for example in asked(
            {"tell": "untimed", "segment": number},
            f"""
            who has no time in q{number} (yet|) / who has not set a time in q{number} / who set no time in q{number}
            who has yet to set a (time|lap) in q{number}
            (has|have) (everyone|all cars) in q{number} (set|) a (time|lap) (on the board|)
            (has|have) (everyone|they all) set a (time|lap) in q{number}
            (who|which cars) (has|have) not (been out|come out|gone out|run) in q{number} (yet|)
            is everyone in q{number} on the board / (is there anyone|who is) without a (time|lap) in q{number}
            """,
        )
        + asked(
            {"tell": "timed", "segment": number},
            f"""
            how many (cars|) have (set|) a (time|lap) in q{number}
            how many in q{number} have (set|) a (time|lap)
            """,
        )
        + asked(
            {"tell": "at_risk", "segment": number},
            f"who is in the (drop|knock out|knockout|elimination|danger) zone in q{number}"
            f" / who is at risk in q{number} / who is outside the top {15 if number == 1 else 10} in q{number}",
        )
        + asked(
            {"tell": "line", "segment": number},
            f"what (did|does|will) it take to get (out of|through) q{number}"
            f" / (cutoff|cut off|knock out line|cut) (time|) (in|of|for) q{number}"
            f" / what (was|is) the (cutoff|cut off|cut) (time|) (in|of|for) q{number}",
        )
        + asked(
            {"segment": number, "top_n": 2},
            f"gap (between|from) (p1|first) (and|to) (p2|second) in q{number} / gap between the top two in q{number}",
        )
        + asked(
            {"segment": number, "driver": "{driver}"},
            f"where (was|did) {{driver}} (finish|end up|come|) in q{number} / position of {{driver}} in q{number}"
            f" / how far (was|is) {{driver}} (behind|off|from) (the leader|the best|the fastest|p1|first) in q{number}"
            f" / (how|what) did {{driver}} do in q{number} / (position|place) and time of {{driver}} in q{number}"
            f" / (did|has|does) {{driver}} (get|set|got|have) a (time|lap) (on the board|) in q{number}"
            f" / has {{driver}} been out in q{number} (yet|)",
        )
        + asked(
            {"tell": "clock", "segment": number},
            f"is this q{number} / (is|has) q{number} (over|finished|ended|done) (yet|) / time left in q{number}"
            f" / (how long is|how much time is|how many minutes are) left in q{number} / how long to go in q{number}"
            f" / when does q{number} end / how long until the end of q{number} / has q{number} (begun|started) (yet|)"
            f" / (when does|when will) q{number} (start|begin) / how long (until|till) q{number} (starts|begins|)",
        )
    ),
    *asked(
        {"tell": "knocked_out"},
        """
        who has been knocked out / who got knocked out / who is out of qualifying / who has been eliminated
        who did not make it through / eliminated drivers / who went out / who dropped out
        who failed to make it through / who (got|was|has been) knocked out in the last (segment|part)
        who (sits|sat|is sitting|has to sit) out (of|) q3 / who is (out of|not in) q3
        who does not (run|take part) in q3 / who did not (make|reach|get into|make it into) q3
        """,
    ),
    *asked(
        {"tell": "knocked_out", "segment": 1},
        """
        (who|which drivers|which cars) (went|dropped) out in q1 / who got knocked out in q1 / who was eliminated in q1
        who was out in q1 / who fell in q1 / who did we lose in q1 / who did not get out of q1 / who did not make q2
        who (sits|sat|is sitting|has to sit) out (of|) q2 / who is not in q2 / who does not (run|take part) in q2
        who missed q2 / who missed out on q2 / who failed to (make|reach|get into) q2 / who did not (reach|get into) q2
        """,
    ),
    *asked(
        {"tell": "knocked_out", "segment": 2},
        """
        (who|which drivers|which cars) (went|dropped) out in q2 / who got knocked out in q2 / who was eliminated in q2
        who was out in q2 / who fell in q2 / who did we lose in q2 / who did not get out of q2
        who missed q3 / who missed out on q3 / who failed to (make|reach|get into) q3
        """,
    ),
    *(
        example
        for number in (1, 2, 3)
        for example in asked(
            {"segment": number},
            f"""
            who (was|is) (fastest|quickest|on top|top) in q{number} / who topped q{number} / who (won|leads) q{number}
            (result|results|order|standings|times) (of|in) q{number} / q{number} (results|order|standings|times)
            """,
        )
        + asked({"segment": number, "top_n": "{n}"}, f"top {{n}} in q{number} / the top {{n}} of q{number}")
        + asked(
            {"segment": number, "tell": "last"},
            f"who (was|is|finished|came) last in q{number} / last in q{number}",
        )
    ),
    *asked(
        {"tell": "clock"},
        "(when does|when will) the next (segment|part) (start|begin) / how long (until|till) the next (segment|part)"
        " / time (left|remaining) in this (part|segment|session) / how long is left in this (part|segment|one)"
        " / how (long|far|much) to go in this (part|segment|one) / how many minutes have they got in this part"
        " / (what is|how much is) left on the clock / how (long|much time) is left on the clock"
        " / time (left|remaining) on the clock / how (long|much time) (do they have|have they got) (left|in this part|)"
        " / is this q2 or q3 / which part of qualifying is this / which segment is it / which q is it / are we in q3",
    ),
    *asked(
        {"driver": "{driver}"},
        """
        where did {driver} qualify / how did {driver} qualify / qualifying of {driver} / how far off pole is {driver}
        how far was {driver} off pole / how far is {driver} from pole / how much did {driver} miss pole by
        has {driver} set a (time|lap) / did {driver} do a (timed|) lap / does {driver} have a time
        is {driver} on the board / {driver} on the board
        has {driver} (got|set) a time (on the board|) in this (segment|part) / does {driver} have a time in this segment
        (best|fastest) (time|lap) of {driver} in this (segment|part|session|q1|q2|q3)
        what (does|would) {driver} need (for|to take|to get) pole / how far is {driver} from provisional pole
        what (does|would) {driver} (need|have) to (beat|do) for pole
        where (did|does) (that|that lap|his lap) put {driver}
        {driver} lap where did that put / where did {driver}'s lap put
        did {driver}'s lap (put|get) (in|into) the top {n}
        where does {driver} start / where will {driver} start / what did {driver} qualify
        how far is {driver} off (the|) (fastest|best|top) (time|lap|) / how far off the (best|fastest) time is {driver}
        how close was {driver} to pole / what did {driver} (do|manage|achieve) in qualifying
        qualifying position of {driver}
        """,
    ),
    *asked(
        {"tell": "times", "driver": "{driver}"},
        """
        times of {driver} in q1, q2 and q3 / compare the q1 and q2 times of {driver} / {driver} q1 q2 q3 times
        compare the q2 and q3 times of {driver} / how much did {driver} improve from q1 to q3
        how much did {driver} improve from q1 to q2 / how much did {driver} improve from q2 to q3
        was {driver} faster in q2 than in q3 / was {driver} faster in q1 than in q2
        was {driver} faster in q3 than in q2 / how much (faster|slower) was {driver} in q3 than in q2
        (did|has) {driver} (get|got|go|gone) (faster|quicker) (in|) every (segment|part)
        how much did {driver} improve (between|from) (his|) q1 (and|to) (his|) q3
        improvement of {driver} (from|between) q1 (to|and) q3
        q1 time of {driver} / q2 time of {driver} / q3 time of {driver} / time of {driver} in q1
        time of {driver} in q2
        time of {driver} in q3 / what was the q2 time of {driver} / what was the q1 time of {driver} / {driver} in q2
        (what was|) {driver}'s time in the (segment before|part before|previous segment|previous part)
        (did|has|could) {driver} (improve|improved) (on|since|from) (his|) (q1|q2) (time|)
        is {driver} (faster|quicker|slower) than in (q1|q2|the segment before|the previous segment)
        times of {driver} in each (segment|part) of qualifying / progress of {driver} through qualifying
        """,
    ),
    *asked(
        {"tell": "times"},
        """
        how much faster is q2 than q1 / how much faster was q2 than q1 / how much faster is q3 than q2
        how much faster was q3 than q2 / fastest time of each segment / who was fastest in each segment
        what was the fastest time in each part of qualifying / (was|is) {driver} fastest in (every|each) (segment|part)
        is the track (getting|becoming|going) (faster|quicker|slower) / is the track (faster|quicker) (now|than before)
        (how much|) is the track (improving|ramping up) / track evolution
        how many (segments|parts) did {driver} (top|win) / did {driver} top (every|each) (segment|part)
        """,
    ),
    *GRID_EXAMPLES,
    *LINE_EXAMPLES,
)
