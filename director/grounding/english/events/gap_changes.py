"""Clauses of how the gap of two has changed: `closer than five laps ago`, `has taken 3 s out of him since lap 35`.

What was is told by the gap of each lap, of the one pair of which the results tell it; how much is now less what was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.events.gap_ratios import is_so_many_times
from director.grounding.english.events.known_events import GapByLap, KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.participles import is_of_then
from director.grounding.english.tokens import Amount, Token

_LITTLE_S = 0.3
"""The most that `a touch` and `slightly` say."""
_LITTLE = "(touch|little|bit|little bit|fraction|shade|tad|slightly|marginally|fractionally)"
_MUCH = f"[[only|just] ({{seconds}}|{_LITTLE})]"
_HAS = "[has|have|having] [now|already]"
_HALVED = "[almost|nearly|all but|about|roughly|more than] halved"
_BY = f"[by] {_MUCH}"
_THAN = "than [he was|they were|it was|it had been|he had been]"
_WHEN = (
    "[then|now|and] ((since|from|on|at|by comparison with) [end of] {lap}|"
    "(in|over|within|during|in space of|over course of) [just|only] [last|past|previous] {laps}|{laps} ago)"
)
_GAP = "(gap|margin|difference|deficit|it|that|interval)"
_OWN_GAP = "{who} 's (lead|advantage|cushion|margin|deficit|gap)"
_WHOM = "(to|on|from|of|out of|off|over|behind|with|ahead of|between)"
_BACK, _FRONT = 0, 1
# Each with how the gap changed (1: it grew) where the subject is the one behind, and where he is the one ahead.
_DONE: tuple[tuple[str, int, int], ...] = (
    (f"{_HAS} (closed|closed in|closed up|closed gap|made up|made|clawed back|pulled back|won back|narrowed gap|"
     f"cut gap|reduced gap|trimmed gap|reeled in|cut deficit|reduced deficit) {_BY} [back]", -1, 0),
    (f"{_HAS} (pulled away|pulled clear|pulled out|pulled|opened up|opened|eked out|edged away|edged clear|"
     f"extended lead|stretched lead|increased lead|extended advantage|stretched advantage|drawn away|"
     f"drawn clear|added|eased away) {_BY} [away|clear]", 0, 1),
    (f"{_HAS} (closed|cut|reduced|trimmed|narrowed) [his] (gap|deficit) [to {{who}}] by {_MUCH}", -1, 0),
    (f"{_HAS} {_HALVED} [his|their] (gap|deficit|it) [to {{who}}]", -1, 0),
    (f"{_HAS} (extended|stretched|increased|grown) [his] (lead|advantage|gap) [(over|to) {{who}}] by {_MUCH}", 0, 1),
    (f"{_HAS} (gained|taken|found) {_BY}", -1, 1),
    (f"{_HAS} (lost|shipped) {_BY} [of time]", 1, -1),
    (f"{_HAS} (dropped back|fallen back|slipped back|dropped away|slipped away|drifted back|dropped|slipped|fallen) "
     f"{_BY} [back|further back|further behind]", 1, 0),
    (f"[is|are] [now] {_MUCH} (closer|nearer) [to {{who}}] [{_THAN}]", -1, 0),
    (f"[is|are] [now] {_MUCH} further (back|behind|adrift|away|off) [from {{who}}] [{_THAN}]", 1, 0),
    (f"[is|are] [now] {_MUCH} further (ahead|clear|up road|in front) [of {{who}}] [{_THAN}]", 0, 1),
)  # fmt: skip
_GREW = "(grown|opened|opened up|opened out|widened|increased|gone up|gone out|stretched|risen|extended)"
_SHRANK = "(shrunk|closed|come down|fallen|dropped|narrowed|gone down|decreased|been cut|been trimmed|halved)"
_OF_GAP: tuple[tuple[str, int], ...] = (
    (f"{_HAS} {_GREW} {_BY}", 1),
    (f"{_HAS} {_SHRANK} {_BY}", -1),
    (f"{_HAS} [been] {_HALVED}", -1),
    (f"[is|are] [now] [up] {_MUCH} (more|bigger|larger|wider|longer|up) [{_THAN}]", 1),
    (f"[is|are] [now] [down] {_MUCH} (less|smaller|tighter|shorter|down) [{_THAN}]", -1),
    (f"[is|are] [now] (up|more) by {_MUCH}", 1),
    (f"[is|are] [now] (down|less) by {_MUCH}", -1),
)
_FROM: tuple[tuple[str, int], ...] = (
    (f"[{_HAS} {_GREW}|is|are|which is] [now] [up] (up|compared with|against|versus) [from] {{seconds2}}", 1),
    (f"[{_HAS} {_SHRANK}|is|are|which is] [now] [down] (down|compared with|against|versus) [from] {{seconds2}}", -1),
    (f"{_HAS} {_GREW} from {{seconds2}} [to {{seconds3}}]", 1),
    (f"{_HAS} {_SHRANK} from {{seconds2}} [to {{seconds3}}]", -1),
    (f"{_HAS} (gone|moved) from {{seconds2}} to {{seconds3}}", 0),
    ("(it|gap|that) was [still|just|only] {seconds2}", 0),
    ("having been {seconds2}", 0),
    ("was [still|just|only] {seconds2}", 0),
)
_IS_NOW = (
    f"[{_GAP} [between (them|{{count}}|pair|cars)]] [still] (is|stands at|remains) [now|currently|still|down to|up to] "
    "[now|only|just] {seconds} [now|between them]"
)


def gap_change(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where it tells how the gap of the one pair has changed, and it has."""
    line, pair = line_of(tokens), events.gap_by_lap()
    if not line.tokens or pair is None:
        return None
    if is_of_then(line.tokens, scene.said):
        return None
    if not pair.gaps:
        return (pair.back,) if _is_now(line, pair) else None
    for cars, start in (*nouns(line.tokens, 0, scene), (scene.subject, 0)):
        if len(cars) != 1 or start >= len(line.tokens) or cars[0] not in (pair.back, pair.front):
            continue
        for pattern, back, front in _DONE:
            way = front if cars[0] == pair.front else back
            other = pair.back if cars[0] == pair.front else pair.front
            if way and _holds(line, start, pattern, way, pair, scene, other, events.now):
                return cars
    if _is_now(line, pair) or _is_of_gap(line, pair, scene, events.now):
        return scene.subject or (pair.back,)
    if is_so_many_times(line, pair, scene, events.now):
        return scene.subject or (pair.back,)
    return None


