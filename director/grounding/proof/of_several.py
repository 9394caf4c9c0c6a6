"""What a wording says of several at once: of all who are named, of so many, of nobody else, in an order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from director.grounding.derived.comparisons import COMPARES
from director.grounding.english.elisions import as_before
from director.grounding.english.quantifiers import denied, only_of
from director.grounding.english.readings import named_in, names_first, reworded
from director.grounding.english.tokens import Amount, Token
from director.grounding.proof.of_denials import ONE_VALUE
from director.grounding.proof.of_order import ProofOfOrder

_STANDS = frozenset(("is", "runs", "sits", "lies", "finished", "started", "qualified"))
_PEOPLE = frozenset(("drivers", "driver", "cars", "car", "runners"))
_COUNTED = {
    "out_count": "out",
    "total_stops": "stop_count",
    "cars_between": "is_between",
    "longest_train": "in_longest_train",
    "at_risk_count": "at_risk",
    "share_stops": "joint_most_stops",
    "share_passes": "joint_most_passes",
    "on_track_count": "on_track",
    "in_pit_count": "in_pit",
    "penalised_count": "penalised",
    "leader_count": "has_led",
    "sector_leader_count": "has_fastest_sector",
}
"""What a list of names after a count is said to be: `three cars are out: Ocon, Sirotkin and Hulkenberg`."""
_ON_A_LAP = ("stopped_on", "out", "best_lap")
"""What happens on a lap that several can share."""
_EVERYBODY = frozenset(("everybody", "everyone"))
_VERSUS = frozenset(("v", "vs", "versus", "to", "against"))
_FIRST = frozenset(("best", "first", "leading", "top", "highest"))
_SPLIT = frozenset(("split", "covered", "separated"))
_IS = Token("is", "is")


class ProofOfSeveral(ProofOfOrder):
    """Whether a clause about several holds."""

    among: frozenset[str] = frozenset()
    """The cars of the group that the sentence is about, as `of the top five`; nobody where it is about all."""

    named: Sequence[Token] = ()
    """Who was named before this clause."""

    def _is_of_several(self, segment: tuple[Token, ...], subject: Token | None) -> bool:
        """Whether a clause is of an order, a number, the others, or of two against each other, and holds."""
        if (
            self._is_order(segment)
            or self._is_count(segment)
            or self._is_rest(segment)
            or self._is_between(segment, subject)
        ):
            return True
        return self._is_versus(segment) or self._is_ahead_of_listed(segment, subject)

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

    def _is_of_pair(self, segment: tuple[Token, ...]) -> bool:
        """`1.2 s separate A and B in the fight for fourth`: whether a claim of two goes on about both together."""
        before = self.said, self.whose, self.told
        two = self.whose.get("subject"), self.whose.get("object")
        if None not in two and two[0] != two[1] and self.is_true(segment):
            if two == (self.whose.get("subject"), self.whose.get("object")):
                return True
            self.said, self.whose, self.told = before
        return False

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

    def _hold_on_one_lap(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`A and B stopped on the same lap`: whether there is a lap of which it is true of all of them."""
        said = [token.word for token in predicate[-4:]]
        if said[-3:] != ["on", "same", "lap"]:
            return False
        base = predicate[:-3]
        rows = [one for says in _ON_A_LAP for one in self.statements.get(says, ())]
        laps = {one.value("value" if one.says == "out" else "lap") for one in rows}
        amounts = [Amount(float(lap)) for lap in laps if isinstance(lap, int)]
        ends = [
            *((Token("on", "on"), Token("lap", means={"lap": amount})) for amount in amounts),
            *((Token("after", "after"), Token("laps", means={"laps": amount})) for amount in amounts),
        ]
        return any(all(self.is_true((name, *base, *end)) for name in names) for end in ends)

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

    def _are_among(self, names: Sequence[Token], rest: tuple[Token, ...]) -> bool:
        """`six cars are out, among them A and B`: whether these are some of whom the clause before was."""
        says = _COUNTED.get(self.said, self.said if "all" in self.whose else "")
        everyone = self.whose.get("all")
        cars = {one.value("subject") for one in self.statements.get(says, ())}
        cars = set(everyone) if isinstance(everyone, frozenset) else cars
        return bool(names) and not rest and all(name.means["who"] <= cars for name in names)  # type: ignore[operator]

    def _is_versus(self, segment: tuple[Token, ...]) -> bool:
        """`A's best is 0.4 s faster than B's: 1:35.1 v 1:35.6`: whether those are the times of both, in that order."""
        names = named_in(self.told)
        amounts = [token.means.get("time") or token.means.get("seconds") for token in segment]
        of = COMPARES.get(self.said, "has_position" if self.said == "is_behind" else None)
        if of is None or len(names) != 2 or len(segment) != 3 or segment[1].word not in _VERSUS:
            return False
        if self.said == "is_behind" and len(segment) == 3 and all("position" in segment[at].means for at in (0, 2)):
            of, amounts = "has_position", [token.means.get("position") for token in segment]
        lap = {role: value for role, value in self.whose.items() if role == "lap"}
        return all(
            self.made(of, {"subject": name.means["who"], "value": amount, **lap}, "", ())
            for name, amount in zip(names, (amounts[0], amounts[2]), strict=True)
        )

    def _is_count(self, segment: tuple[Token, ...]) -> bool:
        """`two drivers have stopped twice`, `only A and B have`: whether it is true of so many, and of nobody else."""
        count = segment[0].means.get("count")
        names, predicate = only_of(segment)
        if names and predicate:
            holds = self._is_only(names, predicate) if self.among else self._is_all(names, predicate)
            if holds and self.among and len(names) == 1:
                self.whose = {**self.whose, "subject": names[0].means["who"]}  # and not who was looked at last
            return holds
        words_ = [token.word for token in segment]
        if words_[0] in _EVERYBODY and "except" in words_:
            at = words_.index("except")
            return self._is_of_all_but(segment[1:at], segment[at + 1 :])
        if words_[:2] == ["among", "them"] or words_[0] == "including":
            return self._are_among(*names_first(segment[1 + (words_[0] == "among") :]))
        if segment[0].word in _EVERYBODY:
            everybody = {car for car, entry in self.drivers.items() if car == entry.get("car")}
            return len(segment) > 2 and self._of_whom(segment[1:]) == everybody
        if segment[0].word == "nobody" and self._is_nobody(segment[1:]):
            return True
        if len(segment) < 3 or not isinstance(count, Amount) or segment[1].word not in _PEOPLE:
            return False
        cars = self._of_the_group(segment[2:]) if self.among else self._of_whom(segment[2:])
        if not cars or not count.is_said_of(len(cars)):
            return False  # nobody is found too where the rest is not understood
        self.told = segment
        return True

    def _is_first_of(self, subjects: Sequence[Token], segment: tuple[Token, ...]) -> bool:
        """`the best of the Ferraris`: whether somebody is one of these, and ahead of the others."""
        names, rest = names_first(segment[2:])
        if len(subjects) != 1 or segment[0].word not in _FIRST or len(names) < 2 or rest or segment[1].word != "of":
            return False
        others = [name for name in names if name.means["who"] != subjects[0].means["who"]]
        behind = Token("behind", "behind")
        return len(others) == len(names) - 1 and all(self.is_true((one, _IS, behind, subjects[0])) for one in others)

    def _is_spread(self, names: Sequence[Token], segment: tuple[Token, ...]) -> bool:
        """`the fastest three are A, B and C, split by 0.3 s`: whether that is from the best of these to the last."""
        if len(names) < 2 or segment[0].word not in _SPLIT or [token.word for token in segment[1:-1]] != ["by"]:
            return False
        if self._is_covered(names, (_IS, *segment)):
            return True
        ranks: dict[object, int] = {frozenset((car,)): rank for rank, car in self.ranks.items()}
        listed = sorted(names, key=lambda name: ranks.get(name.means["who"], 0))
        own, than = ([Token(word, word) for word in words] for words in (("'s", "best", "is"), ("slower", "than")))
        known = all(name.means["who"] in ranks for name in names)
        return known and self.is_true((listed[-1], *own, segment[-1], *than, listed[0]))

    def _is_of_all_but(self, predicate: tuple[Token, ...], rest: tuple[Token, ...]) -> bool:
        """`everybody is on softs except Perez`: true of all of whom the results tell, but of those who are named."""
        names, more = names_first(rest)
        true_of = self._of_whom(predicate) if names and not more else frozenset()
        told_of = {one.value("subject") for one in self.statements.get(self.said, ()) if not one.moment}
        left = {frozenset((car,)) for car in told_of - true_of}
        return self.said in ONE_VALUE and bool(true_of) and left == {name.means["who"] for name in names}

    def _is_nobody(self, predicate: tuple[Token, ...]) -> bool:
        """`nobody is on wets`: whether the contrary is true of each of whom the results tell, which are all."""
        contrary = tuple(reworded(denied(predicate)))
        cars = [car for car, entry in self.drivers.items() if car == entry.get("car")]
        there = {car for car in cars if contrary and self.is_true((_called(car), *contrary))}
        rows = self.statements.get(self.said, ())
        told_of = {one.value("subject") for one in rows}
        whole = all(one.table and one.step in self.whole and not one.doubt for one in rows)
        often = self.whose.get("value") if self.said == "stop_count" else None
        if isinstance(often, Amount) and any(one.value("value") >= often.value for one in rows):
            return False  # who has stopped three times has stopped twice
        return bool(there) and self.said in ONE_VALUE and whole and told_of == there

    def _is_rest(self, segment: tuple[Token, ...]) -> bool:
        """`only A and B are on hards; the rest are on softs`, `the other five twice`: whether it is true of all others.

        Who the others are is told by `only`, by their number, or where the results tell of all.
        """
        word, count = segment[0].word, segment[1].means.get("count") if segment[0].word == "other" else None
        only = self.whose.get("all")
        named = [who for token in self.named if isinstance(who := token.means["who"], frozenset)]
        told = only if isinstance(only, frozenset) else frozenset(chain.from_iterable(named))
        rows = [one for one in self.statements.get(self.said, ()) if not one.moment]
        cars = {one.value("subject") for one in (*rows, *self.statements.get("has_position", ()))}
        others = {car for car, entry in self.drivers.items() if car == entry.get("car")} & cars - told
        whole = all(one.table and one.step in self.whole for one in rows)
        if isinstance(count, Amount):
            said = count.is_said_of(len(others)) and not count.bound
            tail = segment[2 + (segment[2].word in _PEOPLE) :] if len(segment) > 2 else ()
        else:
            said, tail = word in ("rest", "others") and (whole or isinstance(only, frozenset)), segment[1:]
        if not said or not told or not told <= cars or not others or not tail:
            return False
        before = self.told
        ways = [(_called(car), *tail) for car in others]
        return all(self.is_true(way) or any(map(self.is_true, as_before(way, before))) for way in ways)

    def _is_all(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """Whether it is true of these and of nobody else."""
        cars = self._of_whom(predicate)
        return bool(cars) and {token.means["who"] for token in names} == {frozenset((car,)) for car in cars}

    def _is_only(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`of the top five, only A and B have stopped`: true of these, and the contrary of the others of the group."""
        named = {token.means["who"] for token in names}
        others = [frozenset((car,)) for car in self.among if frozenset((car,)) not in named]
        contrary = tuple(reworded(denied(predicate)))
        return (
            bool(contrary and others)
            and len(others) == len(self.among) - len(named)
            and all(self.is_true((name, *predicate)) for name in names)
            and all(self.is_true((Token("other", means={"who": car}), *contrary)) for car in others)
        )

    def _of_the_group(self, predicate: tuple[Token, ...]) -> frozenset[str]:
        """All of the group of whom a predicate is true, where the contrary is true of the others; else nobody."""
        contrary = tuple(reworded(denied(predicate)))
        found = frozenset(car for car in self.among if self.is_true((_called(car), *predicate)))
        said = self.said
        if not contrary or not all(self.is_true((_called(car), *contrary)) for car in self.among - found):
            return frozenset()
        self.said, self.whose = said, {"all": found}
        return found

    def _of_whom(self, predicate: tuple[Token, ...]) -> frozenset[str]:
        """All of whom a predicate is true; nobody where the results may not tell of all."""
        cars = [car for car, entry in self.drivers.items() if car == entry.get("car")]
        found = frozenset(car for car in cars if self.is_true((_called(car), *predicate)))
        rows = self.statements.get(self.said, ())
        whole = all(one.every or (one.table and one.step in self.whole) for one in rows)
        if not found or not whole or (self.said == "out" and "seems_out" in self.statements):
            return frozenset()
        self.whose = {"all": found}
        return found


def _called(car: str) -> Token:
    """The token of a car."""
    return Token(car, means={"who": frozenset((car,))})
