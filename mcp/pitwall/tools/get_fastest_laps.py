"""get_fastest_laps: the best lap of each driver, fastest first."""

from __future__ import annotations

from collections.abc import Iterator

from pitwall.facts.best_laps import quickest
from pitwall.facts.names import find_car, named, short_name
from pitwall.state import RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked.get_fastest_laps import EXAMPLES
from pitwall.tools.tool import race_tool
from pitwall.tools.words import fitting, lap_time_text
from toolgate.contract import JsonObject, ToolSpec

_DEFAULT_LAPS = 5


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
                phrases=[
                    *(f"{best} {{}}" for best in ("top", "best", "fastest", "quickest")),
                    *(f"{{}} {best}" for best in ("top", "best", "fastest", "quickest")),
                    "top {} fastest",
                    "top {} best",
                ],
            ),
            "driver": s.driver_argument("only this driver, with the rank among all"),
            # "On lap 20" and "after lap 20", which set the moment elsewhere, name the laps themselves here.
            "lap": {
                **s.integer("only laps of this number", low=1, high=s.MAX_LAPS),
                "x-phrases": ["on lap {}", "in lap {}", "of lap {}", "during lap {}", "for lap {}", "lap {}"],
            },
            "since_lap": {
                **s.integer("only laps after this one", low=0, high=s.MAX_LAPS),
                "x-phrases": ["since lap {}", "after lap {}"],
            },
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
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    timed = sorted(_best_laps(view, given))
    ranked: list[JsonObject] = [
        {
            "rank": rank,
            "driver": named(view, car),
            "time_s": time,
            "lap": lap,
            "behind_fastest_s": round(time - timed[0][0], 3),
        }
        for rank, (time, car, lap) in enumerate(timed[: s.MAX_CARS], start=1)
    ]
    only = _which(given)
    if "driver" in given:
        car = find_car(view, given["driver"], path="/driver")
        chosen = [item for item in ranked if item["driver"]["car"] == car]
        summary = _driver_summary(view, car, chosen, only)
    else:
        chosen = ranked[: given.get("top_n", _DEFAULT_LAPS)]
        summary = _summary(view, chosen, only)
    return {"summary": summary, "laps": chosen, "drivers_with_a_time": len(ranked)}


def _best_laps(view: RaceView, given: JsonObject) -> Iterator[tuple[float, str, int | None]]:
    """Each car's best lap: the feed's word on it, or the best of its lap times where only some laps count."""
    lap, since = given.get("lap"), given.get("since_lap")
    for car, state in view.cars.items():
        if lap is None and since is None:
            if view.segment is not None:
                quick = quickest(view, car)
                if quick is not None:
                    yield quick[0], car, state.best_lap if quick[0] == state.best_lap_s else None
            elif state.best_lap_s is not None:
                yield state.best_lap_s, car, state.best_lap
            continue
        times = view.lap_times(car).items()
        counted = [(time, n) for n, time in times if n > (since or 0) and lap in (None, n)]
        if counted:
            time, number = min(counted)
            yield time, car, number


def _which(given: JsonObject) -> str:
    """` on lap 20`, ` since lap 45`, or nothing where every lap counts."""
    words = {"lap": "on", "since_lap": "since"}
    return "".join(f" {word} lap {given[name]}" for name, word in words.items() if name in given)


def _worded(view: RaceView, item: JsonObject) -> str:
    on = f" on lap {item['lap']}" if item["lap"] is not None else ""
    return f"{short_name(view, item['driver']['car'])} {lap_time_text(item['time_s'])}{on}"


def _summary(view: RaceView, chosen: list[JsonObject], only: str) -> str:
    if not chosen:
        return f"No lap time{only} yet."
    return fitting(f"Fastest{only or ' lap'}: ", [_worded(view, item) for item in chosen], separator="; then ")


def _driver_summary(view: RaceView, car: str, chosen: list[JsonObject], only: str) -> str:
    if not chosen:
        return f"{short_name(view, car)} has no lap time{only} yet."
    item = chosen[0]
    rank = "the fastest of all" if item["rank"] == 1 else f"{item['behind_fastest_s']:.3f} s off the fastest"
    return f"Best lap of {_worded(view, item)}, P{item['rank']} of the fastest laps{only}, {rank}."
