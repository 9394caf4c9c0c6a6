"""get_session_history: how the session has gone on: started, stopped, neutralised, resumed, ended."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.happening_rows import EVENT, event_row
from pitwall.tools.happenings import Happening, happenings
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT = 5
_MOST = 50

_EXAMPLES: tuple[Example, ...] = asked(
    {},
    """
    history of the session / session history / how has the session gone / show the session history
    timeline of the session / timeline of the race / how has the session gone so far / the course of the session
    when was the session started and stopped / phases of the session / what phases has the race had
    how has the status of the session changed / list the changes of the session status
    """,
)


def build_get_session_history_tool(cache: StateCache) -> ToolSpec:
    """Changes of the session's and of the track's status, the latest last."""
    return race_tool(
        cache,
        _handle,
        name="get_session_history",
        description="The history of the session: when it was started, neutralised, stopped, resumed and ended; the "
        "latest last.",
        arguments={
            "limit": s.count_argument(
                "how many of the latest", default=_DEFAULT, high=_MOST, phrases=["last {} changes"]
            )
        },
        payload={
            "count": s.integer("of those given", high=_MOST),
            "total": s.integer("of all so far", high=100_000),
            "items": s.rows(EVENT, "the latest last", most=_MOST),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    changes = happenings(view, kinds=("session", "track", "flag"))
    shown = changes[-given.get("limit", _DEFAULT) :]
    return {
        "summary": fitting("The session, latest last: ", [_worded(view, event) for event in shown], "; ")
        if shown
        else "The feed has told of no status of the session yet.",
        "count": len(shown),
        "total": len(changes),
        "items": [event_row(view, event) for event in shown],
        "missing": [] if changes else ["any status of the session"],
    }


def _worded(view: RaceView, event: Happening) -> str:
    return f"{event.text} (lap {event.lap})" if event.lap and not view.timed else event.text
