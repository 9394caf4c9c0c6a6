"""Who has driven a car and when it changed drivers, in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

from pitwall.facts.crews import Spell, latest_changes, spells_of
from pitwall.facts.laps import timed_laps
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.moment import format_session_time
from pitwall.tools.words import count_text, fitting, joined, lap_span_text, lap_time_text, laps_text


def crew_words(view: RaceView, car: str, tell: str) -> str:
    """Who has driven one car: `tell` says which of `TOLD_FIRST` the sentence answers."""
    spells = spells_of(view, car)
    if not spells:
        return f"Car {car} has completed no lap: the feed does not tell who drove it."
    return _TOLD_FIRST.get(tell, _changes)(view, car, spells)


def changes_words(view: RaceView, cars: Sequence[str], of: str, since_lap: int = 0) -> str:
    """The changes of several cars, the latest first; `of`: of whom, as ` in GTD`; `since_lap`: of a car's own laps."""
    changes = [change for change in latest_changes(view, cars) if change[0].to_lap >= since_lap]
    if since_lap and not changes:
        return f"No driver change{of} from lap {since_lap} on."
    if not changes:
        return f"No driver change so far{of}: each car has had one driver."
    said = [
        f"#{new.car} {old.driver.name} to {new.driver.name} (after lap {old.to_lap}, {_clock(old.ended)})"
        for old, new in changes
    ]
    so_far = f"{of} from lap {since_lap} on" if since_lap else f" so far{of}"
    return fitting(f"{count_text(len(changes), 'driver change')}{so_far}, latest first: ", said, separator="; ")


def most_changes_words(view: RaceView, cars: Sequence[str], of: str) -> str:
    """`Most driver changes in GTD: #66 5, #12 4.`"""
    often = Counter(new.car for _, new in latest_changes(view, cars))
    if not often:
        return changes_words(view, cars, of)
    return fitting(f"Most driver changes so far{of}: ", [f"#{car} {many}" for car, many in often.most_common()])


def longest_words(view: RaceView, cars: Sequence[str]) -> str:
    """Who of those that drive now has driven the most laps without handing over."""
    now = [spells[-1] for car in cars if view.run_state(car)[0] not in OUT_STATES and (spells := spells_of(view, car))]
    if not now:
        return "No car has completed a lap."
    said = [f"#{one.car} {one.driver.name} {laps_text(one.laps)}" for one in sorted(now, key=lambda one: -one.laps)]
    return fitting(f"Longest in the car {'at the end' if view.over else 'now'}: ", said)


def _now(view: RaceView, car: str, spells: Sequence[Spell]) -> str:
    last = spells[-1]
    time = "" if last.began is None else f", {_clock((last.ended if view.over else view.t) - last.began)}"
    verb = "drove" if view.over else "has driven"
    since = f"{last.driver.name} {verb} car {car} from lap {last.from_lap} on ({laps_text(last.laps)}{time})"
    return fitting(f"{since}; before: " if len(spells) > 1 else since, [_spell(one) for one in spells[:-1]])


def _first(view: RaceView, car: str, spells: Sequence[Spell]) -> str:
    first = spells[0]
    start = f"{first.driver.name} started car {car}, {_laps(first)}"
    return fitting(f"{start}; then: " if len(spells) > 1 else start, [_spell(one) for one in spells[1:]])


def _changes(view: RaceView, car: str, spells: Sequence[Spell]) -> str:
    changes = list(pairwise(spells))
    if not changes:
        return f"Car {car} has not changed drivers: {spells[0].driver.name} has driven all {spells[0].laps} laps."
    said = [
        f"{old.driver.name} to {new.driver.name} (after lap {old.to_lap}, {_clock(old.ended)})"
        for old, new in reversed(changes)
    ]
    ordered = ", latest first" if len(changes) > 1 else ""
    return fitting(f"{count_text(len(changes), 'driver change')} of car {car}{ordered}: ", said)


def _by_laps(view: RaceView, car: str, spells: Sequence[Spell]) -> str:
    driven: Counter[str] = Counter()
    times: dict[str, float] = defaultdict(float)
    for one in spells:
        driven[one.driver.name] += one.laps
        times[one.driver.name] += one.ended - one.began if one.began is not None else 0.0
    untimed = {one.driver.name for one in spells if one.began is None}
    said = [
        f"{name} {laps_text(laps)}{'' if name in untimed else f' ({_clock(times[name])})'}"
        for name, laps in driven.most_common()
    ]
    return fitting(f"Laps and time in car {car}, most first: ", said)


def _fastest(view: RaceView, car: str, spells: Sequence[Spell]) -> str:
    """`Fastest laps in car 12: Montecalvo 1:48.021 (lap 59), Telitz 1:48.530 (lap 20).`"""
    times = {lap.number: lap.seconds for lap in timed_laps(view, car) if lap.seconds}
    driven: dict[str, list[tuple[float, int]]] = {}
    for one in spells:
        laps = [(seconds, lap) for lap, seconds in times.items() if one.from_lap <= lap <= one.to_lap]
        driven.setdefault(one.driver.name, []).extend(laps)
    told = sorted((min(laps), name) for name, laps in driven.items() if laps)
    if not told:
        return f"No lap of car {car} is timed."
    said = [f"{name} {lap_time_text(seconds)} (lap {lap})" for (seconds, lap), name in told]
    return fitting(f"Fastest laps in car {car}: ", said)


def _crew(view: RaceView, car: str, spells: Sequence[Spell]) -> str:
    names = list(dict.fromkeys(one.driver.name for one in spells))
    drove = "1 driver has" if len(names) == 1 else f"{len(names)} drivers have"
    ended = "" if view.over else f"; now {spells[-1].driver.name}"
    return f"{drove} driven car {car} so far: {joined(names)}{ended}."[:200]


_TOLD_FIRST: dict[str, Callable[[RaceView, str, Sequence[Spell]], str]] = {
    "driver_now": _now,
    "first_driver": _first,
    "changes": _changes,
    "laps_by_driver": _by_laps,
    "crew": _crew,
    "fastest_by_driver": _fastest,
}
TOLD_FIRST = (*_TOLD_FIRST, "most_changes")


def _spell(one: Spell) -> str:
    return f"{one.driver.name} {_laps(one)}"


def _laps(one: Spell) -> str:
    return lap_span_text(one.from_lap, one.to_lap)


def _clock(seconds: float) -> str:
    return format_session_time(max(seconds, 0.0))[:8]
