"""What cars run on: `on ten-lap-old hards`, `on used softs`, `four laps old`."""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.english.nouns import Cars, Scene
from director.grounding.english.readings import HIS
from director.grounding.english.tokens import Token
from director.grounding.english.words import Read, all_of, amount, is_as_said, is_the_same, word, words
from director.grounding.known_values import Truth

TYRES = frozenset(("tyres", "tyre", "set"))
_NEW = {"new": True, "fresh": True, "unused": True, "used": False, "scrubbed": False}


def tyres_fitted(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`on ten-lap-old hards`, `on used softs`, `on hard tyres that are a lap old`, `four laps old`."""
    index = start + (word(tokens, start) in ("on", "with"))
    index += word(tokens, index) in HIS
    truths: list[Truth] = []
    state: bool | None = None
    while True:
        old = amount(tokens, index, "laps")
        if old is not None and index == start and index + 1 == len(tokens) and scene.counted == "age":
            yield all_of([is_as_said(old, scene.values.of("age", car)) for car in cars]), index + 1
            return
        has_old = word(tokens, index + 1 + (word(tokens, index + 1) == ",")) == "old"
        if old is not None and has_old and not old.bound.startswith("just"):
            truths += [is_as_said(old, scene.values.of("age", car)) for car in cars]
            index += 2 + (word(tokens, index + 1) == ",")
        elif word(tokens, index) in _NEW and state is None:
            state = _NEW[word(tokens, index)]
            truths += [is_the_same(state, scene.values.of("new", car)) for car in cars]
            index += 1
        else:
            break
        index += word(tokens, index) == "," and word(tokens, index + 1) in _NEW
    compound = tokens[index].means.get("compound") if index < len(tokens) else None
    if compound is not None and word(tokens, start) in ("on", "with"):
        truths += [is_the_same(compound, scene.values.of("compound", car)) for car in cars]
        index += 1 + (word(tokens, index + 1) in TYRES)
        scene.counted = "age"
        yield all_of(truths), index
        yield from _how_old(tokens, index, cars, truths, scene)
    elif truths and word(tokens, start) not in ("on", "with"):
        scene.counted = "age"
        yield all_of(truths), index
    elif truths and word(tokens, index) in TYRES:
        yield all_of(truths), index + 1
    elif word(tokens, index) in TYRES and index > start:
        yield from _how_old(tokens, index + 1, cars, truths, scene)


def _how_old(tokens: Sequence[Token], start: int, cars: Cars, truths: Sequence[Truth], scene: Scene) -> Read:
    """`that are 13 laps old`, `, a lap old`, `that have done 13 laps`, `with 13 laps on them`."""
    index = start + (word(tokens, start) == ",")
    index += word(tokens, index) in ("that", "which")
    is_done = words(tokens, index, 2) == ("has", "done")
    has = word(tokens, index) == "with"
    index += 2 if is_done else int(has or word(tokens, index) == "is")
    old = amount(tokens, index, "laps")
    end = index + 1
    if old is None or not (is_done or has or word(tokens, end) == "old"):
        return
    end += 2 if has and words(tokens, end, 2) in (("on", "them"),) else int(word(tokens, end) == "old")
    if has and end == index + 1:
        return
    yield all_of([*truths, *(is_as_said(old, scene.values.of("age", car)) for car in cars)]), end
