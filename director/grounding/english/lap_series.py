"""Laps set against each other: one of somebody's with another of his, or each of his with the other's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from director.grounding.english.events.event_text import SignLine, line_of, read
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token

Laps = Mapping[int, float]
"""The times of laps in seconds, by their numbers."""
_HOW = {"faster": -1, "quicker": -1, "better": -1, "slower": 1}
_MOST = {"fastest": -1, "quickest": -1, "best": -1, "slowest": 1}
_ALL = "(on|in|over|for) (every one of|every lap of|every|of) [last|past|those|these] [{count}|{laps}] [lap|laps]"
"""`each` and `all` are no words of a clause: `on of last five laps`."""
_OF_THOSE = "of ([his|their] last|those|these|his|them) [{count}|{laps}] [lap|laps]"
_OF_COUNT = "of ({count}|{laps}) [lap|laps]"
_PACE = "[,] by [average of] {seconds} [lap]"


def lap_series(tokens: Sequence[Token], scene: Scene) -> Cars | None:
    """Whose laps a clause of these tokens sets against each other, where it is so; None where not."""
    line = line_of(tokens)
    if not line.tokens:
        return None
    subject = [(scene.subject, 0)] if len(scene.subject) == 1 else []
    for cars, start in (*nouns(line.tokens, 0, scene), *subject):
        own = dict(scene.values.series(cars[0])) if len(cars) == 1 and start < len(line.tokens) else {}
        for pattern, holds in _WAYS if own else ():
            for said, other in _said(pattern, line, start, cars[0], scene):
                if holds(said, own, other):
                    return cars
    return None


def _said(pattern: str, line: SignLine, start: int, car: str, scene: Scene) -> Iterator[tuple[Mapping[str, Any], Laps]]:
    """What a pattern reads from here to the end, and the laps of the other who is named in it, as `~`."""
    first, _, rest = pattern.partition(" ~ ")
    match = read(first, line, start)
    if match is None:
        return
    words = {"words": {token.word for token in line.tokens}}
    if not rest and match[1] == len(line.tokens):
        yield {**match[0], **words}, {}
    for others, end in nouns(line.tokens, match[1], scene) if rest else ():
        after = read(rest, line, end)
        if after is not None and after[1] == len(line.tokens) and len(others) == 1 and others != (car,):
            pace = {"pace": scene.values.more("pace", others[0], car)}
            yield {**match[0], **after[0], **words, **pace}, dict(scene.values.series(others[0]))


def _sign(words: set[str], table: Mapping[str, int]) -> int:
    """Which way is said: 1 where more time is meant; 0 where both ways are, or none."""
    signs = {table[word] for word in words & table.keys()}
    return signs.pop() if len(signs) == 1 else 0


def _of_so_many(said: Mapping[str, Any], laps: Laps) -> list[int]:
    """The last laps that are spoken of: all where no number is said; none where there are fewer."""
    count = said.get("count", said.get("laps"))
    numbers = sorted(laps)
    if count is None:
        return numbers
    most = int(count.value)
    return numbers[-most:] if not count.bound and 1 < most <= len(numbers) else []


def _each_against(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`faster than Stroll on each of the last five laps, by 0.7 s on average`."""
    sign = _sign(said["words"], {**_HOW, "edge": -1})
    laps = _of_so_many(said, own)
    average: Amount | None = said.get("seconds")
    if average is not None and (said["pace"] is None or not average.is_said_of(-said["pace"] * sign)):
        return False
    return bool(sign and laps) and all(lap in other and (own[lap] - other[lap]) * sign > 0 for lap in laps)


