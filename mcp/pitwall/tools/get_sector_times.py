"""get_sector_times: best and last sectors of a driver, and who is fastest in each sector."""

from __future__ import annotations

from collections.abc import Mapping

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.sectors import SECTORS, CarSectors, car_sectors, fastest_sectors
from pitwall.state import RaceView, StateCache
from pitwall.state.splits import SectorTime
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.ideal_words import ideal_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, lap_time_text
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}"},
        """
        sector times of {driver} / what are the sector times of {driver} / {driver} sectors / {driver} sector times
        sector times for {driver} / best sectors of {driver} / show the sectors of {driver} / last sectors of {driver}
        where is {driver} losing time / in which sector is {driver} losing time / ideal lap of {driver}
        what is the theoretical best lap of {driver} / how are the sectors of {driver}
        """,
    ),
    *asked(
        {"ideal": True},
        """
        who would be on pole with ideal laps / who has the best ideal lap / best ideal lap / ideal laps
        what is the best ideal lap / theoretical best laps / who has the best theoretical lap / best theoretical lap
        order by ideal laps
        """,
    ),
    *asked(
        {"ideal": True, "driver": "{driver}"},
        """
        would {driver} be on pole with (his|the|an) ideal lap / would the ideal lap of {driver} be pole
        where would {driver} be with (his|the|an) ideal lap / how much time has {driver} left on the table
        """,
    ),
    *asked(
        {"driver": "{driver}", "lap": "{n}"},
        """
        sector times of {driver} on lap {n} / sectors of {driver} on lap {n}
        what were the sectors of {driver} on lap {n}
        """,
    ),
    *asked(
        {"sector": 1},
        """
        who is fastest in sector 1 / fastest first sector / best first sector / who is quickest in sector one
        who set the fastest first sector / who has the best sector 1 / fastest in the first sector
        who is purple in sector 1 / sector 1 times / who has the purple sector 1
        """,
    ),
    *asked(
        {"sector": 2},
        """
        who is fastest in sector 2 / fastest middle sector / who set the fastest middle sector / best second sector
        who is quickest in sector two / who has the best sector 2 / fastest second sector / fastest in the middle sector
        who is purple in sector 2 / sector 2 times / who has the purple sector 2 / who is purple in the middle sector
        """,
    ),
    *asked(
        {"sector": 3},
        """
        who is fastest in sector 3 / fastest last sector / who set the fastest final sector / best third sector
        who is quickest in sector three / who has the best sector 3 / fastest third sector / fastest final sector
        who is purple in sector 3 / sector 3 times / who has the purple sector 3
        who is (purple|fastest) in the (last|final) sector / who set the fastest last sector
        """,
    ),
    *asked(
        {},
        """
        sector times / show the sector times / best sectors / fastest sectors / who is fastest in each sector
        who has the purple sectors / who has the fastest sectors / who holds the best sectors / purple sectors
        sector times of everyone / compare the sectors
        """,
    ),
)

_SECTOR = s.record(
    {
        "sector": s.integer(low=1, high=3),
        "best_s": s.number(high=100_000),
        "best_lap": s.lap_number("of the best"),
        "last_s": s.number(high=100_000),
        "behind_s": s.number("the best behind the best of all", high=100_000),
    }
)


def build_get_sector_times_tool(cache: StateCache) -> ToolSpec:
    """As the feed tells them, each with the lap it is of."""
    return race_tool(
        cache,
        _handle,
        name="get_sector_times",
        description="Sector times: a driver's best and last time in each sector, of the session or of one lap, the lap "
        "of its best sectors, and who is fastest in each sector.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "lap": {**s.integer("only on this lap", low=1, high=s.MAX_LAPS), "x-phrases": ["on lap {}", "in lap {}"]},
            "sector": s.integer("rank the drivers by this sector", low=1, high=3),
            "ideal": s.flag("the summary ranks the laps of best sectors"),
        },
        payload={
            "fastest": s.rows(
                s.record(
                    {
                        "sector": s.integer(low=1, high=3),
                        "driver": s.driver(),
                        "time_s": s.number(high=100_000),
                        "lap": s.lap_number(),
                    }
                ),
                "of all drivers, by sector",
                most=3,
            ),
            "rows": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "sectors": s.rows(_SECTOR, most=3),
                        "ideal_s": s.lap_time("of its best sectors"),
                    }
                ),
                "in the order of the sector asked for, else of the lap of best sectors",
            ),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    lap, sector = given.get("lap"), given.get("sector")
    every = [car_sectors(view, car, lap) for car in view.cars]
    told = [each for each in every if each.best]
    fastest = fastest_sectors(told)
    mine = [each for each in told if only in (None, each.car)]
    if sector is not None:
        mine = [each for each in mine if sector in each.best]
    mine.sort(key=lambda each: each.best[sector].seconds if sector else (each.ideal_s or 1e9))
    return {
        "summary": ideal_words(view, told, only)
        if given.get("ideal")
        else _summary(view, only, lap, sector, mine, fastest),
        "fastest": [
            {"sector": number, "driver": named(view, car), "time_s": time.seconds, "lap": time.lap}
            for number, (car, time) in sorted(fastest.items())
        ],
        "rows": [_row(view, each, fastest) for each in mine[: s.MAX_CARS]],
        "missing": [] if told else ["sector times: the feed has told of none"],
    }


def _row(view: RaceView, each: CarSectors, fastest: Mapping[int, tuple[str, SectorTime]]) -> JsonObject:
    return {
        "driver": named(view, each.car),
        "sectors": [
            {
                "sector": number,
                "best_s": time.seconds,
                "best_lap": time.lap,
                "last_s": each.last[number].seconds,
                "behind_s": round(time.seconds - fastest[number][1].seconds, 3),
            }
            for number, time in sorted(each.best.items())
        ],
        "ideal_s": each.ideal_s,
    }


def _summary(
    view: RaceView,
    only: str | None,
    lap: int | None,
    sector: int | None,
    mine: list[CarSectors],
    fastest: Mapping[int, tuple[str, SectorTime]],
) -> str:
    on = f" on lap {lap}" if lap is not None else ""
    if not mine:
        return f"The feed tells of no sector time{f' of {short_name(view, only)}' if only else ''}{on}."
    if only is not None:
        times = [
            f"S{number} {time.seconds:.3f} s"
            + (
                " (fastest of all)"
                if fastest[number][0] == only
                else f" (+{time.seconds - fastest[number][1].seconds:.3f} s)"
            )
            for number in SECTORS
            if (time := mine[0].best.get(number)) is not None
        ]
        ideal = mine[0].ideal_s
        what = "sectors" if lap is not None else "best sectors"
        end = f"; together {lap_time_text(ideal)}." if ideal is not None else "."
        return fitting(f"{short_name(view, only)}'s {what}{on}: ", times, end=end)
    if sector is not None:
        said = [
            f"{short_name(view, each.car)} {each.best[sector].seconds:.3f} s (lap {each.best[sector].lap})"
            for each in mine
        ]
        return fitting(f"Fastest in sector {sector}{on}: ", said)
    said = [
        f"S{number} {short_name(view, car)} {time.seconds:.3f} s (lap {time.lap})"
        for number, (car, time) in sorted(fastest.items())
    ]
    return fitting(f"Fastest sectors{on}: ", said)
