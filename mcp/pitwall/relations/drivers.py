"""drivers: one row for each car as it stands at this moment; results: the same in the provisional order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pitwall.facts.best_laps import best_laps, quickest
from pitwall.facts.cases import cases_of
from pitwall.facts.classes import apart, classes_of
from pitwall.facts.classification import provisional
from pitwall.facts.passages import count_stops, judge_passages
from pitwall.facts.passing import passes
from pitwall.facts.starting import starting_positions
from pitwall.facts.tyres import runs, set_on
from pitwall.relations.shared_fields import CAR_FIELDS, car_values, has_laps, has_timing
from pitwall.relations.table import Field, Row, of_rows
from pitwall.state import OUT_STATES, RACES, RaceView

FIELDS = (
    *CAR_FIELDS,
    Field("name", "text", "", "full name"),
    Field("state", "text", "", "running, in_pit, stopped, retired, finished or unknown"),
    Field("state_derived", "flag", "", "the state is our conclusion"),
    Field("laps", "integer", "laps", "laps completed"),
    Field("laps_down", "integer", "laps", "laps behind the leader"),
    Field("gap_s", "number", "s", "behind the leader; in practice and qualifying by best laps"),
    Field("interval_s", "number", "s", "behind the car ahead"),
    Field("clear_s", "number", "s", "ahead of the car behind"),
    Field("last_lap_s", "number", "s", "last lap"),
    Field("best_lap_s", "number", "s", "best lap"),
    Field("stops", "integer", "", "pit stops completed"),
    Field("grid", "integer", "", "starting position: the feed's grid, or its order before the start"),
    Field("gained", "integer", "", "positions gained since the start; negative: lost"),
    Field("penalties", "integer", "", "penalties given so far, none where race control is not heard"),
    Field("overtakes_made", "integer", "", "cars passed on track (derived)"),
    Field("overtakes_suffered", "integer", "", "times passed on track (derived)"),
    Field("compound", "text", "", "compound on the car"),
    Field("start_compound", "text", "", "compound it started on"),
    Field("tyre_laps", "integer", "laps", "age of the tyres"),
    Field("new", "flag", "", "the set was new when fitted"),
    Field("class_position", "integer", "", "position within the class"),
    Field("class_laps_down", "integer", "laps", "laps behind the leader of the class"),
    Field("class_gap_s", "number", "s", "behind the leader of the class"),
    Field("class_interval_s", "number", "s", "behind the next car ahead of the class"),
    Field("class_grid", "integer", "", "starting position within the class"),
    Field("class_gained", "integer", "", "positions gained within the class since the start; negative: lost"),
    Field("laps_since_stop", "integer", "laps", "laps completed since the last pit stop, or since the start"),
    Field("at_risk", "flag", "", "outside those who would go on in a qualifying, as it stands", seldom=True),
    Field("reached", "integer", "", "last segment of a qualifying that it takes part in, from 1", seldom=True),
)
_RESULT = (
    *CAR_FIELDS,
    Field("position", "integer", "", "provisional position: announced penalties added (derived)"),
    Field("road_position", "integer", "", "position on the road"),
    Field("penalty_s", "number", "s", "announced and not served"),
    Field("behind_s", "number", "s", "behind the first, penalties included"),
    Field("state", "text", "", "running, in_pit, stopped, retired, finished or unknown"),
    Field("official_position", "integer", "", "position in the official results that were given"),
)


def _behind_best(view: RaceView) -> dict[str, float | None]:
    """By what each best lap is behind the first's: of a car that was knocked out, its lap of the segment it left in."""
    rows = best_laps(view)
    first = min((best.seconds for best in rows if best.seconds and not best.knocked_out), default=None)
    return {
        best.car: best.behind_s
        if first is None or best.seconds is None or not best.knocked_out
        else round(best.seconds - first, 3)
        for best in rows
    }


