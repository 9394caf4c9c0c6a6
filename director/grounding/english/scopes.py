"""Where a sentence names what rows were narrowed to: `on softs`, `from lap 13 on`, `over the last five laps`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from director.grounding.english.readings import HIS
from director.grounding.english.tokens import Amount, Token
from director.grounding.statements import Statement, moment_of
from toolgate.contract import StepResult

_FROM = frozenset(("from", "since"))
_SPAN = frozenset(("from", "between", "over", "on", "in", "across", "for", "during"))
_TO = frozenset(("to", "and", "until", "through"))
_ON = frozenset(("on", "onwards", "onward"))
_OVER = frozenset(("over", "in", "of", "across", "for", "during"))
_TYRES = frozenset(("tyre", "tyres", "set", "rubber"))

_ENDS = ("to_lap", "lap", "segment", "lane")
"""What a call ends the laps with that it asks for: without one they go on to the last that was driven."""


def spans_until_now(
    steps: Sequence[StepResult], statements: Mapping[str, Sequence[Statement]]
) -> Mapping[float, float]:
    """The first lap of each row of laps that goes on to the last one, and that last one: where only one has it."""
    goes_on = {step.id for step in steps if not moment_of(step) and not step.arguments.keys() & {*_ENDS}}
    of_laps = [one for says in ("faster_pace", "average_lap") for one in statements.get(says, ())]
    rows = [one for one in of_laps if one.step in goes_on and {"start", "end"} <= one.parts.keys() and not one.moment]
    ends: dict[float, set[float]] = {}
    for one in rows:
        ends.setdefault(one.value("start"), set()).add(one.value("end"))
    return {start: end.pop() for start, end in ends.items() if len(end) == 1}


def since_as_span(tokens: Sequence[Token], spans: Mapping[float, float]) -> list[Token]:
    """`faster since lap 40`, `from lap 40 on`: as of lap 40 to the last one, where the results are of just those."""
    found = list(tokens)
    for index, token in enumerate(tokens[:-1]):
        lap = tokens[index + 1].means.get("lap")
        if token.word not in _FROM or not isinstance(lap, Amount) or lap.bound or lap.value not in spans:
            continue
        is_on = [one.word for one in tokens[index + 2 : index + 3]] in ([word] for word in _ON)
        if token.word == "from" and not is_on:
            continue
        end = spans[lap.value]
        to = (Token("to", "to"), Token(f"{end:.0f}", means={"lap": Amount(end)}))
        return [*found[:index], Token("from", "from"), tokens[index + 1], *to, *found[index + 2 + is_on :]]
    return found


def scoped(tokens: Sequence[Token], scopes: Sequence[str]) -> Iterator[tuple[str, list[Token]]]:
    """Each way to read what a sentence is narrowed to: a scope with the other tokens, then none with all of them."""
    for scope in scopes:
        for index in range(len(tokens)):
            if length := _named(tokens[index:], scope):
                before, after = list(tokens[:index]), list(tokens[index + length :])
                closes = (not before or before[-1].word == ",") and after[:1] and after[0].word == ","
                yield scope, [*before, *after[bool(closes) :]]
    yield "", list(tokens)


def _named(tokens: Sequence[Token], scope: str) -> int:
    """How many tokens from here name a scope; 0 where they do not."""
    kind, _, rest = scope.partition(" ")
    if kind == "on":
        return _tyre(tokens, rest)
    words = [token.word for token in tokens[:4]]
    laps = [token.means.get("lap") for token in tokens[:4]]
    if kind == "last":
        over = tokens[2].means.get("laps") if len(tokens) > 2 else None
        return 3 if words[0] in _OVER and words[1] in ("last", "past", "final") and _is(over, rest) else 0
    first, _, last = rest.partition("-")
    if not last and len(tokens) > 1 and words[0] in _FROM and _is(laps[1], first):
        return 2 + (words[2:3] != [] and words[2] in _ON)
    if not last and len(tokens) > 1 and words[0] == "after" and _is(laps[1], str(int(first) - 1)):
        return 2
    is_span = len(tokens) > 3 and words[0] in _SPAN and words[2] in _TO
    return 4 if is_span and last and _is(laps[1], first) and _is(laps[3], last) else 0


def _tyre(tokens: Sequence[Token], compound: str) -> int:
    """`on softs`, `on his softs`, and `soft-tyre` before a noun."""
    start = 0
    if tokens[0].word in ("on", "with", "for"):
        start = 1 + (len(tokens) > 1 and tokens[1].word in HIS)
    if start >= len(tokens) or tokens[start].means.get("compound") != compound:
        return 0
    end = start + 1
    if not start:
        has_noun = (
            len(tokens) > end + 1 and tokens[end].word in (",", "tyre") and tokens[end + 1].word in ("tyre", "stint")
        )
        return end + (tokens[end].word == ",") + 1 if has_noun and tokens[end].word == "," else 0
    return end + (len(tokens) > end and tokens[end].word in _TYRES)


def _is(said: object, number: str) -> bool:
    """Whether an amount is this number and no bound of it."""
    return isinstance(said, Amount) and not said.bound and f"{said.value:g}" == number
