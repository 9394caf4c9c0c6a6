"""get_runs: the runs of practice and qualifying: the first, the last and the long ones, with tyres, best and pace."""

from __future__ import annotations

from pitwall.facts.best_laps import best_of
from pitwall.facts.names import named
from pitwall.facts.timed_runs import LONG, TimedRun, timed_runs
from pitwall.state import RaceView, StateCache
from pitwall.state.kinds import TIMED
from pitwall.tools import run_words as words
from pitwall.tools import schemas as s
from pitwall.tools.drivers_asked import different_drivers
from pitwall.tools.get_stints import COMPOUNDS
from pitwall.tools.long_run_words import compound_gap_words, fade_key
from pitwall.tools.qualifying_duel import duel_words
from pitwall.tools.run_questions import EXAMPLES
from pitwall.tools.segment_argument import SEGMENT, segment_asked
from pitwall.tools.tool import race_tool
from toolgate.contract import JsonObject, ToolSpec

_MOST_RUNS = 200
_SHOWS = (
    "each",
    "best",
    "initial",
    "final",
    "long",
    "longest",
    "gain",
    "no_gain",
    "duel",
    "teams",
    "fade",
    "compounds",
)

_RUN = s.record(
    {
        "driver": s.driver(),
        "run": s.integer("from 1, in a qualifying within its segment", low=1, high=s.MAX_LAPS),
        "segment": s.integer("of a qualifying", low=1, high=9, nullable=True),
        "from_lap": s.lap_number(),
        "to_lap": s.lap_number(),
        "best_lap_s": s.lap_time("its fastest lap that counts"),
        "best_lap": s.lap_number("on which it was", nullable=True),
        "long_laps": s.integer("the most clean laps in a row, but for single slow ones", high=s.MAX_LAPS),
        "average_s": s.lap_time("mean of those"),
        "compound": s.text(longest=20, nullable=True),
        "new": {**s.flag("the set was new when fitted; null: not told"), "type": ["boolean", "null"]},
    }
)


def build_get_runs_tool(cache: StateCache) -> ToolSpec:
    """Every run, or the first, the last or the longest of each car."""
    return race_tool(
        cache,
        _handle,
        name="get_runs",
        kinds=TIMED,
        description="Practice and qualifying run by run: the order after the first runs, a driver's last run and "
        "whether it improved his time, the long runs with tyres and average.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "other": s.driver_argument("a second driver, with whom the first is compared"),
            "show": {
                **s.choice(
                    *_SHOWS,
                    description=f"which run of each; long: the one with the most clean laps in a row, at least {LONG}; "
                    "longest: the one with the most laps, however fast; gain: whether the last timed lap was a "
                    "better one; no_gain: who has not improved; duel: which of two is ahead; teams: the long run of "
                    "each team's faster car; fade: how lap times rise over the long runs; compounds: best laps on one "
                    "compound against another's",
                ),
                "default": "final",
            },
            "compound": s.choice(*COMPOUNDS, description="only runs on tyres of this compound"),
            "against": s.choice(*COMPOUNDS, description="the other compound, where two are compared"),
            "new": s.flag("only runs on sets that were new when fitted; false: only on used ones"),
            "top_n": s.count_argument(
                "how many cars, where all are asked about",
                default=s.MAX_CARS,
                high=s.MAX_CARS,
                phrases=["top {}", "first {}"],
            ),
            "segment": SEGMENT,
        },
        payload={
            "rows": s.rows(_RUN, "ranked by best lap, long runs by average; of one driver in order", most=_MOST_RUNS)
        },
        examples=EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    cars = different_drivers(view, given)
    show, segment = given.get("show", "final"), segment_asked(view, given)
    if segment is None and show in ("initial", "final"):
        segment = (
            view.segment if len(cars) != 1 else max((run.segment or 0 for run in timed_runs(view, cars[0])), default=0)
        )
        segment = segment or None
    if show == "compounds" or "against" in given:
        return {"summary": compound_gap_words(view, given.get("compound"), given.get("against"), cars), "rows": []}
    if show == "duel":
        return {"summary": duel_words(view, cars), "rows": []}
    found = [
        run
        for car in cars or view.order
        for run in chosen(
            _on(view, car, given), show, segment or (None if cars else _counted(view, car, show)), given.get("compound")
        )
    ]
    if len(cars) == 1 and segment is None and (decides := _counted(view, cars[0], show)):
        # What counts may be slower than the best of all, which was driven in a segment before.
        counts = chosen(_on(view, cars[0], given), show, decides, given.get("compound"))
        found += [run for run in counts if run not in found]
    if len(cars) != 1 and not (show == "best" and segment is None and given.keys().isdisjoint(("new", "compound"))):
        found.sort(key=_KEYS.get(show, words.best_key))
    if not cars:
        found = found[: given.get("top_n", _MOST_RUNS)]
    asked = words.RunsAsked(show, cars, segment, given.get("compound"), given.get("top_n"))
    return {"summary": words.summary(view, asked, found), "rows": [_row(view, run) for run in found[:_MOST_RUNS]]}


def _on(view: RaceView, car: str, given: JsonObject) -> tuple[TimedRun, ...]:
    """The runs of a car, or those on new sets or on used ones."""
    runs = timed_runs(view, car)
    return tuple(run for run in runs if "new" not in given or (run.tyre and run.tyre.new is given["new"]))


_KEYS = {"long": words.average_key, "teams": words.average_key, "fade": fade_key, "longest": words.length_key}
"""By what runs are ranked; all others by their best laps."""


def _counted(view: RaceView, car: str, show: str) -> int | None:
    """The segment that decides a car's position, where best laps are asked for."""
    best = best_of(view, car) if show == "best" and view.segment else None
    return best.segment if best and best.seconds is not None else None


def chosen(runs: tuple[TimedRun, ...], show: str, segment: int | None, compound: str | None) -> list[TimedRun]:
    """Those of one car's runs that are asked for: `show` is one of `_SHOWS`; None: any segment, any compound."""
    mine = [
        run
        for run in runs
        if segment in (None, run.segment) and (compound is None or (run.tyre and run.tyre.compound == compound.upper()))
    ]
    if show == "each":
        return mine
    if show in ("long", "teams", "fade"):
        return sorted((run for run in mine if run.is_long), key=lambda run: len(run.stretch))[-1:]
    if show == "longest":
        return sorted(mine, key=words.length_key)[:1]
    timed = [run for run in mine if run.timed or run.segment is not None]
    if show == "best":
        return sorted((run for run in mine if run.best is not None), key=words.best_key)[:1]
    return timed[:1] if show == "initial" else timed[-1:]


def _row(view: RaceView, run: TimedRun) -> JsonObject:
    return {
        "driver": named(view, run.car),
        "run": run.number,
        "segment": run.segment,
        "from_lap": run.laps[0].number,
        "to_lap": run.laps[-1].number,
        "best_lap_s": run.best.seconds if run.best else None,
        "best_lap": run.best.number if run.best else None,
        "long_laps": len(run.stretch),
        "average_s": run.average_s,
        "compound": run.tyre.compound if run.tyre else None,
        "new": run.tyre.new if run.tyre else None,
    }
