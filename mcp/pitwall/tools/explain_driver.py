"""explain_driver: what timing has to say to a why: why slow, why there in the order, why stopped or not."""

from __future__ import annotations

from pitwall.facts.gaps import neighbour
from pitwall.facts.names import find_car, named
from pitwall.facts.starting import starting_positions
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.reason_words import (
    LAST,
    last_laps,
    out_sentence,
    pace_words,
    position_words,
    stop_words,
    stops_of,
    usual_s,
)
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

_WORDS = {"pace": pace_words, "position": position_words, "stop": stop_words}

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "about": "pace"},
        """
        why is {driver} (slow|so slow|slower|getting slower|losing time|losing pace|off the pace)
        why (did|has) {driver} (lose|lost) so much time / why was the last lap of {driver} (slow|so slow)
        why is {driver} (fast|faster|quicker|faster now|so fast|so quick) / why is {driver} losing so much time
        why has {driver} (slowed down|got slower|sped up|no pace) / what is slowing {driver} down
        """,
    ),
    *asked(
        {"driver": "{driver}", "about": "position"},
        """
        why (did|has) {driver} (lose|lost|dropped) (places|positions) / why did {driver} lose the lead
        why is {driver} (so far back|not on the podium|not in the points|not winning|not leading)
        why did {driver} finish where he did / why has {driver} (dropped|fallen|dropped back|fallen back)
        why did {driver} (drop back|fall back|lose so many positions)
        why is {driver} (all the way|so far|way|right|only|that far) (down|back) (in P{n}|there|at the back|)
        why is {driver} (only|down in|down at|back in) (P{n}|{n}th)
        how come {driver} is (only|down in|back in) (P{n}|{n}th)
        why did {driver} (lose|miss|miss out on|throw away|give up) (the win|the race|victory|the victory|the podium|
            a podium|second|third|P{n}|points|his points|the points|his place|his position|the place)
        why did {driver} (win|win the race|not win|not win the race|not finish on the podium|not score)
        why did {driver} (only|) (finish|end up|come|come home|get) (only|) (P{n}|{n}th|
            outside the points|out of the points)
        why (did|has) {driver} (drop|dropped|fall|fallen|go|gone|slip|slipped) (down|back|) to (P{n}|{n}th)
        why is {driver} (on the podium|in the points|outside the points|out of the points|outside the top {n}|
            in P{n}|P{n})
        how come {driver} is (in|) P{n}
        why (was|has) {driver} (been|) (demoted|moved down|put back|dropped to P{n}|classified {n}th|classified in P{n})
        what cost {driver} (the win|the race|victory|the podium|a podium|points|his points|the points|his place|P{n}|
            the place|his position)
        how did {driver} (lose|throw away) (the win|the race|the podium|a podium|his podium|his points)
        why is {driver} (so low|so low down|down there|down the order|at the bottom)
        """,
    ),
    *asked(
        {"driver": "{driver}", "about": "stop"},
        """
        why did {driver} (pit|stop|box|come in) / why did {driver} (pit|stop|box) (early|so early|first|late|so late)
        why has {driver} (pitted|stopped|stopped again|stopped twice|stopped so often)
        why is {driver} (pitting|stopping)
        why has {driver} not (stopped|pitted) / why did {driver} not (stop|pit) / why is {driver} staying out
        """,
    ),
)


def build_explain_driver_tool(cache: StateCache) -> ToolSpec:
    """Facts that bear on a why, and no guess."""
    return race_tool(
        cache,
        _handle,
        name="explain_driver",
        kinds=RACES,
        description="What bears on a why about one driver: why slow or fast (last laps, tyres, traffic, stop), why in "
        "this position (start, passes, stops), why stopped or not (tyres, laps before). It tells facts, no reasons.",
        arguments={
            "driver": s.driver_argument("of whom"),
            "about": {**s.choice(*_WORDS, description="what is to be explained"), "default": "pace"},
        },
        required=["driver"],
        payload={
            "driver": s.driver(),
            "state": s.run_state(),
            "position": s.position(),
            "grid": s.position("on the grid"),
            "last_laps": s.rows(
                s.record(
                    {
                        "lap": s.lap_number(),
                        "time_s": s.lap_time(),
                        "in_lap": s.flag("ended in the pit lane"),
                        "out_lap": s.flag("began in the pit lane"),
                    }
                ),
                "the last ones, in order",
                most=LAST,
            ),
            "usual_s": s.lap_time("median of the green laps before those"),
            "compound": s.text(longest=20, nullable=True),
            "tyre_laps": s.integer("age of the tyres", high=s.MAX_LAPS, nullable=True),
            "ahead": s.driver(nullable=True),
            "interval_s": s.gap_s("behind the car ahead"),
            "stops": s.rows(s.lap_number("on which it came in"), most=s.MAX_LAPS),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    state, tyre = view.car(car), set_on(view, car)
    ahead = None if view.run_state(car)[0] in OUT_STATES else neighbour(view, car, -1)
    out = out_sentence(view, car)
    said = _WORDS[given.get("about", "pace")](view, car, SUMMARY_MAX_CHARS - len(out))
    return {
        "summary": f"{out}{said}",
        "driver": named(view, car),
        "state": view.run_state(car)[0],
        "position": state.position,
        "grid": starting_positions(view)[0].get(car),
        "last_laps": [
            {"lap": lap.number, "time_s": lap.seconds, "in_lap": lap.in_lap, "out_lap": lap.out_lap}
            for lap in last_laps(view, car)
        ],
        "usual_s": usual_s(view, car),
        "compound": tyre.compound if tyre else None,
        "tyre_laps": tyre.laps if tyre else None,
        "ahead": named(view, ahead) if ahead else None,
        "interval_s": view.gaps(car).interval_s,
        "stops": [item.passage.lap for item in stops_of(view, car)],
        "missing": ["reasons: timing does not tell why"],
    }
