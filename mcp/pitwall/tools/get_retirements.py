"""get_retirements: who is out, since when, and who says so."""

from __future__ import annotations

from pitwall.facts.names import find_car, named, short_name
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_NOTICE_CHARS = 200

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        is anyone out / is anybody out / anyone out
        who is (back|) in the garage / which cars are in the garage / is (anyone|anybody) in the garage
        who is out / who has retired / who is out of the race / any retirements / retirements / dnfs
        dnf list / did anyone drop out / who did not finish
        how many dnfs / how many retirements / how many cars have dropped out / number of retirements
        list of retirements / who dnfed / any dnfs / how many have retired / how many drivers are out
        how many cars have retired / how many cars are out / who retired first
        who was the first to retire / which drivers failed to finish
        how many cars are still running / how many cars are left / who has dropped out of the race
        how many cars finished / how many cars took the flag / how many finished / how many finishers
        how many drivers finished the race / how many made it to the finish
        who (went|has gone|dropped|fell) out / who (went|has gone) out of the race
        who is already out / did everybody finish / did everyone finish / has everyone finished
        is everyone still running
        is everybody still in the race / are all cars still running / did all cars finish / has anyone retired
        has anybody dropped out / have all cars made it to the finish / who failed to finish
        which cars failed to finish
        who did not make it to the finish
        (who|which cars|which drivers) did not (make it past|get past|survive|get through|finish|
            complete) the (first|opening) lap
        how many retirements (did we have|did we end up with|were there) and (which drivers|who)
        (who|which cars) (has|have) (parked up|broken down) / any (dropouts|drop outs)
        list (every|all the) retirement with the lap / how many are out and who / did anyone retire
        how many cars have we lost / which cars have we lost / who have we lost / whom have we lost / how many are out
        how many cars did not finish / is the whole field still running
        who is out and why / why are they out
        how many cars are out and who are they / who else is out / who was the last to retire
        who retired last / who was the first retirement / who went out first / who is out after lap 1
        is {driver} the only (one|car|driver|retirement) (out|gone|that is out|to retire|missing)
        (is it|) (just|only) {driver} (that is|who is|) (out|gone|missing)
        """,
    ),
    *asked(
        {"since_lap": "{since_lap}"},
        """
        (who|which cars|which drivers) (has|have) (retired|dropped out|gone out) (since|after) lap {since_lap}
        (who|which cars|which drivers) (retired|dropped out|went out) (since|after|from) lap {since_lap}
        has anyone (retired|dropped out|gone out) (since|after) lap {since_lap}
        retirements (since|after) lap {since_lap}
        how many (cars|drivers|) (have|) (retired|dropped out) (since|after) lap {since_lap}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        on which lap did {driver} retire / when did {driver} retire / when did {driver} drop out
        what lap did {driver} go out on / when did {driver} stop on track
        why is {driver} not (on track|racing|running|out there|in the race) / why did {driver} not (race|finish)
        why did {driver} retire / why is {driver} out / why did {driver} stop on track / why did {driver} drop out
        what ended the race of {driver} / what put {driver} out / when did {driver} go out / {driver} is out
        did {driver} go out / has {driver} gone out / did {driver} dns / {driver} dns
        did {driver} finish the race / what forced {driver} to retire
        is {driver} (done|finished) for today / is {driver} definitely (out|done) / {driver} out or not
        did {driver} (park it|park up|stop on track) / where did {driver} stop on track
        """,
    ),
)


def build_get_retirements_tool(cache: StateCache) -> ToolSpec:
    """Every car that is out: after how many laps, since when, and whether the feed says so or we conclude it."""
    return race_tool(
        cache,
        _handle,
        name="get_retirements",
        kinds=RACES,
        description="Retirements: which drivers are out of the race, on which lap and when they stopped, whether the "
        "feed says so or it is derived, and how many cars are still going.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "since_lap": {
                "type": "integer",
                "minimum": 1,
                "maximum": s.MAX_LAPS,
                "description": "only cars that went out on this lap or later",
                "x-phrases": ["since lap {}", "after lap {}", "from lap {} on", "since the restart on lap {}"],
            },
        },
        payload={
            "out": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "place": s.position("last position in the order"),
                        "laps": s.lap_number("laps completed"),
                        "state": s.choice(*OUT_STATES, description="stopped or retired"),
                        "derived": s.flag("our conclusion, not the feed's own word"),
                        "told": s.text("session time at which the feed said so", longest=16, nullable=True),
                        "last_line": s.text("session time of its last completed lap", longest=16, nullable=True),
                        "in_lane": s.flag("in the pit lane"),
                        "notice": s.text("race control's last words on it", longest=_NOTICE_CHARS, nullable=True),
                    }
                ),
                "in the order in which they went out",
            ),
            "count": s.integer("cars out", high=s.MAX_CARS),
            "still_going": s.integer("cars on track or in the pit lane", high=s.MAX_CARS),
            "finished": s.integer("cars that took the flag", high=s.MAX_CARS),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    only = find_car(view, given["driver"], path="/driver") if "driver" in given else None
    states = {car: view.run_state(car) for car in list(view.cars)[: s.MAX_CARS]}
    out = sorted((car for car in states if states[car][0] in OUT_STATES), key=lambda car: _when(view, car))
    going = sum(state in ("running", "in_pit") for state, _ in states.values())
    finished = sum(state == "finished" for state, _ in states.values())
    since = given.get("since_lap", 1)
    late = [car for car in out if _lap_out(view, car) >= since]
    chosen = [car for car in late if only is None or car == only]
    return {
        "summary": _one(view, only, only in out) if only else _all(view, late, going, finished, since),
        "out": [_row(view, car) for car in chosen],
        "count": len(out),
        "still_going": going,
        "finished": finished,
        "missing": ["why cars are out: timing does not tell"] if chosen else [],
    }


def _when(view: RaceView, car: str) -> tuple[int, float]:
    """Sorts by laps completed, then by the last thing known of the car."""
    laps, told = view.laps(car), view.out_since(car)
    return len(laps), told if told is not None else (laps[-1].t if laps else 0.0)


def _lap_out(view: RaceView, car: str) -> int:
    """The lap that it did not complete."""
    return (view.car(car).laps or 0) + 1


def _row(view: RaceView, car: str) -> JsonObject:
    state, derived = view.run_state(car)
    laps, told = view.laps(car), view.out_since(car)
    return {
        "driver": named(view, car),
        "place": view.car(car).position,
        "laps": view.car(car).laps,
        "state": state,
        "derived": derived,
        "told": None if told is None else format_session_time(told),
        "last_line": format_session_time(laps[-1].t) if laps else None,
        "in_lane": view.car(car).in_pit,
        "notice": _notice(view, car),
    }


def _notice(view: RaceView, car: str) -> str | None:
    events = (m for m in reversed(view.race_control) if m.car == car and m.category == "CarEvent")
    return next((message.message[:_NOTICE_CHARS] for message in events), None)


def _worded(view: RaceView, car: str, *, derived: bool) -> str:
    """`Alonso (after 32 laps, derived)`; without `derived` what is said before it says so."""
    laps = view.car(car).laps
    when = f"after {laps} laps" if laps > 1 else "after 1 lap" if laps else "on lap 1"
    return f"{short_name(view, car)} ({when}{', derived' if derived and view.run_state(car)[1] else ''})"


def _all(view: RaceView, out: list[str], going: int, finished: int, since: int) -> str:
    left = f"; {count_text(finished, 'car')} finished" if finished else ""
    left += f"; {count_text(going, 'car')} still going" if going or not finished else ""
    span = f" since lap {since}" if since > 1 else ""
    if not out and span:
        return f"Nobody has gone out{span}{left}."
    if not out and not view.started and view.cars:
        return "The race has not started: nobody is out."
    if not out:
        return f"Nobody is out{left}." if view.cars else "The feed has said nothing of any car yet."
    all_derived = len(out) > 1 and all(view.run_state(car)[1] for car in out)
    said = f"{len(out)} out{' (derived)' if all_derived else ''}{span}: "
    return fitting(said, [_worded(view, car, derived=not all_derived) for car in out], end=f"{left}.")


def _one(view: RaceView, car: str, out: bool) -> str:
    name = short_name(view, car)
    state, derived = view.run_state(car)
    if not out:
        return f"{name} is not out ({state.replace('_', ' ')})."
    told = view.out_since(car)
    said = f", the feed has said so since {format_session_time(told)[:8]}" if told is not None and not derived else ""
    laps = count_text(view.car(car).laps, "lap")
    why = f"; race control: {notice}" if (notice := _notice(view, car)) else "; the feed does not say why"
    by = " (derived: no lap since)" if derived else ""
    verb = "seems to be out" if derived else f"is out, {state}"
    return fitting(f"{name} {verb} after {laps} completed{said}{by}", [why])
