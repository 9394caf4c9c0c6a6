"""The tyres of all, and how old a car's are among them, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitwall.facts.names import short_name
from pitwall.state import OUT_STATES, RaceView
from pitwall.state.car import Tyre
from pitwall.tools.query_rows import ages_by_compound, split_by_compound
from pitwall.tools.words import fitting, laps_text

_MORE = {"oldest": "older", "newest": "newer"}


def among_all(view: RaceView, car: str, on: Mapping[str, Tyre], order: str) -> str:
    """`; the oldest are Bottas's, 29 laps old`: where it is asked if his are. Empty for no such order."""
    going = [each for each in on if view.run_state(each)[0] not in OUT_STATES]
    ages = {each: laps for each in going if (laps := on[each].laps) is not None}
    if order not in _MORE or car not in ages:
        return ""
    most = max(ages.values()) if order == "oldest" else min(ages.values())
    if ages[car] == most:
        return f"; none are {_MORE[order]}"
    holder = next(each for each, laps in ages.items() if laps == most)
    return f"; the {order} are {short_name(view, holder)}'s, {laps_text(most)} old"


def tyres_of_all(view: RaceView, cars: Sequence[str], on: Mapping[str, Tyre], said: Sequence[str]) -> str:
    """The set of each as it was `said`; by compound where not all have room; `All 19 on HARD, by laps on them: …`."""
    rows = [
        {"driver": short_name(view, car), "compound": on[car].compound or "unnamed tyres", "tyre_laps": on[car].laps}
        for car in cars
    ]
    names: dict[str, list[str]] = {}
    for row in rows:
        names.setdefault(str(row["compound"]), []).append(str(row["driver"]))
    if len(names) == 1 and len(rows) > 1:
        ages = [f"{row['driver']} {'-' if row['tyre_laps'] is None else row['tyre_laps']}" for row in rows]
        return fitting(f"All {len(rows)} on {rows[0]['compound']}, by laps on them: ", ages)
    aged = ages_by_compound(rows) if all(row["tyre_laps"] is not None for row in rows) else []
    for parts in (said, aged, [f"{compound} ({', '.join(of)})" for compound, of in names.items()]):
        told = fitting("Tyres: ", parts)
        if parts and all(part in told for part in parts):
            return told
    return fitting("Tyres: ", split_by_compound(names))
