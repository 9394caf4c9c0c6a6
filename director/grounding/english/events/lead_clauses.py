"""Clauses of who led when, for how long and after whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token

_AHEAD = (
    "(led|leading|been leading|been [back] in (lead|front) [again]|been ahead|been [back] at front|"
    "been [back] out front|headed field|been first)"
)
_ALL = (
    "(every lap|every single lap|each lap|all way|throughout|from start|from lights|from lap 1|every lap of race|"
    "all race|all {laps}|every one of {laps}|from beginning|from off|since start|whole race|entire race)"
)
_TOOK = (
    "(took|took over|inherited|assumed|grabbed|seized|gained|has taken|went into|moved into|swept into|picked up|got) "
    "[in|at] (lead|front|first place|head of race)"
)
_BACK = (
    "(took back|regained|retook|reclaimed|won back|took|got|took over|recovered|grabbed back|inherited|gained) "
    "(lead|front|it) [back]"
)
_GAVE = "(lost|gave up|surrendered|ceded|handed over|yielded|gave way)"
_LATEST = "(last|latest|most recent|most recently)"
_OF_THE_LEAD = frozenset(("led", "lead", "leading", "leader", "front", "hands"))
_END = "[so far|to date|up to now|now|until now|of race]"
Check = Callable[[str, Mapping[str, Any], KnownEvents, Scene], bool]


def lead_clause(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells who led and it was so; None where it does not."""
    line = line_of(tokens)
    if not events.rows("lead") or not line.tokens:
        return None
    ways = [*nouns(line.tokens, 0, scene), *([(scene.subject, 0)] if len(scene.subject) == 1 else [])]
    for cars, start in ways:
        if len(cars) == 1 and start < len(line.tokens) and _is_so(line, start, cars[0], scene, events):
            return cars
    if _latest(line, scene, events):
        return scene.subject
    match = read(
        f"[there (has been|have been|are|is)|race has had] [only|just] {{count}} [different] "
        f"(leader|leaders|(drivers|men|people) (has led|have led|led)) [race] {_END}",
        line,
        0,
    )
    leaders = {row.subject for row in events.rows("lead")}
    if match is None or not events.is_told("lead") or not match[0]["count"].is_said_of(len(leaders)):
        return None
    if match[1] == len(line.tokens):
        return ()
    listed = next(iter(nouns(line.tokens, match[1] + 1, scene)), ((), 0))
    return listed[0] if listed[1] == len(line.tokens) and set(listed[0]) == leaders else None


def _is_so(line: SignLine, start: int, car: str, scene: Scene, events: KnownEvents) -> bool:
    for pattern, check in _READ:
        match = read(f"{pattern} {_END}", line, start)
        if match is not None and match[1] == len(line.tokens) and check(car, match[0], events, scene):
            return True
    match = read(
        "(led|has led|have led) (more laps|{often} as many laps|{laps} more|fewer laps) (than|as)", line, start
    )
    match = match or read("({often}|half) as many [laps] as", line, start)
    for others, end in nouns(line.tokens, match[1], scene) if match else ():
        own, other = _number(car, events), _number(others[0], events)
        if end != len(line.tokens) or len(others) != 1 or not events.is_told("lead") or not other:
            continue
        words = [token.word for token in line.tokens[start : match[1]]] if match else []
        times, more = (match[0].get("often"), match[0].get("laps")) if match else (None, None)
        if "half" in words:
            return 2 * own == other
        if isinstance(times, Amount):
            return own == times.value * other and words[-1] == "as"
        if isinstance(more, Amount):
            return own > other and more.is_said_of(own - other) and words[-1] == "than"
        return (own < other if "fewer" in words else own > other) and words[-1] == "than"
    return False


def _own(car: str, events: KnownEvents) -> list[ToldEvent]:
    return events.rows("lead", car)


def _number(car: str, events: KnownEvents) -> int:
    return sum((row.end or 0) - (row.lap or 0) + 1 for row in _own(car, events))


