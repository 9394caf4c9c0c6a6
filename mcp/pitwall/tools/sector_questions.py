"""What people ask of sector times."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

_RUNS = {"initial": "on the first (run|lap)", "final": "on the (last|final) (run|lap)"}
_SECTORS = {1: "(sector 1|first sector)", 2: "(sector 2|middle sector)", 3: "(sector 3|last sector|final sector)"}
_PAIR = {"driver": "{driver}", "other": "{other}"}

EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        sector times of {driver} / what are the sector times of {driver} / {driver} sectors / {driver} sector times
        sector times for {driver} / best sectors of {driver} / show the sectors of {driver}
        where is {driver} losing time / in which sector is {driver} losing time / ideal lap of {driver}
        what is the theoretical best lap of {driver} / how are the sectors of {driver}
        what is the ideal lap of {driver}
        (which|what) sector is {driver} (best|strongest|weakest|worst|fastest|slowest) (in|at)
        (which|what) (is|was) {driver}'s (best|strongest|weakest|worst) sector
        (which|what) sector is {driver}'s (best|strongest|weakest|worst)
        what are the best sectors of {driver} / how is the current lap of {driver}
        in which sector is {driver} (best|fastest|slow|slowest|worst)
        in which sector does {driver} lose the most / does {driver} have all the fastest sectors
        how many fastest sectors does {driver} have
        """,
    ),
    *asked(
        {"driver": "{driver}", "run": "best"},
        """
        (what were|what are|) (the|) (sectors|sector times) of {driver}'s (best|fastest) lap
        (sectors|sector times) of the (best|fastest) lap of {driver} / {driver} (sectors|sector times) on his best lap
        (how was|split|break down) {driver}'s (best|fastest) lap (sector by sector|by sector|by sectors|into sectors)
        """,
    ),
    *asked(
        {"driver": "{driver}", "last_lap": True},
        """
        (what were|what are|) (the|) (sectors|sector times) of the last lap of {driver}
        (what were|what are|) (the|) (sectors|sector times) of {driver} on the last lap
        how were the sectors of {driver} on the last lap
        (last|latest) sectors of {driver} / {driver}'s (sectors|sector times) on the last lap
        sectors of {driver}'s last lap
        """,
    ),
    *asked(
        {"driver": "{driver}", "last_lap": True, "sector": "{n}"},
        """
        (sector|time in sector) {n} of the last lap of {driver} / time of {driver} in sector {n} on the last lap
        what (was|is) the last sector {n} of {driver} / what was {driver}'s sector {n} on the last lap
        """,
    ),
    *(
        example
        for sector in (1, 2, 3)
        for example in asked(
            {"sector": sector, "top": "{top}"},
            f"top {{top}} in sector {sector} / the {{top}} (best|fastest) times in sector {sector}",
        )
    ),
    *asked(
        {"driver": "{driver}"},
        "compare the (sectors|sector times) of (the two|both|the) {driver} (cars|drivers|)"
        " / sectors of (the two|both) {driver} (cars|drivers|)",
    ),
    *asked(
        {"ideal": True, "lost": True},
        """
        who is (furthest|farthest|the furthest|the farthest) (off|from) (his|their) ideal (lap|laps)
        who (has left|left) the most (time|) on the table / who has lost the most to his ideal lap
        how far (is|are) (everyone|everybody|they) off (his|their) ideal laps
        whose best lap is (furthest|farthest) (off|from) (his|the) ideal lap
        """,
    ),
    *asked(
        {"ideal": True, "lost": True, "driver": "{driver}"},
        """
        how far is {driver} (off|from) (his|the) ideal lap
        how far was {driver} (off|from) (his|the) ideal lap / how much has {driver} lost to his ideal lap
        how much time has {driver} left on the table / how much faster is the ideal lap of {driver} than his best
        is the ideal lap of {driver} faster than his best
        """,
    ),
    *asked(
        {"ideal": True},
        """
        who would be on pole with ideal laps / who has the best ideal lap / best ideal lap / ideal laps
        what is the best ideal lap / theoretical best laps / who has the best theoretical lap / best theoretical lap
        order by ideal laps
        """,
    ),
    *asked(
        {"ideal": True, "driver": "{driver}"},
        """
        would {driver} be on pole with (his|the|an) ideal lap / would the ideal lap of {driver} be pole
        where would {driver} be with (his|the|an) ideal lap
        how far (from|off) pole (is|was) the ideal lap of {driver} / is the ideal lap of {driver} faster than pole
        how far (is|was) the ideal lap of {driver} (from|off) pole
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "leader"},
        """
        in (which|what) sectors is {driver} (faster|slower|quicker) than (pole|the pole sitter|the leader|the best lap)
        where (does|did|is) {driver} (lose|losing|lost) (time|) to (pole|the pole sitter|the leader|the best)
        in which sector (does|did) {driver} lose (time|pole) to (pole|the pole sitter|the leader)
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "leader", "sector": "{n}"},
        """
        how much (does|did|is) {driver} (lose|losing|lost) to (pole|the pole sitter|the leader) in sector {n}
        how far (is|was) {driver} off (pole|the pole sitter) in sector {n}
        """,
    ),
    *asked(
        {"driver": "{driver}", "lap": "{n}"},
        """
        sector times of {driver} on lap {n} / sectors of {driver} on lap {n}
        what were the sectors of {driver} on lap {n}
        """,
    ),
    *asked(
        {"sector": 1},
        """
        who (was|went) (fastest|quickest) in sector 1
        who is fastest in sector 1 / fastest first sector / best first sector / who is quickest in sector one
        who set the fastest first sector / who has the best sector 1 / fastest in the first sector
        who is purple in sector 1 / sector 1 times / who has the purple sector 1
        (best|quickest|fastest) (first sector|sector one) (so far|overall|of the session|of all|of anyone)
        """,
    ),
    *asked(
        {"sector": 2},
        """
        who (was|went) (fastest|quickest) in sector 2
        who is fastest in sector 2 / fastest middle sector / who set the fastest middle sector / best second sector
        who is quickest in sector two / who has the best sector 2 / fastest second sector / fastest in the middle sector
        who is purple in sector 2 / sector 2 times / who has the purple sector 2 / who is purple in the middle sector
        (best|quickest|fastest) (middle sector|second sector|sector two) (so far|overall|of the session|of all)
        """,
    ),
    *asked(
        {"sector": 3},
        """
        who (was|went) (fastest|quickest) in sector 3
        who is fastest in sector 3 / fastest last sector / who set the fastest final sector / best third sector
        who is quickest in sector three / who has the best sector 3 / fastest third sector / fastest final sector
        who is purple in sector 3 / sector 3 times / who has the purple sector 3
        who is (purple|fastest) in the (last|final) sector / who set the fastest last sector
        (best|quickest|fastest) (last sector|final sector|third sector) (so far|overall|of the session|of all)
        who has the (best|quickest|fastest) (last|final|third) sector
        who is (best|quickest) in the (last|final) sector
        """,
    ),
    *asked(
        {},
        """
        sector times / show the sector times / best sectors / fastest sectors / who is fastest in each sector
        who has the purple sectors / who has the fastest sectors / who holds the best sectors / purple sectors
        who (set|had|got) the (fastest|best|purple) sectors
        sector times of everyone / compare the sectors / what is the ideal lap of the best sectors
        ultimate lap of the best sectors of everyone
        how (fast|quick|much faster) would (a|the) lap of (everybody's|everyone's|all the|the) best sectors be
        how much faster would a lap of (everybody's|everyone's|all the|the) best sectors be than the (fastest|best) lap
        how much (faster|quicker) is the (ideal|ultimate|perfect) lap (of all|of everyone|) than the (fastest|best) lap
        what would the best sectors of (all|everyone|anyone) (make|give|be) (together|)
        """,
    ),
    *asked(
        {"driver": "{driver}", "sector": "{n}"},
        """
        time of {driver} in sector {n} / times of {driver} in sector {n} / sector {n} time of {driver}
        is {driver} (fastest|slowest|slow|quick|quickest) in sector {n} / was {driver} (slow|quick|fast) in sector {n}
        did {driver} set the fastest sector {n} / what is the best time of {driver} in sector {n}
        what is the best sector {n} of {driver} / what was the last time of {driver} in sector {n}
        compare the time of {driver} in sector {n} with his best / was the last sector {n} of {driver} a personal best
        how far (is|was) {driver} off (purple|the best|the fastest) in sector {n}
        how much (does|is|did) {driver} (lose|losing|lost) in sector {n} / did {driver} go purple in sector {n}
        how is {driver} in sector {n} / where is {driver} in sector {n} / {driver} sector {n} time
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        compare the sectors of {driver} and {other} / compare the sector times of {driver} and {other}
        sector times of {driver} and {other} / in which sectors is {driver} faster than {other}
        in which sector does {driver} (gain on|lose to|lose time to|gain time on) {other}
        in which sectors does {driver} lose time to {other} / where does {driver} lose time to {other}
        where is {driver} losing time to {other} / where is {driver} faster than {other}
        is {driver} or {other} faster in each sector / who is faster in (which|each) sector {driver} or {other}
        which sectors is {driver} faster in than {other} / sector by sector {driver} against {other}
        who has the better sectors {driver} or {other}
        """,
    ),
    *asked(
        {**_PAIR, "run": "best"},
        """
        compare the (sectors|sector times) of the (best|fastest) laps of {driver} and {other}
        compare the (best|fastest) laps of {driver} and {other} (by sector|by sectors|sector by sector)
        compare {driver}'s (best|fastest) lap with {other}'s (by sector|by sectors|sector by sector)
        how does {driver}'s (best|fastest) (lap|) compare (with|to) {other}'s (by sector|sector by sector)
        where was {driver}'s (best|fastest) lap (faster|quicker|slower) than {other}'s
        (break down|split) the gap between {driver} and {other} (by sector|by sectors|sector by sector|into sectors)
        where was {driver} (faster|quicker) than {other} and where (was|is) (he|she) slower
        where was {driver} slower than {other} and where (was|is) (he|she) (faster|quicker)
        (break down|split) the difference between {driver} and {other} (by sector|by sectors|sector by sector)
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "sector": "{n}"},
        """
        compare {driver} and {other} in sector {n} / times of {driver} and {other} in sector {n}
        who is (faster|quicker) in sector {n} {driver} or {other} / is {driver} faster than {other} in sector {n}
        how much does {driver} lose to {other} in sector {n} / how much faster is {driver} than {other} in sector {n}
        how much does {driver} gain on {other} in sector {n}
        """,
    ),
    *(
        example
        for run, when in _RUNS.items()
        for example in asked(
            {**_PAIR, "run": run},
            f"""
            (in which|which) sector did {{driver}} (beat|lose to|gain on) {{other}} {when}
            where did {{driver}} (beat|lose to|lose it to|gain on) {{other}} {when}
            where was {{driver}} (faster|quicker) than {{other}} {when}
            (compare the|) sectors of {{driver}} and {{other}} {when}
            """,
        )
        + tuple(
            one
            for number, names in _SECTORS.items()
            for one in asked(
                {**_PAIR, "run": run, "sector": number},
                f"who was (faster|quicker) (through|in) the {names} {when} {{driver}} or {{other}}"
                f" / was {{driver}} (faster|quicker) than {{other}} in the {names} {when}"
                f" / did {{driver}} beat {{other}} in the {names} {when}",
            )
        )
    ),
    *(
        example
        for number, names in _SECTORS.items()
        for example in asked(
            {**_PAIR, "sector": number},
            f"""
            who was (faster|quicker) (through|in) the {names} {{driver}} or {{other}}
            {{driver}} or {{other}} in the {names}
            was {{driver}} (faster|quicker) than {{other}} (through|in) the {names}
            """,
        )
    ),
    *asked(
        _PAIR,
        """
        (in which|which) sector did {driver} (beat|lose to) {other} / in which sector does {driver} beat {other}
        where did {driver} (beat|lose it to|lose pole to|lose out to) {other}
        """,
    ),
    *asked(
        {"sector": "{n}", "order": "slowest"},
        """
        who is slowest in sector {n} / slowest in sector {n} / who is losing most in sector {n}
        who has the worst sector {n}
        """,
    ),
    *asked(
        {"sector": "{n}"},
        """
        who is second fastest in sector {n} / who is fastest in sector {n} / fastest times in sector {n}
        ranking in sector {n} / the fastest in sector {n} / order in sector {n}
        """,
    ),
    *asked(
        {"sector": "{n}", "last_lap": True},
        "who was (fastest|quickest) in sector {n} on the last lap / fastest in sector {n} on the last lap",
    ),
)
