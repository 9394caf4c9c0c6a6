"""Clauses that count what happened in the whole race: stops, passes, retirements, penalties, changes of the lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from director.grounding.english.events.event_details import EventDetails, details, is_reason
from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Token

_HAS_BEEN = (
    "(there (has|have|had) been|there (was|were|is|are)|we (have|has) (had|seen)|we had|race (has|had) [had|seen]|"
    "race has had|race saw|field has made)"
)
_MADE = "(made|completed|given|issued|handed out|handed down|imposed|awarded|announced|on track|in race|of them)"
_NOUNS: Mapping[str, str] = {
    "stop": "[pit] (stop|stops)",
    "pass": "[on-track] (overtake|overtakes|pass|passes|overtaking moves|overtaking move)",
    "out": "(retirement|retirements)",
    "penalty": "[time] (penalty|penalties)",
    "lead": "(lead change|lead changes|change of lead|changes of lead|change of leader|changes of leader)",
}
_SO_FAR = "[so far|to date|up to now|until now|yet|in race|of race|in this race|at all|today|in all|in total|by {lap}]"
_OPEN = "[still|yet|now] (open|undecided|unresolved|pending|outstanding|to be decided|to be settled|awaiting decision)"
_IS_OPEN = (
    f"((is|are|remains|remain) {_OPEN}|(await|awaits|(is|are) (awaiting|before|[still] with)) "
    "(stewards|decision|verdict|ruling) ['s (decision|verdict|ruling|judgement)])"
)
_CASES = "(case|cases|incident|incidents|investigation|investigations|matter|matters)"


def count_clause(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, nobody as a rule, where it counts events and the number is right."""
    line = line_of(tokens)
    if not line.tokens:
        return None
    if (
        _are_served(line, events)
        or _has_so_many(line, events)
        or _has_changed_hands(line, events)
        or _is_left(line, events)
    ):
        return ()
    return _only_penalty(line, scene, events) or _open_cases(line, scene, events)


