"""get_session_persistence_status: what is kept on disk of sessions and the chat."""

from __future__ import annotations

from pitwall.effects import Ports
from pitwall.effects.wall_time import utc_of
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_MOST_TABLES = 20
_MANY = 1_000_000_000_000

_EXAMPLES = asked(
    {},
    """
    what has been stored / what is kept on disk / session persistence status / persistence status
    is the session being saved / are snapshots being saved / how many snapshots are stored / is the chat being stored
    when was the session last saved / what is in the database / database status
    """,
)


def build_get_session_persistence_status_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Each table of the session store, with how many rows it has and when the last one came."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        kept = ports.history.kept()
        said = [f"{table.rows} {table.name.replace('_', ' ')}" for table in kept.tables]
        return {
            "summary": fitting("Kept: ", said) if said else "Nothing has been kept on disk yet.",
            "file": kept.file,
            "tables": [
                {"name": name, "count": rows, "last": None if last_ts is None else utc_of(last_ts)}
                for name, rows, last_ts in kept.tables
            ],
        }

    return race_tool(
        cache,
        handle,
        name="get_session_persistence_status",
        description="What is kept on disk: how many snapshots of the session, its state, its conditions and its "
        "standings, how many chat messages, notes and pins, and when the last of each came.",
        arguments={},
        payload={
            "file": s.text("its name, without the folder", longest=200, nullable=True),
            "tables": s.rows(
                s.record(
                    {
                        "name": s.text(longest=40),
                        "count": s.integer("rows", high=_MANY),
                        "last": s.text("when the last came, in UTC", longest=24, nullable=True),
                    }
                ),
                "empty: nothing has been kept yet",
                most=_MOST_TABLES,
            ),
        },
        examples=_EXAMPLES,
        blocking=True,
    )
