"""Who has come past whom since the line, which the order at the line does not tell yet."""

from __future__ import annotations

from collections.abc import Sequence

from pitwall.facts.names import short_name
from pitwall.facts.passing import Pass
from pitwall.facts.since_line import LivePass, passes_since_line
from pitwall.state import RaceView

_MOST = 2


def fresh_passes(view: RaceView, found: Sequence[Pass], mine: str | None, theirs: str | None) -> list[LivePass]:
    """Passes since the line, of the drivers asked for, that the line has not told yet."""
    live = [each for each in passes_since_line(view) if mine in (None, each.car) and theirs in (None, each.passed)]
    lines = {each.lap + 1 for each in live}
    told = {(each.car, each.passed, each.lap) for each in found if each.lap in lines} if live else set()
    return [each for each in live if (each.car, each.passed, each.lap + 1) not in told]


def since_line_words(view: RaceView, fresh: list[LivePass]) -> str:
    """`Sainz past Alonso since the line, by the order now`; empty where nobody is."""
    said = [f"{short_name(view, each.car)} past {short_name(view, each.passed)}" for each in fresh[:_MOST]]
    more = f" and {len(fresh) - _MOST} more" if len(fresh) > _MOST else ""
    return f"{', '.join(said)}{more} since the line, by the order now" if said else ""
