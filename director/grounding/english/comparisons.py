"""Who has more of something than another, or the most of a group: `two laps fresher than his`, `the best of those`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.nouns import Cars, Scene, named_or, nouns
from director.grounding.english.tokens import Amount, Token
from director.grounding.english.tyre_phrases import TYRES
from director.grounding.english.words import Read, all_of, amount, is_more, word, words

_OLDER = {"older": 1, "fresher": -1}
_SLOWER = {"slower": 1, "faster": -1, "better": -1}
_OF_ALL = (("of", "anyone"), ("of", "anybody"), ("in", "field"), ("on", "track"), ("out", "there"), ("in", "race"))
_SLIGHTLY = frozenset(("slightly", "marginally", "fractionally"))
_LAPS = ("best lap", "last lap", "pace")


def compared_with(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
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
        sign, than = _OLDER[word(tokens, start + 1)], word(tokens, start + 3) == "than"
        ways = nouns(tokens, start + 4, scene) if than else [(scene.others(cars[0]), start + 3)]
        for others, end in ways:
            mores = [scene.values.more("age", cars[0], other) for other in others]
            yield all_of([None if more is None else more * sign > 0 for more in mores]), end
    if len(cars) != 1:
        return
    if how in _OLDER and (laps is not None or seconds is None):
        name, sign, said = "age", _OLDER[how], laps
    elif how in _SLOWER and (seconds is not None or laps is None):
        name, sign, said = _lap_kind(scene, a_lap=a_lap), _SLOWER[how], seconds
    else:
        return
    of = 2 * (words(tokens, index + a_lap + 2, 2) in (("that", "of"), ("those", "of")))
    named: list[tuple[Cars, int]] = []
    if word(tokens, index + a_lap + 1) == "than":
        at = index + a_lap + 2 + of
        named = [*nouns(tokens, at, scene), *_next_best(tokens, at, cars[0], scene)]
    alone = [] if named else [(scene.others(cars[0]), index + a_lap + 1)]
    for others, end in (*named, *alone):
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


def _next_best(tokens: Sequence[Token], start: int, car: str, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """`the next best`, `next fastest, Lawson`: who comes behind a car by best laps."""
    if word(tokens, start) == "next" and word(tokens, start + 1) in ("best", "fastest"):
        found = named_or((scene.ranked_next(car), start + 2), tokens)
        if found is not None:
            yield (found[0],), found[1]


def _of_them(tokens: Sequence[Token], start: int, others: Cars, name: str, scene: Scene) -> tuple[int, bool]:
    """Where the tokens go on behind `'s softs`, and whether those are what they have."""
    start -= word(tokens, start) != "'s" and word(tokens, start - 1) == "'s"  # `the two Ferraris' softs`
    if word(tokens, start) != "'s":
        return start, True
    compound = tokens[start + 1].means.get("compound") if start + 1 < len(tokens) else None
    if compound is not None:
        return start + 2, name == "age" and all(scene.values.of("compound", car) == compound for car in others)
    noun = word(tokens, start + 1)
    if name == "age":
        return start + 1 + (noun in TYRES), True
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


def most_of_group(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`oldest of the top six`, `fastest of the two`, `best of those`: alone ahead of the others of a group."""
    how = word(tokens, start)
    name, sign = {
        "oldest": ("age", 1), "freshest": ("age", -1), "youngest": ("age", -1), "best": ("position", -1),
        "highest": ("position", -1), "fastest": (_lap_kind(scene, a_lap=False), -1),
        "faster": (_lap_kind(scene, a_lap=False), -1), "slower": (_lap_kind(scene, a_lap=False), 1),
    }.get(how, ("", 0))  # fmt: skip
    index = start + 1 + (word(tokens, start + 1) in TYRES | {"placed", "lap"})
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


def counted_than(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`four fewer than those of Perez`, `more than anyone in the top six`: of what was counted last."""
    count = amount(tokens, start, "count")
    index = start + (count is not None)
    sign = {"more": 1, "fewer": -1, "less": -1}.get(word(tokens, index), 0)
    if not sign or not scene.counted or len(cars) != 1 or word(tokens, index + 1) != "than":
        return
    index += 2 + 2 * (words(tokens, index + 2, 2) == ("those", "of"))
    anyone = word(tokens, index) in ("anyone", "anybody") and word(tokens, index + 1) in ("in", "of", "among")
    for others, end in nouns(tokens, index + 2 * anyone, scene):
        if word(tokens, end) == "'s":
            end += 1 + (word(tokens, end + 1) in TYRES)
        rest = [other for other in others if not (anyone and other == cars[0])]
        mores = [scene.values.more(scene.counted, cars[0], other) for other in rest]
        yield all_of([None if more is None else is_more(more * sign, count) for more in mores]), end
