"""Who is meant by a noun phrase: `the leader`, `his team-mate`, `both Ferraris`, `the top five`, `Perez in second`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from director.grounding.english.readings import HE, HIM, HIS
from director.grounding.english.tokens import Amount, Token
from director.grounding.known_values import KnownValues
from director.grounding.values import Drivers

Cars = tuple[str, ...]
_DRIVERS = frozenset(("driver", "drivers", "car", "cars", "pair", "duo", "man", "men"))
_MATES = frozenset(("team-mate", "teammate", "team-mates", "teammates"))
_OF_MATES = frozenset(("winning", "leading", "second", "own"))
_FIRST = frozenset(("top", "leading", "first", "front"))
_LEADERS = frozenset(("leader", "leaders", "front", "lead"))
_PLACE = frozenset(("place", "position"))


class Scene(Struct):
    """What a clause is read in: what is known, and of whom the sentence has spoken so far."""

    values: KnownValues
    drivers: Drivers
    over: bool
    then: bool = False
    """Whether it is of another moment than now."""
    subject: Cars = ()
    mentioned: tuple[str, ...] = ()
    asked: Cars = ()
    """Whom the calls ask about."""
    dated: bool = False
    """Whether the sentence names the lap that it is of: then nothing is told that happened on some lap."""
    said: tuple[Token, ...] = ()
    """The clause before."""
    counted: str = ""
    """What was counted last, as `age`."""
    about: str = ""
    """The lap times that are spoken of, as `best lap`: then no gap of cars on the track is read."""

    def two(self) -> Cars:
        """The two whom the calls ask about, or of whom alone something is told."""
        return self.asked if len(self.asked) == 2 else self.values.two()

    def others(self, car: str) -> Cars:
        """With whom somebody is compared where nobody is named: who was named since, or the other of two."""
        since = self.since(car)
        if since:
            return since[-1:]
        return tuple(one for one in self.two() if one != car) if car in self.two() else ()

    def since(self, car: str) -> Cars:
        """Who has been named since a car was named last."""
        if car not in self.mentioned:
            return ()
        return self.mentioned[len(self.mentioned) - self.mentioned[::-1].index(car) :]

    def leader(self) -> str | None:
        """Who is first."""
        return self.values.at(1)

    def team_of(self, car: str) -> object:
        """The team of a car; None where it is not known."""
        return self.drivers[car].get("team") if car in self.drivers else None

    def of_team(self, team: object) -> Cars:
        """The cars of a team, whoever is ahead first."""
        cars = {str(entry["car"]) for entry in self.drivers.values() if entry.get("team") == team}
        return tuple(sorted(cars, key=lambda car: (self.values.of("position", car) or 99, car)))

    def ranked_next(self, car: str) -> str | None:
        """Who has the next best lap behind a car."""
        rank = self.values.of("rank", car) or (None if self.values.is_race else self.values.of("position", car))
        name = "rank" if self.values.of("rank", car) else "position"
        after = self.values.with_same(name, rank + 1) if rank else ()
        return after[0] if len(after) == 1 else None

    def next_to(self, car: str, step: int) -> str | None:
        """Who is so many positions further down than a car; further up where `step` is negative."""
        place = self.values.of("position", car)
        return self.values.at(int(place) + step) if place else None


def nouns(tokens: Sequence[Token], start: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """Each way to read who is named from here: the cars, and where the tokens go on. The longest way first."""
    for cars, end in _one_or_group(tokens, start, scene):
        yield from _listed(tokens, cars, end, scene)
        yield cars, end


def _listed(tokens: Sequence[Token], cars: Cars, end: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    """`A, B and C` behind its first name."""
    index, found = end, list(cars)
    while index < len(tokens) and tokens[index].word in (",", "and"):
        after = index + 1 + (tokens[index].word == "," and _word(tokens, index + 1) == "and")
        more = next(iter(_one_or_group(tokens, after, scene)), None)
        if more is None:
            return
        found += more[0]
        closes, index = "and" in (tokens[index].word, tokens[after - 1].word), more[1]
        if closes and len(set(found)) == len(found):
            yield tuple(found), index
            return


def _one_or_group(tokens: Sequence[Token], start: int, scene: Scene) -> Iterator[tuple[Cars, int]]:
    one = _one(tokens, start, scene)
    if one is not None:
        car, end = one
        placed = _placed(tokens, car, end, scene)
        if placed is not None:
            yield (car,), placed
        yield (car,), end
        return
    group = _group(tokens, start, scene)
    if group is not None:
        yield group


def _one(tokens: Sequence[Token], start: int, scene: Scene) -> tuple[str, int] | None:
    """One car, and where the tokens go on."""
    token, after = _at(tokens, start), _word(tokens, start + 1)
    cars = token.means.get("who")
    if isinstance(cars, frozenset):
        return (next(iter(cars)), start + 1) if len(cars) == 1 else None
    if token.word in HE | HIM and len(scene.subject) == 1:
        return scene.subject[0], start + 1
    if token.word in HIS and len(scene.subject) == 1:
        return _mate(tokens, start + 1, scene)
    if token.word == "race" and after in ("leader", "winner"):
        return _one(tokens, start + 1, scene)
    if (token.word == "leader" and not scene.over) or (token.word == "winner" and scene.over):
        return named_or((scene.leader(), start + 1), tokens)
    if token.means.get("team") is not None and after in ("driver", "man"):
        meant = [car for car in scene.subject or scene.asked if scene.team_of(car) == token.means["team"]]
        return (meant[0], start + 2) if len(meant) == 1 else None
    if token.word in ("car", "driver", "man") and after in ("ahead", "behind") and len(scene.subject) == 1:
        end = start + 2 + (_word(tokens, start + 2) == "of")
        end += _word(tokens, end) in HIM
        return _known(scene.next_to(scene.subject[0], -1 if after == "ahead" else 1), end)
    return None


def named_or(found: tuple[str | None, int], tokens: Sequence[Token]) -> tuple[str, int] | None:
    """Somebody by his role, and his name behind it where it is his: `leader Perez`."""
    car, end = found
    if car is not None and _word(tokens, end) == "," and _at(tokens, end + 1).means.get("who") == frozenset((car,)):
        return car, end + 2
    named = _at(tokens, end).means.get("who")
    if car is None or (named is not None and named != frozenset((car,))):
        return None
    return car, end + (named is not None)


def _mate(tokens: Sequence[Token], start: int, scene: Scene) -> tuple[str, int] | None:
    """`his winning team-mate`, `his team-mate Perez`."""
    role = _word(tokens, start) if _word(tokens, start) in _OF_MATES else ""
    end = start + bool(role) + 1
    if _word(tokens, end - 1) not in _MATES:
        return None
    team = scene.team_of(scene.subject[0])
    others = [car for car in scene.of_team(team) if car not in scene.subject] if team else []
    if len(others) != 1 or (role in ("winning", "leading") and scene.leader() != others[0]):
        return None
    if role == "second" or (role == "winning" and not scene.over):
        return None
    return named_or((others[0], end), tokens)


def _placed(tokens: Sequence[Token], car: str, end: int, scene: Scene) -> int | None:
    """Where the tokens go on behind `in second` or `behind him` that is right of somebody; None where none follows."""
    place = _at(tokens, end + 1).means.get("position")
    if _word(tokens, end) == "in" and isinstance(place, Amount):
        is_there = scene.values.of("position", car) == place.value
        return end + 2 + (_word(tokens, end + 2) in _PLACE) if is_there else None
    if _word(tokens, end) in ("behind", "ahead") and len(scene.subject) == 1:
        after = end + 1 + (_word(tokens, end + 1) == "of")
        step = 1 if _word(tokens, end) == "behind" else -1
        if _word(tokens, after) in HIM and scene.next_to(scene.subject[0], step) == car:
            return after + 1
    return None


def _group(tokens: Sequence[Token], start: int, scene: Scene) -> tuple[Cars, int] | None:
    """A team's two cars, the first so many, all from one position to another."""
    counted = _at(tokens, start).word in ("two", "both", "pair")
    index = start + counted
    team = _at(tokens, index).means.get("team")
    if team is not None:
        cars, end = scene.of_team(team), index + 1
        end += _word(tokens, end) == "'s"
        end += _word(tokens, end) in _DRIVERS
        return (cars, end) if len(cars) == 2 else None
    count = _at(tokens, start + 1).means.get("count")
    if _word(tokens, start) in _FIRST and isinstance(count, Amount) and not count.bound:
        return _from_to(1, int(count.value), start + 2 + (_word(tokens, start + 2) in _DRIVERS), scene)
    compound = _at(tokens, start + 2).means.get("compound")
    if _word(tokens, start) == "those" and _word(tokens, start + 1) == "on" and compound is not None:
        return scene.values.with_same("compound", compound), start + 3
    first, last = (_at(tokens, at).means.get("position") for at in (start, start + 2))
    if isinstance(first, Amount) and isinstance(last, Amount) and _word(tokens, start + 1) == "to":
        return _from_to(int(first.value), int(last.value), start + 3, scene)
    return None


def _from_to(first: int, last: int, end: int, scene: Scene) -> tuple[Cars, int] | None:
    cars = [scene.values.at(place) or scene.values.ranked(place) for place in range(first, last + 1)]
    known = tuple(car for car in cars if car is not None)
    return (known, end) if len(known) == len(cars) > 1 else None


def _known(car: str | None, end: int) -> tuple[str, int] | None:
    return (car, end) if car is not None else None


def _at(tokens: Sequence[Token], index: int) -> Token:
    return tokens[index] if 0 <= index < len(tokens) else _NOTHING


def _word(tokens: Sequence[Token], index: int) -> str:
    return _at(tokens, index).word


_NOTHING = Token("", "")
