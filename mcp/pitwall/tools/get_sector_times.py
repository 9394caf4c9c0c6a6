"""get_sector_times: best and last sectors of a driver, and who is fastest in each sector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.best_laps import best_lap, common_segment, lap_of_best
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.sectors import CarSectors, car_sectors, fastest_sectors
from pitwall.facts.timed_runs import timed_runs
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.splits import SectorTime
from pitwall.tools import schemas as s
from pitwall.tools import sector_words as words
from pitwall.tools.drivers_asked import different_drivers
from pitwall.tools.ideal_words import ideal_words, lost_words
from pitwall.tools.sector_questions import EXAMPLES
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.tool import race_tool
from toolgate.contract import InvalidArgument, JsonObject, ToolSpec

_PAIR = 2
RUN_WORDS = {"initial": "on the first run", "final": "on the last run", "best": "on the best lap"}

_SECTOR = s.record(
    {
        "sector": s.integer(low=1, high=3),
        "best_s": s.number(high=100_000),
        "best_lap": s.lap_number("of the best"),
        "last_s": s.number(high=100_000),
        "behind_s": s.number("the best behind the best of all", high=100_000),
    }
)


_PAYLOAD: s.JsonSchema = {
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
}


def build_get_sector_times_tool(cache: StateCache) -> ToolSpec:
    """Best and last sectors as the feed tells them, each with the lap it is of."""
    return race_tool(
        cache,
        _handle,
        name="get_sector_times",
        description="Sector times: a driver's best and last time in each sector, of the session or of one lap, the lap "
        "of its best sectors, and who is fastest in each sector.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "other": s.driver_argument("a second driver, with whom the first is compared"),
            "lap": {**s.integer("only on this lap", low=1, high=s.MAX_LAPS), "x-phrases": ["on lap {}", "in lap {}"]},
            "last_lap": {
                **s.flag("only on the last lap that most cars have completed; of one driver, his own last"),
                "default": False,
            },
            "sector": s.integer("only this sector: rank the drivers by it", low=1, high=3),
            "order": {
                **s.choice("fastest", "slowest", description="which end of a sector's ranking the answer tells"),
                "default": "fastest",
            },
            "top": s.integer("tell so many at most", low=1, high=s.MAX_CARS),
            "ideal": s.flag("the summary ranks the laps of best sectors"),
            "lost": s.flag("with ideal: it tells how far each best lap is off that"),
            "segment": SEGMENT,
            "run": s.choice(
                "initial",
                "final",
                "best",
                description="only each car's best lap; in practice and qualifying that of its "
                "first or last run, of the segment asked for or the last it took part in",
            ),
        },
        payload=_PAYLOAD,
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    pair = different_drivers(view, given)
    if "other" in given and "driver" not in given:
        raise InvalidArgument("other is whom driver is compared with: name a driver", path="/other")
    if given.get("last_lap") and len(pair) == 1:
        given = {**given, "lap": max(view.car(pair[0]).laps, 1)}
    elif given.get("last_lap") and not view.timed:
        given = {**given, "lap": _last_lap(view)}
    segment, sector = segment_asked(view, given), given.get("sector")
    span = words.Span(given.get("lap"), segment)
    if "run" in given:
        span = span._replace(laps=run_laps(view, given["run"], segment, pair), run=RUN_WORDS[given["run"]])
    told = [each for each in (car_sectors(view, car, *span.of(car)) for car in view.cars) if each.best]
    fastest = fastest_sectors(told)
    if given.get("last_lap") and len(pair) == 1:  # held against the best of all, not against that lap of others
        fastest = fastest_sectors([each for each in (car_sectors(view, car) for car in view.cars) if each.best])
    ranked = [each for each in told if sector is None or sector in each.best]
    ranked.sort(key=lambda each: each.best[sector].seconds if sector else (each.ideal_s or 1e9))
    mine = [each for car in pair for each in ranked if each.car == car] if pair else ranked
    return {
        "summary": (lost_words if given.get("lost") else ideal_words)(view, told, pair[0] if pair else None, segment)
        if given.get("ideal")
        else _summary(view, given, span, mine, ranked, fastest),
        "fastest": [
            {"sector": number, "driver": named(view, car), "time_s": time.seconds, "lap": time.lap}
            for number, (car, time) in sorted(fastest.items())
        ],
        "rows": [_row(view, each, fastest) for each in mine[: s.MAX_CARS]],
        "missing": [] if told else ["sector times: the feed has told of none"],
    }


def run_laps(view: RaceView, run: str, segment: int | None, cars: Sequence[str]) -> Mapping[str, int]:
    """The number of the best lap of each car, or of its first (`initial`) or last (`final`) run; cars without one are
    left out.

    In a qualifying it is a run of `segment`, else of the last in which a car has a time; for two cars of the last in
    which both have. InvalidArgument for a run in a race, which has none.
    """
    if run != "best" and not view.timed:
        raise InvalidArgument("runs are of practice and qualifying", path="/run", session=view.kind)
    if segment is None and len(cars) == _PAIR:
        segment = common_segment(view, *cars)
    if run == "best":
        bests = {car: lap_of_best(view, car, best_lap(view, car, segment)) for car in view.cars}
        return {car: lap for car, lap in bests.items() if lap is not None}
    found = {}
    for car in view.cars:
        last = segment or max((each.segment or 0 for each in timed_runs(view, car) if each.timed), default=0) or None
        mine = [each.best for each in timed_runs(view, car) if each.segment == last and each.best is not None]
        if mine:
            found[car] = (mine[0] if run == "initial" else mine[-1]).number
    return found


def _last_lap(view: RaceView) -> int:
    """The last lap that most of the cars still going have completed."""
    done = sorted(view.car(car).laps for car in view.order if view.run_state(car)[0] not in OUT_STATES)
    return max(done[len(done) // 2], 1) if done else 1


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
    given: JsonObject,
    span: words.Span,
    mine: list[CarSectors],
    ranked: list[CarSectors],
    fastest: words.Fastest,
) -> str:
    only, sector = mine[0].car if "driver" in given and mine else None, given.get("sector")
    if not mine:
        of = f" of {short_name(view, find_car(view, given['driver'], path='/driver'))}" if "driver" in given else ""
        return f"The feed tells of no sector time{of}{span.words(view)}."
    if len(mine) == _PAIR and "other" in given:
        return words.of_two(view, mine[0], mine[1], sector, span)
    if only is not None and sector is not None:
        return words.in_sector(view, mine[0], sector, ranked, span)
    if only is not None:
        return words.of_one(view, mine[0], fastest, span)
    if sector is not None:
        slowest = given.get("order") == "slowest"
        few = mine[-given["top"] :] if slowest and "top" in given else mine[: given.get("top")]
        return words.ranking(view, sector, few, span, slowest=slowest)
    return words.of_all(view, fastest_sectors(ranked), span)