def _only_penalty(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`the only penalty so far is Verstappen's ten seconds for an unsafe release`: nobody else has one."""
    begins = read(f"only [time] penalty {_SO_FAR} (is|was|went to|has gone to|belongs to|is for|was for)", line, 0)
    rows = [row for row in events.rows("case") if row.state == "penalised"]
    if begins is None or len(rows) != 1 or not events.is_told("case"):
        return None
    for cars, end in nouns(line.tokens, begins[1], scene):
        told = EventDetails(states=frozenset(("penalised",)))
        given = read("('s|is) [{seconds}] [penalty|time penalty]", line, end)
        told.seconds = given[0].get("seconds") if given else None
        own = cars == (rows[0].subject,) and details(line, given[1] if given else end, told)
        if own and told.fits(rows[0]) is True and not (told.laps or told.count or told.until):
            return cars
    return None


def _number(kind: str, events: KnownEvents) -> int | None:
    """How many events of a kind there were; None where not all are told."""
    if kind == "penalty":
        return len([row for row in events.rows("case") if row.state == "penalised"]) if events.is_told("case") else None
    if kind == "stop":
        return events.total_stops
    if kind == "out" and any(row.state == "seems_out" for row in events.rows("out")):
        return None
    rows = events.rows(kind)
    return len(rows) - (kind == "lead") if events.is_told(kind) else None


def _are_served(line: SignLine, events: KnownEvents) -> bool:
    """`neither penalty has been served yet`, `both penalties are still to be served`: of every penalty there is."""
    match = read("(neither|none|no|both|all) [of] [{count}] (penalty|penalties)", line, 0)
    match = match or read("penalties", line, 0)
    if match is None or not events.is_told("case"):
        return False
    rows = [row for row in events.rows("case") if row.state == "penalised"]
    served = [row for row in events.rows("case") if row.state == "penalty_served"]
    left = [row for row in events.rows("case") if row.state == "penalty_not_served"]
    first, said = line.tokens[0].word, match[0].get("count")
    none = first in ("neither", "none", "no")
    two = first in ("neither", "both") and len(rows) != 2
    if not rows or two or len(served) + len(left) != len(rows) or (said and not said.is_said_of(len(rows))):
        return False
    for pattern, is_left in ((_IS_SERVED, none), (_IS_LEFT, not none)):
        verb = read(pattern, line, match[1])
        if verb is not None and verb[1] == len(line.tokens):
            return not (served if is_left else left)
    return False


_IS_SERVED = "(has|have) been served [yet|so far|already|now]"
_IS_LEFT = (
    "((has|have) (not|still not|yet to) (been|be) served [yet|so far]|(is|are|remains|remain) [still] (unserved|to be "
    "served|outstanding))"
)


def _has_so_many(line: SignLine, events: KnownEvents) -> bool:
    """`there have been 34 stops so far`, `no penalties have been given`, `three lead changes`."""
    begins = read(_HAS_BEEN, line, 0)
    start = begins[1] if begins else 0
    item = read("[only|just|now|also] (no|{count}) [different|separate]", line, start)
    if item is None:
        return False
    for kind, noun in _NOUNS.items():
        match = read(f"{noun} {_SO_FAR} [has been|have been|were|was|are|is] [{_MADE}] {_SO_FAR}", line, item[1])
        number = _number(kind, events)
        if match is None or match[1] != len(line.tokens) or number is None:
            continue
        count, lap = item[0].get("count"), match[0].get("lap")
        if lap is not None and lap.value != events.now:
            continue
        return number == 0 if count is None else bool(count.is_said_of(number))
    return False


def _has_changed_hands(line: SignLine, events: KnownEvents) -> bool:
    """`the lead has changed hands twice`, `the lead has not changed hands`."""
    match = read(f"lead [has|have] changed [hands] [only|just] ({{often}}|{{count}} times) {_SO_FAR}", line, 0)
    denied = read(f"lead (has not|has never|never|did not) (changed|change) [hands] {_SO_FAR}", line, 0)
    number = _number("lead", events)
    if number is None or not (match or denied):
        return False
    if denied:
        return number == 0 and denied[1] == len(line.tokens)
    count = match[0].get("often", match[0].get("count")) if match else None
    return match is not None and match[1] == len(line.tokens) and count is not None and bool(count.is_said_of(number))


def _open_cases(line: SignLine, scene: Scene, events: KnownEvents) -> Cars | None:
    """`two cases are still open`, `one case is still to be decided: Leclerc's`, `no case is open`."""
    begins = read("[there (is|are) [still]] [only|just] (no|{count})", line, 0)
    if begins is None or events.open_cases is None:
        return None
    start = begins[1]
    line, reason = _without_reason(line, start)
    match = read(f"{_CASES} {_IS_OPEN}", line, start) or read(f"{_OPEN} {_CASES}", line, start)
    count = begins[0].get("count")
    if reason and (count is None or not _is_of_all_open(reason, events)):
        return None
    if match is None or not (events.open_cases == 0 if count is None else count.is_said_of(events.open_cases)):
        return None
    if match[1] == len(line.tokens):
        return ()
    named = read("[,] [that of|of|those of|involving]", line, match[1])
    later = {row.subject for row in events.rows("case") if row.state in ("investigated", "investigated_later", "noted")}
    for cars, end in nouns(line.tokens, named[1], scene) if named else ():
        of = line.tokens[end].word == "'s" if end < len(line.tokens) else False
        if end + of == len(line.tokens) and set(cars) == later and events.is_told("case"):
            return cars
    return None


def _without_reason(line: SignLine, start: int) -> tuple[SignLine, str]:
    """`two impeding cases ...`, `two cases of impeding ...` without the reason, and the reason; empty where none is."""
    tokens, words = line.tokens, line.words(start)
    noun = next((at for at in range(min(4, len(words))) if read(_CASES, line, start + at)), None)
    if noun is None:
        return line, ""
    begin, end = start, start + noun
    if not noun and words[1:2] in (["of"], ["for"]):
        begin, end = start + 1, next((at for at in range(start + 2, len(tokens)) if read(_IS_OPEN, line, at)), 0)
    said = [token.word for token in tokens[begin:end]]
    if end <= begin or read(_OPEN, line, begin) or not all(said) or any(token.means for token in tokens[begin:end]):
        return line, ""
    return line_of([*tokens[:begin], *tokens[end:]]), " ".join(said)


def _is_of_all_open(reason: str, events: KnownEvents) -> bool:
    """Whether every case that is open is told, and is for this reason."""
    rows = [row for row in events.rows("case") if row.state in ("investigated", "investigated_later", "noted")]
    return events.is_told("case") and bool(rows) and all(is_reason(reason, row.reason) is True for row in rows)


def _is_left(line: SignLine, events: KnownEvents) -> bool:
    """`leaving 14 in the race`, `which leaves 16 cars`."""
    match = read(
        "[(leaving|leaves|there are|there is)] [only|just] {count} [cars|drivers|runners] [still] "
        "[running|going|in race|left|on track|left running|in it|left in race]",
        line,
        0,
    )
    is_told = match is not None and match[1] == len(line.tokens) > 1 and events.still_going is not None
    return bool(is_told and match and match[0]["count"].is_said_of(events.still_going))
