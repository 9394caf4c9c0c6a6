"""Clauses of what was shown on the track: safety cars and flags, when they came and went, how long, how many."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from director.grounding.english.events.event_details import is_said
from director.grounding.english.events.event_text import SignLine, line_of, part_of, read
from director.grounding.english.events.events_told import ToldEvent
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.events.longest_periods import OF_ALL, is_longest, is_most
from director.grounding.english.events.period_rows import chosen, kind_told, plain_kind, rows_before
from director.grounding.english.tokens import Amount, Token
from director.grounding.english.words import all_of
from director.grounding.known_values import Truth

_ONE = "{count}"  # `one`, which is read as a number
_A_SINGLE = Amount(1.0)
_SPELL = "(period|periods|spell|spells|phase|phases|stint|intervention|interventions|deployment|deployments)"
_NAMES = {
    "vsc": f"(virtual safety car|virtual safety cars|vsc|vscs|virtual) [{_SPELL}]",
    "safety car": f"[full] (safety-car|safety car|safety cars) [{_SPELL}]",
    "red": f"(red-flag|red flag|red flags|stoppage|stoppages) [{_SPELL}]",
    "yellow": f"(yellow-flag|yellow flag|yellow flags|yellow|yellows|spell of yellow|spells of yellow) [{_SPELL}]",
}
_BEGAN = (
    "(came out|come out|was deployed|deployed|was called|called|was called for|was sent out|appeared|began|started|"
    "was shown|was thrown|went out|was out|came|was called out|first appeared|was brought out)"
)
_ENDED = (
    "(came in|had come in|has come in|went in|ended|was withdrawn|withdrawn|finished|pulled in|peeled in|was lifted|"
    "lifted|was over|came back in|came to end|was cleared|went back in|pulled off|left track|was called in|is over)"
)
_RAN = (
    "(ran|running|lasting|covering|lasted|covered|was out|stayed out|stayed|was deployed|was on track|was in force|"
    "went|came out|ran for|was)"
)
_IS_OUT = "(is [still|now] (out|on track|deployed|in force)|is [still] leading field|remains out)"
_GOES_ON = (
    "(has|had) (not|still not|yet to) (come in|ended|been withdrawn|gone in|been lifted|finished|end|go in) "
    "[yet|so far]"
)
_OF_IT = frozenset(("it", "is", "was", "out", "has", "lasting", "running", "ending"))
"""With these a clause goes on about what the one before told of."""
_SO_FAR = "[so far|today|yet|(in|of) [this] (race|day|afternoon)|to date|this afternoon|at all|up to now]"
_HAS_BEEN = (
    "(there (has been|have been|was|were|is|are)|we (have|has) (had|seen)|we had|race (has|had) (had|seen)|it is|"
    "so far)"
)


def period_clause(tokens: Sequence[Token], events: KnownEvents, kind: str) -> str | None:
    """Of what a clause of these tokens tells that was so: `safety car`; None where it does not.

    `kind` is what the clause before told of: `the first covered laps 1 to 5`.
    """
    line = line_of(tokens)
    if not line.tokens:
        return None
    there = read("there (was|has been|is)", line, 0)
    if there is not None and (told := _of_one(part_of(line, there[1], len(line.tokens)), events, "")) is not None:
        return told
    for way in (_of_one, _is_nth, _followed, _of_several, _of_none):
        if (told := way(line, events, kind)) is not None:
            return told if told != plain_kind(told) else kind_told(told, events.rows(told), events)
    return None


def _named(line: SignLine, start: int, kind: str) -> Iterator[tuple[str, int]]:
    """The kinds that can be named from here on; that of the clause before where none is."""
    for name, pattern in _NAMES.items():
        if (match := read(pattern, line, start)) is not None:
            yield name, match[1]
    if kind:
        match = read(f"[of them|{_ONE}|of these|of which]", line, start)
        if match is None or match[0].get("count", _A_SINGLE) == _A_SINGLE:
            yield kind, match[1] if match else start


def _of_one(line: SignLine, events: KnownEvents, kind: str) -> str | None:
    """`the second safety car came in on lap 41`, `the latest lasted 17 minutes`, `the safety car is still out`."""
    order = read(
        "({position}|last|latest|most recent|current|opening|only|longest|shortest|final|third and last)", line, 0
    )
    which = order[1] if order else 0
    if of_all := read("of {count}", line, which) if order else None:
        which = of_all[1]
    for named, start in _named(line, which, kind if order or line.tokens[0].word in _OF_IT else ""):
        name, before = plain_kind(named), rows_before(named, events) if not order else None
        start += line.tokens[start].word in ("it",) if start < len(line.tokens) and not which else 0
        said = line.tokens[order[1] - 1].word if order and "position" not in order[0] else ""
        rows = chosen(events, name, said, order[0].get("position") if order else None) if before is None else before
        if of_all and not (events.is_told(name) and of_all[0]["count"].is_said_of(len(events.rows(name)))):
            continue
        so_far = read(_SO_FAR, line, start)
        start = so_far[1] if so_far and order else start
        if (after_lap := read("on {lap}", line, start)) is not None:
            rows = [row for row in rows if row.is_on(after_lap[0]["lap"])]
            start = after_lap[1]
        ends = after_lap is not None and start == len(line.tokens) and bool(rows)
        found = rows if ends else [row for row in rows if _is_told(line, start, row, events)]
        if found and (before is None or len(found) == len(before)):
            return kind_told(name, found, events)
    return None


def _is_told(line: SignLine, start: int, row: ToldEvent, events: KnownEvents) -> bool:
    """Whether all that is said from here on is so of a row, one thing after the other."""
    said_any = False
    while start < len(line.tokens):
        if line.tokens[start].word == "," or (line.tokens[start].word == "and" and said_any):
            start += 1
            continue
        ways = ((check, match) for pattern, check in _TOLD if (match := read(pattern, line, start)) is not None)
        check, (said, end) = next(ways, (None, ({}, start)))
        if check is None or end == start or check(row, said, events) is not True:
            return False
        said_any, start = True, end
    return said_any


def _span(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    return all_of([True, is_said(said.get("lap"), row.lap), is_said(said.get("lap2"), row.end)])


def _lasted(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    return is_said(said.get("duration"), row.value)


def _began(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    return is_said(said.get("lap"), row.lap)


def _ended(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    if row.end is None:
        return False
    return all_of([is_said(said.get("lap"), row.end), is_said(said.get("duration"), row.value)])


def _is_open(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    return row.end is None and is_said(said.get("lap"), row.lap) is True


def _is_nth_of_now(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    return row.end is None and events.is_told(row.kind) and is_said(said.get("position"), row.nth)


def _is_nth_of_all(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    return events.is_told(row.kind) and said["position"].value == row.nth and said.get("count", _A_SINGLE) == _A_SINGLE


def _comes_after(row: ToldEvent, said: Mapping[str, Any], events: KnownEvents) -> Truth:
    """Whether the one before it had that span."""
    before = [one for one in events.rows(row.kind) if row.nth and one.nth == row.nth - 1]
    return bool(before) and _span(before[0], said, events)


_ON = "(on|in|at|during|at end of) {lap}"
_TOLD: tuple[tuple[str, Callable[[ToldEvent, Mapping[str, Any], KnownEvents], Truth]], ...] = (
    (f"{_RAN} [from|over|laps|between] {{lap}} (to|and|until|through) {{lap2}}", _span),
    ("from {lap} (to|until|through) {lap2}", _span),
    (f"ending {_ON}", _ended),
    (f"{_RAN} [for] {{duration}}", _lasted),
    (f"{_ENDED} {_ON} [after {{duration}}]", _ended),
    (f"{_ENDED} [after {{duration}}]", _ended),
    (f"{_BEGAN} {_ON}", _began),
    (f"{_IS_OUT} [,] for {{position}} time [in race|in this race|of race]", _is_nth_of_now),
    (_IS_OUT, _is_open),
    (_GOES_ON, _is_open),
    ("has been [out|on track|deployed] since {lap}", _is_open),
    ("has been since {lap}", _is_open),
    ("has been [out] for {duration} [now]",
     lambda row, said, events: all_of([row.end is None, _lasted(row, said, events)])),
    ("[out] since {lap}", _is_open),
    (f"{{position}} [{_ONE}|of them|period] {_SO_FAR}", _is_nth_of_all),
    (f"after [{_ONE}] [on|of|from] {{lap}} to {{lap2}}", _comes_after),
    ("from {lap}", _began),
    (f"[was|is] longest {OF_ALL}", lambda row, said, events: is_most(row, said, events, 1)),
    (f"[was|is] shortest {OF_ALL}", lambda row, said, events: is_most(row, said, events, -1)),
    ("(was|is) longer one", lambda row, said, events: is_longest(row, events)),
    ("[for] {duration} [now]", _lasted),
    ("(in|on) {lap}", _began),
    (f"after being (deployed|called|sent out) {_ON}", _began),
    ("(stayed out|was out|ran|lasted|remained out|stayed) until {lap}",
     lambda row, said, events: is_said(said["lap"], row.end)),
    ("until {lap}", lambda row, said, events: is_said(said.get("lap"), row.end)),
)  # fmt: skip


def _is_nth(line: SignLine, events: KnownEvents, kind: str) -> str | None:
    """`it is the second safety car of the race`, `this is the first red flag`."""
    match = read("(it|this|that) is [already] ({position}|only)", line, 0)
    for name, end in _named(line, match[1], "") if match else ():
        rows = [row for row in events.rows(name) if row.end is None]
        said = match[0].get("position") if match else None
        number = rows[0].nth if rows and events.is_told(name) else 0
        is_it = number == said.value if said else number == 1 == len(events.rows(name))
        rest = read(_SO_FAR, line, end)
        if number and is_it and rest is not None and rest[1] == len(line.tokens):
            return kind_told(name, rows, events)
    return None


def _followed(line: SignLine, events: KnownEvents, kind: str) -> str | None:
    """`a virtual safety car on lap 2 was followed by a full safety car until lap 5`: by the next one of its kind."""
    for name, start in _named(line, 0, ""):
        first = read(f"[{_ON}] was [soon|then] followed by", line, start)
        lap = first[0].get("lap") if first else None
        for then, end in _named(line, first[1], "") if first else ():
            for row in events.rows(then) if then != name and events.is_told(then) else ():
                before = [one for one in events.rows(name) if (one.lap or 0) <= (row.lap or 0)][-1:]
                is_it = before and (before[0].is_on(lap) is True if lap else len(events.rows(name)) == 1)
                if is_it and (end == len(line.tokens) or _is_told(line, end, row, events)):
                    return then
    return None


def _of_several(line: SignLine, events: KnownEvents, kind: str) -> str | None:
    """`there have been two safety cars and eight yellow flags, but no red flag`, `no red flags so far`."""
    match = read(f"{_HAS_BEEN} [now|also]", line, 0)
    start = match[1] if match else 0
    if match is None and not (line.tokens[0].word == "no" or "count" in line.tokens[0].means):
        return None
    told = ""
    while start < len(line.tokens):
        if line.tokens[start].word in (",", "and", "but"):
            start += 1
            continue
        item = read("[only|just|also] (no|{count}) [separate|different|further]", line, start)
        names = list(_named(line, item[1], "")) if item else []
        if not item or not names:
            rest = read(f"[were|was|has been|have been] [shown|deployed|needed|out|called] {_SO_FAR}", line, start)
            return told or None if rest and rest[1] == len(line.tokens) > start else None
        name, end = names[0]
        count = item[0].get("count")
        rows = events.rows(name)
        if (
            not events.is_told(name)
            or (count is not None and not count.is_said_of(len(rows)))
            or (count is None and rows)
        ):
            return None
        told, start = name, end
    return told or None


def _of_none(line: SignLine, events: KnownEvents, kind: str) -> str | None:
    """`the race has not been stopped`, `none of them virtual`, `there has been no red flag` of a race without one."""
    none = events.is_told("red") and not events.rows("red")
    match = read(
        f"(race|session|sprint) (has|was) not [been] (stopped|red-flagged|halted|suspended|interrupted) {_SO_FAR}",
        line,
        0,
    )
    if match is not None and match[1] == len(line.tokens) and none:
        return "red"
    match = read(
        f"(race|session|sprint) (was|has been) (stopped|red-flagged|halted|suspended|interrupted) "
        f"({{often}}|{{count}} times) {_SO_FAR} [, for {{duration}}|for {{duration}}]",
        line,
        0,
    )
    if match is not None and match[1] == len(line.tokens) and events.is_told("red"):
        rows, lasted = events.rows("red"), match[0].get("duration")
        total = sum(row.value or 0.0 for row in rows)
        count = match[0].get("often", match[0].get("count"))
        return "red" if count.is_said_of(len(rows)) and (lasted is None or lasted.is_said_of(total)) else None
    if (match := read("race (began|started) (behind|under) safety car", line, 0)) and match[1] == len(line.tokens):
        return "safety car" if any(row.lap == 1 for row in events.rows("safety car")) else None
    match = read("none of (them|these|those) [has been|was|were|is] virtual", line, 0)
    is_none = events.is_told("vsc") and not events.rows("vsc")
    return kind if match is not None and match[1] == len(line.tokens) and is_none and kind else None
