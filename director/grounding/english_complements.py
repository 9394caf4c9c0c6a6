"""What can stand behind a verb, each proved by what is known of the cars: a position, a gap, tyres, stops, a comparison."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from director.grounding.english_nouns import Cars, Scene, nouns
from director.grounding.english_readings import HIS
from director.grounding.english_tokens import Amount, Token
from director.grounding.known_values import Truth

Read = Iterator[tuple[Truth, int]]
"""Ways to read some tokens: whether what they say is so, and where the tokens go on."""

_BEHIND = (
    ("behind",), ("off",), ("down", "on"), ("from",), ("away", "from"), ("back", "from"), ("down", "to"), ("short", "of"),
)  # fmt: skip
_AHEAD = (("ahead", "of"), ("up", "on"))
_BACK = frozenset(("back", "behind", "down", "adrift", "off", "away"))
_CLEAR = frozenset(("ahead", "clear", "up"))
_NEXT = frozenset(("directly", "immediately"))
_PLACE = frozenset(("place", "position", "place."))
_TYRES = frozenset(("tyres", "tyre", "set"))
_NEW = {"new": True, "fresh": True, "unused": True, "used": False, "scrubbed": False}
_OLDER = {"older": 1, "fresher": -1}
_SLOWER = {"slower": 1, "faster": -1, "better": -1}
_OF_ALL = (("of", "anyone"), ("of", "anybody"), ("in", "field"), ("on", "track"), ("out", "there"), ("in", "race"))
_SLIGHTLY = frozenset(("slightly", "marginally", "fractionally"))
_LAPS = ("best lap", "last lap", "pace")


def complements(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """Each way to read one complement from here on of these cars."""
    for read in _COMPLEMENTS:
        yield from read(tokens, start, cars, scene)


def word(tokens: Sequence[Token], index: int) -> str:
    """The word at an index; empty where there is none."""
    return tokens[index].word if 0 <= index < len(tokens) else ""


def words(tokens: Sequence[Token], start: int, count: int) -> tuple[str, ...]:
    """So many words from here on."""
    return tuple(token.word for token in tokens[start : start + count])


def amount(tokens: Sequence[Token], index: int, kind: str) -> Amount | None:
    """The amount of this kind that stands at an index."""
    value = tokens[index].means.get(kind) if 0 <= index < len(tokens) else None  # type: ignore[call-overload]
    return value if isinstance(value, Amount) else None


def all_of(truths: Sequence[Truth]) -> Truth:
    """True where all are, False where one is not, None where it is not known."""
    if False in truths:
        return False
    return None if None in truths or not truths else True


def is_more(difference: float | None, said: Amount | None) -> Truth:
    """Whether a difference is more than none, and as much as is said."""
    if difference is None:
        return None
    return difference > 0 if said is None else difference > 0 and said.is_said_of(difference)


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
    at = [scene.values.of("position", car) for car in cars]
    is_there = [None if place is None else place == said.value for place, said in zip(at, told, strict=True)]
    by_lap = not scene.values.is_race and word(tokens, index) in ("fastest", "best")
    yield all_of(is_there), index + (by_lap or word(tokens, index) in _PLACE)


def _lap_time(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`with a 1:27.420`, where laps decide: the best lap; `fastest`, which is first."""
    index = start + (word(tokens, start) in ("with", "in", "at", "by"))
    said = amount(tokens, index, "time")
    if len(cars) == 1 and scene.about in ("best lap", "last lap") and said is not None and index == start:
        yield _said(said, scene.values.of(scene.about, cars[0])), index + 1
    if scene.values.is_race or scene.about or len(cars) != 1:
        return
    if word(tokens, start) == "fastest":
        yield _same(1, scene.values.of("position", cars[0])), start + 1
    if said is not None and ":" in tokens[index].text:
        yield _said(said, scene.values.of("best lap", cars[0])), index + 1


