"""Those who take part, and who of them a text or a plan names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from director.language.late_patterns import compile_later
from director.language.mentions import identity_of
from director.planners.offline.question_items import Item
from toolgate.contract import Context, JsonObject, Plan

WHOM = "driver"
"""The vocabulary of those whom "he" and "they" stand for."""
WHOM_ALL = "driver*"
"""All of them whom a name of a team stands for."""
NUMBERED = compile_later(r"\b(?:the|car|number|no) #?(\d{1,3})\b(?! (?:\w+s|\w+est|lap|car|place|percent|second)\b)")


_LEAVING_OUT = frozenset({"is_not", "not_in"})
"""What a condition of a query says of whom it leaves out."""


class People(Struct, frozen=True):
    """Those who take part: what is known of each, by the value that stands for him."""

    entries: Mapping[str, JsonObject]

    @classmethod
    def of(cls, context: Context) -> People:
        """The people in the context; of those who share a car the one who is named first, who drives it now."""
        entries = context.vocabularies.get(WHOM, ())
        fields = [{key: str(value) for key, value in entry.items() if value != ""} for entry in entries]
        return cls({identity_of(values): values for values in reversed(fields) if values})

    def name(self, who: str) -> str:
        """The full name, or `who` itself where none is known."""
        return str(self.entries[who].get("name", who))

    @property
    def shared_cars(self) -> frozenset[str]:
        """The numbers of the cars where several drivers share one, by which they are called; else none."""
        entries = self.entries.values()
        return frozenset(entry["car"] for entry in entries if "class_name" in entry and "car" in entry)

    def named(self, items: Sequence[Item]) -> tuple[str, ...]:
        """Those whom a text names, each once, in its order."""
        found = (item.readings.get(WHOM) for item in items if item.firm and not item.key)
        return tuple(dict.fromkeys(who for who in found if isinstance(who, str) and who in self.entries))

    def of_team(self, items: Sequence[Item]) -> tuple[str, ...]:
        """Those who drive for the one team that a text names."""
        teams = [item.readings[WHOM_ALL] for item in items if item.firm and WHOM_ALL in item.readings]
        several = teams[0] if len(teams) == 1 else ()
        return tuple(who for who in several if who in self.entries) if isinstance(several, tuple) else ()

    def loosely(self, items: Sequence[Item], joining: Collection[str]) -> tuple[str, ...]:
        """The one driver in a question of nothing but a word that is both a name and an ordinary word: "and lance?"."""
        named = [item for item in items if WHOM in item.readings and item.said]
        rest = [item for item in items if item not in named]
        alone = len(named) == 1 and all(item.said in joining for item in rest)
        who = named[0].readings[WHOM] if alone else None
        return (who,) if isinstance(who, str) and who in self.entries else ()

    def numbered(self, text: str) -> tuple[str, ...]:
        """Those whom a text names by the numbers of their cars, each once: "the 40"."""
        cars = {str(entry.get("car", "")).lstrip("0"): who for who, entry in self.entries.items()}
        found = (cars.get(number.lstrip("0")) for number in NUMBERED.findall(text))
        return tuple(dict.fromkeys(who for who in found if who is not None))

    def called(self, plan: Plan) -> tuple[str, ...]:
        """Those whom the calls of a plan are about, each once."""
        texts = (text for step in plan.steps for text in texts_of(step.arguments))
        left_out = self.left_out(plan)
        return tuple(dict.fromkeys(text for text in texts if text in self.entries and text not in left_out))

    def left_out(self, plan: Plan) -> frozenset[str]:
        """Those whom the calls of a plan leave out: "who else has led"."""
        found = (where for step in plan.steps for where in conditions_of(step.arguments))
        values = (where.get("value") for where in found if where.get("op") in _LEAVING_OUT)
        return frozenset(text for value in values for text in texts_of(value) if text in self.entries)

    def teammate(self, who: str) -> str | None:
        """The driver's only team mate; None where the team has not exactly two."""
        team = self.entries[who].get("team")
        others = [other for other, entry in self.entries.items() if team and entry.get("team") == team and other != who]
        return others[0] if len(others) == 1 else None


def conditions_of(arguments: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """The conditions that a query holds what it asks for to."""
    conditions = arguments.get("where", ())
    if isinstance(conditions, Sequence):
        yield from (condition for condition in conditions if isinstance(condition, Mapping))


def texts_of(value: object) -> Iterator[str]:
    """Every text of a JSON value, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from texts_of(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from texts_of(one)
