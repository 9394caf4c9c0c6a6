"""get_pinned_drivers: whom the audience follows, and how they do."""

from __future__ import annotations

from pitwall.effects import Ports
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.rows import BASIS, ROW, row, worded
from pitwall.tools.session_key import session_key
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_MOST = 200

_EXAMPLES = asked(
    {},
    """
    who is pinned / which drivers are pinned / pinned drivers / list the pinned drivers / show the pins
    who have we pinned / who did we pin / where are the pinned drivers / how are the pinned drivers doing
    """,
)


def build_get_pinned_drivers_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """The drivers pinned now, with their positions and gaps at the moment asked for."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        pinned = ports.store.pins(session_key(cache.view(), ports.source))
        listed = sorted(pinned, key=lambda car: view.car(car).position or _MOST)[:_MOST]
        summary = fitting("Pinned: ", [worded(view, car) for car in listed]) if listed else "No driver is pinned."
        return {
            "summary": summary,
            "rows": [row(view, car) for car in listed],
            "count": len(listed),
            "order_basis": BASIS,
        }

    return race_tool(
        cache,
        handle,
        name="get_pinned_drivers",
        description="The pinned drivers, whom the audience follows in this session, with their positions and gaps.",
        arguments={},
        payload={
            "rows": s.rows(ROW, "those pinned now, in the feed's order at the moment asked for", most=_MOST),
            "count": s.integer("drivers pinned", high=_MOST),
            "order_basis": s.text("what the order means", longest=200),
        },
        examples=_EXAMPLES,
        blocking=True,
    )
