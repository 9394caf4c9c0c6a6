"""get_net_order: the order once every car has made the stop that it still owes."""

from __future__ import annotations

from pitwall.facts.gaps import gap_between
from pitwall.facts.names import named, short_name
from pitwall.facts.net_order import Net, NetOrder, net_order, stops_owed
from pitwall.state import OUT_STATES, RACES, RaceView, StateCache
from pitwall.tools import schemas as s
from pitwall.tools.asked import asked
from pitwall.tools.drivers_asked import different_drivers
from pitwall.tools.tool import Example, race_tool
from pitwall.tools.words import fitting, gap_text, joined
from toolgate.contract import JsonObject, ToolSpec

_EXAMPLES: tuple[Example, ...] = (
    *asked(
        {},
        """
        who is the net leader / who is leading net / what is the net order / the net order
        who leads once everyone has stopped / order once everyone has stopped / what is the effective order
        (what would the order be|order|what is the order) (with all stops made|when all have stopped|
            when everyone has stopped)
        net order when all have stopped / what is the order once everyone has stopped
        (what is the|) order after (the|all|all the) (stops|pit stops) / (what is the|) order after everyone has stopped
        who is effectively leading / net positions once all have stopped / who is the effective leader
        """,
    ),
    *asked(
        {"owing": True},
        """
        who (must still|still must|must) (stop|pit) / who still owes a stop / who owes a stop
        (which|how many) (cars|drivers) (still|) (have|need) to (stop|pit) / (which|how many) cars still owe a stop
        who must (still|) (make|do) (a|his) (stop|pit stop|mandatory stop)
        """,
    ),
    *asked(
        {"driver": "{driver}"},
        """
        what is the net position of {driver} / where is {driver} net / is {driver} the net leader
        what is the effective position of {driver} / where is {driver} once everyone has stopped
        """,
    ),
    *asked(
        {"driver": "{driver}", "other": "{other}"},
        "what is the net gap between {driver} and {other} / effective gap between {driver} and {other}",
    ),
)


def build_get_net_order_tool(cache: StateCache) -> ToolSpec:
    """A derived order: the gaps of now, with what a stop costs for each car that must still make one."""
    return race_tool(
        cache,
        _handle,
        name="get_net_order",
        kinds=RACES,
        description="The net order: the cars on the lead lap with the measured cost of a stop added for each that has "
        "used only one compound in a dry race and must still change; of all, one driver, or the gap of two.",
        arguments={
            "driver": s.driver_argument("only this driver"),
            "other": s.driver_argument("with a driver: the net gap to this one"),
            "owing": s.flag("the summary tells who must still stop, having used only one compound"),
        },
        payload={
            "cars": s.rows(
                s.record(
                    {
                        "driver": s.driver(),
                        "net_position": s.position("position in the net order", nullable=False),
                        "position": s.position("now"),
                        "gap_s": s.gap_s("behind the leader of now, with the stop it owes", nullable=False),
                        "owes_stop": s.flag("it has used only one compound"),
                    }
                ),
                "in net order",
            ),
            "stop_s": s.gap_s("what a stop costs here; null: nobody owes one, or it is not known"),
            "net_gap_s": s.gap_s("between the two who are named"),
        },
        examples=_EXAMPLES,
    )


def _handle(view: RaceView, given: JsonObject) -> JsonObject:
    net = net_order(view)
    asked_of = different_drivers(view, given)
    places = {car: place for place, car in enumerate(net.order, 1)}
    apart = _apart(view, net, asked_of)
    return {
        "summary": _owing(view) if given.get("owing") else _summary(view, net, asked_of, places, apart),
        "cars": [_row(view, row, places[row.car]) for row in net.rows if not asked_of or row.car in asked_of],
        "stop_s": net.loss_s,
        "net_gap_s": apart,
        "missing": [f"cars without a gap in seconds: {len(view.order) - len(net.rows)}"]
        if len(net.rows) < len(view.order)
        else [],
    }


def _owing(view: RaceView) -> str:
    """Who must still stop, or why nobody does or it is not known."""
    owing, why = stops_owed(view)
    if not view.started or why:
        return f"Nobody is known to owe a stop: {why if view.started else 'the race has not started'}."
    names = [short_name(view, car) for car in view.order if car in owing]
    return fitting(f"{len(names)} must still stop (one compound so far): ", names)


def _apart(view: RaceView, net: NetOrder, asked_of: list[str]) -> float | None:
    """Seconds between two cars; where no stop is added, those between them now."""
    gaps = [row.gap_s for row in net.rows if row.car in asked_of]
    if len(gaps) < 2:
        return None
    now = gap_between(view, *asked_of) if net.why_none else None
    return (now.seconds if now else None) if net.why_none else round(gaps[1] - gaps[0], 3)


def _row(view: RaceView, row: Net, place: int) -> JsonObject:
    return {
        "driver": named(view, row.car),
        "net_position": place,
        "position": view.car(row.car).position,
        "gap_s": row.gap_s,
        "owes_stop": row.owes,
    }


def _summary(view: RaceView, net: NetOrder, asked_of: list[str], places: dict[str, int], apart: float | None) -> str:
    if not view.started or not net.rows:
        return "The race has not started." if not view.started else "The feed gives no gaps in seconds yet."
    told = places if net.why_none else {row.car for row in net.rows}
    if unplaced := [short_name(view, car) for car in asked_of if car not in told]:
        if all(view.run_state(car)[0] in OUT_STATES for car in asked_of if car not in told):
            return f"{joined(unplaced)} {'is' if len(unplaced) == 1 else 'are'} out: no net position."
        have = "has" if len(unplaced) == 1 else "have"
        return f"{joined(unplaced)} {have} no gap in seconds to the leader: no net position."
    because = f"No stop is added ({net.why_none}): the net order is the order. " if net.why_none else ""
    owing = [short_name(view, row.car) for row in net.rows if row.owes]
    how = "" if net.why_none else f" (derived: {gap_text(net.loss_s or 0)} for a stop of those on one compound so far)"
    if len(asked_of) > 1:
        first, second = sorted(asked_of, key=lambda car: places[car])
        by = f"{gap_text(apart)} " if apart is not None else ""
        return f"{because}{short_name(view, second)} is {by}behind {short_name(view, first)} net{how}."
    if asked_of:
        car = asked_of[0]
        return f"{because}{short_name(view, car)} is P{places[car]} net, P{view.car(car).position} on the road{how}."
    said = [f"{place} {short_name(view, car)}" for car, place in places.items()]
    owed = f"; still to stop: {joined(owing)}" if 0 < len(owing) <= 3 else ""
    return fitting(f"{because}Net order{how}: " if how else f"{because}", said, end=f"{owed}.")
