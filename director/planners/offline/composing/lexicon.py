"""How people speak of what a tool for queries holds, as its input schema tells it under `x-reading`.

    topics   what can be asked for: a number of rows, a value of them, or rows with a state
    narrows  what narrows a question: filters, windows, moments, each with its conditions
    by       what answers can be told by, beside the one that is named first: a driver, a team

A phrase is words with `(one|other|)` for choices, `{n}` for a number, `{nth}` for an ordinal, `{kind}` for a word of
one of the `words`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from msgspec import Struct, structs

from director.language.slang import as_meant
from director.language.tokens import stem, tokenise, without_filler
from director.planners.offline.word_keys import is_function
from toolgate.contract import JsonObject

KEY = "x-reading"
Role = Literal["said", "beside", "up", "down", "narrow", "by"]
_CHOICE = re.compile(r"\(([^()]*)\)")


class Unless(Struct, frozen=True):
    """How "who has not" is asked: the rows of `relation` that meet `where`, without the cars that have a row like
    `without`.
    """

    relation: str
    where: list[list[Any]] = []
    without: list[list[Any]] = []
    ops: dict[str, str] = {}
    """Operators that mean others here, by field and operator: "not under the safety car" is of the latest one."""

    @property
    def one_each(self) -> bool:
        """Whether a car has one such row, so that what it is not can be asked of that row."""
        return bool(self.where) and self.where == self.without


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that can be asked for. `value` is the field that is ranked; without one, rows are counted."""

    name: str
    relation: str
    value: str = ""
    where: list[list[Any]] = []
    average: list[list[Any]] = []
    """What must hold besides where an average is asked for; with none there is no average."""
    ops: dict[str, str] = {}
    """Operators that mean others here, by field and operator: places are gained under one safety car."""
    mean: bool = False
    """Whether it is an average by itself, as pace is."""
    show: list[str] = []
    """Columns beside the one that is named and the value."""
    each_car: bool = False
    """Whether its rows are those who take part, one each."""
    counts: bool = False
    """Whether its rows can be counted."""
    amount: bool = False
    """Whether "how many" asks for its value."""
    group: bool = False
    """Whether a list of it names each only once."""
    most: str = ""
    """Whether "most" ranks it, and which way: `up` or `down`."""
    rank: str = ""
    """How it is ranked where no word says so."""
    compares: bool = False
    """Whether it is meant where two are compared or a span is named, and else another topic of the same words."""
    compared: bool = False
    """Whether it is meant only where two compounds are compared."""
    alone: bool = False
    """Whether it is meant where only a word of rank or what narrows it is said: "who was fastest"."""
    each: str = ""
    """How rows of one become one: an aggregate of the value. Empty: each row stands for itself."""
    other: str = ""
    """The field of whom it was done to."""
    passive: str = ""
    """Where it is asked of whom it was done to: the field that tells them."""
    told_by: str = ""
    """The field that the answer is told by, where its rows are of no driver."""
    named: str = ""
    """The field that names are held against, where that is no driver's."""
    sums: list[dict[str, Any]] = []
    """Aggregates that tell all of its rows at once, of each who is named."""
    holds: str = ""
    """The field that must narrow it; empty: none."""
    time: str = ""
    """The field that says when, for "first" and "last"."""
    nth: str = ""
    """The field that an ordinal names."""
    unless: Unless | None = None
    ranks: bool = False
    """Whether it is meant only where its rows are ranked or averaged."""
    needs: bool = False
    """Whether it has a meaning only with something that narrows it."""
    plain: bool = False
    """Whether it is asked for without anything that narrows, ranks or counts it, too."""
    whole: list[str] = []
    """Fields by which it cannot be narrowed: its value is of all that the car has done."""
    done_to: bool = False
    """Whether its rows are those to whom it was done, so that "whom has he lapped" asks of others."""
    now: bool = False
    """Whether no lap and no moment narrows it."""
    nobody: bool = False
    """Whether it is of no one in particular."""
    kinds: list[str] = []
    """The kinds of sessions that have it; none named: all."""


class Way(Struct, frozen=True):
    """One way to narrow: conditions and arguments, with the values of an earlier step where one finds them."""

    where: list[list[Any]] = []
    arguments: JsonObject = {}
    find: JsonObject | None = None
    """A query whose row tells the values that are written `{/pointer}`."""
    pick: str = "last"
    only: list[str] = []
    """Relations for which it is meant; none named: all with these fields."""
    by: str = ""
    """What the answer is told by where this narrows it: the compound, where two of them are compared."""
    one: bool = False
    """Whether it is meant only where one is named."""
    beside: bool = False
    """Whether it is meant only where something else narrows the question too."""
    then: bool = False
    """Whether what it finds is as it was at the moment that is asked about."""
    same: bool = False
    """Whether what it finds is of the same laps, tyres and so on as the rest of the question."""
    unnamed: list[list[Any]] = []
    """What must hold besides where nobody is named."""
    ranked: list[list[Any]] = []
    """What must hold besides where nobody is named and values are ranked or averaged."""
    show: list[str] = []
    """Columns that tell how far the conditions hold."""
    overall: bool = False
    """Whether its fields stay as they are where something else puts others in their place."""
    instead: dict[str, str] = {}
    """Fields that mean others once this narrows: a position is one within the class."""
    kinds: list[str] = []
    """The kinds of sessions in which it is meant; none named: all."""


