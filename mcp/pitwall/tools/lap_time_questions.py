"""How people ask of lap times: the examples of get_lap_times."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.leader_questions import LEADER_LAP_TIMES
from pitwall.tools.tool import Example

EXAMPLES: tuple[Example, ...] = (
    *LEADER_LAP_TIMES,
    *asked(
        {"driver": "{driver}"},
        """
        what are the lap times of {driver} / show me the lap times of {driver} / {driver} lap times
        recent laps of {driver} / what lap times is {driver} doing / list the laps of {driver} / {driver} laps
        what pace is {driver} lapping at / how is the pace of {driver}
        {driver} pace
        how have the lap times of {driver} been / stint pace of {driver} / {driver} speed
        what times is {driver} doing / how fast is {driver} / how quick is {driver} lapping / is {driver} on the pace
        """,
    ),
    *(
        example
        for lane, said in (("in", "in lap|in laps|inlap|inlaps"), ("out", "out lap|out laps"))
        for example in asked(
            {"driver": "{driver}", "lane": lane},
            f"""
            ({said}) of {{driver}} / {{driver}}'s ({said}) / time of {{driver}}'s ({said})
            how (long|fast|quick|slow) (was|were) {{driver}}'s ({said}) / what (was|were) {{driver}}'s ({said})
            how (long|fast|quick|slow) (was|were) the ({said}) of {{driver}} / what was the ({said}) of {{driver}}
            """,
        )
    ),
    *asked(
        {"driver": "{driver}", "last_n": "{n}"},
        """
        last {n} laps of {driver} / what were the last {n} lap times of {driver}
        average pace of {driver} over the last {n} laps / the past {n} laps of {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "last_n": 1},
        """
        (what|how fast|how quick) (was|is) the (last|latest|previous) lap of {driver}
        (what|how fast|how quick) (was|is) {driver}'s (last|latest) lap / last lap of {driver} / latest lap of {driver}
        (what|) (was|is) the (last|latest|previous) lap time of {driver} / last lap time of {driver}
        what did {driver} do on the (last|previous) lap / what time was the last lap of {driver} / {driver} last lap
        {driver} latest lap / {driver} last lap time / previous lap of {driver} / most recent lap of {driver}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "last_n": 1},
        """
        (is|was) {driver} (faster|quicker|slower) than {other} on the last lap
        who (is|was) (faster|quicker|slower) on the last lap {driver} or {other}
        how much (faster|quicker|slower) (is|was) {driver} than {other} on the last lap
        did {driver}'s last lap beat {other}'s / compare the last laps of {driver} and {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        how much (slower|quicker) (per|a) lap is {driver} than {other} / how much faster a lap is {driver} than {other}
        how much (slower|faster|quicker) is {driver} than {other} (per|a) lap
        how much is {driver} losing to {other} (per|a) lap
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}", "last_n": "{n}"},
        """
        last {n} laps of {driver} and {other} / compare the last {n} laps of {driver} and {other}
        (who was|who is) faster over the last {n} laps {driver} or {other}
        """,
    ),
    *asked(
        {"driver": "{driver}", "lap": "{n}"},
        """
        what was the lap time of {driver} on lap {n} / lap time of {driver} on lap {n}
        what did {driver} do on lap {n}
        """,
    ),
    *(
        example
        for number in (1, 2, 3)
        for example in asked(
            {"driver": "{driver}", "segment": f"q{number}"},
            f"(all|) (the|) (laps|lap times) of {{driver}} in q{number}"
            f" / what laps did {{driver}} do in q{number} / which laps has {{driver}} done in q{number}",
        )
    ),
    *asked(
        {"driver": "{driver}", "from_lap": "{n}", "to_lap": "{m}"},
        """
        lap times of {driver} from lap {n} to lap {m} / laps {n} to {m} of {driver}
        laps {n} to {m} for {driver} / {driver} laps {n} to {m}
        times of {driver} between lap {n} and lap {m} / lap times of {driver} between laps {n} and {m}
        lap times of {driver} on laps {n} to {m}
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        compare the lap times of {driver} and {other} / lap times of {driver} and {other}
        who is lapping faster {driver} or {other} / is {driver} lapping faster than {other}
        compare the pace of {driver} with {other} / who is quicker {driver} or {other}
        how is the pace of {driver} compared to {other} / what is the pace of {driver} like compared to {other}
        who is faster {driver} or {other} / is {driver} faster than {other} / {driver} or {other} faster
        how much quicker is {driver} than {other} / {driver} vs {other} pace
        who has the better pace {driver} or {other}
        how much slower is {driver} than {other} / is {driver} slower than {other} / who is slower {driver} or {other}
        is {driver} quicker than {other} / {driver} or {other} on pace
        how much faster per lap is {driver} than {other} / pace comparison {driver} {other}
        who has more pace {driver} or {other}
        """,
    ),
)
