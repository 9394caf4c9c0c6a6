"""get_live_snapshot: the whole race in one answer."""

from __future__ import annotations

from pitwall.facts.best_laps import best_laps
from pitwall.facts.names import named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_live_snapshot import EXAMPLES
from pitwall.tools.rows import ROW, order_basis, row, worded
from pitwall.tools.timed_words import head, order_words
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_CARS = 10
_NAMES_CHARS = 70


_TRACK = {
    "green": "track clear",
    "yellow": "yellow flag",
    "safety_car": "safety car",
    "red": "red flag",
    "vsc": "virtual safety car",
    "vsc_ending": "virtual safety car ending",
}


def build_get_live_snapshot_tool(cache: StateCache) -> ToolSpec:
    """Session, lap, flags, leaderboard, who is in the pit lane and who is out."""
    return race_tool(
        cache,
        _handle,
        name="get_live_snapshot",
        description="The state of the whole race at once: session, lap, track status and flags, the leaderboard with "
        "gaps, who is in the pit lane and who is out.",
        arguments={
            "top_n": s.count_argument(
                "how many cars of the leaderboard",
                default=_DEFAULT_CARS,
                high=s.MAX_CARS,
                phrases=["top {}", "first {}", "first {} cars", "first {} drivers", "leading {}", "front {}"],
            )
        },
        payload={
            "session": s.record(
                {
                    "series": s.text(nullable=True),
                    "meeting": s.text(nullable=True),
                    "name": s.text(nullable=True),
                    "circuit": s.text(nullable=True),
                    "status": s.text(longest=20, nullable=True),
                }
            ),
            "total_laps": s.lap_number("laps the race has", nullable=True),
            "track_status": s.choice(*_TRACK, None, description="flags and safety car"),
            "leader": s.driver(nullable=True),
            "leaderboard": s.rows(ROW, "in the feed's order"),
            "order_basis": s.text("what the order means", longest=200),
            "in_lane": s.rows(s.driver(), "in the pit lane now"),
            "out": s.rows(s.driver(), "stopped or retired"),
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    session = view.session
    states = {car: view.run_state(car)[0] for car in view.cars}
    in_lane = [car for car, state in states.items() if state == "in_pit"][: s.MAX_CARS]
    out = [car for car, state in states.items() if state in ("stopped", "retired")][: s.MAX_CARS]
    chosen = view.order[: given.get("top_n", _DEFAULT_CARS)]
    missing = [] if view.track_status else ["the track status"]
    return {
        "summary": _summary(view, in_lane, out),
        "session": {
            "series": (session.series or None) if session else None,
            "meeting": (session.meeting or None) if session else None,
            "name": (session.name or None) if session else None,
            "circuit": (session.circuit or None) if session else None,
            "status": view.session_status,
        },
        "total_laps": view.total_laps,
        "track_status": view.track_status,
        "leader": named(view, view.leader) if view.leader and not view.timed else None,
        "leaderboard": [row(view, car) for car in chosen],
        "order_basis": order_basis(view),
        "in_lane": [named(view, car) for car in in_lane],
        "out": [named(view, car) for car in out],
        "missing": missing,
    }


def _summary(view: RaceView, in_lane: list[str], out: list[str]) -> str:
    if not view.cars:
        return "The feed has said nothing of any car yet."
    if not view.order:
        return "The feed has placed no car yet."
    if view.timed:
        return order_words(view, best_laps(view), head(view))
    leaders = ", ".join(worded(view, car) for car in view.order[:3])
    if not view.started and view.lap == 0:
        return f"The race has not started; the order: {leaders}."
    if view.finished:
        start = "The race is over; as they crossed the line: "
    else:
        of = f"/{view.total_laps} ({max(view.total_laps - view.lap, 0)} to go)" if view.total_laps else ""
        track = f", {_TRACK[view.track_status]}" if view.track_status else ""
        start = f"Lap {view.lap + 1}{of}{track}: "
    parts = [leaders]
    if not view.finished:
        parts.append(f"{len(view.cars) - len(out)} cars going")
    for where, cars in (("in the pit lane", in_lane), (f"{len(out)} out", out)):
        if cars:
            parts.append(fitting(f"{where}: ", [short_name(view, car) for car in cars], end="", limit=_NAMES_CHARS))
    return fitting(start, parts, separator="; ")
