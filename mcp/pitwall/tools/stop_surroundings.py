"""Who was around a car as it came out of its stop, and whether the cars next to it have stopped."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.gaps import neighbour
from pitwall.facts.names import short_name
from pitwall.facts.passages import Judged, judge_passages
from pitwall.state import RaceView
from pitwall.state.car import Lap
from pitwall.tools.words import capital, count_text, gap_text

_NEXT = ((-1, "ahead of"), (1, "behind"))


def came_out(view: RaceView, car: str, stops: Sequence[Judged], other: str | None = None) -> str:
    """`Sainz was P7 at the end of his lap out, lap 15: 1.203 s behind Bottas, 0.402 s ahead of Albon.`

    With another car: which of the two was ahead there. Empty where the lap out has not ended or nothing was told of it.
    """
    number = stops[-1].passage.lap + 1
    ended = {each: lap for each in view.cars if (lap := _lap(view, each, number)) is not None}
    mine, name = ended.get(car), short_name(view, car)
    if mine is None or mine.position is None:
        return ""
    if other is not None:
        his = ended.get(other)
        if his is None or his.position is None:
            return ""
        first = "ahead of" if mine.position < his.position else "behind"
        places = f"P{mine.position} and P{his.position}"
        return f"{name} was {first} {short_name(view, other)} at the end of his lap out, lap {number}: {places}."
    near = []
    for step, where in ((-1, "behind"), (1, "ahead of")):
        for each, lap in ended.items():
            if lap.position == mine.position + step:
                near.append(f"{gap_text(abs(lap.t - mine.t))} {where} {short_name(view, each)}")
    around = f": {', '.join(near)}" if near else ""
    return f"{name} was P{mine.position} at the end of his lap out, lap {number}{around}."


def next_to(view: RaceView, car: str) -> str:
    """`Russell, behind Sainz, has made 2 stops, the last on lap 31; Perez, ahead of Sainz, no stop.`"""
    name, said = short_name(view, car), []
    for step, where in _NEXT:
        other = neighbour(view, car, step)
        if other is None:
            said.append(f"nobody is {where} {name}")
            continue
        stops = [item for item in judge_passages(view, other) if item.kind == "stop"]
        last = f", the last on lap {stops[-1].passage.lap}" if stops else ""
        said.append(f"{short_name(view, other)}, {where} {name}, has made {count_text(len(stops), 'stop')}{last}")
    return f"{capital('; '.join(said))}."


def _lap(view: RaceView, car: str, number: int) -> Lap | None:
    return next((lap for lap in view.laps(car) if lap.number == number), None)
