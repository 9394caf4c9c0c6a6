"""get_best_lap_history: how the order of a practice or a qualifying came about: who was first until when."""

from __future__ import annotations

from pitwall.facts.best_lap_history import LapSet, best_set, fastest_in_turn
from pitwall.facts.names import find_car, named
from pitwall.state import RaceView, StateCache
from pitwall.state.kinds import TIMED
from pitwall.state.moment import format_session_time
from pitwall.tools import best_lap_history_words as words
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_FIRST = "(fastest|quickest|on top|p1)"
_TOP = "(the top spot|p1|the fastest time)"
_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        f"""
        how (many times|often) has {_TOP} changed (hands|) / who has been {_FIRST} so far / who has held {_TOP}
        when did {_TOP} (last|) change (hands|) / changes (of|at) {_TOP} / who was {_FIRST} before (that|)
        who had {_TOP} before
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        f"""
        who was {_FIRST} before {{driver}} / who had {_TOP} before {{driver}} / who did {{driver}} take {_TOP} from
        who (lost|gave up) {_TOP} to {{driver}} / has {{driver}} been {_FIRST} / when did {{driver}} take {_TOP}
        how long has {{driver}} been {_FIRST} / since when is {{driver}} {_FIRST}
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "ahead"},
        """
        who is (faster|quicker) than {driver} / which cars are (faster|quicker) than {driver}
        how many (cars|drivers|) are (faster|quicker) than {driver} / who has beaten {driver}
        how many (cars|drivers|) are (ahead of|in front of) {driver} / which cars are (ahead of|in front of) {driver}
        why is {driver} (in|only|down in|) p{n} / why is {driver} not fastest
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "behind"},
        """
        who is slower than {driver} / which cars are slower than {driver} / how many (cars|drivers|) are behind {driver}
        how many (cars|drivers|) are slower than {driver} / how many (cars|drivers) has {driver} beaten
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "set"},
        """
        when did {driver} set (best|fastest) (lap|time) / when was the (best|fastest) lap of {driver} (set|)
        how long ago did {driver} set (his|the) (best|fastest) (lap|time)
        how old is the (best|fastest) lap of {driver} / when was {driver}'s (best|fastest) (lap|time) (set|driven)
        (at|) (what|which) session time did {driver} set (his|the) (best|fastest) (lap|time)
        session time of {driver}'s (best|fastest) lap / (at|) (what|which) session time was {driver}'s best lap (set|)
        when did {driver} (set|do) (his|that|the) (lap|time) / when did {driver} (do|set|manage) (it|that)
        """,
    ),
    *asked(
        {"tell": "latest", "minutes": "{n}"},
        """
        who (set|has set) (his|their|a) (best|personal best|fastest) (lap|time) in the last {n} minutes
        who (has|) (improved|gone faster|bettered his time) in the last {n} minutes
        which (cars|drivers) (have|) improved in the last {n} minutes
        best laps of the last {n} minutes
        """,
    ),
)


def build_get_best_lap_history_tool(cache: StateCache) -> ToolSpec:
    """Derived from the laps whose times count as things stand: deleted ones have never been."""
    return race_tool(
        cache,
        _handle,
        name="get_best_lap_history",
        kinds=TIMED,
        description="Practice and qualifying over time: who was fastest before whom and how often that changed, when a "
        "best lap was set, who improved in the last minutes, who is ahead of a driver by best laps.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "tell": s.tell_argument(
                *words.TOLD_FIRST,
                meaning="first: who was fastest until when; ahead, behind: of the driver by best laps; set: when his "
                "best lap was; latest: whose best laps are of the last minutes",
                default="first",
            ),
            "minutes": {**s.integer("with latest: how far back", low=1, high=600), "default": 5},
            "segment": SEGMENT,
        },
        payload={
            "fastest_in_turn": s.rows(_SET, "the laps that were the fastest as they ended, in order", most=200),
            "best": s.rows(_SET, "each car's best lap, the fastest first"),
        },
        examples=_EXAMPLES,
    )


_SET = s.record(
    {
        "driver": s.driver(),
        "time_s": s.lap_time(),
        "lap": s.lap_number(),
        "set_at": s.text("session time at its end", longest=16),
    }
)


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    tell = given.get("tell", "first")
    named_segment = segment_asked(view, given)
    segment = named_segment or view.segment
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    if only is None and tell in words.OF_ONE:
        raise InvalidArgument(f"{tell} is of one driver: name him", path="/driver")
    turns = fastest_in_turn(view, segment)
    best = sorted(best_set(view, segment).values(), key=lambda one: (one.seconds, one.t))
    asked_for = words.HistoryAsked(only, named_segment if tell == "set" else segment, given.get("minutes", 5))
    return {
        "summary": words.TOLD[tell](view, asked_for, turns, best),
        "fastest_in_turn": [_row(view, one) for one in turns[-200:]],
        "best": [_row(view, one) for one in best[: s.MAX_CARS]],
        "missing": [] if best else ["lap times: none that counts so far"],
    }


def _row(view: RaceView, one: LapSet) -> JsonObject:
    driver, at = named(view, one.car, one.t), format_session_time(max(one.t, 0.0))
    return {"driver": driver, "time_s": one.seconds, "lap": one.lap, "set_at": at}
