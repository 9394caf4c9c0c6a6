"""explain_driver: what timing has to say to a why: why slow, why there in the order, why stopped or not."""

from __future__ import annotations

from pitwall.facts.gaps import neighbour
from pitwall.facts.names import find_car, named
from pitwall.facts.starting import starting_positions
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.course_words import position_words, race_words
from pitwall.tools.reason_words import (
    LAST,
    last_laps,
    loss_words,
    out_sentence,
    pace_words,
    stop_words,
    stops_of,
    usual_s,
)
from pitwall.tools.tool import Example, race_tool
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject, ToolSpec

_WORDS = {
    "pace": pace_words, "position": position_words, "stop": stop_words, "losses": loss_words, "race": race_words,
}  # fmt: skip

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {"driver": "{driver}", "tell": "pace"},
        """
        why is {driver} (slow|so slow|slower|getting slower|losing time|losing pace|off the pace)
        why (did|has) {driver} (lose|lost) so much time / why was the last lap of {driver} (slow|so slow)
        why is {driver} (fast|faster|quicker|faster now|so fast|so quick) / why is {driver} losing so much time
        why has {driver} (slowed down|got slower|sped up|no pace) / what is slowing {driver} down
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "position"},
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
        how (is|was) {driver} (so|this|that|) (high|high up|far up|far forward|well placed|low|low down|
            far down|far back)
        (why|how come) is {driver} (so|this|that) (high|high up|far up|far forward)
        how (did|has) {driver} (get|got|end up|ended up|come to be|make it|made it) (up|so far up|so high|that high|
            this high|up there|up to P{n}|to P{n}|P{n}|{n}th|into the top {n}|into the points|onto the podium)
        how did {driver} (come from the back|get to this position|get there|get here)
        (how is {driver}|how did {driver} end up|how did {driver} get to) P{n} / {driver} P{n} how
        how did {driver} get so (far back|low)
        how (did|has) {driver} (drop|dropped|fall|fallen|end up|ended up) (so far|so low|down there|so far back|to P{n})
        why did {driver} (drop|fall|slip|slide) (so far|that far|so low|so far down)
        how come {driver} (is|was) (so|that|this) (high|high up|far up|low|low down|far down|far back)
        how come {driver} (lost|dropped|gained|made up) (places|positions|so many places|so many positions)
        how did {driver} (gain|make up|win) (places|positions|so many places|so many positions)
        did {driver} (get|win|take) (the|his|that|those|) (place|position|places|positions) back
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "race"},
        """
        (what|how) has {driver}'s race been (like|so far|) / what was {driver}'s race like
        (talk|take|walk|run) (me|us) through {driver}'s race / (the|) story of {driver}'s race / {driver}'s story
        (sum up|summarise|recap|describe) {driver}'s race / (a|) (summary|recap) of {driver}'s race
        how has {driver}'s race (gone|unfolded|developed|played out) / how did {driver}'s race (go|unfold|play out)
        {driver}'s race in a nutshell / tell (me|us) about {driver}'s race / what kind of race has {driver} had
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "losses"},
        """
        (where|when) (did|has) {driver} (lose|lost) (time|all that time|so much time|the time|most time|
            most of his time)
        on which (lap|laps) did {driver} lose (time|most time|the most time|so much time)
        (which|what) (lap|laps) cost {driver} (most|the most|time|so much time)
        how (did|has) {driver} (lose|lost) (so much time|all that time|that much time|time)
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "losses", "lap": "{lap}"},
        """
        how much (time|) did {driver} lose on lap {lap} (compared to the lap before|) / what did lap {lap} cost {driver}
        how much (slower|faster) was {driver} on lap {lap} (than on the lap before|than the lap before|)
        how slow was {driver} on lap {lap}
        """,
    ),
    *asked(
        {"driver": "{driver}", "tell": "stop"},
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
        description="What bears on a why about a driver: slow or fast (last laps, tyres, traffic, stop), "
        "position (start, passes, stops), stops, time lost: no reasons; or the course of his race.",
        arguments={
            "driver": s.driver_argument("of whom"),
            "lap": {**s.integer("on this lap", low=1, high=s.MAX_LAPS), "x-phrases": ["on lap {}", "in lap {}"]},
            "tell": s.tell_argument(*_WORDS, default="pace"),
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
    lap = given.get("lap")
    said = _WORDS[given.get("tell", "pace")](view, car, SUMMARY_MAX_CHARS - len(out), lap)
    return {
        "summary": f"{out}{said}",
        "driver": named(view, car),
        "state": view.run_state(car)[0],
        "position": state.position,
        "grid": starting_positions(view)[0].get(car),
        "last_laps": [
            {"lap": lap.number, "time_s": lap.seconds, "in_lap": lap.in_lap, "out_lap": lap.out_lap}
            for lap in last_laps(view, car, given.get("lap"))
        ],
        "usual_s": usual_s(view, car, lap),
        "compound": tyre.compound if tyre else None,
        "tyre_laps": tyre.laps if tyre else None,
        "ahead": named(view, ahead) if ahead else None,
        "interval_s": view.gaps(car).interval_s,
        "stops": [item.passage.lap for item in stops_of(view, car)],
        "missing": ["reasons: timing does not tell why"],
    }
