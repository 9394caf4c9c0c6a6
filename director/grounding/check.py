"""A free wording, held to the results word for word: what cannot be proved is refused.

A sentence is read as clauses, each a wording of a claim in the English table. A clause without a subject is about the
subject of the sentence. Other languages are refused: there an answer is made of clauses (`director.grounding.render`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from director.grounding.derived import with_derived
from director.grounding.english_groups import with_groups
from director.grounding.english_readings import (
    HE,
    HIM,
    HIS,
    JOINS,
    bare,
    moment_of,
    names_first,
    options,
    readings,
    with_reason,
    without_teams,
)
from director.grounding.english_tokens import Amount, NamesInText, Token, tokens_of
from director.grounding.languages import language
from director.grounding.meanings import MEANINGS
from director.grounding.reading_words import plain_text, spelled_out, word_tokens
from director.grounding.statements import Statement, StatementPart, statements_of
from director.grounding.values import Drivers, drivers_of
from director.language.word_lists import words
from director.sanitise import visible
from director.session_progress import is_over
from toolgate.contract import Context, StepResult

TEXT_MAX = 600
_SENTENCE_END = re.compile(r"(?<!\d)[.!?]+(?=\s|$)|(?<=\d)[.!?]+(?=\s+[A-Z]|\s*$)")
_SEGMENT_MOST = 16
_READINGS_MOST = 64
_TOLD_AS_PAST = words(
    "last_lap best_lap fastest_lap lap_time average_lap faster_pace stopped_on started led laps_led led_all overtook "
    "penalised won knocked_out out safety_car_period vsc_period red_flag_period on_pole no_further_action moved "
    "new_tyres used_tyres"
)
"""What is told in the past though it is so now."""
_GO_ON = frozenset(("on", "in", "after", "from", "for", "to"))
"""Before these a clause may end without a sign."""
_WHO_FOLLOWS = {"moved": ("gained", "lost", "most_gained", "most_lost", "started"), "has_position": ("gained", "lost"),
                "fights_for": ("closest_battle", "is_behind")}  # fmt: skip
"""What may be said of somebody behind another claim of the same, as `from 16th to 11th`."""
_PEOPLE = frozenset(("drivers", "driver", "cars", "car", "runners"))
_AT_THE_END = frozenset(("finished", "finishes", "finish", "won", "wins"))
_COUNTED = {"out_count": "out", "total_stops": "stop_count"}
"""What a list of names after a count is said to be: `three cars are out: Ocon, Sirotkin and Hulkenberg`."""
_IS, _HAS, _OWN, _STOPPED, _BEHIND = (Token(word, word) for word in ("is", "has", "'s", "stopped", "behind"))


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


class _Prover:
    """The results, and how a sentence is proved by them."""

    def __init__(self, steps: Sequence[StepResult], context: Context) -> None:
        self.statements: dict[str, list[Statement]] = {}
        for one in with_derived(statements_of(steps, context)):
            self.statements.setdefault(one.says, []).append(one)
        self.laps = {step.id: (step.envelope.get("as_of") or {}).get("lap") for step in steps}
        self.drivers: Drivers = drivers_of(context.vocabularies)
        places = [one for one in self.statements.get("has_position", ()) if not one.moment]
        self.positions = {int(one.value("value")): one.value("subject") for one in places}
        self.names = NamesInText(self.drivers, context.vocabularies.get("team", ()))
        leading = {one.value("subject") for one in self.statements.get("leads", ()) if not one.moment}
        self.leader = frozenset(leading) if len(leading) == 1 else None
        self.over = is_over(context)
        self.subject: Token | None = _asked_about(steps, self.drivers)
        """Whom the sentence before was about; at first whom the calls asked about."""
        self.whole = {step.id for step in steps if _is_whole(step)}
        """The steps that were asked about all cars."""
        self.lap: float | None = None
        """The lap that the sentence begins with."""
        self.said = ""
        """The claim of the clause before, and of whom it was."""
        self.whose: Mapping[str, object] = {}
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
            Token(token.text, token.word, {"who": self.leader}) if token.word == "leader" and self.leader else token
            for token in bare(tokens)
        ]
        self.lap, rest = moment_of(list(without_teams(tokens, self.drivers)))
        self.said, self.whose = "", {}
        subject = next((token for token in rest if "who" in token.means), self.subject)
        proved = bool(rest) and self._rest(tuple(rest), 0, subject, subject)
        self.subject = subject
        return proved

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
            self.named = [token for token in tokens[:start] if "who" in token.means]
            alone = len(segment) == 1 and "who" in segment[0].means and end < len(tokens)
            if alone or self._holds(segment, whose):
                named = [token for token in tokens[:end] if "who" in token.means]
                if self._rest(tokens, end, subject, named[-1] if named else last):
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
            if all(self._is_true((name, *predicate)) for name in names):
                return True
        if self._is_order(segment) or self._is_count(segment):
            return True
        if segment[-1].word == "apart":
            return self._is_apart((names or self.named)[-2:], predicate if names else segment)
        return any(map(self._is_true, _ways(segment, subject, self.said)))

    def _is_list_of(self, names: Sequence[Token], says: str) -> bool:
        """Whether the names are all of whom the results say something, and nobody else."""
        cars = self.whose.get("all") or {
            part.value for one in self.statements.get(says, ()) if (part := one.parts.get("subject"))
        }
        said = [token.means["who"] for token in names]
        return len(cars) == len(said) and all(isinstance(one, frozenset) and one & cars for one in said)

    def _is_order(self, segment: tuple[Token, ...]) -> bool:
        """`the top three are A, B and C`, `A leads from B and C`: whether they stand so, from the first on."""
        words_ = [token.word for token in segment]
        if words_[:2] == ["it", "is"] and words_[3:4] == ["one-two"]:
            return self._is_one_two(segment[2].means.get("team"))
        if words_[:2] == ["it", "is"] and words_[3:4] == ["from"]:
            segment = (segment[2], Token("leads", "leads"), *segment[3:])
            words_ = [token.word for token in segment]
        names = [token for token in segment if "who" in token.means]
        count = next((token.means["count"] for token in segment[:2] if "count" in token.means), None)
        if words_[0] == "top" and isinstance(count, Amount) and words_[2:3] == ["is"]:
            fits = names_first(segment[3:]) == (names, ()) and count.value == len(names)
        else:
            verb = words_[1:2] == ["leads"] or (self.over and words_[1:2] in (["won"], ["wins"]))
            fits = verb and words_[2:3] in (["from"], ["race"]) and len(names) > 1
            tail = segment[4:] if words_[2:4] == ["race", "from"] else segment[3:]
            fits = fits and names_first(tail) == (names[1:], ())
        return fits and all(
            self._made("has_position", {"subject": name.means["who"], "value": Amount(float(place))}, "", ())
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
        return any(map(self._is_true, ways))

    def _is_count(self, segment: tuple[Token, ...]) -> bool:
        """`two drivers have stopped twice: A and B`: whether it is true of so many, where every row is there."""
        count = segment[0].means.get("count")
        if len(segment) < 3 or not isinstance(count, Amount) or segment[1].word not in _PEOPLE:
            return False
        cars = [car for car, entry in self.drivers.items() if car == entry.get("car")]
        of_whom = [car for car in cars if self._is_true((Token(car, means={"who": frozenset((car,))}), *segment[2:]))]
        if not of_whom or not count.is_said_of(len(of_whom)):
            return False
        self.whose = {"all": frozenset(of_whom)}
        return all(one.table and one.step in self.whole for one in self.statements[self.said])

    def _is_true(self, tokens: tuple[Token, ...]) -> bool:
        """Whether the tokens are a wording of a claim that the results make."""
        for index, token in enumerate(tokens[:-1]):
            if token.word in ("only", "sole") and tokens[index + 1].word in ("stop", "pit"):
                subject = next((each.means["who"] for each in tokens if "who" in each.means), None)
                once = {"subject": subject, "value": Amount(1.0)}
                return self._made("stop_count", once, "", ()) and self._is_true((*tokens[:index], *tokens[index + 1 :]))
        choices = [tuple(options(token)) for token in with_reason(tokens)]
        for number, reading in enumerate(product(*choices)):
            if number > _READINGS_MOST:
                return False
            key = tuple(symbol for symbol, _ in reading)
            values = [value for _, value in reading if value is not None]
            for meant in readings().get(key, ()):
                said = dict(zip(meant.roles, values, strict=True))
                if meant.compares == "&" and not self._goes_on(meant.says):
                    continue
                said |= self._understood(meant.says, said)
                if self._made(meant.says, said, meant.compares, tokens):
                    self.said, self.whose = meant.says, said
                    return True
        return False

    def _goes_on(self, says: str) -> bool:
        """Whether a claim may be the rest of the one before."""
        same = says == self.said or ("_" in says and says.rpartition("_")[0] == self.said.rpartition("_")[0])
        return same or self.said in _WHO_FOLLOWS.get(says, ())

    def _understood(self, says: str, said: Mapping[str, object]) -> dict[str, object]:
        """What a clause leaves unsaid, as the clause before had it: whom it is about, and the lap of the same claim."""
        meaning = MEANINGS[says]
        before = {role: value for role, value in self.whose.items() if role != "all" and isinstance(value, frozenset)}
        left = [role for role, kind in meaning.roles.items() if kind == "who" and role not in said]
        named = [value for value in said.values() if isinstance(value, frozenset)]
        found: dict[str, object] = {}
        for role in left if named or before else ():
            others = [before.get(role), *before.values()]
            who = next((one for one in others if one is not None and one not in named), None)
            if who is not None:
                found[role] = who
                named.append(who)  # type: ignore[arg-type]
        if says == self.said and "lap" in meaning.roles and "lap" not in said and "lap" in self.whose:
            found["lap"] = self.whose["lap"]
        return found

    def _made(self, says: str, said: Mapping[str, object], compares: str, tokens: Sequence[Token]) -> bool:
        """Whether the results make this claim, of one subject, at the moment that is said."""
        of_it = [one for one in self.statements.get(says, ()) if self._is_then(one, tokens)]
        meaning = MEANINGS[says]
        if any(token.word in _AT_THE_END for token in tokens) and not self.over:
            return False
        if compares in ("=0", "=1"):
            of_it = [one for one in of_it if one.value("value") == int(compares[1:])]
            return any(all(_fits(one.parts.get(role), value, "") for role, value in said.items()) for one in of_it)
        if (meaning.roles.keys() - meaning.open - said.keys()) and len(set(map(_about, of_it))) > 1:
            return False
        return any(all(_fits(one.parts.get(role), value, compares) for role, value in said.items()) for one in of_it)

    def _is_then(self, statement: Statement, tokens: Sequence[Token]) -> bool:
        """Whether a statement is of the moment that is said: now, where none is."""
        past = language("en").past
        if any(token.text.lower() in past for token in tokens) and not (
            statement.moment or self.over or statement.says in _TOLD_AS_PAST
        ):
            return False
        if self.lap is not None:
            now = not statement.moment and self.laps.get(statement.step) == self.lap
            return now or statement.moment == f"lap {self.lap:.0f}"
        return not statement.moment or statement.event


def _ways(segment: tuple[Token, ...], subject: Token | None, before: str) -> Iterator[tuple[Token, ...]]:
    """A segment as it stands, and as it is said of the subject."""
    if subject is None:
        yield segment
        return
    said: list[Token] = []
    for token in segment:
        if token.word in HIS:
            said += [subject, _OWN]
        else:
            said.append(subject if token.word in HE else token)
    yield tuple(said)
    if any(token.word in HIM for token in said):
        said = [subject if token.word in HIM else token for token in said]
        yield tuple(said)
    if "who" not in said[0].means:
        for more in ((), (_IS,), (_HAS,), (_OWN,), *(((_STOPPED,),) if before == "stop_count" else ())):
            yield (subject, *more, *said)


def _fits(part: StatementPart | None, said: object, compares: str) -> bool:
    """Whether what is said is a part of the statement."""
    if part is None:
        return False
    if isinstance(said, Amount):
        value = abs(float(part.value))
        if compares in (">", "<", "<="):
            return value > said.value if compares == ">" else value < said.value + (compares == "<=") * 1e-6
        return said.is_said_of(value)
    if isinstance(said, frozenset):
        return said == {part.value}
    if part.kind == "text":
        return language("en").bare(tuple(word_tokens(str(part.value)))) == tuple(str(said).split())
    return str(part.value).upper() == str(said).upper()


def _asked_about(steps: Sequence[StepResult], drivers: Drivers) -> Token | None:
    """The driver whom every call is about, where it is one."""
    named = {str(step.arguments.get("driver") or "") for step in steps}
    entry = drivers.get(named.pop()) if len(named) == 1 else None
    return Token(str(entry["car"]), means={"who": frozenset((str(entry["car"]),))}) if entry else None


def _is_whole(step: StepResult) -> bool:
    """Whether a call set no limit to its rows, and none is cut."""
    unlimited = all(name.startswith("at_") or value is None for name, value in step.arguments.items())
    rows = max((len(value) for value in step.envelope.values() if isinstance(value, list)), default=0)
    cars = step.envelope.get("cars")
    return unlimited and "truncated" not in step.envelope and (not isinstance(cars, int) or cars == rows)


def _about(statement: Statement) -> tuple[object, ...]:
    return tuple(sorted((role, str(part.value)) for role, part in statement.parts.items()))
