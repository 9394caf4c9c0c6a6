"""What a part says of those of whom the clause before told: `among them Perez`, `two of them on the opening lap`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.participles import done_by
from director.grounding.english.readings import names_first
from director.grounding.english.tokens import Amount, Token
from director.language.word_lists import words

_AMONG = (["including"], ["among", "them"], ["among", "whom"], ["amongst", "them"])
_ORDER = words("first last latest")
_MOST = (
    (words("stopped stops pitted"), ("stopped", "most", "often")),
    (words("passes overtakes moves"), ("made", "most", "passes")),
    (words("lost dropped fell"), ("lost", "most", "places")),
    (words("gained climbed rose up"), ("gained", "most", "places")),
)
"""What a clause before counted, the first of these of which it has a word."""
_MORE_THAN_ANYONE = {
    ("more", "than", "anyone"), ("more", "than", "anyone", "else"), ("more", "than", "anybody"),
    ("more", "than", "anybody", "else"), ("the", "most", "of", "anyone"), ("the", "most", "of", "all"),
    ("the", "most", "in", "the", "field"), ("more", "than", "any", "other", "driver"), ("the", "most"),
}  # fmt: skip
_NOBODY_DID = {
    ("nobody", "did", "better"), ("nobody", "did", "more"), ("nobody", "gained", "more"), ("nobody", "made", "more"),
    ("nobody", "else", "did", "better"), ("nobody", "has", "done", "better"), ("nobody", "made", "up", "more"),
    ("nobody", "has", "made", "more"), ("nobody", "stopped", "more", "often"), ("nobody", "has", "done", "more"),
}  # fmt: skip
_NOBODY_LOST = {
    ("nobody", "did", "worse"), ("nobody", "lost", "more"), ("nobody", "has", "lost", "more"),
    ("nobody", "fared", "worse"), ("nobody", "dropped", "further"), ("nobody", "fell", "further"),
}  # fmt: skip
_PEOPLE = words("drivers driver cars car men runners people")


def named_last(segment: Sequence[Token], scene: Scene) -> Cars:
    """Whom the last noun of a part names, one or a group."""
    ways = (cars for at in range(len(segment)) for cars, end in nouns(segment, at, scene) if end == len(segment))
    return next(ways, ())


def are_among(segment: Sequence[Token], scene: Scene) -> bool:
    """`including both Red Bulls`: whether these are some of those whom the clause before counted."""
    said = [token.word for token in segment]
    start = next((len(way) for way in _AMONG if said[: len(way)] == way), 0)
    ways = [cars for cars, end in nouns(segment, start, scene) if end == len(segment)] if start else []
    return any(set(cars) < set(scene.subject) for cars in ways)


def are_group(segment: Sequence[Token], scene: Scene) -> bool:
    """Whether a list of names alone is the group of the clause before: `the top three are within 2 s: A, B and C`."""
    names, rest = names_first(segment)
    cars = {car for name in names for car in _cars(name)}
    return len(cars) > 1 and len(cars) == len(names) and not rest and cars == set(group_of(scene))


def complete_the_top(segment: Sequence[Token], scene: Scene) -> bool:
    """`Sainz, Leclerc and Piastri completing the top five`: whether these are the last of so many, in their order."""
    names, rest = names_first(segment)
    said = [token.word for token in rest]
    verb = next((n for n, way in ((1, ["completing"]), (2, ["rounding", "out"])) if said[:n] == way), 0)
    count = rest[-1].means.get("count") if len(rest) == verb + 3 else None
    if not verb or said[verb : verb + 2] != ["the", "top"] or not isinstance(count, Amount) or count.bound:
        return False
    places = [scene.values.of("position", car) for name in names for car in _cars(name)]
    return bool(places) and places == list(range(int(count.value) - len(names) + 1, int(count.value) + 1))


def are_between(segment: Sequence[Token], scene: Scene) -> bool:
    """`with Tsunoda and Albon between them`: whether these are all that stand between the two who were named last."""
    names, rest = names_first(segment)
    told = list(dict.fromkeys(reversed(scene.mentioned)))[:2]
    places = [scene.values.of("position", car) for car in told]
    cars = {car for name in names for car in _cars(name)}
    is_it = [token.word for token in rest] == ["between", "them"] and len(cars) == len(names) > 0
    if not is_it or len(told) != 2 or None in places:
        return False
    between = [scene.values.at(place) for place in range(int(min(places)) + 1, int(max(places)))]
    return None not in between and set(between) == cars


def group_of(scene: Scene) -> Cars:
    """The group that the clause before names, `in the top seven`; nobody where it names none."""
    ways = (cars for at in range(len(scene.said)) for cars, _ in nouns(scene.said, at, scene) if len(cars) > 2)
    return next((cars for cars in ways if set(scene.subject) < set(cars)), ())


def are_next(segment: Sequence[Token], scene: Scene) -> bool:
    """`followed by Perez and Sainz`: whether these come next, in this order."""
    if [token.word for token in segment[:2]] != ["followed", "by"] or len(scene.subject) != 1:
        return False
    of_laps = any(token.word in ("fastest", "quickest", "best") for token in scene.said)
    name = "rank" if of_laps and scene.values.is_race else "position"
    for cars, end in nouns(segment, 2, scene):
        places = [scene.values.of(name, car) for car in (*scene.subject, *cars)]
        if end == len(segment) and None not in places:
            return places == list(range(int(places[0]), int(places[0]) + len(places)))
    return False


def follows(segment: Sequence[Token], told: Sequence[Token]) -> bool:
    """Whether `Hulkenberg followed after ten laps` tells of a later lap than the clause before."""
    own, before = done_by(segment), done_by(told)
    return own is not None and before is not None and own >= before


def verb_of(told: Sequence[Token]) -> Sequence[Token]:
    """The verb of a clause with what stands before its lap: `went out` of `Ocon went out on lap 1`."""
    left_out = _PEOPLE | {"and", ",", "both", "all", "the", "only", "just"}
    rest = [token for token in told if "who" not in token.means and token.word not in left_out]
    rest = rest[1:] if rest and "count" in rest[0].means else rest
    ends = [at for at, token in enumerate(rest) if token.word in ("on", "after", "in", "at")]
    return rest[: ends[0]] if ends else rest


def said_of_each(segment: Sequence[Token], scene: Scene) -> tuple[Amount, Sequence[Token]] | None:
    """How many, and what is said of them: `two of them on the opening lap`, with the verb of the clause before."""
    count = segment[0].means.get("count")
    said = [token.word for token in segment[1:3]]
    if not isinstance(count, Amount) or said not in (["of", "them"], ["of", "which"], ["of", "whom"]):
        return None
    rest = segment[3:]
    is_verb = bool(rest) and rest[0].word in words("did did has have are is were was")
    return (count, rest if is_verb else (*verb_of(scene.said), *rest)) if rest else None


def nth_of_them(segment: Sequence[Token], scene: Scene) -> Iterator[tuple[Token, ...]]:
    """`the latest of them Grosjean`, `the last of the seven to retire`: as who was the latest to do it."""
    said = [token.word for token in segment]
    if said[:1] != ["the"] or len(segment) < 4 or said[1] not in _ORDER or said[2] != "of":
        return
    is_the = said[3] == "the"
    end = 5 if is_the else 4
    names, rest = names_first(segment[end:])
    was = (Token("was", "was"), segment[0], segment[1], Token("driver", "driver"), Token("who", "who"))
    retired = any(token.word in ("retirement", "retirements") for token in scene.said)
    if names and said[3] == "them":
        yield (*_joined(names), *was, *((Token("retired", "retired"),) if retired else verb_of(scene.said)), *rest)
    elif is_the and said[end : end + 1] == ["to"] and len(scene.subject) == 1:
        name = Token(scene.subject[0], means={"who": frozenset(scene.subject)})
        yield (name, Token("was", "was"), segment[0], segment[1], *segment[end:])


def most_of_it(segment: Sequence[Token], scene: Scene) -> Iterator[tuple[Token, ...]]:
    """`more than anyone else`, behind what somebody gained, lost or did how often: as the most.

    `nobody did better` leaves room for others who did as much.
    """
    said = tuple(token.word for token in segment)
    told = {token.word for token in scene.said}
    names = [Token(car, means={"who": frozenset((car,))}) for car in scene.subject]
    most = next((most for verbs, most in _MOST if not told.isdisjoint(verbs)), None)
    if not names or most is None:
        return
    if said in _MORE_THAN_ANYONE:
        yield (*_joined(names), *(Token(word, word) for word in most))
    if said in (_NOBODY_LOST if most[0] == "lost" else _NOBODY_DID):
        more = tuple(Token(word, word) for word in ("nobody", most[0], "more", *most[2:], "than"))
        yield (*more, *_joined(names))


def moments_when(lap: Token | None, told: Sequence[Token]) -> Iterator[Token]:
    """The lap that `when` goes on from: that which was told, and behind `until` it the next one."""
    amount = lap.means.get("lap") if lap else None
    if lap is None or not isinstance(amount, Amount):
        return
    yield lap
    if any(token.word in ("until", "to") for token in told):
        yield Token(lap.text, means={"lap": Amount(amount.value + 1)})


def _joined(names: Sequence[Token]) -> Iterator[Token]:
    for index, name in enumerate(names):
        yield from (Token("and", "and"),) if index else ()
        yield name


def _cars(token: Token) -> Cars:
    cars = token.means.get("who")
    return tuple(cars) if isinstance(cars, frozenset) and len(cars) == 1 else ()
