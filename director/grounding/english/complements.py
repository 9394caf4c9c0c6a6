"""What can stand behind a verb, each proved by what is known of the cars, one thing after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from director.grounding.english.comparisons import compared_with, counted_than, most_of_group
from director.grounding.english.gaps import PLACE_WORDS, gap, order
from director.grounding.english.nouns import Cars, Scene
from director.grounding.english.tokens import Amount, Token
from director.grounding.english.tyre_phrases import tyres_fitted
from director.grounding.english.words import Read, all_of, amount, is_as_said, is_more, is_the_same, word, words

_PITS = frozenset(("pit", "pits", "garage", "pitlane"))


def complements(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """Each way to read one complement from here on of these cars."""
    for read in _COMPLEMENTS:
        yield from read(tokens, start, cars, scene)


def _position(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`fifth`, `in fifth place`, `fourth and fifth` of two, `in top five`."""
    index = start + (word(tokens, start) == "in")
    count = amount(tokens, index + 1, "count")
    if word(tokens, start) == "top" and word(tokens, start + 2) in ("places", "positions"):
        held = sorted(place for car in cars if (place := scene.values.of("position", car)) is not None)
        if count is not None and len(held) == len(cars):
            yield held == list(range(1, int(count.value) + 1)), start + 3
        return
    if word(tokens, index) in ("top", "first") and count is not None and not count.bound:
        index += 2
        places = [scene.values.of("position", car) for car in cars]
        yield all_of([None if place is None else place <= count.value for place in places]), index
        return
    told: list[Amount] = []
    while (place := amount(tokens, index, "position")) is not None:
        told.append(place)
        index += 1
        if word(tokens, index) not in (",", "and") or amount(tokens, index + 1, "position") is None:
            break
        index += 1
    if len(told) != len(cars):
        return
    if word(tokens, index) in ("fastest", "best") and scene.values.of("rank", cars[0]) is not None:
        ranks = [scene.values.of("rank", car) for car in cars]
        same = [None if rank is None else rank == said.value for rank, said in zip(ranks, told, strict=True)]
        yield all_of(same), index + 1
    at = [scene.values.of("position", car) for car in cars]
    is_there = [None if place is None else place == said.value for place, said in zip(at, told, strict=True)]
    by_lap = not scene.values.is_race and word(tokens, index) in ("fastest", "best")
    yield all_of(is_there), index + (by_lap or word(tokens, index) in PLACE_WORDS)


def _lap_time(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`with a 1:27.420`, where laps decide: the best lap; `fastest`, which is first."""
    index = start + (word(tokens, start) in ("with", "in", "at", "by"))
    said = amount(tokens, index, "time")
    if len(cars) == 1 and scene.about in ("best lap", "last lap") and said is not None and index == start:
        yield is_as_said(said, scene.values.of(scene.about, cars[0])), index + 1
    if scene.values.is_race or scene.about or len(cars) != 1:
        return
    if word(tokens, start) == "fastest":
        yield is_the_same(1, scene.values.of("position", cars[0])), start + 1
    if said is not None and ":" in tokens[index].text:
        yield is_as_said(said, scene.values.of("best lap", cars[0])), index + 1


def _stops(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`on one stop`, `with two stops`, `without a stop`."""
    if word(tokens, start) == "without" and word(tokens, start + 1) in ("stop", "stopping", "pitting"):
        yield all_of([is_the_same(0, scene.values.of("stops", car)) for car in cars]), start + 2
    count = amount(tokens, start + 1, "count")
    if word(tokens, start) in ("on", "with") and count is not None and word(tokens, start + 2) in ("stop", "stops"):
        yield all_of([is_as_said(count, scene.values.of("stops", car)) for car in cars]), start + 3


def _in_pits(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`in pit lane`, `back in garage`: only who is there is told."""
    index = start + (word(tokens, start) == "back")
    if word(tokens, index) == "in" and word(tokens, index + 1) in _PITS and not scene.dated:
        is_there = [True if scene.values.of("in pit", car) else None for car in cars]
        yield all_of(is_there), index + 2 + (word(tokens, index + 2) == "lane")


def _places_moved(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`up six places`, `four places worse off than start`, `from 17th to 11th`."""
    if len(cars) != 1:
        return
    then, now = (scene.values.of(name, cars[0]) for name in ("start", "position"))
    gained = None if then is None or now is None else then - now
    first, last = amount(tokens, start + 1, "position"), amount(tokens, start + 3, "position")
    if word(tokens, start) == "from" and first is not None and last is not None and word(tokens, start + 2) == "to":
        yield all_of([is_as_said(first, then), is_as_said(last, now)]), start + 4
    way = word(tokens, start)
    index = start + (way in ("up", "down"))
    count = amount(tokens, index, "count")
    if count is None or word(tokens, index + 1) not in ("place", "places"):
        return
    end = index + 2
    if way not in ("up", "down"):
        way = {"worse": "down", "better": "up"}.get(word(tokens, end), "")
        end += 1 + (word(tokens, end + 1) == "off")
    if words(tokens, end, 2) in (("than", "start"), ("on", "start"), ("from", "start")):
        end += 2
    elif words(tokens, end, 3) in (("than", "at", "start"), ("than", "on", "grid"), ("on", "his", "grid")):
        end += 3
    if way and gained is not None:
        yield is_more(gained if way == "up" else -gained, count), end


_COMPLEMENTS: tuple[Callable[[Sequence[Token], int, Cars, Scene], Read], ...] = (
    _position,
    _lap_time,
    counted_than,
    gap,
    order,
    tyres_fitted,
    _stops,
    _in_pits,
    _places_moved,
    compared_with,
    most_of_group,
)
