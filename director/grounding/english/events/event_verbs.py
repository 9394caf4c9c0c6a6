"""What somebody did or what was done to him, and whether it is so: `stopped twice`, `was passed by Leclerc`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from director.grounding.english.events.event_details import EventDetails, details
from director.grounding.english.events.event_frames import BE, FRAMES, NO_STOPS, EventVerb
from director.grounding.english.events.event_text import SignLine, read
from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Scene, nouns
from director.grounding.english.tokens import Amount
from director.grounding.known_values import Truth

_ALSO = "[now|already|also|since|each|both|all]"
_AUXILIARIES = (
    f"(has|have|had|did|'s) {_ALSO} [been]",
    f"(is|are|was|were|got) {_ALSO}",
    "(be|been|being)",
    _ALSO,
)
_DENIALS = (
    "not to (have been|have|be)",
    "not to",
    "(has|have|had|did|does|do) [still] (not|never) [yet|ever|even] [been]",
    "(is|are|was|were) [still] not [yet]",
    "(is|are) (no longer|not) [actually]",
    "[has|have|had|is|are] (yet|still) to [have] [be|been]",
    "(has never [been]|never|has failed to)",
)
_HEDGES = ("(seems|seem|appears|appear) to (have been|have|be)",)
_ANYBODY = "(anybody|anyone|another car|single car|another driver)"


class EventPredicate(Struct, frozen=True):
    """What is said to have happened, or denied; `hedged` where it is said to seem so."""

    frame: EventVerb
    told: EventDetails
    denied: bool = False
    hedged: bool = False

    def truth(self, car: str, events: KnownEvents, *, over: bool = False) -> Truth:
        """Whether it is so of a car; None where the results do not tell."""
        if any(events.now != lap.value for lap in self.told.until) or (over and self.frame.denies):
            return None
        found = self._happened(car, events)
        if found is None or (not found and self._tells_of_now() and events.rows("out", car)):
            return None
        return found is (self.denied == self.frame.denies)

    def _tells_of_now(self) -> bool:
        """Whether its laps may be those until now: `nobody is out after 12 laps` is not of who went out on another."""
        told = self.told
        return self.frame.kind == "out" and (told.done is not None or (self.frame.denies and bool(told.laps)))

    def _happened(self, car: str, events: KnownEvents) -> Truth:
        frame, told = self.frame, self.told
        if not self._may_be_said(car, events):
            return None
        states = {row.state for row in events.rows("case", car)}
        if told.states == {"investigated"} and states and "investigated" not in states:
            return None  # what has been decided was looked at before
        if frame.kind == "stop" and car in events.implied and self.denied:
            return None  # nobody says of who is out that he has not stopped
        if "penalty_served" in told.states and self.denied:  # there has to be one that is still to serve
            left = replace(told, states=frozenset(("penalty_not_served",)))
            return not events.happened("case", car, "subject", left.fits)
        after_start = bool(told.laps) and all(lap.value > 1 for lap in told.laps)
        whole = frame.kind != "pass" or told.on_track or told.count is not None or after_start
        if told.total is not None:
            values = [row.value for row in events.rows(frame.kind, car)]
            if None in values or events.count(frame.kind, car) != len(values):
                return None
            if not told.total.is_said_of(sum(value or 0.0 for value in values)):
                return False
        if told.count is not None:
            fits = None if told.is_plain() else partial(self._is_on, None, None)
            number = events.how_often(frame.kind, car, frame.role, fits) if whole else None
            if number is None or not told.laps or told.count.bound:
                return None if number is None or told.laps else told.count.is_said_of(number)
            if not number == told.count.value == len(told.laps):
                return False
        if told.same_lap_as and not self._is_on_lap_of(car, events):
            return None
        if told.in_a_row and told.laps[1].value != told.laps[0].value + 1:
            return False
        if len(told.laps) > 1 < len(told.others) or (len(told.laps) > 1 and told.nth):
            return None
        laps: list[Amount | None] = [*told.laps] or [None]
        each = [
            events.happened(frame.kind, car, frame.role, partial(self._is_on, lap, who), told=whole)
            for lap in laps
            for who in told.others or (None,)
        ]
        return False if False in each else None if None in each else True

    def _is_on_lap_of(self, car: str, events: KnownEvents) -> bool:
        """Whether it happened to those with whom it is compared on a lap on which it happened to him."""
        laps = {row.lap for row in events.rows(self.frame.kind, car)} - {None}
        return all(laps & {row.lap for row in events.rows(self.frame.kind, other)} for other in self.told.same_lap_as)

    def _is_on(self, lap: Amount | None, who: str | None, row: ToldEvent) -> Truth:
        """Whether a row is such an event, on one of the laps, with one of the others."""
        other = row.object if self.frame.role == "subject" else row.subject
        truths = [self.told.fits(row), who in (None, other)]
        if lap is not None:
            truths.append(row.is_on(lap))
        return False if False in truths else None if None in truths else True

    def _may_be_said(self, car: str, events: KnownEvents) -> bool:
        """Whether what is derived is said to seem so, and nobody is called cleared who was also penalised."""
        if self.frame.kind == "out":
            states = {row.state for row in events.rows("out", car)}
            return states != {"seems_out"} or self.hedged
        if self.told.states == {"no_further_action"} and not (self.told.reason or self.told.turn):
            return not any(row.state == "penalised" for row in events.rows("case", car))
        return not self.hedged


def predicates_of(line: SignLine, start: int, scene: Scene) -> Iterator[EventPredicate]:
    """Each way to read what is said from here to the end."""
    for denied, hedged, helper, index in _helpers(line, start):
        for frame in FRAMES:
            if not frame.goes_with(helper) or (match := read(frame.verb, line, index)) is None:
                continue
            said, end = match
            told = EventDetails(states=frozenset(frame.states))
            for name, value in said.items():
                setattr(told, name, value)
            if frame.verb == NO_STOPS:
                told.count = Amount(0.0)
            if frame.leads:
                told.position = Amount(1.0)
            for own, after in _others(line, end, told, scene) if frame.of else ((told, end),):
                if details(line, after, own) and (not frame.told or own.laps or own.done or own.reason):
                    yield EventPredicate(frame, own, denied, hedged)


def _helpers(line: SignLine, start: int) -> Iterator[tuple[bool, bool, str, int]]:
    """Each way to read the helping verbs: whether they deny, whether they hedge, the last of them, where it goes on."""
    for denied, hedged, patterns in ((False, False, _AUXILIARIES), (True, False, _DENIALS), (False, True, _HEDGES)):
        for pattern in patterns:
            match = read(pattern, line, start)
            if match is not None:
                words = [token.word for token in line.tokens[start : match[1]]]
                yield (
                    denied,
                    hedged,
                    next((word for word in reversed(words) if word in BE), words[0] if words else ""),
                    match[1],
                )


def _others(line: SignLine, start: int, told: EventDetails, scene: Scene) -> Iterator[tuple[EventDetails, int]]:
    """With each way to read whom it was done to or by whom."""
    for cars, end in nouns(line.tokens, start, scene):
        yield replace(told, others=cars), end
    if (match := read(_ANYBODY, line, start)) is not None:
        yield replace(told), match[1]
