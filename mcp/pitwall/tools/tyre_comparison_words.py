"""Tyres held against each other: of two drivers, of one and all others, and by how many compounds a car has used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.names import find_car, short_name
from pitwall.facts.tyres import runs
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Tyre
from pitwall.tools.drivers_asked import same_driver
from pitwall.tools.words import count_text, fitting, joined, laps_text
from toolgate.contract import JsonObject

THAN = ("older", "newer", "same", "other")
"""How the tyres of others are to one driver's: by age, or by compound."""
_OTHERS = {
    "older": ("older tyres than", "on"),
    "newer": ("newer tyres than", "on"),
    "same": ("the same compound as", "on"),
    "other": ("another compound than", "on"),
}
USED = ("one", "several", "three")
"""How many compounds a car has used: only one, at least two, at least three."""
_UNKNOWN = ("UNKNOWN", None)


def compared(
    view: RaceView, car: str | None, cars: Sequence[str], on: Mapping[str, Tyre], given: JsonObject
) -> tuple[str, list[str]] | None:
    """The summary of a comparison and the cars that it is of; None where none is asked for."""
    if "used" in given:
        told, found = used_words(view, used_compounds(view, cars), given["used"], given.get("compound"))
    elif car is not None and "than" in given:
        than, side = given["than"], given.get("side")
        going = [each for each in view.order if view.run_state(each)[0] not in OUT_STATES]
        found = others(view, car, going, on, than, side)
        told = others_words(view, car, found, on, than, side)
    elif car is not None and "other" in given:
        found = [car, find_car(view, given["other"], path="/other")]
        if found[0] == found[1]:
            raise same_driver(view, car)
        told = pair_words(view, found, on)
    else:
        return None
    return told, [each for each in found if each in on]


def pair_words(view: RaceView, pair: Sequence[str], on: Mapping[str, Tyre]) -> str:
    """`Sainz and Leclerc are on HARD; Sainz's tyres are 1 lap newer than Leclerc's: 8 against 9 laps old.`"""
    one, other = (short_name(view, car) for car in pair)
    for car, name in zip(pair, (one, other), strict=True):
        if car not in on:
            return f"The feed has not told the tyres of {name}."
    mine, his = (on[car] for car in pair)
    same = mine.compound == his.compound
    both = f"{one} and {other} are on {mine.compound}"
    start = both if same else f"{one} is on {mine.compound}, {other} on {his.compound}"
    if mine.laps is None or his.laps is None:
        return f"{start}; the feed does not tell the age of both."
    apart = mine.laps - his.laps
    if not apart:
        return f"{start}, as old as each other: {laps_text(mine.laps)}."
    than = f"{laps_text(abs(apart))} {'older' if apart > 0 else 'newer'} than {other}'s"
    return f"{start}; {one}'s tyres are {than}: {mine.laps} against {laps_text(his.laps)} old."


def others(
    view: RaceView, car: str, cars: Sequence[str], on: Mapping[str, Tyre], than: str, side: str | None
) -> list[str]:
    """Those of `cars` whose tyres are older or newer than a car's, or of the same or another compound, as `than` says.

    Older ones begin with the oldest, newer ones with the newest. `side`: only cars `ahead` of it, or `behind`. Empty
    where the feed has not told the tyres of the car.
    """
    mine, place = on.get(car), view.car(car).position
    if mine is None:
        return []
    placed = [each for each in cars if each != car and each in on and _on_side(view, each, place, side)]
    found = [each for each in placed if _is(on[each], mine, than)]
    if than not in ("older", "newer"):
        return found
    return sorted(found, key=lambda each: (on[each].laps or 0) * (-1 if than == "older" else 1))


def others_words(
    view: RaceView, car: str, found: Sequence[str], on: Mapping[str, Tyre], than: str, side: str | None
) -> str:
    """`3 cars ahead of him on older tyres than Sainz (HARD 9 laps old): …`: `found` is what `others` found."""
    name = short_name(view, car)
    if car not in on:
        return f"The feed has not told the tyres of {name}."
    what, mine = _OTHERS[than][0], on[car]
    age = "" if mine.laps is None else f" {laps_text(mine.laps)} old"
    where = f" {'ahead of' if side == 'ahead' else side} him" if side else ""
    start = f"{count_text(len(found), 'car')}{where} on {what} {name} ({mine.compound}{age})"
    said = [_short(view, each, on[each]) for each in found]
    return fitting(f"{start}: ", said) if found else f"{start[:1].upper()}{start[1:]}."


def used_compounds(view: RaceView, cars: Sequence[str]) -> dict[str, list[str]]:
    """The compounds that each car has used, in order, of those whose every set is told."""
    driven = {car: [run for run in runs(view, car) if run.laps] or runs(view, car)[-1:] for car in cars}
    worn = {car: [run.tyre.compound if run.tyre else None for run in of_car] for car, of_car in driven.items()}
    return {
        car: list(dict.fromkeys(str(compound) for compound in compounds))
        for car, compounds in worn.items()
        if compounds and not set(_UNKNOWN) & set(compounds)
    }


def used_words(
    view: RaceView, worn: Mapping[str, Sequence[str]], used: str, compound: str | None
) -> tuple[str, list[str]]:
    """The summary on who has used so many compounds (one of `USED`), or only `compound`; and the cars that have."""
    if not worn:
        return "The feed has told no car's tyres.", []
    only = compound.upper() if compound else None
    found = [car for car, compounds in worn.items() if _used(compounds, used, only)]
    what = (
        f"only {only}"
        if only
        else {"one": "only one compound", "several": "two compounds", "three": "three compounds"}[used]
    )
    gone = [car for car in view.order if len(worn) > 1 and view.run_state(car)[0] in OUT_STATES]
    out = [short_name(view, car) for car, each in used_compounds(view, gone).items() if _used(each, used, only)]
    going, end = (" still going", f"; already out: {joined(out)}.") if out else ("", ".")
    some = f"{count_text(len(found), f'car{going}', f'cars{going}')} {'have' if len(found) > 1 else 'has'} used {what}"
    if len(found) == len(worn) > 1:
        some = f"All {some}"
    if not found:
        return f"{some[:1].upper()}{some[1:]}{end}", []
    named = [short_name(view, car) if only else f"{short_name(view, car)} ({joined(worn[car])})" for car in found]
    return fitting(f"{some}: ", named, end=end), found


def _used(compounds: Sequence[str], used: str, only: str | None) -> bool:
    if used == "one":
        return len(compounds) == 1 and only in (None, compounds[0])
    return len(compounds) >= (2 if used == "several" else 3)


def _on_side(view: RaceView, car: str, place: int | None, side: str | None) -> bool:
    position = view.car(car).position
    if side is None:
        return True
    return bool(position and place and (position < place if side == "ahead" else position > place))


def _is(tyre: Tyre, mine: Tyre, than: str) -> bool:
    if than in ("older", "newer"):
        if tyre.laps is None or mine.laps is None:
            return False
        return tyre.laps > mine.laps if than == "older" else tyre.laps < mine.laps
    known = tyre.compound not in _UNKNOWN and mine.compound not in _UNKNOWN
    return known and (tyre.compound == mine.compound) == (than == "same")


def _short(view: RaceView, car: str, tyre: Tyre) -> str:
    return f"{short_name(view, car)} {tyre.compound}" + ("" if tyre.laps is None else f" {laps_text(tyre.laps)} old")
