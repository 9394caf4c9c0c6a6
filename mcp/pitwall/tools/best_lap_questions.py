"""How people ask of best laps over time and by tyres: more examples of get_fastest_laps."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.leader_questions import LEADER_BEST
from pitwall.tools.tool import Example
from toolgate.contract import JsonObject

_ONE: JsonObject = {"driver": "{driver}"}

EXAMPLES: tuple[Example, ...] = (
    *LEADER_BEST,
    *asked(
        {"tell": "classes"},
        """
        (fastest|best|quickest) (lap|laps|lap of the race|time|times) (in|of|by|for|per) (each|every|) class
        (fastest|best|quickest) (laps|times) of (all|the) classes
        (who has|what is|who set) the (fastest|best|quickest) lap (in|of) (each|every) class / class lap records
        """,
    ),
    *asked(
        {**_ONE, "tell": "last"},
        """
        (is|was) {driver}'s (last|latest) lap (his|a personal) best / is the last lap of {driver} (his|a personal) best
        (did|has) {driver} (just|) (set|done) a (personal best|pb) (on the last lap|
            with his last lap|on his last lap|just now)
        did {driver} just set a (personal best|pb) / was that a (personal best|pb) (for|by|from|of) {driver}
        how far off his (best|personal best) (was|is) {driver}'s last lap
        how far (was|is) {driver}'s last lap off his (best|personal best)
        how much slower (was|is) {driver}'s last lap than his best / how far off the best was the last lap of {driver}
        how does {driver}'s last lap compare (to|with) his best
        """,
    ),
    *asked(
        {**_ONE, "other": "{other}"},
        """
        who (has|had|set) the (better|faster|quicker) (best|fastest|) lap {driver} or {other}
        who (has|had|set) the (best|fastest|quickest) lap {driver} or {other}
        (compare|comparison of) the (best|fastest) laps of {driver} and {other}
        is {driver}'s (best|fastest) lap (better|faster|quicker) than {other}'s
        how much (faster|quicker) (is|was) {driver}'s (best|fastest) lap than {other}'s
        whose (best|fastest) lap (is|was) (better|faster|quicker) {driver} or {other} (and by how much|)
        (setting|putting|comparing|on|by|going by) their (best|fastest) laps (side by side|) (is|
            was) {driver} or {other} (faster|quicker|ahead) (and by how much|)
        (comparing|on|by|going by) their (best|fastest) laps who (is|was) (faster|quicker|ahead) {driver} or {other} (
            and by how much|)
        """,
    ),
    *asked(
        {"tell": "last"},
        """
        who (set|has set|did) (a|their|his) (personal best|pb) (on|with) (the|his|their) last lap
        who (has|) just set (a|his|their) (personal best|pb) / who is setting personal bests
        any personal bests on the last lap / whose last lap was (a personal best|his best|an improvement)
        who (has|) improved (his|their) (time|best|best lap|lap time) (on|with) the last lap
        """,
    ),
    *asked(
        {"tell": "history"},
        """
        how (often|many times) has the fastest lap changed hands / who had the fastest lap before
        who (had|held) the fastest lap before {driver} / who had the fastest lap earlier / history of the fastest lap
        whose fastest lap did {driver} beat / who has held the fastest lap
        how much (faster|quicker) (was|is) the fastest lap than the (previous|one before)
        """,
    ),
    *asked(
        {"tell": "holder"},
        """
        (is|was) the (car|driver) with the fastest lap (in the points|on the podium|still running|out)
        (was|is) the fastest lap (set by|held by|of) (the winner|the winning car|the leader|a car in the points)
        (did|has) (the winner|the leader) (set|got) the fastest lap / (does|did) the winner have the fastest lap
        where is the (car|driver) with the fastest lap
        """,
    ),
    *asked(
        {"tell": "latest"},
        """
        who set the (last|latest|most recent) (time|lap time|lap) / latest lap times / who has just set a (time|lap)
        who was the last to set a (time|lap) / latest times set / (last|latest) lap times that were set
        """,
    ),
    *asked(
        {**_ONE, "tell": "compounds", "compound": "{compound}"},
        """
        has {driver} gone (faster|quicker) on (the|) {compound} / did {driver} go (faster|quicker) on (the|) {compound}
        was {driver} (faster|quicker) on (the|) {compound} / did {driver} improve on (the|) {compound}
        how much (slower|faster|quicker) (is|was) {driver} on (the|) {compound}
        """,
    ),
    *asked(
        {**_ONE, "tell": "tyres"},
        """
        how old were (the|his) tyres when {driver} set (his|the) (best|fastest) lap
        how old were the tyres of {driver} (on|for) (his|the) (best|fastest) lap
        """,
    ),
    *asked(
        {"tell": "compounds"},
        """
        (who has the|the|) (best|fastest|quickest) (lap|time) (on|of|for) (each|every) (compound|tyre)
        fastest on (each|every) (compound|tyre)
        who is (fastest|quickest) on each (of the|) (compound|compounds|tyre|tyres) / (best|fastest) laps by compound
        """,
    ),
    *asked(
        {**_ONE, "tell": "compounds"},
        """
        best (lap|time) of {driver} on each (compound|tyre) / best laps of {driver} by compound
        on which (compound|tyre|tyres) (is|was) {driver} (fastest|quickest)
        """,
    ),
)
