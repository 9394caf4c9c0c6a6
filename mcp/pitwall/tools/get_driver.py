"""get_driver: one driver's race in one answer."""

from __future__ import annotations

from pitwall.facts.best_laps import best_of, lap_of_best, quickest
from pitwall.facts.classification import road_order
from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.heard_from import watched_from
from pitwall.facts.names import find_car, full_name, named, short_name
from pitwall.facts.passages import count_stops
from pitwall.facts.tyres import set_on
from pitwall.state import OUT_STATES, RaceView, StateCache
from pitwall.state.car import Tyre
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.rows import best_fields
from pitwall.tools.timed_words import driver_words
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import behind_text, count_text, fitting, lap_time_text, out_words
from toolgate.contract import JsonObject, ToolSpec

_NEIGHBOUR = s.record(
    {"driver": s.driver(), "gap_s": s.gap_s(), "gap_laps": s.laps_behind()}, "the next car in the order", nullable=True
)

_ONE: JsonObject = {"driver": "{driver}"}

_EXAMPLES: tuple[Example, ...] = (
    # Position.
    *asked(
        _ONE,
        """
        where is {driver} / {driver} / where is {driver} at / where is {driver} in the race
        {driver} is where / {driver} where / {driver} is where at the moment
        where is {driver} in the order / where is {driver} in the running order / where is {driver} running
        where does {driver} stand / where does {driver} sit / where is {driver} placed / where on the road is {driver}
        where did {driver} finish / result of {driver} / what was the result for {driver}
        final position of {driver} / {driver} final position
        is {driver} (keeping|holding|holding on to|in|still in|up to|down to) {n}th / is {driver} {n}th
        did {driver} (finish|come|end up) {n}th / is {driver} (keeping|holding|in) {n}th place / {driver} {n}th
        (what|which) (position|place) did {driver} (finish in|finish|end up in|come in|take) / {driver} finished where
        where did {driver} end up / what position is {driver} in
        on what position is {driver} / {driver} position / position of {driver} / position {driver}
        what is the position of {driver} / pos of {driver} / {driver} pos / what place is {driver} in
        which place is {driver} running in / what place does {driver} hold / place of {driver} / {driver} place
        which spot is {driver} in / what p is {driver} / {driver} p / how high up is {driver} / how high is {driver}
        whereabouts is {driver} on track / whereabouts is {driver} / is {driver} in the lead / is {driver} leading
        {driver} (leading|in the lead|winning) / {driver} still (leading|in the lead|winning)
        is {driver} winning / is {driver} p1 / did {driver} win / is {driver} in the points
        is {driver} on the podium / is {driver} in the top {n} / is {driver} last
        does {driver} lead
        """,
    ),
    *asked(
        {**_ONE, "tell": "laps"},
        """
        how many laps has {driver} (done|completed) (so far|in this session|in the session|)
        how many laps did {driver} (do|complete) / laps done by {driver}
        """,
    ),
    # How it goes.
    *asked(
        _ONE,
        """
        how is {driver} doing / how is {driver} getting on / how is {driver} going / how does {driver} look
        how is it looking for {driver} / how is it going for {driver} / how are things for {driver}
        how is the race of {driver} going / how is {driver}'s race / how did {driver} do / how did {driver} get on
        how goes it for {driver} / how is the afternoon going for {driver} / what sort of race is {driver} having
        how are the fortunes of {driver} / what shape is {driver} in / is {driver} in trouble / what is {driver} up to
        what is {driver} doing / what is going on with {driver} / what is happening with {driver}
        what is happening to {driver} / what is up with {driver} / what about the race of {driver}
        what about {driver} in the race / what is the situation of {driver} / what is the deal with {driver}
        what is the story with {driver} / what is the status of {driver} / status of {driver} / {driver} status
        {driver} update / update on {driver} / latest on {driver} / news on {driver} / news of {driver}
        any news on {driver} / info on {driver} / {driver} info / information about {driver} / details about {driver}
        details of {driver} / facts about {driver} / report on {driver} / {driver} report / everything about {driver}
        everything on {driver} / all about {driver} / lowdown on {driver} / rundown on {driver} / {driver} rundown
        summary of {driver} / summary of the race of {driver} / {driver} race / tell me about {driver}
        everything on {driver} for the commentators / fill me in on {driver} / brief me on {driver}
        bring me up to speed on {driver} / catch me up on {driver}
        is {driver} alive or done
        """,
    ),
    # Running or not.
    *asked(
        _ONE,
        """
        is {driver} still running / is {driver} still in the race / is {driver} still in it / is {driver} still going
        is {driver} still driving / is {driver} still racing / {driver} still racing / is {driver} still out there
        is {driver} in the race / is {driver} taking part / is {driver} racing today / is {driver} competing
        is {driver} still circulating / are the two still racing {driver} / where are the two {driver}
        is {driver} still on track / is {driver} still alive / is {driver} out of the race / is {driver} out
        {driver} out / is {driver} gone / has {driver} retired / did {driver} retire / {driver} retired
        has {driver} dropped out / did {driver} drop out
        did {driver} finish / has {driver} finished / has {driver} stopped on track / has {driver} stopped for good
        has {driver} pulled off / did {driver} break down / has {driver} broken down
        has {driver} parked it / has {driver} parked the car / is {driver} parked / did {driver} make it to the end
        did {driver} survive
        dnf {driver} / {driver} dnf / did {driver} dnf
        did {driver} abandon the race / did {driver} quit
        what became of {driver}
        how did it end for {driver} / where has {driver} gone / is {driver} in the pit lane or on track
        """,
    ),
    # Neighbours.
    *asked(
        _ONE,
        """
        who is ahead of {driver} / who is in front of {driver} / (who|which car) is (the|) closest to {driver}
        who is (directly|) behind {driver} / who is directly in front of {driver} / who is directly ahead of {driver}
        who is immediately behind {driver} / who is next to {driver} in the order / which car is ahead of {driver}
        which car is behind {driver} / which driver is ahead of {driver} / which driver is behind {driver}
        who is {driver} behind / who is {driver} ahead of / who is {driver} in front of / who runs ahead of {driver}
        who runs behind {driver} / who sits behind {driver} / who is the car in front of {driver}
        who is the car behind {driver} / who is chasing {driver} / who is {driver} chasing / who follows {driver}
        who is following {driver} / who does {driver} follow / who is {driver} following
        who is on the tail of {driver} / who is {driver} fighting with / who is {driver} fighting
        who is {driver} battling / who is {driver} racing / who is attacking {driver} / who is {driver} attacking
        who is around {driver} / which drivers are around {driver} / cars around {driver} / who is near {driver}
        who is close to {driver} / who surrounds {driver} / who is {driver} sandwiched between
        who is sandwiching {driver} / who is either side of {driver} / between whom is {driver} running
        who are the neighbours of {driver} / who is ahead and behind {driver}
        """,
    ),
    # Whether in a position: no argument takes the number, since the answer tells the position.
    *asked(
        _ONE,
        """
        is {driver} p{at_lap} / is {driver} in p{at_lap} / is {driver} {at_lap}th
        did {driver} finish {at_lap}th / did {driver} finish in p{at_lap} / was {driver} {at_lap}th
        did {driver} come {at_lap}th / is {driver} p{at_lap} or p{at_lap} / is {driver} still {at_lap}th
        """,
    ),
    # Laps and pace.
    *asked(
        _ONE,
        """
        last and best lap of {driver}
        what lap is {driver} on / what lap did {driver} get to / lap count of {driver}
        """,
    ),
)


