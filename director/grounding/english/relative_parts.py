"""Parts that count on from the clause before: `17 more than Ferrari`, `Grosjean lasted three more`, `two laps later`.

Each is told as that clause would say it of whom the part names: `Ferrari has 27 points`, `Grosjean retired after 42
laps`. Only an exact number is counted on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.readings import names_first
from director.grounding.english.tokens import Amount, Token

_UNIT = "[points|stops|passes|overtakes|places|positions|cars|laps|penalties]"
_MORE = f"({{count}}|{{laps}}) {_UNIT} (more|fewer|less) {_UNIT} than"
_TIMES = f"({{often}}|half) as many {_UNIT} as"
_SAME = f"(same [number] as|as many {_UNIT} as|exactly as many {_UNIT} as)"
_TAIL = "[(has|have|had|did|does|do)] [managed|made|led|done|got|scored|taken] [so far|to date|until now]"
_LATER = (
    "[did so|followed|did same|followed suit|came in|joined them] [just|only] {laps} (later|after that|earlier|before)"
)
_LASTED = (
    "(lasted|did|managed|completed|survived|went) [for] [just|only|another] ({count}|{laps}) [laps] "
    "(more|longer|further) [laps]"
)
_LASTED_ANOTHER = "(lasted|did|managed|completed|survived) [for] [just|only] another ({count}|{laps})"
_OF_ALL = frozenset(("both", "all", "each"))
_RETIRED = frozenset(("retired", "out", "stopped", "went", "dropped"))


def as_much_as(segment: Sequence[Token], told: Sequence[Token]) -> list[tuple[Token, ...]]:
    """`17 more than Ferrari`, `twice as many as A and B`: what the clause before then says of each; empty for none."""
    line = line_of([Token("half", "half") if token.word == "half" else token for token in segment])
    at = _counted(told)
    own = _number(told[at]) if at is not None else None
    if at is None or own is None or not line.tokens or not _is_named(told[0]):
        return []
    before = [token for token in told[1:at] if token.word not in _OF_ALL | {"first", "opening", "the"}]
    for pattern in (_MORE, _TIMES, _SAME):
        match = read(pattern, line, 0)
        if match is None or match[1] >= len(line.tokens):
            continue
        others, end = _others(line, match[1])
        tail = read(_TAIL, line, end)
        number = _other(own, line, match[0], match[1])
        if others and number is not None and tail is not None and tail[1] == len(line.tokens):
            return [(other, *before, _so_many(told[at], number), *told[at + 1 :]) for other in others]
    return []


def _others(line: SignLine, start: int) -> tuple[list[Token], int]:
    """With whom somebody is compared, a team or several names, and where the tokens go on."""
    names, rest = names_first(line.tokens[start:])
    if names:
        return names, len(line.tokens) - len(rest)
    return ([line.tokens[start]], start + 1) if _is_named(line.tokens[start]) else ([], start)


def so_many_each(segment: Sequence[Token], told: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """`and Leclerc and Hartley six each`: with what the clause before told of somebody."""
    names, rest = names_first(segment)
    _, before = names_first(told)
    at = _counted(before)
    is_each = len(names) > 1 and len(rest) == 2 and rest[1].word in ("each", "apiece")
    if is_each and at is not None and _number(rest[0]) is not None:
        yield (*_joined(names), *before[:at], _so_many(before[at], _number(rest[0]) or 0.0), *before[at + 1 :])


def _other(own: float, line: SignLine, amounts: Mapping[str, object], end: int) -> float | None:
    """How many the other has."""
    words = {token.word for token in line.tokens[:end]}
    times = amounts.get("often")
    if isinstance(times, Amount):
        return None if times.bound or own % times.value else own / times.value
    more = amounts.get("count", amounts.get("laps"))
    if isinstance(more, Amount):
        return None if more.bound else own - more.value * (1 if "more" in words else -1)
    return 2 * own if "half" in words else own


def later(segment: Sequence[Token], told: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """`Grosjean lasted three more`, `and Russell two laps later`: with the lap that follows from the clause before."""
    names, rest = names_first(segment)
    _, before = names_first(told)
    before = before[1:] if before and before[0].word in _OF_ALL else before
    at = next((at for at, token in enumerate(before) if _lap(token) is not None), None)
    if not names or not rest or at is None:
        return
    line = line_of(rest)
    match = read(_LATER, line, 0) if line.tokens else None
    if match is None and line.tokens and not _RETIRED.isdisjoint(token.word for token in before):
        match = read(_LASTED, line, 0) or read(_LASTED_ANOTHER, line, 0)
    more = match[0].get("laps", match[0].get("count")) if match else None
    if match is None or match[1] != len(line.tokens) or not isinstance(more, Amount) or more.bound:
        return
    sign = -1 if line.tokens[-1].word in ("earlier", "before") else 1
    lap = _lap(before[at])
    number = lap.value + sign * more.value if lap is not None and not lap.bound else 0.0
    if number > 0:
        yield (*_joined(names), *before[:at], _so_many(before[at], number), *before[at + 1 :])


def _lap(token: Token) -> Amount | None:
    """The lap, or the laps, that a token tells."""
    amount = token.means.get("lap", token.means.get("laps"))
    return amount if isinstance(amount, Amount) and not token.word else None


def _counted(told: Sequence[Token]) -> int | None:
    """Where a clause counts: its only number of things or laps."""
    found = [at for at, token in enumerate(told) if _number(token) is not None]
    return found[0] if len(found) == 1 else None


def _number(token: Token) -> float | None:
    amount = token.means.get("count", token.means.get("laps"))
    is_exact = isinstance(amount, Amount) and not amount.bound and amount.step == 1.0
    return amount.value if is_exact and isinstance(amount, Amount) and "position" not in token.means else None


def _so_many(token: Token, number: float) -> Token:
    """A token with another number, of the same kinds."""
    means = {kind: Amount(number) for kind, value in token.means.items() if isinstance(value, Amount)}
    return Token(f"{number:g}", f"{number:g}" if token.word else "", means)


def _is_named(token: Token) -> bool:
    return "who" in token.means or "team" in token.means


def _joined(names: Sequence[Token]) -> Iterator[Token]:
    for index, name in enumerate(names):
        yield from (Token("and", "and"),) if index else ()
        yield name
