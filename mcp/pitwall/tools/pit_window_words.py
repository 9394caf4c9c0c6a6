"""How a stop that a car could make now is worded."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.gaps import gap_between, neighbour
from pitwall.facts.names import short_name
from pitwall.facts.pit_loss import PitLoss
from pitwall.facts.rejoining import Rejoin, fresh_tyres
from pitwall.state import RaceView
from pitwall.tools.words import count_text, gap_text, joined
from toolgate.contract import SUMMARY_MAX_CHARS, JsonObject

UNSURE_S = 0.5
"""Undercuts within so much are not called."""
_VERDICTS = {"yes": "works", "no": "does not work", "unclear": "is open"}


def coming_out(view: RaceView, car: str, said: Rejoin, loss: PitLoss, under: JsonObject | None) -> str:
    """`Prediction: Sainz comes out P9 after a stop now, 2.324 s behind Piastri, passed by Russell and 5 more; …`."""
    span = f" (P{said.best} to P{said.worst})" if said.best != said.worst else ""
    near = []
    if said.ahead and said.ahead_s is not None:
        near.append(f"{gap_text(said.ahead_s)} behind {short_name(view, said.ahead)}")
    if said.behind and said.behind_s is not None:
        near.append(f"{gap_text(said.behind_s)} ahead of {short_name(view, said.behind)}")
    start = f"Prediction: {short_name(view, car)} comes out P{said.position}{span} after a stop now"
    start += f", {' and '.join(near)}" if near else ""
    end = f"; a stop costs {gap_text(loss.seconds)}"
    if under is not None:
        end += f"; the undercut {_VERDICTS[under['works']]} ({under['margin_s']:+.1f} s)"
    names = [short_name(view, one) for one in said.passed_by]
    leads = f"; {names[0]} leads then" if names and view.car(car).position == 1 else ""
    for kept in range(len(names), 0, -1):
        others = [f"{len(names) - kept} more"] if kept < len(names) else []
        text = f"{start}; passed by {joined([*names[:kept], *others])}{leads}{end}."
        if len(text) <= SUMMARY_MAX_CHARS:
            return text
    return f"{start}{end}."[:SUMMARY_MAX_CHARS]


def free_or_not(told: str, said: Rejoin) -> str:
    """The prediction, with whether the stop is free said first."""
    lost = len(said.passed_by)
    first = f"no free stop, {count_text(lost, 'place')} lost" if lost else "a free stop, no place lost"
    whole = told.replace("Prediction: ", f"Prediction: {first}: ", 1)
    parts = whole.removesuffix(".").split("; ")
    while len("; ".join(parts)) >= SUMMARY_MAX_CHARS and len(parts) > 1:
        parts.pop()
    return f"{'; '.join(parts)}."[:SUMMARY_MAX_CHARS]


def against(view: RaceView, pair: tuple[str, str], gap_s: float, loss: PitLoss, under: JsonObject | None) -> str:
    """`Prediction: after a stop now (22.9 s) Sainz is 13.9 s behind Leclerc; now 9.010 s ahead`.

    `gap_s`: how far the first is behind the other now; negative: ahead.
    """
    one, other = (short_name(view, car) for car in pair)
    after = gap_s + loss.seconds
    text = f"Prediction: after a stop now ({gap_text(loss.seconds)}) {one} is {_side(after)} {other}"
    text += f"; now {_side(gap_s).removesuffix(' of')}"
    if under is not None:
        text += f"; if {other} stops a lap later the undercut {_VERDICTS[under['works']]} ({under['margin_s']:+.1f} s)"
    return f"{text}."


def near_enough(view: RaceView, car: str) -> list[str] | None:
    """The cars close enough behind to undercut somebody; None where no stop has shown what new tyres gain."""
    fresh = fresh_tyres(view)
    if fresh is None:
        return None
    close: list[str] = []
    behind = neighbour(view, car, 1)
    while behind is not None:
        gap = gap_between(view, car, behind)
        if gap is None or gap.seconds is None or gap.seconds > fresh.seconds + UNSURE_S:
            break
        close.append(behind)
        behind = neighbour(view, behind, 1)
    return close


def threats(view: RaceView, car: str, near: Sequence[str] | None) -> str:
    """`Nobody is close enough behind Sainz to undercut: new tyres give about 1.7 s, Russell is 7.417 s behind`."""
    name, fresh = short_name(view, car), fresh_tyres(view)
    if fresh is None or near is None:
        return "No prediction: no stop in this race has shown yet what new tyres gain."
    behind = neighbour(view, car, 1)
    nearest = gap_between(view, car, behind) if behind else None
    gaps = ((one, gap_between(view, car, one)) for one in near)
    close = [
        f"{short_name(view, one)} ({gap_text(gap.seconds)} behind)"
        for one, gap in gaps
        if gap and gap.seconds is not None
    ]
    gives = f"new tyres give about {fresh.seconds:.1f} s on their first lap"
    if close:
        return f"Prediction: close enough behind {name} to undercut: {joined(close[:5])}; {gives}."
    far = ""
    if nearest is not None and nearest.seconds is not None:
        far = f", {short_name(view, nearest.behind)} is {gap_text(nearest.seconds)} behind"
    return f"Prediction: nobody is close enough behind {name} to undercut: {gives}{far}."


def _side(seconds: float) -> str:
    return f"{gap_text(abs(seconds))} {'behind' if seconds > 0 else 'ahead of'}"
