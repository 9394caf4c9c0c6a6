"""Parts that a participle begins, with the verb that they stand for: `losing 24 s in the lane` as `lost 24 s`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from director.grounding.english.tokens import Amount, Token

_FINITE = {
    "finishing": "finished", "winning": "won", "making": "made", "setting": "set", "passing": "passed",
    "climbing": "climbed", "dropping": "dropped", "stopping": "stopped", "pitting": "pitted", "completing": "completed",
    "going": "went", "moving": "moved", "rising": "rose", "falling": "fell", "losing": "lost", "burning": "lost",
    "spending": "spent", "averaging": "averaged", "taking": "took", "starting": "started", "ending": "ended",
    "retiring": "retired", "beating": "beat", "slipping": "slipped", "improving": "improved", "fitting": "fitted",
    "receiving": "received", "serving": "served", "lapping": "lapped", "posting": "posted", "overtaking": "overtook",
    "leading": "leads", "trailing": "trails", "sitting": "sits", "lying": "lies", "heading": "heads",
    "chasing": "chases", "opening": "opened", "beginning": "began", "following": "follows", "holding": "holds",
}  # fmt: skip
"""Participles whose verb is told of what happened, or of how it is."""
_GOES_ON = frozenset(
    ("closing", "gaining", "catching", "pulling", "running", "falling", "dropping", "losing", "having")
)
_BEFORE = frozenset((",", "and", "but", "with"))
_ORDERS = frozenset(("after", "before"))
_ENDS = {"finish": "finished", "take": "took", "win": "won", "lead": "leads", "run": "runs", "lie": "lies"}
"""What somebody did something `to` do: `gained a place to finish second`."""
_GAINED = frozenset(("place", "places", "positions", "grid", "pole"))
_FIRST = frozenset(("opening", "beginning", "starting"))
_NOW = frozenset(("is", "are", "runs", "lies", "sits", "leads", "has"))
_IS, _HAS = Token("is", "is"), Token("has", "has")


def begins_part(tokens: Sequence[Token], at: int) -> bool:
    """Whether a part begins here: a participle behind a sign, or `after` with one."""
    after = tokens[at + 1].word if at + 1 < len(tokens) else ""
    if tokens[at].word in _ORDERS:
        return after in _FINITE
    if tokens[at].word == "when":
        return "lap" in tokens[at - 1].means or (
            tokens[at - 1].word == "," and at > 1 and "lap" in tokens[at - 2].means
        )
    if tokens[at].word == "to":
        return after in _ENDS and (tokens[at - 1].word in _GAINED or "who" in tokens[at - 1].means)
    return tokens[at].word in _FINITE.keys() | _GOES_ON and tokens[at - 1].word in _BEFORE


def is_in_order(before: Sequence[Token], segment: Sequence[Token]) -> bool:
    """Whether what `after stopping on lap 13` tells was before the clause that it goes with, or behind it for `before`.

    It is by their laps, where the clause is no state of now.
    """
    word, verb = segment[0].word, segment[1].word if len(segment) > 1 else ""
    if word not in _ORDERS:
        return True
    if word == "after" and (verb in _FIRST or not _NOW.isdisjoint(token.word for token in before)):
        return True
    own, main = _laps(segment), _laps(before)
    if not own or not main:
        return False
    return max(own) <= min(main) if word == "after" else max(main) <= min(own)


def done_by(tokens: Sequence[Token]) -> float | None:
    """The lap that a clause tells, `on lap 11` or `after ten laps`; None where it tells none."""
    if any(token.word == "opening" for token in tokens):
        return 1.0
    after = [laps.value + 1 for token in tokens if isinstance(laps := token.means.get("laps"), Amount)]
    return next(iter((*_laps(tokens), *after)), None)


def _laps(tokens: Sequence[Token]) -> list[float]:
    return [lap.value for token in tokens if isinstance(lap := token.means.get("lap"), Amount)]


def in_finite_form(segment: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """A part with its verb in place of its participle: `Leclerc losing` as `Leclerc lost`, `having made` as `has made`.

    The participle begins it, or stands right behind its own subject.
    """
    segment = segment[1:] if segment[0].word in _ORDERS else segment
    if segment[0].word == "to" and len(segment) > 2 and segment[1].word in _ENDS:
        yield (Token(_ENDS[segment[1].word], _ENDS[segment[1].word]), *segment[2:])
    at = next((at for at, token in enumerate(segment) if token.word in _FINITE.keys() | _GOES_ON), None)
    if at is None or not all(_is_of_subject(token) for token in segment[:at]):
        return
    token, before, after = segment[at], segment[:at], segment[at + 1 :]
    if token.word == "having":
        yield (*before, _HAS, *after)
        if after and after[0].word == "been":
            yield (*before, Token("was", "was"), *after[1:])
        return
    if token.word in _FINITE:
        yield (*before, Token(_FINITE[token.word], _FINITE[token.word]), *after)
    if token.word in _GOES_ON:
        yield (*before, _IS, token, *after)


def is_of_then(segment: Sequence[Token], said: Sequence[Token]) -> bool:
    """Whether `having closed by 0.9 s in five laps` is of the lap that the part before names, not of now."""
    amounts = any(token.means.keys() & {"seconds", "laps"} or token.word == "halved" for token in segment)
    return segment[0].word == "having" and amounts and any("lap" in token.means for token in said)


def _is_of_subject(token: Token) -> bool:
    """Whether a token may stand before the participle of its part: a name, or `the gap`."""
    return "who" in token.means or token.word in (",", "and", "the", "gap", "lead", "advantage", "between", "them")


def with_its_verb(segment: tuple[Token, ...], joined_by: str) -> Iterator[tuple[Token, ...]]:
    """A part without its verb: `with the finish expected`, `Russell's four laps old`, `his most recent a 1:54`."""
    owned = next((at for at in range(1, len(segment)) if segment[at].word == "'s"), 0)
    if owned and owned + 1 < len(segment) and "laps" in segment[owned + 1].means:
        yield (*segment[: owned + 1], Token("tyres", "tyres"), _IS, *segment[owned + 1 :])
    if segment[0].word == "just" and len(segment) > 1 and "who" in segment[1].means:
        segment = (Token("only", "only"), *segment[1:])
    if joined_by == "with" and not any(token.word in _VERBS for token in segment):
        for at in range(1, min(len(segment), 8)):
            yield (*segment[:at], _IS, *segment[at:])


_VERBS = frozenset(("is", "are", "was", "were", "has", "have", "had", "will", "would"))


def with_is(segment: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """`three places down on where he started` with the verb that it leaves out."""
    if segment[0].means.keys() & {"count", "laps", "seconds"} and "who" not in segment[0].means:
        yield (_IS, *segment)


def in_seconds(segment: tuple[Token, ...], told: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """`20.9 s, just over two longer than his first`: a bare number behind seconds as seconds."""
    if any("seconds" in token.means and not token.word for token in told):
        found = tuple(
            Token(token.text, "", {"seconds": amount})
            if token.word and isinstance(amount := token.means.get("count"), Amount) and "position" not in token.means
            else token
            for token in segment
        )
        if found != segment:
            yield found
