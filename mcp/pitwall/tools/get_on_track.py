"""get_on_track: who is on the track in practice or qualifying, who is in the pits, and who has stopped."""

from __future__ import annotations

from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.periods import neutralised
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.kinds import TIMED
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.qualifying_words import taking_part
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_SHOWS = ("track", "pits")
_OUT = "(on track|out|out there|out on track|running)"
_HOME = "(in the garage|in the pits|in|back in the garage|back in the pits)"
_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        f"""
        is anyone {_OUT} / anyone (on track|out there|out on track|running|going)
        who is (out|out there|running|going round|left on track) / which cars are (out there|running)
        how many (cars|) are (out|out there|running) / are (they|any cars) {_OUT}
        (is|are) (they|everyone|all of them) {_HOME}
        are they all {_HOME} / (anyone|is anyone) on track or are they all {_HOME}
        who has (come out|gone out) / how many are on a lap / is the track empty / is there (anyone|any car) {_OUT}
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        is {driver} (in the garage|in the pits|on track|out there|running|in the pit lane|
            staying in the garage)
        is {driver} (back|coming back) (out|out there|on track) / is {driver} coming (back|) out (again|)
        has {driver} (come|gone) (back|) out (again|yet|) / is {driver} (driving|on a lap|on an out lap)
        """,
    ),
    *asked(
        {},
        "who is (coming|going) (back|) out (again|for a second run|for another run|) / who is back out",
    ),
    *asked(
        {"show": "pits"},
        """
        (who is|which cars are|how many cars are|how many are) (in the pits|in the garage|in the pit lane)
        who is back in the (garage|pits) / who is sitting in the garage / is anyone in the (garage|pits)
        did (everyone|they all) (make it|get) back (to the pits|to the garage|) / is everyone back
        who is not (running|on track|out|out there) / who has not come out (yet|)
        """,
    ),
)


def build_get_on_track_tool(cache: StateCache) -> ToolSpec:
    """Every car by where it is: on the track, in the pits, or stopped."""
    return race_tool(
        cache,
        _handle,
        name="get_on_track",
        kinds=TIMED,
        description="Practice and qualifying: which cars are on track, which are in the pits or the garage, and which "
        "have stopped.",
        arguments={
            "driver": s.driver_argument("the summary tells of this driver alone"),
            "show": {**s.choice(*_SHOWS, description="whom the summary names first"), "default": "track"},
        },
        payload={
            "on_track": s.rows(s.driver(), "running, in their order"),
            "in_pits": s.rows(s.driver(), "in the pit lane or the garage"),
            "stopped": s.rows(s.driver(), "stand on the track, or have retired"),
            "knocked_out": s.rows(s.driver(), "out of the qualifying"),
            "status": s.text("red: the session stands still", longest=20, nullable=True),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    going = set(taking_part(view, view.segment)) if view.segment and not view.over else set(view.order)
    states = {car: view.run_state(car)[0] for car in view.order}
    cars = {
        "on_track": [car for car in view.order if states[car] == "running"],
        "in_pits": [car for car in view.order if states[car] == "in_pit" and car in going],
        "stopped": [car for car in view.order if states[car] in OUT_STATES and car in going],
        "knocked_out": [car for car in view.order if car not in going and states[car] != "running"],
    }
    return {
        "summary": _one(view, find_car(view, given["driver"], path="/driver"))
        if "driver" in given
        else _summary(view, given.get("show", "track"), cars),
        **{name: [named(view, car) for car in found] for name, found in cars.items()},
        "status": neutralised(view),
    }


def _one(view: RaceView, car: str) -> str:
    """`Tsunoda is in the pits; 5 laps completed.`"""
    state, laps = view.run_state(car)[0], count_text(view.car(car).laps, "lap")
    if view.over:
        return f"The session is over: {short_name(view, car)} completed {laps}."
    where = {"running": "is on track", "in_pit": "is in the pits"}.get(state, f"has {state}")
    red = " under the red flag" if neutralised(view) == "red" else ""
    return f"{short_name(view, car)} {where}{red}; {laps} completed."


def _summary(view: RaceView, show: str, cars: dict[str, list[str]]) -> str:
    if view.over:
        return "The session is over: nobody is running any more."
    red = "Red flag: " if neutralised(view) == "red" else ""
    track, pits, stopped = (cars[name] for name in ("on_track", "in_pits", "stopped"))
    still = f"; stopped: {', '.join(short_name(view, car) for car in stopped)}" if stopped else ""
    first, rest, word = (track, pits, "on track") if show == "track" else (pits, track, "in the pits")
    other = f"{len(rest)} {'in the pits' if show == 'track' else 'on track'}"
    if not first:
        return f"{red}no car {word}, {other}{still}.".replace("no car", "No car" if not red else "no car", 1)
    return fitting(
        f"{red}{count_text(len(first), 'car')} {word}: ",
        [short_name(view, car) for car in first],
        end=f"; {other}{still}.",
    )
