"""Clauses of how many times what it was the gap of two is now: `nearly double what it was five laps ago`."""

from __future__ import annotations

from collections.abc import Iterator

from director.grounding.english.events.event_text import SignLine, read
from director.grounding.english.events.known_events import GapByLap
from director.grounding.english.nouns import Scene, nouns
from director.grounding.english.tokens import Amount

_NEARLY = "(nearly|almost|not quite|just under|close to)"
_ABOUT = "(about|around|roughly|some)"
_MORE, _LESS = "(more than|over|well over)", "(less than|under)"
_IT_WAS = "(what (it|gap|lead|deficit) (was|had been|stood at)|size it was|gap (it|that) was)"
_IS = "[is|are|was] [now]"
_HAS = "(has|have) [now]"
# Each with the least and the most that the gap of now may be of that which was.
_RATIOS: tuple[tuple[str, float, float], ...] = (
    (f"{_IS} {_NEARLY} (double|twice) {_IT_WAS}", 1.8, 1.999),
    (f"{_IS} {_ABOUT} (double|twice) {_IT_WAS}", 1.85, 2.15),
    (f"{_IS} {_MORE} (double|twice) {_IT_WAS}", 2.001, 2.5),
    (f"{_IS} (double|twice) {_IT_WAS}", 1.95, 2.05),
    (f"{_HAS} {_NEARLY} doubled", 1.8, 1.999),
    (f"{_HAS} {_ABOUT} doubled", 1.85, 2.15),
    (f"{_HAS} {_MORE} doubled", 2.001, 2.5),
    (f"{_HAS} doubled", 1.95, 2.05),
    (f"{_IS} {_ABOUT} half [of] {_IT_WAS}", 0.46, 0.54),
    (f"{_IS} {_LESS} half [of] {_IT_WAS}", 0.4, 0.499),
    (f"{_IS} half [of] {_IT_WAS}", 0.48, 0.52),
    (f"{_HAS} {_NEARLY} halved", 0.501, 0.56),
    (f"{_HAS} {_MORE} halved", 0.4, 0.499),
)
_WHEN = (
    "((since|on|at) [end of] {lap}|(in|over|within|during|in space of) [just|only] [last|past|previous] {laps}|"
    "{laps} (ago|back|earlier|before))"
)
_LEAD = "'s (lead|cushion|advantage|buffer|margin) (over|on)"
_DEFICIT = "'s (deficit|gap) (to|on)"
_GAP = "(gap|margin|difference|interval|it|lead) [between (them|two|pair)]"


def is_so_many_times(line: SignLine, pair: GapByLap, scene: Scene, now: int | None) -> bool:
    """Whether a clause tells how many times its earlier value the gap of a pair is, of a lap of which it is told."""
    for start in _starts(line, pair, scene):
        for pattern, least, most in _RATIOS:
            match = read(pattern, line, start) if start < len(line.tokens) else None
            when = read(_WHEN, line, match[1]) if match and match[1] < len(line.tokens) else None
            if when is None or when[1] != len(line.tokens):
                continue
            lap, laps = when[0].get("lap"), when[0].get("laps")
            at = lap.value if isinstance(lap, Amount) and not lap.bound else None
            if isinstance(laps, Amount) and not laps.bound and now is not None:
                at = now - laps.value
            then = pair.gaps.get(int(at)) if at is not None else None
            if then is not None and then > 0 and least <= round(pair.now / then, 3) <= most:
                return True
    return False


def _starts(line: SignLine, pair: GapByLap, scene: Scene) -> Iterator[int]:
    """Where the verb may stand: first, behind the gap, behind the lead of who is ahead or the deficit of the other."""
    yield 0
    if (gap := read(_GAP, line, 0)) is not None:
        yield gap[1]
    for whose, owner, other in ((_LEAD, pair.front, pair.back), (_DEFICIT, pair.back, pair.front)):
        for cars, end in nouns(line.tokens, 0, scene):
            own = read(whose, line, end) if cars == (owner,) and end < len(line.tokens) else None
            for others, after in nouns(line.tokens, own[1], scene) if own and own[1] < len(line.tokens) else ():
                if others == (other,):
                    yield after
