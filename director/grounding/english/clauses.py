"""A grammar of clauses: who, a verb, and what is said of them one thing after the other, each proved by itself.

Wordings known by heart come first (`english_readings`); this reads what is put together freely of what is known of the
cars, `Sainz took fifth, 10.4 s down on the winner, ahead of Alonso`. What it does not understand it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.lap_series import lap_series
from director.grounding.english.laps import is_of_laps
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.predicates import owned, predicates
from director.grounding.english.readings import HIS
from director.grounding.english.tokens import Token
from director.grounding.english.words import amount, is_more, word, words
from director.grounding.known_values import Truth
from director.grounding.languages import language

_COMPARED = frozenset(("faster", "slower"))
"""What was so of best laps is so."""
_SPLIT = frozenset(("covered", "separated", "split"))
_QUANTIFIED = frozenset(("none", "nobody", "neither"))


def is_clause(tokens: Sequence[Token], scene: Scene) -> Cars | None:
    """Whom a clause of these tokens is about, where it holds; None where it does not, or is not understood.

    A clause without a name is of the scene's subject.
    """
    for cars, end in nouns(tokens, 0, scene):
        if _is_in_time(tokens, scene) and any(one is True for one in predicates(tokens, end, cars, scene)):
            return cars
        if word(tokens, end) == "'s" and any(one is True for one in owned(tokens, end + 1, cars, scene)):
            return cars
    if amount(tokens, 0, "position") is not None and word(tokens, 1) == "is":
        for cars, end in nouns(tokens, 2, scene):  # `third was Hamilton with a 1:11.701`
            turned = (tokens[1], tokens[0], *tokens[end:])
            if _is_in_time(tokens, scene) and any(one is True for one in predicates(turned, 0, cars, scene)):
                return cars
    of_laps = is_of_laps(tokens, scene) or lap_series(tokens, scene)
    if of_laps is not None:
        return of_laps
    if _is_in_time(tokens, scene) and _is_of_all(tokens, scene):
        return scene.subject
    if scene.subject:
        if any(one is True for one in predicates(tokens, 0, scene.subject, scene)) and _is_in_time(tokens, scene):
            return scene.subject
        own = len(scene.subject) == 1 and word(tokens, 0) in HIS
        if own and any(one is True for one in owned(tokens, 1, scene.subject, scene)):
            return scene.subject
    return None


def _is_of_all(tokens: Sequence[Token], scene: Scene) -> bool:
    return (
        _is_of_so_many(tokens, scene)
        or _is_of_all_but(tokens, scene)
        or _is_spread(tokens, scene)
        or _is_nobody_near(tokens, scene)
    )


def _is_nobody_near(tokens: Sequence[Token], scene: Scene) -> bool:
    """`nobody else is within 16 s of Norris`: neither who is next ahead nor next behind, but for who was named."""
    index = 1 + (word(tokens, 1) == "else")
    said = amount(tokens, index + 2, "seconds")
    near = (
        word(tokens, 0) == "nobody" and words(tokens, index, 2) == ("is", "within") and word(tokens, index + 3) == "of"
    )
    if not near or said is None or said.bound or scene.about:
        return False
    return any(
        end == len(tokens) and len(cars) == 1 and _is_far(cars[0], said.value, scene, scene.mentioned * (index - 1))
        for cars, end in nouns(tokens, index + 4, scene)
    )


def _is_far(car: str, seconds: float, scene: Scene, but: Cars) -> bool:
    """Whether whoever is next ahead and next behind of a car, but for some, is further off than that."""
    for step in (-1, 1):
        near: str | None = car
        while near is not None and (near == car or near in but):
            near = "" if step < 0 and near == scene.leader() else scene.next_to(near, step)
        gap = scene.values.more("gap", near, car) if near else None
        if near != "" and (gap is None or abs(gap) <= seconds):
            return False  # "" is nobody: there is none ahead
    return True


def _is_in_time(tokens: Sequence[Token], scene: Scene) -> bool:
    """Whether what is told as past may be: the session is over, or the clause is of another moment."""
    past, values = language("en").past, scene.values
    if scene.over or scene.then or not any(token.text.lower() in past for token in tokens):
        return True
    best_laps = values.knows("best lap") and not (values.knows("gap") or values.knows("pace"))
    return best_laps and not _COMPARED.isdisjoint(token.word for token in tokens)


def _is_of_so_many(tokens: Sequence[Token], scene: Scene) -> bool:
    """`none of the top five has stopped`, `three of the top eight are on softs`: of each of them it is known."""
    count = amount(tokens, 0, "count")
    if word(tokens, 1) not in ("of", "in") or not (word(tokens, 0) in _QUANTIFIED or count is not None):
        return False
    listed, last = _listed_last(tokens, scene)
    for group, end in (*nouns(tokens, 2, scene), *_all_cars(tokens, 2, scene)):
        truths = {car: _of_one(tokens[:last], end, car, scene) for car in group}
        if None not in truths.values() and len(group) > 1:
            those = {car for car, truth in truths.items() if truth}
            is_so_many = not those if count is None else not count.bound and count.is_said_of(len(those))
            return is_so_many and (not listed or listed == those)
    return False


def _is_of_all_but(tokens: Sequence[Token], scene: Scene) -> bool:
    """`all but four cars are on softs`, `half of the field is on hards`: where it is known of every car."""
    said = [token for token in tokens if token.word not in ("all", "of", "the")]
    count = amount(said, 1, "count") if word(said, 0) == "save" else None
    half = word(said, 0) == "half"
    index = 2 if count is not None else 1
    index += word(said, index) in ("cars", "drivers", "field", "runners", "grid")
    if count is None and not half:
        return False
    for name in ("compound", "stops", "new"):
        every = scene.values.everybody(name)
        truths = [_of_one(said, index, car, scene) for car in every] if scene.values.is_of_all(name) else []
        if len(truths) > 1 and None not in truths:
            rest = truths.count(False)
            return rest == truths.count(True) if half else not count.bound and count.value == rest  # type: ignore[union-attr]
    return False


def _listed_last(tokens: Sequence[Token], scene: Scene) -> tuple[set[str], int]:
    """Who is listed behind the last comma before names, `: Verstappen, Alonso and Albon`, and where that comma is."""
    for at in range(3, len(tokens)):
        if word(tokens, at) == ",":
            for cars, end in nouns(tokens, at + 1, scene):
                if end == len(tokens):
                    return set(cars), at
    return set(), len(tokens)


def _all_cars(tokens: Sequence[Token], start: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """`the seventeen cars still running`: everybody, where so many are known."""
    count = amount(tokens, start, "count")
    if count is not None and not count.bound and word(tokens, start + 1) in ("cars", "drivers", "runners"):
        end = start + 2 + (words(tokens, start + 2, 1) in (("running",), ("left",)))
        for name in ("position", "compound", "stops"):
            known = tuple(car for car in scene.values.everybody(name) if car not in scene.values.gone)
            if count.value == len(known):
                yield known, end


def _of_one(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Truth:
    """Whether a predicate is true of a car; None where one reading says so and another not."""
    found = set(predicates(tokens, start, (car,), scene))
    return found.pop() if len(found) == 1 else None


def _is_spread(tokens: Sequence[Token], scene: Scene) -> bool:
    """`the top six are covered by 0.4 s`, `0.9 s separates Russell and Albon`, `31.9 s between them`."""
    if (said := amount(tokens, 0, "seconds")) is not None:
        index = 1 + (word(tokens, 1) in ("separates", "separate", "covers", "cover", "splits", "split", "between"))
        if index == 2 and word(tokens, 2) in ("them", "two") and len(tokens) == 3 and len(scene.mentioned) == 2:
            return _is_apart(scene.mentioned, said, scene)
        ways = [(cars, end) for cars, end in nouns(tokens, index, scene) if index == 2]
        return any(end == len(tokens) and _is_apart(cars, said, scene) for cars, end in ways)
    own = [(scene.subject, 0)] if word(tokens, 0) in _SPLIT and len(scene.subject) > 1 else []
    for cars, end in (*nouns(tokens, 0, scene), *own):
        at = end + (word(tokens, end) == "is")
        said = amount(tokens, at + 2, "seconds")
        split = word(tokens, at) in _SPLIT and word(tokens, at + 1) in ("by", "within")
        if split and said is not None and at + 3 == len(tokens):
            return _is_apart(cars, said, scene)
    return False


def _is_apart(cars: Sequence[str], said: object, scene: Scene) -> bool:
    """Whether so much lies between the first and the last of these."""
    name = "gap" if scene.values.knows("gap") else "best lap"
    mores = [scene.values.more(name, car, other) for car in cars for other in cars if car != other]
    known = [more for more in mores if more is not None]
    return len(known) == len(mores) > 0 and is_more(max(known), said) is True  # type: ignore[arg-type]