def build_get_driver_tool(cache: StateCache) -> ToolSpec:
    """Position, gaps, neighbours, laps, stops, tyres and state of one driver."""
    return race_tool(
        cache,
        _handle,
        name="get_driver",
        description="One driver's race: position, gap to the leader, who is ahead and behind, last and best lap, "
        "stops, tyres, and whether the car is running, in the pit lane, out or finished.",
        arguments={
            "driver": s.driver_argument("the driver"),
            "tell": s.tell_argument("all", "laps", meaning="laps: how many the driver has done", default="all"),
        },
        required=["driver"],
        payload={
            "driver": s.driver(),
            "team": s.text(nullable=True),
            "place": s.position(),
            "gap_s": s.gap_s("seconds behind the leader"),
            "gap_laps": s.laps_behind(),
            "ahead": _NEIGHBOUR,
            "behind": _NEIGHBOUR,
            "laps": s.lap_number("laps completed"),
            "last_lap_s": s.lap_time(),
            "best_lap_s": s.lap_time(),
            "best_lap": s.lap_number("the lap of the best time", nullable=True),
            "stops": s.integer("pit stops completed", high=s.MAX_LAPS),
            "state": s.run_state(),
            "state_derived": s.flag("the state is our conclusion, not the feed's own word"),
            "grid": s.position("starting position, where the feed gives the grid"),
            "tyre": s.record(
                {
                    "compound": s.text(longest=20, nullable=True),
                    "laps": s.lap_number("laps the set has done", nullable=True),
                    "new": {"type": ["boolean", "null"], "description": "whether the set was new when fitted"},
                },
                "the set on the car",
                nullable=True,
            ),
        },
        optional={
            "behind_best_s": s.gap_s("in practice and qualifying: seconds behind the best, of the same segment"),
            "segment": s.integer("in qualifying: the segment that decides the position", high=9, nullable=True),
            "knocked_out": s.flag("in qualifying: the feed says so"),
            "at_risk": s.flag("in qualifying: outside those who would go on, as it stands"),
        },
        examples=_EXAMPLES,
    )


