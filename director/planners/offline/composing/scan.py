"""Takes a question apart: every word that carries meaning is a part of the reading, or is named as left over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from director.language.grammar import AUXILIARIES, FUNCTION
from director.language.name_meanings import RELATED, group_kind
from director.language.racing import ANYBODY, SUPPORTING
from director.language.word_lists import words
from director.planners.offline.composing.around_names import are_joined, is_left_out, is_suffered, names_follow
from director.planners.offline.composing.lexicon import Lexicon, SaidPhrase, Use, said_key
from director.planners.offline.composing.spotting import EXCEPT, NEGATIONS, POSITION, longest_phrase
from director.planners.offline.question_items import NUMBER, ORDINAL, Item

FREE = FUNCTION - words(
    """
    not no never only before after since until till during while because though if but more less than between ago
    often same such vs through off out up over from per each every all both where why when like into via none
    """
)
"""Words of grammar that change nothing here."""
SAID_BY_THE_WAY = words(
    """
    make made makes making take took taken takes put set sets came come keep kept do does did overall
    moment people total already one ones them there place different
    """
)
MUST = words("has have had need needs")
"""Before "to" they ask what is still to be done, and rows are of what was."""
COUNTS = frozenset(("many", "number", "amount"))
CARS = frozenset(map(said_key, ANYBODY))
MARKS: dict[str, str] = {
    said_key(word): mark
    for mark, said in {
        "average": "average mean",
        "most": "most more",
        "fewest": "fewest less fewer least",
        "everybody": "everyone everybody all every",
        "anyone": "anyone anybody someone any",
        "each": "each per",
        "either": "or vs",
        "than": "than",
        "before": "before",
        "last": "last latest",
    }.items()
    for word in said.split()
}
"""What a word says of the whole question."""
ABLE = words("can could may might must")
"""But for the first word they ask what is possible, and rows are of what was."""
NEITHER = "neither"
"""Before names it asks of them, and leaves nobody out."""
ASKING = words("who which what when how whose whom")
ACTING = words("do doing done")
"""At the end, or before words that only place it, they ask what somebody did: of rows, nobody says of which."""
ALONGSIDE = "with"
"""Before the only name it asks of others: who stopped with him."""
BUT = "but"
TOP = ("top", "{n}")
NOW = words("is are")
BEFORE_ALL = words("and but so or then")
PLACING = words("it in on at to with under after before during now there then")
DENYING = words("not neither nor")
BEING = words("been have has had")
"""After "not" they say that it never was: a question of rows, not of how cars stand."""
UNSAID = FREE | SAID_BY_THE_WAY | CARS | frozenset(map(said_key, SUPPORTING))
"""Words that need no use."""


class Narrowed(Struct, frozen=True):
    """A narrow that was said, with the values in its slots."""

    number: int
    values: dict[str, Any]
    at: int


class QuestionParts(Struct):
    """The parts of a question."""

    topics: list[tuple[tuple[Use, ...], int]] = field(default_factory=list)
    """What phrases can do for topics, and where each begins."""
    narrows: list[Narrowed] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)
    """By the kind of a vocabulary."""
    without: list[str] = field(default_factory=list)
    """Names that are left out: "not from Ferrari"."""
    names_at: list[int] = field(default_factory=list)
    led_to: list[str] = field(default_factory=list)
    """The word before each name: "did" in "who did Ocon pass"."""
    apart: str = ""
    """A name that is not joined to the one before: "Leclerc within range of Perez"."""
    team: bool = False
    """Whether a name stands for several."""
    asks: set[str] = field(default_factory=set)
    by: list[int] = field(default_factory=list)
    count: bool = False
    counts_cars: bool = False
    average: bool = False
    most: bool = False
    fewest: bool = False
    negated: bool = False
    denied: list[int] = field(default_factory=list)
    """Where narrows begin of which the contrary is asked for, among others."""
    everybody: bool = False
    asks_whether: bool = False
    """Whether it begins as a question for yes or no."""
    of_now: bool = False
    """Whether it asks whether something is so now."""
    anyone: bool = False
    each: bool = False
    either: bool = False
    than: bool = False
    last: bool = False
    before: bool = False
    nth: int | None = None
    nth_at: int = 0
    some: int | None = None
    """A number that stands alone: "top three fastest laps"."""
    suffered: bool = False
    """Whether it was done to the one before the verb: "was Hamilton overtaken"."""
    left_out_at: int | None = None
    """Where the last name stands that is left out."""
    left: str | None = None
    """The first word that no part of the question uses."""

    def names_said(self) -> int:
        """How many names the question has."""
        return sum(map(len, self.names.values()))


def scan(items: Sequence[Item], lexicon: Lexicon, *, denying: bool = True) -> QuestionParts:
    """The parts of a question by one lexicon. Without `denying`, "not" is read by itself and in no phrase."""
    first = next((item.said for item in items if item.said not in BEFORE_ALL), "")
    reading = QuestionParts(asks_whether=first in AUXILIARIES, of_now=first in NOW)
    at = 0
    while at < len(items) and reading.left is None:
        phrase, values = longest_phrase(items, at, lexicon, denying=denying, named=bool(reading.names))
        if phrase is not None and not (_is_an_ordinal(items, at, phrase) or _counts_rows(items, at, phrase, lexicon)):
            if phrase.keys == TOP and _ranks(items, at + len(TOP), lexicon):
                reading.some = values["n"]
            else:
                _take_phrase(reading, phrase, values, at)
            at += len(phrase.keys)
        elif (denied := denied_narrow(items, at, lexicon)) is not None:
            reading.denied.append(denied)
            at += 1
        else:
            _take_word(reading, items, at, lexicon)
            at += 1
    reading.suffered = any(is_suffered(items, at) for _, at in reading.topics)
    return settled(reading)


def denied_narrow(items: Sequence[Item], at: int, lexicon: Lexicon) -> int | None:
    """Where the narrow begins that a "not" denies: "not (currently) on softs"; None where it denies no such."""
    if items[at].said not in DENYING:
        return None
    behind = at + 1
    while behind < len(items) and items[behind].said in UNSAID - BEING and not items[behind].readings:
        if (begun := _narrow_at(items, behind, lexicon)) is not None:
            return begun
        behind += 1
    return _narrow_at(items, behind, lexicon) if behind < len(items) else None


def _narrow_at(items: Sequence[Item], at: int, lexicon: Lexicon) -> int | None:
    phrase = longest_phrase(items, at, lexicon)[0]
    return at if phrase is not None and all(use.role == "narrow" for use in phrase.uses) else None


def settled(reading: QuestionParts) -> QuestionParts:
    """The parts once denials are settled: a single narrow that is denied denies the whole question.

    Where something else is denied beside a narrow, "nor" is left over, and "or" where it offers no two of a kind.
    """
    numbers = reading.some is not None or reading.nth is not None
    if reading.either and max(reading.names_said(), len(reading.narrows), len(reading.topics)) < 2 and not numbers:
        reading.left = reading.left or "or"  # "pitting or following the safety car" offers two unlike things
    if reading.denied and reading.negated:
        reading.left = reading.left or "nor"
    elif reading.denied and len(reading.narrows) == 1:
        reading.negated ^= bool(len(reading.denied) % 2)
        reading.denied = []
    return reading


def _is_an_ordinal(items: Sequence[Item], at: int, phrase: SaidPhrase) -> bool:
    return len(phrase.keys) == 1 and ORDINAL in items[at].readings


def _counts_rows(items: Sequence[Item], at: int, phrase: SaidPhrase, lexicon: Lexicon) -> bool:
    """Whether "last three" counts what is said next ("the last three overtakes", "first two to stop"), and no laps."""
    if len(phrase.keys) != len(TOP) or phrase.keys[1] != "{n}" or items[at].said not in ("last", "latest", "first"):
        return False
    behind = [item for item in items[at + len(TOP) :] if item.said != "to"]
    following = longest_phrase(behind, 0, lexicon)[0] if behind else None
    return following is not None and any(use.role == "said" for use in following.uses)


def _ranks(items: Sequence[Item], at: int, lexicon: Lexicon) -> bool:
    """Whether a word of rank stands here: "top three fastest laps" is no filter."""
    phrase = longest_phrase(items, at, lexicon)[0] if at < len(items) else None
    return phrase is not None and any(use.role in ("up", "down") for use in phrase.uses)


def _take_phrase(reading: QuestionParts, phrase: SaidPhrase, values: dict[str, Any], at: int) -> None:
    by = [use.number for use in phrase.uses if use.role == "by"]
    narrows = [use.number for use in phrase.uses if use.role == "narrow"]
    topical = tuple(use for use in phrase.uses if use.role not in ("by", "narrow"))
    if narrows:
        reading.narrows.append(Narrowed(narrows[0], values, at))
    elif topical:
        reading.topics.append((topical, at))
    else:
        reading.by += by


def _take_word(reading: QuestionParts, items: Sequence[Item], at: int, lexicon: Lexicon) -> None:
    item = items[at]
    said = said_key(item.said) if item.said else ""
    if item.firm and not item.key and _take_name(reading, items, at, lexicon):
        return
    if POSITION.fullmatch(item.text):
        reading.left = item.text
    elif ORDINAL in item.readings and reading.nth is None:
        reading.nth, reading.nth_at = int(item.readings[ORDINAL]), at  # type: ignore[call-overload]
    elif NUMBER in item.readings and reading.some is None and ORDINAL not in item.readings:
        reading.some = int(item.readings[NUMBER])  # type: ignore[call-overload]
    elif said in COUNTS and not _names_a_car(items, at):
        reading.count = True
        following = [next_.said or "" for next_ in items[at + 1 : at + 3]]
        cars = [said_key(word) in CARS for word in following]
        of_cars = following[:1] == ["of"] and (any(cars) or "top" in following)
        reading.counts_cars |= "different" in following or cars[:1] == [True] or of_cars
    elif (
        (said in ABLE and at)
        or (said == NEITHER and names_follow(items, at + 1))
        or (said == "most" and at and items[at - 1].said == "at")
        or (said == "to" and at and items[at - 1].said in MUST)
        or (said in ACTING and _asks_what_was_done(reading, items, at))
        or (said == EXCEPT and not names_follow(items, at + 1))
    ):
        reading.left = item.text
    elif said == BUT and (reading.narrows or reading.topics) and not names_follow(items, at + 1):
        pass  # "on softs, but not in the points"
    elif said in NEGATIONS:
        reading.negated = not reading.negated
    elif said in MARKS:
        setattr(reading, MARKS[said], True)
    elif said in ASKING:
        reading.asks.add(said)
    elif not (item.own or said in UNSAID or (item.said == "both" and names_follow(items, at + 1))):
        reading.left = item.text


def _take_name(reading: QuestionParts, items: Sequence[Item], at: int, lexicon: Lexicon) -> bool:
    """Takes a name, or a group of them; False where it is of no vocabulary of the tool."""
    item = items[at]
    for kind in lexicon.names:
        value = item.readings.get(kind, item.readings.get(group_kind(kind)))
        if value is None or kind.startswith(RELATED):
            continue
        several = list(value) if isinstance(value, tuple) else [str(value)]
        begun = reading.negated and is_left_out(items, at)
        if begun or (reading.left_out_at is not None and are_joined(items[reading.left_out_at + 1 : at])):
            reading.without, reading.left_out_at = [*reading.without, *several], at
            reading.negated = reading.negated and not begun
            return True
        reading.names.setdefault(kind, []).extend(one for one in several if one not in reading.names.get(kind, ()))
        if reading.names_at and not are_joined(items[reading.names_at[-1] + 1 : at]):
            reading.apart = item.text
        if not reading.names_at and at and items[at - 1].said == ALONGSIDE:
            reading.left = items[at - 1].text  # "who pitted with Norris" asks of others
        reading.names_at.append(at)
        reading.led_to.append(items[at - 1].said if at else "")
        reading.team |= isinstance(value, tuple)
        if at and NUMBER in items[at - 1].readings and reading.some == len(several) > 1:
            reading.some = None  # "the two Ferraris"
        return True
    return False


def _names_a_car(items: Sequence[Item], at: int) -> bool:
    """Whether "number" is what a car wears ("which car number leads") and counts nothing ("what number of cars")."""
    counts = items[at].said != "number" or (items[at + 1 : at + 2] and items[at + 1].said == "of")
    return not counts and bool(at) and items[at - 1].said in ("car", "what", "which")


def _asks_what_was_done(reading: QuestionParts, items: Sequence[Item], at: int) -> bool:
    """Whether "do" is the verb of a question: "what did he do in the pits", and not "what tyres do they have"."""
    following = items[at + 1] if at + 1 < len(items) else None
    if reading.asks.isdisjoint(("what", "which")) or not at or items[at - 1].said in ASKING or not reading.names_said():
        return False
    return following is None or following.said in PLACING
