"""A clause of what happened: who, how many, nobody or the first of all, and what they did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.event_verbs import EventPredicate, predicates_of
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token

_PEOPLE = "(drivers|driver|cars|car|men|man|runners|runner|people|others|of them|of cars|of drivers|of field|entries)"
_FIELD = "(field|grid|cars|drivers|runners|them)"
_ONE = "(one|ones|driver|drivers|car|cars|man|men|runner|runners|person)"
_NOBODY = "(nobody|no one|no driver|no car|no drivers|no cars|none [of (them|drivers|cars)]|not single driver) [else]"
_EVERYBODY = "(everybody|everyone|all [of] [drivers|cars]|every driver|every car|whole field|entire field) [else]"
_BUT = "(but|except|except for|apart from|bar|other than|save for|with exception of)"
_IS = "(is|was|are|were|has been|have been)"
_LAST = "(last|latest|most recent|final)"


def event_clause(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells of events that were so; None where it does not.

    A clause without a name is of the scene's subject.
    """
    line = line_of(tokens)
    if line.tokens:
        for way in (_of_some, _of_all_but, _of_so_many, _of_only, _of_first):
            if (cars := way(line, scene, events)) is not None:
                return cars
    return None


def _of_some(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`Sainz stopped twice`, `both Ferraris have stopped`, `neither A nor B has`; without a name, of the subject."""
    neither = line.tokens[0].word == "neither"
    both = line.tokens[0].word == "both" and "who" in (line.tokens[1].means if len(line.tokens) > 1 else ())
    joined = [Token("and", "and") if token.word == "nor" else token for token in line.tokens[neither or both :]]
    line = line_of(joined) if neither or both else line
    ways = list(nouns(line.tokens, 0, scene))
    if not neither and not both and scene.subject:
        ways.append((scene.subject, 0))
    for cars, start in ways:
        if start >= len(line.tokens) or (neither and len(cars) != 2):
            continue
        for predicate in predicates_of(line, start, scene):
            if {predicate.truth(car, events, over=scene.over) for car in cars} == {not neither}:
                return cars
    return None


def is_untrue(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> bool:
    """Whether a clause that names somebody is read as one of events, and in no reading true."""
    line = line_of(tokens)
    found = [
        {predicate.truth(car, events, over=scene.over) for car in cars}
        for cars, start in (nouns(line.tokens, 0, scene) if line.tokens else ())
        if start < len(line.tokens)
        for predicate in predicates_of(line, start, scene)
    ]
    return bool(found) and all(False in truths for truths in found)


def _those(line: SignLine, start: int, scene: Scene, events: KnownEvents) -> Iterator[set[str]]:
    """Of whom a predicate is true, where it is known of each car: once for each way to read it."""
    for predicate in predicates_of(line, start, scene) if start < len(line.tokens) else ():
        left_out = events.implied if predicate.frame.kind == "stop" and predicate.denied else set()
        truths = {car: predicate.truth(car, events, over=scene.over) for car in events.cars if car not in left_out}
        if truths and None not in truths.values() and events.is_of_all(predicate.frame.kind):
            yield {car for car, truth in truths.items() if truth}


def _of_all_but(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`everybody but Tsunoda is still running`, `nobody has been penalised`, `nobody but Norris has led`."""
    nobody = read(_NOBODY, line, 0)
    match = nobody or read(_EVERYBODY, line, 0)
    if match is None:
        return None
    start = match[1]
    ways: list[tuple[Cars, int]] = [((), start)]
    if (but := read(_BUT, line, start)) is not None:
        ways = list(nouns(line.tokens, but[1], scene))
    elif line.tokens[start - 1].word == "else":
        ways = [(scene.mentioned, start)] if scene.mentioned else []
    for cars, at in ways:
        wanted = set(cars) if nobody else set(events.cars) - set(cars)
        if any(those == wanted for those in _those(line, at, scene, events)):
            return cars if nobody else ()
    return None


def _of_so_many(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`four drivers have stopped: A, B, C and D`, `fourteen of the cars are still running`, `only one has`."""
    if (but := read(f"[all] save {{count}} [of] [cars|drivers|{_PEOPLE}]", line, 0)) is not None:
        left: Amount = but[0]["count"]
        ways = _those(line, but[1], scene, events)
        return () if not left.bound and any(left.value == len(set(events.cars) - those) for those in ways) else None
    if (most := read(f"most [of] {_FIELD}", line, 0)) is not None:
        return () if any(2 * len(those) > len(events.cars) for those in _those(line, most[1], scene, events)) else None
    of_all = read(f"[only|just] {{count}} of {{count2}} [{_PEOPLE}|starters|entries]", line, 0)
    if of_all is not None and of_all[0]["count2"].value != len(events.cars):
        return None
    match = of_all or read(f"[only|just|other|all] {{count}} [other|different] {_PEOPLE}", line, 0)
    match = match or read("[only|just] {count}", line, 0)
    if match is None:
        return None
    listed, last = listed_last(line, scene)
    count: Amount = match[0]["count"]
    for those in _those(line_of(line.tokens[:last]), match[1], scene, events):
        if not count.bound and count.is_said_of(len(those)) and (not listed or set(listed) == those):
            return listed or tuple(those)
    return None


def listed_last(line: SignLine, scene: Scene) -> tuple[Cars, int]:
    """Who is listed behind the last comma before names, `: Verstappen, Alonso and Albon`, and where that comma is."""
    for at in range(3, len(line.tokens)):
        if line.tokens[at].word == ",":
            for cars, end in nouns(line.tokens, at + 1, scene):
                if end == len(line.tokens):
                    return cars, at
    return (), len(line.tokens)


def _of_only(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`only Perez has stopped`, `Tsunoda is the only driver to have retired`, `the only retirement is Tsunoda`."""
    if line.tokens[0].word == "only":
        for cars, start in nouns(line.tokens, 1, scene):
            if any(those == set(cars) for those in _those(line, start, scene, events)):
                return cars
    ways = [*nouns(line.tokens, 0, scene), *([(scene.subject, 0)] if scene.subject else [])]
    for cars, start in ways:
        match = read(f"[{_IS}] [so far|still] (only [{{count}}]|{{count}}) [{_ONE}] [to have|to|who|that]", line, start)
        count = match[0].get("count") if match else None
        if match is None or (count is not None and (count.bound or count.value != len(cars))):
            continue
        if any(those == set(cars) for those in _those(line, match[1], scene, events)):
            return cars
    return None


def _of_first(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`Tsunoda was the first to stop, on lap 10`, `the last driver to retire was Grosjean, after 42 laps`."""
    order = f"({{position}}|{_LAST})"
    link = f"[{_ONE}] [to have|to|who|that]"
    ways = [*nouns(line.tokens, 0, scene), *([(scene.subject, 0)] if scene.subject else [])]
    for cars, start in ways:
        match = read(f"[{_IS}] [so far] {order} {link}", line, start)
        if match is None or match[1] >= len(line.tokens):
            continue
        for predicate in predicates_of(line, match[1], scene):
            if is_extreme(predicate, cars, events, match[0].get("position")):
                return cars
    match = read(f"{order} {link}", line, 0)
    if match is None:
        return None
    for at in range(match[1] + 1, len(line.tokens)):
        if line.tokens[at].word not in ("is", "was", "are", "were"):
            continue
        for cars, end in nouns(line.tokens, at + 1, scene):
            told = line_of([*line.tokens[match[1] : at], *line.tokens[end:]])
            for predicate in predicates_of(told, 0, scene):
                if is_extreme(predicate, cars, events, match[0].get("position")):
                    return cars
    return None


def is_extreme(predicate: EventPredicate, cars: Cars, events: KnownEvents, nth: Amount | None) -> bool:
    """Whether these alone did something first, or last where no number is said: of all events, whatever lap is told."""
    told, frame = predicate.told, predicate.frame
    if (nth is not None and nth.value != 1) or predicate.denied or frame.denies or told.count or told.nth or told.until:
        return False
    if frame.kind not in ("stop", "out") or told.position or told.seconds:
        return False
    rows = events.all_of(frame.kind)
    if frame.kind == "stop" and len(rows) > 1 == len(cars) and not events.is_first_or_last(cars[0], first=bool(nth)):
        return False  # who is a lap down stops on a lower lap, and later
    laps = [row.lap or 0 for row in rows]
    extreme = (min if nth else max)(laps, default=None)
    those = {row.subject for row in rows if row.lap == extreme}
    return (
        those == set(cars)
        and all(predicate.truth(car, events) is True for car in cars)
        and all(lap.value == extreme for lap in told.laps)
    )
