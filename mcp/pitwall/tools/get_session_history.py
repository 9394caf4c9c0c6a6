"""get_session_history: how the session has gone on, or how sessions that were kept stood at their last."""

from __future__ import annotations

from typing import Any

from pitwall.effects import Ports, Snapshot
from pitwall.effects.wall_time import utc_of
from pitwall.state import RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.happening_rows import EVENT, event_row
from pitwall.tools.happenings import Happening, happenings
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT = 5
_MOST = 50
_TOP = 10

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        history of the session / session history / how has the session gone / show the session history
        timeline of the session / timeline of the race / how has the session gone so far / the course of the session
        when was the session started and stopped / phases of the session / what phases has the race had
        how has the status of the session changed / list the changes of the session status
        """,
    ),
    *asked(
        {"of": "kept"},
        """
        which sessions have been kept / list the sessions that were kept / which sessions are stored
        how did the sessions before end / earlier sessions / sessions before this one
        """,
    ),
)

_KEPT = s.record(
    {
        "session": s.text("series, meeting, name and planned start", longest=300),
        "kept": s.text("when it was last kept, in UTC", longest=24),
        "session_time": s.text("of the session, then", longest=16),
        "lap": s.lap_number("laps completed by the first car, then"),
        "top": s.rows(
            s.record(
                {
                    "position": s.position(),
                    "car": s.text(longest=8),
                    "name": s.text(longest=80),
                    "gap_s": s.gap_s("seconds behind the leader, where there is one"),
                    "best_lap_s": s.lap_time("best lap, seconds"),
                }
            ),
            "the first of its order, as it stood then",
            most=_TOP,
        ),
    }
)


def build_get_session_history_tool(cache: StateCache, ports: Ports) -> ToolSpec:
    """Changes of the session's and of the track's status, the latest last; or the sessions that were kept."""

    def handle(view: RaceView, given: JsonObject) -> JsonObject:
        limit = given.get("limit", _DEFAULT)
        return _kept(ports, limit) if given.get("of") == "kept" else _this(view, limit)

    return race_tool(
        cache,
        handle,
        name="get_session_history",
        description="The history of the session: when it was started, neutralised, stopped, resumed and ended; the "
        "latest last. Or the sessions that were kept on disk before, each as it last stood.",
        arguments={
            "limit": s.count_argument(
                "how many of the latest", default=_DEFAULT, high=_MOST, phrases=["last {} changes"]
            ),
            "of": {**s.choice("session", "kept", description="this session, or those kept"), "default": "session"},
        },
        payload={
            "count": s.integer("of those given", high=_MOST),
            "total": s.integer("of all so far", high=100_000),
            "items": s.rows(EVENT, "the latest last", most=_MOST),
        },
        optional={"sessions": s.rows(_KEPT, "those kept, the latest last", most=_MOST)},
        examples=_EXAMPLES,
        blocking=True,
    )


def _this(view: RaceView, limit: int) -> JsonObject:
    changes = happenings(view, kinds=("session", "track", "flag"))
    shown = changes[-limit:]
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


def _kept(ports: Ports, limit: int) -> JsonObject:
    last = ports.history.last("standings", limit=limit)
    named = [each.session[:60] for each in last]
    return {
        "summary": fitting(f"{count_text(len(named), 'session')} kept, the latest last: ", named, "; ")
        if named
        else "No session has been kept yet.",
        "count": len(last),
        "total": len(last),
        "items": [],
        "sessions": [_session_row(each) for each in last],
    }


def _session_row(kept: Snapshot) -> JsonObject:
    rows: list[dict[str, Any]] = kept.body["rows"]
    return {
        "session": kept.session[:300],
        "kept": utc_of(kept.ts),
        "session_time": format_session_time(kept.race_t),
        "lap": kept.race_lap,
        "top": [
            {
                "position": row["position"],
                "car": row["car"],
                "name": row["name"][:80],
                "gap_s": row["gap_s"],
                "best_lap_s": row["best_lap_s"],
            }
            for row in rows[:_TOP]
        ],
    }
