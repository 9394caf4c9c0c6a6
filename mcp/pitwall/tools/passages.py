"""A pass through the pit lane and a stop are two things: this tells them apart.

Race control can send the whole field through the pit lane behind the safety car. Such a passage is no stop, unless
the feed shows that the tyres were changed on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pitwall.state import RaceView
from pitwall.state.car import Passage, Tyre

Kind = Literal["stop", "through", "in_lane", "retired"]
KINDS: tuple[Kind, ...] = ("stop", "through", "in_lane", "retired")
TyreChange = Literal["changed", "kept", "unknown"]
TYRE_CHANGES: tuple[TyreChange, ...] = ("changed", "kept", "unknown")

_THROUGH = "THROUGH THE PIT LANE"
_BACK_ON_TRACK = ("START/FINISH STRAIGHT", "IN THIS LAP", "TRACK CLEAR")


class Judged(NamedTuple):
    """A passage, what it was, and what the feed says of the tyres."""

    passage: Passage
    kind: Kind
    tyres: TyreChange


def judge_passages(view: RaceView, car: str) -> list[Judged]:
    """Every passage of a car through the pit lane in the race, in order."""
    passages = view.passages(car)
    if not passages:
        return []
    detours = _detours(view)
    return [_judge(view, car, passages, index, detours) for index in range(len(passages))]


def count_stops(view: RaceView, car: str) -> int:
    """How many stops the car has completed."""
    return sum(judged.kind == "stop" for judged in judge_passages(view, car))


def _judge(
    view: RaceView, car: str, passages: Sequence[Passage], index: int, detours: list[tuple[float, float]]
) -> Judged:
    passage = passages[index]
    if passage.t_out is None:
        out = view.run_state(car)[0] in ("stopped", "retired")
        return Judged(passage, "retired" if out else "in_lane", "unknown")
    until = passages[index + 1].message_in - 1 if index + 1 < len(passages) else None
    later = view if until is None else view.back_to(until)
    tyres = _tyre_change(view.back_to(passage.message_in).tyres(car), later.tyres(car))
    routed = any(start <= passage.t_in <= end for start, end in detours)
    return Judged(passage, "through" if routed and tyres != "changed" else "stop", tyres)


def _tyre_change(before: Sequence[Tyre], after: Sequence[Tyre]) -> TyreChange:
    if not before or not after:
        return "unknown"
    old, new = before[-1], after[-1]
    if new.kept:
        return "kept"
    if new.number == old.number:
        # The feed sometimes overwrites the last set instead of adding one.
        return "changed" if (new.compound, new.new) != (old.compound, old.new) else "unknown"
    same = new.compound in (old.compound, "UNKNOWN", None) and not new.new
    worn = new.start_laps is not None and old.laps is not None and new.start_laps >= old.laps > 0
    return "kept" if same and worn else "unknown" if new.compound in ("UNKNOWN", None) else "changed"


def _detours(view: RaceView) -> list[tuple[float, float]]:
    """Spans of session time in which race control sends everybody through the pit lane."""
    spans: list[tuple[float, float]] = []
    since: float | None = None
    for message in view.race_control:
        text = message.message.upper()
        if _THROUGH in text and "SAFETY CAR" in text:
            since = message.t if since is None else since
        elif since is not None and any(words in text for words in _BACK_ON_TRACK):
            spans.append((since, message.t))
            since = None
    if since is not None:
        spans.append((since, view.t))
    return spans