def _is_now(line: SignLine, pair: GapByLap) -> bool:
    """`the gap between the two is 1.3 s`."""
    match = read(_IS_NOW, line, 0)
    return match is not None and match[1] == len(line.tokens) and bool(match[0]["seconds"].is_said_of(pair.now))


def _is_of_gap(line: SignLine, pair: GapByLap, scene: Scene, now: int | None) -> bool:
    """Whether a clause of the gap itself is so, `has grown by a second since lap 20`, `up from 1.2 s five laps ago`."""
    start = _behind_noun(line, pair, scene)
    if start is None:
        return False
    for pattern, way in (*_OF_GAP, *_FROM):
        for at in dict.fromkeys((start, 0)):
            if _holds(line, at, pattern, way, pair, scene, "", now):
                return True
    return False


def _behind_noun(line: SignLine, pair: GapByLap, scene: Scene) -> int | None:
    """Where the tokens go on behind `the gap from A to B` or `A's lead over B`; None where it is another gap."""
    found = read(_OWN_GAP, line, 0)
    if found is not None:
        noun = line.tokens[found[1] - 1].word
        whose = {"deficit": (pair.back,), "gap": (pair.back, pair.front)}.get(noun, (pair.front,))
        if not any(found[0]["who"] == frozenset((car,)) for car in whose):
            return None
    found = found or read(_GAP, line, 0)
    start = found[1] if found is not None else 0
    for between in ("(between|from|to|over|on)", "(to|and)") if start else ():
        joined = read(between, line, start)
        for cars, end in nouns(line.tokens, joined[1], scene) if joined else ():
            if not set(cars) <= {pair.back, pair.front}:
                return None
            start = max(start, end)
    return start


def _holds(
    line: SignLine, start: int, pattern: str, way: int, pair: GapByLap, scene: Scene, other: str, now: int | None
) -> bool:
    """Whether the gap has changed that way, by or from as much as is said, since when it is said."""
    match = read(pattern, line, start)
    if match is None or match[1] == start:
        return False
    for end, is_other in _whom(line, match[1], scene, other):
        when = read(_WHEN, line, end)
        if not is_other or (when or (match[0], end))[1] != len(line.tokens):
            continue
        said = {**match[0], **({} if when is None else when[0])}
        words = {token.word for token in line.tokens[start : match[1]]}
        if "who" in said and other and said["who"] != frozenset((other,)):
            continue
        laps = _laps(said, pair, now, is_told=when is not None)
        is_gap = line.tokens[match[1] - 1].word == "clear" and "seconds" in line.tokens[match[1] - 2].means
        if when is None and is_gap:
            continue  # `has pulled 3 s clear of Perez` is said of the gap
        if any(_is_change(said, words, way, pair, pair.gaps[lap]) for lap in laps):
            return when is not None or ("seconds2" not in said and way == pair.trend)
    return False


def _whom(line: SignLine, start: int, scene: Scene, other: str) -> Iterator[tuple[int, bool]]:
    """Where the tokens go on behind whom it is said to have been, and whether he is the other of the two."""
    match = read(_WHOM, line, start)
    for cars, end in nouns(line.tokens, match[1], scene) if match and match[1] < len(line.tokens) else ():
        yield end, cars == (other,)
    yield start, True


def _laps(said: dict[str, Any], pair: GapByLap, now: int | None, *, is_told: bool) -> list[int]:
    """The laps of which the gap can be that was: of a span the lap that begins it, of none the first that is told."""
    if not is_told:
        return [min(pair.gaps)]
    lap, laps = said.get("lap"), said.get("laps")
    if isinstance(lap, Amount):
        return [int(lap.value)] if lap.value in pair.gaps and not lap.bound else []
    if not isinstance(laps, Amount) or now is None or laps.bound:
        return []
    return [int(now - laps.value)] if now - laps.value in pair.gaps else []


def _is_change(said: dict[str, Any], words: set[str], way: int, pair: GapByLap, then: float) -> bool:
    more = round(pair.now - then, 3)
    if way and more * way <= 0:
        return False
    if "halved" in words and not _is_halved(words, pair.now * 2 - then, then / 10):
        return False
    is_little = not words.isdisjoint(("touch", "little", "bit", "fraction", "shade", "tad", "slightly", "marginally"))
    if is_little and abs(more) > _LITTLE_S:
        return False
    told = ((said.get("seconds"), abs(more)), (said.get("seconds2"), then), (said.get("seconds3"), pair.now))
    return all(amount is None or amount.is_said_of(value) for amount, value in told)


def _is_halved(words: set[str], above: float, near: float) -> bool:
    """Whether what was is halved: `almost` or `more than` say on which side of the half it is now."""
    if "more" in words:
        return above < 0
    return abs(above) <= near and (above > 0 or words.isdisjoint(("almost", "nearly", "all")))
