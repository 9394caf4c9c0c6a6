"""predict_catch: in how many laps a car will have caught the one ahead, with the range that it may take."""

from __future__ import annotations

from pitwall.facts.catching import LEAST_LAPS, REACH_S, Catch, Closing, catch, closing
from pitwall.facts.gaps import Gap, gap_between, neighbour
from pitwall.facts.names import find_car, named, position_asked, short_name
from pitwall.facts.periods import PERIOD_NAMES, neutralised
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import gap_text, laps_text
from toolgate.contract import JsonObject, ToolSpec

_MOST_LAPS = 1_000_000

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        """
        will {driver} catch {other} / when will {driver} catch {other} / can {driver} catch {other}
        when does {driver} catch {other} / how long until {driver} catches {other} / is {driver} going to catch {other}
        how many laps until {driver} catches {other} / in how many laps does {driver} catch {other}
        on which lap will {driver} catch {other} / which lap will {driver} catch {other} on
        will {driver} catch {other} before the end / will {driver} get to {other} before the flag
        will {driver} reach {other} / how long does {driver} need to catch {other}
        predict when {driver} catches {other}
        can {driver} (get|get to|reach|pass|beat|do) {other} / will {driver} (get|get to|pass) {other}
        can {driver} (get|get to|catch|reach|pass) {other} (before the flag|before the end|in time|by the end)
        is {driver} going to (catch|get|reach|pass) {other} (before the flag|before the end|in time)
        does {driver} catch {other} (in time|before the end)
        when will {driver} be on the back of {other} / how many laps before {driver} is with {other}
        how many laps does {driver} need to catch {other} / will {driver} get {other} before the finish
        does {driver} have enough laps to catch {other} / has {driver} enough laps left to catch {other}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        will {driver} catch the car ahead / when will {driver} catch the car ahead / can {driver} catch the car in front
        how many laps until {driver} catches the car ahead / when will {driver} catch the car in front
        will {driver} catch anyone / how long until {driver} catches the next car
        when does {driver} catch the car ahead
        """,
    ),
    *asked(
        {"driver": "{driver}", "chased": True},
        """
        (can|will|could) {driver} be (caught|passed|overtaken) / is {driver} going to be (caught|passed|overtaken)
        (will|can|could) (anyone|anybody|someone|somebody) catch {driver} / who (will|can|could) catch {driver}
        will the car behind catch {driver} / is {driver} safe from being caught
        """,
    ),
    *asked(
        {"driver": "P2"}, "will second catch the leader / when will the leader be caught / will the leader be caught"
    ),
)


