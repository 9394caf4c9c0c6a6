"""What a wording says of several at once: of all who are named, of so many, of nobody else, in an order."""

from __future__ import annotations

from collections.abc import Sequence

from director.grounding.english_readings import named_in, names_first
from director.grounding.english_tokens import Amount, Token
from director.grounding.proof import Proof

_STANDS = frozenset(("is", "runs", "sits", "lies", "finished", "started", "qualified"))
_PEOPLE = frozenset(("drivers", "driver", "cars", "car", "runners"))
_COUNTED = {"out_count": "out", "total_stops": "stop_count"}
"""What a list of names after a count is said to be: `three cars are out: Ocon, Sirotkin and Hulkenberg`."""
_BETWEEN = frozenset(("running", "sandwiched", "on", "track", "in", "order", "sits"))
_COVERED = (("is", "covered", "by"), ("is", "split", "by"), ("is", "within"), ("is", "covered", "within"))
_IS, _BEHIND, _LEADS = (Token(word, word) for word in ("is", "behind", "leads"))


def _words(text: str) -> tuple[Token, ...]:
    return tuple(Token(word, word) for word in text.split())


def _cars(token: Token) -> frozenset[str]:
    cars = token.means.get("who")
    return cars if isinstance(cars, frozenset) else frozenset()


