"""A free wording, held to the results word for word: what cannot be proved is refused.

A sentence is read as clauses, each a wording of a claim in the English table. A clause without a subject is about the
subject of the sentence. Other languages are refused: there an answer is made of clauses (`director.grounding.render`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from director.grounding.english_asides import Order, ways_to_read
from director.grounding.english_groups import with_groups
from director.grounding.english_readings import (
    HE,
    HIM,
    HIS,
    JOINS,
    bare,
    counted_back,
    moments_of,
    names_first,
    reworded,
    without_teams,
)
from director.grounding.english_tokens import Amount, Token, tokens_of
from director.grounding.proof import Proof
from director.grounding.reading_words import plain_text, spelled_out
from director.grounding.values import Drivers
from director.sanitise import visible
from toolgate.contract import Context, StepResult

TEXT_MAX = 600
_SENTENCE_END = re.compile(r"(?<!\d)[.!?]+(?=\s|$)|(?<=\d)[.!?]+(?=\s+[A-Z]|\s*$)")
_SEGMENT_MOST = 24
_GO_ON = frozenset(("on", "in", "after", "from", "for", "to"))
"""Before these a clause may end without a sign."""
_STANDS = frozenset(("is", "runs", "sits", "lies"))
_PEOPLE = frozenset(("drivers", "driver", "cars", "car", "runners"))
_COUNTED = {"out_count": "out", "total_stops": "stop_count"}
"""What a list of names after a count is said to be: `three cars are out: Ocon, Sirotkin and Hulkenberg`."""
_IS, _HAS, _OWN, _STOPPED, _BEHIND, _LEADS = (
    Token(word, word) for word in ("is", "has", "'s", "stopped", "behind", "leads")
)


def check(answer: str, steps: Sequence[StepResult], context: Context) -> list[str]:
    """What of a free wording the results do not prove, a line each; empty where they prove all of it."""
    if len(answer) > TEXT_MAX:
        return [f"it is longer than {TEXT_MAX} characters"]
    prover = _Prover(steps, context)
    text = spelled_out(plain_text(visible(answer)))
    sentences = [part.strip() for part in _SENTENCE_END.split(text) if part.strip()]
    if not sentences:
        return ["it says nothing"]
    return [
        f"sentence {number}: the results do not prove it"
        for number, sentence in enumerate(sentences, start=1)
        if not prover.proves(sentence)
    ]


class _Prover(Proof):
    """How a sentence is proved by the results."""

    def __init__(self, steps: Sequence[StepResult], context: Context) -> None:
        super().__init__(steps, context)
        self.subject: Token | None = _asked_about(steps, self.drivers)
        """Whom the sentence before was about; at first whom the calls asked about."""
        self.named: list[Token] = []
        """Who was named before this clause."""

    def proves(self, sentence: str) -> bool:
        """Whether every clause of a sentence holds."""
        tokens = tokens_of(sentence, self.names)
        if not tokens:
            return False
        if tokens[0].word in ("no", "yes") and len(tokens) > 1 and tokens[1].word == ",":
            tokens = tokens[2:]  # what comes behind it is held to the results by itself
        tokens = with_groups(tokens, self.drivers, self.positions)
        tokens = [
            Token(token.text, token.word, {"who": self.leader})
            if self.leader and (token.word == "leader" or (self.over and token.word == "winner"))
            else token
            for token in bare(tokens)
        ]
        asked_about = self.subject
        tokens = list(without_teams(tokens, self.drivers))
        for lap, rest in moments_of(counted_back(reworded(tokens))):
            order = Order(self.positions if lap is None else {}, self.ranks)
            for said, beside in ways_to_read(rest, order):
                self.lap, self.said, self.whose = lap, "", {}
                self.subject = next((token for token in said if "who" in token.means), asked_about)
                if said and self._rest(said, 0, self.subject, self.subject):
                    if all(self._holds(claim, None) for claim in beside):
                        return True
        return False

    def _rest(self, tokens: tuple[Token, ...], start: int, subject: Token | None, last: Token | None) -> bool:
        """Whether the tokens from here on are clauses, one after the other, that each hold. `last` was named last."""
        while start < len(tokens) and tokens[start].word in JOINS:
            start += 1
        if start >= len(tokens):
            return True
        joined_by = tokens[start - 1].word if start else ""
        goes_on = bool(start) and tokens[start].word in _GO_ON and joined_by not in JOINS
        whose = last if goes_on or joined_by in ("who", "whose", "which", "that") else subject
        for end in range(min(len(tokens), start + _SEGMENT_MOST), start, -1):
            if end < len(tokens) and tokens[end].word not in JOINS and tokens[end].word not in _GO_ON:
                continue
            segment, before = tokens[start:end], (self.said, self.whose)
            self.named = _named(tokens[:start])
            if _is_left_for_later(segment, tokens[end:]) or self._holds(segment, whose):
                if self._rest(tokens, end, subject, (_named(tokens[:end]) or [last])[-1]):
                    return True
            self.said, self.whose = before
        return False

    def _holds(self, segment: tuple[Token, ...], subject: Token | None) -> bool:
        """Whether a segment is a clause that holds: of several names, in an order, as it stands, or of the subject."""
        names, predicate = names_first(segment)
        if len(names) > 1:
            if not predicate:
                listed = _COUNTED.get(self.said, self.said if "all" in self.whose else "")
                return bool(listed) and self._is_list_of(names, listed)
            if predicate[:1] and predicate[0].word == "except":
                return self._holds_except(names, predicate[1:])
            if all(self.is_true((name, *predicate)) for name in names) or self._hold_each(names, predicate):
                return True
        listed = next((end for end in range(len(segment)) if names_first(segment[end:]) == (_named(segment[end:]), ())), 0)
        if len(_named(segment[listed:])) > 1 and _named(segment[:listed]):
            if all(self.is_true((*segment[:listed], name)) for name in _named(segment[listed:])):
                return True
        if self._is_order(segment) or self._is_count(segment):
            return True
        if segment[-1].word == "apart":
            return self._is_apart((names or self.named)[-2:], predicate if names else segment)
        return any(map(self.is_true, _ways(segment, subject, self.said, self.named)))

    def _hold_each(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`A and B are second and third behind C`: a position for each in their order, and the rest for all of them."""
        places = [token for token in predicate if "position" in token.means]
        listed = 2 * len(places) - 1
        if predicate[:1] == () or predicate[0].word not in _STANDS or len(places) != len(names):
            return False
        if [token for token in predicate[1 : 1 + listed] if token.word not in (",", "and")] != places:
            return False
        tail = predicate[1 + listed :]
        return all(
            self.is_true((name, _IS, place)) and (not tail or self.is_true((name, _IS, *tail)))
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

    def _is_list_of(self, names: Sequence[Token], says: str) -> bool:
        """Whether the names are all of whom the results say something, and nobody else."""
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
        names = _named(segment)
        count = next((token.means["count"] for token in segment[:2] if "count" in token.means), None)
        if words_[0] == "top" and isinstance(count, Amount) and words_[2:3] == ["is"]:
            fits = names_first(segment[3:]) == (names, ()) and count.value == len(names)
        else:
            wins = "won" in self.statements or self.over
            fits = words_[1:2] == ["leads"] or (wins and words_[1:2] in (["won"], ["wins"]))
            if words_[1:4] == ["is", "fastest", "from"]:
                return names_first(segment[4:]) == (names[1:], ()) and self._stand_so(names, "lap_rank")
            fits = fits and words_[2:3] in (["from"], ["race"]) and len(names) > 1
            tail = segment[4:] if words_[2:4] == ["race", "from"] else segment[3:]
            fits = fits and names_first(tail) == (names[1:], ())
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


def _named(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if "who" in token.means]


def _is_left_for_later(segment: tuple[Token, ...], rest: tuple[Token, ...]) -> bool:
    """Whether a segment is a name alone, of which the rest speaks: `Hamilton, 4.1 s behind, is on softs`.

    Not where another name is next: of `Bottas and Hamilton have stopped` both have to be true.
    """
    if len(segment) != 1 or "who" not in segment[0].means or not rest or rest[0].word == "and":
        return False
    after = next((token for token in rest if token.word not in JOINS), None)
    return after is not None and "who" not in after.means


def _ways(
    segment: tuple[Token, ...], subject: Token | None, before: str, named: Sequence[Token]
) -> Iterator[tuple[Token, ...]]:
    """A segment as it stands, and as it is said of the subject."""
    if subject is None:
        yield segment
        return
    if any(token.word in HIS for token in segment):
        yield segment
    said: list[Token] = []
    for token in segment:
        if token.word in HIS:
            said += [subject, _OWN]
        else:
            said.append(subject if token.word in HE else token)
    yield tuple(said)
    ways = [said]
    if any(token.word in HIM for token in said):
        others = [token for token in named if token.means["who"] != subject.means["who"]][-1:]
        ways = [[him if token.word in HIM else token for token in said] for him in (*others, subject)]
        yield from map(tuple, ways)
    for way in ways if "who" not in said[0].means else ():
        for more in ((), (_IS,), (_HAS,), (_OWN,), *(((_STOPPED,),) if before == "stop_count" else ())):
            yield (subject, *more, *way)


def _asked_about(steps: Sequence[StepResult], drivers: Drivers) -> Token | None:
    """The driver whom every call is about, where it is one."""
    named = {str(step.arguments.get("driver") or "") for step in steps}
    entry = drivers.get(named.pop()) if len(named) == 1 else None
    return Token(str(entry["car"]), means={"who": frozenset((str(entry["car"]),))}) if entry else None
