"""get_tyre_degradation: how much slower a set of tyres gets with each lap, with how sure that is."""

from __future__ import annotations

from pitwall.facts.names import named, short_name
from pitwall.facts.wear import LEAST_LAPS, Wear, fuel_s, wear
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.drivers_asked import drivers_asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, joined
from toolgate.contract import JsonObject, ToolSpec

_MOST = 300

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        how are the tyres degrading / tyre degradation / what is the tyre degradation / how much degradation is there
        how bad is the tyre wear / how fast do the tyres wear / tyre deg
        how do the compounds degrade / degradation per lap / how much do the tyres lose per lap
        """,
    ),
    *asked(
        {"order": "worst"},
        """
        which tyre degrades the most / which compound (wears|degrades) the most / who has the worst degradation
        whose tyres are (falling off|dropping off|degrading the most|wearing the most) / who has the most degradation
        who has the most tyre degradation / who is hardest on the tyres
        """,
    ),
    *asked(
        {"order": "best"},
        """
        which (tyre|compound) (wears|degrades) the least / who has the (least|lowest) (degradation|tyre degradation)
        whose tyres are (degrading|wearing) the least / who is kindest to the tyres
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        compare the tyre degradation of {driver} and {other} / tyre degradation of {driver} and {other}
        who has the better degradation {driver} or {other} / compare the tyre wear of {driver} and {other}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        how are the tyres of {driver} degrading / tyre degradation of {driver} / {driver} tyre degradation
        how much is {driver} losing per lap to tyre wear / are the tyres of {driver} falling off
        are the tyres of {driver} going off / how are the tyres of {driver} holding up / {driver} tyre deg
        how fast are the tyres of {driver} wearing / is {driver} suffering with degradation
        how much degradation does {driver} have / are the tyres of {driver} dropping off / degradation of {driver}
        """,
    ),
)


def build_get_tyre_degradation_tool(cache: StateCache) -> ToolSpec:
    """The slope of the green lap times over each stint, freed of the fuel that is assumed to burn."""
    return race_tool(
        cache,
        _handle,
        name="get_tyre_degradation",
        kinds=RACES,
        description="Tyre degradation: seconds a lap that each stint's tyres lose with each lap, with the standard "
        "error, freed of fuel by an assumed figure that is stated; of one driver or all.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "other": s.driver_argument("a second driver"),
            "order": {
                **s.choice("worst", "best", description="which stints come first where no driver is named"),
                "default": "worst",
            },
        },
        payload={
            "stints": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "stint": s.integer("from 1", low=1, high=s.MAX_LAPS),
                        "compound": s.text(longest=20, nullable=True),
                        "from_lap": s.lap_number(),
                        "to_lap": s.lap_number(),
                        "laps": s.integer("green laps that it rests on", high=s.MAX_LAPS),
                        "slope_s": s.gap_s("slower with each lap, fuel taken out; negative: faster", nullable=False),
                        "error_s": s.gap_s("its standard error", nullable=False),
                        "raw_s": s.gap_s("the slope of the lap times as they are", nullable=False),
                    }
                ),
                "of the driver asked for in order, else the latest of cars still going, the surely worst first",
                most=_MOST,
            ),
            "fuel_s": s.gap_s("assumed: what burnt fuel gives with each lap; null: the distance is not told"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = drivers_asked(view, given)
    best = given.get("order") == "best"
    if only:
        stints = [stint for car in dict.fromkeys(only) for stint in wear(view, car)]
    else:
        going = (car for car in view.order if view.run_state(car)[0] not in OUT_STATES)
        latest = (list(wear(view, car))[-1:] for car in going)
        stints = sorted((each for found in latest for each in found), key=_surely_best if best else _surely_worst)
    fuel = fuel_s(view)
    missing = [] if stints else [f"degradation: no stint yet with {LEAST_LAPS} green laps"]
    return {
        "summary": _summary(view, only, stints, fuel, best=best),
        "stints": [_row(view, stint) for stint in stints[:_MOST]],
        "fuel_s": None if fuel is None else round(fuel, 4),
        "missing": missing if fuel is not None else [*missing, "the distance: burnt fuel is not taken out"],
    }


def _row(view: RaceView, stint: Wear) -> JsonObject:
    return {"driver": named(view, stint.car), **{k: v for k, v in stint._asdict().items() if k != "car"}}


def _surely_worst(stint: Wear) -> float:
    return stint.error_s - stint.slope_s


def _surely_best(stint: Wear) -> float:
    return stint.error_s + stint.slope_s


def _summary(view: RaceView, only: list[str], stints: list[Wear], fuel: float | None, *, best: bool) -> str:
    who = f" of {joined([short_name(view, car) for car in only])}" if only else ""
    if not stints:
        return f"Degradation{who} cannot be said yet: it takes {LEAST_LAPS} green laps of a stint."
    shown = sorted(stints, key=lambda each: -each.stint) if only else stints
    said = [
        f"{'' if len(only) == 1 else short_name(view, each.car) + ' '}{(each.compound or 'unknown tyres').lower()}"
        f"{_over(view, each)} {each.slope_s:+.3f} ±{each.error_s:.3f}"
        for each in shown
    ]
    order = {0: ", the surely least first" if best else "", 1: ", the latest stint first"}.get(len(only), "")
    if len(only) == 1 and all(_over(view, each) for each in stints):
        order += ", too few laps yet on the tyres of now"
    assumed = f"; fuel at {fuel:.3f} s a lap is assumed" if fuel is not None else "; fuel is not taken out"
    return fitting(f"Degradation{who} in s a lap{order}: ", said, end=f"{assumed}.")


def _over(view: RaceView, stint: Wear) -> str:
    """` to lap 39`: of a stint that is over."""
    last = view.last_lap(stint.car)
    return f" to lap {stint.to_lap}" if last is not None and last.number > stint.to_lap else ""
