"""What can be asked of cars as they stand, beside how far they are: which are out, and how often they have stopped."""

from __future__ import annotations

from typing import Any

from pitwall.state import OUT_STATES
from pitwall.state.kinds import RACES

OUT = [*OUT_STATES]

_WENT_OUT = (
    "retired / retire / out / dropped out / gone out / went out / retirements / retirement / out of the race"
    " / dnfs / dnf"
)

CAR_TOPICS: tuple[dict[str, Any], ...] = (
    # A car that is out has lost the position that it held: get_retirements tells it.
    {
        "name": "order of retirements",
        "kinds": list(RACES),
        "plain": True,
        "relation": "retirements",
        "show": ["lap"],
        "said": "order of (the|) (retirements|dnfs)",
    },
    {
        "name": "retirements",
        "kinds": list(RACES),
        "needs": True,
        "relation": "retirements",
        "whole": ["position_now"],
        "show": ["lap", "derived"],
        "each_car": True,
        "time": "session_time_s",
        "said": _WENT_OUT,
    },
    {
        "name": "cars out",
        "kinds": list(RACES),
        "needs": True,
        "relation": "drivers",
        "where": [["state", "in", OUT]],
        "whole": ["position_now"],
        "show": ["laps"],
        "each_car": True,
        "most": "up",
        "said": "retired / retire / out / dropped out / gone out / retirements / retirement / out of the race"
        " / broken down / (not|no longer) (running|going)",
    },
    {
        "name": "cars by stops",
        "kinds": list(RACES),
        "relation": "drivers",
        "value": "stops",
        "where": [["state", "not_in", OUT], ["stops", "told"]],
        "whole": ["compound", "new", "tyre_laps"],
        "needs": True,
        "each_car": True,
        "most": "up",
        "ranks": True,
        "said": "stop / stops / pit stop / pit stops / stopped / pitted",
        "beside": "times / often",
    },
)