class ProofOfSeveral(Proof):
    """Whether a clause about several holds."""

    def _holds_of_listed(self, segment: tuple[Token, ...]) -> bool:
        """`Perez has passed Leclerc and Russell`: whether it is true of each who is named at its end."""
        end = len(segment)
        while end and ("who" in segment[end - 1].means or segment[end - 1].word in (",", "and")):
            end -= 1
        names = named_in(segment[end:])
        return (
            len(names) > 1
            and bool(named_in(segment[:end]))
            and all(self.is_true((*segment[:end], name)) for name in names)
        )

    def _hold_each(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`A and B are second and third behind C`: a position for each in their order, and the rest for all of them."""
        if [token.word for token in predicate[:2]] == ["is", "running"]:
            predicate = (predicate[0], *predicate[2:])
        places = [token for token in predicate if "position" in token.means]
        listed = 2 * len(places) - 1
        if predicate[:1] == () or predicate[0].word not in _STANDS or len(places) != len(names):
            return False
        if [token for token in predicate[1 : 1 + listed] if token.word not in (",", "and")] != places:
            return False
        tail = predicate[1 + listed :]
        return all(
            self.is_true((name, predicate[0], place)) and (not tail or self.is_true((name, _IS, *tail)))
            for name, place in zip(names, places, strict=True)
        )

    def _holds_except(self, names: Sequence[Token], rest: tuple[Token, ...]) -> bool:
        """Whether something is said of all these, and the contrary is known of those who are excepted."""
        without, predicate = names_first(rest)
        others = [name for name in names if name.means["who"] not in [one.means["who"] for one in without]]
        if not others or len(others) == len(names) or not all(self.is_true((name, *predicate)) for name in others):
            return False
        told_of = {one.value("subject") for one in self.statements.get(self.said, ())}
        return all(
            not self.is_true((one, *predicate)) and one.means["who"] <= told_of  # type: ignore[operator]
            for one in without
        )

    def _are_all(self, names: Sequence[Token]) -> bool:
        """Whether the names are all of whom the clause before was, and nobody else."""
        says = _COUNTED.get(self.said, self.said if "all" in self.whose else "")
        if not says:
            return False
        everyone = self.whose.get("all")
        cars = {part.value for one in self.statements.get(says, ()) if (part := one.parts.get("subject"))}
        cars = set(everyone) if isinstance(everyone, frozenset) else cars
        said = {token.means["who"] for token in names}
        return len(cars) == len(said) and all(isinstance(one, frozenset) and one & cars for one in said)

    def _is_order(self, segment: tuple[Token, ...]) -> bool:
        """`the top three are A, B and C`, `A leads from B and C`: whether they stand so, from the first on."""
        words_ = [token.word for token in segment]
        if words_[:2] == ["it", "is"] and words_[3:6] == ["one", ",", "two"]:
            return self._is_one_two(segment[2].means.get("team"))
        if words_[:2] == ["it", "is"] and words_[3:4] == ["from"]:
            segment = (segment[2], _LEADS, *segment[3 : -1 if words_[-1] == "front" else None])
            words_ = [token.word for token in segment]
        names = named_in(segment)
        count = next((token.means["count"] for token in segment[:2] if "count" in token.means), None)
        if words_[0] == "top" and isinstance(count, Amount) and words_[2:3] == ["is"]:
            fits = names_first(segment[3:]) == (names, ()) and count.value == len(names)
        else:
            wins = "won" in self.statements or self.over
            fits = words_[1:2] == ["leads"] or (wins and words_[1:2] in (["won"], ["wins"]))
            if words_[1:4] == ["is", "fastest", "from"]:
                return names_first(segment[4:]) == (names[1:], ()) and self._stand_so(names, "lap_rank")
            tail = segment[3:] if words_[2:3] in (["race"], ["sprint"]) else segment[2:]
            tail = tail[tail[:1] != () and tail[0].word == "," :]
            said = [token.word for token in tail[:2]]
            tail = tail[2:] if said in (["ahead", "of"], ["clear", "of"]) else tail[said[:1] in (["from"], ["over"]) :]
            fits = fits and len(names) > 1 and names_first(tail) == (names[1:], ())
        return fits and self._stand_so(names, "has_position")

    def _stand_so(self, names: Sequence[Token], says: str) -> bool:
        """Whether the first is first, the second second and so on."""
        return all(
            self.made(says, {"subject": name.means["who"], "value": Amount(float(place))}, "", ())
            for place, name in enumerate(names, start=1)
        )

    def _is_one_two(self, team: object) -> bool:
        """Whether the first two are of one team."""
        return team is not None and all(
            self.drivers.get(self.positions.get(place, ""), {}).get("team") == team for place in (1, 2)
        )

    def _is_between(self, segment: tuple[Token, ...]) -> bool:
        """`A is between B and C`: whether it is behind one and ahead of the other."""
        said = [token.word for token in segment if token.word not in _BETWEEN and "who" not in token.means]
        names = named_in(segment)
        if len(names) != 3 or said != ["is", "between", "and"] or "who" not in segment[0].means:
            return False
        one, front, back = names
        return any(
            self.is_true((one, _IS, _BEHIND, ahead)) and self.is_true((behind, _IS, _BEHIND, one))
            for ahead, behind in ((front, back), (back, front))
        )

    def _is_covered(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`A, B and C are covered by less than 2 s`: whether the first and the last of them are so far apart."""
        gap = predicate[-1] if predicate and "seconds" in predicate[-1].means else None
        said = tuple(token.word for token in predicate[:-1])
        if gap is None or said not in _COVERED:
            return False
        places = {car: place for place, car in self.positions.items()}
        stand = {place: name for name in names for car in _cars(name) if (place := places.get(car))}
        if len(stand) != len(names):
            return False
        first, last = stand[min(stand)], stand[max(stand)]
        within = (*_words("is within"), gap, *_words("of"))
        return self.is_true((last, *(within if said[-1] == "within" else (_IS, gap, _BEHIND)), first))

    def _is_sequence(self, segment: tuple[Token, ...]) -> bool:
        """`the lead changed twice: A, then B, then C`: whether those led in this order, and nobody else."""
        names = named_in(segment)
        leads = sorted((one for one in self.statements.get("led", ()) if one.table), key=lambda one: one.value("start"))
        only = all("who" in token.means or token.word in (",", "and", "then", "from", "to") for token in segment)
        said = self.said in ("lead_change_count", "leader_count")
        order = [frozenset((one.value("subject"),)) for one in leads]
        return only and said and len(names) > 1 and [token.means["who"] for token in names] == order

    def _is_apart(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`A and B are 2 s apart`: whether one of them is so far behind the other."""
        if len(names) < 2:
            return False
        ways = ((one, *predicate[:-1], _BEHIND, other) for one, other in (names, names[::-1]))
        return any(map(self.is_true, ways))

    def _is_count(self, segment: tuple[Token, ...]) -> bool:
        """`two drivers have stopped twice`, `only A and B have`: whether it is true of so many, and of nobody else."""
        count = segment[0].means.get("count")
        if segment[0].word == "only":
            names, predicate = names_first(segment[1:])
            return bool(names and predicate) and self._is_all({token.means["who"] for token in names}, predicate)
        if len(segment) < 3 or not isinstance(count, Amount) or segment[1].word not in _PEOPLE:
            return False
        return count.is_said_of(len(self._of_whom(segment[2:])))

    def _is_rest(self, segment: tuple[Token, ...]) -> bool:
        """`only A and B are on hards; the rest are on softs`: whether it is true of all the others."""
        told = self.whose.get("all")
        if [token.word for token in segment[:1]] not in (["rest"], ["others"]) or not isinstance(told, frozenset):
            return False
        cars = {car for car, entry in self.drivers.items() if car == entry.get("car")} - told
        there = {one.value("subject") for one in self.statements.get(self.said, ())}
        names = [Token(car, means={"who": frozenset((car,))}) for car in cars & there]
        return bool(names) and all(self.is_true((name, *segment[1:])) for name in names)

    def _is_all(self, named: set[object], predicate: tuple[Token, ...]) -> bool:
        """Whether it is true of these and of nobody else."""
        cars = self._of_whom(predicate)
        return bool(cars) and named == {frozenset((car,)) for car in cars}

    def _of_whom(self, predicate: tuple[Token, ...]) -> frozenset[str]:
        """All of whom a predicate is true; nobody where the results may not tell of all."""
        cars = [car for car, entry in self.drivers.items() if car == entry.get("car")]
        found = frozenset(
            car for car in cars if self.is_true((Token(car, means={"who": frozenset((car,))}), *predicate))
        )
        whole = all(one.table and one.step in self.whole for one in self.statements.get(self.said, ()))
        if not found or not whole or (self.said == "out" and "seems_out" in self.statements):
            return frozenset()
        self.whose = {"all": found}
        return found