def build_predict_catch_tool(cache: StateCache) -> ToolSpec:
    """A prediction, with what it rests on; none before two laps since either's last stop on which both could race."""
    return race_tool(
        cache,
        _handle,
        name="predict_catch",
        kinds=RACES,
        description="A prediction: in how many laps, and on which lap, a driver catches another or the car ahead, and "
        "whether that is before the end; from the lap times of both, with its range.",
        arguments={
            "driver": s.driver_argument("who chases"),
            "other": s.driver_argument("whom; default: the car ahead"),
            "chased": s.flag("by the car behind"),
        },
        required=["driver"],
        payload={
            "behind": s.driver(),
            "ahead": s.driver(nullable=True),
            "gap_s": s.gap_s("now"),
            "reach_s": s.number("caught: so many seconds behind", high=60),
            "comes": {"type": ["boolean", "null"], "description": "at the expected pace; null: cannot be said"},
            "laps": s.number("until it is caught, at the expected pace", high=_MOST_LAPS, nullable=True),
            "soonest_laps": s.number("four of five lie from here", high=_MOST_LAPS, nullable=True),
            "latest_laps": s.number("to here; null: it may never come", high=_MOST_LAPS, nullable=True),
            "on_lap": s.lap_number("of the chasing car; null: not before the end", nullable=True),
            "before_end": {"type": ["boolean", "null"], "description": "null: the distance is not told"},
            "pace": s.record(
                {
                    "measured_s": s.gap_s("a lap that the gap closed, the median", nullable=False),
                    "expected_s": s.gap_s("a lap, what of it is expected to last", nullable=False),
                    "error_s": s.gap_s("standard error of the expected", nullable=False),
                    "laps": s.integer("laps that both could race", high=s.MAX_LAPS),
                },
                "what it rests on; null: too few laps",
                nullable=True,
            ),
            "prediction": s.flag("this is one"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    other = find_car(view, given["other"], path="/other") if "other" in given else neighbour(view, car, -1)
    if chased := given.get("chased") and "other" not in given:
        other = neighbour(view, car, 1)
    if other == car and position_asked(view, given["other"]) is not None:
        other = None
    elif other == car:
        raise same_driver(view, car)
    gap = gap_between(view, car, other) if other else None
    why = _why_not(view, car, gap, "behind" if chased else "ahead")
    pace = closing(view, gap) if gap is not None and why is None else None
    if why is None and pace is None:
        why = f"they have fewer than {LEAST_LAPS} clear laps in common on these tyres"
    said = catch(gap.seconds, pace) if gap and pace and gap.seconds is not None else None
    last = view.last_lap(gap.behind) if gap else None
    lap = last.number + max(1, -int(-said.laps // 1)) if said and said.laps is not None and last else None
    fits = None if view.total_laps is None or said is None else lap is not None and lap <= view.total_laps
    ahead = gap is not None and gap.ahead == car and "other" in given and not view.finished
    return {
        "summary": _ahead_already(view, gap) if gap and ahead else _summary(view, gap, pace, said, lap, why),
        "behind": named(view, gap.behind if gap else car),
        "ahead": named(view, gap.ahead) if gap else None,
        "gap_s": gap.seconds if gap else None,
        "reach_s": REACH_S,
        "comes": None if said is None else said.laps is not None,
        "laps": said.laps if said else None,
        "soonest_laps": said.soonest if said else None,
        "latest_laps": said.latest if said else None,
        "on_lap": lap if fits is not False and lap is not None and lap <= s.MAX_LAPS else None,
        "before_end": fits,
        "pace": _pace(pace),
        "prediction": True,
        "missing": [f"what a prediction needs: {why}"] if why else [],
    }


def _ahead_already(view: RaceView, gap: Gap) -> str:
    """`Russell is ahead of Leclerc already, by 2.187 s.`, where it is asked when he will have caught him."""
    by = f", by {gap_text(gap.seconds)}" if gap.seconds is not None else ""
    return f"{short_name(view, gap.ahead)} is ahead of {short_name(view, gap.behind)} already{by}."


def _pace(pace: Closing | None) -> JsonObject | None:
    if pace is None:
        return None
    return {"measured_s": pace.measured_s, "expected_s": pace.rate_s, "error_s": pace.error_s, "laps": pace.laps}


def _why_not(view: RaceView, car: str, gap: Gap | None, where: str) -> str | None:
    """Why nothing can be foretold, in words."""
    name = short_name(view, car)
    if view.finished:
        return "the race is over"
    if gap is None:
        if view.run_state(car)[0] in OUT_STATES:
            return f"{name} is out"
        if car in view.order:
            return (
                f"{name} has no car {where}"
                if where == "behind" or car == view.leader
                else f"{name} is in P{view.car(car).position}"
            )
        return f"the feed does not place {name}"
    out = next((each for each in (gap.behind, gap.ahead) if view.run_state(each)[0] in OUT_STATES), None)
    if out is not None:
        return f"{short_name(view, out)} is out"
    if (kind := neutralised(view)) is not None:
        return f"nobody races under the {PERIOD_NAMES[kind][0]}"
    if gap.seconds is None:
        return "the feed gives no gap in seconds between them"
    return None


def _summary(
    view: RaceView, gap: Gap | None, pace: Closing | None, said: Catch | None, lap: int | None, why: str | None
) -> str:
    if gap is None or gap.seconds is None or pace is None or said is None:
        return f"No prediction: {why}."
    behind, ahead, now = short_name(view, gap.behind), short_name(view, gap.ahead), gap_text(gap.seconds)
    if said.laps == 0:
        return f"{behind} is with {ahead} already, {now} behind."
    if said.laps is None:
        slower = f"{abs(pace.measured_s):.2f} s a lap slower" if pace.measured_s < 0 else "no faster"
        over = laps_text(pace.laps)
        return f"Prediction: {behind} does not catch {ahead} at this pace: {now} behind, {slower} over {over}."
    total = view.total_laps
    when = f"in about {said.laps:.0f} laps" if said.laps >= 1.5 else "in about 1 lap"
    at = f" (lap {lap})" if total is None or (lap or 0) <= total else f", after the end (lap {total})"
    soonest = said.soonest or 0.0
    sooner = f"not before {laps_text(round(soonest))}" if soonest >= 0.5 else "maybe sooner"
    late = f"{sooner}, maybe never" if said.latest is None else f"range {soonest:.0f} to {said.latest:.0f}"
    return (
        f"Prediction: {behind}, {now} behind, within 1 s of {ahead} {when}{at}; {late}. "
        f"{pace.measured_s:.2f} s a lap faster over {laps_text(pace.laps)}."
    )
