"""What tools returned, as facts: numbers with their place and whom they are about, words, and who is who.

Text that speaks to its reader is no fact: nothing in it counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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


@dataclass(frozen=True, slots=True)
class Fact:
    """One number of an output."""

    quantity: Quantity
    step: str
    pointer: str
    shown: str
    keys: frozenset[str] = frozenset()
    who: frozenset[str] = frozenset()
    """The names of the record it stands in and of those around it; empty where it is about nobody by name."""
    spoken: bool = False
    """Out of a text rather than a number of its own."""
    items: bool = False
    """How many items a list has."""


@dataclass(slots=True)
class Facts:
    """Everything that an answer may say."""

    numbers: list[Fact] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    suspect: list[str] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)
    """Texts of one word, folded: `closing`, `running`."""
    aliases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Folded word -> whom it can mean. `absent` holds the same for names that no output mentions."""
    absent: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ahead: set[tuple[str, str]] = field(default_factory=set)
    """Pairs of whom the outputs have the first ahead of the second."""
    places: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    standing: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Every place-like number of a record about one; and of those only what is called place or position."""
    leaders: set[str] = field(default_factory=set)


def read_facts(data: Sequence[JsonObject], context: Context) -> Facts:
    """The facts of `sanitise.answer_data`, read with the names of the context."""
    facts = Facts()
    names = {kind: [_trusted(entry) for entry in entries] for kind, entries in context.vocabularies.items()}
    roster = _Roster(names)
    facts.words.update(() if is_suspect(context.session) else words(context.session))
    for entry in data:
        facts.words.update(_key_words(str(entry.get("tool", ""))))
        if isinstance(entry.get("output"), dict):
            _read(entry["output"], (), str(entry["step"]), frozenset(), roster, facts)
    roster.settle(facts)
    return facts


def _trusted(entry: JsonObject) -> JsonObject:
    """The entry of a vocabulary without text that speaks to its reader: such a name is nobody's."""
    return {key: text for key, text in entry.items() if not (isinstance(text, str) and is_suspect(text))}


class _Roster:
    """Who is who: the entries of the vocabularies, and whoever an output names besides.

    A group is what the entries of others name, as a driver's team.
    """

    def __init__(self, vocabularies: Mapping[str, list[JsonObject]]) -> None:
        self.entries: dict[str, JsonObject] = {}
        self.by_text: dict[str, str] = {}
        self.own: dict[str, set[str]] = {}
        self.groups: set[str] = set()
        for kind, entries in vocabularies.items():
            for number, entry in enumerate(entries):
                who = f"{kind}:{number}"
                self.entries[who] = entry
                for key in ("code", "name"):
                    if isinstance(entry.get(key), str):
                        self.by_text.setdefault(fold(entry[key]), who)
        for entry in self.entries.values():
            rest = (text for key, text in entry.items() if key not in ("car", "code", "name") and isinstance(text, str))
            self.groups.update(self.by_text[text] for text in map(fold, rest) if text in self.by_text)

    def find(self, value: Any) -> str | None:
        """Whom a value of an output names, if anybody: `{"name", "code", ...}` or one of these as a text."""
        if isinstance(value, str):
            return self.by_text.get(fold(value))
        if not isinstance(value, dict) or not ({"name", "code"} & value.keys()):
            return None
        if not all(item is None or isinstance(item, str) for item in value.values()):
            return None
        named = [fold(value[key]) for key in ("code", "name") if value.get(key)]
        if not named:
            return None
        who = next((self.by_text[text] for text in named if text in self.by_text), f"other:{named[-1]}")
        self.own.setdefault(who, set()).update(word for text in value.values() if text for word in words(text))
        return who

    def settle(self, facts: Facts) -> None:
        """Sorts the names into those that the outputs mention and those that only the context knows."""
        upper = {word for text in facts.texts for word in re.findall(r"(?<!\w)[A-Z]{2,4}(?!\w)", text)}
        for who, own in self.own.items():
            for word in own:
                if not word.isdigit():
                    facts.aliases[word].add(who)
        for who, entry in self.entries.items():
            name = words(str(entry.get("name") or ""))
            code = str(entry.get("code") or "")
            said = who in self.own or code in upper or bool(name and name[-1] in facts.words and len(name[-1]) > 2)
            target = facts.aliases if said else facts.absent
            for word in (*name, *words(code)):
                target[word].add(who)
            if said:
                facts.words.update(
                    word
                    for key, text in entry.items()
                    if key != "car" and isinstance(text, str)
                    for word in words(text)
                )
        for word in list(facts.absent):
            if word in facts.aliases or word in facts.words:
                del facts.absent[word]


