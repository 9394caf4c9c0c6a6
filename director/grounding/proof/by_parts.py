"""A sentence taken apart at participles too, each part proved by whatever reads it: known wordings, grammar or events.

`Leclerc and Russell stopped on lap 11, Leclerc losing 24 s in the lane` is two clauses, the second as `Leclerc lost`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from director.grounding.english.context import dated, with_verbs, without_session
from director.grounding.english.elisions import as_before
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.part_groups import (
    are_among,
    are_between,
    are_group,
    are_next,
    complete_the_top,
    follows,
    group_of,
    moments_when,
    most_of_it,
    named_last,
    nth_of_them,
    said_of_each,
    verb_of,
)
from director.grounding.english.participles import (
    begins_part,
    in_finite_form,
    in_seconds,
    is_in_order,
    is_of_then,
    with_is,
    with_its_verb,
)
from director.grounding.english.readings import HE, HIS, is_of_him, named_in
from director.grounding.english.relative_parts import as_much_as, later, so_many_each
from director.grounding.english.tokens import Amount, Token
from director.grounding.proof.by_claims import Proof
from director.grounding.proof.by_clauses import ProofByClauses
from director.grounding.proof.by_events import ProofByEvents
from director.language.word_lists import words

_ASIDE = words("with who whose which")
_OF_THE_LAST = words("who whose which")
_JOINS = words(", and but while whereas although though whilst") | _ASIDE
_PARTS_MOST = 7
_DENIES = words("not no never nobody none neither nor no-one without only few nothing hardly")
_MOMENT = words("on in after by at over since until before during from for end of last first past laps lap the within")
_FAR = words("behind back ahead clear adrift off down up further away")
_THE_REST = (["everyone", "else"], ["everybody", "else"], ["the", "rest"], ["all", "the", "others"], ["the", "others"])
_EACH_MOST = 6
_OF_STOPS = words("is are has have not yet still to come in stop pit stopped pitted box made make no his their first a")


class _Told(NamedTuple):
    """What has been read of a sentence: whom the main clause is of, and whether the last clause denied something."""

    main: Cars = ()
    denied: bool = False
    last: Cars = ()
    """Who was named last, all of them where it was a group: `both Red Bulls, which stopped`."""


class ProofByParts:
    """Whether each part of a sentence holds."""

    def __init__(self, proof: Proof, clauses: ProofByClauses, events: ProofByEvents) -> None:
        self._proof, self._clauses, self._events = proof, clauses, events
        self._whole: tuple[Token, ...] = ()
        self._prefix: tuple[Token, ...] = ()
        self._kept: dict[tuple[object, ...], tuple[Cars | None, str]] = {}

    def proves(self, sentence: Sequence[Token], asked_about: Token | None) -> bool:
        """Whether a sentence of several parts holds, each of the moment with which it begins."""
        tokens = tuple(dated(without_session(with_verbs(sentence), self._proof.session), self._proof.now))
        ends = [at for at in range(1, len(tokens)) if tokens[at].word in _JOINS or begins_part(tokens, at)]
        if not 0 < len(ends) <= 2 * _PARTS_MOST:
            return False
        self._prefix, rest = _moment_first(tokens)
        self._whole, self._kept = tokens, {}
        scene, self._events.kind = self._clauses.scene(), ""
        scene.dated = bool(self._prefix)
        scene.subject = _cars(asked_about) if is_of_him(rest) else ()
        return self._rest(rest, scene, _Told(scene.subject), _PARTS_MOST)

    def _rest(self, tokens: tuple[Token, ...], scene: Scene, told: _Told, most: int) -> bool:
        """Whether the tokens are parts that each hold; the scene tells who was named last."""
        joined_by, start = "", 0
        while start < len(tokens) and tokens[start].word in _JOINS:
            joined_by = tokens[start].word if joined_by in ("", ",") else joined_by
            start += 1
        tokens = tokens[start:]
        if not tokens or not most:
            return not tokens
        subject = told.last if joined_by in _OF_THE_LAST and told.last else told.main
        before, kind = (scene.mentioned, scene.said), self._events.kind
        for end in range(len(tokens), 0, -1):
            if end < len(tokens) and tokens[end].word not in _JOINS and not begins_part(tokens, end):
                continue
            segment = tokens[:end]
            if (told.denied and _shares_verb(segment, joined_by)) or not is_in_order(scene.said, segment):
                continue  # `has not stopped and led` denies both
            scene.subject, (scene.mentioned, scene.said), self._events.kind = subject, before, kind
            cars = self._part(segment, scene, joined_by, tokens[end:])
            if cars is not None:
                named = tuple(car for token in segment for car in _cars(token))
                scene.mentioned = (*before[0], *(named or cars))
                scene.said = segment if named_in(segment[:1]) or len(subject) != 1 else (_name(subject[0]), *segment)
                main = told.main if joined_by in _ASIDE and told.main else cars or told.main
                if self._rest(
                    tokens[end:],
                    scene,
                    _Told(main, _is_denial(segment), named_last(segment, scene) or told.last),
                    most - 1,
                ):
                    return True
        return False

    def _part(self, segment: tuple[Token, ...], scene: Scene, joined_by: str, rest: Sequence[Token]) -> Cars | None:
        """Whom a part is about, where it holds in one of the ways to read it."""
        alone = len(segment) == 1 and len(rest) > 1 and rest[0].word == ","
        if alone and "who" not in rest[1].means and rest[1].word not in _JOINS:
            return _cars(segment[0]) or None
        key = (len(rest), len(segment), joined_by, scene.subject, scene.mentioned, self._events.kind)
        if key not in self._kept:
            before, cars = self._events.kind, self._read(segment, scene, joined_by)
            named = _kind_of(segment) if self._events.kind == before else ""
            self._kept[key] = cars, self._events.kind_named(named) if named else self._events.kind
        cars, self._events.kind = self._kept[key]
        return cars

    def _read(self, segment: tuple[Token, ...], scene: Scene, joined_by: str) -> Cars | None:
        finite = () if is_of_then(segment, scene.said) else in_finite_form(segment)
        restored = *finite, *with_its_verb(segment, joined_by), *self._elided(segment, scene)
        restored = *restored, *with_is(segment), *in_seconds(segment, scene.said)
        if segment[0].word == "when":
            lap = next((token for token in reversed(scene.said) if "lap" in token.means), None)
            restored = tuple((*segment[1:], Token("on", "on"), one) for one in moments_when(lap, scene.said))
        for way in (segment, *restored) if segment[0].word != "when" else restored:
            whole = (*self._prefix, *way)
            if whole == self._whole:
                continue
            if (cars := self._events.event(whole, scene)) is not None:
                return cars
            if not self._prefix and (cars := self._clauses.clause(way, scene)) is not None:
                return cars
            if (cars := self._sentence(way, scene)) is not None:
                return cars
        if (
            are_group(segment, scene)
            or are_among(segment, scene)
            or are_next(segment, scene)
            or complete_the_top(segment, scene)
            or self._is_of_rest(segment, scene)
            or self._are_so_many(segment, scene)
            or self._is_as_much(segment, scene)
            or are_between(segment, scene)
        ):
            return scene.subject
        return None

    def _are_so_many(self, segment: tuple[Token, ...], scene: Scene) -> bool:
        """`two of them on the opening lap`: it holds of so many of those before, and is untrue of the others."""
        told = said_of_each(segment, scene)
        if told is None or self._prefix or len(scene.subject) < 2:
            return False
        ways = [(_name(car), *told[1]) for car in scene.subject]
        true = [
            way for way in ways if self._events.event(way, scene) is not None or self._events.is_sentence(way, None)
        ]
        others = all(self._events.denies(way) for way in ways if way not in true)
        return not told[0].bound and told[0].value == len(true) and others

    def _is_as_much(self, segment: tuple[Token, ...], scene: Scene) -> bool:
        """`17 more than Ferrari`: whether what the clause before told is so of them with that number."""
        ways = as_much_as(segment, scene.said) if not self._prefix else []
        return bool(ways) and all(
            self._events.event(way, scene) is not None or self._events.is_sentence(way, None) for way in ways
        )

    def _is_of_rest(self, segment: tuple[Token, ...], scene: Scene) -> bool:
        """`everyone else has stopped just once`: each of the others of the group that was spoken of, or of all."""
        said = [token.word for token in segment]
        start = next((len(way) for way in _THE_REST if said[: len(way)] == way), 0)
        if not start or not scene.subject or start >= len(segment):
            return False
        group = group_of(scene)
        is_of_stops = _OF_STOPS.issuperset(said[start:])  # nobody says of who is out that he has not stopped
        left_out = {*scene.subject, *(self._events.implied if is_of_stops and not group else ())}
        others = [car for car in (group or self._proof.cars) if car not in left_out]
        ways = ((*self._prefix, _name(car), *segment[start:]) for car in others)
        return bool(others) and all(
            self._events.event(way, scene) is not None or self._events.is_sentence(way, None) for way in ways
        )

    def _elided(self, segment: tuple[Token, ...], scene: Scene) -> Iterator[tuple[Token, ...]]:
        """`and Russell 24.8`: with what the part before has."""
        yield from as_before(segment, scene.said) if scene.said else ()
        if len(segment) > 2 and segment[1].word == "followed" and follows(segment, scene.said):
            yield (segment[0], *verb_of(scene.said), *segment[2:])
        yield from later(segment, scene.said)
        yield from so_many_each(segment, scene.said)
        yield from nth_of_them(segment, scene)
        yield from most_of_it(segment, scene)

    def _sentence(self, way: tuple[Token, ...], scene: Scene) -> Cars | None:
        """Whom a part is about that is proved as a sentence of its own, with its subject where it leaves it out."""
        if _is_gap(way) and len(named_in(way)) < 2:
            return None  # to whom a gap is that names nobody is for the grammar of clauses to say
        if way[0].word in HE | HIS and len(scene.subject) == 1:
            return scene.subject if self._events.is_sentence((*self._prefix, *way), _name(scene.subject[0])) else None
        cars, _ = next(iter(nouns(way, 0, scene)), ((), 0))
        if cars or not scene.subject or _has_own_subject(way):
            return cars if self._events.is_sentence((*self._prefix, *way), None) else None
        if not 0 < len(scene.subject) <= _EACH_MOST:
            return None
        names = map(_name, scene.subject)
        holds = all(self._events.is_sentence((*self._prefix, name, *way), name) for name in names)
        return scene.subject if holds else None


def _moment_first(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """A moment with which a sentence begins, `on lap 12`, and the rest: each part of it is of that moment."""
    end = 0
    while end < len(tokens) and (tokens[end].word in _MOMENT or _is_time(tokens[end])):
        end += 1
    if not any(_is_time(token) for token in tokens[:end]):
        return (), tokens
    return tokens[:end], tokens[end + (end < len(tokens) and tokens[end].word == ",") :]


def _is_time(token: Token) -> bool:
    return any(isinstance(token.means.get(kind), Amount) for kind in ("lap", "laps", "duration")) and not token.word


def _has_own_subject(way: Sequence[Token]) -> bool:
    first = way[0]
    return first.word in words("it there nobody no race lead gap humidity air track wind rain safety") or (
        "team" in first.means or "count" in first.means
    )


def _is_gap(way: Sequence[Token]) -> bool:
    """Whether a part tells seconds between cars: not those of a stop or a penalty, and no bare number of laps."""
    said = {token.word for token in way}
    told = [token for token in way if "seconds" in token.means and ":" not in token.text and not _is_long(token)]
    is_far = not _FAR.isdisjoint(said) or any(not token.word or "." in token.text for token in told)
    return bool(told) and is_far and said.isdisjoint(("lane", "pits", "penalty"))


def _is_long(token: Token) -> bool:
    """Whether an amount is of minutes, which no gap is told in."""
    return "duration" in token.means and "time" not in token.means


def _kind_of(segment: Sequence[Token]) -> str:
    """The kind of period that a part names, of which the next may go on with `it`."""
    said = [token.word for token in segment]
    if "virtual" in said or "vsc" in said:
        return "vsc"
    return "safety car" if "safety" in said else ""


def _is_denial(segment: Sequence[Token]) -> bool:
    return any(token.word in _DENIES for token in segment)


def _shares_verb(segment: Sequence[Token], joined_by: str) -> bool:
    """Whether a part may hang on the verb or the subject of the one before, and be denied with it."""
    if "who" in segment[0].means or segment[0].word in words("it there when everyone everybody all the others"):
        return False
    return joined_by in ("", "and", ",", *_OF_THE_LAST) and segment[0].word not in HE


def _name(car: str) -> Token:
    return Token(car, means={"who": frozenset((car,))})


def _cars(token: Token | None) -> Cars:
    cars = token.means.get("who") if token else None
    return tuple(cars) if isinstance(cars, frozenset) and len(cars) == 1 else ()