def _two_laps(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`'s lap 44 was 11 s slower than his lap 43`, `lost 11 s between lap 43 and lap 44`."""
    words, more = said["words"], said.get("seconds")
    sign = _sign(words, {**_HOW, "lost": 1, "dropped": 1, "gained": -1, "found": -1})
    first, last = own.get(int(said["lap"].value)), own.get(int(said["lap2"].value))
    if first is None or last is None or not sign:
        return False
    if "between" in words or "from" in words:
        first, last = last, first
        if said["lap"].value >= said["lap2"].value:
            return False
    return (first - last) * sign > 0 and (more is None or more.is_said_of(abs(first - last)))


def _most_of_own(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`'s latest lap was his fastest of the five, a 1:45.839`, `'s lap 35 was the slowest of the last five`."""
    sign, laps = _sign(said["words"], _MOST), _of_so_many(said, own)
    if "those" not in said["words"] and "last" not in said["words"] and len(laps) != len(own):
        return False
    lap = int(said["lap"].value) if "lap" in said else max(own)
    told: Amount | None = said.get("time")
    if not sign or len(laps) < 2 or lap not in laps or (told is not None and not told.is_said_of(own[lap])):
        return False
    return all((own[lap] - own[one]) * sign > 0 for one in laps if one != lap)


def _than_before(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`last lap was 1:30.978 , three tenths slower than one before it`."""
    sign, last = _sign(said["words"], _HOW), max(own)
    before, told, more = own.get(last - 1), said.get("time"), said.get("seconds")
    if before is None or not sign or (told is not None and not told.is_said_of(own[last])):
        return False
    change = round((own[last] - before) * sign, 3)
    return change > 0 and (more is None or more.is_said_of(change))


def _each_than_before(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`each of his laps was quicker than one before until lap 24`: then it was not."""
    sign, laps = _sign(said["words"], _HOW), _of_so_many(said, own)
    end = int(said["lap"].value) if "lap" in said else max(own) + 1
    steps = [((own[b] - own[a]) * sign, b) for a, b in pairwise(laps)]
    if not sign or len([lap for _, lap in steps if lap < end]) < 2:
        return False
    broken = end > max(own) or any(lap == end and step < 0 for step, lap in steps)
    return broken and all(step > 0 for step, lap in steps if lap < end)


def _went_from_to(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`came down from 1:31.939 on lap 19 to 1:30.686 on lap 23`."""
    first, last = (own.get(int(said[lap].value)) for lap in ("lap", "lap2"))
    if first is None or last is None or said["lap"].value >= said["lap2"].value:
        return False
    down = not said["words"].isdisjoint(("down", "improved"))
    up = not said["words"].isdisjoint(("up",))
    way = not (down and last >= first) and not (up and last <= first)
    return bool(way and said["time"].is_said_of(first) and said["time2"].is_said_of(last))


def _gets(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`has been getting quicker`: from the first to the last, and but once from lap to lap."""
    sign, laps = _sign(said["words"], _HOW), [own[lap] for lap in sorted(own)]
    steps = [(after - before) * sign > 0 for before, after in pairwise(laps)]
    return bool(sign) and len(steps) > 2 and (laps[-1] - laps[0]) * sign > 0 and steps.count(False) < 2


def _are_between(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`his last five laps were between 1:35.3 and 1:35.8`."""
    laps, (low, high) = _of_so_many(said, own), sorted((said["time"].value, said["time2"].value))
    step = said["time"].step / 2 + 1e-6
    times = [own[lap] for lap in laps]
    return bool(times) and low - step <= min(times) <= low + 0.5 and high - 0.5 <= max(times) <= high + step


def _are_within(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`his last four laps are within two tenths of each other`, `are covered by 0.2 s`."""
    times, most = [own[lap] for lap in _of_so_many(said, own)], said["seconds"]
    if len(times) < 2:
        return False
    spread = round(max(times) - min(times), 3)
    if said["words"].isdisjoint(("within", "inside")) or most.bound == "about":
        return bool(most.is_said_of(spread))
    return not most.bound and most.value / 2 <= spread <= most.value + 1e-6


def _improved(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`improved to 1:35.674 on lap 49`: on the lap before."""
    lap, told = int(said["lap"].value), said.get("time")
    known = lap in own and lap - 1 in own
    return known and own[lap] < own[lap - 1] and (told is None or told.is_said_of(own[lap]))


def _on_one_lap(said: Mapping[str, Any], own: Laps, other: Laps) -> bool:
    """`lapped four tenths quicker than Leclerc on lap 29`."""
    sign, lap, more = _sign(said["words"], _HOW), int(said["lap"].value), said.get("seconds")
    if lap not in own or lap not in other or not sign:
        return False
    change = round((own[lap] - other[lap]) * sign, 3)
    return change > 0 and (more is None or more.is_said_of(change))


_BEFORE = "({count3}|lap) (before|prior) [it]"
"""`the one before`, of which `one` is read as a number."""
_IS = "(is|was|are|were)"
_WAYS: tuple[tuple[str, Callable[[Mapping[str, Any], Laps, Laps], bool]], ...] = (
    (f"({_IS}|has been|lapped|has lapped) (faster|quicker|slower) than ~ {_ALL} [{_PACE}]", _each_against),
    (f"(has|had|has had) edge over ~ {_ALL} [{_PACE}]", _each_against),
    (f"'s {{lap}} {_IS} [{{seconds}}] (faster|quicker|slower) than [his|that on|on|his time on] {{lap2}}", _two_laps),
    (f"{_IS} [{{seconds}}] (faster|quicker|slower) on {{lap}} than on {{lap2}}", _two_laps),
    (f"['s] (last|latest|most recent) lap [of {{time}}|, {{time}} ,] {_IS} [{{time}} ,] [{{seconds}}] "
     f"(faster|quicker|slower) than ({_BEFORE}|previous [{{count3}}|lap])", _than_before),
    (f"[of] [his|their|'s] [last {{laps}}|laps|last {{count}} laps] {_IS} (faster|quicker|slower) "
     f"than ({_BEFORE}|previous [{{count3}}]) [until {{lap}}]", _each_than_before),
    ("[has] (came|come|went|gone|improved|dropped) [down|up] from {time} on {lap} to {time2} on {lap2}",
     _went_from_to),
    ("['s] [last {laps}|laps|last {count} laps] (has been|is|was|were|has all been) [all] between {time} and {time2}",
     _are_between),
    ("['s] [last {laps}|laps|last {count} laps|last {count}] (is|was|are|were|has been|have been) [all] "
     "(within|inside|covered by|separated by|split by) {seconds} [of (one another|each other|other|another)]",
     _are_within),
    (f"{_IS} (fastest|quickest|slowest) on {{lap}} [, (with|at|in) {{time}}]", _most_of_own),
    ("improved [slightly] [to {time}] on {lap}", _improved),
    ("(has been|is|was) (getting|becoming) (faster|quicker|slower)", _gets),
    ("(lapped|has lapped|is|was) [{seconds}] (faster|quicker|slower) than ~ on {lap}", _on_one_lap),
    ("(lost|dropped|gained|found) {seconds} (between|from) {lap} (and|to) {lap2}", _two_laps),
    (f"['s] (last|latest|most recent) (lap|one) {_IS} [his|their] (fastest|quickest|best|slowest) "
     f"({_OF_THOSE}|{_OF_COUNT}) [, [at|in] {{time}}]", _most_of_own),
    (f"(set|did|had) [his|their] (fastest|quickest|best|slowest) lap ({_OF_THOSE}|{_OF_COUNT}) "
     "[, {time} ,] on {lap}", _most_of_own),
    (f"['s] {{lap}} {_IS} [his|their] (fastest|quickest|best|slowest) ({_OF_THOSE}|{_OF_COUNT}) "
     "[, [at|in] {time}]", _most_of_own),
)  # fmt: skip