def _read(
    node: JsonObject, path: tuple[str | int, ...], step: str, around: frozenset[str], roster: _Roster, facts: Facts
) -> None:
    """One object of an output and all within."""
    if set(node) == {MARK}:
        facts.suspect.append(str(node[MARK]))
        return
    mine = {key: who for key, value in node.items() if (who := roster.find(value)) is not None}
    if itself := roster.find(node):
        mine[""] = itself
    if mine and path and isinstance(path[-1], int):
        around = frozenset()  # a row of a table is about whom it names itself
    around_and_mine = around | frozenset(mine.values())
    _relate(node, mine, around, roster, facts)
    for key, value in node.items():
        facts.words.update(_key_words(key))
        _value(value, (*path, key), step, around_and_mine, _key_words(key), roster, facts)


def _value(
    value: Any,
    path: tuple[str | int, ...],
    step: str,
    who: frozenset[str],
    keys: frozenset[str],
    roster: _Roster,
    facts: Facts,
) -> None:
    if isinstance(value, dict):
        _read(value, path, step, who, roster, facts)
    elif isinstance(value, list):
        count = Quantity(str(len(value)), 0, 0, float(len(value)))
        inside = value[0] if value and isinstance(value[0], dict) else {}
        counted = keys.union(*map(_key_words, inside))
        facts.numbers.append(Fact(count, step, join_pointer(path), f"{len(value)} items", counted, who, items=True))
        for index, item in enumerate(value):
            _value(item, (*path, index), step, who, keys, roster, facts)
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int | float):
        unit, factor = _suffix(path)
        number = Quantity(str(value), 0, 0, float(value) * factor, 0.0, unit)
        facts.numbers.append(Fact(number, step, join_pointer(path), str(value), keys, who))
    else:
        _text(str(value), path, step, keys, facts)


def _text(text: str, path: tuple[str | int, ...], step: str, keys: frozenset[str], facts: Facts) -> None:
    facts.texts.append(text)
    said = words(text)
    facts.words.update(said)
    if len(said) == 1:
        facts.labels.add(said[0])
    for quantity in quantities(normal(text)):
        facts.numbers.append(Fact(quantity, step, join_pointer(path), quantity.text, keys, spoken=True))
    for year, _, day in re.findall(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)", text):
        for part in (year, day):
            quantity = Quantity(part, 0, 0, float(part), before="date")
            facts.numbers.append(Fact(quantity, step, join_pointer(path), text, keys, spoken=True))


def _relate(node: JsonObject, mine: Mapping[str, str], around: frozenset[str], roster: _Roster, facts: Facts) -> None:
    """Who is ahead of whom in this object, and where its one name stands."""
    mine = {key: who for key, who in mine.items() if who not in roster.groups}
    ahead, behind = (_named(node.get(key), roster) for key in ("ahead", "behind"))
    if ahead and behind and "ahead" in mine and "behind" in mine:
        facts.ahead.add((ahead, behind))
    elif len(centre := {who for key, who in mine.items() if key not in ("ahead", "behind")}) == 1:
        (one,) = centre
        facts.ahead.update({(ahead, one)} if ahead else set())
        facts.ahead.update({(one, behind)} if behind else set())
    for key, who in mine.items():
        if key.startswith("leader"):
            facts.leaders.add(who)
    if len(names := set(mine.values())) == 1 and not around:
        (one,) = names
        for key, value in node.items():
            if isinstance(value, int) and not isinstance(value, bool):
                if stem(key) in PLACES or key in PLACES:
                    facts.places[one].add(value)
                if key in ("place", "position", "pos"):
                    facts.standing[one].add(value)
                    facts.leaders.update({one} if value == 1 else set())


def _named(value: Any, roster: _Roster) -> str | None:
    """Whom `ahead` or `behind` names: somebody, or an object with one name in it."""
    if who := roster.find(value):
        return who
    if isinstance(value, dict):
        names = {who for item in value.values() if (who := roster.find(item))}
        return next(iter(names)) if len(names) == 1 else None
    return None


def _suffix(path: Sequence[str | int]) -> tuple[Unit | None, float]:
    """The unit that a key ends with, `gap_s`."""
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    last = key.rpartition("_")[2]
    return _SUFFIXES.get(last, (None, 1.0)) if "_" in key or len(last) > 3 else (None, 1.0)


def _key_words(key: str) -> frozenset[str]:
    return frozenset(part for word in _KEY_WORD.findall(key) for part in (word.lower(), stem(word)))


def ngrams(said: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    """Every run of so many words."""
    return (tuple(said[start : start + size]) for start in range(len(said) - size + 1))
