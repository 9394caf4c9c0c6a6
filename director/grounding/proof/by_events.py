"""A sentence of what happened, taken apart into clauses that each are proved by the table of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from director.grounding.english.context import dated, with_verbs, without_session
from director.grounding.english.elisions import as_before
from director.grounding.english.events.case_clauses import case_clause
from director.grounding.english.events.event_clauses import event_clause, is_untrue
from director.grounding.english.events.event_counts import count_clause
from director.grounding.english.events.event_nouns import own_event
from director.grounding.english.events.event_text import line_of, read
from director.grounding.english.events.gap_changes import gap_change
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.events.lead_clauses import lead_clause
from director.grounding.english.events.period_clauses import period_clause
from director.grounding.english.events.period_rows import kind_told
from director.grounding.english.events.position_spans import position_span
from director.grounding.english.events.stint_clauses import stint_clause
from director.grounding.english.events.superlative_clauses import superlative
from director.grounding.english.events.weather_clauses import weather_clause
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.readings import JOINS, is_of_him, named_in
from director.grounding.english.tokens import Amount, Token
from director.grounding.proof.by_claims import Proof
from director.language.word_lists import words

_JOINS = (JOINS - {"as", "having", "where", "that"}) | {"whereas", "although", "whilst"}
_OF_THE_LAST = frozenset(("who", "whose", "which"))
_SEGMENTS_MOST = 9
_SAYS_NOTHING = "(so far|at this stage|at this point|as things stand|to date|up to now|in this race|in race) [,]"
_UNTIL = "(after|by|at end of|with) [first] ({lap}|{laps}) [gone|done|completed] [,]"
_READ = (
    event_clause,
    lead_clause,
    own_event,
    count_clause,
    case_clause,
    position_span,
    superlative,
    stint_clause,
    gap_change,
)
_OWN_SUBJECT = words("it there nobody no race lead humidity air track wind rain")
IsProved = Callable[[Sequence[Token], Token | None], bool]


class ProofByEvents:
    """Whether each clause of a sentence tells what happened, or is a sentence of its own that holds (`is_proved`)."""

    def __init__(self, proof: Proof, events: KnownEvents, scene: Callable[[], Scene], is_proved: IsProved) -> None:
        self._proof, self._events, self._scene, self._is_proved = proof, events, scene, is_proved
        self.kind = ""
        """The kind of the period that the clause before told of, with which of them it was."""
        self._whole: tuple[Token, ...] = ()
        self._proved: dict[tuple[str, ...], bool] = {}

    def proves(self, sentence: Sequence[Token], asked_about: Token | None) -> bool:
        """Whether a sentence holds, of the race until now."""
        tokens = dated(without_session(with_verbs(sentence), self._proof.session), self._proof.now)
        if sum(token.word in _JOINS for token in tokens) > _SEGMENTS_MOST:
            return False
        scene, self.kind = self._scene(), ""
        scene.subject = _cars(asked_about) if is_of_him(tokens) else ()
        said = self._of_now(tokens)
        self._whole, self._proved = said, {}
        return self._tells_events(said, scene) and self._rest(said, scene, scene.subject)

    def _tells_events(self, tokens: tuple[Token, ...], scene: Scene) -> bool:
        """Whether any part of a sentence is a clause of events that were so: only then the others are looked at."""
        main, named = scene.subject, (next(map(_cars, named_in(tokens)), ()))
        ends = [at for at, token in enumerate(tokens) if token.word in _JOINS]
        starts = [0, *(at + 1 for at in ends if at + 1 < len(tokens) and tokens[at + 1].word not in _JOINS)]
        scene.subject = main or named
        found = any(
            self.event(tokens[start:end], scene) is not None
            for start in starts
            for end in (*ends, len(tokens))
            if start < end
        )
        scene.subject, self.kind = main, ""
        return found

    @property
    def implied(self) -> set[str]:
        """The cars of which nothing but the total says that they have not stopped: those that are out."""
        return self._events.implied

    def kind_named(self, name: str) -> str:
        """The kind of a period that is named, with which it was where there was but one."""
        return kind_told(name, self._events.rows(name), self._events)

    def denies(self, sentence: Sequence[Token]) -> bool:
        """Whether a sentence that is one clause is untrue by what the events are."""
        tokens = dated(without_session(with_verbs(sentence), self._proof.session), self._proof.now)
        return is_untrue(tokens, self._scene(), self._events)

    def _of_now(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """The tokens without what says that they are of now: `after 30 laps`, `so far`."""
        line = line_of(tokens)
        if not line.tokens:
            return ()
        if (match := read(_SAYS_NOTHING, line, 0)) is not None:
            return tuple(line.tokens[match[1] :])
        match = read(_UNTIL, line, 0)
        said = next(iter(match[0].values())) if match else None
        if match and isinstance(said, Amount) and not said.bound and said.value == self._events.now:
            return tuple(line.tokens[match[1] :])
        return tuple(line.tokens)

    def _rest(self, tokens: tuple[Token, ...], scene: Scene, main: Cars) -> bool:
        """Whether the tokens are clauses that each hold."""
        start, joined_by = 0, ""
        while start < len(tokens) and tokens[start].word in _JOINS:
            joined_by = tokens[start].word if joined_by in ("", ",") else joined_by
            start += 1
        tokens = tokens[start:]
        if not tokens:
            return True
        subject = scene.mentioned[-1:] if joined_by in _OF_THE_LAST and scene.mentioned else main
        before = scene.mentioned, scene.said, self.kind
        for end in range(len(tokens), 0, -1):
            if end < len(tokens) and tokens[end].word not in _JOINS:
                continue
            segment = tokens[:end]
            scene.subject = subject
            cars = self._left_for_later(segment, tokens[end:])
            if cars is None:
                cars = self._clause(segment, scene)
            if cars is not None:
                named = tuple(car for token in segment for car in _cars(token))
                scene.mentioned = (*before[0], *(named or cars))
                scene.said = segment if named_in(segment[:1]) or len(subject) != 1 else (_name(subject[0]), *segment)
                if self._rest(tokens[end:], scene, main if joined_by in _OF_THE_LAST and main else cars or main):
                    return True
            scene.mentioned, scene.said, self.kind = before
        return False

    def _left_for_later(self, segment: Sequence[Token], rest: Sequence[Token]) -> Cars | None:
        """Whom a segment names and no more, where the rest speaks of him: `Sainz, on hards, is third`."""
        after = [token for token in rest[1:2] if "who" not in token.means and token.word not in _JOINS]
        return (_cars(segment[0]) or None) if len(segment) == 1 and after and rest[0].word == "," else None

    def _clause(self, segment: tuple[Token, ...], scene: Scene) -> Cars | None:
        """Whom a clause is about, where it holds in one of the ways to read it."""
        cars = self.event(segment, scene)
        return self._known(segment, scene) if cars is None and segment != self._whole else cars

    def event(self, segment: tuple[Token, ...], scene: Scene) -> Cars | None:
        """Whom a clause is about that the table of events proves."""
        for way in (segment, *_lap_last(segment), *self._as_before(segment, scene)):
            for read_clause in _READ:
                if (cars := read_clause(way, scene, self._events)) is not None:
                    return cars
            if weather_clause(way, self._proof.statements, self._proof.since_start):
                return scene.subject
            if (kind := period_clause(way, self._events, self.kind)) is not None:
                self.kind = kind
                return scene.subject
        return None

    def _as_before(self, segment: tuple[Token, ...], scene: Scene) -> Iterator[tuple[Token, ...]]:
        yield from as_before(segment, scene.said) if scene.said else ()

    def _known(self, segment: tuple[Token, ...], scene: Scene) -> Cars | None:
        """Whom a clause is about that is proved as a sentence of its own."""
        plain = any(token.word and not token.means and token.word not in JOINS for token in segment)
        is_gap = any("seconds" in token.means and ":" not in token.text for token in segment)
        if is_untrue(segment, scene, self._events):
            return None
        if not plain or (is_gap and len(named_in(segment)) < 2):
            return None  # to whom a gap is that names nobody is for the grammar of clauses to say
        cars, _ = next(iter(nouns(segment, 0, scene)), ((), 0))
        own = bool(cars) or segment[0].word in _OWN_SUBJECT
        if own:
            return cars if self.is_sentence(segment, None) else None
        if len(scene.subject) != 1:
            return None
        name = _name(scene.subject[0])
        return scene.subject if self.is_sentence((name, *segment), name) else None

    def is_sentence(self, tokens: tuple[Token, ...], about: Token | None) -> bool:
        """Whether a clause holds as a sentence of its own; asked once for each sentence that it stands in."""
        key = tuple(token.text for token in tokens)
        if key not in self._proved:
            self._proved[key] = self._is_proved(tokens, about)
        return self._proved[key]


def _lap_last(segment: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """`on lap 38 both passed him` with its lap at the end."""
    match = read("(on|in) {lap}", line_of(segment), 0)
    if match is not None and 0 < match[1] < len(segment):
        yield (*segment[match[1] :], *segment[: match[1]])


def _name(car: str) -> Token:
    return Token(car, means={"who": frozenset((car,))})


def _cars(token: Token | None) -> Cars:
    cars = token.means.get("who") if token else None
    return tuple(cars) if isinstance(cars, frozenset) and len(cars) == 1 else ()
