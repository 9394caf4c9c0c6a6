"""get_live_snapshot: the whole race in one answer."""

from __future__ import annotations

from pitwall.facts.best_laps import best_laps
from pitwall.facts.names import named, short_name
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.rows import ROW, order_basis, row, worded
from pitwall.tools.snapshot_parts import SCHEMAS, parts
from pitwall.tools.timed_words import head, order_words
from pitwall.tools.tool import Example, race_tool
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

_EXAMPLES: tuple[Example, ...] = (
    # How it all goes.
    *asked(
        {},
        """
        what is happening in the race / what is going on / what is going on in the race / what is the situation
        what is the situation in the race / situation / what is the state of the race / state of play / race state
        current state of the race / current status of the race / status / race status / overall status
        overall state of the race / status report / sitrep / situation report / report on the race
        how is the race going / how does the race look / how is the race unfolding / how is the race shaping up
        how is the race developing / how is it going out there / how are things looking / how do things look
        how is it all playing out / how is it all shaping up / how is it looking / where do things stand
        how do things stand / where does the race stand / where are we in the race / where are we
        where have we got to / what is the picture / what is up / what is new / what was happening / what had happened
        what did the race look like / any drama / any news / any developments / any big news in the race
        anything to report / anything happening / anything interesting going on
        everything about the race / everything that matters / what is the story of the race
        explain what is going on in the race / explain the state of the race / explain the race
        describe the state of the race / read me the state of the race / talk me through the race
        """,
    ),
    # Summaries, and for those who come late.
    *asked(
        {},
        """
        give me a summary of the race / summary / quick summary / short summary / race summary / summary of events
        sum up the race / sum it up / sum up what happened / summarise the race / summarise what happened
        summarise the situation / summarize the race / summarize what has happened / brief recap / lowdown
        lowdown on the race / the gist / the gist of it / the gist of the race / the race in a nutshell
        the race in one sentence / the short version / tldr / tldr of the race / tl dr / headlines / highlights
        highlights of the race / the full picture / the big picture / the big picture at a glance / race at a glance
        bring me up to speed / get me up to speed / get me up to date / bring me up to date / catch me up
        catch me up on the race / fill me in / fill us in on the race / brief me on the race / briefing / debrief
        update / race update / quick update / latest update from the race / update on the race / the latest
        what is the latest / latest news from the race / what did i miss / what have i missed / did i miss anything
        have i missed anything important / i missed the last laps what happened / i missed the start what happened
        what happened / what has happened in the race / what has happened while i was away / i was away what happened
        i lost the stream what happened / my stream died what did i miss / i just tuned in what did i miss
        i just joined what is happening / i just got back what did i miss / back from the break what is going on
        i came late what happened / just woke up what is happening / i fell asleep what happened
        i have not been watching what happened / we are coming back from the commercial break summary for the viewers
        recap for the viewers / set the scene / set the scene for the viewers / live snapshot / snapshot
        snapshot of the race / snapshot for the graphic / race dashboard / dashboard with leader lap gaps and flags
        the state with flags leader and who is out
        """,
    ),
    # How far the race has come.
    *asked(
        {},
        """
        what lap are we on / what lap is it / lap count / lap counter / current lap / what lap number is it
        how far in are we / how far along is the race / how far through the race are we
        is it nearly over / what stage of the race are we at
        which phase of the race is it / what session is this / race clock
        """,
    ),
    # Who is out.
    *asked(
        {},
        """
        who fell by the wayside
        attrition / who has dropped out
        who has parked it
        who has parked the car / who broke down / who is no longer running
        who is no longer in the race / who is still in the race
        which cars are still running / which cars are still going / who survived
        any casualties
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        """
        the state of the race with the top {n} / summary with the first {n} / overview of the top {n}
        snapshot with the top {n} / leader flags and the top {n} / what is going on in the top {n}
        how is the top {n} looking
        """,
    ),
)


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
        optional=SCHEMAS,
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    session = view.session
    states = {car: view.run_state(car)[0] for car in view.cars}
    in_lane = [car for car, state in states.items() if state == "in_pit"][: s.MAX_CARS]
    out = [car for car, state in states.items() if state in OUT_STATES][: s.MAX_CARS]
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
        **parts(view),
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
