"""How a value is written in a language: its unit, its decimals, a lap time, a position, a number as a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from director.grounding.languages import Language
from director.grounding.meanings import Kind
from director.grounding.statements import StatementPart
from director.language.folding import fold
from director.sanitise import clean_text
from director.suspicion import is_suspect
from toolgate.contract import JsonObject

_UNITS: Mapping[Kind, str] = {"seconds": " s", "degrees": " °C", "percent": " %", "speed": " m/s", "kmh": " km/h"}
_TEXT_MAX = 120
_folded = lru_cache(1024)(fold)
"""Names are few and folded at every answer."""
Drivers = Mapping[str, JsonObject]
"""The entries of the drivers, by car number and by code and name."""


def drivers_of(vocabularies: Mapping[str, Sequence[JsonObject]]) -> Drivers:
    """The drivers of a context, by whatever names them. A car's first entry is who drives it now."""
    found: dict[str, JsonObject] = {}
    for key in ("car", "code", "name"):
        for entry in vocabularies.get("driver", ()):
            if entry.get(key):
                found.setdefault(str(entry[key]), entry)
    return found


def written(part: StatementPart, form: str, tongue: Language, drivers: Drivers) -> str:
    """A part as it stands in a sentence. `form` is what is asked for: decimals, `words`, `ordinal`, `full`, `code`."""
    if part.kind == "who":
        return _name(part.value, form, drivers)
    if isinstance(part.value, str):
        table = tongue.words.get("compounds", {})
        return (
            str(table.get(part.value.upper()) or clean_text(part.value.capitalize(), _TEXT_MAX))
            if (part.kind == "compound")
            else clean_text(part.value, _TEXT_MAX)
        )
    return _number(part.value, part.kind, form, tongue)


def _number(value: float, kind: Kind, form: str, tongue: Language) -> str:
    whole = int(value) if float(value).is_integer() else None
    decimals = int(form) if form.isdecimal() and len(form) == 1 else None
    if kind == "time":
        return _clock(value, 3 if decimals is None else decimals)
    if kind == "duration":
        return f"{value / 60:.0f} {tongue.words['minutes']}" if value >= 60 else f"{value:.0f} s"
    if kind == "position":
        ordinals: Sequence[str] = tongue.words["ordinals"]
        if form == "ordinal" and whole and whole <= len(ordinals):
            return ordinals[whole - 1]
        return f"P{whole}"
    if kind == "lap":
        return str(tongue.words["lap"]).format(whole)
    if kind == "laps":
        return f"{_counted(value, form, tongue)} {tongue.words['laps'][0 if value == 1 else 1]}"
    if kind == "count":
        return _counted(value, form, tongue)
    if decimals is None:
        return f"{_plain(value, kind)}".replace(".", tongue.words["decimal"]) + _UNITS.get(kind, "")
    return f"{value:.{decimals}f}".replace(".", tongue.words["decimal"]) + _UNITS.get(kind, "")


def _counted(value: float, form: str, tongue: Language) -> str:
    """A number of laps or of things, as a word where that is asked for: `3`, `three`, `2,5`."""
    words: Sequence[str] = tongue.words["numbers"]
    if form == "words" and float(value).is_integer() and value < len(words):
        return words[int(value)]
    return f"{value:g}".replace(".", tongue.words["decimal"])


def _plain(value: float, kind: Kind) -> str:
    """Three digits after the point where they tell something: gaps of ten seconds have one."""
    return f"{value:.1f}" if kind == "seconds" and abs(value) >= 10 else f"{round(value, 3):g}"


def _clock(seconds: float, decimals: int) -> str:
    """`1:45.149`, with a point in every language: so the timing screens have it."""
    minutes, rest = divmod(round(seconds, decimals), 60)
    return f"{minutes:.0f}:{rest:0{3 + decimals if decimals else 2}.{decimals}f}"


def _name(who: str, form: str, drivers: Drivers) -> str:
    """A surname, unless two have it; `full` and `code` are the whole name and the code."""
    entry = drivers.get(who)
    if entry is None:
        return clean_text(who, _TEXT_MAX)
    name, code = str(entry.get("name") or entry.get("code") or who), str(entry.get("code") or "")
    if is_suspect(name):  # somebody has written more into it than a driver is called
        return clean_text(code if code and not is_suspect(code) else who, _TEXT_MAX)
    if form == "code" and code:
        return code
    last = name.rsplit(maxsplit=1)[-1]
    end = _folded(last)
    same = {str(other.get("car")) for other in drivers.values() if _folded(str(other.get("name"))).endswith(end)}
    return clean_text(name if form == "full" or len(same) > 1 else last, _TEXT_MAX)