class Use(Struct, frozen=True, array_like=True):
    """What a phrase does: a role for the topic, narrow or `by` of this number."""

    role: Role
    number: int


class SaidPhrase(Struct, frozen=True, array_like=True):
    """The keys of a phrase and what it can do."""

    keys: tuple[str, ...]
    uses: tuple[Use, ...]
    order: int = 0
    """Where several stand at the same words, the least is meant: the longest, then the one that the tool says first."""


class Lexicon(Struct, frozen=True):
    """All that a tool says of itself. Empty where no tool takes queries."""

    tool: str = ""
    server: str | None = None
    topics: list[Topic] = []
    narrows: list[list[Way]] = []
    by: list[str] = []
    names: dict[str, str] = {}
    """The field that holds a name of each vocabulary of those whom a question is about."""
    slots: list[str] = []
    """Vocabularies whose names only narrow: `{class}` of "in LMP2"."""
    fields: dict[str, list[str]] = {}
    """The fields of each relation."""
    of_cars: list[str] = []
    """Fields that are the same in all rows of one whom a question is about."""
    words: dict[str, dict[str, Any]] = {}
    """The values of words, by kind and key."""
    phrases: dict[str, dict[str, list[SaidPhrase]]] = {}
    """By their first key and their second ("" where there is none)."""
    spelled: frozenset[str] = frozenset()
    """Every word as it is written."""
    session_kind: str | None = None
    """The kind of the session that is asked about, None where that is not known."""

    def of_kind(self, kind: str | None) -> Lexicon:
        """The same for a session of that kind."""
        return structs.replace(self, session_kind=kind)

    def is_of_cars(self, way: Way) -> bool:
        """Whether a way selects cars, rather than some of their rows."""
        return bool(way.where) and all(condition[0] in self.of_cars for condition in way.where)

    def has(self, topic: Topic) -> bool:
        """Whether sessions of this kind have what a topic is of."""
        return not topic.kinds or self.session_kind is None or self.session_kind in topic.kinds


@lru_cache(maxsize=8192)
def said_key(word: str) -> str:
    """The key under which a phrase and a question meet: a stem. Words of grammar keep their form: been is not is."""
    key = stem(word)
    return word if is_function(word) or is_function(key) else key


def read_lexicon(catalogue: Sequence[JsonObject]) -> Lexicon:
    """The lexicon of the first tool that has one."""
    for entry in catalogue:
        if isinstance(told := (entry.get("input_schema") or {}).get(KEY), Mapping):
            return _read(entry, told)
    return Lexicon()


def _read(entry: JsonObject, told: Mapping[str, Any]) -> Lexicon:
    uses: dict[tuple[str, ...], list[Use]] = defaultdict(list)
    spelled: set[str] = set()

    def hear(phrases: Sequence[str], role: Role, number: int) -> None:
        for phrase in phrases:
            for keys, texts in _expanded(phrase):
                spelled.update(texts)
                if keys and (use := Use(role, number)) not in uses[keys]:
                    uses[keys].append(use)

    for number, topic in enumerate(told["topics"]):
        for role in ("said", "beside", "up", "down"):
            hear(topic.get(role, ()), role, number)
    for number, narrow in enumerate(told["narrows"]):
        hear(narrow["said"], "narrow", number)
    for number, said in enumerate(told["by"].values()):
        hear(said, "by", number)
    spelled.update(word for kind in told["words"].values() for word in kind)
    phrases: dict[str, dict[str, list[SaidPhrase]]] = defaultdict(lambda: defaultdict(list))
    for order, (keys, found) in enumerate(sorted(uses.items(), key=lambda pair: -len(pair[0]))):
        phrases[keys[0]][keys[1] if len(keys) > 1 else ""].append(SaidPhrase(keys, tuple(found), order))
    return Lexicon(
        tool=entry["name"],
        server=entry.get("server"),
        topics=[_topic(topic) for topic in told["topics"]],
        narrows=[[Way(**way) for way in narrow["ways"]] for narrow in told["narrows"]],
        by=list(told["by"]),
        names=dict(told["names"]),
        slots=list(told.get("slots", ())),
        fields=dict(told["fields"]),
        of_cars=list(told.get("of_cars", ())),
        words={kind: {said_key(word): value for word, value in of.items()} for kind, of in told["words"].items()},
        phrases={first: dict(by_second) for first, by_second in phrases.items()},
        spelled=frozenset(spelled),
    )


def _topic(told: Mapping[str, Any]) -> Topic:
    own = {name: value for name, value in told.items() if name not in ("said", "beside", "up", "down", "unless")}
    return Topic(**own, unless=Unless(**told["unless"]) if "unless" in told else None)


def _expanded(phrase: str) -> Iterator[tuple[tuple[str, ...], set[str]]]:
    """Every way to say a phrase: its keys, and its words as they are written."""
    parts = _CHOICE.split(phrase)
    for chosen in product(*(part.split("|") if at % 2 else [part] for at, part in enumerate(parts))):
        words = without_filler(as_meant(tokenise(" ".join("".join(chosen).split()), slots=True)))
        texts = {word.text for word in words if word.slot is None}
        yield tuple(f"{{{word.slot}}}" if word.slot else said_key(word.text) for word in words), texts
