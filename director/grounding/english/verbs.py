"""Verbs that say something by themselves: `has stopped twice`, `leads Perez by 3 s`, `set the fastest lap of all`."""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.derived.comparisons import TAIL_S
from director.grounding.english.comparisons import compared_with
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.readings import HIM
from director.grounding.english.tokens import Token
from director.grounding.english.words import Read, all_of, amount, is_more, word, words
from director.grounding.known_values import Truth

_LEADS = frozenset(("leads", "heads", "lead", "head"))
_STOPPED = frozenset(("stopped", "pitted"))
_BEATS = frozenset(("beat", "pipped", "edged", "outpaced", "headed"))
_BUILT = (("pulled", "out"), ("built", "up"), ("opened", "up"))
_LEAD = frozenset(("lead", "margin"))


def verb_phrases(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """A verb that says something by itself, with what belongs to it."""
    if len(cars) == 2 and word(tokens, start) in _LEADS and words(tokens, start + 1, 3) == ("one", ",", "two"):
        yield {scene.values.at(1), scene.values.at(2)} == set(cars) and not scene.over, start + 4
    if len(cars) == 1:
        yield from _margins(tokens, start, cars[0], scene)
        yield from _tyres_of(tokens, start, cars[0], scene)
        yield from _fastest_of(tokens, start, cars[0], scene)
        yield from _has_behind(tokens, start, cars[0], scene)
        yield from _beat(tokens, start, cars[0], scene)
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


def _beat(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`beat Russell`, `pipped his team-mate to third by 0.002 s`: at the end, or where laps decide."""
    if word(tokens, start) not in _BEATS or not (scene.over or not scene.values.is_race) or scene.about:
        return
    own = scene.values.of("position", car)
    for others, index in nouns(tokens, start + 1, scene):
        places = [scene.values.of("position", other) for other in others]
        truths: list[Truth] = [None if None in (own, place) else own < place for place in places]
        place = amount(tokens, index + 1, "position") if word(tokens, index) == "to" else None
        if place is not None and own is not None:
            truths.append(place.is_said_of(own))
        end = index + 2 * (place is not None)
        said = amount(tokens, end + 1, "seconds") if word(tokens, end) == "by" else None
        if said is not None:
            mores = [scene.values.more("gap", other, car) for other in others]
            truths += [None if more is None else is_more(more, said) for more in mores]
        if scene.values.gone.isdisjoint((car, *others)):
            yield all_of(truths), end + 2 * (said is not None)


def _has_behind(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`has Antonelli right behind him`."""
    for others, end in nouns(tokens, start + 1, scene) if word(tokens, start) == "has" else ():
        index = end + (word(tokens, end) in ("right", "close", "just"))
        if len(others) == 1 and word(tokens, index) == "behind" and index > end:
            gap = scene.values.more("gap", others[0], car)
            yield None if gap is None else 0 < gap <= TAIL_S, index + 1 + (word(tokens, index + 1) in HIM)


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
    wins = verb == "won" and car in scene.values.won
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
    index += verb != "trails" and word(tokens, index) == "race"
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
    if behind is None:
        return is_more(scene.values.of("lead", car), said)  # type: ignore[arg-type]
    return is_more(scene.values.more("gap", behind, car), said)  # type: ignore[arg-type]


def _fitted_against(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`has hards one lap older than both Ferraris' softs`."""
    fitted = tokens[start + 1].means.get("compound") if start + 1 < len(tokens) else None
    is_named = fitted is not None or word(tokens, start + 1) == "tyres"
    if word(tokens, start) in ("has", "runs") and is_named and word(tokens, start + 3) in ("older", "fresher"):
        is_on = fitted is None or scene.values.of("compound", car) == fitted
        for truth, end in compared_with(tokens, start + 2, (car,), scene):
            yield all_of((is_on, truth)), end


def _tyres_of(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Read:
    """`has slightly fresher tyres than Norris`, `has older softs`."""
    index = start + 1 + (word(tokens, start + 1) in ("slightly", "marginally", "fractionally"))
    most = 3 if index > start + 1 else 99
    sign = {"older": 1, "fresher": -1}.get(word(tokens, index), 0)
    index += 1
    how = word(tokens, start + 1)
    compound = tokens[start + 2].means.get("compound") if start + 2 < len(tokens) else None
    if word(tokens, start) in ("has", "runs") and how in ("oldest", "freshest") and compound is not None:
        scene.counted = "age"
        yield scene.values.is_alone(how, car) and scene.values.of("compound", car) == compound, start + 3
    yield from _fitted_against(tokens, start, car, scene)
    if word(tokens, start) not in ("has", "runs") or not sign or word(tokens, index) != "tyres":
        return
    if word(tokens, index + 1) == "by":
        laps = amount(tokens, index + 2, "laps")
        mores = [scene.values.more("age", car, other) for other in scene.others(car)]
        yield all_of([None if more is None else is_more(more * sign, laps) for more in mores]), index + 3
    if word(tokens, index + 1) == "than":
        for others, end in nouns(tokens, index + 2, scene):
            mores = [scene.values.more("age", car, other) for other in others]
            yield all_of([None if more is None else 0 < more * sign <= most for more in mores]), end
