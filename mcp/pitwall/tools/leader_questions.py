"""What people ask of the laps of whoever leads: he is no name, and "the leader" stands for him."""

from __future__ import annotations

from pitwall.tools.asked import asked
from pitwall.tools.tool import Example

LEADER_LAP_TIMES: tuple[Example, ...] = (
    *asked({"driver": "leader", "last_n": "{n}"}, "(what are the|) last {n} (laps|lap times) of the leader"),
)
"""Questions of get_lap_times."""
LEADER_BEST: tuple[Example, ...] = (
    *asked({"driver": "leader"}, "(what is the|) (fastest|quickest|best) lap (time|) of the leader"),
)
"""Questions of get_fastest_laps."""
