"""What a wording says of an order: who is first and then who, who is between whom, by how much all are covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.grounding.english.readings import named_in, names_first
from director.grounding.english.tokens import Amount, Token
from director.grounding.proof.of_denials import ProofOfDenials

_BETWEEN = frozenset(("running", "sandwiched", "on", "track", "in", "order", "sits"))
_COVERED = (("is", "covered", "by"), ("is", "split", "by"), ("is", "within"), ("is", "covered", "within"))
_AROUND_ONE_TWO = frozenset(("it", "is", "in", "for", "with", "finish", "finished", "running", "has", "won"))
_FASTEST = frozenset(("fastest", "quickest"))
_FIRST_OF: Mapping[str, Sequence[str]] = {
    "on_pole": ("started", "has_position"),
    "leads": ("has_position",),
    "won": ("has_position",),
    "fastest_lap": ("lap_rank", "has_position"),
}
"""Where those stand who are named behind whoever is first, `on pole ahead of A and B`."""
_IS, _BEHIND, _LEADS = (Token(word, word) for word in ("is", "behind", "leads"))


def _words(text: str) -> tuple[Token, ...]:
    return tuple(Token(word, word) for word in text.split())


def _cars(token: Token) -> frozenset[str]:
    cars = token.means.get("who")
    return cars if isinstance(cars, frozenset) else frozenset()


class ProofOfOrder(ProofOfDenials):
    """Whether a clause about an order holds."""

    def _is_ahead_of_listed(self, segment: tuple[Token, ...], subject: Token | None) -> bool:
        """`Norris is on pole, ahead of A and B`: whether these are second and third of what he is first of."""
        names, rest = names_first(segment[2:])
        said = [token.word for token in segment[:2]]
        if subject is None or said not in (["ahead", "of"], ["clear", "of"]) or not names or rest:
            return False
        return any(self._stand_so([subject, *names], says) for says in self._first_of(self.said))

    def _is_order(self, segment: tuple[Token, ...]) -> bool:
        """`the top three are A, B and C`, `A leads from B and C`: whether they stand so, from the first on."""
        words_ = [token.word for token in segment]
        team = next((token.means["team"] for token in segment if "team" in token.means), None)
        others = [
            word for token in segment if (word := token.word) not in _AROUND_ONE_TWO and "team" not in token.means
        ]
        if team and others == ["one", ",", "two"]:
            return self._is_one_two(team)
        if words_[:2] == ["it", "is"] and words_[3:4] == ["from"]:
            segment = (segment[2], _LEADS, *segment[3 : -1 if words_[-1] == "front" else None])
            words_ = [token.word for token in segment]
        names = named_in(segment)
        count = next((token.means["count"] for token in segment[:2] if "count" in token.means), None)
        if isinstance(count, Amount) and words_[2:3] == ["is"] and not _FASTEST.isdisjoint(words_[:2]):
            listed = names_first(segment[3:]) == (names, ()) and count.value == len(names)
            return listed and any(self._stand_so(names, says) for says in _FIRST_OF["fastest_lap"])
        if words_[0] == "top" and isinstance(count, Amount) and words_[2:3] == ["is"]:
            fits = names_first(segment[3:]) == (names, ()) and count.value == len(names)
        else:
            wins = "won" in self.statements or self.over
            fits = (words_[1:2] == ["leads"] and not (self.over and self.is_race)) or (
                wins and words_[1:2] in (["won"], ["wins"])
            )
            if words_[1:4] in (["is", "on", "pole"], ["started", "on", "pole"]):
                listed = names_first(segment[6 if words_[4:5] == ["ahead"] else 5 :]) == (names[1:], ())
                of = words_[4:6] == ["ahead", "of"] or words_[4:5] == ["from"]
                return of and listed and any(self._stand_so(names, says) for says in self._first_of("on_pole"))
            if words_[1:4] == ["is", "fastest", "from"]:
                return names_first(segment[4:]) == (names[1:], ()) and self._stand_so(names, "lap_rank")
            tail = segment[3:] if words_[2:3] in (["race"], ["sprint"]) else segment[2:]
            tail = tail[tail[:1] != () and tail[0].word == "," :]
            said = [token.word for token in tail[:2]]
            tail = tail[2:] if said in (["ahead", "of"], ["clear", "of"]) else tail[said[:1] in (["from"], ["over"]) :]
            fits = fits and len(names) > 1 and names_first(tail) == (names[1:], ())
        return fits and self._stand_so(names, "has_position")

    def _first_of(self, said: str) -> Sequence[str]:
        """Where those stand who are named behind whoever is first; who was on pole for a race may be elsewhere now."""
        return ("started",) if said == "on_pole" and self.is_race else _FIRST_OF.get(said, ())

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

    def _is_between(self, segment: tuple[Token, ...], subject: Token | None) -> bool:
        """`A is between B and C`: whether it is behind one and ahead of the other."""
        said = [token.word for token in segment if token.word not in _BETWEEN and "who" not in token.means]
        names = named_in(segment)
        if segment[0].word == "between" and len(names) == 2 and subject is not None:
            segment, names = (subject, *segment), [subject, *names]
        if said in (["and", "is", "split", "by"], ["and", "is", "separated", "by"]):
            names, said = [*names[2:], *names[:2]], ["between", "and"]
        if (
            len(names) != 3
            or said not in (["is", "between", "and"], ["between", "and"])
            or "who" not in segment[0].means
        ):
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
