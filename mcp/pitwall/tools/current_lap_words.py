"""What cars of a practice or a qualifying are at: how long they have been in the pits, whose lap is a better one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitwall.facts.best_lap_history import best_set
from pitwall.facts.current_lap import current_lap
from pitwall.facts.names import short_name
from pitwall.state import RaceView
from pitwall.tools.timed_words import short_clock
from pitwall.tools.words import count_text, fitting


def pit_time(view: RaceView, car: str) -> str:
    """`6:12`, since the car came in; empty where it is not in the pits, or has not been out."""
    since = _since(view, car)
    return "" if since is None else short_clock(view.t - since)


def _since(view: RaceView, car: str) -> float | None:
    passages = view.passages(car)
    return passages[-1].t_in if passages and passages[-1].t_out is None else None


def _longest(view: RaceView, cars: Sequence[str]) -> str:
    """`In the pits, the longest first: Zhou 5:12, Stroll 4:30; not out yet: Albon.`"""
    inside = [car for car in cars if view.run_state(car)[0] == "in_pit"]
    since = {car: told for car in inside if (told := _since(view, car)) is not None}
    unseen = [short_name(view, car) for car in inside if car not in since]
    said = [f"{short_name(view, car)} {pit_time(view, car)}" for car in sorted(since, key=lambda car: since[car])]
    end = fitting("; not out since the start: ", unseen, limit=80) if unseen else "."
    if not said:
        return f"No car has come in{end}"
    return fitting("In the pits, the longest first: ", said, end=end)


class Gain(NamedTuple):
    """How far a lap under way is off the car's best one so far: negative, it is better; after so many sectors."""

    car: str
    seconds: float
    sectors: int


def gains_so_far(view: RaceView, cars: Sequence[str]) -> list[Gain]:
    """Of cars on a fast lap: its sectors held against those of the best lap, in a qualifying of the segment's."""
    best, found = best_set(view, view.segment), []
    for car in cars:
        lap = current_lap(view, car)
        if lap is None or lap.manner != "fast" or lap.last is None or car not in best:
            continue
        now = {each.sector: each.seconds for each in view.sectors(car) if each.lap == lap.last.lap}
        then = {each.sector: each.seconds for each in view.sectors(car) if each.lap == best[car].lap}
        if now and now.keys() <= then.keys():
            found.append(Gain(car, round(sum(now.values()) - sum(then[sector] for sector in now), 3), len(now)))
    return sorted(found, key=lambda gain: gain.seconds)


def _gaining(view: RaceView, cars: Sequence[str]) -> str:
    """`Better so far than on the best lap: Norris by 0.120 s after 1 sector; not: Sainz 0.052 s slower.`"""
    gains = gains_so_far(view, cars)
    up = [f"{short_name(view, one.car)} by {-one.seconds:.3f} s {_after(one)}" for one in gains if one.seconds < 0]
    down = [
        f"{short_name(view, one.car)} {one.seconds:.3f} s slower {_after(one)}" for one in gains if one.seconds >= 0
    ]
    if not gains:
        return "No car is on a fast lap of which sectors are told."
    slower = fitting("; not: " if up else "", down, limit=110, end="") if down else ""
    return fitting("Better so far than on the best lap: ", up, end=f"{slower}.") if up else f"Nobody; {slower}."


def _after(one: Gain) -> str:
    return f"after {count_text(one.sectors, 'sector')}"


TOLD: dict[str, Callable[[RaceView, Sequence[str]], str]] = {"longest": _longest, "gaining": _gaining}
