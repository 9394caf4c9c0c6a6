"""What can be asked of flags and safety cars where something narrows it: a half, laps, a segment of a qualifying."""

from __future__ import annotations

from typing import Any

_CALLED = {
    "safety_car": "safety car / safety cars",
    "vsc": "virtual safety car / virtual safety cars / vsc / vscs",
    "red": "red flag / red flags",
    "yellow": "yellow flag / yellow flags / yellow flag period / yellow flag periods",
}
STATUS_TOPICS: tuple[dict[str, Any], ...] = tuple(
    {
        "name": f"{status} periods",
        "relation": "statuses",
        "where": [["status", "is", status]],
        "told_by": "status",
        "show": ["began", "lap", "to_lap", "going", "duration_s"],
        "counts": True,
        "needs": True,
        "nobody": True,
        "time": "session_time_s",
        "said": said,
        "beside": "out / deployed / shown / thrown",
    }
    for status, said in _CALLED.items()
)
"""Without anything that narrows it a tool tells when they were out."""
