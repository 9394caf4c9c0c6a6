"""Clauses of the weather: since when it has rained or been dry, and how what is measured has changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from director.grounding.english.events.event_details import is_said
from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.tokens import Amount, Token
from director.grounding.statements import Statement

Statements = Mapping[str, Sequence[Statement]]
_RAINING = (
    "(it is|conditions are|track is|is) [still|now|again|currently] (raining|wet) [again|now|out there|at moment]"
)
_DRY = (
    "((it is|conditions are|is) [now|again|currently] dry [again|now|out there|at moment]|"
    "(it is|is) (not|no longer) raining [now|any more|anymore|any longer|at moment]|"
    "(it has|rain has) stopped [raining]|rain has (gone|gone away|passed|cleared)|there is no rain)"
)
_BEGAN = (
    "(rain|it) (started|began|came|arrived|set in|came down|returned|has started) [raining|to rain|falling|to fall]"
)
_ENDED = "(rain|it) (stopped|ended|ceased|went away|cleared|has stopped|has ended|cleared up) [raining|falling]"
_MEASURES = {"air": "air [temperature]", "track": "track [temperature]", "humidity": "humidity", "wind": "wind [speed]"}
_UP = "(higher|warmer|hotter|up|more|stronger)"
_DOWN = "(lower|cooler|colder|down|less|weaker)"
_AGO = (
    "[than {duration} ago|in {duration}|over [last] {duration}|from {duration} ago|on {duration} ago|"
    "than it was {duration} ago]"
)


_ROSE = (
    "[has] (risen|rose|gone up|went up|increased|climbed|picked up|strengthened|got up|warmed up|warmed|heated up|"
    "got warmer|got hotter)"
)
_FELL = (
    "[has] (fallen|fell|gone down|went down|come down|came down|decreased|dropped|died down|died away|eased|weakened|"
    "cooled down|cooled off|cooled|got cooler|got colder)"
)
_IS_UP, _IS_DOWN = "is [now] up", "is [now] down"
_KINDS = ("degrees", "percent", "speed", "count")
_BY = "[by] ({degrees}|{percent}|{speed}|{count}) [of degree|degree|degrees|point|points|percentage points]"
_READING = "({degrees1}|{percent1}|{speed1}|{count1}) [degrees]"
_READING2 = "({degrees2}|{percent2}|{speed2}|{count2}) [degrees]"
_TO = "[,] (to|and is now|and now stands at|and is now at|is now|now|to reach)"
_LATELY = "[(in|over|during) [last|past] {duration}|since (start|start of race|lights went out)]"
_HARDLY = "[has] (barely|hardly|scarcely) (changed|moved)"
_SLIGHTLY = "(slightly|marginally|little|bit|touch)"
_SLIGHT = {"air": 0.5, "track": 1.0, "humidity": 3.0, "wind": 1.0}
"""The most by which something has changed slightly: °C, percent, m/s."""


def weather_clause(tokens: Sequence[Token], statements: Statements, since_start: Collection[str] = ()) -> bool:
    """Whether a clause of these tokens tells of the weather, and it is so; `since_start` are the steps that compare
    with the start.
    """
    line = line_of(tokens)
    return bool(line.tokens) and (_is_of_rain(line, statements) or _is_of_change(line, statements, since_start))


def _now(statements: Statements, *says: str) -> Iterator[Statement]:
    for name in says:
        yield from (one for one in statements.get(name, ()) if not one.moment)


def _is_of_rain(line: SignLine, statements: Statements) -> bool:
    """`it stopped on lap 49`, `the rain began on lap 16`, `it is not raining any more`."""
    for pattern, says, since in (
        (_RAINING, "raining", "raining_since"), (_DRY, "dry", "dry_since"),
        (_BEGAN, "", "raining_since"), (_ENDED, "", "dry_since"),
        ("it has (been raining|rained|been wet)", "", "raining_since"), ("it has been dry", "", "dry_since"),
    ):  # fmt: skip
        match = read(pattern, line, 0)
        if match is None:
            continue
        if match[1] == len(line.tokens) and says:
            return any(_now(statements, says, since))
        lap = read("(since|on|in) {lap}", line, match[1])
        if lap is not None and lap[1] == len(line.tokens):
            return any(one.value("since") == lap[0]["lap"].value for one in _now(statements, since))
    return False


def _is_of_change(line: SignLine, statements: Statements, since_start: Collection[str]) -> bool:
    """`humidity is 74 percent, one point lower than ten minutes ago`, `the air is 15.1 degrees, a degree cooler`."""
    for measure, noun in _MEASURES.items():
        if _has_changed(line, measure, noun, statements, since_start):
            return True
        match = read(
            f"{noun} is [now|at] ({{degrees}}|{{percent}}|{{speed}}) , [({{degrees2}}|{{count}}|{{speed2}})] "
            f"[degree|degrees|point|points] ({_UP}|{_DOWN}) {_AGO}",
            line,
            0,
        )
        match = match or read(
            f"{noun} is [now|at] ({{degrees}}|{{percent}}|{{speed}}) , degree ({_UP}|{_DOWN}) {_AGO}", line, 0
        )
        if match is None or match[1] != len(line.tokens):
            continue
        said = {token.word for token in line.tokens}
        up = not said.isdisjoint(_UP.strip("()").split("|"))
        rose, fell = _ways(measure)
        by = match[0].get("degrees2", match[0].get("count", match[0].get("speed2")))
        by = Amount(1.0, 0.6) if by is None and "degree" in said else by
        own = match[0].get("degrees", match[0].get("percent", match[0].get("speed")))
        for one in _now(statements, f"{measure}_{rose if up else fell}"):
            so = (
                is_said(own, one.value("end")),
                is_said(by, one.value("value")),
                is_said(match[0].get("duration"), one.value("over")),
            )
            if all(truth is True for truth in so):
                return True
    return False


def _ways(measure: str) -> tuple[str, str]:
    """How claims call it that something has risen and fallen."""
    return ("warmed", "cooled") if measure in ("air", "track") else ("up", "down")


def _has_changed(line: SignLine, measure: str, noun: str, statements: Statements, since_start: Collection[str]) -> bool:
    """`the wind has picked up slightly`, `humidity is up six points to 76 percent`."""
    when = read(f"{_LATELY} [,]", line, 0)
    start = when[1] if when else 0
    if read(f"[and] {noun}", line, start) is None:
        return False
    rose, fell = _ways(measure)
    told = {token.word for token in line.tokens}
    for verb, way in ((_ROSE, rose), (_IS_UP, rose), (_FELL, fell), (_IS_DOWN, fell), (_HARDLY, rose), (_HARDLY, fell)):
        match = read(
            f"[and] {noun} {verb} [completely|{_SLIGHTLY}|{_BY}] [from {_READING}] [{_TO} {_READING2}] {_LATELY}",
            line,
            start,
        )
        if match is None or match[1] != len(line.tokens):
            continue
        said = {**(when[0] if when else {}), **match[0]}
        hardly = not told.isdisjoint(("barely", "hardly", "scarcely"))
        little = hardly or not told.isdisjoint(_SLIGHTLY.strip("()").split("|"))
        by = next((said[kind] for kind in ("degrees", "percent", "speed", "count") if kind in said), None)
        first, last = _one_of(said, "1"), _one_of(said, "2")
        gone = "completely" in told
        if not (little or by or last or gone):
            continue
        if any(
            (not little or 0 < one.value("value") <= _SLIGHT[measure] / (5 if hardly else 1))
            and (not gone or (way in ("down", "cooled") and one.value("end") == 0))
            and ("since" not in told or one.step in since_start)
            and is_said(by, one.value("value")) is True
            and is_said(first, one.value("start")) is True
            and is_said(last, one.value("end")) is True
            and is_said(said.get("duration"), one.value("over")) is True
            for one in _now(statements, f"{measure}_{way}")
        ):
            return True
    return False


def _one_of(said: Mapping[str, Amount], number: str) -> Amount | None:
    """The reading that was said, `{degrees2}`, of whatever kind."""
    return next((said[f"{kind}{number}"] for kind in _KINDS if f"{kind}{number}" in said), None)
