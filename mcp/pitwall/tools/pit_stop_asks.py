"""The one value that is asked of a driver's stops, first: the last one, the positions, the time, the tyres."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.names import crew_name, short_name
from pitwall.facts.net_order import EVERY_CAR_HAS, stops_owed
from pitwall.facts.passages import Judged
from pitwall.facts.tyres import runs, set_on
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.stop_surroundings import came_out, next_to
from pitwall.tools.words import capital, count_text, each_lap_text, fitting, gap_text, joined, laps_text
from toolgate.contract import SUMMARY_MAX_CHARS

STANDSTILL, PLAN = "standstill", "plan"
UNTOLD = {
    STANDSTILL: "No feed tells how long a car stands, only its time in the lane: ",
    PLAN: "No feed tells when a car will stop or how long its tyres last: ",
}
"""What is asked and no feed tells."""
ASKS = (
    STANDSTILL,
    PLAN,
    "last",
    "places",
    "lane_time",
    "in_lane",
    "tyres",
    "same_lap",
    "came_out",
    "next_to",
    "started_on",
    "apart",
)
_MANY_PLACES = 3
"""So many places lost on the way into the lane are told: a feed may see a slow car come in late."""


def asked_of(view: RaceView, car: str, judged: Sequence[Judged], tell: str | None, told: str) -> str:
    """The summary for what is asked of one driver's stops: `tell` is one of `ASKS`.

    `told`, the summary of all that is known, where nothing is asked or there is nothing of it to tell.
    """
    if tell == PLAN and view.finished:
        return told
    if tell in UNTOLD:
        owed = _owed(view, car) if tell == PLAN else ""
        return f"{UNTOLD[tell]}{told.partition('; in and out: ')[0].rstrip('.')}{owed}."[:SUMMARY_MAX_CHARS]
    if tell == "in_lane":
        return _in_lane(view, car, judged, told)
    if tell == "next_to":
        return next_to(view, car)
    if tell == "started_on" and (first := _tyres(view, car)):
        return f"{'No' if len([one for one in runs(view, car) if one.laps]) > 1 else 'Yes'}: {first}"
    if tell == "tyres":
        return _tyres(view, car) or told
    if tell == "lane_time" and judged and judged[-1].kind == "in_lane" and not view.finished:
        return told  # what has been told of the lane is not all: it also says who is in it now
    stops = [item for item in judged if item.kind == "stop"]
    words = {"places": _places, "lane_time": _lane_time, "last": _last, "came_out": came_out}.get(tell or "")
    said = (words(view, car, stops) if words and stops else "") or told
    return f"{said}{_at_the_finish(view, car)}" if tell == "places" else said


def _at_the_finish(view: RaceView, car: str) -> str:
    """` P4 at the finish.`: where somebody came in may be asked of the line as well as of the lane."""
    place = view.car(car).position
    there = view.finished and place is not None and view.run_state(car)[0] not in OUT_STATES
    return f" P{place} at the finish." if there else ""


def _owed(view: RaceView, car: str) -> str:
    """Whether the rules ask a car for another stop; empty where that is not known."""
    owing, why = stops_owed(view)
    if view.finished or (not owing and why != EVERY_CAR_HAS):
        return ""
    return "; must still stop (one compound so far)" if car in owing else "; owes no stop (two compounds used)"


def in_and_out(view: RaceView, car: str, item: Judged) -> tuple[int, int] | None:
    """The positions as a car came into the lane, and at the end of its lap out or, before that, as it left the lane.

    As a car leaves the lane many a feed has not placed it anew. None where one of them is not known.
    """
    before = view.car_after(car, item.passage.message_in).position
    after = position_after(view, car, item) or left_in(view, car, item)
    return (before, after) if before and after else None


def around(view: RaceView, car: str, item: Judged) -> tuple[int, int] | None:
    """The same, but from a lap before where many were lost on the way in."""
    found = in_and_out(view, car, item)
    return found and (_before_slowing(view, car, item, found[0]) or found[0], found[1])


def position_before(view: RaceView, car: str, item: Judged) -> int | None:
    """The position as a car came into the lane, but that of a lap before where it had lost many by then."""
    came = view.car_after(car, item.passage.message_in).position
    return came and (_before_slowing(view, car, item, came) or came)


def position_after(view: RaceView, car: str, item: Judged) -> int | None:
    """The position at the end of the lap out; None before it has ended."""
    return next((lap.position for lap in view.laps(car) if lap.number == item.passage.lap + 1), None)


def left_in(view: RaceView, car: str, item: Judged) -> int | None:
    """The position as the car left the lane; None while it is in it."""
    return None if item.passage.message_out is None else view.car_after(car, item.passage.message_out).position


def moved(view: RaceView, car: str, item: Judged) -> str:
    """`P2 to P5 (P7 a lap later)`: the positions as it came in and as it left the lane, and at the end of its lap out.

    Where it had lost many on the way in, that of a lap before is told too.
    """
    before, after = view.car_after(car, item.passage.message_in).position, left_in(view, car, item)
    if not before or not after:
        return ""
    slowed = f" (P{line} a lap before)" if (line := _before_slowing(view, car, item, before)) else ""
    at_line = position_after(view, car, item)
    then = f" (P{at_line} a lap later)" if at_line and at_line != after else ""
    if not at_line and (place := _stands(view, car)) not in (None, after):
        then = f" (P{place} now)"
    return f"P{before}{slowed} to P{after}{then}"


def _before_slowing(view: RaceView, car: str, item: Judged, came: int) -> int | None:
    """The position a lap before the stop, where many were lost from there to the lane; else None."""
    line = next((lap.position for lap in view.laps(car) if lap.number == item.passage.lap - 1), None)
    return line if line and came - line >= _MANY_PLACES else None


def _last(view: RaceView, car: str, stops: Sequence[Judged]) -> str:
    """`Sainz last stopped on lap 35, 9 laps ago: 23.9 s in the lane, P3 to P3; the one before on lap 14.`"""
    item, laps = stops[-1], view.laps(car)
    ago = (laps[-1].number if laps else 0) - item.passage.lap
    since = f", {laps_text(ago)} ago" if ago > 0 and view.run_state(car)[0] in ("running", "in_pit") else ""
    about = [*([] if item.lane_s is None else [f"{gap_text(item.lane_s)} in the lane"]), moved(view, car, item)]
    rest = f"; before on {_laps(stops[:-1])}" if len(stops) > 1 else "; his only stop"
    said = ", ".join(filter(None, about))
    return f"{_name(view, car)} last stopped on lap {item.passage.lap}{since}{f': {said}' if said else ''}{rest}."


def _places(view: RaceView, car: str, stops: Sequence[Judged]) -> str:
    """The positions as he came in and at the end of his lap out, of the last stop first.

    Where many were lost on the way in, it is told from a lap before.
    """
    known = [(item, found) for item in reversed(stops) if (found := in_and_out(view, car, item))]
    if not known:
        return ""
    item, (before, after) = known[0]
    out = f"P{after} {'at the end of his lap out' if position_after(view, car, item) else 'out'}"
    if not position_after(view, car, item) and (place := _stands(view, car)):
        after, out = place, f"P{place} now"
    line = _before_slowing(view, car, item, before)
    lost = after - (line or before)
    what = "lost no place" if not lost else f"{'lost' if lost > 0 else 'gained'} {count_text(abs(lost), 'place')}"
    start = f"{_name(view, car)} {what} {'around' if line else 'with'} his last stop, on lap {item.passage.lap}"
    start += f": P{line} a lap before, " if line else ": "
    place = _stands(view, car)
    since = f", P{place} now" if place not in (None, after) else ""
    start += f"P{before} as he came in, {out}{since}"
    earlier = [f"lap {each.passage.lap} P{came} to P{went}" for each, (came, went) in known[1:]]
    return fitting(f"{start}; before: ", earlier) if earlier else f"{start}."


def _stands(view: RaceView, car: str) -> int | None:
    """Where a car that is going stands in a session that is not over."""
    going = view.run_state(car)[0] in ("running", "in_pit")
    return view.car(car).position if going and not view.finished else None


def _lane_time(view: RaceView, car: str, stops: Sequence[Judged]) -> str:
    """`Sainz has spent 48.5 s in the pit lane with 2 stops: 24.6 s on lap 14, 23.9 s on lap 35.`"""
    timed = [(item.lane_s, item.passage.lap) for item in stops if item.lane_s is not None]
    if len(timed) < len(stops):
        return ""
    start = f"{_name(view, car)} has spent {gap_text(sum(lane for lane, _ in timed))} in the pit lane"
    if len(timed) == 1:
        return f"{start}, with one stop, on lap {timed[0][1]}."
    return fitting(f"{start} with {len(timed)} stops: ", [f"{gap_text(lane)} on lap {lap}" for lane, lap in timed])


def _in_lane(view: RaceView, car: str, judged: Sequence[Judged], told: str) -> str:
    if view.finished or view.run_state(car)[0] in OUT_STATES:
        return told
    is_in = bool(judged) and judged[-1].kind == "in_lane"
    stops = [item for item in judged if item.kind == "stop"]
    made = f"{count_text(len(stops), 'stop')} so far{f', on {_laps(stops)}' if stops else ''}"
    since = f" since lap {judged[-1].passage.lap}" if is_in else ""
    return f"{_name(view, car)} is {'' if is_in else 'not '}in the pit lane{since}; {made}."


def _tyres(view: RaceView, car: str) -> str:
    """`Sainz: 2 stops; SOFT to lap 14, HARD to lap 35, HARD since, 8 laps old.` Empty where no tyres are told."""
    stints = [one for one in runs(view, car) if one.laps]
    if not stints or any(one.tyre is None or not one.tyre.compound for one in stints):
        return ""
    said = [f"{one.tyre.compound} to lap {one.to_lap}" for one in stints[:-1] if one.tyre]
    on = set_on(view, car)
    age = "" if on is None or on.laps is None else f", {laps_text(on.laps)} old"
    last = stints[-1].tyre.compound if stints[-1].tyre else ""
    since = " to the end" if view.run_state(car)[0] not in ("running", "in_pit") else " since" if said else ""
    made = count_text(len(stints) - 1, "stop")
    return fitting(f"{_name(view, car)}, {made}: ", [*said, f"{last}{since}{age}"], end=f"{_owed(view, car)}.")


def _laps(stops: Sequence[Judged]) -> str:
    return each_lap_text([item.passage.lap for item in stops])


def _name(view: RaceView, car: str) -> str:
    return capital(crew_name(view, car))


def both(view: RaceView, pair: tuple[str, str], judged: Sequence[Sequence[Judged]], tell: str | None = None) -> str:
    """`Sainz and Leclerc have stopped as often: Sainz 2 stops (laps 14 and 35), Leclerc 2 stops (laps 11 and 34); …`.

    `tell`: who stopped sooner comes first where it is `last`, whether on the same lap where it is `same_lap`.
    """
    stops = [[item for item in items if item.kind == "stop"] for items in judged]
    one, other = (short_name(view, car) for car in pair)
    named = zip((one, other), stops, strict=True)
    made = ", ".join(
        f"{name} {count_text(len(mine), 'stop')}{f' ({_laps(mine)})' if mine else ''}" for name, mine in named
    )
    first, second = len(stops[0]), len(stops[1])
    if tell == "came_out" and first and (out := came_out(view, pair[0], stops[0], pair[1])):
        return out
    if not (first or second):
        return f"Neither {one} nor {other} has stopped."
    more, fewer = (one, other) if first > second else (other, one)
    counted = f"{one} and {other} have stopped as often"
    if first != second:
        counted = f"{more} has stopped {count_text(abs(first - second), 'time')} more than {fewer}"
    if not (first and second):
        return f"Only {more} has stopped: {made}." if tell else f"{counted}: {made}."
    if tell == "apart":
        return _apart(one, other, stops)
    sooner, together = _sooner(one, other, stops), _together(stops)
    parts = {"last": (sooner, made, together), "same_lap": (together, made, sooner)}
    said = parts.get(tell or "", (counted, made, sooner, together))
    return f"{capital(said[0])}: {'; '.join(said[1:])}."[:SUMMARY_MAX_CHARS]


def _sooner(one: str, other: str, stops: Sequence[Sequence[Judged]]) -> str:
    """`Leclerc stopped sooner, the first time and the last`."""
    early = [one if stops[0][at].passage.t_in < stops[1][at].passage.t_in else other for at in (0, -1)]
    if max(map(len, stops)) == 1:
        return f"{early[0]} stopped sooner"
    if early[0] == early[1]:
        return f"{early[0]} stopped sooner, the first time and the last"
    return f"{early[0]} stopped sooner the first time, {early[1]} the last"


def _apart(one: str, other: str, stops: Sequence[Sequence[Judged]]) -> str:
    """`Vettel stopped 8 laps after Hamilton the first time (laps 30 and 22), on the same lap the second (lap 40).`"""
    said = []
    for number, (mine, theirs) in enumerate(zip(*stops, strict=False), 1):
        laps = mine.passage.lap, theirs.passage.lap
        when = f"stop {number}"
        if laps[0] == laps[1]:
            said.append(f"{when} on the same lap ({laps[0]})")
        else:
            way = "after" if laps[0] > laps[1] else "before"
            said.append(f"{when} {laps_text(abs(laps[0] - laps[1]))} {way} {other} (laps {laps[0]} and {laps[1]})")
    return fitting(f"{one} made ", said)


def _together(stops: Sequence[Sequence[Judged]]) -> str:
    laps = [{item.passage.lap for item in mine} for mine in stops]
    same = sorted(laps[0] & laps[1])
    return (
        f"on the same lap {count_text(len(same), 'time')}, {joined([f'lap {lap}' for lap in same])}"
        if same
        else "never on the same lap"
    )
