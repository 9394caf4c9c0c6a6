"""get_on_track: who is on the track in practice or qualifying, who is in the pits, and who has stopped."""

from __future__ import annotations

from pitwall.facts.current_lap import CurrentLap, current_lap
from pitwall.facts.names import find_car, named, short_name
from pitwall.facts.periods import neutralised
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.kinds import TIMED
from pitwall.tools import current_lap_words as lap_words
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.qualifying_words import taking_part
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import count_text, fitting
from toolgate.contract import JsonObject, ToolSpec

_TOLD_FIRST = ("track", "pits", "laps", "longest", "gaining")
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
        has {driver} (come|gone) (back|) out (again|yet|) / is {driver} (driving|on a lap|on an out lap|on his out lap)
        is {driver} on a (flying|fast|hot|timed|push) lap / is {driver} pushing / is {driver} improving on this lap
        is {driver} (on track|in the garage) or (on track|in the garage)
        has {driver} aborted (his|the) lap / did {driver} abort (his|the) lap
        is {driver} slow on track
        """,
    ),
    *asked(
        {},
        "who is (coming|going) (back|) out (again|for a second run|for another run|) / who is back out",
    ),
    *asked(
        {"tell": "laps"},
        """
        who is on a (flying|fast|hot|timed|push) lap / how many (cars|) are on a (flying|fast|hot|timed|push) lap
        which cars are on (flying|fast|timed|push) laps / who is on an out lap
        which cars are on (an out lap|out laps|their out laps)
        is anyone on a (flying|fast|hot|timed|push) lap / who is pushing / who is on a push lap
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        how long has {driver} been (in the garage|in the pits|back in the garage|back in the pits)
        since when is {driver} in the (garage|pits) / (is|are) {driver} cars on track
        which {driver} cars are on track
        how many {driver} cars are on track / are both {driver} (cars|) (on track|out)
        """,
    ),
    *asked(
        {"tell": "longest"},
        """
        who has been in the (garage|pits) (the|) longest / who has been in the longest
        how long have (they|the cars) been in the (garage|pits)
        """,
    ),
    *asked(
        {"tell": "gaining"},
        """
        who is (improving|faster|quicker|going faster|up) on (this|his|their) lap / who is improving right now
        who is (up|faster|quicker) on (his|their) best / is anyone improving on (this|his|their) lap
        """,
    ),
    *asked(
        {"tell": "pits"},
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
            "tell": s.tell_argument(
                *_TOLD_FIRST,
                meaning="laps: who is on a fast lap, who on an out-lap; longest: who has been in the pits how long; "
                "gaining: whose lap is better so far than his best",
                default="track",
            ),
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
        else lap_words.TOLD[given["tell"]](view, [*cars["in_pits"], *cars["on_track"]])
        if given.get("tell") in lap_words.TOLD and not view.over
        else _summary(view, given.get("tell", "track"), cars),
        **{name: [named(view, car) for car in found] for name, found in cars.items()},
        "status": neutralised(view),
    }


def _one(view: RaceView, car: str) -> str:
    """`Tsunoda is in the pits; 5 laps completed.`"""
    state, laps = view.run_state(car)[0], count_text(view.car(car).laps, "lap")
    if view.over:
        return f"The session is over: {short_name(view, car)} completed {laps}."
    since = lap_words.pit_time(view, car)
    in_pits = f"has been in the pits for {since}" if since else "is in the pits"
    where = {"running": "is on track", "in_pit": in_pits}.get(state, f"has {state}")
    red = " under the red flag" if neutralised(view) == "red" else ""
    return f"{short_name(view, car)} {where}{_lap_words(current_lap(view, car))}{red}; {laps} completed."


def _lap_words(lap: CurrentLap | None) -> str:
    """`, on a fast lap (sector 1 in 21.458 s, 0.075 s off his best)`."""
    if lap is None or lap.manner in ("out", "begun"):
        return "" if lap is None else ", on an out lap" if lap.manner == "out" else ", at the beginning of a lap"
    if lap.last is None:
        return f", on a {lap.manner} lap"
    off = lap.last.seconds - lap.best_s if lap.best_s is not None else None
    than = "" if off is None else ", his best" if off <= 0 else f", {off:.3f} s off his best"
    return f", on a {lap.manner} lap (sector {lap.last.sector} in {lap.last.seconds:.3f} s{than})"


def _laps(view: RaceView, track: list[str]) -> str:
    """`On a fast lap: Norris, Sainz; at its beginning: Perez; on an out lap: Gasly; slow: Zhou.`"""
    manners = {car: lap.manner for car in track if (lap := current_lap(view, car)) is not None}
    if not manners:
        return "No car is on a lap: none is on track."
    words = {"fast": "on a fast lap", "begun": "at the beginning of a lap", "out": "on an out lap", "slow": "slow"}
    parts = [
        f"{word}: {', '.join(short_name(view, car) for car in track if manners.get(car) == manner)}"
        for manner, word in words.items()
        if manner in manners.values()
    ]
    none = "" if "fast" in manners.values() else "no car on a fast lap; "
    text = fitting(none, parts, separator="; ")
    return text[0].upper() + text[1:]


def _summary(view: RaceView, tell: str, cars: dict[str, list[str]]) -> str:
    if view.over:
        return "The session is over: nobody is running any more."
    red = "Red flag: " if neutralised(view) == "red" else ""
    track, pits, stopped = (cars[name] for name in ("on_track", "in_pits", "stopped"))
    still = f"; stopped: {', '.join(short_name(view, car) for car in stopped)}" if stopped else ""
    if tell == "laps":
        return f"{red}{_laps(view, track)}"
    first, rest, word = (track, pits, "on track") if tell == "track" else (pits, track, "in the pits")
    other = f"{len(rest)} {'in the pits' if tell == 'track' else 'on track'}"
    if not first:
        return f"{red}no car {word}, {other}{still}.".replace("no car", "No car" if not red else "no car", 1)
    return fitting(
        f"{red}{count_text(len(first), 'car')} {word}: ",
        [short_name(view, car) for car in first],
        end=f"; {other}{still}.",
    )
