"""How the running order of a race is worded."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.classification import road_order
from pitwall.facts.names import full_name, short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.keeping import kept_in_view
from pitwall.tools.rows import worded
from pitwall.tools.words import behind_text, fitting, out_words
from toolgate.contract import SUMMARY_MAX_CHARS

PODIUM = 3


@kept_in_view
def order_summary(view: RaceView, chosen: tuple[str, ...], of: str = "") -> str:
    """Cars from the front on, as many as fit; without gaps where all of them fit then.

    `of`: what to call them, where they are not simply the order.
    """
    if not chosen:
        return "The feed has placed no car yet."
    start = f"{of or 'The order'}: "
    if view.finished:
        as_is = f"{f'{of}, as' if of else 'As'} they crossed the line"
        added = f"{of or 'The order'} after the flag, with announced penalties that the feed has added"
        start = f"{as_is if road_order(view) == view.order else added}: "
    told = fitting(start, (worded(view, car) for car in chosen), of=len(chosen))
    names = f"{start}{', '.join(f'{view.car(car).position} {short_name(view, car)}' for car in chosen)}."
    return names if told.endswith(" more.") and len(names) <= SUMMARY_MAX_CHARS else told


def road_summary(view: RaceView, road: Sequence[str]) -> str:
    """`On the road: 1 Norris, 2 Verstappen`: as they crossed the line. Gaps are with penalties and are left out."""
    said = [f"{place} {short_name(view, car)}" for place, car in enumerate(road, 1)]
    return fitting("On the road: ", said) if said else "The feed has placed no car yet."


def at_the_back(view: RaceView, number: int) -> tuple[str, ...]:
    """So many cars from the back: those that are going, and behind several of them all that are out."""
    out = [car for car in view.order if view.run_state(car)[0] in OUT_STATES]
    still = [car for car in view.order if car not in out]
    return (*still[-number:], *out) if number > 1 and still else tuple(view.order[-number:])


def last_summary(view: RaceView, chosen: Sequence[str]) -> str:
    """The cars at the back: the last that is going, and who is out."""
    if not chosen:
        return "The feed has placed no car yet."
    out = [car for car in view.order if view.run_state(car)[0] in OUT_STATES]
    still = [car for car in view.order if car not in out]
    if len(chosen) > 1 and chosen[-1] in out and chosen[0] in still:
        going = ", ".join(worded(view, car) for car in chosen if car in still)
        return fitting(f"At the back: {going}; out: ", [short_name(view, car) for car in out])
    if chosen[-1] in out and still:
        last = "finished last" if view.finished else "is the last car still going"
        gaps = view.gaps(still[-1])
        behind = behind_text(gaps.gap_s, gaps.gap_laps)
        by = f", {behind} behind the leader" if behind else ""
        start = f"{short_name(view, still[-1])} {last}, in P{view.car(still[-1]).position}{by}; out: "
        return fitting(start, [short_name(view, car) for car in out])
    return fitting("At the back: ", [worded(view, car) for car in chosen], end=_last_on_track(view, chosen))


def _last_on_track(view: RaceView, chosen: Sequence[str]) -> str:
    """The end of a sentence, which tells the last car on track where the one at the back is in the pits."""
    on_track = [car for car in view.order if view.run_state(car)[0] == "running"]
    told = len(chosen) == 1 and view.run_state(chosen[0])[0] == "in_pit" and on_track
    return f"; last on track: {worded(view, on_track[-1])}." if told else "."


def position_summary(view: RaceView, position: int, chosen: Sequence[str], cars: int) -> str:
    """Who holds a position; `cars` is how many cars the feed has in its order."""
    if not chosen and position == 1 and view.leader is not None and view.car(view.leader).position is None:
        return f"{short_name(view, view.leader)} leads by the gaps; the feed has not told its position."
    if not chosen:
        return f"No car holds P{position}: the feed places {cars} cars."
    car = chosen[0]
    name = full_name(view, car)
    doing, derived = view.run_state(car)
    if doing in OUT_STATES:
        return f"P{position} is {name}, who {out_words(doing, derived)}."
    if doing == "finished":
        crossed = road_order(view).index(car) + 1
        if position == 1:
            return f"{name} won on the road." if crossed == 1 else f"{name} is first once penalties are added."
        if crossed != position:
            return f"{name} is P{position} with announced penalties; on the road it was P{crossed}."
    verb = "crossed the line in" if doing == "finished" else "is in"
    if position == 1:
        return f"{name} leads (P1)."
    gaps = view.gaps(car)
    gap = behind_text(gaps.gap_s, gaps.gap_laps)
    return f"{name} {verb} P{position}{f', {gap} behind the leader' if gap else ''}."


def best_of_the_rest(view: RaceView) -> tuple[str, tuple[str, ...]]:
    """The first car of a team that has none on the podium: what is said of it, and the car."""
    teams = {car: driver.team for car, driver in view.drivers.items() if driver.team}
    podium = [teams.get(car) for car in view.order[:PODIUM]]
    known = list(dict.fromkeys(team for team in podium if team))
    found = next((car for car in view.order[PODIUM:] if car in teams and teams[car] not in known), None)
    if found is None or None in podium:
        return "The feed does not tell who is the best of the rest.", ()
    place = view.car(found).position
    told = position_summary(view, place, (found,), len(view.order)) if place else f"{full_name(view, found)}."
    return f"Best of the rest, behind the teams on the podium ({', '.join(known)}): {told}"[:SUMMARY_MAX_CHARS], (
        found,
    )
