"""The values in a question that a plan may take over, each with the forms in which a plan can write it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from director.language.mentions import identity_of
from director.language.numbers import as_clock, is_clock
from toolgate.contract import JsonObject

NUMBER = "number"
ORDINAL = "ordinal"
CLOCK = "clock"
COMMON = (0, 1)
"""Numbers that plans have for many reasons (a default, P1): they are not traced to the question."""


@dataclass(frozen=True, slots=True)
class SlotValue:
    """One value. `forms` are what it can be in an argument, by the name of the form; `value` identifies it."""

    kind: str
    value: str | int | float
    forms: Mapping[str, str | int | float] = field(compare=False)

    def form_of(self, literal: object) -> str | None:
        """The name of the form in which a plan's literal is this value; None where it is another value."""
        if isinstance(literal, bool) or not isinstance(literal, str | int | float):
            return None
        if self.kind == CLOCK and isinstance(literal, str) and is_clock(literal):
            literal = as_clock(literal)
        for name, form in self.forms.items():
            if form == literal and isinstance(form, str) == isinstance(literal, str):
                return name
        return None

    @property
    def is_number(self) -> bool:
        """Whether the value is a number or a position."""
        return self.kind in (NUMBER, ORDINAL)


def number_slot(value: float, *, ordinal: bool) -> SlotValue:
    """A number or a position, as a number or as its digits; a position also as `P3`.

    A value in COMMON, which a plan may have by chance, counts only as a position.
    """
    forms: dict[str, str | int | float] = {} if value in COMMON else {"number": value, "text": str(value)}
    if ordinal and value:
        forms["position"] = f"P{value}"
    return SlotValue(ORDINAL if ordinal else NUMBER, value, forms)


def clock_slot(word: str) -> SlotValue:
    """A time, as `HH:MM:SS`."""
    return SlotValue(CLOCK, as_clock(word), {"clock": as_clock(word)})


def name_slot(kind: str, value: str, vocabularies: Mapping[str, Sequence[JsonObject]]) -> SlotValue | None:
    """An entry of a vocabulary, with the fields that no other entry shares: a shared one does not tell which entry is
    meant.
    """
    entries = [_texts(entry) for entry in vocabularies.get(kind, ())]
    fields = next((each for each in entries if each and identity_of(each) == value), None)
    if fields is None:
        return None
    own = Counter(text for each in entries for text in each.values())
    all_ = Counter(text for each in vocabularies.values() for entry in each for text in _texts(entry).values())
    forms = {key: text for key, text in fields.items() if all_[text] == 1 or (text == value and own[text] == 1)}
    return SlotValue(kind, value, forms)


def _texts(entry: JsonObject) -> dict[str, str]:
    return {key: str(value) for key, value in entry.items() if isinstance(value, str | int) and value != ""}
