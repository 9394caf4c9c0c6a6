"""get_fastest_laps: the best lap of each driver, fastest first."""

from __future__ import annotations

from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.names import find_car, named, short_name
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, lap_time_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_LAPS = 5

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"top_n": 1},
        """
        who has the fastest lap / what is the fastest lap of the race / fastest lap / who set the best lap
        quickest lap time so far / who is the fastest driver on track / who is the fastest / who is quickest
        which driver is fastest / which car is fastest / on which lap was the fastest lap set
        when was the fastest lap set / who holds the lap record in the race / fl / who has fl
        who has the purple lap / who is top of the time sheets / benchmark time / session best
        speediest lap / hot laps / best effort of the race / who lit up the timing screens purple
        what is the lap record today / who holds fastest lap / top time
        who did the quickest lap of the circuit / who has gone fastest / the time to beat
        quickest over a single lap / has anyone gone faster / who gets the fastest lap point
        """,
    ),
    *asked(
        {},
        """
        fastest laps / best lap times / who has the best pace / who is setting the pace over one lap
        who is setting fastest laps / rank drivers by lap time / best laps of the race / lap time comparison
        everyone's pb / who is quick / fastest lap per driver / top lap times / compare the lap times
        sort drivers by fastest lap / list of personal bests / quickest lap by each driver
        everyone's best lap / who are the quickest / best times of the field / lap time ranking
        how quick is everyone
        """,
    ),
    *asked({"top_n": "{n}"}, "show me the {n} fastest laps / the {n} quickest drivers / the {n} best lap times"),
    *asked(
        {"driver": "{driver}"},
        """
        what is {driver}'s best lap / fastest lap of {driver} / best lap of {driver}
        what is the best lap time of {driver} / {driver} fastest lap / {driver} best time / {driver} pb
        pb lap of {driver} / personal best of {driver} / quickest time by {driver}
        what is the quickest {driver} has gone / when did {driver} set the fastest lap
        {driver} quickest lap / {driver} personal best / the flying lap of {driver}
        best effort of {driver} / top lap of {driver} / which lap was the best of {driver}
        on what lap did {driver} set the best time / has {driver} improved the best lap
        does {driver} have the fastest lap / how fast was the best lap of {driver}
        on which lap was {driver} quickest
        """,
    ),
)


def build_get_fastest_laps_tool(cache: StateCache) -> ToolSpec:
    """Best laps so far, each driver's own, ranked."""
    return race_tool(
        cache,
        _handle,
        name="get_fastest_laps",
        description="The fastest laps so far: each driver's best lap time and the lap it was set on, ranked.",
        arguments={
            "top_n": s.count_argument(
                "how many drivers",
                default=_DEFAULT_LAPS,
                high=s.MAX_CARS,
                phrases=["top {}", "best {}", "{} fastest", "{} quickest", "{} best", "fastest {}", "quickest {}"],
            ),
            "driver": s.driver_argument("only this driver, with the rank among all"),
        },
        payload={
            "laps": s.rows(
                s.record(
                    {
                        "rank": s.integer(low=1, high=s.MAX_CARS),
                        "driver": s.driver(),
                        "time_s": s.number("seconds", high=100_000),
                        "lap": s.lap_number("the lap it was set on", nullable=True),
                        "behind_fastest_s": s.number("seconds", high=100_000),
                    }
                ),
                "fastest first",
            ),
            "drivers_with_a_time": s.integer(high=s.MAX_CARS),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    timed = sorted((state.best_lap_s, car) for car, state in view.cars.items() if state.best_lap_s is not None)
    ranked: list[JsonObject] = [
        {
            "rank": rank,
            "driver": named(view, car),
            "time_s": time,
            "lap": view.car(car).best_lap,
            "behind_fastest_s": round(time - timed[0][0], 3),
        }
        for rank, (time, car) in enumerate(timed[: s.MAX_CARS], start=1)
        if time is not None
    ]
    if "driver" in given:
        car = find_car(view, given["driver"], path="/driver")
        chosen = [item for item in ranked if item["driver"]["car"] == car]
        summary = _driver_summary(view, car, chosen)
    else:
        chosen = ranked[: given.get("top_n", _DEFAULT_LAPS)]
        summary = _summary(view, chosen)
    return {"summary": summary, "laps": chosen, "drivers_with_a_time": len(ranked)}


def _worded(view: RaceView, item: JsonObject) -> str:
    on = f" on lap {item['lap']}" if item["lap"] is not None else ""
    return f"{short_name(view, item['driver']['car'])} {lap_time_text(item['time_s'])}{on}"


def _summary(view: RaceView, chosen: list[JsonObject]) -> str:
    if not chosen:
        return "No lap time yet."
    return fitting("Fastest lap: ", [_worded(view, item) for item in chosen], separator="; then ")


def _driver_summary(view: RaceView, car: str, chosen: list[JsonObject]) -> str:
    if not chosen:
        return f"{short_name(view, car)} has no lap time yet."
    item = chosen[0]
    rank = "the fastest of all" if item["rank"] == 1 else f"{item['behind_fastest_s']:.3f} s off the fastest"
    return f"Best lap of {_worded(view, item)}, P{item['rank']} of the fastest laps, {rank}."