def _drivers(view: RaceView) -> Iterator[Row]:
    lead = max((view.car(car).laps for car in view.cars), default=0)
    bests = _behind_best(view) if view.timed else None
    started = {} if view.timed else starting_positions(view)[0]
    classes, qualifying = classes_of(view), _in_qualifying(view)
    ahead = {car: before for cars in classes.values() for before, car in pairwise(cars)}
    placed = {car: (at, cars[0]) for cars in classes.values() for at, car in enumerate(cars, 1)}
    class_grid = {car: at for cars in classes.values() for car, at in _grid_within(cars, started).items()}
    behind = _next_behind(view)
    made, suffered = _overtakes(view)
    given = _penalties(view)
    for car in dict.fromkeys((*view.order, *view.cars)):
        (run_state, derived), grid = view.run_state(car), started.get(car)
        state, gaps, tyre, driver = view.car(car), view.gaps(car), set_on(view, car), view.drivers.get(car)
        # A car on the lead lap that has not come round yet has one lap less.
        counted = max(lead - state.laps - (0 if view.finished or car == view.leader else 1), 0)
        down = gaps.gap_laps if gaps.gap_laps is not None else (0 if gaps.gap_s is not None else counted)
        quick = quickest(view, car)
        gained = None if grid is None or state.position is None else grid - state.position
        yield {
            **car_values(view, car)._asdict(),
            "name": (driver.name or None) if driver else None,
            "state": run_state,
            "state_derived": derived,
            "laps": state.laps,
            "laps_down": None if view.timed else max(lead - state.laps, 0) if view.finished else down,
            "gap_s": gaps.gap_s if bests is None else bests.get(car),
            "interval_s": gaps.interval_s,
            "clear_s": view.gaps(behind[car]).interval_s if car in behind else None,
            "last_lap_s": state.last_lap_s,
            "best_lap_s": quick[0] if quick else None,
            "stops": None if view.timed else count_stops(view, car),
            "grid": grid,
            "gained": gained,
            "penalties": None if given is None else given[car],
            "overtakes_made": None if made is None else made[car],
            "overtakes_suffered": None if suffered is None else suffered[car],
            "compound": tyre.compound if tyre else None,
            "start_compound": None if view.timed else _started_on(view, car),
            "tyre_laps": tyre.laps if tyre else None,
            "new": tyre.new if tyre else None,
            **_in_class(view, car, placed.get(car), ahead.get(car)),
            "class_grid": class_grid.get(car),
            "class_gained": class_grid[car] - placed[car][0] if car in class_grid else None,
            "laps_since_stop": None if view.timed else _since_stop(view, car),
            **qualifying.get(car, {"at_risk": None, "reached": None}),
        }


def _next_behind(view: RaceView) -> Mapping[str, str]:
    """Who comes next behind each car that is still in the race; in one against the clock nobody follows anybody."""
    going = [] if view.timed else [car for car in view.order if view.run_state(car)[0] not in OUT_STATES]
    return dict(pairwise(going))


def _overtakes(view: RaceView) -> tuple[Counter[str], Counter[str]] | tuple[None, None]:
    """How often each car has passed another on track, and was passed; None where no laps tell it."""
    if view.timed or not has_laps(view):
        return None, None
    on_track = [each for each in passes(view) if each.how == "track"]
    return Counter(each.car for each in on_track), Counter(each.passed for each in on_track)


def _penalties(view: RaceView) -> Counter[str] | None:
    """How many penalties each car has been given; None where the feed has told no message of race control."""
    if not view.race_control:
        return None
    return Counter(case.penalty.car for case in cases_of(view) if case.penalty is not None)


def _started_on(view: RaceView, car: str) -> str | None:
    first = next((run.tyre for run in runs(view, car)), None)
    return first.compound if first else None


def _in_class(view: RaceView, car: str, placed: tuple[int, str] | None, ahead: str | None) -> Row:
    """Where a car stands in its class: its position there, and from the leader and the next ahead how far it is."""
    position, leader = placed or (None, None)
    if view.timed or leader is None:
        return {"class_position": position, "class_laps_down": None, "class_gap_s": None, "class_interval_s": None}
    behind = None if car == leader else apart(view, leader, car)
    down, gap = (0, 0.0) if behind is None else (behind.laps, behind.seconds)
    interval = None if ahead is None else apart(view, ahead, car).seconds
    return {"class_position": position, "class_laps_down": down, "class_gap_s": gap, "class_interval_s": interval}


def _grid_within(cars: Sequence[str], started: Mapping[str, int]) -> dict[str, int]:
    """Where each car of a class started among those of it whose start is told."""
    told = sorted((started[car], car) for car in cars if car in started)
    return {car: at for at, (_, car) in enumerate(told, 1)}


def _since_stop(view: RaceView, car: str) -> int:
    last = next((one.passage.lap for one in reversed(judge_passages(view, car)) if one.kind == "stop"), None)
    return max(view.car(car).laps - (last or 0), 0)


def _in_qualifying(view: RaceView) -> dict[str, Row]:
    """Whether a car is at risk, and how far it has come."""
    if not view.segment:
        return {}
    return {
        best.car: {"at_risk": best.at_risk, "reached": best.segment if best.knocked_out else view.segment}
        for best in best_laps(view)
    }


def _results(view: RaceView) -> Iterator[Row]:
    official = {row.car: row.position for row in view.official}
    for placed in provisional(view):
        yield {
            **car_values(view, placed.car)._asdict(),
            "position": placed.position,
            "road_position": placed.road_position,
            "penalty_s": placed.penalty_s,
            "behind_s": placed.behind_s,
            "state": view.run_state(placed.car)[0],
            "official_position": official.get(placed.car),
        }


DRIVERS = of_rows("drivers", "every car as it stands at this moment", FIELDS, _drivers, has_timing)
RESULTS = of_rows(
    "results", "the provisional result, and the official one where given", _RESULT, _results, has_timing, RACES
)
