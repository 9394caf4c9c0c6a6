"""A grammar of clauses: who, a verb, and what is said of them one thing after the other, each proved by itself.

Wordings known by heart come first (`english_readings`); this reads what is put together freely of what is known of the
cars, `Sainz took fifth, 10.4 s down on the winner, ahead of Alonso`. What it does not understand it refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english_complements import (
    Read,
    all_of,
    amount,
    complements,
    is_more,
    word,
    words,
)
from director.grounding.english_laps import is_of_laps
from director.grounding.english_nouns import Cars, Scene, nouns
from director.grounding.english_readings import HIS
from director.grounding.english_tokens import Token
from director.grounding.known_values import Truth
from director.grounding.languages import language

_IS = frozenset(("is", "runs", "sits", "lies", "holds", "occupies", "fills", "keeps", "circulates",
                 "hold", "occupy", "fill", "keep", "takes", "take"))
_ENDED = frozenset(("finished", "took", "takes", "claimed", "secured", "finishes", "claims", "grabbed"))
_LEADS = frozenset(("leads", "heads", "lead", "head"))
_STOPPED = frozenset(("stopped", "pitted"))
_QUANTIFIED = frozenset(("none", "nobody", "neither"))
_BUILT = (("pulled", "out"), ("built", "up"), ("opened", "up"))
_LEAD = frozenset(("lead", "margin"))
COMPLEMENTS_MOST = 5


def is_clause(tokens: Sequence[Token], scene: Scene) -> Cars | None:
    """Whom a clause of these tokens is about, where it holds; None where it does not, or is not understood.

    A clause without a name is of the scene's subject.
    """
    for cars, end in nouns(tokens, 0, scene):
        if _is_in_time(tokens, scene) and any(one is True for one in _predicates(tokens, end, cars, scene)):
            return cars
        if word(tokens, end) == "'s" and any(one is True for one in _owned(tokens, end + 1, cars, scene)):
            return cars
    if amount(tokens, 0, "position") is not None and word(tokens, 1) == "is":
        for cars, end in nouns(tokens, 2, scene):  # `third was Hamilton with a 1:11.701`
            turned = (tokens[1], tokens[0], *tokens[end:])
            if _is_in_time(tokens, scene) and any(one is True for one in _predicates(turned, 0, cars, scene)):
                return cars
    of_laps = is_of_laps(tokens, scene)
    if of_laps is not None:
        return of_laps
    if _is_in_time(tokens, scene) and (_is_of_so_many(tokens, scene) or _is_spread(tokens, scene)):
        return scene.subject
    if scene.subject:
        if any(one is True for one in _predicates(tokens, 0, scene.subject, scene)) and _is_in_time(tokens, scene):
            return scene.subject
        own = len(scene.subject) == 1 and word(tokens, 0) in HIS
        if own and any(one is True for one in _owned(tokens, 1, scene.subject, scene)):
            return scene.subject
    return None


def _is_in_time(tokens: Sequence[Token], scene: Scene) -> bool:
    """Whether what is told as past may be: the session is over, or the clause is of another moment."""
    past = language("en").past
    return scene.over or scene.then or not any(token.text.lower() in past for token in tokens)


def _predicates(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Iterator[Truth]:
    """Each way to read a verb and what follows to the end; a clause may leave the verb out."""
    if start >= len(tokens):
        return
    for truth, end in _verbs(tokens, start, cars, scene):
        if end == len(tokens):
            yield truth
        elif (apart := _apart(tokens, end)) > end:
            yield from (all_of((truth, more)) for more in _chain(tokens, apart, cars, scene, COMPLEMENTS_MOST))
    ended = scene.over and word(tokens, start) in _ENDED and scene.values.gone.isdisjoint(cars)
    is_there = word(tokens, start) in _IS or ended
    denied = is_there and word(tokens, start + 1) == "not"
    begins = start + is_there + denied
    for truth in _chain(tokens, begins, cars, scene, 1 if denied else COMPLEMENTS_MOST):
        yield (None if truth is None else not truth) if denied else truth


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


def _verbs(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """A verb that says something by itself, with what belongs to it."""
    if len(cars) == 1:
        yield from _margins(tokens, start, cars[0], scene)
        yield from _tyres_of(tokens, start, cars[0], scene)
        yield from _fastest_of(tokens, start, cars[0], scene)
    if scene.dated:
        return
    index = start + (word(tokens, start) in ("has", "having"))
    denied = word(tokens, index) == "not"
    verb = word(tokens, index + denied)
    stops = [scene.values.of("stops", car) for car in cars]
    come_in = verb in ("come", "been") and word(tokens, index + denied + 1) == "in"
    if verb in _STOPPED or come_in:
        after = index + denied + 1 + come_in
        count = amount(tokens, after, "count")
        end = after + (count is not None) + (word(tokens, after + 1) == "times")
        end += word(tokens, end) == "yet"
        told = [None if one is None else count.is_said_of(one) if count else one > 0 for one in stops]
        yield all_of([None if one is None else one is not denied for one in told]), end
    if denied:
        return
    if verb in ("made", "done", "did", "completed"):
        count, laps = amount(tokens, index + 1, "count"), amount(tokens, index + 1, "laps")
        if count is not None and word(tokens, index + 2) in ("stop", "stops"):
            yield all_of([None if one is None else count.is_said_of(one) for one in stops]), index + 3
        if laps is not None and len(tokens[index + 1].means) == 1:
            done = [scene.values.of("laps", car) for car in cars]
            scene.counted = "laps"
            yield all_of([None if one is None else laps.is_said_of(one) for one in done]), index + 2
    if verb == "started" and len(cars) == 1:
        place = amount(tokens, index + 1 + (word(tokens, index + 1) in ("in", "from")), "position")
        began = scene.values.of("start", cars[0])
        if place is not None and began is not None:
            yield place.is_said_of(began), index + 2 + (word(tokens, index + 1) in ("in", "from"))


def _fastest_of(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`set the fastest last lap among the first eight`."""
    index = start + (word(tokens, start) == "has") * (word(tokens, start + 1) in ("just", "set", "done"))
    index += word(tokens, index) == "just"
    last = word(tokens, index + 2) == "last"
    if word(tokens, index) not in ("has", "set", "did", "done") or word(tokens, index + 1) != "fastest":
        return
    name, index = "last lap" if last else "best lap", index + 2 + last
    if word(tokens, index) != "lap" or word(tokens, index + 1) not in ("of", "in", "among") or scene.dated:
        return
    for group, end in nouns(tokens, index + 2, scene):
        mores = [scene.values.more(name, other, car) for other in group if other != car]
        if car in group and len(group) > 1:
            yield all_of([None if more is None else more > 0 for more in mores]), end


