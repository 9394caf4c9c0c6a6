"""How people ask of the runs of practice and qualifying: the examples of get_runs."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

_FIRST = "(first|opening) (run|lap)"
_LAST = "(last|final) (run|lap)"
"""A question may say each in the plural."""
_FIRST_RUN, _LAST_RUN = "first (run|attempt)", "(last run|final run|final attempt|final lap)"
"""Of two drivers "lap" alone would be a best lap."""
_NOT_THE_LAST = "(last run|final run|final lap)"
"""Of one driver "the last lap" is the one he has just completed."""
_ONE = {"driver": "{driver}"}
_TWO = {"driver": "{driver}", "other": "{other}"}

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"show": "best"},
        """
        who is (top|fastest|first|p1) and on (what|which) (tyre|tyres|compound) / tyres of the best laps
        who is (top|fastest) and what is he on / who is (top|fastest) and what are they on / p1's tyres on the best lap
        (what|which) (tyre|tyres|compound) was the (best|fastest) (lap|time) (set|done|) on
        on (what|which) (tyre|tyres|compound) was the (best|fastest) (lap|time) (set|)
        (what|which) tyres did (they|everyone) (set|do) their (best|fastest) laps on
        (what|which) (tyre|tyres|compound) did the (leader|fastest driver) (set|do) (the|his) (time|best lap) on
        top {n} and their tyres / what tyres did the top {n} set their times on
        """,
    ),
    *asked(
        {"show": "best", "top_n": 1},
        """
        (on|) (what|which) (tyre|tyres|compound) was (the|) pole (lap|time|) (set|done|) (on|)
        (tyres|tyre|compound) of the pole lap / (what|which) tyres did the pole sitter (use|set his lap on)
        """,
    ),
    *asked(
        {**_ONE, "show": "best"},
        """
        (what|which) (tyre|tyres|compound) was the (best|fastest|) (lap|time) of {driver} (set|done|) on
        (what|which) (tyre|tyres|compound) did {driver} (set|do|get) (the|his) (best|fastest|) (lap|time) on
        on (what|which) (tyre|tyres|compound) did {driver} (set|do) (the|his) (best|fastest|) (lap|time)
        (tyre|tyres|compound) of the (best|fastest) (lap|time) of {driver}
        """,
    ),
    *asked(
        {"show": "initial"},
        f"""
        order after the {_FIRST} / who is (fastest|on top|leading|first) after the {_FIRST} / times of the {_FIRST}
        where did everyone stand after the {_FIRST}
        how does it stand after the {_FIRST} / top {{n}} after the {_FIRST} / standings after the {_FIRST}
        who was (fastest|on top|best) on the {_FIRST} / fastest after the {_FIRST} / after the {_FIRST}
        who had provisional pole after the {_FIRST}
        """,
    ),
    *asked(
        {"show": "final"},
        f"order of the {_LAST} / who was (fastest|best) on the {_LAST} / times of the {_LAST} / best {_LAST}",
    ),
    *(
        example
        for show, mine, both in (("initial", _FIRST, _FIRST_RUN), ("final", _NOT_THE_LAST, _LAST_RUN))
        for example in asked(
            {**_ONE, "show": show},
            f"""
            what did {{driver}} do on the {mine} / time of {{driver}} on the {mine} / {mine} of {{driver}}
            how did {{driver}} do on the {mine}
            (what|which) (tyre|tyres) did {{driver}} (use|have) (for|on) the {mine}
            how was the {mine} of {{driver}} / how did the {mine} of {{driver}} go
            where was {{driver}} after the {mine}
            (what|how big) (is|was) the (advantage|lead|margin) of {{driver}} after the {mine}
            """,
        )
        + asked(
            {**_TWO, "show": show},
            f"""
            gap between {{driver}} and {{other}} after the {both} / {{driver}} to {{other}} after the {both}
            gap from {{driver}} to {{other}} after the {both} / gap between {{driver}} and {{other}} on the {both}
            how much did {{driver}} (lack|lose) to {{other}} (after|on) the {both}
            how (far|much) was {{driver}} (off|behind|slower than) {{other}} (after|on) the {both}
            did {{driver}} beat {{other}} (after|on) the {both}
            who was (faster|quicker|ahead) (after|on) the {both} {{driver}} or {{other}}
            """,
        )
    ),
    *asked(
        {**_ONE, "show": "each"},
        """
        {driver} run count / run count of {driver} / number of runs of {driver}
        how many runs has {driver} done / runs of {driver} / how many runs did {driver} do / all runs of {driver}
        what runs has {driver} done / how many attempts has {driver} had / how many goes has {driver} had
        """,
    ),
    *asked(
        {**_ONE, "show": "gain"},
        """
        did {driver} (improve|go faster|go quicker|go any faster|find time|better his time) (there|on that lap|
            with that lap|
            this time|on his last lap|on this run|)
        did {driver} improve on his (final|last|second) (run|attempt|go)
        has {driver} (improved|gone faster|gone quicker|bettered his time) (his time|with that|on that lap|)
        is that an improvement (for|by|from) {driver} / did {driver} get any faster
        any improvement (from|for) {driver}
        how much did {driver} gain (with that lap|on that lap|)
        did {driver} find (much|anything|time|any time) (on his last
            run|on that lap|)
        how much (time|) did {driver} (improve|find|gain) (on|with) (his|the) (second|last|final) (run|lap|attempt)
        how much (faster|quicker) was {driver} on (his|the) (second|last|final) (run|lap|attempt)
        by how much did {driver} improve (on his last run|with his last lap|)
        how much did {driver} (improve|find|gain) between his (q1|q2|q3|) (runs|laps|attempts)
        how much did {driver} (improve|find) (on that lap|with that lap|with his last lap|on his last lap)
        """,
    ),
    *asked(
        {"show": "gain"},
        """
        who (improved|has improved|found time) (on|with) (the|his|their) (last|final|second) (run|lap|attempt)
        who went (faster|quicker) (on|with) (the|his|their) (last|final|second) (run|lap|attempt)
        did anyone improve on the (last|final|second) (run|lap|attempt)
        who has improved / who improved / has anyone improved / who has gone (faster|quicker)
        who is (still|) improving / who is still (going faster|finding time) / are (they|the times) still improving
        is (anyone|anybody) (still|) improving
        who improved the most (on|with) (the|his|their) (last|final) (run|lap|attempt)
        """,
    ),
    *asked(
        {"show": "no_gain"},
        """
        who has not improved (on the last run|with the last lap|on his last run|)
        who did not improve (on the last run|)
        who failed to improve (on the last run|) / who has not gone faster (on the last run|)
        """,
    ),
    *asked(
        {"show": "long", "compound": "{compound}"},
        "(who has the|) best average (pace|lap|lap time|) on {compound}",
    ),
    *asked(
        {"show": "longest"},
        """
        who (did|has done|drove|has driven) the longest run / longest run / what (is|was) the longest run
        how (long|many laps) (was|is) the longest run / who has done the most laps in (a|one) run
        """,
    ),
    *asked(
        {**_ONE, "show": "longest"},
        """
        how many laps (was|is|were in) the longest run of {driver} / how long (was|is) the longest run of {driver}
        longest run of {driver} / how many laps did {driver} do on (his|the) longest run
        """,
    ),
    *asked(
        {**_ONE, "show": "long"},
        """
        long run pace of {driver} / {driver} long run / long run of {driver} / how is the long run of {driver}
        what is {driver}'s average on the long run / {driver} average on the long run
        average of the long run of {driver} / average (lap|pace) of {driver} on the long (run|stint)
        what is {driver} on for the long (run|stint) / (what|which) (tyre|tyres) is {driver} on for the long run
        (what|which) (tyre|tyres) did {driver} (use|have) (for|on) the long run
        what (tyre|tyres) did {driver} do his long run on
        how fast is {driver} (on|over) the long (run|stint) / pace of {driver} (on|over) the long run
        has {driver} done a long run / is {driver} on a long run / race pace of {driver}
        how did the long run of {driver} look / how does {driver} compare on his long run
        """,
    ),
    *asked(
        {**_ONE, "show": "best"},
        """
        (did|has) {driver} (set|do|done) (his|the) (best|fastest) (lap|time) on (new|fresh|used|old) tyres
        was the (best|fastest) lap of {driver} (set|) on (new|fresh|used|old) tyres
        """,
    ),
    *asked(
        {"show": "compounds", "compound": "{compound}", "against": "{against}"},
        """
        how much (faster|quicker|slower) (is|are|was|were) (the|) {compound} than (the|) {against}
        (difference|gap) between {compound} and {against} / is {compound} (faster|slower|quicker) than {against}
        what (is|are) {compound} worth (against|over|compared to) {against}
        """,
    ),
    *asked(
        {"show": "teams"},
        """
        which team is (fastest|quickest|best) (on|over|in) the long (runs|run) / long runs by team
        which team has the best (long run|long run pace|race pace)
        """,
    ),
    *asked(
        {"show": "fade"},
        """
        who has the (least|lowest|best) (tyre|) (degradation|wear) (on|over) the long (runs|run)
        (tyre|) (degradation|wear) (on|over) the long (runs|run) / who is (wearing|using up) the tyres the least
        how do the tyres hold up (on|over) the long (runs|run)
        who has the (least|lowest|best) (tyre|) (degradation|wear)
        """,
    ),
    *asked(
        {**_ONE, "show": "fade"},
        """
        (tyre|) (degradation|wear) of {driver} (on|over) the long run / (tyre|) degradation of {driver}
        how do {driver}'s tyres hold up (on|over) the long run / how (big|high) is the (degradation|wear) of {driver}
        """,
    ),
    *asked(
        {**_ONE, "show": "long"},
        "how many laps (was|did|is) the long run of {driver} (last|) / how long (was|is) the long run of {driver}"
        " / how many laps did {driver} do on (his|the) long run",
    ),
    *asked(
        {**_ONE, "show": "final"},
        "how many laps did {driver} (do|drive) (in|on) (his|the) (last|final) run"
        " / how many laps (was|were in) the (last|final) run of {driver} / how long was the last run of {driver}",
    ),
    *asked(
        {**_TWO, "show": "duel"},
        """
        (did|has) {driver} (outqualify|outqualified) {other} / did {driver} beat {other} in qualifying
        (by how much|how much) did {driver} outqualify {other} (by|)
        (by how much|how much) did {driver} beat {other} (by|) in qualifying
        (who|which one) (outqualified|won the qualifying duel|qualified ahead) {driver} or {other}
        did {driver} qualify (ahead of|in front of|behind|better than) {other}
        """,
    ),
    *asked(
        {**_TWO, "show": "long"},
        """
        compare the long runs of {driver} and {other} / long run pace of {driver} and {other}
        who (was|looked) (better|faster|quicker) (on|over) the long run {driver} or {other}
        is {driver} (faster|quicker) than {other} (on|over) the long run
        how does the long run of {driver} compare to {other} / {driver} or {other} on the long runs
        """,
    ),
    *asked(
        {"show": "long"},
        """
        who is looking (good|strong|quick) on the long runs / who looks (good|strong|quick) on the long runs
        long runs / who (is|has|looks) (best|fastest|strongest) (on|over|in) the long run / how do the long runs compare
        who has the best (long run pace|long run|race pace) / best long run (pace|)
        long run (pace|averages|comparison)
        who is doing long runs / who has done a long run / who is on a long run
        is anyone (on|doing) (a long run|long runs) / has anyone done (a long run|long runs)
        """,
    ),
)