def _first(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    return any(row.lap == 1 and row.end == said["laps"].value for row in _own(car, events))


def _span(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    return any((row.lap, row.end) == (said["lap"].value, said["lap2"].value) for row in _own(car, events))


def _until(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    return any(row.end == said["lap"].value != events.now for row in _own(car, events))


def _from_start_until(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    return any(row.lap == 1 and row.end == said["lap"].value != events.now for row in _own(car, events))


def _since(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    return any(row.end == events.now and row.lap == said["lap"].value for row in _own(car, events))


def _since_then(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    """Since what the clause before told: until when another led, or when he took the lead."""
    row = next((row for row in _own(car, events) if row.end == events.now), None)
    told = {amount.value for token in scene.said for amount in token.means.values() if isinstance(amount, Amount)}
    another = any("who" in token.means and car not in token.means["who"] for token in scene.said)  # type: ignore[operator]
    return row is not None and row.lap is not None and ((row.lap - 1 in told) if another else row.lap in told)


def _is_last(car: str, said: Mapping[str, Any], events: KnownEvents) -> bool:
    """Whether he has led the last so many laps, and none before them."""
    count = said.get("laps", said.get("count"))
    rows = [row for row in _own(car, events) if row.end == events.now]
    return bool(rows) and (count is None or count.is_said_of((rows[0].end or 0) - (rows[0].lap or 0) + 1))


def _always(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    rows = events.rows("lead")
    laps = said.get("laps")
    is_all = events.is_told("lead") and {row.subject for row in rows} == {car}
    return is_all and (laps is None or laps.value == events.now)


def _took(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    rows = [row for row in _own(car, events) if row.lap != 1]
    before = {row.end: row.subject for row in events.rows("lead")}
    lap, whom = said.get("lap"), said.get("who")
    return any(
        ((lap is None and len(rows) == 1) or (lap is not None and row.is_on(lap) and lap.value == row.lap))
        and (whom is None or whom == frozenset((before.get((row.lap or 0) - 1),)))
        for row in rows
    )


def _lost(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    after = {row.lap: row.subject for row in events.rows("lead")}
    rows = [row for row in _own(car, events) if row.end is not None and row.end + 1 in after]
    lap, whom = said.get("lap"), said.get("who")
    return any(
        (len(rows) == 1 if lap is None else lap.value == (row.end or 0) + 1)
        and (whom is None or whom == frozenset((after[(row.end or 0) + 1],)))
        for row in rows
    )


def _it(check: Check) -> Check:
    """A check of a clause that says `it`: the one before has to be of the lead."""

    def checked(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
        return not _OF_THE_LEAD.isdisjoint(token.word for token in scene.said) and check(car, said, events, scene)

    return checked


def _retook(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    """Whether he took the lead, and had led before."""
    return len(_own(car, events)) > 1 and _took(car, said, events, scene)


def _for_laps(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    laps = said.get("laps", said.get("count"))
    return events.is_told("lead") and laps is not None and not laps.bound and bool(laps.value == _number(car, events))


def _latest(line: SignLine, scene: Scene, events: KnownEvents) -> bool:
    """`the lead has changed hands three times, most recently on lap 47`, `the last change of lead was on lap 47`."""
    match = read(
        "(most recently|last|lastly|last time|last of them|latest of them|latest) [was|came] (on|in) {lap}", line, 0
    )
    match = match if not _OF_THE_LEAD.isdisjoint(token.word for token in scene.said) else None
    match = match or read(
        "(last|latest|most recent) (change of lead|lead change|change of leader|change) (was|came) (on|in) {lap}",
        line,
        0,
    )
    rows = [row for row in events.rows("lead") if row.lap != 1]
    is_last = match is not None and match[1] == len(line.tokens) and events.is_told("lead") and bool(rows)
    return is_last and match is not None and match[0]["lap"].value == max(row.lap or 0 for row in rows)


def _laps(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    return events.is_told("lead") and said["laps"].is_said_of(_number(car, events))


def _one_spell(car: str, said: Mapping[str, Any], events: KnownEvents, scene: Scene) -> bool:
    """Whether he has led once alone, for so long, and no longer leads."""
    rows = _own(car, events)
    laps: Amount = said.get("laps", said.get("count", _ONE))
    is_over = len(rows) == 1 and rows[0].end is not None and rows[0].end != events.now
    return is_over and events.is_told("lead") and bool(laps.is_said_of(_number(car, events)))


_HAS = "[has|have|had]"
_ONE = Amount(1.0)
_SPELL = "(spell|stint|time|run) (in front|in lead|at front|out front|out in front|up front|as leader)"
_READ: tuple[tuple[str, Check], ...] = (
    (f"{_HAS} led [for] [first|opening] {{laps}}", _laps),
    (f"{_HAS} led [for] opening {{laps}}", _first),
    (f"{_HAS} led [for] {{position}} {{laps}}", lambda car, said, events, scene:
        said["position"].value == 1 and _first(car, said, events, scene)),
    (f"{_HAS} led [from|laps|from laps] {{lap}} (to|until|through|and) {{lap2}}", _span),
    (f"{_HAS} led [race] from start (until|to|up to|through) [end of] {{lap}}", _from_start_until),
    (f"{_HAS} led [race] (until|to|up to|through) [end of] {{lap}}", _until),
    (f"(has|have|'s) {_AHEAD} [ever] since {{lap}}", _since),
    (f"(has|have|'s) {_AHEAD} [for|in] [all] [{{laps}}|{{count}}] (since|since then)", lambda car, said, events, scene:
        _since_then(car, said, events, scene) and _is_last(car, said, events)),
    (f"[{_HAS}] [led] [only] [for] last {{laps}}", lambda car, said, events, scene: _is_last(car, said, events)),
    (f"(has|have|'s) {_AHEAD} (since|ever since|since then|from then on|from there)", _since_then),
    (f"{_HAS} {_AHEAD} {_ALL}", _always),
    (f"{_TOOK} [from {{who}}] (on|in) {{lap}}", _took),
    (f"{_TOOK} (on|in) {{lap}} [from {{who}}]", _took),
    (f"{_TOOK} [from {{who}}]", _took),
    ("[has] (took|taken) over [from {who}] (on|in) {lap}", _took),
    ("[has] (took|taken) over from {who}", _took),
    (f"{_HAS} led [only|just] (single lap|{{laps}}) , {{lap}}", lambda car, said, events, scene:
        _number(car, events) == 1 and _own(car, events)[0].lap == said["lap"].value
        and said.get("laps", _ONE).value == 1),
    (f"{_GAVE} lead [to {{who}}] (on|in) {{lap}}", _lost),
    (f"{_GAVE} lead [to {{who}}]", _lost),
    (f"{_GAVE} it [to {{who}}] [(on|in) {{lap}}]", _it(_lost)),
    (f"{_BACK} [from {{who}}] (on|in) {{lap}}", _it(_took)),
    (f"{_BACK} [from {{who}}]", _it(_took)),
    ("(regained|retook|reclaimed|won back|took back|took) lead [back] [from {who}] [(on|in) {lap}]", _retook),
    ("[has|have|had] [was|were|been|is] (in front|in lead|ahead|out front|at front) for [only|just] ({laps}|{count})",
        _for_laps),
    (f"['s|his|their] [only|one] {_SPELL} (lasted|was|lasted for|ran to|was of) [only|just] ({{count}} lap|{{laps}})",
     _one_spell),
)  # fmt: skip
