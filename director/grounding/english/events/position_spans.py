"""Clauses of where somebody was for several laps: `spent the first nine laps in twentieth`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from director.grounding.english.events.event_text import line_of, read
from director.grounding.english.events.known_events import KnownEvents
from director.grounding.english.nouns import Cars, Scene, nouns
from director.grounding.english.tokens import Amount, Token

_LAPS = "([his|her] (opening|{position2}) {laps}|[from] {lap} (to|until|through) {lap2})"
_PLACE = "{position} [place|position]"
_SPANS = (
    f"[has|have|had] spent {_LAPS} [running|sitting|stuck] [in|down in] {_PLACE}",
    f"(was|ran|sat|lay|stayed) [in] {_PLACE} (for|during|over|throughout) {_LAPS}",
)


def position_span(tokens: Sequence[Token], scene: Scene, events: KnownEvents) -> Cars | None:
    """Whom a clause of these tokens is about, where he had that position on each of those laps."""
    line = line_of(tokens)
    ways = [*nouns(line.tokens, 0, scene), *([(scene.subject, 0)] if len(scene.subject) == 1 else [])]
    for cars, start in ways:
        for pattern in _SPANS if len(cars) == 1 and start < len(line.tokens) else ():
            match = read(pattern, line, start)
            if match is not None and match[1] == len(line.tokens) and _was_there(cars[0], match[0], events):
                return cars
    return None


def _was_there(car: str, said: Mapping[str, Any], events: KnownEvents) -> bool:
    place: Amount = said["position"]
    first, last = said.get("lap", Amount(1.0)), said.get("lap2", said.get("laps"))
    if said.get("position2", Amount(1.0)).value != 1:
        return False  # `for the second five laps`
    if not isinstance(last, Amount) or first.bound or last.bound or last.value < first.value:
        return False
    known = events.positions(car)
    return all(known.get(lap) == place.value for lap in range(int(first.value), int(last.value) + 1))
