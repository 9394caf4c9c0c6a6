"""get_live_snapshot: the whole race in one answer."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.names import named, short_name
from pitwall.tools.rows import BASIS, ROW, row, worded
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_CARS = 10
_NAMES_CHARS = 70

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        what is happening in the race / what is going on / what is the situation
        give me a summary of the race / what is the state of the race / state of play
        current status of the race / race overview / live snapshot / quick summary / sum up the race
        summarise what happened so far / the full picture / the big picture at a glance
        bring me up to speed / catch me up on the race / fill me in / brief me on the race
        get me up to date / recap / update me on the race / latest update from the race / status report
        any news / any developments / i just tuned in what did i miss / i missed the last laps what happened
        i just switched on / how is the race going / how does the race look / how is the race unfolding
        how is the race shaping up / everything about the race
        race dashboard with leader lap gaps and flags / what is the story of the race / rundown / lowdown
        headlines / the gist of it / tldr of the race / highlights so far / where do things stand
        where are we in the race / how are things looking / what is up / what is new
        how is it all playing out / what is the score / what is the picture / set the scene / any drama
        anything to report / what a race what is going on / what are the track conditions
        what stage of the race are we at / any drama or incidents
        """,
    ),
    *asked({"top_n": "{n}"}, "the state of the race with the top {n} / summary with the first {n}"),
)

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
                phrases=["top {}", "first {}"],
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
        examples=_EXAMPLES,
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
        "leader": named(view, view.leader) if view.leader else None,
        "leaderboard": [row(view, car) for car in chosen],
        "order_basis": BASIS,
        "in_lane": [named(view, car) for car in in_lane],
        "out": [named(view, car) for car in out],
        "missing": missing,
    }


def _summary(view: RaceView, in_lane: list[str], out: list[str]) -> str:
    if not view.cars:
        return "The feed has said nothing of any car yet."
    leaders = ", ".join(worded(view, car) for car in view.order[:3])
    if not view.started and view.lap == 0:
        return f"The race has not started; the order: {leaders}."
    if view.finished:
        start = "The race is over; as they crossed the line: "
    else:
        laps = f"Lap {view.lap + 1}/{view.total_laps}" if view.total_laps else f"Lap {view.lap + 1}"
        track = f", {_TRACK[view.track_status]}" if view.track_status else ""
        start = f"{laps}{track}: "
    parts = [leaders]
    if not view.finished:
        parts.append(f"{len(view.cars) - len(out)} cars going")
    for where, cars in (("in the pit lane", in_lane), ("out", out)):
        if cars:
            parts.append(fitting(f"{where}: ", [short_name(view, car) for car in cars], end="", limit=_NAMES_CHARS))
    return fitting(start, parts, separator="; ")
