"""How people ask of the knock-out line of a qualifying: more examples of get_qualifying."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

LINE_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"tell": "line"},
        "what is the knock out line / what is the cut off time / what time is needed to get through / "
        "the cutoff / cut line / where is the cut line / who is on the cut line"
        " / what does it take to get through / what time do they need to get through / who is just outside q3"
        " / what does it take to make q3 / what time is needed for q3 / what time is needed for q2 / the time for q3",
    ),
    *asked(
        {"tell": "line", "driver": "{driver}"},
        """
        what does {driver} need to get through / what does {driver} have to beat to get through
        how much does {driver} (need|lack|have to find) (to get through|to be safe|)
        what does {driver} have to beat to make q3 / what time does {driver} need / what does {driver} need to make q2
        how much does {driver} lack to get through / how far is {driver} from the drop zone / what does {driver} need
        how far is {driver} from q3 / how much does {driver} need to find / how far is {driver} off the cutoff
        how much is {driver} (missing|short|off) (to get|) out of (the drop zone|the bottom {n}|the elimination zone)
        how much does {driver} (need|lack|miss) to get out of (the drop zone|the bottom {n}|the elimination zone)
        how much (is|was) {driver} (short|missing|lacking) / how far is {driver} (from|off) safety
        how much does {driver} (lack|need|miss) (to be safe|for safety|to survive|to stay in|to go through)
        how far (inside|outside) (the cut|the line|the top {n}) is {driver}
        how much is {driver} off (the top {n}|the bottom {n}|p{n}) / how much (room|margin) does {driver} have
        """,
    ),
    *asked(
        {"tell": "line"},
        """
        who is just outside the top {n} / who is the first one outside the top {n}
        (who|which car|which driver) (is|would be) (the first|first) (car|driver|one|) (out|to go out|to be knocked out)
        who is the (last|last car|last driver) (safe|safe car|who is safe|going through)
        """,
    ),
    *(
        example
        for number in (1, 2)
        for example in asked(
            {"tell": "line", "segment": number},
            f"""
            how many (cars|drivers|) (go|went|go|are knocked|were knocked|get knocked|drop) out (in|after) q{number}
            how many (cars|drivers|) (go|went|get|got|make it|made it) through (from|out of) q{number}
            """,
        )
    ),
    *asked(
        {"tell": "gains"},
        """
        who (improved|found|gained) (the|) most (time|) (between|from) q1 (and|to) q3
        biggest improvement from q1 to q3 / biggest improvement through qualifying
        who found the most time through qualifying
        who (improved|found) the most (time|) (over|during|through) qualifying / who made the biggest step from q1 to q3
        """,
    ),
    *asked(
        {"tell": "at_risk"},
        """
        how much (does|do) (each|each of them|each car|everyone) in the (drop|danger) zone (need|lack|have to find)
        how much (does|do) (each|each car) in the (drop|danger) zone (need|lack) to (get through|reach p{n})
        how far (is|are) (each|each car|they) in the (drop|danger) zone (off|from) (the cut|the line|safety|p{n})
        who is in the (drop|danger) zone and how far (is each|are they) (off|from) (the cut|the line|safety|p{n})
        who is in the (drop|danger) zone and how much (does each|do they) (need|lack|have to find)
        who (would|will|is going to|might) miss (q2|q3|out on q2|out on q3|the cut) (as it stands|now|right now|)
        """,
    ),
    *asked(
        {"tell": "line"},
        """
        how (close|near|far) is the first (car|driver|one|) (in the drop zone|out) (to|from) (being safe|safety)
        how much does the first (car|driver|one|) (in the drop zone|out) (need|lack|have to find)
        """,
    ),
    *asked(
        {"tell": "gains", "segment": 2},
        """
        (who|which drivers) (has|have) (beaten|improved on) (his|their|their own) q2 (time|lap) (in q3|)
        (who|which drivers) (was|is|has gone|have gone|went) (faster|quicker) (in q3 than in q2|than in q2)
        who (improved|found|gained) (the|) most (time|) (between|from) q2 (and|to) q3
        biggest improvement from q2 to q3
        (was anyone|who was) (faster|quicker) in q2 than in q3
        (was anyone|who was) slower in q3 than in q2 / who (improved|found time) from q2 to q3
        did (everyone|anyone) (improve|go faster|go slower) (in q3|from q2 to q3)
        """,
    ),
    *asked(
        {"tell": "cut"},
        """
        who (just|narrowly|only just) missed (q2|q3|out on q2|out on q3) (and by how much|)
        who missed (q2|q3) (and by how much|by the least) / by how much did the first man out miss (q2|q3)
        who just missed the cut / who missed the cut by the least / who was the last one through
        who only just made it through / who just made it through / who narrowly missed out / who just missed out
        who was the first one out / who missed out by the smallest margin
        who (only just|just|barely) (got|scraped|squeezed|sneaked) (through|in) / who scraped through
        who (only just|just|barely) (got|scraped|squeezed|sneaked) (into|through to|through into) (q2|q3)
        who (was|came) closest to (making it|getting through|going through) / who was the unlucky one
        (how close|how tight) was the cut / gap at the cut
        """,
    ),
    *asked(
        {"tell": "line"},
        """
        who is closest to the knock out line / who is just above the knock out line
        who is just below the knock out line
        how many (get|are|will be) knocked out
        how many (cars|drivers|) (go out|drop out|are eliminated|get eliminated|go through|get through|advance|
            progress|go on|make it through) (in|from|of|after|) (this part|this segment|this session|this one|)
        who is just safe / who is on the edge of being knocked out
        how (close|tight) is (the cut|it at the cut|it on the bubble) / gap across the cut line / gap at the cut now
        """,
    ),
    *asked(
        {"tell": "line", "driver": "{driver}"},
        """
        how far is {driver} (from|inside|outside|within|below|above|clear of) the knock out line
        by how much did {driver} miss the cut
        can {driver} still (get through|make it|make it through|make it into q2|make it into q3)
        how much did {driver} miss the cut by / how far is {driver} (from|inside|outside) the cut
        margin of {driver} (to|over|inside) the (cut|cut off|cut line|knock out line)
        (is|will) {driver} (going to make it|make it|get) (into q2|into q3|through|in) (from here|)
        {driver} margin to the cut
        how (close|near) was {driver} to (making it through|getting through|the cut)
        how close was {driver}
        """,
    ),
    *(
        example
        for segment, other in ((1, 2), (2, 3))
        for example in asked(
            {"tell": "knocked_out", "driver": "{driver}", "segment": segment},
            f"""
            did {{driver}} get (knocked out|eliminated) in q{segment} / is {{driver}} out in q{segment}
            was {{driver}} (knocked out|eliminated) in q{segment} / did {{driver}} go out in q{segment}
            did {{driver}} (miss|miss out on) q{other}
            """,
        )
    ),
)