def _margins(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`leads Perez by 3 s`, `won by 4.463 s from Leclerc`, `has a ten-second lead over Perez`, `trails him by 2 s`."""
    verb, index = word(tokens, start), start + 1
    team = tokens[index].means.get("team") if index < len(tokens) else None
    if verb in _LEADS and team is not None and words(tokens, index + 1, 3) == ("one", ",", "two"):
        first_two = [scene.values.at(place) for place in (1, 2)]
        yield first_two[0] == car and set(first_two) == set(scene.of_team(team)), index + 4
    wins = verb == "won" and scene.over and scene.values.is_race
    first = scene.leader() == car
    if verb in ("has", "pulled", "built", "opened"):
        built = words(tokens, index if verb == "has" else start, 2) in _BUILT
        index += 2 * built if verb == "has" else 1
        said = amount(tokens, index, "seconds")
        index += 1 + (word(tokens, index + 1) == ",")
        if said is None or word(tokens, index) not in _LEAD or not first or scene.over:
            return
        if word(tokens, index + 1) in ("over", "on"):
            yield from _ahead(tokens, index + 2, car, said, scene)
        else:
            yield _is_clear(car, said, scene), index + 1
        return
    if not (wins or (verb in _LEADS and not scene.over) or verb == "trails"):
        return
    sign = 1 if verb == "trails" else -1
    if verb != "trails":
        yield first, index + (word(tokens, index) == "race")
        if not first:
            return
    named = index + (word(tokens, index) in ("from", "ahead"))
    named += word(tokens, named) == "of"
    for others, end in nouns(tokens, named, scene):
        places = [scene.values.of("position", one) for one in (car, *others)]
        order = [None if None in places else (places[0] - place) * sign > 0 for place in places[1:]]
        if verb != "trails" and places[1:] != list(range(2, len(places) + 1)):
            continue  # `leads from Hamilton and Vettel` names who is next
        said = amount(tokens, end + 1, "seconds") if word(tokens, end) == "by" else None
        if said is None:
            yield all_of(order), end
        else:
            mores = [scene.values.more("gap", car, one) for one in others]
            yield all_of([None if more is None else is_more(more * sign, said) for more in mores]), end + 2
    said = amount(tokens, index + 1, "seconds") if word(tokens, index) == "by" else None
    if said is not None and verb != "trails":
        if word(tokens, index + 2) in ("from", "over", "ahead"):
            of = word(tokens, index + 3) == "of"
            yield from _ahead(tokens, index + 3 + of, car, said, scene)
        else:
            yield _is_clear(car, said, scene), index + 2


def _ahead(tokens: Sequence[Token], start: int, car: str, said: object, scene: Scene) -> Read:
    """Somebody to whom a lead is."""
    for others, end in nouns(tokens, start, scene):
        mores = [scene.values.more("gap", other, car) for other in others]
        yield all_of([is_more(more, said) for more in mores]), end  # type: ignore[arg-type]


def _is_clear(car: str, said: object, scene: Scene) -> Truth:
    """Whether whoever comes next is so far behind."""
    behind = scene.next_to(car, 1)
    return None if behind is None else is_more(scene.values.more("gap", behind, car), said)  # type: ignore[arg-type]


def _tyres_of(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`has slightly fresher tyres than Norris`, `has older softs`."""
    index = start + 1 + (word(tokens, start + 1) in ("slightly", "marginally", "fractionally"))
    most = 3 if index > start + 1 else 99
    sign = {"older": 1, "fresher": -1}.get(word(tokens, index), 0)
    index += 1
    if word(tokens, start) not in ("has", "runs") or not sign or word(tokens, index) != "tyres":
        return
    if word(tokens, index + 1) == "than":
        for others, end in nouns(tokens, index + 2, scene):
            mores = [scene.values.more("age", car, other) for other in others]
            yield all_of([None if more is None else 0 < more * sign <= most for more in mores]), end


def _owned(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Iterator[Truth]:
    """What is said of somebody's tyres or laps: `'s softs are six laps fresher than his`, `'s best is 1.3 s better`."""
    if len(cars) != 1:
        return
    noun, compound = word(tokens, start), _compound(tokens, start)
    if noun in ("oldest", "freshest") and scene.counted == "age":
        yield from _chain(tokens, start, cars, scene, 2)
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
    if word(tokens, index) not in ("is", ",") and told is None:
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
    allowed = ("older", "fresher", "oldest", "freshest") if about == "age" else ("faster", "slower", "better", "fastest")
    if not {token.word for token in tokens[start:]} & {*allowed, "old"}:
        return
    scene.counted = "age" if about == "age" else scene.counted
    yield from _chain(tokens, start, cars, scene, 2)


def _compound(tokens: Sequence[Token], index: int) -> object:
    return tokens[index].means.get("compound") if index < len(tokens) else None


def _is_on(scene: Scene, car: str, compound: object) -> Truth:
    known = scene.values.of("compound", car)
    return None if known is None else known == compound


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
    found = set(_predicates(tokens, start, (car,), scene))
    return found.pop() if len(found) == 1 else None


def _is_spread(tokens: Sequence[Token], scene: Scene) -> bool:
    """`the top six are covered by 0.4 s`, `0.9 s separates Russell and Albon`, `31.9 s between them`."""
    if (said := amount(tokens, 0, "seconds")) is not None:
        index = 1 + (word(tokens, 1) in ("separates", "separate", "covers", "cover", "splits", "split", "between"))
        if index == 2 and word(tokens, 2) in ("them", "two") and len(tokens) == 3 and len(scene.mentioned) == 2:
            return _is_apart(scene.mentioned, said, scene)
        ways = [(cars, end) for cars, end in nouns(tokens, index, scene) if index == 2]
        return any(end == len(tokens) and _is_apart(cars, said, scene) for cars, end in ways)
    for cars, end in nouns(tokens, 0, scene):
        split = words(tokens, end, 2)[1:] in (("covered",), ("separated",), ("split",)) and word(tokens, end) == "is"
        said = amount(tokens, end + 3, "seconds")
        if split and said is not None and end + 4 == len(tokens) and word(tokens, end + 2) in ("by", "within"):
            return _is_apart(cars, said, scene)
    return False


def _is_apart(cars: Sequence[str], said: object, scene: Scene) -> bool:
    """Whether so much lies between the first and the last of these."""
    mores = [scene.values.more("gap", car, other) for car in cars for other in cars if car != other]
    known = [more for more in mores if more is not None]
    return len(known) == len(mores) > 0 and is_more(max(known), said) is True  # type: ignore[arg-type]
