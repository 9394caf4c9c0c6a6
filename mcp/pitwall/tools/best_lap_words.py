"""How best laps are worded over time and by tyres: the last lap against the best, who held the fastest, by compound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pitwall.facts.best_laps import best_lap, best_laps, lap_of_best, position_of, set_at
from pitwall.facts.classes import classes_of
from pitwall.facts.deleted import deleted_by_car
from pitwall.facts.laps import TimedLap, timed_laps
from pitwall.facts.names import short_name
from pitwall.facts.tyres import worn_at_line
from pitwall.query.narrows import UNTOLD
from pitwall.state import OUT_STATES, RaceView
from pitwall.tools.timed_words import segment_name
from pitwall.tools.words import count_text, fitting, lap_time_text, laps_text
from toolgate.contract import JsonObject

_SAME_S = 0.0005


def counted(view: RaceView, car: str) -> list[tuple[TimedLap, float]]:
    """The car's laps that the feed timed and nobody deleted, in order, with their seconds."""
    gone = deleted_by_car(view).get(car, ())
    return [
        (lap, lap.seconds)
        for lap in timed_laps(view, car)
        if lap.source == "feed" and lap.seconds and not any(each.is_lap(lap.number, lap.seconds) for each in gone)
    ]


def last_words(view: RaceView, car: str) -> str:
    """`Sainz's last lap, lap 9: 1:38.030, 0.950 s off the best, 1:37.080 on lap 3.`"""
    name, laps = short_name(view, car), _raced(view, car)
    if not laps:
        return f"{name} has no lap time yet."
    (last, seconds), before = laps[-1], laps[:-1]
    start = f"{name}'s last {'timed ' if view.timed else ''}lap, lap {last.number}: {lap_time_text(seconds)}"
    if not before:
        return f"{start}, the first with a time."
    best, quick = min(before, key=lambda each: each[1])
    if seconds < quick - _SAME_S:
        how = f"a personal best, {quick - seconds:.3f} s faster than"
    else:
        how = f"no personal best: {seconds - quick:.3f} s off"
    return f"{start}, {how} {lap_time_text(quick)} on lap {best.number}."


def class_words(view: RaceView) -> str:
    """`Fastest lap of each class: GTP #31 Aitken 1:31.042 (lap 12); GTD #27 Robichon 1:45.310 (lap 9).`"""
    said = []
    for name, cars in classes_of(view).items():
        best = {car: seconds for car in cars if (seconds := best_lap(view, car)) is not None}
        if best:
            car = min(best, key=lambda each: best[each])
            lap = lap_of_best(view, car, best[car])
            on = f" (lap {lap})" if lap is not None else ""
            said.append(f"{name} {short_name(view, car, set_at(view, car, lap))} {lap_time_text(best[car])}{on}")
    return fitting("Fastest lap of each class: ", said, "; ") if said else "The feed has no classes with a lap time."


def last_bests_words(view: RaceView) -> str:
    """`Personal bests on their last lap: Norris 1:27.126 (lap 57), Verstappen 1:27.400 (lap 57).`"""
    found = []
    for car in view.order:
        laps = _raced(view, car)
        if (
            car in view.segments.knocked_out
            or len(laps) < 2
            or (not view.timed and view.run_state(car)[0] in OUT_STATES)
        ):
            continue
        last, seconds = laps[-1]
        if seconds < min(each[1] for each in laps[:-1]):
            found.append((seconds, f"{short_name(view, car)} {lap_time_text(seconds)} (lap {last.number})"))
    if not found:
        return "No car's last lap is its personal best."
    return fitting("Personal bests on their last lap: ", [said for _, said in sorted(found)])


def holders(view: RaceView) -> list[tuple[float, str, int]]:
    """Each lap that was the fastest of the session when it was set: seconds, car and lap, in order."""
    laps = [(set_at(view, car, lap.number), s, car, lap.number) for car in view.cars for lap, s in counted(view, car)]
    found: list[tuple[float, str, int]] = []
    for _, seconds, car, number in sorted(laps):
        if not found or seconds < found[-1][0]:
            found.append((seconds, car, number))
    return found


def history_words(view: RaceView) -> str:
    """`The fastest lap changed hands 3 times, latest first: Norris 1:22.167 (lap 43), Verstappen 1:23.081 (lap 42).`"""
    found = holders(view)
    if not found:
        return "No lap time yet."
    if len({car for _, car, _ in found}) == 1:
        return f"Nobody else has held the fastest lap: {short_name(view, found[-1][1])} {lap_time_text(found[-1][0])}."
    hands = sum(one[1] != other[1] for one, other in zip(found[1:], found, strict=False))
    held = [found[0]]
    for each in found[1:]:
        held = [*held[:-1], each] if each[1] == held[-1][1] else [*held, each]
    said = [f"{short_name(view, car)} {lap_time_text(seconds)} (lap {lap})" for seconds, car, lap in reversed(held)]
    return fitting(f"The fastest lap changed hands {count_text(hands, 'time')}, latest holder first: ", said)


def holder_words(view: RaceView) -> str:
    """`The fastest lap, 1:45.149 on lap 37, is Bottas's, who is out; best of Hamilton in P1: …`"""
    found = holders(view)
    if not found:
        return "No lap time yet."
    seconds, car, lap = found[-1]
    out = not view.timed and view.run_state(car)[0] in OUT_STATES
    place = position_of(view, car)
    where = "who is out" if out else f"who is P{place}" if place else "who has no position"
    text = f"The fastest lap, {lap_time_text(seconds)} on lap {lap}, is {short_name(view, car)}'s, {where}"
    first = next(iter(view.order), car)
    quick = min((s for _, s in counted(view, first)), default=None)
    if first == car or quick is None:
        return f"{text}."
    return f"{text}; best of {short_name(view, first)} in P1: {lap_time_text(quick)}."


