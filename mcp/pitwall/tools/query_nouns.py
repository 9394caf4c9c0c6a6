"""What the rows of a query are called: `laps 20 to 30`, `second pit stops`, or the cars that are named."""

from __future__ import annotations

from collections.abc import Callable

from pitwall.query import Condition
from pitwall.tools.words import joined

Named = Callable[[str], str]
"""The name of a car, as answers write it."""

NOUNS = {
    "laps": ("lap", "laps"),
    "stints": ("stint", "stints"),
    "stops": ("pit stop", "pit stops"),
    "passages": ("way through the pit lane", "ways through the pit lane"),
    "overtakes": ("overtake", "overtakes"),
    "drivers": ("car", "cars"),
    "results": ("car of the result", "cars of the result"),
    "messages": ("message of race control", "messages of race control"),
    "segments": ("best lap", "best laps"),
    "sectors": ("sector time", "sector times"),
    "retirements": ("retirement", "retirements"),
    "deletions": ("deleted lap time", "deleted lap times"),
    "penalties": ("car in a stewards' case", "cars in stewards' cases"),
    "statuses": ("flag or safety car period", "flag or safety car periods"),
    "distance": ("distance of the race", "distances of the race"),
    "weather": ("weather report", "weather reports"),
}
_SPELLS: dict[object, tuple[str, str]] = {
    "safety_car": ("safety car", "safety cars"), "vsc": ("virtual safety car", "virtual safety cars"),
    "red": ("red flag", "red flags"), "yellow": ("yellow flag period", "yellow flag periods"),
    ("safety_car", "vsc"): ("safety car or virtual safety car", "safety cars and virtual safety cars"),
}  # fmt: skip
_FLAGGED: dict[tuple[str, str, object], tuple[str, str]] = {
    ("in_lap", "is", True): ("in-lap", "in-laps"),
    ("out_lap", "is", True): ("out-lap", "out-laps"),
    ("open", "is", True): ("car in an open case of the stewards", "cars in open cases of the stewards"),
}
_NTH = {1: "first", 2: "second", 3: "third"}


def noun_of(
    relation: str, conditions: list[Condition], count: int, named: Named, grouped: bool
) -> tuple[str, list[Condition]]:
    """What the rows are called, and the conditions that this does not tell."""
    nouns = NOUNS.get(relation, (relation, relation))
    told: list[Condition] = []
    spans = {one.op: one for one in conditions if one.field.name == "lap"}
    if relation == "laps" and {"at_least", "at_most"} == spans.keys():
        nouns = (f"laps {spans['at_least'].value} to {spans['at_most'].value}",) * 2
        told = list(spans.values())
    for one in conditions:
        field, op, value = one.field.name, one.op, one.value
        if relation == "statuses" and field == "status" and op in ("is", "in") and plain(one)[2] in _SPELLS:
            nouns = _SPELLS[plain(one)[2]]
        elif (field, op, value) == ("penalised", "is", True):
            nouns = ("penalty", "penalties")
        elif relation == "sectors" and (field, op) == ("sector", "is"):
            nouns = (f"time in sector {value}", f"times in sector {value}")
        elif relation == "stops" and (field, op) == ("number", "is"):
            nth = _NTH.get(int(str(value)), f"{value}th")
            nouns = (f"{nth} pit stop", f"{nth} pit stops")
        elif relation == "stints" and (field, op) == ("stint", "is"):
            nouns = ("first stint", "first stints") if value == 1 else (f"stint {value}",) * 2
        elif relation in ("laps", "penalties") and plain(one) in _FLAGGED:
            nouns = _FLAGGED[plain(one)]
        elif relation == "drivers" and field == "car" and op in ("is", "in"):
            nouns = (names_of(value, named),) * 2
        elif (relation, field, op, value) == ("laps", "position", "is", 1):
            led = any(other.field.name == "car" for other in conditions) or bool(grouped)
            nouns = ("lap in the lead", "laps in the lead") if led else ("lap of the race", "laps of the race")
        else:
            continue
        told.append(one)
    return nouns[count != 1], [one for one in conditions if one not in told]


def names_of(value: object, named: Named) -> str:
    """The names of one car or of several."""
    return joined([named(str(car)) for car in (value if isinstance(value, list) else [value])])


def plain(one: Condition) -> tuple[str, str, object]:
    """A condition as it is held against others: its field by name."""
    value = tuple(one.value) if isinstance(one.value, list) else one.value
    return one.field.name, one.op, value
