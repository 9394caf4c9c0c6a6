"""A free wording, held to the results word for word: what cannot be proved is refused.

A sentence is read as clauses, each a wording of a claim in the English table. A clause without a subject is about the
subject of the sentence. Other languages are refused: there an answer is made of clauses (`director.grounding.render`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain

from director.grounding.asked_people import asked_about, asked_of
from director.grounding.english.asides import Order, ways_to_read
from director.grounding.english.asked_words import as_asked
from director.grounding.english.best_of_team import best_cars, with_best_of_team, with_best_of_teams
from director.grounding.english.context import (
    as_seconds,
    by_name,
    counted_back,
    dated,
    further_back,
    moments_of,
    with_verbs,
    without_segment,
    without_session,
)
from director.grounding.english.denials import denies_several
from director.grounding.english.elisions import as_before, so_did, ways_said
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.forms import in_plain_form
from director.grounding.english.groups import with_groups
from director.grounding.english.lists import of_each_amount, of_each_lap, of_name
from director.grounding.english.overstated import overstated
from director.grounding.english.participles import is_of_then
from director.grounding.english.quantifiers import (
    both_asked,
    excepted,
    is_each_and_together,
    neither,
    of_the_top,
    of_those_going,
    plainly,
)
from director.grounding.english.readings import (
    GO_ON,
    HE,
    HIS,
    JOINS,
    bare,
    named_in,
    named_last,
    names_first,
    reworded,
    subject_last,
    without_teams,
)
from director.grounding.english.scopes import scoped, since_as_span, spans_until_now
from director.grounding.english.sequence import is_left_for_later, is_of_other_rank, is_out_of_order
from director.grounding.english.team_names import with_plain_names
from director.grounding.english.tokens import Amount, Token, tokens_of
from director.grounding.english.told_rows import ToldRows
from director.grounding.english.turns.plainer import in_plainer_words
from director.grounding.meanings import TOLD_AS_PAST
from director.grounding.proof.by_clauses import ProofByClauses
from director.grounding.proof.by_events import ProofByEvents
from director.grounding.proof.by_parts import ProofByParts
from director.grounding.proof.of_several import ProofOfSeveral
from director.grounding.reading_words import plain_text, spelled_out
from director.sanitise import visible
from toolgate.contract import Context, StepResult

TEXT_MAX = 600
_SENTENCE_END = re.compile(r"(?<!\d)[.!?]+(?=\s|$)|(?<=\d)[.!?]+(?=\s+[A-Z]|\s*$)")
_SEGMENT_MOST = 24
_INCLUDED = (("among", "them"), ("included",))


def check(answer: str, steps: Sequence[StepResult], context: Context) -> list[str]:
    """What of a free wording the results do not prove, a line each; empty where they prove all of it."""
    return checker(steps, context)(answer)


def checker(steps: Sequence[StepResult], context: Context) -> Callable[[str], list[str]]:
    """`check` for several wordings of the same results, which are read once."""
    prover, told = _Prover(steps, context), ToldRows(steps)
    asked_about, shortened = prover.subject, as_asked(steps, prover.drivers, prover.names, prover.session)

    def flaws(answer: str) -> list[str]:
        if len(answer) > TEXT_MAX:
            return [f"it is longer than {TEXT_MAX} characters"]
        prover.subject = asked_about
        text = in_plainer_words(shortened(spelled_out(plain_text(visible(answer)))))
        sentences = list(filter(None, map(str.strip, _SENTENCE_END.split(text))))
        if flaw := overstated(visible(answer), told) if sentences else "it says nothing":
            return [flaw]
        return [
            f"sentence {number}: the results do not prove it"
            for number, sentence in enumerate(sentences, start=1)
            if not prover.proves(sentence)
        ]

    return flaws


class _Prover(ProofOfSeveral):
    """How a sentence is proved by the results."""

    def __init__(self, steps: Sequence[StepResult], context: Context) -> None:
        super().__init__(steps, context)
        if not self.positions and "practice" in self.session.lower():
            self.positions = self.ranks  # there whoever has the better lap is ahead
        self.subject: Token | None = asked_about(steps, self.drivers)
        """Whom the sentence before was about; at first whom the calls asked about."""
        self.asked, self.named = asked_of(steps, self.drivers), []
        self.spoken_of: Sequence[Token] = ()
        """Whom `him` may mean where a sentence names nobody else: those asked about, those before."""
        self.clauses = ProofByClauses(self, self._is_known, self.asked)
        known = KnownEvents(self.statements, steps, context, self.drivers, self.now)
        self.events = ProofByEvents(self, known, self.clauses.scene, self._is_proved_before)
        self.parts = ProofByParts(self, self.clauses, self.events)
        self.best = best_cars(self.statements, self.drivers)
        self.spans = spans_until_now(steps, self.statements)

    def proves(self, sentence: str) -> bool:
        """Whether every clause of a sentence holds."""
        tokens = tokens_of(sentence, self.names)
        if not tokens or all(token.word in JOINS for token in tokens):
            return False
        if tokens[0].word in ("no", "yes") and len(tokens) > 1 and tokens[1].word == ",":
            tokens = tokens[2:]  # what follows "yes" or "no" is proved by itself
        if "provisional" in self.statements:
            tokens = [token for token in tokens if token.word != "provisionally" or len(tokens) == 1]
        tokens = excepted(of_those_going(tokens, self.gone))
        of_teams = with_best_of_teams(with_best_of_team(tokens, self.best), self.best, self.statements)
        of_span = since_as_span(tokens, self.spans)
        ways = (tokens, with_plain_names(tokens, self.drivers, self.asked), of_teams, of_span)
        return any(self._holds_whole(way) for at, way in enumerate(ways) if way not in ways[:at])

    def _holds_whole(self, tokens: Sequence[Token]) -> bool:
        """Whether a sentence of these tokens holds, by whatever reads all of it."""
        asked_about = self.subject
        if is_out_of_order(tokens) or is_each_and_together(tokens) or is_of_other_rank(tokens, self.ranks):
            return False
        if denies_several(tokens) or self.events.denies(tokens):
            return False
        if self._is_known(tokens, asked_about):
            return True
        holds = any(one.proves(tokens, asked_about) for one in (self.clauses, self.events, self.parts))
        self.subject = next(iter(named_in(tokens)), asked_about) if holds else asked_about
        return holds

    def _is_proved_before(self, tokens: Sequence[Token], asked_about: Token | None) -> bool:
        """Whether a sentence holds without the table of events."""
        return self._is_known(tokens, asked_about) or self.clauses.proves(tokens, asked_about)

    def _is_known(self, tokens: Sequence[Token], asked_about: Token | None) -> bool:
        """Whether a sentence of these tokens holds, each clause by a wording that is known."""
        tokens, self.among = of_the_top(
            as_seconds(
                neither(with_verbs(both_asked(in_plain_form(plainly(tokens), self.asked, self.now), self.asked)))
            ),
            self.positions,
        )
        tokens = with_groups(tokens, self.drivers, self.positions, self.ranks)
        tokens = without_session(without_segment(tokens, self.segment), self.session)
        tokens = dated(further_back(by_name(tokens, self.positions), self.positions), self.now)
        tokens = [
            Token(token.text, token.word, {"who": self.leader})
            if self.leader and (token.word == "leader" or (self.over and token.word == "winner"))
            else token
            for token in bare(tokens)
        ]
        tokens = list(map(self._as_class, tokens))
        tokens = list(without_teams(tokens, self.drivers))
        for scope, scoped_tokens in scoped(tokens, self.scopes):
            self.scope = scope
            if self._is_proved(reworded(scoped_tokens), asked_about):
                return True
        return False

    def _is_proved(self, tokens: list[Token], asked_about: Token | None) -> bool:
        """Whether a sentence of these tokens holds, in one of the ways to read it."""
        for lap, rest in moments_of(counted_back(tokens)):
            order = Order(self.positions if lap is None else {}, self.ranks)
            for said, beside in ways_to_read(rest, order):
                self.lap, self.said, self.whose, self.told = lap, "", {}, ()
                self.spoken_of = [
                    *(self.asked if len(self.asked) == 2 else ()),
                    *([asked_about] if asked_about else []),
                ]
                goes_on = asked_about is not None and said[0].word in HE | HIS if said else False
                first = named_in(said)[:1] or ([asked_about] if asked_about else [])
                subjects = ([asked_about] if asked_about else []) if goes_on else (names_first(said)[0] or first)
                self.subject = subjects[0] if subjects else None
                holds = bool(said) and self._rest(said, 0, subjects, subjects)
                if holds and all(self._holds(claim, ()) for claim in beside):
                    return True
        return False

    def _as_class(self, token: Token) -> Token:
        """The token of a class of cars as a text too, `GTD`."""
        means = {**token.means, "text": token.word}
        return Token(token.text, token.word, means) if token.word in self.classes else token

    def _rest(self, tokens: tuple[Token, ...], start: int, subjects: Sequence[Token], last: Sequence[Token]) -> bool:
        """Whether the tokens from here on are clauses, one after the other, that each hold. `last` were named last."""
        while start < len(tokens) and tokens[start].word in JOINS:
            start += 1
        if start >= len(tokens):
            return True
        joined_by = tokens[start - 1].word if start else ""
        if joined_by == "having" and is_of_then(tokens[start - 1 :], tokens[: start - 1]):
            return False
        goes_on = bool(start) and tokens[start].word in GO_ON and joined_by not in JOINS
        whose = last if goes_on or joined_by in ("who", "whose", "which", "that") else subjects
        if joined_by == "," and not goes_on and any("seconds" in token.means for token in tokens[start : start + 3]):
            whose = subject_last(tokens[:start]) or whose
        for end in range(min(len(tokens), start + _SEGMENT_MOST), start, -1):
            if end < len(tokens) and tokens[end].word not in JOINS and tokens[end].word not in GO_ON:
                continue
            segment, before = tokens[start:end], (self.said, self.whose, self.told)
            self.named = [*self.spoken_of, *named_in(tokens[:start])]
            holds = is_left_for_later(segment, tokens[end:]) or self._holds(segment, whose)
            if holds and self._rest(tokens, end, subjects, named_last(tokens[:end]) or last):
                return True
            self.said, self.whose, self.told = before
        return False

    def _holds(self, segment: tuple[Token, ...], subjects: Sequence[Token]) -> bool:
        """Whether a segment is a clause that holds: of several names, in an order, as it stands, or of the subjects."""
        names, predicate = names_first(segment)
        self.whom = subjects[0].means["who"] if len(subjects) == 1 else None
        self.together = frozenset(name.means["who"] for name in names or subjects if len(names or subjects) > 1)
        if len(names) > 1:
            if not predicate:
                return self._are_all(names) or self._is_sequence(segment)
            if predicate[:1] and predicate[0].word == "except":
                return self._holds_except(names, predicate[1:])
            if self._hold_together(names, predicate):
                return True
        if not names and len(subjects) > 1 and (self._hold_each(subjects, segment) or self._is_of_pair(segment)):
            return True
        if self._holds_of_listed(segment) or self._are_included(names, predicate):
            return True
        if segment[0].word == "on" and segment[-1].means.get("compound") and self.said in TOLD_AS_PAST:
            return False  # the tyres of then are not those of now
        if self._is_of_several(segment, subjects[0] if subjects else None):
            return True
        if not names and (self._is_spread(self.named, segment) or self._is_first_of(subjects, segment)):
            return True
        if segment[-1].word == "apart" and segment[0].word != "best":
            return self._is_apart((names or self.named)[-2:], predicate if names else segment)
        if any(map(self.is_true, chain(as_before(segment, self.told), so_did(segment, self.told)))):
            return True
        said, named = self.said, self.named
        each = of_each_lap(segment) or of_each_amount(segment)
        if each and all(self._holds(one, subjects) for one in each):
            self.whose = {**self.whose, "several": True}  # what goes on is of all of them
            return True
        if self._holds_then(segment, subjects):
            return True
        whose: Sequence[Token | None] = subjects or (None,)
        return all(self._holds_of(segment, whom, said, named, alone=len(whose) == 1) for whom in whose)

    def _hold_together(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """Whether a clause holds of all these: of each, in their order, on one lap, as a group."""
        return (
            all(any(map(self.is_true, of_name(predicate, name))) for name in names)
            or self._hold_each(names, predicate)
            or self._hold_on_one_lap(names, predicate)
            or self._is_covered(names, predicate)
            or self._are_included(names, predicate)
        )

    def _are_included(self, names: Sequence[Token], predicate: tuple[Token, ...]) -> bool:
        """`seven cars are in the pits, Sainz among them`: whether these are some of whom the clause before was."""
        return tuple(token.word for token in predicate) in _INCLUDED and self._are_among(names, ())

    def _holds_of(
        self, segment: tuple[Token, ...], whom: Token | None, before: str, named: Sequence[Token], *, alone: bool
    ) -> bool:
        """Whether a clause holds of somebody; what it goes on with is his, where several are spoken of."""
        if whom is not None and not alone and "subject" in self.whose and not named_in(segment):
            self.whose = {**self.whose, "subject": whom.means["who"]}
        return any(map(self.is_true, ways_said(segment, whom, before, named)))

    def _holds_then(self, segment: tuple[Token, ...], subjects: Sequence[Token]) -> bool:
        """Whether a clause that begins or ends with its own lap, `on lap 12`, was so then."""
        if self.lap is not None or len(segment) < 4:
            return False
        for moment, rest in ((segment[-2:], segment[:-2]), (segment[:2], segment[2:])):
            lap = moment[1].means.get("lap")
            if moment[0].word in ("on", "by") and isinstance(lap, Amount):
                self.lap = lap.value
                holds = self._holds(rest, subjects)
                self.lap = None
                if holds:
                    return True
        return False