def latest_words(view: RaceView) -> str:
    """`Latest times, the last set first: Norris 1:11.383 (lap 12).`"""
    laps = sorted(
        ((set_at(view, car, lap.number), s, car, lap.number) for car in view.order for lap, s in _flying(view, car)),
        reverse=True,
    )[:5]
    if not laps:
        return "No lap time yet."
    said = [f"{short_name(view, car)} {lap_time_text(seconds)} (lap {lap})" for _, seconds, car, lap in laps]
    return fitting("Latest lap times, the last one first: ", said)


def _raced(view: RaceView, car: str) -> list[tuple[TimedLap, float]]:
    """The car's laps that count, in practice and qualifying without those to warm the tyres or cool them."""
    return list(_flying(view, car)) if view.timed else counted(view, car)


def _flying(view: RaceView, car: str) -> Iterator[tuple[TimedLap, float]]:
    return ((lap, s) for lap, s in counted(view, car) if not (lap.cruised or lap.out_lap or lap.in_lap))


def by_compound(view: RaceView, car: str) -> list[tuple[float, str, int]]:
    """The car's best lap on each compound: seconds, compound and lap, quickest first."""
    message = {lap.number: lap.message for lap in view.laps(car)}
    best: dict[str, tuple[float, str, int]] = {}
    for lap, seconds in counted(view, car):
        sets = view.tyres(car, message[lap.number])
        compound = sets[-1].compound if sets else None
        if compound in (None, "", UNTOLD):
            continue
        best[compound] = min(best.get(compound, (seconds, compound, lap.number)), (seconds, compound, lap.number))
    return sorted(best.values())


def tyre_words(view: RaceView, car: str) -> str:
    """`Best lap of Sainz 1:34.507 (lap 44) on HARD, 9 laps old.`"""
    laps = counted(view, car)
    if not laps:
        return f"{short_name(view, car)} has no lap time yet."
    lap, seconds = min(laps, key=lambda each: each[1])
    at = next(index for index, each in enumerate(view.laps(car)) if each.number == lap.number)
    compound, worn, _ = list(worn_at_line(view, car, 0))[at]
    start = f"Best lap of {short_name(view, car)} {lap_time_text(seconds)} (lap {lap.number})"
    if compound in (None, "", UNTOLD):
        return f"{start}: the feed does not tell on which tyres."
    return f"{start} on {compound}{'' if worn is None else f', {laps_text(worn)} old'}."


def compound_words(view: RaceView, car: str, compound: str | None) -> str:
    """`Norris's best on SOFT: 1:27.420 (lap 15), 1.350 s faster than 1:28.770 on HARD (lap 10).`"""
    name, bests = short_name(view, car), by_compound(view, car)
    if not bests:
        return f"The feed does not tell on which tyres {name} set a time."
    if compound is None:
        return fitting(f"Best laps of {name} by compound: ", [_on(each) for each in bests])
    mine = next((each for each in bests if each[1] == compound.upper()), None)
    others = [each for each in bests if each is not mine]
    if mine is None:
        return fitting(f"{name} has no lap on {compound.upper()}; best laps: ", [_on(each) for each in bests])
    start = f"{name}'s best on {mine[1]}: {lap_time_text(mine[0])} (lap {mine[2]})"
    if not others:
        return f"{start}; no time on other tyres."
    return f"{start}, {_than(mine, others)}."


def each_compound_words(view: RaceView) -> str:
    """`Fastest lap on each compound: SOFT Piastri 1:27.631 (lap 15), MEDIUM Verstappen 1:27.729 (lap 13).`"""
    best: dict[str, tuple[float, str, int]] = {}
    for car in view.cars:
        for seconds, compound, lap in by_compound(view, car):
            best[compound] = min(best.get(compound, (seconds, car, lap)), (seconds, car, lap))
    said = [
        f"{compound} {short_name(view, car)} {lap_time_text(seconds)} (lap {lap})"
        for compound, (seconds, car, lap) in sorted(best.items(), key=lambda each: each[1])
    ]
    return fitting("Fastest lap on each compound: ", said) if said else "The feed does not tell of laps by compound."


def _on(each: tuple[float, str, int]) -> str:
    return f"{each[1]} {lap_time_text(each[0])} (lap {each[2]})"


def _than(mine: tuple[float, str, int], others: Sequence[tuple[float, str, int]]) -> str:
    other = others[0]
    by = mine[0] - other[0]
    how = f"{abs(by):.3f} s {'slower' if by > 0 else 'faster'} than"
    return f"{how} {lap_time_text(other[0])} on {other[1]} (lap {other[2]})"


def deciding_words(view: RaceView, car: str | None, told: JsonObject) -> str:
    """`; in Q3 1:11.915 (P5)`: what counts in a qualifying, where a best lap is of another segment.

    `told` is the row of the best lap; `car` None: of all cars. Empty where it is the lap that counts.
    """
    rows = [row for row in best_laps(view) if row.seconds is not None and row.segment is not None]
    counts = next((row for row in rows if car in (None, row.car) and (car or row.position == 1)), None)
    if counts is None or counts.seconds is None or abs(counts.seconds - told["time_s"]) < _SAME_S:
        return ""
    where, time = segment_name(view, counts.segment), lap_time_text(counts.seconds)
    if car is not None:
        return f"; in {where} {time} (P{counts.position})"
    return f"; first in {where} {short_name(view, counts.car)} {time}"
