"""What tools returned, as facts: numbers with the fields that they stand in, and words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from director.grounding.quantities import Quantity, Unit, normal, quantities, stem, word_set
from director.language.folding import fold
from director.references import join_pointer
from director.sanitise import MARK
from director.suspicion import is_suspect
from toolgate.contract import Context, JsonObject

_SUFFIXES: dict[str, tuple[Unit, float]] = {
    "s": ("s", 1.0), "sec": ("s", 1.0), "secs": ("s", 1.0), "seconds": ("s", 1.0), "h": ("s", 3600.0),
    "minutes": ("s", 60.0), "hours": ("s", 3600.0), "m": ("m", 1.0), "metres": ("m", 1.0), "meters": ("m", 1.0),
    "km": ("m", 1000.0), "kmh": ("speed", 1 / 3.6), "kph": ("speed", 1 / 3.6), "pct": ("%", 1.0), "percent": ("%", 1.0),
    "c": ("deg", 1.0), "celsius": ("deg", 1.0), "deg": ("deg", 1.0),
}  # fmt: skip
COUNTING = word_set(
    "lap place position pos rank grid count number car stop total index id year version row then now stint"
)
"""Words of a key whose whole numbers measure nothing: they are never seconds or metres."""
COUNTED = word_set("lap stop stint place position car driver")
"""Words that follow the number of something counted: it measures nothing either."""
SELDOM_TOLD = word_set("point win victorie pole podium title championship")
"""What a number may count only where an output counts it: a model knows such numbers by heart."""
PLACES = word_set("place position pos rank grid then now standing")
_KEY_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")


def words(text: str) -> list[str]:
    """The folded words of a text, possessives off."""
    return [re.sub(r"['’]s?$", "", fold(word)) for word in _WORD.findall(normal(text))]


class Fact(Struct, frozen=True):
    """One number of an output."""

    quantity: Quantity
    step: str
    pointer: str
    shown: str
    keys: frozenset[str] = frozenset()
    spoken: bool = False
    """Out of a text rather than a number of its own."""
    items: bool = False
    """How many items a list has."""


class Facts(Struct):
    """The numbers of the outputs, and every word of theirs."""

    numbers: list[Fact] = []
    words: set[str] = set()


def read_facts(data: Sequence[JsonObject], context: Context) -> Facts:
    """The facts of `sanitise.answer_data`, and the words of the context's line and names."""
    facts = Facts()
    facts.words.update(() if is_suspect(context.session) else words(context.session))
    for entry in data:
        facts.words.update(_key_words(str(entry.get("tool", ""))))
        if isinstance(entry.get("output"), dict):
            _read(entry["output"], (), str(entry["step"]), facts)
    return facts


def _read(node: JsonObject, path: tuple[str | int, ...], step: str, facts: Facts) -> None:
    """One object of an output and all within."""
    if set(node) == {MARK}:
        return
    for key, value in node.items():
        facts.words.update(_key_words(key))
        _value(value, (*path, key), step, _key_words(key), facts)


def _value(value: Any, path: tuple[str | int, ...], step: str, keys: frozenset[str], facts: Facts) -> None:
    if isinstance(value, dict):
        _read(value, path, step, facts)
    elif isinstance(value, list):
        count = Quantity(str(len(value)), 0, 0, float(len(value)))
        inside = value[0] if value and isinstance(value[0], dict) else {}
        counted = keys.union(*map(_key_words, inside))
        facts.numbers.append(Fact(count, step, join_pointer(path), f"{len(value)} items", counted, items=True))
        for index, item in enumerate(value):
            _value(item, (*path, index), step, keys, facts)
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int | float):
        unit, factor = _suffix(path)
        number = Quantity(str(value), 0, 0, float(value) * factor, 0.0, unit)
        facts.numbers.append(Fact(number, step, join_pointer(path), str(value), keys))
    else:
        _text(str(value), path, step, keys, facts)


def _text(text: str, path: tuple[str | int, ...], step: str, keys: frozenset[str], facts: Facts) -> None:
    facts.words.update(words(text))
    for quantity in quantities(normal(text)):
        facts.numbers.append(Fact(quantity, step, join_pointer(path), quantity.text, keys, spoken=True))
    for year, _, day in re.findall(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)", text):
        for part in (year, day):
            quantity = Quantity(part, 0, 0, float(part), before="date")
            facts.numbers.append(Fact(quantity, step, join_pointer(path), text, keys, spoken=True))


def _suffix(path: Sequence[str | int]) -> tuple[Unit | None, float]:
    """The unit that a key ends with, `gap_s`."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    last = key.rpartition("_")[2]
    return _SUFFIXES.get(last, (None, 1.0)) if "_" in key or len(last) > 3 else (None, 1.0)


def _key_words(key: str) -> frozenset[str]:
    return frozenset(part for word in _KEY_WORD.findall(key) for part in (word.lower(), stem(word)))
