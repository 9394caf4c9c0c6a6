"""How far cars are from each other, and in which order: `1.2 s behind him`, `between A and B`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.derived.comparisons import TAIL_S
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.readings import named_in
from director.grounding.english.tokens import Amount, Token
from director.grounding.english.words import Read, all_of, amount, is_more, word, words
from director.grounding.known_values import Truth

_BEHIND = (
    ("behind",), ("off",), ("down", "on"),
    ("from",), ("away", "from"), ("back", "from"), ("down", "to"), ("short", "of"),
)  # fmt: skip
_AHEAD = (("ahead", "of"), ("up", "on"))
_BACK = frozenset(("back", "behind", "down", "adrift", "off", "away"))
_CLEAR = frozenset(("ahead", "clear", "up"))
_LAP = frozenset(("time", "best", "lap", "effort", "benchmark"))
_CLOSE = frozenset(("right", "just", "straight", "close"))
_NEXT = frozenset(("directly", "immediately"))
PLACE_WORDS = frozenset(("place", "position", "place."))


def gap(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`1.2 s behind Leclerc`, `10.4 s down on the winner`, `30 s off the lead`, `less than a second ahead`."""
    within = word(tokens, start) == "within"
    said = amount(tokens, start + within, "seconds")
    of_laps = scene.about == "best lap" and scene.values.is_race and not scene.values.knows("gap")
    if said is None or (scene.about and not of_laps):
        return
    if len(cars) == 2 and not within and word(tokens, start + 1) == "apart":
        yield _is_off(scene.values.more("gap", *cars), said, 0), start + 2
    if len(cars) > 1:  # of each of them
        read = [{end: truth for truth, end in gap(tokens, start, (car,), scene)} for car in cars]
        yield from ((all_of([truths.get(end) for truths in read]), end) for end in read[0])
        return
    if within:
        said = Amount(said.value, said.step, "at most")
    index = start + within + 1 + (word(tokens, start + within + 1) == "beyond")
    for signs, ways in ((1, _BEHIND), (-1, _AHEAD), (0, (("of",),))):
        for way in ways if bool(signs) is not within else ():
            if words(tokens, index, len(way)) == way:
                for others, end in _whom(tokens, index + len(way), scene):
                    of_lap = word(tokens, end) == "'s" and word(tokens, end + 1) in _LAP
                    name = "best lap" if of_lap or of_laps else "gap"
                    mores = [scene.values.more(name, cars[0], other) for other in others]
                    yield all_of([_is_off(more, said, signs) for more in mores]), end + 2 * of_lap
    if not of_laps:
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
    here = [one for token in named_in(tokens[:index]) for one in token.means["who"] if one != car]  # type: ignore[union-attr]
    since = here or scene.since(car)
    if way in _BACK and word(tokens, index - 1) == "beyond":
        last = max(spoken_of, key=lambda one: scene.values.of("position", one) or 0, default=None)
        gaps = [] if last is None else [more("gap", car, last)]
    elif way in _BACK:
        ahead = [one for one in spoken_of if (more("gap", car, one) or 0) > 0]
        near = min(ahead, key=lambda one: more("gap", car, one) or 0, default=None)
        two = [] if near or scene.leader() else [one for one in scene.two() if car in scene.two()]
        whom = since[-1:] or [near, scene.leader(), *two]
        gaps = [more("gap", car, one) for one in whom if one is not None and one != car]
    elif way in _CLEAR:
        behind = since[-1] if since else scene.next_to(car, 1)
        others = [one for one in (behind, *(scene.two() if not since else ())) if one not in (None, car)]
        gaps = [more("gap", one, car) for one in others if one is not None]
        if not since and spoken_of and is_more(more("gap", spoken_of[-1], car), said) is False:
            return  # `Verstappen is third, with Piastri 2.3 s ahead` is said of Verstappen
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
        yield (at,), start + 1 + (word(tokens, start + 1) in PLACE_WORDS)
    yield from nouns(tokens, start, scene)


def order(tokens: Sequence[Token], start: int, cars: Cars, scene: Scene) -> Read:
    """`ahead of Alonso and Hamilton`, `right behind him`, `between A and B`."""
    close, near = word(tokens, start) in _CLOSE, word(tokens, start) in _NEXT
    index = start + (close or near)
    index += word(tokens, index) == "sandwiched"
    if word(tokens, index) == "between":
        for others, end in nouns(tokens, index + 1, scene):
            if len(others) == 2 and len(cars) == 1:
                yield all_of([_is_next(_places(scene, cars[0], other)) for other in others]), end
        return
    alone = word(tokens, index) in ("ahead", "behind") and not (close or near) and len(cars) == 1
    end = index + 1 + 2 * (words(tokens, index + 1, 2) in (("on", "road"), ("on", "track")))
    if alone and (end > index + 1 or end == len(tokens)) and not scene.about:
        mores = [scene.values.more("gap", cars[0], other) for other in scene.others(cars[0])]
        is_behind = word(tokens, index) == "behind"
        yield all_of([None if more is None else (more > 0) is is_behind for more in mores]), end
    for sign, ways in ((1, (("behind",),)), (-1, (("ahead", "of"),))):
        for way in ways:
            if words(tokens, index, len(way)) == way and not scene.about:
                for others, end in _whom(tokens, index + len(way), scene):
                    if close:
                        gaps = [scene.values.more("gap", car, other) for car in cars for other in others]
                        yield all_of([None if gap is None else 0 < gap * sign <= TAIL_S for gap in gaps]), end
                        continue
                    far = [_places(scene, car, other) for car in cars for other in others]
                    if len(others) > 1 and len(cars) == 1 and not _are_in_a_row(far, sign):
                        continue  # `ahead of Alonso and Hamilton` names who is next
                    yield all_of([None if one is None else one == sign if near else one * sign > 0 for one in far]), end


def _are_in_a_row(far: Sequence[int | None], sign: int) -> bool:
    """Whether these are the next ones in their order, on from somebody or up to him."""
    nearest = range(1, len(far) + 1)
    return far == [sign * one for one in (nearest if sign < 0 else reversed(nearest))]


def _is_next(places: int | None) -> Truth:
    return None if places is None else abs(places) == 1


def _places(scene: Scene, car: str, other: str) -> int | None:
    """How many positions a car is behind another."""
    places = scene.values.of("position", car), scene.values.of("position", other)
    return None if None in places else int(places[0] - places[1])
