"""Lists of cars' numbers: "gap between 7 and 6", "tyres of 31, 10 and 7", where cars are spoken of by their numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import structs

from director.language.grammar import FUNCTION
from director.language.tokens import Word
from director.language.word_lists import words as word_list
from toolgate.contract import JsonObject

_LISTING = frozenset({"to", "and", "or", "vs", "v", "versus"})
"""Between numbers they make a list of them."""
_DOES = word_list(
    """
    reach reached pit pitted pits stop stopped stops lead led leads finish finished retire retired crash crashed still
    now running run gone won win lose lost gain gained catch catching pass passed make made take took stand stands
    """
)
"""What a car does, after its number."""
MOST_LISTED = 8
"""So far to each side of a number a list is looked at: a longer one is no question."""
_LISTED_AFTER = word_list("between gap of for did does do have has are is were cars compare versus and")
"""A list of numbers after one of these, or at the beginning, is one of cars."""


def spoken_of_by_number(vocabularies: Mapping[str, Sequence[JsonObject]]) -> bool:
    """Whether cars are spoken of by their numbers: there are classes of them, or most drivers have no name."""
    drivers = vocabularies.get("driver", ())
    nameless = 2 * sum(not entry.get("name") for entry in drivers) > len(drivers)
    return any(vocabularies.get("class", ())) or nameless


def is_listed(words: Sequence[Word], at: int, numbers: Collection[str]) -> bool:
    """Whether a number stands in a list of cars' numbers."""
    first = last = at
    for _ in range(MOST_LISTED):
        first = first if (before := _next_in_list(words, first, -1, numbers)) is None else before
        last = last if (after := _next_in_list(words, last, 1, numbers)) is None else after
    opens = words[first - 1].text if first else ""
    closes = words[last + 1].text if last + 1 < len(words) else ""
    of_cars = not opens or opens in _LISTED_AFTER or (opens == "from" and any(word.text == "gap" for word in words))
    return first < last and of_cars and (not closes.endswith("s") or closes in FUNCTION)


def as_cars(said: Sequence[Word], numbers: Collection[str]) -> list[Word]:
    """The words with "the 7" as "#7", where no other word follows than one of what a car does: "has the 7 led"."""
    told: list[Word] = []
    for at, word in enumerate(said):
        following = said[at + 1].text if at + 1 < len(said) else ""
        alone = not following or following in FUNCTION or following in _DOES
        of_car = at > 0 and said[at - 1].text == "the" and word.text in numbers
        told.append(structs.replace(word, text=f"#{word.text}") if of_car and alone else word)
    return told


def _next_in_list(words: Sequence[Word], at: int, step: int, numbers: Collection[str]) -> int | None:
    """Where the neighbour of a number in a list of cars' numbers stands, if it has one on this side."""
    at += step
    if 0 <= at < len(words) and words[at].text in _LISTING:
        at += step
    return at if 0 <= at < len(words) and words[at].text in numbers else None
