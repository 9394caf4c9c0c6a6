"""Where a query is of a safety car or a flag that there has not been: that there was none belongs to the answer."""

from __future__ import annotations

from pitwall.facts.heard_from import watched_from
from pitwall.facts.periods import PERIOD_NAMES, track_periods
from pitwall.query import Question
from pitwall.state import RaceView

_SO_FAR = "there has been none so far", "so far there have been only"


def never_shown(view: RaceView, question: Question) -> str:
    """`there has been none so far`; empty where there was one, or the feed tells of none at all."""
    held = {one.field.name: one.value for one in question.where if one.op in ("is", "in", "latest")}
    status = held.get("track_status")
    kinds = [kind for kind in (status if isinstance(status, list) else [status]) if kind in PERIOD_NAMES]
    if not kinds or not view.track_statuses or watched_from(view) is not None:
        return ""
    shown, nth = sum(period.kind in kinds for period in track_periods(view)), held.get("status_number", 1)
    none, some = ("there was none", "there were only") if view.finished else _SO_FAR
    return none if not shown else f"{some} {shown}" if nth > shown else ""
