"""get_retirements: who is out, since when, and who says so."""

from __future__ import annotations

from pitwall.facts.classes import cars_of_class
from pitwall.facts.names import find_car, named
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.state.moment import format_session_time
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.retirement_words import NOTICE_CHARS, TOLD_FIRST, all_words, notice_of, one_words
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        is anyone out / is anybody out / anyone out / which (cars|drivers) are out / which (car|driver) is out
        who is out / who has retired / who is out of the race / any retirements / retirements / dnfs
        dnf list / did anyone drop out / who did not finish
        how many dnfs / how many retirements / how many cars have dropped out / number of retirements
        list of retirements / who dnfed / any dnfs / how many have retired / how many drivers are out
        (which cars|which drivers) have dropped out / (list|show) (all|the|all the) retirements (so far|)
        (which cars|which drivers|who) (is|are) out and how many laps did (each|they|each of them|he) (do|complete)
        (which cars|which drivers|who) (is|are) out and how many laps have they (done|completed)
        (list|show|) (all|the|all the|) retirements (with|and) the laps (each|they|) (had completed|completed|did|)
        how many laps did (each|the) (retired car|retirement|car that is out|cars that are out) (do|complete)
        how many cars have retired / how many cars are out / which drivers failed to finish
        who has dropped out of the race
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
        how many (starters|of the starters) (are|have) (no longer running|not running any more|dropped out|retired|out)
        how many of (those who|the cars that) started (are|have) (no longer running|dropped out|retired|out)
        (how many|which) (cars|drivers) are no longer (running|racing|in the race) / who is no longer racing
        how many cars have we lost / which cars have we lost / who have we lost / whom have we lost / how many are out
        how many cars did not finish / is the whole field still running
        who is out and why / why are they out
        how many cars are out and who are they / who else is out / who is out after lap 1
        is {driver} the only (one|car|driver|retirement) (out|gone|that is out|to retire|missing)
        (is it|) (just|only) {driver} (that is|who is|) (out|gone|missing)
        """,
    ),
    *asked(
        {},
        """
        who else (has|is) (retired|out|gone) (besides|apart from|except|but) {driver}
        who (retired|is out) (besides|apart from|except) {driver}
        """,
    ),
    *asked(
        {"class_name": "{class}"},
        """
        (which|what) {class} cars did not (finish|make it|make it to the finish|make it to the end)
        which cars (in|of) {class} did not (finish|make it to the finish) / who did not finish in {class}
        which {class} cars (dropped out|failed to finish|are out|have dropped out) / {class} retirements
        """,
    ),
    *asked(
        {"tell": "first"},
        """
        who retired first / who was the first to retire / who was the first retirement / who went out first
        (when|on which lap) was the first retirement
        which car retired first / who was first to retire / which car was the first to retire / who was out first
        """,
    ),
    *asked(
        {"tell": "last"},
        """
        who was the last to retire / who retired last / who was the (last|latest) retirement / who went out last
        which car retired last / who is the latest retirement / who retired most recently / latest retirement
        """,
    ),
    *asked(
        {"tell": "still_going"},
        """
        how many cars are still running / how many cars are left / how many cars are still (going|racing|circulating)
        how many cars finished / how many cars took the flag / how many finished / how many finishers
        how many drivers finished the race / how many made it to the finish / how many are circulating
        how many (cars|drivers) are (still|left) in the race / how many are still (racing|running)
        how many cars (have finished|finished the race|are left running) / how many drivers are left
        cars (still|) (running|going|racing|circulating) / cars (left|remaining) (in the race|) / cars left running
        """,
    ),
    *asked(
        {"tell": "no_lap"},
        """
        (who|which cars|which drivers|which car|which driver) did not start (the race|) / who failed to start
        (who|which cars|which drivers|which car|which driver) dns (the race|) / any dns / dns
        did everyone start (the race|) / did (all|every) (cars|car) start / did anyone not start / any non starters
        (who|which cars) (never completed|did not complete) (a lap|a single lap)
        who is missing (from the grid|since the start|) / who is not there from the grid
        who did not take the start / who did not get away (at the start|) / who was a non starter
        """,
    ),
    *asked(
        {"tell": "place", "driver": "{driver}"},
        """
        where was {driver} when (he|she|it) (retired|went out|dropped out)
        in (which|what) position was {driver} when (he|she|it) (retired|went out|dropped out|stopped)
        (which|what) position was {driver} in when (he|she|it) (retired|went out|dropped out)
        position of {driver} when (he|she|it) (retired|went out|dropped out)
        from which position did {driver} (retire|drop out) / which position did {driver} retire from
        """,
    ),
    *asked(
        {"tell": "place"},
        """
        who (retired|dropped out|went out) from (the|) (lead|top {n})
        who (retired|dropped out|went out) (in|while in|while running in) (the|) (points|points positions|top {n})
        who (retired|dropped out|went out) (while leading|from p1|as the leader)
        did (anyone|anybody|the leader) (retire|drop out|go out) from the lead
        from which (position|positions|place|places) did (they|the cars|everyone) (retire|drop out|go out)
        where was everyone when they (retired|went out|dropped out) / who retired from where
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
            "class_name": {**s.text("only cars of this class", longest=40), "x-vocabulary": "class"},
            "tell": s.tell_argument(
                *TOLD_FIRST,
                meaning="who went out first or last, how many cars still go, who completed no lap; the position in "
                "which each went out",
            ),
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
                        "notice": s.text("race control's last words on it", longest=NOTICE_CHARS, nullable=True),
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
    cars = cars_of_class(view, given["class_name"]) if "class_name" in given else view.cars
    states = {car: view.run_state(car) for car in list(cars)[: s.MAX_CARS]}
    out = sorted((car for car in states if states[car][0] in OUT_STATES), key=lambda car: _when(view, car))
    going = sum(state in ("running", "in_pit") for state, _ in states.values())
    finished = sum(state == "finished" for state, _ in states.values())
    since, tell = given.get("since_lap", 1), given.get("tell")
    late = [car for car in out if _lap_out(view, car) >= since]
    chosen = [car for car in late if only is None or car == only]
    return {
        "summary": one_words(view, only, only in out, tell)
        if only
        else all_words(view, late, going, finished, since, tell),
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
        "notice": notice_of(view, car),
    }