def _gap(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`1.2 s behind Leclerc`, `10.4 s down on the winner`, `30 s off the lead`, `less than a second ahead`."""
    within = word(tokens, start) == "within"
    said = amount(tokens, start + within, "seconds")
    if said is None or scene.about:
        return
    if len(cars) > 1:  # of each of them
        ways = [{end: truth for truth, end in _gap(tokens, start, (car,), scene)} for car in cars]
        yield from ((all_of([way.get(end) for way in ways]), end) for end in ways[0])
        return
    if within:
        said = Amount(said.value, said.step, "at most")
    index = start + within + 1 + (word(tokens, start + within + 1) == "beyond")
    for signs, ways in ((1, _BEHIND), (-1, _AHEAD), (0, (("of",),))):
        for way in ways if bool(signs) is not within else ():
            if words(tokens, index, len(way)) == way:
                for others, end in _whom(tokens, index + len(way), scene):
                    mores = [scene.values.more("gap", cars[0], other) for other in others]
                    yield all_of([_is_off(more, said, signs) for more in mores]), end
    yield from _gap_to_somebody(tokens, index, cars[0], said, scene)


def _is_off(more: float | None, said: Amount, sign: int) -> Truth:
    """Whether somebody is so much behind (1), ahead (-1) or either (0)."""
    if more is None:
        return None
    return is_more(more * sign if sign else abs(more), said)


def _gap_to_somebody(tokens: Sequence[Token], index: int, car: str, said: Amount, scene: Scene) -> Read:
    """`12.6 s back`: behind the leader, or whoever of those who were named is next ahead."""
    way, more = word(tokens, index), scene.values.more
    spoken_of = [one for one in scene.mentioned if one != car]
    since = scene.since(car)
    if way in _BACK and word(tokens, index - 1) == "beyond":
        last = max(spoken_of, key=lambda one: scene.values.of("position", one) or 0, default=None)
        gaps = [] if last is None else [more("gap", car, last)]
    elif way in _BACK:
        ahead = [one for one in spoken_of if (more("gap", car, one) or 0) > 0]
        near = min(ahead, key=lambda one: more("gap", car, one) or 0, default=None)
        whom = since[-1:] or [near, scene.leader()]
        gaps = [more("gap", car, one) for one in whom if one is not None and one != car]
    elif way in _CLEAR:
        behind = since[-1] if since else scene.next_to(car, 1)
        others = [one for one in (behind, *(scene.two() if not since else ())) if one not in (None, car)]
        gaps = [more("gap", one, car) for one in others if one is not None]
    else:
        return
    truths = [is_more(gap, said) for gap in gaps]
    end = index + 1 + (way == "up" and word(tokens, index + 1) == "road")
    yield (True if True in truths else all_of(truths)), end


def _whom(tokens: Sequence[Token], start: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """Whom a gap is to: somebody, a position, or the lead."""
    leader = scene.leader()
    if word(tokens, start) in ("lead", "front", "top", "pole") and leader is not None:
        yield (leader,), start + 1
    place = amount(tokens, start, "position")
    at = scene.values.at(int(place.value)) if place is not None else None
    if at is not None:
        yield (at,), start + 1 + (word(tokens, start + 1) in _PLACE)
    yield from nouns(tokens, start, scene)


def _order(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`ahead of Alonso and Hamilton`, `right behind him`, `between A and B`."""
    near = word(tokens, start) in _NEXT
    index = start + near
    index += word(tokens, index) == "sandwiched"
    if word(tokens, index) == "between":
        for others, end in nouns(tokens, index + 1, scene):
            if len(others) == 2 and len(cars) == 1:
                yield all_of([_is_next(_places(scene, cars[0], other)) for other in others]), end
        return
    for sign, ways in ((1, (("behind",),)), (-1, (("ahead", "of"),))):
        for way in ways:
            if words(tokens, index, len(way)) == way and not scene.about:
                for others, end in _whom(tokens, index + len(way), scene):
                    far = [_places(scene, car, other) for car in cars for other in others]
                    if len(others) > 1 and len(cars) == 1 and not _are_in_a_row(far, sign):
                        continue  # `ahead of Alonso and Hamilton` names who is next
                    yield all_of([None if one is None else one == sign if near else one * sign > 0 for one in far]), end


def _places(scene: Scene, car: str, other: str) -> int | None:
    """How many positions a car is behind another."""
    places = scene.values.of("position", car), scene.values.of("position", other)
    return None if None in places else int(places[0] - places[1])


def _are_in_a_row(far: Sequence[int | None], sign: int) -> bool:
    """Whether these are the next ones in their order, on from somebody or up to him."""
    nearest = range(1, len(far) + 1)
    return far == [sign * one for one in (nearest if sign < 0 else reversed(nearest))]


def _is_next(places: int | None) -> Truth:
    return None if places is None else abs(places) == 1


def _tyres(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`on ten-lap-old hards`, `on used softs`, `on hard tyres that are a lap old`, `four laps old`."""
    index = start + (word(tokens, start) in ("on", "with"))
    index += word(tokens, index) in HIS
    truths: list[Truth] = []
    state: bool | None = None
    while True:
        old = amount(tokens, index, "laps")
        if old is not None and index == start and index + 1 == len(tokens) and scene.counted == "age":
            yield all_of([_said(old, scene.values.of("age", car)) for car in cars]), index + 1
            return
        has_old = word(tokens, index + 1 + (word(tokens, index + 1) == ",")) == "old"
        if old is not None and has_old and not old.bound.startswith("just"):
            truths += [_said(old, scene.values.of("age", car)) for car in cars]
            index += 2 + (word(tokens, index + 1) == ",")
        elif word(tokens, index) in _NEW and state is None:
            state = _NEW[word(tokens, index)]
            truths += [_same(state, scene.values.of("new", car)) for car in cars]
            index += 1
        else:
            break
        index += word(tokens, index) == "," and word(tokens, index + 1) in _NEW
    compound = tokens[index].means.get("compound") if index < len(tokens) else None
    if compound is not None and word(tokens, start) in ("on", "with"):
        truths += [_same(compound, scene.values.of("compound", car)) for car in cars]
        index += 1 + (word(tokens, index + 1) in _TYRES)
        scene.counted = "age"
        yield all_of(truths), index
        yield from _how_old(tokens, index, cars, truths, scene)
    elif truths and word(tokens, start) not in ("on", "with"):
        scene.counted = "age"
        yield all_of(truths), index
    elif truths and word(tokens, index) in _TYRES:
        yield all_of(truths), index + 1
    elif word(tokens, index) in _TYRES and index > start:
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
    yield all_of([*truths, *(_said(old, scene.values.of("age", car)) for car in cars)]), end


def _stops(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`on one stop`, `with two stops`, `without a stop`."""
    if word(tokens, start) == "without" and word(tokens, start + 1) in ("stop", "stopping", "pitting"):
        yield all_of([_same(0, scene.values.of("stops", car)) for car in cars]), start + 2
    count = amount(tokens, start + 1, "count")
    if word(tokens, start) in ("on", "with") and count is not None and word(tokens, start + 2) in ("stop", "stops"):
        yield all_of([_said(count, scene.values.of("stops", car)) for car in cars]), start + 3


def _places_moved(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`up six places`, `four places worse off than start`, `from 17th to 11th`."""
    if len(cars) != 1:
        return
    then, now = (scene.values.of(name, cars[0]) for name in ("start", "position"))
    gained = None if then is None or now is None else then - now
    first, last = amount(tokens, start + 1, "position"), amount(tokens, start + 3, "position")
    if word(tokens, start) == "from" and first is not None and last is not None and word(tokens, start + 2) == "to":
        yield all_of([_said(first, then), _said(last, now)]), start + 4
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


def _compared(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`six laps fresher than Hamilton's supersofts`, `0.2 s a lap slower than Perez`, `better than Räikkönen's`."""
    laps, seconds = amount(tokens, start, "laps"), amount(tokens, start, "seconds")
    index = start + (laps is not None or seconds is not None)
    if index == start and word(tokens, start) in _SLIGHTLY:
        index += 1
        laps, seconds = Amount(2.0, 3.0), Amount(0.15, 0.3)
    a_lap = index > start and word(tokens, index) == "lap"
    how = word(tokens, index + a_lap)
    tyres = index == start and word(tokens, start) in ("despite", "on", "with")
    if tyres and word(tokens, start + 1) in _OLDER and word(tokens, start + 2) == "tyres" and len(cars) == 1:
        sign = _OLDER[word(tokens, start + 1)]
        mores = [scene.values.more("age", cars[0], other) for other in scene.others(cars[0])]
        yield all_of([None if more is None else more * sign > 0 for more in mores]), start + 3
    if len(cars) != 1:
        return
    if how in _OLDER and (laps is not None or seconds is None):
        name, sign, said = "age", _OLDER[how], laps
    elif how in _SLOWER and (seconds is not None or laps is None):
        name, sign, said = _lap_kind(scene, a_lap=a_lap), _SLOWER[how], seconds
    else:
        return
    ways = nouns(tokens, index + a_lap + 2, scene) if word(tokens, index + a_lap + 1) == "than" else ()
    alone = [] if ways else [(scene.others(cars[0]), index + a_lap + 1)]
    for others, end in (*ways, *alone):
        end, fits = _of_them(tokens, end, others, name, scene)
        mores = [scene.values.more(name, cars[0], other) if name and fits else None for other in others]
        truth = all_of([None if more is None else is_more(more * sign, said) for more in mores])
        yield truth, end
        for on in ((), ("recent",), ("race",), ("current",)):
            if name == "pace" and words(tokens, end, 2 + len(on)) == ("on", *on, "pace"):
                yield truth, end + 2 + len(on)
        if name == "age" and words(tokens, end, 2) == ("on", "tyres"):
            yield truth, end + 2
        if name == "best lap" and words(tokens, end, 3) in (("on", "best", "lap"), ("on", "best", "laps")):
            yield truth, end + 3


def _of_them(tokens: Sequence[Token], start: int, others: Cars, name: str, scene: Scene) -> tuple[int, bool]:
    """Where the tokens go on behind `'s softs`, and whether those are what they have."""
    if word(tokens, start) != "'s":
        return start, True
    compound = tokens[start + 1].means.get("compound") if start + 1 < len(tokens) else None
    if compound is not None:
        return start + 2, name == "age" and all(scene.values.of("compound", car) == compound for car in others)
    noun = word(tokens, start + 1)
    if name == "age":
        return start + 1 + (noun in _TYRES), True
    if noun in ("best", "last"):
        return start + 2 + (word(tokens, start + 2) == "lap"), name == f"{noun} lap"
    return start + 1, True


def _lap_kind(scene: Scene, *, a_lap: bool) -> str:
    """Which lap times `faster` is of: those that were spoken of, else the only ones that are known."""
    if scene.about in _LAPS:
        return scene.about
    if a_lap:
        return "pace"
    known = [name for name in _LAPS if scene.values.knows(name)]
    return known[0] if len(known) == 1 else ""


def _extreme(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`oldest of the top six`, `fastest of the two`, `best of those`: alone ahead of the others of a group."""
    how = word(tokens, start)
    name, sign = {
        "oldest": ("age", 1), "freshest": ("age", -1), "youngest": ("age", -1), "best": ("position", -1),
        "highest": ("position", -1), "fastest": (_lap_kind(scene, a_lap=False), -1),
        "faster": (_lap_kind(scene, a_lap=False), -1), "slower": (_lap_kind(scene, a_lap=False), 1),
    }.get(how, ("", 0))  # fmt: skip
    index = start + 1 + (word(tokens, start + 1) in _TYRES | {"placed", "lap"})
    if name == "age" and len(cars) == 1:
        ends = next((n for n in (2, 3) if words(tokens, index, n) in _OF_ALL), 0)
        yield scene.values.is_alone("oldest" if sign > 0 else "freshest", cars[0]), index + ends
    if not name or len(cars) != 1 or word(tokens, index) not in ("of", "in", "among"):
        return
    for group, end in (*nouns(tokens, index + 1, scene), *_two(tokens, index + 1, scene)):
        mores = [scene.values.more(name, cars[0], other) for other in group if other != cars[0]]
        if group == cars and name == "position":
            yield True, end
        if cars[0] in group and len(group) > 1:
            yield all_of([None if more is None else more * sign > 0 for more in mores]), end


def _two(tokens: Sequence[Token], start: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """`the two`: whom the calls ask about."""
    if word(tokens, start) in ("two", "pair") and len(scene.two()) == 2:
        yield scene.two(), start + 1


def _than(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`four fewer than those of Perez`, `more than anyone in the top six`: of what was counted last."""
    count = amount(tokens, start, "count")
    index = start + (count is not None)
    sign = {"more": 1, "fewer": -1, "less": -1}.get(word(tokens, index), 0)
    if not sign or not scene.counted or len(cars) != 1 or word(tokens, index + 1) != "than":
        return
    index += 2 + 2 * (words(tokens, index + 2, 2) == ("those", "of"))
    anyone = word(tokens, index) in ("anyone", "anybody") and word(tokens, index + 1) in ("in", "of", "among")
    for others, end in nouns(tokens, index + 2 * anyone, scene):
        rest = [other for other in others if not (anyone and other == cars[0])]
        mores = [scene.values.more(scene.counted, cars[0], other) for other in rest]
        yield all_of([None if more is None else is_more(more * sign, count) for more in mores]), end


def _said(said: Amount, value: object) -> Truth:
    return said.is_said_of(float(value)) if isinstance(value, int | float) else None


def _same(said: object, value: object) -> Truth:
    return None if value is None else said == value


_COMPLEMENTS: tuple[Callable[[Sequence[Token], int, Cars, Scene], Read], ...] = (
    _position,
    _lap_time,
    _than,
    _gap,
    _order,
    _tyres,
    _stops,
    _places_moved,
    _compared,
    _extreme,
)
