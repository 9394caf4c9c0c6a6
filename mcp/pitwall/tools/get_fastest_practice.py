"""get_fastest_practice: who is quickest in practice."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.best_laps import Best, best_laps, lap_of_best
from pitwall.facts.clock import time_left
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.timed_questions import HOW_MANY_TIMED
from pitwall.tools.timed_words import head, order_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, lap_time_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_CARS = 5
_MOST = 50

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        who is fastest in practice / who is quickest in practice / who topped practice / fastest in practice
        who topped the session / who ended up on top / who finished on top / who is on top of practice
        practice times / practice results / order in practice
        who is quickest in fp1 / who was fastest in free practice / best times of practice
        who is fastest in fp1 / who is fastest in fp2 / who is fastest in fp3 / fp1 results / fp2 results / fp3 results
        (fp1|fp2|fp3) times / order in (fp1|fp2|fp3) / who topped (fp1|fp2|fp3)
        """,
    ),
    *asked(
        {"top_n": "{n}"},
        "top {n} in practice / the {n} fastest in practice / the {n} quickest in practice / practice top {n}"
        " / top {n} in (fp1|fp2|fp3) / (fp1|fp2|fp3) top {n}",
    ),
    *asked(
        {"top_n": 1},
        """
        is there (time|enough time|still time) for (another|one more) (lap|run|attempt|go)
        is there (time|enough time|still time) (left|) for a lap / can they (get|do|fit) (in|) another lap
        """,
    ),
    *asked(
        {"tell": "timed"},
        f"""
        {HOW_MANY_TIMED} /
        (has|have) (everyone|everybody|they all|all of them|all cars|all the cars) (set|posted|done) a (time|lap|
            lap time)
        (has|have) (everyone|they all|all cars) a (time|lap) (on the board|)
        (is|are) (everyone|they all|all cars) on the board
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        where is {driver} in practice / how is {driver} doing in practice / practice time of {driver}
        how many laps has {driver} done in practice / how quick is {driver} in practice
        how far off the pace is {driver} / how far off the fastest is {driver} / how far off the top is {driver}
        how far is {driver} off (the|) (fastest|best|top) (time|lap|) / how far off the best time is {driver}
        how much slower than the best is {driver}
        did {driver} do a (timed|) lap
        has {driver} (set a time|set a lap|got a lap on the board|got a time on the board|done a time|
            posted a time) (yet|)
        where (did|does) (that|that lap|his lap) put {driver} / did {driver}'s lap (put|get) (in|into) the top {n}
        {driver} lap where did that put / where did {driver}'s lap put
        is {driver} on the board / what time has {driver} (set|done|managed)
        """,
    ),
)


def build_get_fastest_practice_tool(cache: StateCache) -> ToolSpec:
    """The order of a practice by best lap, with laps done and the compound each car is on."""
    return race_tool(
        cache,
        _handle,
        name="get_fastest_practice",
        kinds=("practice",),
        description="Practice: the fastest drivers by best lap, how far each is off the best, on which lap it was set, "
        "laps done, and how long the session still has.",
        arguments={
            "top_n": s.count_argument(
                "how many drivers from the top", default=_DEFAULT_CARS, high=_MOST, phrases=["top {}", "first {}"]
            ),
            "driver": s.driver_argument("only this driver"),
            "tell": s.tell_argument(
                "order", "timed", meaning="timed: how many have a time, and who has none", default="order"
            ),
        },
        payload={
            "rows": s.rows(
                s.record(
                    {
                        "position": s.position("by best lap; null: no time"),
                        "driver": s.driver(),
                        "best_lap_s": s.lap_time(),
                        "best_lap": s.lap_number("the car's own lap on which it was set", nullable=True),
                        "last_lap_s": s.lap_time(),
                        "behind_s": s.gap_s("seconds behind the best"),
                        "laps": s.lap_number("laps completed"),
                        "in_pit": s.flag("in the pit lane or the garage"),
                        "compound": s.text("on the car now", longest=20, nullable=True),
                    }
                ),
                "fastest first; cars without a time last",
            ),
            "drivers_with_a_time": s.integer(high=s.MAX_CARS),
            "time_left_s": s.number("seconds", high=100_000, nullable=True),
            "time_left_derived": s.flag("by the length that the rules of its year give the session"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    every = sorted(best_laps(view), key=lambda best: best.seconds is None)[: s.MAX_CARS]
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    chosen = [best for best in every if only in (None, best.car)][: given.get("top_n", _DEFAULT_CARS)]
    left = time_left(view)
    timed = [best for best in chosen if best.seconds is not None]
    return {
        "summary": _one(view, only, chosen)
        if only
        else _timed(view, every)
        if given.get("tell") == "timed"
        else order_words(view, timed, head(view)),
        "rows": [_row(view, best) for best in chosen],
        "drivers_with_a_time": sum(best.seconds is not None for best in every),
        "time_left_s": None if left is None else left.seconds,
        "time_left_derived": left is not None and left.derived,
        "missing": [] if left is not None else ["how long the session still has"],
    }


def _timed(view: RaceView, every: Sequence[Best]) -> str:
    """How many have a time, which, and who has none."""
    timed = [best for best in every if best.seconds is not None]
    start = f"{len(timed)} of {count_text(len(every), 'car')} {'has' if len(timed) == 1 else 'have'} a time: "
    return order_words(view, every, start) if timed else "Nobody has set a time yet."


def _row(view: RaceView, best: Best) -> JsonObject:
    state, tyres = view.car(best.car), view.tyres(best.car)
    return {
        "position": best.position,
        "driver": named(view, best.car),
        "best_lap_s": best.seconds,
        "best_lap": lap_of_best(view, best.car, best.seconds),
        "last_lap_s": state.last_lap_s,
        "behind_s": best.behind_s,
        "laps": state.laps,
        "in_pit": state.in_pit,
        "compound": tyres[-1].compound if tyres else None,
    }


def _one(view: RaceView, car: str, chosen: list[Best]) -> str:
    name, laps = short_name(view, car), count_text(view.car(car).laps, "lap")
    best = chosen[0] if chosen else None
    if best is None or best.seconds is None:
        return f"{name} has no time yet, {laps} done."
    behind = f", {best.behind_s:.3f} s off the best" if best.behind_s else ""
    place = f"P{best.position} " if best.position else ""
    return f"{name} is {place}with {lap_time_text(best.seconds)}{behind}; {laps} done."
