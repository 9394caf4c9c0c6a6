"""What is said of somebody's last laps together: how fast all of them were, the best of them, how they have gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from director.grounding.english.nouns import Cars, Scene
from director.grounding.english.readings import HIS
from director.grounding.english.tokens import Amount, Token
from director.grounding.english.words import amount, word, words

Laps = Sequence[tuple[int, float]]
"""Laps with their times in seconds, in order."""
_BEST = {"fastest": 1, "best": 1, "slowest": -1}
_THOSE = frozenset(("those", "these", "them"))


def is_of_laps(tokens: Sequence[Token], scene: Scene) -> Cars | None:
    """Whose laps a clause is about, where it holds of them; None where it does not or is not of laps."""
    car, start = _whose(tokens, scene)
    series = scene.values.series(car) if car else ()
    if not car or not series:
        return None
    laps, end = _last(tokens, start, series)
    if laps and end < len(tokens):
        return (car,) if _all_were(tokens, end, laps) else None
    readings = (_from_to, _best_was, _none_was, _went)
    holds = any(holds(tokens, start, series) for holds in readings)
    return (car,) if holds else None


def _whose(tokens: Sequence[Token], scene: Scene) -> tuple[str, int]:
    """Whose laps they are, and where the tokens go on behind him: `Sainz's`, `his`, or the subject's."""
    cars = tokens[0].means.get("who")
    if isinstance(cars, frozenset) and len(cars) == 1:
        return next(iter(cars)), 1 + (word(tokens, 1) == "'s")
    if len(scene.subject) != 1:
        return "", 0
    return scene.subject[0], int(word(tokens, 0) in HIS | {"he", "she"})


def _last(tokens: Sequence[Token], start: int, series: Laps) -> tuple[Laps, int]:
    """`last five laps`, `those five laps`: the laps, and where the tokens go on."""
    index = start + (word(tokens, start) in HIS)
    if word(tokens, index) not in _THOSE | {"last"}:
        return (), start
    count = amount(tokens, index + 1, "laps")
    end = index + 2
    if count is None or count.bound:
        whole = word(tokens, index) == "them"
        return (series, index + 1) if whole else ((), start)
    if "count" in tokens[index + 1].means:
        end += word(tokens, end) == "laps"  # `his last five`
    most = int(count.value)
    whole = word(tokens, index) == "last" or most == len(series)
    return (series[-most:], end) if whole and most <= len(series) else ((), start)


def _all_were(tokens: Sequence[Token], start: int, laps: Laps) -> bool:
    """`averaged 1:36.160`, `are in the 1:36s`."""
    times = [time for _, time in laps]
    index = start + (word(tokens, start) == "is")
    said = amount(tokens, index + 1, "time")
    if said is None or index + 2 > len(tokens):
        return False
    if word(tokens, index) in ("averaged", "average") and index + 2 == len(tokens):
        return said.is_said_of(sum(times) / len(times))
    if word(tokens, index) == "in" and words(tokens, index + 2, 2) == ("s",) and said.step == 1.0:
        return all(said.value <= time < said.value + 1 for time in times)
    return False


def _best_was(tokens: Sequence[Token], start: int, series: Laps) -> bool:
    """`the quickest of his last five was a 1:36.008, on lap 22`."""
    sign = _BEST.get(word(tokens, start), 0)
    laps, end = _last(tokens, start + 2, series) if sign and word(tokens, start + 1) == "of" else ((), 0)
    if not laps:
        return False
    times = sorted(time * sign for _, time in laps)
    lap, best = min(laps, key=lambda one: one[1] * sign)
    index = end + (word(tokens, end) in ("is", "being"))
    said = amount(tokens, index, "time")
    index += (said is not None) + (word(tokens, index + 1) == ",")
    on = amount(tokens, index + 1, "lap") if word(tokens, index) in ("on", "from", "came") else None
    index += 2 if on is not None else 0
    right = said is not None and said.is_said_of(best) and (on is None or on.value == lap)
    return right and index == len(tokens) and (len(times) == 1 or times[0] < times[1])


def _none_was(tokens: Sequence[Token], start: int, series: Laps) -> bool:
    """`none of those five laps was slower than 1:36.7`, `he lapped in 1:36.2 on each of the last three laps`."""
    if words(tokens, start, 2) == ("none", "of"):
        laps, end = _last(tokens, start + 2, series)
        said = amount(tokens, end + 3, "time")
        how = word(tokens, end + 1)
        if not laps or said is None or word(tokens, end) != "is" or end + 4 != len(tokens):
            return False
        sign = {"slower": 1, "faster": -1}.get(how, 0)
        return bool(sign) and all((time - said.value) * sign <= 1e-6 for _, time in laps)
    said = amount(tokens, start + 2, "time")
    in_all = word(tokens, start) in ("lapped", "did") and word(tokens, start + 1) == "in" and said is not None
    if not in_all or words(tokens, start + 3, 2) not in (("on", "of"), ("in", "of")):
        return False
    laps, end = _last(tokens, start + 5, series)
    return bool(laps) and end == len(tokens) and all(_is_said(said, time) for _, time in laps)


def _from_to(tokens: Sequence[Token], start: int, series: Laps) -> bool:
    """`from a 1:31.598 on lap 20 to a 1:30.686 on lap 23`: the times of those two laps."""
    first, last = amount(tokens, start + 1, "time"), amount(tokens, start + 5, "time")
    laps = amount(tokens, start + 3, "lap"), amount(tokens, start + 7, "lap")
    joined = [word(tokens, start + at) for at in (0, 2, 4, 6)] == ["from", "on", "to", "on"]
    if not joined or start + 8 != len(tokens) or first is None or last is None or None in laps:
        return False
    times = dict(series)
    ends = [times.get(int(lap.value)) for lap in laps if lap is not None]
    return all(time is not None and said.is_said_of(time) for said, time in zip((first, last), ends, strict=True))


def _went(tokens: Sequence[Token], start: int, series: Laps) -> bool:
    """`has got a little slower with every lap since lap 22`: each slower than the one before."""
    index = start + (word(tokens, start) == "has")
    index += word(tokens, index) in ("got", "gone", "gotten", "been")
    index += word(tokens, index) == "little"
    sign = {"slower": 1, "faster": -1}.get(word(tokens, index), 0)
    index -= words(tokens, index + 1, 2) == ("every", "lap")
    if not sign or words(tokens, index + 2, 2) != ("every", "lap"):
        return False
    since = amount(tokens, index + 5, "lap") if word(tokens, index + 4) == "since" else None
    laps = [one for one in series if since is None or one[0] >= since.value]
    is_known = since is None or (bool(laps) and laps[0][0] == since.value)
    ends = len(tokens) == index + (4 if since is None else 6)
    return ends and is_known and len(laps) > 2 and all((b[1] - a[1]) * sign > 0 for a, b in pairwise(laps))


def _is_said(said: Amount | None, time: float) -> bool:
    return said is not None and said.is_said_of(time)
