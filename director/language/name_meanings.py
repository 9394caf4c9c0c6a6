"""What a form of a name can stand for, and the kinds of its readings: an entry, a group, what belongs to it."""

from __future__ import annotations

from collections import defaultdict

from msgspec import Struct, field

from director.language.car_models import MODEL
from director.language.folding import fold

RELATED = "~"
MAX_GROUP = 4
MAKE = "make"
"""Who built a car. Where a word is the whole of it ("Porsche"), a team that bears it too is not meant by it alone."""
CLASS_OF = "class_name"
"""The field that says in which class a car is. Classes have a vocabulary of their own."""
SEASON = "season"
"""What those share who have their first season together."""

_WHOLE = frozenset({SEASON, MAKE, MODEL})
"""What is shared by all who are meant, however many they are."""


def group_kind(kind: str) -> str:
    """The kind of a reading that is several values of this kind, as a team is its drivers."""
    return f"{kind}*"


def related_kind(kind: str) -> str:
    """The kind of a reading that belongs to what is named, as a driver's team does."""
    return f"{RELATED}{kind}"


def own_kind(kind: str) -> str:
    """The kind itself, where a reading is several values of it."""
    return kind.rstrip("*")


class NameMeaning(Struct):
    """What one form can stand for: entries by vocabulary, whole values by the name of their field."""

    entries: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    values: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    fields: dict[str, dict[str, str]] = field(default_factory=dict)
    code: bool = False
    whole: bool = False

    def readings(self) -> dict[str, object]:
        readings: dict[str, object] = {}
        of_make = MAKE in self.values and not self._is_of_one_team()
        for vocabulary, found in self.entries.items():
            if of_make and vocabulary == "team":
                continue
            if len(found) == 1:
                readings[vocabulary] = next(iter(found))
            elif (len(found) <= MAX_GROUP or _WHOLE & self.values.keys()) and any(
                len(values) == 1 for values in self.values.values()
            ):
                readings[group_kind(vocabulary)] = tuple(found)
        shared = {MAKE: self.values[MAKE]} if of_make else self.values
        for key, values in shared.items():
            if len(values) == 1 and key not in self.entries:
                readings[key] = next(iter(values))
        if len(self.fields) == 1:
            readings |= {related_kind(key): value for key, value in next(iter(self.fields.values())).items()}
        return readings

    def _is_of_one_team(self) -> bool:
        """Whether all cars that a maker built are one team's: who names the make names the team."""
        return len({fields.get("team") for fields in self.fields.values() if fields.get(MAKE)}) == 1

    def has_initial(self, letter: str, word: str) -> bool:
        """Whether this is one entry whose name begins with this letter and has a later word that begins with `word`."""
        names = [fold(value).split() for fields in self.fields.values() for value in fields.values()]
        return len(self.fields) == 1 and any(
            name[0][0] == letter and any(part.startswith(word) for part in name[1:]) for name in names
        )

    def one_entry(self) -> bool:
        """Whether this names one entry rather than something that several share."""
        return all(len(found) == 1 for found in self.entries.values())

    def candidates(self) -> tuple[str, ...]:
        return tuple(sorted(label for found in self.entries.values() for label in found.values()))
