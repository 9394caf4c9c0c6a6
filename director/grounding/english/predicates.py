"""What is said of somebody: a verb and what follows it, or what his tyres and laps are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.complements import complements
from director.grounding.english.nouns import Cars, Scene
from director.grounding.english.tokens import Amount, Token
from director.grounding.english.verbs import verb_phrases
from director.grounding.english.words import all_of, amount, word, words
from director.grounding.known_values import Truth

_IS = frozenset(
    (
        "is",
        "runs",
        "sits",
        "lies",
        "holds",
        "occupies",
        "fills",
        "keeps",
        "circulates",
        "hold",
        "occupy",
        "fill",
        "keep",
        "takes",
        "take",
    )
)
_ENDED = frozenset(("finished", "took", "takes", "claimed", "secured", "finishes", "claims", "grabbed"))
COMPLEMENTS_MOST = 5


def predicates(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Iterator[Truth]:
    """Each way to read a verb and what follows to the end; a clause may leave the verb out."""
    if start >= len(tokens):
        return
    for truth, end in verb_phrases(tokens, start, cars, scene):
        if end == len(tokens):
            yield truth
        elif (apart := _apart(tokens, end)) > end:
            yield from (all_of((truth, more)) for more in _chain(tokens, apart, cars, scene, COMPLEMENTS_MOST))
    ended = scene.over and word(tokens, start) in _ENDED and scene.values.gone.isdisjoint(cars)
    if scene.over and words(tokens, start, 3) == ("did", "not", "finish") and scene.values.gone.isdisjoint(cars):
        yield from _denied(tokens, start + 3, cars, scene)
    is_there = word(tokens, start) in _IS or ended
    denied = is_there and word(tokens, start + 1) == "not"
    begins = start + is_there + denied
    yield from (
        _denied(tokens, begins, cars, scene) if denied else _chain(tokens, begins, cars, scene, COMPLEMENTS_MOST)
    )


def _denied(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Iterator[Truth]:
    """What is denied of somebody, or of each of several: `the Ferraris are not in the top three`."""
    each = [list(_chain(tokens, start, (car,), scene, 1)) for car in cars]
    if all(truths and None not in truths for truths in each):
        yield all(not any(truths) for truths in each)


def _chain(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene, most: int) -> Iterator[Truth]:
    """Each way to read the rest as complements, one after the other, with or without a comma between."""
    for truth, end in complements(tokens, start, cars, scene) if most else ():
        if end >= len(tokens):
            yield truth
            continue
        again = _apart(tokens, end)
        if again == end and "who" in tokens[end - 1].means:
            continue  # `behind Sainz in third` says where Sainz is
        for rest in _chain(tokens, again, cars, scene, most - 1):
            yield all_of((truth, rest))


def _apart(tokens: Sequence[Token], end: int) -> int:
    """Where the tokens go on behind a comma, `and` or `but`; where they are, if none stands there."""
    index = end + (word(tokens, end) in (",", "and", "but"))
    return index + (word(tokens, end) == "," and word(tokens, index) in ("and", "but"))


def owned(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Iterator[Truth]:
    """What is said of somebody's tyres or laps: `'s softs are six laps fresher than his`, `'s best is 1.3 s better`."""
    if len(cars) != 1:
        return
    noun, compound = word(tokens, start), _compound(tokens, start)
    if noun in ("oldest", "freshest") and scene.counted == "age":
        yield from _chain(tokens, start, cars, scene, 2)
        return
    if (more := amount(tokens, start, "count")) is not None and scene.counted == "age":
        yield from _more_laps(tokens, start, cars[0], more, scene)
        return
    truths: list[Truth] = [True]
    if compound is not None or noun == "tyres":
        about, index = "age", start + 1
        truths += [] if compound is None else [_is_on(scene, cars[0], compound)]
    elif scene.dated:
        return
    elif noun in ("best", "last") or words(tokens, start, 2) in (("fastest", "lap"),):
        about = "last lap" if noun == "last" else "best lap"
        index = start + 1 + (word(tokens, start + 1) in ("lap", "effort", "time"))
    elif noun == "pace":
        about, index = "pace", start + 1
    else:
        return
    told = amount(tokens, index + 1, "time") if word(tokens, index) == "," else None
    if told is not None and about != "age":
        value = scene.values.of(about, cars[0])
        truths.append(None if value is None else told.is_said_of(value))
        index += 2 + (word(tokens, index + 2) == ",")
    is_told = amount(tokens, index, "seconds") is not None or amount(tokens, index, "laps") is not None
    if word(tokens, index) not in ("is", ",") and told is None and not is_told:
        return
    index += word(tokens, index) in ("is", ",")
    before, scene.about = scene.about, about
    try:
        for truth in _chain_of(tokens, index, cars, scene, about):
            yield all_of((*truths, truth))
    finally:  # whoever reads has enough of one way to
        scene.about = before


def _chain_of(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene, about: str) -> Iterator[Truth]:
    """What may be said of tyres or laps: how much, a comparison, or that they are the most of a group."""
    said = amount(tokens, start, "time") if about != "age" else None
    value = scene.values.of(about, cars[0]) if about != "pace" else None
    if said is not None and start + 1 == len(tokens) and value is not None:
        yield said.is_said_of(value)
    allowed = (
        ("older", "fresher", "oldest", "freshest") if about == "age" else ("faster", "slower", "better", "fastest")
    )
    if not {token.word for token in tokens[start:]} & {*allowed, "old"}:
        return
    scene.counted = "age" if about == "age" else scene.counted
    yield from _chain(tokens, start, cars, scene, 2)


def _more_laps(tokens: Sequence[Token], start: int, car: str, said: Amount, scene: Scene) -> Iterator[Truth]:
    """`softs have done 27 laps and Alonso's one more`: than whoever's were told last, tyres of the same compound."""
    sign = {"more": 1, "fewer": -1, "less": -1}.get(word(tokens, start + 1), 0)
    before = scene.mentioned[-1:]
    compounds = {one.means["compound"] for one in scene.said if "compound" in one.means}
    compounds |= {scene.values.of("compound", other) for other in before} - {None}
    if sign and start + 2 == len(tokens) and before and all(_is_on(scene, car, one) for one in compounds):
        more = scene.values.more("age", car, before[0])
        yield None if more is None else said.is_said_of(more * sign)


def _compound(tokens: Sequence[Token], index: int) -> object:
    return tokens[index].means.get("compound") if index < len(tokens) else None


def _is_on(scene: Scene, car: str, compound: object) -> Truth:
    known = scene.values.of("compound", car)
    return None if known is None else known == compound