def _laps_words(view: RaceView, car: str) -> str:
    """`Norris has done 11 laps; in the pits.`"""
    state = view.run_state(car)[0]
    now = (
        "" if view.over else {"in_pit": "; in the pits", "running": "", "stopped": "; stopped"}.get(state, f"; {state}")
    )
    return f"{short_name(view, car)} has done {count_text(view.car(car).laps, 'lap')}{now}."


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    car = find_car(view, given["driver"], path="/driver")
    state, gaps, driver = view.car(car), view.gaps(car), view.drivers.get(car)
    run_state, derived = view.run_state(car)
    out = run_state in OUT_STATES
    tyre = set_on(view, car)
    best = best_of(view, car) if view.timed else None
    quick = quickest(view, car) if view.timed else None
    return {
        "summary": _laps_words(view, car)
        if given.get("tell") == "laps"
        else driver_words(view, best)
        if best
        else _summary(view, car, run_state, derived),
        "driver": named(view, car),
        "team": (driver.team or None) if driver else None,
        "place": best.position if best else state.position,
        "gap_s": gaps.gap_s,
        "gap_laps": gaps.gap_laps,
        "ahead": None if out or view.timed else _neighbour(view, car, -1),
        "behind": None if out or view.timed else _neighbour(view, car, 1),
        "laps": state.laps,
        "last_lap_s": state.last_lap_s,
        "best_lap_s": quick[0] if quick else state.best_lap_s,
        "best_lap": lap_of_best(view, car, quick[0] if quick else state.best_lap_s),
        "stops": count_stops(view, car),
        "state": run_state,
        "state_derived": derived,
        "grid": state.grid,
        "tyre": _tyre(tyre) if tyre else None,
        **({name: told for name, told in best_fields(view, car).items() if name != "best_lap_s"} if best else {}),
        "missing": [] if tyre else [f"the tyres of {short_name(view, car)}"],
    }


def _tyre(tyre: Tyre) -> JsonObject:
    return {"compound": tyre.compound, "laps": tyre.laps, "new": tyre.new}


def _neighbour(view: RaceView, car: str, step: int) -> JsonObject | None:
    other = neighbour(view, car, step)
    if other is None:
        return None
    gap = gap_between(view, car, other)
    return {
        "driver": named(view, other),
        "gap_s": gap.seconds if gap else None,
        "gap_laps": gap.laps if gap else None,
    }


def _summary(view: RaceView, car: str, run_state: str, derived: bool) -> str:
    state = view.car(car)
    name = full_name(view, car)
    if run_state == "unknown":
        return f"{name}: the feed has not timed this car."
    if run_state in OUT_STATES:
        laps = view.laps(car)
        last = f", P{laps[-1].position} at the end of the last" if laps and laps[-1].position else ""
        return f"{name} {out_words(run_state, derived)} after {count_text(state.laps, 'lap')} completed{last}."
    parts = [_place_text(view, car, run_state), *_gap_texts(view, car)]
    if state.last_lap_s is not None:
        parts.append(f"last lap {lap_time_text(state.last_lap_s)}")
    if state.laps:
        parts.append(f"{count_text(state.laps, 'lap')} done")
    stops = count_stops(view, car)
    if stops or watched_from(view) is None:
        parts.append(count_text(stops, "stop"))
    return fitting(f"{name} ", parts)


def _place_text(view: RaceView, car: str, run_state: str) -> str:
    place = view.car(car).position
    shown = f"P{place}" if place else "not placed by the feed"
    if run_state == "finished":
        order = road_order(view)
        if car not in order:
            return f"has finished, {shown}"
        crossed = order.index(car) + 1
        if crossed == place:
            return f"crossed the line in {shown}"
        return f"is {shown} with announced penalties (P{crossed} on the road)"
    return f"is {shown}, in the pit lane" if run_state == "in_pit" else f"is {shown}"


def _gap_texts(view: RaceView, car: str) -> list[str]:
    texts = []
    gaps = view.gaps(car)
    to_leader = behind_text(gaps.gap_s, gaps.gap_laps)
    ahead, behind = neighbour(view, car, -1), neighbour(view, car, 1)
    if to_leader and car != view.leader and ahead != view.leader:
        texts.append(f"{to_leader} behind the leader")
    for other, word in ((ahead, "behind"), (behind, "ahead of")):
        gap = gap_between(view, car, other) if other else None
        distance = behind_text(gap.seconds, gap.laps) if gap else None
        if other and distance:
            texts.append(f"{distance} {word} {short_name(view, other)}")
    return texts
